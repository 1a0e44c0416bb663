"""A position as text for a terminal: ASCII, colours as an extra, as many duchies side by side as there is width."""
from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from textwrap import wrap
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from games.burgundy.art import (
    GOODS_FILL,
    GOODS_INK,
    INK,
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
)
from games.burgundy.names import COLOUR_NAMES, HEX_NAMES, ROW_LENGTHS, SOURCE_NAMES
from games.burgundy.tables import DEPOTS

CELL = 5                        # columns of a hex
SEAT_COLUMNS = 7 * CELL + 3     # of a seat: a letter, seven hexes
HARD_SPACE = "\u00a0"          # where a line must not break
INDENT = 9                      # columns before the tiles of a depot
BETWEEN = 2                     # columns between two seats


class PositionText:
    """A rich renderable: lays a position out for the width of the console it is printed on."""

    def __init__(self, document: Document, boards: Boards, winners: Collection[int]) -> None:
        self.document, self.boards, self.winners = document, boards, winners

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(options.max_width, 100)
        for line in _lines(self.document, self.boards, self.winners, width):
            yield from _folded(console, line, max(width, SEAT_COLUMNS))


def text_of(document: Document, boards: Boards, winners: Collection[int] = ()) -> PositionText:
    """The text of a position document; nothing in it is wider than 80 columns unless the console is."""
    return PositionText(document, boards, winners)


def _lines(document: Document, boards: Boards, winners: Collection[int], width: int) -> Iterable[Text]:
    yield Text(f"The Castles of Burgundy - {headline(document)}", style="bold")
    yield _status(document)
    yield Text()
    yield from _depots(document)
    yield from _table(document)
    yield Text()
    seats = range(len(document["players"]))
    across = max(1, (width + BETWEEN) // (SEAT_COLUMNS + BETWEEN))
    across = 2 if across == 3 and len(seats) == 4 else across       # two rows of two, not three and one
    for first in range(0, len(seats), across):
        row = seats[first:first + across]
        yield from _side_by_side([_seat(document, boards, seat, seat in winners) for seat in row])
        yield Text()
    yield Text("3b: an empty building space for die 3 (so a k c m s); CAPITALS: a tile", style="dim")


def _folded(console: Console, line: Text, width: int) -> Iterable[Text]:
    """The line, or where it is too long its pieces, the later ones indented to stand below the first one's words."""
    pieces = [line] if line.cell_len <= width else list(line.wrap(console, width - INDENT))
    for number, piece in enumerate(pieces):
        folded = Text(" " * INDENT if number else "", no_wrap=True, overflow="ignore").append_text(piece)
        folded.rstrip()
        yield folded


def _status(document: Document) -> Text:
    seat = active_seat(document)
    style = "bold" if seat is None else f"bold {SEAT_INK[seat]} on {SEAT_FILL[seat]}"
    return Text(f"Next: {status(document)}", style=style)


def _chip(words: str, fill: str, ink: str) -> Text:
    return Text(words, style=f"{ink} on {fill}")


def _tile(name: str) -> Text:
    colour = tile_colour(name)
    return _chip(name, TILE_FILL[colour], TILE_INK[colour])


def _goods(counts: Mapping[str, int]) -> Text:
    """Goods by colour: `pink x2, red`, or a dash."""
    chips = [_chip(colour if n == 1 else f"{colour} x{n}", GOODS_FILL[colour], GOODS_INK[colour])
             for colour, n in ordered(counts)]
    return Text(", ").join(chips) if chips else Text("-")


def _depots(document: Document) -> Iterable[Text]:
    """A line a depot: its tiles, then its goods."""
    seats = len(document["players"])
    for depot, lying in document["depots"].items():
        used = [(name, least) for name, (_, least) in zip(lying["tiles"], DEPOTS[int(depot) - 1], strict=True)]
        tiles = [_tile(name) if name else Text("-") for name, least in used if name or least <= seats]
        line = Text(f"depot {depot}  ", style="bold" if int(depot) in map(int, document.get("cleared") or ()) else "")
        line.append_text(Text(", ").join(tiles))
        if any(lying.get("goods", {}).values()):
            line.append("   goods: ").append_text(_goods(lying["goods"]))
        yield line
    black = [_tile(name) for name in document["black"] if name]
    yield Text("black    ").append_text(Text(", ").join(black) if black else Text("-"))


def _table(document: Document) -> Iterable[Text]:
    """White die, goods to come, turn-order track and colour bonuses left."""
    coming = [_chip(c, GOODS_FILL[c], GOODS_INK[c]) if c else Text("-") for c in document.get("coming") or ()]
    yield Text(f"white die {document.get('white') or '-'}   goods to come: ").append_text(Text(", ").join(coming))
    towers = [f"{space}: {' '.join(f'seat {seat}' for seat in reversed(tower))}"
              for space, tower in enumerate(document["track"]) if tower]
    yield Text("track (topmost first)  " + ("   ".join(reversed(towers)) or "-"))
    if document.get("left_out"):
        yield Text("left out: " + ", ".join(document["left_out"]))
    for size in ("large", "small"):
        left = [colour for colour in COLOUR_NAMES if colour in document["bonuses"].get(size, ())]
        yield Text(f"{size} bonuses left: ").append_text(
            Text(", ").join([_chip(c, TILE_FILL[c], TILE_INK[c]) for c in left]) if left else Text("-"))


def _seat(document: Document, boards: Boards, seat: int, winner: bool) -> list[Text]:
    """One seat in lines of at most SEAT_COLUMNS: heading, duchy, what it owns, where its points come from."""
    player = document["players"][seat]
    word = "wins" if winner else call(document) if active_seat(document) == seat else ""
    board = player.get("board") or ("hidden" if player.get("hidden") else "-")
    heading = f" Seat {seat}  {score(player)} points  board {board}{'  ' + word if word else ''} "
    lines = [Text(heading, style=f"bold {SEAT_INK[seat]} on {SEAT_FILL[seat]}"), *_duchy(player, boards)]
    dice = " ".join(str(face) for face in player.get("dice", ()) if face) or "-"
    lines.append(Text(f"dice {dice}   silver {player['silver']}   workers {player['workers']}"))
    if player.get("gifts"):
        lines += _wrapped("given: ", player["gifts"])
    lines += _wrapped("storage: ", player.get("storage", ()))
    for label, counts in (("goods: ", player.get("goods", {})), ("sold: ", player.get("sold", {}))):
        if any(counts.values()) or label == "goods: ":
            lines += _wrapped(label, [f"{colour} x{n}" if n > 1 else colour for colour, n in ordered(counts)])
    held = [f"{size} {colour}" for size in ("large", "small") for colour in COLOUR_NAMES
            if colour in player.get(size, ())]
    points = [f"{source} {player['points'][source]}" for source in SOURCE_NAMES if player.get("points", {}).get(source)]
    return lines + (_wrapped("bonuses: ", held) if held else []) + (_wrapped("points: ", points) if points else [])


def _wrapped(label: str, items: Iterable[str]) -> list[Text]:
    """The items after their label, broken only between items."""
    whole = label + (", ".join(item.replace(" ", HARD_SPACE) for item in items) or "-")
    return [Text(line.replace(HARD_SPACE, " ")) for line in wrap(whole, SEAT_COLUMNS, subsequent_indent="  ")]


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


def _side_by_side(columns: list[list[Text]]) -> Iterable[Text]:
    for row in range(max(map(len, columns))):
        line = Text()
        for lines in columns:
            cell = lines[row].copy() if row < len(lines) else Text()
            cell.pad_right(SEAT_COLUMNS + BETWEEN - cell.cell_len)
            line.append_text(cell)
        line.rstrip()
        yield line
