"""An environment of the peers' own, so that what they need never meets what we need."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ENVIRONMENT = ROOT / "build" / "peers" / "venv"


def peer_python(package: str = "open_spiel", module: str = "pyspiel") -> Path:
    """The interpreter of an environment that has `package`; made and installed on the first call.

    Raises RuntimeError with the last lines of what the installer said.
    """
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        print(f"making {ENVIRONMENT.relative_to(ROOT)}", file=sys.stderr)
        _run([sys.executable, "-m", "venv", str(ENVIRONMENT)])
    if subprocess.run([str(python), "-c", f"import {module}"], capture_output=True).returncode:
        print(f"installing {package} there", file=sys.stderr)
        _run([str(python), "-m", "pip", "install", "--quiet", package])
    return python


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-3:])
        raise RuntimeError(f"{' '.join(command[-4:])} failed:\n{last}")
