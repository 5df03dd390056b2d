#!/bin/sh
# images.sh PROGRAM: Pillow's pixels here and now against ours. The Python is $TRAINER_PYTHON, else python3; without Pillow
# in it the test is skipped (77). Photos are taken from $TRAINER_TEST_DATA where it is set.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
photos=${TRAINER_TEST_DATA:+$TRAINER_TEST_DATA/clothing-small}
exec "${TRAINER_PYTHON:-python3}" -W ignore "$here/compare_images.py" "$1" ${photos:+"$photos"}
