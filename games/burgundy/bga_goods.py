"""The three goods that each seat began with, which a log of Board Game Arena never says: found from what follows.

Each way in which three tiles can have been stacked is played through all that the log tells of a seat's goods: what it
sold from which stack, on which stack loaded goods came to lie, what each die could have sold at the start of a turn.
Those that fit it all remain. Where several do, their goods were never sold, and any gives the same game and score.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product

from games.frozen import frozen

COLOURS = 6
STACKS = 3
START_GOODS = 3
COPIES = 7                  # of each colour in the box

Stacks = tuple[tuple[int, int], ...]        # (colour 0-5, tiles) of stack 0, 1, 2


@frozen
class Sold:
    """All goods of a stack were sold: their colours."""

    stack: int
    colours: tuple[int, ...]


@frozen
class Loaded:
    """A ship brought goods: (colour, stack, whether the stack is new) of each tile; None where the log does not say."""

    goods: tuple[tuple[int, int, bool | None], ...]


@frozen
class Offer:
    """What a die of this face could sell: workers to pay by stack. A stack that is not listed may be too dear."""

    face: int
    workers: Mapping[int, int]
    doubled: bool               # tile 8: a worker turns the die by two


@frozen
class Left:
    """How many goods the seat still had when the game ended."""

    tiles: int


Clue = Sold | Loaded | Offer | Left


@dataclass
class Clues:
    """All that the log tells of one seat's goods, in order."""

    told: list[Clue] = field(default_factory=list)


def all_starts() -> Iterator[Stacks]:
    """Every way in which three tiles make one, two or three stacks, three different colours first."""
    for sizes in ((1, 1, 1), (1, 2), (2, 1), (3,)):
        for colours in permutations(range(COLOURS), len(sizes)):
            yield tuple(zip(colours, sizes, strict=True))


def fits(start: Stacks, clues: Sequence[Clue]) -> bool:
    """Whether these stacks at the start agree with all clues."""
    stacks: list[tuple[int, int] | None] = [*start, *[None] * (STACKS - len(start))]
    return all(_agrees(stacks, clue) for clue in clues)


def _agrees(stacks: list[tuple[int, int] | None], clue: Clue) -> bool:
    """Whether a clue agrees with these stacks, which it changes to what they are after it."""
    if isinstance(clue, Sold):
        there = stacks[clue.stack]
        stacks[clue.stack] = None
        return there is not None and clue.colours == (there[0],) * there[1]
    if isinstance(clue, Loaded):
        before = list(stacks)
        return all(_take(stacks, before[at] is None, colour, at, new) for colour, at, new in clue.goods)
    if isinstance(clue, Left):
        return clue.tiles == sum(there[1] for there in stacks if there)
    return all((there := stacks[at]) is not None and price(clue.face, there[0] + 1, clue.doubled) == workers
               for at, workers in clue.workers.items())


def _take(stacks: list[tuple[int, int] | None], was_empty: bool, colour: int, at: int, new: bool | None) -> bool:
    """Whether a loaded tile may go to this stack; it then lies there."""
    there = stacks[at]
    stacks[at] = (colour, 1 if there is None else there[1] + 1)
    if there is not None:                       # a second tile of a new stack may be told either way
        return there[0] == colour and (was_empty or not new)
    free = next(i for i, stack in enumerate(stacks) if stack is None or i == at)
    elsewhere = any(stack and stack[0] == colour for i, stack in enumerate(stacks) if i != at)
    return new is not False and at == free and not elsewhere


def price(face: int, number: int, doubled: bool) -> int:
    """Workers that turn a die from a face to a number (B26); with tile 8 each turns it by two."""
    steps = min((face - number) % 6, (number - face) % 6)
    return -(-steps // 2) if doubled else steps


def strictness(clues: Clues) -> list[list[Clue]]:
    """The clues, then without what a log may tell otherwise than expected, one after the other.

    These are offers, the goods left at the end (compared again with the final table), and whether a stack is new.
    """
    fewer: list[Clue] = [clue for clue in clues.told if not isinstance(clue, Offer)]
    firm: list[Clue] = [clue for clue in fewer if not isinstance(clue, Left)]
    loose: list[Clue] = [Loaded(tuple((colour, at, None) for colour, at, _ in clue.goods))
                         if isinstance(clue, Loaded) else clue for clue in firm]
    return [clues.told, fewer, firm, loose]


def start_goods(clues: Sequence[Clues], drawn: Counter[int]) -> tuple[list[list[int]], list[bool]] | None:
    """Three colours (0-5) a seat, and of each seat whether they are certain; None where nothing fits.

    `drawn` counts the goods of each colour that the log has drawn: there are only so many of one colour in the box.
    """
    candidates = []
    for seat in clues:
        fitting = next((found for told in strictness(seat) if (found := _colours(told))), None)
        if fitting is None:
            return None
        candidates.append(fitting)
    for choice in product(*candidates):
        held = drawn + Counter(colour for colours in choice for colour in colours)
        if all(n <= COPIES for n in held.values()):
            return [list(colours) for colours in choice], [len(fitting) == 1 for fitting in candidates]
    return None


def _colours(told: Sequence[Clue]) -> list[tuple[int, ...]]:
    """The colours of all starts that fit, each set once."""
    found: dict[tuple[int, ...], None] = {}
    for start in all_starts():
        if fits(start, told):
            found[tuple(sorted(colour for colour, n in start for _ in range(n)))] = None
    return list(found)
