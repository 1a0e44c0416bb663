"""Whether the lower bounds of pyproject.toml install and work: an environment of these versions, and a smoke test.

Each requirement of the program and of its extra `service` is installed at its lower bound, beside a wheel of this tree.
Then every kind of command runs once. `--python` names another interpreter, and `--newest` takes the newest versions in
place of the lowest: so a wheel is tried on a Python that the suite does not run on.
"""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from games.api import InputError

ROOT = Path(__file__).resolve().parents[2]
BOUND = re.compile(r"(?P<name>[\w.-]+)(?P<extra>\[\w+\])?>=(?P<version>[\d.]+)")
SMOKE = (
    ("games",),
    ("new", "burgundy", "--seed", "1"),
    ("show", "{examples}/orleans-midgame.json"),
    ("moves", "{examples}/world504-618.json"),
    ("suggest", "{examples}/burgundy-midgame.json", "--simulations", "200", "--svg", "board.svg"),
    ("review", "{examples}/burgundy-game.jsonl", "--simulations", "2"),
    ("match", "pig", "--agent", "greedy", "--agent", "random", "--games", "10"),
    ("simulate", "burgundy", "--games", "10", "--agent", "greedy", "--jobs", "2", "--out", "run"),
    ("report", "run"),
    ("balance", "catan_cards", "--items", "seats", "--agent", "greedy", "--games", "40", "--out", "seats"),
    ("report", "seats"),
    ("serve", "--help"),
)
SERVE = """
from fastapi.testclient import TestClient
from service.app import create_app
from service.settings import Settings
with TestClient(create_app(Settings(database="sqlite:///smoke.db")), base_url="http://localhost") as client:
    assert client.get("/healthz").status_code == 200
    assert client.get("/").status_code == 200
    asked = {"game": "pig", "players": [{"kind": "person"}, {"kind": "open"}], "key": "a key that nobody has"}
    made = client.post("/api/v1/tables", json=asked)
    assert made.status_code in (200, 201), made.text
"""


def pinned(project: dict[str, object], extras: Sequence[str]) -> list[str]:
    """The requirements of the program and these extras, each at its lower bound. Raises InputError for one without."""
    optional = project["optional-dependencies"]
    assert isinstance(optional, dict)
    wanted = [*project["dependencies"], *(each for extra in extras for each in optional[extra])]    # type: ignore[misc]
    found = []
    for each in wanted:
        bound = BOUND.fullmatch(each)
        if bound is None:
            raise InputError(f"pyproject.toml: found {each!r}, expected NAME>=VERSION")
        found.append(f"{bound['name']}{bound['extra'] or ''}=={bound['version']}")
    return found


def call(*words: str | Path, cwd: Path | None = None) -> None:
    """Run a program; what it prints is shown only where it fails, and then an InputError is raised."""
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True,
                          env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"})
    if done.returncode:
        raise InputError(f"{' '.join(map(str, words))}: ended with status {done.returncode}\n{done.stdout[-2000:]}"
                         f"{done.stderr[-4000:]}")


def run(python: Annotated[str, typer.Option(help="The interpreter.")] = sys.executable,
        newest: Annotated[bool, typer.Option("--newest", help="The newest versions, not the lowest.")] = False,
        keep: Annotated[Path, typer.Option(help="Folder of the environment; made anew.")] = ROOT / "build" / "bounds",
        ) -> None:
    """Install at the lower bounds and run every kind of command once."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = pinned(project, ["service"])
    shutil.rmtree(keep, ignore_errors=True)
    call(python, "-m", "venv", keep / "venv")
    own = keep / "venv" / "bin"
    call(own / "python", "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", keep / "dist", ROOT)
    (wheel,) = (keep / "dist").glob("*.whl")
    if newest:
        call(own / "python", "-m", "pip", "install", "--quiet", f"{wheel}[service]", "httpx")
    else:
        call(own / "python", "-m", "pip", "install", "--quiet", wheel, *wanted, "httpx==0.27.0")
    call(own / "python", "-m", "pip", "check")
    work = keep / "work"
    work.mkdir()
    for words in SMOKE:
        call(own / "ludosoph", *(word.format(examples=ROOT / "examples") for word in words), cwd=work)
    call(own / "python", "-c", SERVE, cwd=work)
    version = subprocess.run([own / "python", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"{version}: {len(SMOKE)} commands and the service work with "
          f"{'the newest versions' if newest else ', '.join(wanted)}")
