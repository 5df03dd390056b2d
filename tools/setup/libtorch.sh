# LibTorch and the Python environment in build/python. Sourced by tools/setup.sh. torch is never imported to find it:
# a CUDA build imports only with all its 3 GB of companions, and building needs none of them.
torch_release=2.13.0
oldest_torch=2.13
environment=$root/build/python

# The version of the LibTorch in folder $1, or nothing.
torch_version() {
  local header
  for header in include/torch/headeronly/version.h include/torch/csrc/api/include/torch/version.h; do
    if grep -qs 'define TORCH_VERSION_MAJOR ' "$1/$header"; then
      sed -n 's/^#define TORCH_VERSION_\(MAJOR\|MINOR\|PATCH\) *\([0-9]*\).*/\2/p' "$1/$header" | paste -sd .
      return
    fi
  done
}

any_file() { compgen -G "$1" >/dev/null; }

# Whether the loader finds the library $2 that folder $1's libtorch_cpu.so asks for, as from an installed toolkit.
loader_has() {
  local name
  name=$(grep -aom 1 "lib$2\.so\.[0-9]*" "$1/lib/libtorch_cpu.so" | head -n 1) || return 1
  /sbin/ldconfig -p 2>/dev/null | grep -q "[[:space:]]$name "
}

# libtorch_cpu.so of a CUDA build needs these two even on the CPU.
has_cuda_companions() {
  local library
  if any_file "$1/lib/libcudart*.so*"; then return 0; fi # the archive carries its own
  for library in cudart cupti; do
    any_file "$1/../nvidia/cu*/lib/lib$library.so*" || loader_has "$1" "$library" || return 1
  done
}

is_cuda_build() { [ -e "$1/lib/libtorch_cuda.so" ]; }

# Whether folder $1 holds a LibTorch to build on; if not, `problem` says why.
is_usable_libtorch() {
  local version
  if [ ! -f "$1/include/ATen/ATen.h" ] || [ ! -f "$1/lib/libtorch_cpu.so" ]; then
    problem="$1 has no include/ATen/ATen.h or no lib/libtorch_cpu.so"
    return 1
  fi
  version=$(torch_version "$1")
  if [ "$(printf '%s\n%s\n' "$oldest_torch" "$version" | sort -V | head -n 1)" != "$oldest_torch" ]; then
    problem="$1 is LibTorch $version; $oldest_torch or newer is needed"
    return 1
  fi
  if is_cuda_build "$1" && ! has_cuda_companions "$1"; then
    problem="$1 is a CUDA build without libcudart and libcupti, which it needs even on the CPU"
    return 1
  fi
}

# Where Python $1 has torch, or nothing.
torch_of_python() {
  "$1" -c "import importlib.util as u; s = u.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')" \
    2>/dev/null
}

libtorch_from_variable() {
  if [ -z "${TORCH_ROOT:-}" ]; then return 1; fi
  is_usable_libtorch "$TORCH_ROOT" || fail "TORCH_ROOT: $problem"
  torch_root=$(cd "$TORCH_ROOT" && pwd)
}

libtorch_from_python() {
  local folder
  have python3 || return 1
  folder=$(torch_of_python python3) && [ -n "$folder" ] || return 1
  if ! is_usable_libtorch "$folder"; then
    say "Passing over the torch of $(command -v python3): $problem"
    return 1
  fi
  torch_root=$folder
}

libtorch_from_environment() {
  local folder
  folder=$(torch_of_python "$environment/bin/python") && [ -n "$folder" ] || return 1
  is_usable_libtorch "$folder" || return 1
  torch_root=$folder
}

pip_install() { "$environment/bin/python" -m pip install --quiet --no-warn-conflicts --disable-pip-version-check "$@" >&2; }

make_environment() {
  local python=python3
  if "$environment/bin/python" -m pip --version >/dev/null 2>&1; then return; fi
  # A python3 of the user's own may be too old for torch, or come without venv.
  if ! python3 -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    python=/usr/bin/python3
  fi
  "$python" -m venv --clear "$environment" || fail "$python cannot make a virtual environment in $environment"
}

# What torch's own metadata asks for: the CUDA packages, all of them or (`cpu`) the two that the CPU half needs.
cuda_requirements() {
  "$environment/bin/python" - "$1" <<'PYTHON'
import importlib.metadata
import re
import sys

cpu_only = sys.argv[1] == "cpu"
for line in importlib.metadata.requires("torch") or []:
    requirement = line.split(";")[0].replace(" ", "")
    name = re.match(r"[A-Za-z0-9_.-]*", requirement).group().lower()
    if not name.startswith(("nvidia-", "cuda-toolkit")):
        continue
    if cpu_only and name == "cuda-toolkit":
        requirement = "cuda-toolkit[cudart,cupti]" + requirement.split("]")[-1]
    elif cpu_only and not name.startswith(("nvidia-cuda-runtime", "nvidia-cuda-cupti")):
        continue
    print(requirement)
PYTHON
}

has_nvidia_driver() { have nvidia-smi || [ -e /proc/driver/nvidia/version ]; }

install_cuda_packages() {
  local requirements
  mapfile -t requirements < <(cuda_requirements "$1")
  if [ ${#requirements[@]} -eq 0 ]; then fail "torch's metadata names no CUDA packages"; fi
  pip_install "${requirements[@]}" || fail "pip could not install ${requirements[*]} (its message is above)"
}

install_libtorch() {
  local folder
  say "Installing torch $torch_release into build/python (200 to 600 MB, once)"
  make_environment
  pip_install --no-deps "torch==$torch_release" ||
    fail "pip could not install torch $torch_release (its message is above). Without a network, set TORCH_ROOT to a" \
      "LibTorch: the torch/ folder of a wheel, or an unpacked libtorch archive."
  folder=$(torch_of_python "$environment/bin/python")
  if is_cuda_build "$folder"; then
    if has_nvidia_driver; then
      say "This torch is a CUDA build and there is an NVIDIA driver: installing the CUDA packages (3 GB)"
      install_cuda_packages all
    else
      install_cuda_packages cpu
    fi
  elif has_nvidia_driver; then
    say "note: this torch is a CPU build, although there is an NVIDIA driver; set TORCH_ROOT to a CUDA build to use it"
  fi
  libtorch_from_environment || fail "the installed LibTorch cannot be used: ${problem:-it is not there}"
}

# Sets torch_root.
find_libtorch() { libtorch_from_variable || libtorch_from_python || libtorch_from_environment || install_libtorch; }

can_compare() { "$1" -c 'import torch, numpy, PIL, tensorboard' >/dev/null 2>&1; }

# Sets trainer_python: a Python for the live comparison with PyTorch, or empty. Only CI makes one.
find_python_with_torch() {
  local python folder
  for python in "${TRAINER_PYTHON:-}" python3 "$environment/bin/python"; do
    if [ -n "$python" ] && can_compare "$python"; then
      trainer_python=$(command -v "$python")
      return
    fi
  done
  trainer_python=
  if [ "${CI:-}" != true ]; then return; fi
  make_environment
  folder=$(torch_of_python "$environment/bin/python")
  if [ -z "$folder" ]; then
    pip_install --no-deps "torch==$torch_release" || fail "pip could not install torch $torch_release"
    folder=$(torch_of_python "$environment/bin/python")
  fi
  pip_install filelock typing_extensions sympy networkx jinja2 fsspec numpy pillow tensorboard ||
    fail "pip could not install what torch and the comparison need"
  if ! can_compare "$environment/bin/python" && is_cuda_build "$folder"; then
    say "CI compares with a running PyTorch, and a CUDA build imports only with all CUDA packages (3 GB): installing them"
    install_cuda_packages all
  fi
  can_compare "$environment/bin/python" || fail "the Python in build/python cannot import torch, which CI=true requires"
  trainer_python=$environment/bin/python
}
