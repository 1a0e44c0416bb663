"""What is known of all 504 worlds from another source than our rules: tests/data/504-worlds.json.gz."""
import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

SOMETIMES = {"privileges", "startMoneyErrata"}      # fields that a world without such a thing does not have


@cache
def facts() -> dict[str, dict[str, Any]]:
    """The facts of each world by its name. The file names the fields once, and has a row of values a world."""
    found = json.loads(gzip.decompress((Path(__file__).parents[2] / "data/504-worlds.json.gz").read_bytes()))
    return {world: {name: value for name, value in zip(found["fields"], row, strict=True)
                    if value is not None or name not in SOMETIMES} for world, row in found["worlds"].items()}
