"""What a table of measurements must say of its run: when, on what, with which versions."""
from __future__ import annotations

import os
import platform
import subprocess
import tomllib
from datetime import UTC, datetime
from pathlib import Path

from bench.peers.environment import ROOT
from games.api import InputError


def processor() -> str:
    """The processor's name and how many cores there are."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.processor() or platform.machine()}, {os.cpu_count()} cores"


def our_version() -> str:
    """The version of this source tree, with its commit where git knows it; `+` where files differ from that."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    try:
        commit = subprocess.run(["git", "describe", "--always", "--exclude=*", "--dirty=+"], cwd=ROOT,
                                capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return str(project["version"])
    return f"{project['version']} at {commit}"


def earlier(other: Path) -> str:
    """The commit of another version's tree, which has to be one. Raises InputError."""
    if not (other / "cli.py").is_file():
        raise InputError(f"OTHER: found {other}, expected the folder of another version, which has a cli.py")
    commit = subprocess.run(["git", "describe", "--always", "--exclude=*"], cwd=other, capture_output=True, text=True)
    return commit.stdout.strip() or "unknown"


def facts(**more: str) -> dict[str, str]:
    """Date from the clock, processor and versions, and what else is given."""
    return {"date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"), "processor": processor(),
            "python": platform.python_version(), "ludosoph": our_version(), **more}
