#!/usr/bin/env bash
# Feeds the readers of foreign files with mutated ones, under the address and undefined-behaviour sanitizers. Ends with
# 1 at the first finding and says which file it is.
#
#   tools/fuzz.sh [--seconds N] [--coverage] [TARGET...]
#     --seconds N   how long each target runs (default 60); 0 only goes through the files that are there
#     --coverage    then says which share of the decoder and of the transforms the corpus reaches
#     TARGET        image_pipeline, decode, image_packer, tar, packed, pt or yaml (default: all)
#
# Files go to build/fuzz: corpus/TARGET grows from run to run, findings/TARGET holds what broke something. Needs clang.
# TORCH_ROOT   a LibTorch to use (see tools/setup.sh)
# JOBS         compile jobs, if not all cores
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

all=(image_pipeline decode image_packer tar packed pt yaml)
seconds=60 coverage=false targets=()
while [ $# -gt 0 ]; do
  case $1 in
    --seconds)
      [ $# -gt 1 ] || fail "--seconds needs a number"
      seconds=$2
      shift
      ;;
    --coverage) coverage=true ;;
    -h | --help)
      sed -n '2,12s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    -*) fail "unknown option '$1'; see tools/fuzz.sh --help" ;;
    *)
      [[ " ${all[*]} " == *" $1 "* ]] || fail "unknown target '$1'; expected one of: ${all[*]}"
      targets+=("$1")
      ;;
  esac
  shift
done
[[ $seconds =~ ^[0-9]+$ ]] || fail "--seconds: expected a whole number, got '$seconds'"
if [ ${#targets[@]} -eq 0 ]; then targets=("${all[@]}"); fi
have clang++ || fail "clang++ is not there (package clang): libFuzzer is a part of it"
links_with clang++ -fsanitize=address,undefined -fprofile-instr-generate ||
  fail "clang++ has no sanitizers (package libclang-rt-dev, or libclang-rt-14-dev of its own version)"
if $coverage; then
  have llvm-cov && have llvm-profdata || fail "llvm-cov and llvm-profdata are not there (package llvm)"
fi

build() {
  configure fuzz >"$root/build/configure_fuzz.log" 2>&1 || {
    cat "$root/build/configure_fuzz.log" >&2
    fail "configuring failed"
  }
  cmake --build "$folder" -j "${JOBS:-$(jobs)}" --target "${targets[@]/#/fuzz_}" >&2
}

# The greatest allocation is far above what the limit on pixels lets a target ask for, and the longest run of one input
# above what the slowest takes: a file that gets beyond is a finding.
fuzz() {
  local target=$1 corpus=$folder/corpus/$1 findings=$folder/findings/$1 limit=()
  mkdir -p "$corpus" "$findings"
  python3 "$root/tests/fuzz/make_seeds.py" "$target" "$folder/seeds/$target"
  if [ "$seconds" -eq 0 ]; then limit=(-runs=0); else limit=("-max_total_time=$seconds"); fi
  say "== fuzz_$target, $seconds s"
  "$folder/tests/bin/fuzz_$target" "${limit[@]}" -max_len=20000 -timeout=20 -rss_limit_mb=2048 -malloc_limit_mb=256 \
    -print_final_stats=1 "-artifact_prefix=$findings/" "$corpus" "$folder/seeds/$target" >"$findings/log.txt" 2>&1 || {
    tail -n 60 "$findings/log.txt" >&2
    say "A finding of fuzz_$target. Repeat it with: $folder/tests/bin/fuzz_$target FILE, the file named above."
    exit 1
  }
  grep -E '(DONE|stat::number_of_executed_units|stat::peak_rss_mb)' "$findings/log.txt" | tail -n 3 >&2
}

# Which lines and regions of the sources of images the corpora of all targets reach.
report_coverage() {
  local bin=$folder/tests/bin profiles=$folder/profiles objects=()
  rm -rf "$profiles"
  mkdir -p "$profiles"
  for target in "${targets[@]}"; do
    LLVM_PROFILE_FILE=$profiles/$target.profraw "$bin/fuzz_$target" -runs=0 "$folder/corpus/$target" \
      "$folder/seeds/$target" >/dev/null 2>&1
    objects+=(-object "$bin/fuzz_$target")
  done
  llvm-profdata merge -sparse "$profiles"/*.profraw -o "$profiles/all.profdata"
  llvm-cov export -summary-only "${objects[@]:1}" "-instr-profile=$profiles/all.profdata" >"$profiles/summary.json"
  for sources in src/data/decode src/data/transforms; do
    python3 "$root/tools/coverage_table.py" "$sources" <"$profiles/summary.json"
  done
}

"$root/tools/setup.sh" --tests >/dev/null
folder=$root/build/fuzz
build
export LLVM_PROFILE_FILE=/dev/null
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
export UBSAN_OPTIONS=print_stacktrace=1
for target in "${targets[@]}"; do fuzz "$target"; done
if $coverage; then report_coverage; fi
