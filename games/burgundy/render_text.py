"""A position as lines of text for a terminal: ASCII, colours as an extra, in as full a form as there is room for."""
from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from games.boards import COLUMNS, Part, beside, fitted, folded, listed, table
from games.burgundy.art import (
    EFFECTS,
    GOODS_FILL,
    GOODS_INK,
    INK,
    KNOWLEDGE,
    SEAT_FILL,
    SEAT_INK,
    SPACE_FILL,
    TILE_FILL,
    TILE_INK,
    Boards,
    Document,
    active_seat,
    call,
    headline,
    ordered,
    score,
    seat_spaces,
    status,
    tile_code,
    tile_colour,
    tile_number,
)
from games.burgundy.names import BUILDING_NAMES, COLOUR_NAMES, HEX_NAMES, ROW_LENGTHS, SOURCE_NAMES, TILE_NAMES
from games.burgundy.tables import DEPOTS, RULES

CELL = 5                        # columns of a hex
SEAT_COLUMNS = 7 * CELL + 3     # of a seat: a letter, seven hexes
BETWEEN = 2                     # columns between two seats
LETTERS = 3                     # of a goods colour where there is little room
LEGEND = "3b: an empty building space for die 3 (a k c m s alike); KN12: knowledge 12"


def text_of(document: Document, boards: Boards, rules: Mapping[str, Any] = RULES, winners: Collection[int] = (),
            seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
    """The board of a position document; in a brief form the duchy of `seat`, or of the seat to act, is drawn alone."""
    seats = range(len(document["players"]))
    own = next(s for s in (seat, active_seat(document), 0) if s is not None)
    gap = Part([[Text()], []], [6])

    def lines(*found: Text) -> list[Text]:
        return [piece for line in found for piece in folded(line, columns)]

    tiles = list(_in_reach(document, own))
    effects = _effects(tiles, rules)
    parts = [
        Part([lines(*_head(document)), lines(_short_head(document))], [11]),
        gap,
        Part([lines(*_depots(document)) + _duchies(document, boards, winners, seats, columns),
              _own_table(document, boards, own, columns),
              _own_table(document, boards, own, columns, LETTERS)], [12, 13]),
        gap,
        Part([lines(*_middle(document)), lines(_coming(document), _bonuses(document)),
              lines(_coming(document, LETTERS), _bonuses(document)), lines(_coming(document)),
              lines(_coming(document, LETTERS))], [7, 14, 15, 16]),
        Part([table(list(_rows(document, winners)), columns, (2, 5, 6))], []),
        Part([lines(*_details(document)), []], [4]),
        gap,
        Part([lines(*effects), lines(*effects[:1]), []], [3, 8]),
        Part([lines(*_face_down(document)), []], [2]),
        Part([lines(Text(LEGEND, style="dim")), []], [5]),
    ]
    return fitted(parts, room)


# ---- the table -------------------------------------------------------------------------------


def _head(document: Document) -> list[Text]:
    return [Text(f"The Castles of Burgundy - {headline(document)}", style="bold"), _status(document)]


def _short_head(document: Document) -> Text:
    """Without what the moves say themselves."""
    bare = {key: value for key, value in document.items() if key not in ("cleared", "allowed")}
    return Text(f"{headline(document)}. ", style="bold").append_text(_status(bare))


def _status(document: Document) -> Text:
    seat = active_seat(document)
    style = "bold" if seat is None else f"bold {SEAT_INK[seat]} on {SEAT_FILL[seat]}"
    return Text.assemble((f"Next: {status(document)}", style), f"   white die {document.get('white') or '-'}")


def _chip(words: str, fill: str, ink: str) -> Text:
    return Text(words, style=f"{ink} on {fill}")


def _tile(name: str, words: str = "") -> Text:
    colour = tile_colour(name)
    return _chip(words or name, TILE_FILL[colour], TILE_INK[colour])


def _code(name: str) -> Text:
    return _tile(name, tile_code(name))


def _goods(counts: Mapping[str, int], letters: int | None = None) -> list[Text]:
    """Goods by colour: `2 pink`, `red`; with `letters` so many of each colour."""
    return [_chip(colour[:letters] if n == 1 else f"{n} {colour[:letters]}", GOODS_FILL[colour], GOODS_INK[colour])
            for colour, n in ordered(counts)]


def _lying(document: Document, depot: str) -> list[str | None]:
    """The tiles of a depot, None on each of its spaces that is empty and used by so many seats."""
    seats = len(document["players"])
    used = zip(document["depots"][depot]["tiles"], DEPOTS[int(depot) - 1], strict=True)
    return [name for name, (_, least) in used if name or least <= seats]


def _depots(document: Document) -> Iterable[Text]:
    """A line a depot: its tiles, then its goods."""
    for depot, lying in document["depots"].items():
        line = Text(style="bold" if _cleared(document, depot) else "").append_text(
            listed(f"depot {depot}  ", [_tile(name) if name else Text("-") for name in _lying(document, depot)]))
        if goods := _goods(lying.get("goods", {})):
            line.append_text(listed("   goods: ", goods))
        yield line
    yield listed("black    ", [_tile(name) for name in document["black"] if name])


def _cleared(document: Document, depot: str) -> bool:
    return int(depot) in map(int, document.get("cleared") or ())


def _codes(document: Document, columns: int, letters: int | None) -> Iterable[Text]:
    """The numbered depots in short: a tile in four letters."""
    for depot, lying in document["depots"].items():
        line = Text(f"{depot} ", style="bold" if _cleared(document, depot) else "")
        for name in _lying(document, depot):
            line.append(" ").append_text(_code(name) if name else Text("-"))
        goods = _goods(lying.get("goods", {}), letters)
        yield from folded(line.append_text(listed("  ", goods)) if goods else line, columns, 3)


def _middle(document: Document) -> Iterable[Text]:
    """Goods to come, turn-order track and colour bonuses left."""
    coming = [_chip(c, GOODS_FILL[c], GOODS_INK[c]) if c else Text("-") for c in document.get("coming") or ()]
    yield listed("goods to come: ", coming)
    towers = [f"{space}: {' '.join(f'seat {seat}' for seat in reversed(tower))}"
              for space, tower in enumerate(document["track"]) if tower]
    yield Text("track (topmost first)  " + ("   ".join(reversed(towers)) or "-"))
    if document.get("left_out"):
        yield listed("left out: ", document["left_out"])
    for size in ("large", "small"):
        yield listed(f"{size} bonuses left: ", _bonuses_left(document, size))


def _bonuses_left(document: Document, size: str, letters: int | None = None) -> list[Text]:
    return [_chip(colour[:letters], TILE_FILL[colour], TILE_INK[colour]) for colour in COLOUR_NAMES
            if colour in document["bonuses"].get(size, ())]


def _coming(document: Document, letters: int | None = None) -> Text:
    """The turn-order track, who is ahead first, and the goods to come."""
    coming = [_chip(c[:letters], GOODS_FILL[c], GOODS_INK[c]) for c in document.get("coming") or () if c]
    order = [f"{seat} ({space})" for space, tower in enumerate(document["track"]) for seat in tower]
    return listed("track: seat ", reversed(order)).append_text(listed("   goods to come: ", coming))


def _bonuses(document: Document) -> Text:
    """The colour bonuses left, by the letters that their spaces have."""
    return listed("bonuses left: large ", _bonuses_left(document, "large", 1), " ").append_text(
        listed(", small ", _bonuses_left(document, "small", 1), " "))


# ---- duchies ---------------------------------------------------------------------------------


def _duchies(document: Document, boards: Boards, winners: Collection[int], seats: Sequence[int],
             columns: int) -> list[Text]:
    """All duchies, as many side by side as there is width."""
    across = max(1, (columns + BETWEEN) // (SEAT_COLUMNS + BETWEEN))
    across = 2 if across == 3 and len(seats) == 4 else across       # two rows of two, not three and one
    found = []
    for first in range(0, len(seats), across):
        found.append(Text())
        found += beside([[_seat_head(document, seat, seat in winners), *_duchy(document["players"][seat], boards)]
                         for seat in seats[first:first + across]], BETWEEN)
    return found


def _seat_head(document: Document, seat: int, winner: bool) -> Text:
    player = document["players"][seat]
    board = player.get("board") or ("hidden" if player.get("hidden") else "-")
    word = _word(document, seat, winner)
    words = f" Seat {seat}  {score(player)} points  board {board}{'  ' + word if word else ''} "
    line = Text(words, style=f"bold {SEAT_INK[seat]} on {SEAT_FILL[seat]}")
    line.pad_right(SEAT_COLUMNS - line.cell_len)
    return line


def _word(document: Document, seat: int, winner: bool) -> str:
    return "wins" if winner else call(document) if active_seat(document) == seat else ""


def _own_table(document: Document, boards: Boards, seat: int, columns: int, letters: int | None = None) -> list[Text]:
    """One duchy, and beside it the depots; the black one begins further left if it must."""
    duchy = _duchy(document["players"][seat], boards)
    found = beside([duchy, list(_codes(document, columns - SEAT_COLUMNS - 1, letters))], BETWEEN)
    black = listed("black ", [_code(name) for name in document["black"] if name], " ")
    last = found[-1] if found[-1].cell_len < SEAT_COLUMNS else Text()
    if last is not found[-1]:
        found.append(last)
    last.append(" " * max(1, min(SEAT_COLUMNS + 1, columns - black.cell_len) - last.cell_len))
    last.append_text(black)
    return [piece for line in found for piece in folded(line, columns)]


def _duchy(player: Mapping[str, Any], boards: Boards) -> list[Text]:
    """Seven lines of hexes, each row shifted by half a hex and named by its letter at the left."""
    spaces, duchy, lines, first = seat_spaces(player, boards), player.get("duchy", {}), [], 0
    for row, length in enumerate(ROW_LENGTHS):
        indent = (7 - length) * CELL // 2
        line = Text("abcdefg"[row] + " " + " " * indent)
        for index in range(first, first + length):
            name, space = HEX_NAMES[index], spaces[index]
            if name in duchy:
                colour = tile_colour(duchy[name])
                style = f"bold {TILE_INK[colour]} on {TILE_FILL[colour]}"
                line.append(f"{tile_code(duchy[name])} ", style=style)
            elif space:
                line.append(f" {space.die}{space.colour[0]}  ", style=f"{INK} on {SPACE_FILL[space.colour]}")
            else:
                line.append(" ..  ")
        lines.append(line)
        first += length
    return lines


# ---- seats -----------------------------------------------------------------------------------


def _rows(document: Document, winners: Collection[int]) -> Iterable[list[str | Text]]:
    """What each seat has to spend, a row a seat."""
    yield ["seat", "points", "dice", "silver", "workers", "storage", "goods"]
    for seat, player in enumerate(document["players"]):
        dice = " ".join(str(face) for face in player.get("dice", ()) if face) or "-"
        stored = [_code(name) for name in player.get("storage", ()) if name]
        mark = "wins" if seat in winners else ">" if active_seat(document) == seat else ""
        yield [Text(f"{mark} {seat}", style=f"bold {SEAT_INK[seat]} on {SEAT_FILL[seat]}"), f"{score(player)}", dice,
               f"{player['silver']}", f"{player['workers']}", Text(" ").join(stored) if stored else "-",
               listed("", _goods(player.get("goods", {})))]


def _details(document: Document) -> Iterable[Text]:
    """What each seat has sold, won and been given, and where its points come from."""
    for seat, player in enumerate(document["players"]):
        found = []
        if player.get("gifts"):
            found.append(listed("given: ", player["gifts"]))
        if any(player.get("sold", {}).values()):
            found.append(listed("sold: ", _goods(player["sold"])))
        if held := [f"{size} {colour}" for size in ("large", "small") for colour in COLOUR_NAMES
                    if colour in player.get(size, ())]:
            found.append(listed("bonuses: ", held))
        points = player.get("points", {})
        if any(points.values()):
            found.append(listed("points: ", [f"{source} {points[source]}" for source in SOURCE_NAMES
                                             if points.get(source)]))
        if found:
            yield Text(f"seat {seat}  ").append_text(Text("; ").join(found))


# ---- keys ------------------------------------------------------------------------------------


def _in_reach(document: Document, seat: int) -> Iterable[str]:
    """The tiles that can be taken, and those that the seat has."""
    for depot in document["depots"]:
        yield from (name for name in _lying(document, depot) if name)
    yield from (name for name in document["black"] if name)
    player = document["players"][seat]
    yield from (name for name in (*player.get("storage", ()), *player.get("duchy", {}).values()) if name)


def _effects(tiles: Collection[str], rules: Mapping[str, Any]) -> list[Text]:
    """What these tiles do: a line of knowledge tiles, a line of buildings."""
    knowledge = sorted({int(tile_number(name)) for name in tiles if tile_colour(name) == "knowledge"})
    buildings = [name for name in BUILDING_NAMES if name in tiles]
    told = [[f"KN{n} {KNOWLEDGE[n].format(n=rules['knowledge'][str(n)])}" for n in knowledge],
            [f"{name} {EFFECTS[name].format(n=rules['buildings'].get(name))}" for name in buildings]]
    return [listed("", [item.replace("\u00b1", "+/-") for item in items], "; ") for items in told if items]


def _face_down(document: Document) -> Iterable[Text]:
    """The tiles that are still to come."""
    for label, key in (("face down: ", "supply"), ("with black backs: ", "dark")):
        left = [(name, document.get(key, {}).get(name, 0)) for name in TILE_NAMES[1:]]
        yield listed(label, [name if n == 1 else f"{n} x {name}" for name, n in left if n])
