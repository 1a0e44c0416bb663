"""What a command loads: nothing heavy that it does not use, and no game but the one it is asked for."""
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HEAVY = ("asyncio", "concurrent.futures", "distributed", "fastapi", "http.client", "importlib.metadata",
         "importlib.resources", "joblib", "matplotlib", "numpy", "numpy.f2py", "numpy.ma", "numpy.random",
         "numpy.typing", "pandas", "pyarrow", "pydantic", "rich._emoji_codes", "rich.progress", "scipy",
         "sqlalchemy", "tomllib", "typer", "xml")
SEARCH = {"numpy"}
# most of it by joblib
MATCH = {*SEARCH, "asyncio", "concurrent.futures", "importlib.metadata", "importlib.resources", "joblib"}
COMMANDS = {        # what is typed, and what of HEAVY it loads
    "--help": set(),
    "show --help": set(),
    "games burgundy": set(),
    "rules world504 --option world=617": set(),
    "new catan_cards": set(),
    "show examples/burgundy-midgame.json": set(),
    "show examples/catan-cards-view.json": set(),
    "show examples/burgundy-midgame.json --json": set(),
    "moves examples/burgundy-midgame.json": set(),
    "apply examples/pig-endgame.json roll": set(),
    "replay examples/burgundy-game.jsonl": set(),
    "follow --resume no-such-file": SEARCH,
    "suggest examples/burgundy-midgame.json --simulations 1": SEARCH,
    "match pig --agent greedy --agent random --games 2": MATCH,
}
REFUSED = (         # before anything is loaded
    "merge run1 run2", "report no-such-run", "calibrate pig --out README.md",
    *(f"{command} --out README.md" for command in (
        "atlas world504", "balance pig", "check pig", "compare run1 run2", "merge run1 run2", "simulate pig",
        "tournament pig")), "strategy pig --out README.md/in-a-file")
# each command in a fork of one interpreter, which has loaded the door alone
SCRIPT = """
import json, os, sys
import cli
commands, heavy = json.loads(sys.argv[1])
for command in commands:
    reading, writing = os.pipe()
    if not os.fork():
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        try:
            cli.main(command.split())
        except SystemExit:
            pass
        games = {name.split(".")[1] for name in sys.modules if name.startswith("games.") and name.endswith(".state")}
        os.write(writing, json.dumps([[name for name in heavy if name in sys.modules], sorted(games)]).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        print(told.read())
    os.wait()
"""


@pytest.fixture(scope="module")
def loaded():
    """By command: what of HEAVY it loads, and which games."""
    commands = [*COMMANDS, *REFUSED]
    done = subprocess.run([sys.executable, "-c", SCRIPT, json.dumps([commands, HEAVY])], cwd=ROOT, text=True,
                          capture_output=True, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True)
    return dict(zip(commands, map(json.loads, done.stdout.splitlines()), strict=True))


def test_a_command_loads_nothing_heavy_that_it_does_not_use(loaded):
    assert {command: set(heavy) for command, (heavy, _) in loaded.items()} == COMMANDS | {
        command: set() for command in REFUSED}


def test_a_command_loads_only_the_game_it_is_asked_for(loaded):
    named = {command: {game for game in ("burgundy", "catan_cards", "pig", "world504")
                       if game in command.replace("-", "_")} for command in COMMANDS if "help" not in command}
    assert {command: set(loaded[command][1]) for command in named} == named
