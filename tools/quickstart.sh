#!/usr/bin/env bash
# From a fresh machine to a trained classifier: installs what is missing, builds the program, trains a small network on
# Fashion-MNIST (60,000 images of clothes), tests it on 10,000 others and classifies a few.
#
#   tools/quickstart.sh [FOLDER]     FOLDER (or FASHION_MNIST_DIR) holds the four IDX files of Fashion-MNIST; not needed
#                                    on Debian and Ubuntu, where the package dataset-fashion-mnist has them
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
if [ "${1:-}" = --help ] || [ "${1:-}" = -h ]; then
  sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 0
fi
if [ $# -gt 1 ]; then fail "one argument at most: the folder with the four IDX files"; fi

packaged=/usr/share/datasets/fashion-mnist
images=${1:-${FASHION_MNIST_DIR:-}}
if [ -n "$images" ]; then
  [ -d "$images" ] || fail "$images is no folder; it should hold the four IDX files of Fashion-MNIST"
  images=$(cd "$images" && pwd)
fi
cd "$root"

step() { say "" && say "== $*"; }
started=$SECONDS

step "1/5 What is needed: packages and LibTorch"
if [ -n "$images" ]; then tools/setup.sh >/dev/null; else tools/setup.sh --dataset >/dev/null; fi
images=${images:-$packaged}
for part in train-images-idx3 train-labels-idx1 t10k-images-idx3 t10k-labels-idx1; do
  if ! compgen -G "$images/$part-ubyte*" >/dev/null && ! compgen -G "$images/${part/-idx/.idx}-ubyte*" >/dev/null; then
    fail "$images has no $part-ubyte or $part-ubyte.gz. Give the folder with the four IDX files of Fashion-MNIST" \
      "(github.com/zalandoresearch/fashion-mnist) as argument."
  fi
done
export FASHION_MNIST_DIR=$images
setup_time=$(elapsed "$started")

step "2/5 Building the program"
mark=$SECONDS
configure release >build/configure_release.log 2>&1 || {
  cat build/configure_release.log >&2
  fail "configuring failed"
}
cmake --build build/release -j "${JOBS:-$(jobs)}" --target trainer_cli trainer_run
build_time=$(elapsed "$mark")
trainer=build/release/bin/trainer

step "3/5 Training (configs/quickstart.yaml): Ctrl-C stops it, the same command goes on"
mark=$SECONDS
earlier=runs/quickstart/config.yaml
if [ -f "$earlier" ] && [ -n "$("$trainer" config diff "$earlier" configs/quickstart.yaml 2>&1)" ]; then
  aside=runs/quickstart-$(date -r "$earlier" +%Y%m%d-%H%M%S)
  mv runs/quickstart "$aside"
  say "runs/quickstart was trained by another recipe or from other files: it is $aside now."
fi
"$trainer" --config configs/quickstart.yaml
train_time=$(elapsed "$mark")

step "4/5 Testing on the 10,000 images that it has not seen"
"$trainer" evaluate --checkpoint runs/quickstart --split test

step "5/5 Classifying some of them (the folder build/quickstart has them as PNG)"
rm -rf build/quickstart
"$trainer" data preview --config configs/quickstart.yaml --split test --count 8 --output build/quickstart >&2
awk -F, 'NR > 1 { print "build/quickstart/" $1 }' build/quickstart/index.csv |
  xargs "$trainer" predict --checkpoint runs/quickstart --top-k 2
say "What they really are:"
awk -F, 'NR > 1 { printf "  %s: %s\n", $1, $4 }' build/quickstart/index.csv >&2

say ""
say "Done in $(elapsed "$started"): set-up $setup_time, build $build_time, training $train_time."
cat <<TEXT

Next, your own photos:
  1. One folder a class: photos/train/cat/1.jpg, photos/train/dog/2.jpg, ...; others the same way in photos/validation
  2. Copy the ten lines of photos.yaml from README.md ("Your own photos in five minutes")
  3. See what the network will see:  $trainer data preview --config photos.yaml --output preview
  4. Train, then measure:            $trainer --config photos.yaml && $trainer evaluate --checkpoint runs/photos --split val
  5. Use it:                         $trainer predict --checkpoint runs/photos some.jpg
TEXT
