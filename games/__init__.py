"""The games: one folder each, found by the registry. `names()` lists them, `load(name)` gives one."""
from games.registry import load, names

__all__ = ["load", "names"]
