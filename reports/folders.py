"""Whether a folder is one of a run: told before all that reads runs is loaded, which takes seconds."""
from __future__ import annotations

from pathlib import Path

from games.api import InputError

MANIFEST = "manifest.json"


def check_run_folder(path: Path) -> None:
    """Raises InputError for a folder without a manifest."""
    if not (path / MANIFEST).is_file():
        what = "is no run" if path.exists() else "does not exist"
        raise InputError(f"{path}: {what}; expected a folder with {MANIFEST}, as simulate writes")
