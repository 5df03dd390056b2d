#!/usr/bin/env bash
# Formats the C++ files with clang-format and .clang-format; with --check it only names those that differ, and exits 1.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
have clang-format || fail "clang-format is not there (package clang-format)"
mode=(-i)
if [ "${1:-}" = --check ]; then mode=(--dry-run --Werror); fi
cd "$root"
find include src tests tools \( -name '*.h' -o -name '*.cpp' \) -print0 | xargs -0 clang-format "${mode[@]}"
