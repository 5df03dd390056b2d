#!/bin/sh
# augmentations_live.sh TEST GENERATOR: our augmentations against what Pillow, and torchvision where it imports, make of
# 200 random images with random parameters for each operation.
# The Python is $TRAINER_PYTHON, else python3. Without numpy and Pillow 13 in it the test is skipped (77), in CI (CI=true) failed.
set -eu
test=$1
generator=$2
python=${TRAINER_PYTHON:-python3}

if ! "$python" -c 'import numpy, PIL; assert int(PIL.__version__.split(".")[0]) >= 13, PIL.__version__' 2>/dev/null; then
  echo "$python cannot import numpy and Pillow 13 or newer; TRAINER_PYTHON names another Python"
  if [ "${CI:-}" = true ]; then exit 1; fi
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" "$generator" "$folder/pillow.bin" --random 200
TRAINER_AUGMENT_FIXTURES="$folder/pillow.bin" "$test" --gtest_filter='Augmentations.*'
if "$python" -W ignore "$generator" "$folder/torchvision.bin" --random 200 --torchvision 2>"$folder/reason"; then
  TRAINER_AUGMENT_FIXTURES="$folder/torchvision.bin" "$test" --gtest_filter='Augmentations.*'
elif grep -q "No module named 'torch" "$folder/reason"; then
  echo "$python has no torchvision: compared with Pillow alone"
else
  cat "$folder/reason"
  exit 1
fi
