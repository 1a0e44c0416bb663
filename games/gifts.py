"""Options `gifts` and `without` of all games: what seats begin with beside the usual, and what is left out."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, NoReturn

from games.api import InputError
from games.fields import nearest, shown

NULL = "null"           # a gift worth nothing


class Gift(NamedTuple):
    """One gift: an item, or so many of a token."""

    seat: int
    name: str
    number: int
    text: str           # as given, for messages

    def refuse(self, why: str) -> NoReturn:
        """Raise InputError: the gift, and why it cannot be given."""
        raise InputError(f"option gifts: found {shown(self.text)}{why}")


def read_gifts(text: str, seats: int, items: Sequence[str], tokens: Mapping[str, int], what: str) -> list[Gift]:
    """The gifts of a text such as `0:knowledge 7,1:silver 2`; `what` is what messages call an item.

    `tokens` says of each how many one seat may get in all. Raises InputError naming the gift refused.
    """
    gifts: list[Gift] = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        seat, _, name = (w.strip() for w in part.partition(":"))
        if seat not in map(str, range(seats)) or not name:
            raise InputError(f"option gifts: found {shown(part)}, expected a seat 0-{seats - 1} and a gift, like "
                             f"0:{items[0]}")
        if name == NULL:
            continue
        token, _, count = name.rpartition(" ")
        if name in items:
            token, count = name, "1"
        elif token not in tokens or not (count.isascii() and count.isdigit() and len(count) <= 4):
            known = (*items, *(f"{token} 1" for token in tokens), NULL)
            raise InputError(f"option gifts: found {shown(part)}, expected {what}, {NULL}, or one of "
                             f"{', '.join(tokens)} and a number{nearest(name, known)}")
        gift = Gift(int(seat), token, int(count), part)
        gifts.append(gift)
        if token in tokens and sum(g.number for g in gifts if g[:2] == gift[:2]) > tokens[token]:
            gift.refuse(f", expected at most {tokens[token]} {token} for a seat")
    return gifts


def read_without(text: str, items: Sequence[str], what: str) -> list[str]:
    """The items that a text such as `church,guild` names, in their usual order. Raises InputError."""
    words = [w.strip() for w in text.split(",") if w.strip()]
    for word in words:
        if word not in items:
            raise InputError(f"option without: found {shown(word)}, expected {what}{nearest(word, items)}")
    return [item for item in items if item in words]
