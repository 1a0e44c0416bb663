"""How this game is searched, found by measuring. Data, no logic.

SEARCH: settings of the search (mcts/params.py); README.md tells what the model and less exploration bought.
"""
from typing import Any

SEARCH: dict[str, Any] = {"model": "own", "policy": "uct", "exploration": 0.2}
