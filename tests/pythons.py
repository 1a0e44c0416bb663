"""Other Pythons that are promised, as far as they are at hand."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHON = "Programming Language :: Python :: "
PROMISED = [each.removeprefix(PYTHON) for each in PROJECT["classifiers"] if each.startswith(f"{PYTHON}3.")]


@cache
def at_hand() -> dict[str, str]:
    """By version the interpreters with headers, on the path or among those of pyenv, but for the one that runs this."""
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = {version: interpreter(version) for version in PROMISED if version != own}
    return {version: path for version, path in found.items() if path}


def interpreter(version: str) -> str | None:
    """One of this version."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    there = [*sorted(map(str, pyenv.glob(f"{version}.*/bin/python")), reverse=True), shutil.which(f"python{version}")]
    ask = "import sys, sysconfig; print(*sys.version_info[:2], sep='.'); print(sysconfig.get_path('include'))"
    for each in filter(None, there):
        told = subprocess.run([each, "-c", ask], capture_output=True, text=True).stdout.splitlines()
        if len(told) == 2 and told[0] == version and (Path(told[1]) / "Python.h").is_file():
            return each
    return None
