#!/bin/sh
# live.sh COMPARER: what PyTorch computes here and now against what we compute, and our optimizer files loaded by it.
# The Python is $TRAINER_PYTHON, else python3. Without torch in it the test is skipped (77), in CI (CI=true) failed.
set -eu
comparer=$1
here=$(cd "$(dirname "$0")" && pwd)
python=${TRAINER_PYTHON:-python3}

if ! "$python" -c 'import torch' 2>/dev/null; then
  echo "$python cannot import torch; TRAINER_PYTHON names another Python"
  if [ "${CI:-}" = true ]; then exit 1; fi
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/states"
"$python" -W ignore "$here/make_fixtures.py" "$folder/fixtures"
"$comparer" "$folder/fixtures" "$folder/states"
"$python" -W ignore "$here/make_fixtures.py" --states "$folder/states"
