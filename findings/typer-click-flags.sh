#!/usr/bin/env bash
# typer 0.12.5 with click 8.5.1 (Python 3.11): flags, and with them all commands that have one, do not work.
#
# typer 0.12.5 asks for click 8.0.0 or newer, so pip installs the pair without a word, and `pip check` finds no fault. A
# command whose function has a `bool` cannot be called at all, not even with --help. typer 0.16.1 works with this click, and
# typer 0.12.5 with click 8.1.7: a lower bound of typer that was right once is not right any more.
#
# Seen: "TypeError: Secondary flag is not valid for non-boolean flag."; with click 8.1.7 the help is printed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
cat > go.py <<'PY'
import typer

app = typer.Typer()


@app.command()
def go(loud: bool = False) -> None:
    print("loud" if loud else "quiet")


app()
PY
venv/bin/python -m pip install --quiet typer==0.12.5 click==8.5.1
venv/bin/python -m pip check
if venv/bin/python go.py --help > log 2>&1; then echo "--help works with click 8.5.1"; exit 1; fi
tail -n 1 log
grep -q "TypeError: Secondary flag is not valid for non-boolean flag" log
venv/bin/python -m pip install --quiet click==8.1.7
venv/bin/python go.py --loud
[ "$(venv/bin/python go.py --loud)" = loud ]
venv/bin/python -m pip install --quiet typer==0.16.1 click==8.5.1
[ "$(venv/bin/python go.py --loud)" = loud ]
