"""Our side of one measurement as a process of its own, for callgrind to watch: it imports no more than it needs."""
from __future__ import annotations

import json
import sys

from bench.peers import ours
from games.registry import load


def answer() -> None:
    """Do what each line of standard input asks for."""
    for line in sys.stdin:
        asked = json.loads(line)
        state = load(asked["game"]).notation.position_from_json(asked["position"])
        ours.seconds(asked["work"], state, asked["count"], asked["exploration"], asked["seed"])
