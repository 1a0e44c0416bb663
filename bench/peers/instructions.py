"""Instructions of one simulation or playout on each side, by callgrind.

A process is counted twice, doing its work once and doing it some more times, and the difference is that of the work
alone. The start of a Python program is not the same to the instruction every time (it varied by four million of eight
hundred), so our small pieces of work are repeated until that does not matter.
"""
from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from bench.peers.callgrind import CallgrindError, collected, per_piece
from bench.peers.environment import peer_python
from bench.peers.subject import WORKS, Subject
from bench.peers.table import OURS, PEER, PLAIN_C
from bench.peers.worker import OPENSPIEL
from bench.peers.yardsticks import for_callgrind
from games.registry import load

Counts = dict[tuple[str, str, str], dict[str, float]]      # (game, position, work) to instructions by side

MOST_PIECES = 20_000            # simulations or playouts of one request: valgrind is some fifty times slower
MORE = {OURS: 10, PEER: 1}      # times that the work is repeated


def count_instructions(subjects: Sequence[Subject], counts: Counts) -> bool:
    """Fill `counts` for these subjects. Returns whether all was counted; False after Ctrl-C.

    A side that callgrind cannot run is left out, and standard error says why.
    """
    try:
        for subject, work in product(subjects, WORKS):
            found = counts.setdefault((subject.pairing.name, subject.label, work), {})
            for side, count_once in sides(subject, work).items():
                print(f"callgrind: {subject.pairing.name}, {work}, {side}", file=sys.stderr)
                try:
                    found[side] = count_once()
                except CallgrindError as error:
                    print(error, file=sys.stderr)
    except KeyboardInterrupt:
        return False
    return True


def sides(subject: Subject, work: str) -> dict[str, Callable[[], float]]:
    """By side, what counts the instructions of one piece of this work."""
    game, count = load(subject.pairing.name), min(subject.count, MOST_PIECES)
    position = game.notation.position_to_json(subject.state)
    ours = {"game": game.name, "position": position, "work": work, "count": count,
            "exploration": subject.exploration, "seed": subject.seed}
    found: dict[str, Callable[[], float]] = {
        OURS: lambda: asked([sys.executable, "-m", "bench.peers.once"], ours, count, MORE[OURS]),
        PEER: lambda: asked([str(peer_python()), str(OPENSPIEL)], subject.request(work, count), count, MORE[PEER])}
    if subject.plain_c(work, count) is not None:
        found[PLAIN_C] = lambda: plain_c(subject, work, count)
    return found


def asked(command: Sequence[str], request: dict[str, Any], count: int, more: int) -> float:
    """Of a process that does what each line of standard input says: the line once, and `more` times again."""
    line = json.dumps(request) + "\n"
    return per_piece(lambda times: collected(command, line * times), more, count)


def plain_c(subject: Subject, work: str, count: int) -> float:
    """Of a yardstick: what a whole run takes, less a run of a single piece."""
    def whole(pieces: int) -> int:
        _, *arguments = subject.plain_c(work, pieces) or []
        return collected([str(for_callgrind(subject.pairing.name)), *arguments])

    return (whole(count) - whole(1)) / (count - 1)
