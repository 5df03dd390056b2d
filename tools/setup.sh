#!/usr/bin/env bash
# Makes a machine ready to build: packages (Debian 12, Ubuntu 24.04) and LibTorch. Installs only what is missing, and
# needs no network when nothing is.
#
#   tools/setup.sh [--tests] [--dataset]
#     --tests     also what the tests need; with CI=true also a Python that can import torch
#     --dataset   also Fashion-MNIST, where the distribution has it
#
# TORCH_ROOT   a LibTorch to use: a folder with include/ and lib/
# Writes build/torch_root (the folder of LibTorch) and, with --tests, build/trainer_python (a Python that imports
# torch, or an empty line). Exit code 2: something is missing that it cannot install; it says what.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
. "$root/tools/setup/packages.sh"
. "$root/tools/setup/libtorch.sh"

tests=false dataset=false
for argument in "$@"; do
  case $argument in
    --tests) tests=true ;;
    --dataset) dataset=true ;;
    -h | --help)
      sed -n '2,12s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    *) fail "unknown argument '$argument'; see tools/setup.sh --help" ;;
  esac
done

mkdir -p "$root/build"
find_missing_packages
install_missing_packages
find_libtorch
printf '%s\n' "$torch_root" >"$root/build/torch_root"
if $tests; then
  find_python_with_torch
  printf '%s\n' "$trainer_python" >"$root/build/trainer_python"
  say "Python for live comparison: ${trainer_python:-none (not needed outside CI)}"
fi
say "LibTorch $(torch_version "$torch_root") in $torch_root"
printf 'TORCH_ROOT=%s\n' "$torch_root"
