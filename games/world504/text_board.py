"""The board of 504 in characters: staggered rows of cells, each with its tile, its space and what is on it."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from games.world504.art import INK, KIND_FILL, OWNER_FILL, OWNER_INK
from games.world504.reading import attacks, garrison, owns, plant_of
from games.world504.render_map import spaces
from games.world504.tables import CITY_GOODS, GOODS, KINDS

CODES = {"meadow": "me", "forest": "fo", "field": "fi", "mountain": "mo", "desert": "de"}
LABEL = 4                       # columns of the row's number where cells have one line
LEAST = {1: 6, 2: 8, 3: 8}      # columns of a cell, by its lines
MOST = 14
WATER = "~"

Raw = dict[str, Any]


def board(raw: Raw, rules: Raw, columns: int, height: int) -> list[Text]:
    """The board with cells of so many lines, or nothing where the columns do not suffice."""
    drawn = sorted(enumerate(spaces(raw, rules)), key=lambda space: (space[1][1], space[1][0]))
    halves = [2 * q + r for _, (q, r) in drawn]
    left = min(halves)
    label = LABEL if height == 1 else 0
    width = min(MOST, 2 * (columns - label) // (max(halves) - left + 2))
    if width < LEAST[height]:
        return []
    rows = []
    for r, row in groupby(drawn, key=lambda space: space[1][1]):
        lines = [Text(f"{r:>{LABEL - 1}} " if label else "") for _ in range(height)]
        for t, (q, _) in row:
            there = cell(raw, rules, t, (q, r), width - 1, height)
            for line, words in zip(lines, there, strict=True):
                line.pad_right(label + (2 * q + r - left) * width // 2 - line.cell_len)
                line.append_text(words)
        rows += lines
    return rows


def cell(raw: Raw, rules: Raw, t: int, space: tuple[int, int], width: int, height: int) -> list[Text]:
    """The lines of a cell: the tile with its space (in one line its q alone), and what is on it as far as it fits."""
    where = str(space[0]) if height == 1 else f"{space[0]},{space[1]}"
    kind = raw["kind"][t] if t < raw["tiles"] else len(KINDS)
    if t >= raw["tiles"] or kind == len(KINDS):
        return [Text(f"..{where}" if n == 0 else "", style="dim") for n in range(height)]
    name = KINDS[kind]
    if name == "water":
        return [Text(WATER * width, style=f"{INK} on {KIND_FILL[name]}") for _ in range(height)]
    code = f"C{raw['number'][t]}" if raw["number"][t] else CODES[name]
    lines = _packed(code, "" if raw["number"][t] else where, raw, rules, t, width, height)
    for line in lines:
        line.pad_right(width - line.cell_len)
        line.stylize_before(f"{INK} on {KIND_FILL[name]}")
    return lines


def _packed(code: str, where: str, raw: Raw, rules: Raw, t: int, width: int, height: int) -> list[Text]:
    """What is on a tile in the fullest words that fit; where none do, as much as there is room for and a `>`.

    A cell of one line leaves out things before seats, and its q before one of its seats.
    """
    things, seats = [Text(words) for words in _things(raw, t)], _joined(raw, t)
    brief = _people(raw, rules, t, False)
    ways = [(code + where, [*people, *things]) for people in (_people(raw, rules, t, True), brief, seats)]
    if height == 1:
        ways += [(code + where, people) for people in (brief, seats)]
        ways += [(f"{code}:{seats[0].plain}", [])] if seats else []
    for head, tokens in ways:
        lines, all_in = _filled(head, tokens, width, height)
        if all_in and lines[0].cell_len <= width:
            return lines
    line = lines[-1]
    line.truncate(width - 1, pad=True)
    line.append(">")
    return lines


def _filled(head: str, tokens: Sequence[Text], width: int, height: int) -> tuple[list[Text], bool]:
    """The lines of a cell, and whether all tokens are in them."""
    lines, all_in = [Text(head, style="bold")] + [Text() for _ in range(height - 1)], True
    for token in tokens:
        for line in lines:
            if line.cell_len + bool(line) + token.cell_len <= width:
                line.append(" " if line else "").append_text(token)
                break
        else:
            all_in = False
    return lines, all_in


def _here(raw: Raw, t: int) -> list[int]:
    """Who has anybody on a tile."""
    return [i for i, owner in enumerate(raw["owner"]) if owns(owner, t) or owner["active"][t] or owner["spent"][t]]


def _people(raw: Raw, rules: Raw, t: int, counted: bool) -> list[Text]:
    """A token for each owner: its seat, `*` for the headquarters, `!` for attackers, and how many stand and lie."""
    people = []
    for i in _here(raw, t):
        owner = raw["owner"][i]
        words = str(i) + ("*" if owner["capital"] == t else "!" if attacks(raw, rules, i, t) else "")
        if counted:
            words += population(owner, t)
        people.append(Text(words, style=f"{OWNER_INK[i]} on {OWNER_FILL[i]}"))
    return people


def population(owner: Raw, t: int) -> str:
    """Residents on a tile: `'2` stand, `.1` lies."""
    return "".join(sign + str(owner[key][t]) for sign, key in (("'", "active"), (".", "spent")) if owner[key][t])


def _joined(raw: Raw, t: int) -> list[Text]:
    """The seats alone, without gaps."""
    here = _here(raw, t)
    return [Text.assemble(*((str(i), f"{OWNER_INK[i]} on {OWNER_FILL[i]}") for i in here))] if here else []


def _things(raw: Raw, t: int) -> Iterator[str]:
    """Garrison, trolleys, plants, points, goods and factories on a tile, and what a city has and wants."""
    if armed := garrison(raw, t):
        yield f"%{''.join(what[0] for what in armed)}"
    carts = "".join(str(i) for i, owner in enumerate(raw["owner"]) if owner["trolley"] == t)
    if carts:
        yield f"@{carts}"
    if plant := plant_of(raw, t):
        letter = GOODS[plant[0]][0]
        whose = "-" if plant[1] is None else str(plant[1])
        yield f"[{letter.upper() if raw['ripe'] >> t & 1 else letter}{whose}]"
    if raw["pile"][t]:
        yield f"+{raw['pile'][t]}"
    if any(raw["lying"][t]):
        yield f"<{''.join(name[0] * count for name, count in zip(GOODS, raw['lying'][t], strict=True))}>"
    if raw["number"][t]:
        yield from _city(raw, raw["number"][t] - 1)


def _city(raw: Raw, city: int) -> Iterator[str]:
    if built := "".join("-" if made - 1 >= len(raw["owner"]) else str(made - 1)
                        for made in raw["factory"][city] if made):
        yield f"#{built}"
    if raw["stock"][city]:
        yield f"{raw['stock'][city]}{CITY_GOODS[city][0]}"
    if raw["demand"][city]:
        yield f"?{''.join(name[0] for g, name in enumerate(GOODS) if raw['demand'][city] >> g & 1)}"


def legend(raw: Raw, rules: Raw) -> list[str]:
    """What the signs mean, as far as the world has them."""
    entries = ["C4: city 4", *(f"{code}: {name}" for name, code in CODES.items()), "~~: water", "0: seat 0 is settled",
             "*: headquarters"]
    if rules["people"]:
        entries += ["'2: 2 active residents", ".2: 2 exhausted"]
    if rules["war"]:
        entries += [f"%{what[0]}: {what}" for what in ("barracks", "militia") if rules[what]]
        entries.append("0!: seat 0 attacks")
    if rules["explore_within"]:
        entries.append("..: not explored")
    if rules["carts"]:
        entries.append("@0: trolley")
    if rules["plants"]:
        entries.append("[w0]: wood plant of seat 0" + (", [W0]: with its good" if rules["goods_on_plants"] else ""))
    if any(raw["pile"]):
        entries.append("+2: points")
    if rules["drop_goods"]:
        entries.append("<w>: wood lies there")
    if rules["factories"]:
        entries.append("#0: factory")
    if rules["goods_in_cities"]:
        entries.append("4w: 4 wood" if rules["city_stock"] else "")
        entries.append("?cg: wants cattle and grain")
    entries.append(">: more than fits")
    if rules["people"]:
        entries += ["residents: active + exhausted", "supply: residents + settlements"]
    return [words for words in entries if words]
