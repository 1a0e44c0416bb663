"""Backgammon positions as other programs write them in a line: GNU Backgammon's position and match ids, and XGID.

A GNU position id is 80 bits in base64: for each point from 1 to 24 and then the bar, a one for every checker and a
zero, first for the seat that is not on roll, then for the one that is. A match id is 66 bits: cube, who is on roll,
dice, score. An XGID spells the board as seat 0 sees it, its own checkers as capitals; seat 0 is the player at the
bottom.
Source: the manual of GNU Backgammon (chapter "A technical description of the position ID"), and its match id and XGID.
"""
from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Any, NamedTuple

import games
from core_ext.state import State
from games.api import InputError, own
from games.backgammon.names import BAR, OVER, PLAY, ROLL
from games.backgammon.state import BackgammonState
from games.backgammon.tables import CHECKERS
from games.fields import shown
from games.headings import heading
from games.records import Record

POSITION_BYTES, MATCH_BYTES = 10, 9
GNU = re.compile(r"(?:position id\s*:\s*)?([A-Za-z0-9+/]{14})(?:\s*(?::|match id\s*:)\s*([A-Za-z0-9+/]{12}))?",
                 re.IGNORECASE)
XGID = re.compile(r"(?:XGID\s*=\s*)?([-A-Pa-p]{26})((?::-?\w+)*)", re.IGNORECASE)
XGID_FIELDS = ("cube", "cube owner", "turn", "dice", "score of the bottom", "score of the top", "rules",
               "match length", "largest cube")


class Line(NamedTuple):
    """What ids say: checkers of each seat by place 1-25, who is on roll, the dice, and what is left aside."""

    rows: Sequence[Sequence[int]]
    seat: int
    dice: tuple[int, int] | None
    aside: Sequence[str]


# ---- writing ---------------------------------------------------------------------------------


def position_id(state: State) -> str | None:
    """GNU Backgammon's id of a position; None in the middle of a turn, which it cannot say."""
    raw = _whole_turn(state)
    if raw is None:
        return None
    bits = [bit for seat in (1 - raw["seat"], raw["seat"]) for place in range(1, BAR + 1)
            for bit in [*[1] * raw["count"][seat][place], 0]]
    return _encoded(bits, POSITION_BYTES)


def match_id(state: State) -> str | None:
    """GNU Backgammon's id of a game for one point, with the cube at 1 and nobody's; None as above."""
    raw = _whole_turn(state)
    if raw is None:
        return None
    low, high = sorted(raw["dice"])
    playing = 1 if raw["stage"] != OVER else 2
    fields = ((0, 4), (3, 2), (raw["seat"], 1), (0, 1), (playing, 3), (raw["seat"], 1), (0, 1), (0, 2), (high, 3),
              (low, 3), (1, 15), (0, 15), (0, 15))
    return _encoded([value >> at & 1 for value, width in fields for at in range(width)], MATCH_BYTES)


def xgid(state: State) -> str | None:
    """The XGID of a position in a game for one point, as seat 0 sees it; None as above."""
    raw = _whole_turn(state)
    if raw is None:
        return None
    letters = [_letter(raw["count"], place) for place in range(BAR + 1)]
    dice = "".join(str(face) for face in sorted(raw["dice"], reverse=True))
    return f"XGID={''.join(letters)}:0:0:{1 if raw['seat'] == 0 else -1}:{dice}:0:0:0:1:0"


def lines(state: State) -> list[str]:
    """Both ids of a position, where they can say it."""
    position, line = position_id(state), xgid(state)
    return [] if position is None or line is None else [f"GNU id {position}:{match_id(state)}", line]


def _letter(count: Sequence[Sequence[int]], place: int) -> str:
    """One character of an XGID: place 0 is the bar of seat 1, 25 that of seat 0."""
    mine = count[0][place] if place else 0
    theirs = count[1][BAR - place] if place < BAR else 0
    return chr(ord("A") + mine - 1) if mine else chr(ord("a") + theirs - 1) if theirs else "-"


def _whole_turn(state: State) -> dict[str, Any] | None:
    """The position unless it is the middle of a turn, or the opening roll, in which nobody is on roll."""
    raw = own(state, BackgammonState).raw()
    if raw["stage"] == ROLL or raw["stage"] == OVER or raw["stage"] == PLAY and not raw["played"]:
        return raw
    return None


def _encoded(bits: Sequence[int], size: int) -> str:
    number = sum(bit << at for at, bit in enumerate(bits))
    return b64encode(number.to_bytes(size, "little")).decode().rstrip("=")


# ---- reading ---------------------------------------------------------------------------------


def read(text: str, name: str, names: bool = False) -> list[tuple[Record, list[str]]] | None:
    """The position of an id as a record without moves, and what of it is left aside; None for other text.

    Raises InputError for an id that describes no board.
    """
    line = text.strip()
    if len(line) > 200:
        return None
    if match := XGID.fullmatch(line):
        said = _from_xgid(match[1], match[2], name)
    elif match := GNU.fullmatch(line):
        said = _from_gnu(match[1], match[2], name)
    else:
        return None
    return [(_record(said, name), [f"left aside: {', '.join(said.aside)}"] if said.aside else [])]


def _record(said: Line, name: str) -> Record:
    off = [CHECKERS - sum(row) for row in said.rows]
    if min(off) < 0:
        seat = off.index(min(off))
        raise InputError(f"{name}: found {CHECKERS - off[seat]} checkers of seat {seat}, expected {CHECKERS} at most")
    over = next((seat for seat in (0, 1) if off[seat] == CHECKERS), None)
    game = games.load("backgammon")
    document: dict[str, Any] = {
        **heading(game.start(), game.name),
        "stage": "over" if over is not None else "play" if said.dice else "roll",
        "seat": said.seat if over is None else over,
        "players": [{"points": {str(p): row[p - 1] for p in range(24, 0, -1) if row[p - 1]}, "bar": row[24],
                     "off": gone}
                    for row, gone in zip(said.rows, off, strict=True)],
    }
    if said.dice and over is None:
        document["dice"] = list(said.dice)
    game.notation.position_from_json(document)
    return Record(game.name, 2, {}, None, game.version, position=document, name=name)


def _from_gnu(position: str, match: str | None, name: str) -> Line:
    bits, rows = _decoded(position), []
    at = 0
    for _ in range(2):
        row = []
        for _ in range(BAR):
            length = 0
            while at < len(bits) and bits[at]:
                length, at = length + 1, at + 1
            row.append(length)
            at += 1
        rows.append(row)
    if at > len(bits) or any(bits[at:]):
        raise InputError(f"{name}: found {shown(position)}, which describes no board; expected a GNU position id such "
                         "as 4HPwATDgc/ABMA")
    seat, dice, aside = (0, None, []) if match is None else _from_match_id(match, name)
    return Line(rows[::-1] if seat == 0 else rows, seat, dice, aside)


def _from_match_id(text: str, name: str) -> tuple[int, tuple[int, int] | None, list[str]]:
    bits, at, fields = _decoded(text), 0, []
    for width in (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15):
        fields.append(sum(bit << i for i, bit in enumerate(bits[at:at + width])))
        at += width
    cube, owner, seat, _, _, turn, doubled, resigned, first, second, length, *score = fields
    if max(first, second) > 6 or bool(first) != bool(second):
        raise InputError(f"{name}: match id {text}: found dice {first} and {second}, expected two faces or none")
    aside = [f"cube at {2 ** cube}"] if cube or owner in (0, 1) else []
    aside += ["a double that waits for its answer"] if doubled or turn != seat else []
    aside += ["a resignation"] if resigned else []
    if length != 1 and (length or any(score)):
        aside.append(f"score {score[0]} to {score[1]} in a match to {length}")
    return seat, (max(first, second), min(first, second)) if first else None, aside


def _from_xgid(board: str, rest: str, name: str) -> Line:
    rows = [[0] * BAR for _ in range(2)]
    for place, letter in enumerate(board):
        if letter == "-":
            continue
        seat, checkers = (0, ord(letter) - ord("A") + 1) if letter.isupper() else (1, ord(letter) - ord("a") + 1)
        where = place if seat == 0 else BAR - place
        if not 1 <= where <= BAR:
            raise InputError(f"{name}: character {place + 1} of the XGID: found {letter!r} on the other side's bar")
        rows[seat][where - 1] = checkers
    told = dict(zip(XGID_FIELDS, rest.split(":")[1:], strict=False))
    turn, dice = told.get("turn", "1"), told.get("dice", "00")
    if turn not in ("1", "-1"):
        raise InputError(f"{name}: turn: found {shown(turn)}, expected 1 or -1")
    faces = re.fullmatch(r"([1-6])([1-6])", dice)
    if not faces and dice != "00":
        raise InputError(f"{name}: dice: found {shown(dice)}, expected two faces, or 00 before the roll (a double that "
                         "waits for its answer is not read)")
    aside = []
    if told.get("cube", "0") != "0" or told.get("cube owner", "0") != "0":
        aside.append(f"cube at {told['cube']} doublings")
    if told.get("match length", "0") not in ("0", "1"):
        aside.append(f"score {told['score of the bottom']} to {told['score of the top']} in a match to "
                     f"{told['match length']}")
    rolled = (max(map(int, faces.groups())), min(map(int, faces.groups()))) if faces else None
    return Line(rows, 0 if turn == "1" else 1, rolled, aside)


def _decoded(text: str) -> list[int]:
    number = int.from_bytes(b64decode(text + "=" * (-len(text) % 4)), "little")
    return [number >> at & 1 for at in range(len(text) * 6 // 8 * 8)]
