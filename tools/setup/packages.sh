# Packages of Debian and Ubuntu, each with what proves that it is there. Sourced by tools/setup.sh.

# package | kind | what to look for
needed_packages='
cmake|command|cmake
ninja-build|command|ninja
ca-certificates|folder|/etc/ssl/certs
libjpeg-dev|header|jpeglib.h
libopencv-core-dev|header|opencv4/opencv2/core/mat.hpp
libopencv-imgproc-dev|header|opencv4/opencv2/imgproc.hpp
libopencv-imgcodecs-dev|header|opencv4/opencv2/imgcodecs.hpp
libyaml-cpp-dev|header|yaml-cpp/yaml.h
nlohmann-json3-dev|header|nlohmann/json.hpp
libspdlog-dev|header|spdlog/spdlog.h
libcli11-dev|header|CLI/CLI.hpp
libprotozero-dev|header|protozero/pbf_writer.hpp
libssl-dev|header|openssl/sha.h
zlib1g-dev|header|zlib.h
python3|command|python3
'
test_packages='
libgtest-dev|header|gtest/gtest.h
libgmock-dev|header|gmock/gmock.h
'
# Faster builds; worth installing when something is installed anyway, never a reason to.
helpful_packages='
lld|command|ld.lld
ccache|command|ccache
'
fashion_mnist=/usr/share/datasets/fashion-mnist

has_header() {
  local folder
  for folder in /usr/include /usr/local/include "/usr/include/$(uname -m)-linux-gnu"; do
    if [ -e "$folder/$1" ]; then return 0; fi
  done
  return 1
}

is_there() {
  case $1 in
    command) have "$2" ;;
    header) has_header "$2" ;;
    folder) [ -d "$2" ] ;;
  esac
}

# Adds to the array named $1 the packages of the table $2 that are not there.
missing_of() {
  local -n list=$1
  local package kind what
  while IFS='|' read -r package kind what; do
    if [ -n "$package" ] && ! is_there "$kind" "$what"; then list+=("$package"); fi
  done <<<"$2"
}

compiler_is_there() {
  local version
  if have clang++; then
    version=$(clang++ -dumpversion 2>/dev/null)
    if [ "${version%%.*}" -ge 14 ]; then return 0; fi
  fi
  if have g++; then
    version=$(g++ -dumpversion 2>/dev/null)
    if [ "${version%%.*}" -ge 12 ]; then return 0; fi
  fi
  return 1
}

cmake_is_recent() {
  local version
  version=$(cmake --version 2>/dev/null | sed -n '1s/[^0-9]*//p')
  [ "$(printf '3.25\n%s\n' "$version" | sort -V | head -n 1)" = 3.25 ]
}

needs_own_python_environment() {
  if [ "${CI:-}" = true ] && $tests; then return 0; fi
  ! { libtorch_from_variable || libtorch_from_python || libtorch_from_environment; }
}

# Sets missing (needed packages) and helpful.
find_missing_packages() {
  missing=() helpful=()
  # clang reads LibTorch's precompiled header three times faster than g++; either compiler will do.
  if ! compiler_is_there; then missing+=(clang); fi
  missing_of missing "$needed_packages"
  if $tests; then missing_of missing "$test_packages"; fi
  if needs_own_python_environment && ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    missing+=(python3-venv)
  fi
  if $dataset && [ ! -d "$fashion_mnist" ]; then missing+=(dataset-fashion-mnist); fi
  missing_of helpful "$helpful_packages"
}

# Debian 12 and Ubuntu 24.04, where the names and versions of the packages are known.
is_known_system() {
  local ID='' VERSION_ID=''
  if [ -r /etc/os-release ]; then . /etc/os-release; fi
  case "$ID-$VERSION_ID" in debian-12 | ubuntu-24.04) return 0 ;; *) return 1 ;; esac
}

explain_packages() {
  say "$1"
  say "Needed (names of Debian's packages): ${missing[*]}"
  say "On Debian and Ubuntu: apt-get install --no-install-recommends ${missing[*]}"
  say "Also needed: g++ >= 12 or clang >= 14, CMake >= 3.25. Useful: ${helpful[*]:-nothing more}. Then start this again."
  exit 2
}

install_missing_packages() {
  if [ ${#missing[@]} -gt 0 ]; then
    local as_root=()
    if ! is_known_system; then
      explain_packages "This is neither Debian 12 nor Ubuntu 24.04: please install what is missing yourself."
    fi
    if [ "$(id -u)" -ne 0 ]; then
      if ! have sudo; then explain_packages "Packages are missing, and there is no sudo to install them."; fi
      as_root=(sudo)
    fi
    say "Installing ${missing[*]} ${helpful[*]}"
    as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y)
    # A broken entry among the machine's sources need not matter: the installation shows whether it does.
    "${as_root[@]}" update >&2 || say "apt-get update had errors; going on with the lists that are there"
    "${as_root[@]}" install --no-install-recommends "${missing[@]}" "${helpful[@]}" >&2 ||
      explain_packages "apt-get could not install the packages (its message is above)."
  fi
  if ! cmake_is_recent; then
    fail "CMake 3.25 or newer is needed, found $(cmake --version | head -n 1)"
  fi
}
