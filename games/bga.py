"""Board Game Arena's raw game logs: what the whole table was told, in order, each with its place in the log.

A log is a list of packets, each of a channel: one for every player and one for the table. At the end of a turn the
table is told everything that stood, so its channel alone holds the game, without what was taken back. Numbers come as
texts or as numbers, and an object whose keys are 0, 1, 2 ... as a list; `whole` and `pairs` read both.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.api import InputError
from games.fields import shown
from games.frozen import frozen

TABLE = "/table/"
# What a log may be wrapped in, from the outside in: the site's archive, and programs that keep logs of it.
WRAPPERS = (("data", "logs"), ("packets",), ("data",), ("logs",))
EXPECTED = "expected a raw game log of Board Game Arena, which is a list of packets with \"channel\" and \"data\""


@frozen
class Notice:
    """One notification to the table."""

    type: str
    args: Mapping[str, Any]
    packet: int
    move: int | None

    @property
    def place(self) -> str:
        """`packet 61, move 33`."""
        return f"packet {self.packet}" + ("" if self.move is None else f", move {self.move}")

    def number(self, key: str) -> int:
        """The whole number under a key. Raises InputError."""
        if key not in self.args:
            raise InputError(f"{self.place}: {self.type}: {key} is missing")
        return whole(self.args[key], self.at(key))

    def below(self, key: str, limit: int) -> int:
        """The number under a key, which must be at least 0 and less than a limit. Raises InputError."""
        return below(self.number(key), limit, self.at(key))

    def items(self, key: str) -> Sequence[Any]:
        """The list under a key, or the values of an object. Raises InputError."""
        value = self.args.get(key)
        if isinstance(value, Mapping):
            value = list(value.values())
        if not isinstance(value, list):
            raise InputError(f"{self.at(key)}: found {shown(value)}, expected a list")
        return value

    def objects(self, key: str) -> Iterator[tuple[Mapping[str, Any], str]]:
        """The objects of such a list, each with its place. Raises InputError."""
        for number, item in enumerate(self.items(key)):
            place = f"{self.at(key)}[{number}]"
            if not isinstance(item, Mapping):
                raise InputError(f"{place}: found {shown(item)}, expected an object")
            yield item, place

    def at(self, key: str) -> str:
        """The place of a key, for messages."""
        return f"{self.place}: {self.type}: {key}"

    def is_of(self, player: int) -> bool:
        """Whether this is an action of a player."""
        return str(self.args.get("plId")) == str(player)


def whole(value: Any, place: str) -> int:
    """A whole number written as a number or as a text. Raises InputError."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and len(value) <= 12:
        digits = value[1:] if value.startswith("-") else value
        if digits.isascii() and digits.isdigit():
            return int(value)
    raise InputError(f"{place}: found {shown(value)}, expected a whole number")


def below(value: int, limit: int, place: str) -> int:
    """The value, if it is at least 0 and less than the limit. Raises InputError."""
    if not 0 <= value < limit:
        raise InputError(f"{place}: found {value}, expected 0 to {limit - 1}")
    return value


def pairs(value: Any, place: str) -> Iterator[tuple[int, Any]]:
    """Key and value of an object whose keys are numbers, or of the list that stands for one with keys 0, 1, 2 ..."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield whole(key, place), item
    elif isinstance(value, list):
        yield from enumerate(value)
    else:
        raise InputError(f"{place}: found {shown(value)}, expected an object with numbers as keys")


def packets_of(document: Any) -> Sequence[Any] | None:
    """The list of packets in a JSON document; None if it is no log of this kind."""
    for keys in ((), *WRAPPERS):
        inner = document
        for key in keys:
            inner = inner.get(key) if isinstance(inner, Mapping) else None
        if isinstance(inner, list) and inner and isinstance(inner[0], Mapping) and "channel" in inner[0]:
            return inner
    return None


def table_notices(packets: Sequence[Any]) -> list[Notice]:
    """What the table was told, in the order of packets by number. Raises InputError naming the packet."""
    numbered: list[tuple[int, Any]] = []
    for at, packet in enumerate(packets, start=1):
        place = f"packet in place {at}"
        if not isinstance(packet, Mapping) or not isinstance(packet.get("channel"), str):
            raise InputError(f"{place}: found {shown(packet)}; {EXPECTED}")
        if packet["channel"].startswith(TABLE):
            numbered.append((whole(packet.get("packet_id"), f"{place}: packet_id"), packet))
    numbered.sort(key=lambda pair: pair[0])
    notices = []
    for number, packet in numbered:
        place = f"packet {number}"
        if not isinstance(packet.get("data"), list):
            raise InputError(f"{place}: data: found {shown(packet.get('data'))}, expected a list of notifications")
        move = packet.get("move_id")
        move = None if move is None else whole(move, f"{place}: move_id")
        for at, notice in enumerate(packet["data"]):
            if not isinstance(notice, Mapping) or not isinstance(notice.get("type"), str):
                raise InputError(f"{place}: data[{at}]: found {shown(notice)}, expected a notification with a \"type\"")
            args = notice.get("args")
            notices.append(Notice(notice["type"], args if isinstance(args, Mapping) else {}, number, move))
    return notices
