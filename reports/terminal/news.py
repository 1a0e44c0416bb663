"""What happened at a table, told in short lines as one seat may know it."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.text import Text

from games.records import Event
from mcts.told import HIDDEN
from reports.terminal.layout import Paragraph

BETWEEN = "; "          # stands between the moves of a seat
APART = " | "           # stands between the seats where all is told without breaks
MORE = " ... (w: all)"  # ends what was cut off


def told(events: Sequence[Event], person: int) -> list[str]:
    """One text for all that a seat does in a row, or that luck draws in a row."""
    texts = []
    for (who, name), group in groupby(events, key=lambda event: (event.seat, event.who)):
        moves = [event.move for event in group]
        if who is None:
            texts.append(f"drawn: {_draws(moves)}")
        else:
            name = "you" + name.removeprefix(f"seat {who}") if who == person else name
            texts.append(f"{name}: {BETWEEN.join(moves)}")
    return texts


def lines(events: Sequence[Event], person: int, width: int, most: int | None = None) -> list[Text]:
    """What was told in lines of that width; where it is more than `most`, without breaks, and cut off at last.

    What luck drew unseen is left out there.
    """
    spread = _folded(told(events, person), width)
    if most is None or len(spread) <= most:
        return spread
    close = _folded([APART.join(told([e for e in events if e.seat is not None or e.move != HIDDEN], person))], width)
    if len(close) <= most:
        return close
    kept, room = close[:most], width - len(MORE)
    last = kept[-1].plain
    if len(last) > room:
        last = last[:last.rindex(" ", 0, room + 1)]
    return [*kept[:-1], Text(last.rstrip(" ;,|") + MORE)]


def _folded(texts: Iterable[str], width: int) -> list[Text]:
    return [line for text in texts for line in Paragraph(text, 2).lines(width)]


def _draws(outcomes: Sequence[str]) -> str:
    """Outcomes in a row: what several begin with is said once, and how often each came."""
    kinds = groupby((outcome.partition(" ")[::2] for outcome in outcomes), key=lambda pair: pair[0])
    return BETWEEN.join(f"{kind} {_counted([rest for _, rest in pairs])}".strip() for kind, pairs in kinds)


def _counted(rests: Sequence[str]) -> str:
    """Each text once, with its number where it came more often."""
    counts: dict[str, int] = {}
    for rest in rests:
        counts[rest] = counts.get(rest, 0) + 1
    return ", ".join(rest + (f" x{count}" if count > 1 else "") for rest, count in counts.items())
