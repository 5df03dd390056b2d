#!/usr/bin/env bash
# Builds unit tests under sanitizers and runs them.
#
#   tools/sanitize.sh asan|tsan [FOLDER...]
#     asan     address and undefined-behaviour sanitizers
#     tsan     thread sanitizer
#     FOLDER   of tests/unit (default: those of the input pipeline, which need no LibTorch)
#
# TORCH_ROOT         a LibTorch to use (see tools/setup.sh)
# TRAINER_TEST_DATA  a folder with larger image sets, for the tests that want real photos
# JOBS               compile jobs, if not all cores
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

preset=${1:-}
case $preset in
  asan | tsan) shift ;;
  -h | --help)
    sed -n '2,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  *) fail "expected asan or tsan, got '$preset'; see tools/sanitize.sh --help" ;;
esac
folders=("$@")
if [ ${#folders[@]} -eq 0 ]; then folders=(decode transforms loader data_sources data_check resident); fi
for folder in "${folders[@]}"; do
  [ -f "$root/tests/unit/$folder/CMakeLists.txt" ] || fail "tests/unit/$folder is no folder with tests"
done

"$root/tools/setup.sh" --tests >/dev/null
configure "$preset" >"$root/build/configure_$preset.log" 2>&1 || {
  cat "$root/build/configure_$preset.log" >&2
  fail "configuring failed"
}
compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$root/build/$preset/CMakeCache.txt")
if [ "$preset" = asan ]; then sanitizer=address,undefined; else sanitizer=thread; fi
links_with "$compiler" "-fsanitize=$sanitizer" ||
  fail "$compiler has no sanitizers (clang: package libclang-rt-dev; g++: libasan8, libubsan1 and libtsan2)"
cmake --build "$root/build/$preset" -j "${JOBS:-$(jobs)}" --target "${folders[@]/#/unit_tests_of_}"
pattern=$(IFS='|' && printf '%s' "${folders[*]}")
cd "$root"
# One after the other: what a sanitizer says then stands by the test that it is about.
ctest --preset "$preset" -L "^($pattern)\$"
