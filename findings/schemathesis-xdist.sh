#!/usr/bin/env bash
# schemathesis 4.32.5 with pytest 9.2.0 and pytest-xdist 3.8.0 (Python 3.11): operations that are never asked.
#
# A function under `schema.parametrize()` becomes a test for each operation of the schema, and with this pytest all of
# them have one id (`test_api.py::test_operation`). pytest-xdist hands whole groups of tests to its workers by their ids,
# so with --dist loadfile, loadscope or loadgroup one test of the eight runs. The run says "1 passed" and status 0.
# With --dist load, the default, all eight run.
#
# Seen: alone: 8 asked; load: 8; loadfile: 1; loadscope: 1; loadgroup: 1; every run ends with status 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet schemathesis==4.32.5 pytest==9.2.0 pytest-xdist==3.8.0
cat > test_api.py <<'PY'
from pathlib import Path

import schemathesis

ANSWER = {"responses": {"200": {"description": "fine"}}}
SCHEMA = schemathesis.openapi.from_dict({
    "openapi": "3.0.0", "info": {"title": "eight operations", "version": "1"},
    "paths": {f"/{name}": {"get": ANSWER} for name in "abcdefgh"}})


@SCHEMA.parametrize()
def test_operation(case):
    Path("asked", case.path[1:]).touch()
PY
asked() {
    rm -rf asked; mkdir asked
    venv/bin/python -m pytest -q -p no:cacheprovider "$@" test_api.py > log || { cat log; exit 1; }
    ls asked | wc -l
}
found="alone: $(asked); load: $(asked -n 2 --dist load); loadfile: $(asked -n 2 --dist loadfile)"
found+="; loadscope: $(asked -n 2 --dist loadscope); loadgroup: $(asked -n 2 --dist loadgroup)"
echo "operations asked of 8: $found"
[ "$found" = "alone: 8; load: 8; loadfile: 1; loadscope: 1; loadgroup: 1" ]
