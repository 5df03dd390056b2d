#!/usr/bin/env bash
# Sets up, builds everything with all tests in build/ci, and runs them. Ends with ctest's summary; fails when a test
# fails, or skips without standing in tests/allowed_skips.txt (with CI=true that list is shorter).
#
#   tools/test.sh [argument of ctest...]      such as -R unit.network, -L unit
#
# TORCH_ROOT         a LibTorch to use (see tools/setup.sh)
# TRAINER_TEST_DATA  a folder with larger image sets, for the tests that want real photos
# JOBS               compile jobs, if not all cores
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
if [ "${1:-}" = --help ] || [ "${1:-}" = -h ]; then
  sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 0
fi
build=$root/build/ci

"$root/tools/setup.sh" --tests --dataset >/dev/null
started=$SECONDS
configure ci >"$root/build/configure_ci.log" 2>&1 || {
  cat "$root/build/configure_ci.log" >&2
  fail "configuring failed"
}
cmake --build "$build" -j "${JOBS:-$(jobs)}"
say "built in $(elapsed "$started")"

TRAINER_PYTHON=$(cat "$root/build/trainer_python")
if [ -n "$TRAINER_PYTHON" ]; then export TRAINER_PYTHON; else unset TRAINER_PYTHON; fi

# One log a run: the check below reads which tests were skipped in it.
report=$build/test_report.xml
rm -f "$report" "$build/Testing/Temporary/LastTest.log"
status=0
(cd "$build" && ctest --output-on-failure --no-tests=error -j "$(nproc)" --output-junit "$report" "$@") || status=$?
python3 "$root/tools/check_skips.py" --list "$root/tests/allowed_skips.txt" --report "$report" \
  --log "$build/Testing/Temporary/LastTest.log" || status=1
exit "$status"
