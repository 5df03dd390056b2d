# Shared by the scripts in tools/: sourced, never run.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "error: $*"
  exit 2
}
have() { command -v "$1" >/dev/null 2>&1; }

# Seconds since $1 (a value of SECONDS) as "3 min 07 s".
elapsed() {
  local seconds=$((SECONDS - $1))
  printf '%d min %02d s' $((seconds / 60)) $((seconds % 60))
}

# Compile jobs: all cores, as far as memory allows (a file with LibTorch's headers takes up to 1.5 GB).
jobs() {
  local cores memory=64
  cores=$(nproc 2>/dev/null || echo 2)
  if [ -r /proc/meminfo ]; then
    memory=$(awk '/^MemAvailable:/ { print int($2 / 1572864) }' /proc/meminfo)
  fi
  if [ "$memory" -lt "$cores" ]; then cores=$memory; fi
  if [ "$cores" -lt 1 ]; then cores=1; fi
  echo "$cores"
}

# Whether compiler $1 makes a program with the options after it: sanitizers and libFuzzer need parts of their own.
links_with() {
  local compiler=$1
  shift
  echo 'int main() {}' | "$compiler" "$@" -x c++ - -o /dev/null 2>/dev/null
}

# Configures preset $1 with the LibTorch that setup.sh found; further arguments go to cmake.
configure() {
  local preset=$1 folder=$root/build/$1 options=()
  shift
  # A changed compiler makes CMake throw its cache away, so it is chosen once a folder.
  if [ ! -f "$folder/CMakeCache.txt" ] && [ -z "${CXX:-}" ] && have clang++; then
    options+=(-DCMAKE_CXX_COMPILER=clang++)
  fi
  options+=("-DTORCH_ROOT=$(cat "$root/build/torch_root")")
  (cd "$root" && cmake --preset "$preset" "${options[@]}" "$@")
}
