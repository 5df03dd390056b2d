#!/usr/bin/env bash
# Build times without ccache: program and library from scratch (target 6 min), and a one-line change in a tensor source
# with its tests built and run (target 45 s). Works on a copy of the tree, so that nothing here changes. Exit codes: 0 met,
# 1 missed, 2 not measured.
# usage: build_times.sh TORCH_ROOT [JOBS]
set -euo pipefail
# shellcheck source=tools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
[ $# -ge 1 ] && [ -d "$1" ] || fail "usage: build_times.sh TORCH_ROOT [JOBS]"
torch_root=$1
jobs=${2:-$(jobs)}
export CCACHE_DISABLE=1
source_file=src/optim/sgd.cpp
test_target=unit_optim

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$root" && git ls-files -z | xargs -0 cp --parents -t "$work")
compiler=()
if have clang++; then compiler=(-DCMAKE_CXX_COMPILER=clang++); fi
status=0
report() { # name seconds target
  local verdict=met
  if [ "$2" -ge "$3" ]; then
    verdict=MISSED
    status=1
  fi
  printf '  %-44s %5d s   target < %d s: %s\n' "$1" "$2" "$3" "$verdict"
}

echo "build times with $jobs jobs (load at the start $(cut -d' ' -f1 /proc/loadavg))"
log=$work/build.log
build() { # seconds of the given command, its output in the log
  local start=$SECONDS
  "$@" >>"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    fail "the build failed"
  }
  seconds=$((SECONDS - start))
}
build cmake -S "$work" -B "$work/build" -G Ninja "${compiler[@]}" -DTORCH_ROOT="$torch_root" -DCMAKE_BUILD_TYPE=Release
build ninja -C "$work/build" -j "$jobs" trainer trainer_cli trainer_run
report "program and library from scratch" "$seconds" 360
build ninja -C "$work/build" -j "$jobs" "$test_target"
echo "// one line more" >>"$work/$source_file"
start=$SECONDS
build ninja -C "$work/build" -j "$jobs" trainer_cli trainer_run "$test_target"
build ctest --test-dir "$work/build" -R "^${test_target/unit_/unit.}\$" --no-tests=error
report "one line in $source_file and $test_target" "$((SECONDS - start))" 45
exit "$status"
