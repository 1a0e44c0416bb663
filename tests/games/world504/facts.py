"""What is known of all 504 worlds from another source than our rules: tests/data/504-worlds.json."""
import json
from functools import cache
from pathlib import Path
from typing import Any


@cache
def facts() -> dict[str, dict[str, Any]]:
    """The facts of each world by its name."""
    found: dict[str, dict[str, Any]] = json.loads((Path(__file__).parents[2] / "data/504-worlds.json").read_text())
    return found
