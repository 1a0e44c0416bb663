"""The games, one folder each: `names()` lists them, `known(name)` asks for one, `load(name)` gives it."""
from games.registry import known, load, names, playable

__all__ = ["known", "load", "names", "playable"]
