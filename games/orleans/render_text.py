"""A position as lines of text for a terminal: readable without colour, in as full a form as there is room for."""
from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from math import hypot
from typing import Any

from rich.text import Text

from games.boards import COLUMNS, Part, fitted, folded, listed, spread, table, unbroken
from games.orleans.art import (
    EVENTS,
    FOLLOWER_FILL,
    FOLLOWER_INK,
    GOOD_FILL,
    GOOD_INK,
    PHASES,
    SEAT_FILL,
    SEAT_INK,
    Document,
    active_seat,
    development_status,
    headline,
    score,
    standing_order,
    status,
    trade,
)
from games.orleans.names import TECHNOLOGY, rows_of, spaces_of
from games.orleans.render_board import Rules
from games.orleans.render_map import MAP_HEIGHT, MAP_WIDTH, PLACED, course, point_on
from games.orleans.tables import BOARD, DEEDS, HOME, PROFESSIONS, ROADS, ROUTES, TOWNS, TRACKS

MAP_LINES = 31
APART = 30                      # pixels of the picture's map between two goods of a route
NEARBY = [step * way for step in range(0, 35, 2) for way in (1, -1)]     # hundredths of a route, nearest first
MAP_ROOM = 60                   # lines of a board for which the map is not drawn
MAP_COLUMNS = (80, 100)         # of the drawn map, at least and at most
SHORT_TOWNS = {"Argenton-sur-Creuse": "Argenton", "Saint-Amand-Montrond": "St-Amand"}
SHORT_GOODS = {"grain": "gr", "cheese": "ch", "wine": "wi", "wool": "wo", "brocade": "br"}
CELL = 40                       # columns of a place, at least
SHORT_TRACKS = ("farm", "boat", "craft", "trade", "knight", "scholar")
HEADS = (TRACKS, SHORT_TRACKS, (*SHORT_TRACKS[:5], "school"))      # of the tracks: the longest that fits
MAP_LEGEND = "0: a seat's merchant  [0]: its station  . road  ~ waterway  gr ch wi wo br: goods"
LEGEND = "CAPITALS: a complete place; (knight): a free space for a knight; status 3 (9): development 9"


def text_of(document: Document, rules: Rules, winners: Collection[int] = (), seat: int | None = None,
            room: int | None = None, columns: int = COLUMNS) -> Text:
    """The board of a position document; brief forms have the board of `seat`, or of the seat to act."""
    acting = active_seat(document)
    own = next(s for s in (seat, acting, int(document["actor"])) if s is not None)

    def lines(*found: Text) -> list[Text]:
        return [piece for line in found for piece in folded(line, columns)]

    gap, others = Part([[Text()], []], [9]), [s for s in range(len(document["players"])) if s != own]
    planned = any(player.get("planned") for player in document["players"])
    planning = document["stage"] == "plan"      # then all places matter, else those that hold something
    places = _grid(document, rules, own, columns)
    begun = [listed("", cells, "; ")] if (cells := _begun(document, rules, own)) else []
    return fitted([
        Part([lines(*_head(document, winners)), lines(_short_head(document, winners))], [16]),
        Part([_map(document, columns) if room is None or room > MAP_ROOM else [], []], [1]),
        Part([lines(*_tracks(document, rules), Text()), []], [2]),
        Part([lines(*_deeds(document, rules), Text()), lines(_free_spaces(document, rules)),
              lines(_open_deeds(document, rules)), []], [4, 14, 20]),
        Part([lines(*_supplies(document)), lines(*_supplies(document)[:2]), []], [11, 15]),
        Part([lines(_citizens(document)), []], [12]),
        gap,
        Part([_seats(document, rules, columns)], []),
        gap,
        Part([_whole_seat(document, rules, own, columns), lines(_held(document, own)) + places,
              lines(_held(document, own), *begun), lines(_held(document, own, bag=False), *begun)],
             [18, 29 if planning else 19, 31]),
        Part([lines(_next_steps(document, rules, own)), []], [28 if planning else 30]),
        Part([lines(_ways(document, own)), []], [32]),
        Part([[line for s in others for line in (Text(), *_whole_seat(document, rules, s, columns))],
              lines(*(line for s in others for line in _other_seat(document, rules, s))), []], [5, 17]),
        Part([[Text("*: planned in this round", style="dim")] if planned else [], []], [10]),
        Part([lines(Text(LEGEND, style="dim")), []], [3]),
    ], room)


def _head(document: Document, winners: Collection[int]) -> list[Text]:
    event, seat = document["event"], active_seat(document)
    style = "bold" if seat is None else f"bold {SEAT_INK[seat]} on {SEAT_FILL[seat]}"
    return [Text(f"Orléans - {headline(document)}" + (f" ({EVENTS[event]})" if event else ""), style="bold"),
            Text.assemble((f"Next: {status(document)}", style), _around(document, winners, "   start player: seat "))]


def _short_head(document: Document, winners: Collection[int]) -> Text:
    seat, words = active_seat(document), headline(document)
    if document["round"] and document["stage"] != "over":
        words = f"Round {document['round']}, {PHASES[document['phase']]}"
        words += f", {document['event']}" if document["event"] and document["stage"] != "reveal" else ""
    style = "bold" if seat is None else f"bold {SEAT_INK[seat]} on {SEAT_FILL[seat]}"
    return Text.assemble((f"{words}. ", "bold"), (f"Next: {status(document)}", style),
                         _around(document, winners, "; start:\u00a0seat\u00a0"))


def _around(document: Document, winners: Collection[int], label: str) -> str:
    """Who starts and who has passed, or in the end who has won."""
    if winners:
        return f"; won by seat {' and '.join(map(str, winners))}"
    start = "" if document["start"] is None else f"{label}{document['start']}"
    passed = document.get("passed", ())
    return start + (f"; passed: seat {', '.join(map(str, passed))}" if passed else "")


# ---- the map ---------------------------------------------------------------------------------


def _map(document: Document, columns: int) -> list[Text]:
    """The map and what its signs mean."""
    return [*_drawn_map(document, columns), *folded(Text(MAP_LEGEND, style="dim"), columns), Text()]


def _drawn_map(document: Document, columns: int) -> Iterable[Text]:
    """Routes as rows of dots and waves, goods upon them, towns with stations and merchants."""
    width = max(MAP_COLUMNS[0], min(columns, MAP_COLUMNS[1]))
    cells: dict[tuple[int, int], tuple[str, str]] = {}

    def cell(x: float, y: float) -> tuple[int, int]:
        return round((x - 20) / (MAP_WIDTH - 20) * (width - 8)), round(y / MAP_HEIGHT * MAP_LINES) - 2

    taken: set[tuple[int, int]] = set()         # cells of words, and those beside them

    def place(at: tuple[int, int], words: str) -> range:
        first = max(0, min(at[0] - len(words) // 2, width - len(words)))
        return range(first, first + len(words))

    def write(at: tuple[int, int], words: str, style: str = "") -> None:
        columns = place(at, words)
        for column, char in zip(columns, words, strict=True):
            cells[column, at[1]] = (char, style)
        taken.update((column, at[1]) for column in range(columns[0] - 1, columns[-1] + 2))

    for number, (name, a, b, _) in enumerate(ROUTES):
        curve, steps = course(name, a, b), 60
        for n in range(steps + 1):
            cells[cell(*point_on(curve, n / steps))] = (".", "dim") if number < ROADS else ("~", "bold blue")
    for town, at in PLACED.items():
        write(cell(*at), _town(document, town), "bold reverse" if town == TOWNS[HOME] else "bold")
    for name, a, b, _ in ROUTES:
        curve, lying = course(name, a, b), document["routes"].get(name, [])
        (ax, ay), _, (bx, by) = curve
        for n, good in enumerate(lying):
            if good:
                middle = 0.5 + APART / max(hypot(bx - ax, by - ay), 1) * (n - (len(lying) - 1) / 2)
                spots = [cell(*point_on(curve, middle + away / 100)) for away in NEARBY]
                free = (at for at in spots if not taken.intersection((x, at[1]) for x in place(at, SHORT_GOODS[good])))
                write(next(free, spots[0]), SHORT_GOODS[good], f"{GOOD_INK[good]} on {GOOD_FILL[good]}")
    for row in range(min(y for _, y in cells), max(y for _, y in cells) + 1):
        line = Text()
        for column in range(width):
            line.append(*cells.get((column, row), (" ", "")))
        line.rstrip()
        yield line


def _town(document: Document, town: str) -> str:
    """A town with its stations before it and the merchants in it behind."""
    stations = "".join(str(s) for s, player in enumerate(document["players"]) if town in player["stations"])
    here = "".join(str(s) for s, player in enumerate(document["players"]) if player["merchant"] == town)
    return (f"[{stations}]" if stations else "") + SHORT_TOWNS.get(town, town) + (f" {here}" if here else "")


# ---- tracks, deeds, supplies -----------------------------------------------------------------


def _tracks(document: Document, rules: Rules) -> Iterable[Text]:
    """A line a track: each step with what it brings and the seats that stand there."""
    for track in TRACKS:
        line = Text(f"{track:10}", style="bold")
        for step in range(9 if track == "farmer" else 6):
            seats = "".join(str(s) for s, player in enumerate(document["players"])
                            if player["tracks"].get(track, 0) == step)
            reward = f"{_reward(track, step, document, rules)}:"
            line.append(reward, style="not bold dim").append(f"{seats:{6 - len(reward)}} ", style="bold")
        line.rstrip()
        yield line
    yield Text(f"status rises at development {', '.join(map(str, rules['development']['status']))}", style="dim")


def _reward(track: str, step: int, document: Document, rules: Rules) -> str:
    """What a step brings, in three letters at most; c: a citizen."""
    here = _citizen_on(track, step, document, rules)
    tracks = rules["tracks"]
    if track == "knight":
        return f"{tracks['knight'][step]}{'c' if here else ''}"
    if step == 0:
        return "0"
    if track == "farmer":
        return SHORT_GOODS[tracks["farmer"][step - 1]]
    if track == "boatman":
        return "c" if here else f"{tracks['boatman'][step - 1]}$"
    if track == "craftsman":
        return "T"
    return ("I" if step == 1 else "II") if track == "trader" else f"+{tracks['scholar'][step - 1]}"


def _citizen_on(track: str, step: int, document: Document, rules: Rules) -> bool:
    """Whether a citizen tile waits on this step."""
    return track in document["citizens"] and step > 0 and step == rules["citizen_steps"].get(track, 0)


def _next_steps(document: Document, rules: Rules, seat: int) -> Text:
    """What the next step on each track brings a seat."""
    player, tracks, found = document["players"][seat], rules["tracks"], []
    for track in TRACKS:
        step = player["tracks"].get(track, 0) + 1
        if step > (8 if track == "farmer" else 5):
            continue
        brings = {"farmer": lambda n: tracks["farmer"][n - 1], "boatman": lambda n: f"{tracks['boatman'][n - 1]} coins",
                  "craftsman": lambda n: "technology", "trader": lambda n: f"tile {'I' if n == 1 else 'I or II'}",
                  "knight": lambda n: f"draw {tracks['knight'][n]}",
                  "scholar": lambda n: f"+{tracks['scholar'][n - 1]} development"}[track](step)
        found.append(f"{track} {brings}{' + citizen' if _citizen_on(track, step, document, rules) else ''}")
    ahead = [n for n in rules["development"]["status"] if n > player["development"]]
    return listed("next steps: ", [*found, *([f"status at {ahead[0]}"] if ahead else [])])


def _deeds(document: Document, rules: Rules) -> Iterable[Text]:
    """A line a deed: filled of all spaces by profession, the reward, whether the citizen is there."""
    for deed in DEEDS:
        printed, there = rules["deeds"][deed], document["deeds"].get(deed, {})
        line = Text(f"{deed:16}", style="bold")
        for who in PROFESSIONS:
            if printed.get(who):
                line.append(f" {who} {there.get(who, 0)}/{printed[who]}", style="not bold")
        also = f" or {n} development" if (n := printed.get("development")) else ""
        line.append(f"  {_coins(printed['coins'])}{also}", style="not bold")
        line.append("  citizen" if deed in document["citizens"] else "  full", style="not bold dim")
        yield line


def _coins(n: int) -> str:
    return f"{n} coin" if n == 1 else f"{n} coins"


def _free(document: Document, rules: Rules, deed: str) -> list[tuple[str, int]]:
    """The free spaces of a deed, by profession."""
    printed, there = rules["deeds"][deed], document["deeds"].get(deed, {})
    left = [(who, printed.get(who, 0) - there.get(who, 0)) for who in PROFESSIONS]
    return [(who, n) for who, n in left if n > 0] if deed in document["citizens"] else []


def _free_spaces(document: Document, rules: Rules) -> Text:
    """The free spaces of all deeds."""
    found = []
    for deed in DEEDS:
        if free := _free(document, rules, deed):
            spaces = " ".join(who if n == 1 else f"{n} {who}" for who, n in free)
            found.append(f"{deed} ({_coins(rules['deeds'][deed]['coins'])}) {spaces}")
    return listed("deeds, free spaces: ", found, "; ")


def _open_deeds(document: Document, rules: Rules) -> Text:
    """The deeds with the number of their free spaces."""
    left = {deed: sum(n for _, n in _free(document, rules, deed)) for deed in DEEDS}
    return listed("deeds, free spaces: ", [f"{deed} {n}" for deed, n in left.items() if n])


def _supplies(document: Document) -> list[Text]:
    tiles = ", ".join(map(unbroken, document["tiles"])) or "none"
    supply = [f"{who} {document['supply'].get(who, 0)}" for who in PROFESSIONS]
    market = [f"{name} {document['goods_market'].get(name, 0)}" for name in SHORT_GOODS]
    piles = [(f"{name}: " if len(document["hourglass"]) > 1 else "") + ", ".join(
        unbroken(f"{event} {n}" if n > 1 else event) for event, n in pile.items())
        for name, pile in document["hourglass"].items() if any(pile.values())]
    return [Text("to recruit: " + ", ".join(map(unbroken, supply)) + f"; technology {document['technology']}"),
            Text(f"place tiles: {tiles}"), listed("goods market: ", market),
            Text("hourglass, still to come: " + ("; ".join(piles) or "nothing"))]


def _citizens(document: Document) -> Text:
    """The citizens still to be had, those of the deeds by their number."""
    deeds = [name for name in document["citizens"] if name in DEEDS]
    found = [name for name in document["citizens"] if name not in DEEDS]
    return listed("citizens to be had: ", [*found, f"{len(deeds)} of deeds"])


# ---- seats -----------------------------------------------------------------------------------


def _seats(document: Document, rules: Rules, columns: int) -> list[Text]:
    """A row a seat: points, what it has, where it stands on the tracks."""
    found: list[Text] = []
    for tracks in HEADS:
        rows: list[list[str | Text]] = [["seat", "points", "coins", "stations", "citizens", "status", *tracks]]
        for s, player in enumerate(document["players"]):
            mark = ">" if active_seat(document) == s else ""
            rows.append([Text(f"{mark} {s}", style=f"bold {SEAT_INK[s]} on {SEAT_FILL[s]}"),
                         f"{score(player, rules)}", f"{player['coins']}", f"{len(player['stations'])}",
                         f"{player['citizens']}", f"{development_status(player, rules)} ({player['development']})",
                         *(f"{player['tracks'].get(track, 0)}" for track in TRACKS)])
        found = table(rows, columns)
        if max(line.cell_len for line in found) <= columns:
            break
    return found


def _whole_seat(document: Document, rules: Rules, seat: int, columns: int) -> list[Text]:
    """All that a seat has, its empty places too."""
    player = document["players"][seat]
    word = "  to act" if active_seat(document) == seat else ""
    word += "  has passed" if seat in document.get("passed", ()) else ""
    word += "  has planned, hidden" if seat in document.get("planned", ()) else ""
    head = Text(f" Seat {seat}  {score(player, rules)} points{word} ",
                style=f"bold {SEAT_INK[seat]} on {SEAT_FILL[seat]}")
    towns = [SHORT_TOWNS.get(town, town) for town in player["stations"]]
    stock = unbroken(f"{player['stock']} to build") + _technology(player)
    goods = listed("goods: ", _goods(player)).append(f"; merchant in {player['merchant']}").append_text(
        listed("; stations: ", towns)).append(f"; {stock}")
    market = _followers("market", player["market"]).append_text(_followers("; bag", player["bag"]))
    return [piece for line in (head, goods, market) for piece in folded(line, columns)] + _grid(
        document, rules, seat, columns)


def _held(document: Document, seat: int, bag: bool = True) -> Text:
    """What a seat has beside its places."""
    player = document["players"][seat]
    return listed("goods: ", _goods(player)).append_text(_followers("; market", player["market"])).append_text(
        _followers("; bag", player["bag"]) if bag else Text(f"; bag: {sum(player['bag'].values())}")).append(
        "; " + unbroken(f"{player['stock']} stations to build")).append(_technology(player))


def _other_seat(document: Document, rules: Rules, seat: int) -> Iterable[Text]:
    """Another seat in two lines or so: its goods and followers, and its complete places in capitals."""
    player = document["players"][seat]
    hidden = ", has planned, hidden" if seat in document.get("planned", ()) else ""
    market = [name if n == 1 else f"{n} {name}" for name, n in standing_order(player["market"])]
    yield Text(f"seat {seat}{hidden}: ").append_text(listed("goods ", _goods(player))).append(
        f"; merchant in {SHORT_TOWNS.get(player['merchant'], player['merchant'])}").append_text(
        listed("; market ", market)).append(f"; bag {sum(player['bag'].values())}")
    if begun := _begun(document, rules, seat):
        yield listed("    places: ", [cell.plain.partition(":")[0] for cell in begun])


def _technology(player: Mapping[str, Any]) -> str:
    kept = player.get(TECHNOLOGY, {}).get("kept", 0)
    return f"; technology to place: {kept}" if kept else ""


def _goods(player: Mapping[str, Any]) -> list[Text]:
    return [Text(name if n == 1 else f"{n} {name}", style=f"{GOOD_INK[name]} on {GOOD_FILL[name]}")
            for name, n in standing_order(player["goods"])]


def _followers(label: str, counts: Mapping[str, int]) -> Text:
    held = standing_order(counts)
    return listed(f"{label}\u00a0({sum(n for _, n in held)}): ",
                  [Text(name if n == 1 else f"{n} {name}", style=_style(name)) for name, n in held])


def _style(follower: str) -> str:
    who = trade(follower)
    return f"{FOLLOWER_INK[who]} on {FOLLOWER_FILL[who]}"


def _grid(document: Document, rules: Rules, seat: int, columns: int) -> list[Text]:
    """All places of a seat, side by side."""
    return spread([cell for _, cell in _places(document, rules, seat)], columns, CELL)


def _begun(document: Document, rules: Rules, seat: int) -> list[Text]:
    """The places of a seat that hold something, and its place tiles."""
    return [cell for begun, cell in _places(document, rules, seat) if begun]


def _places(document: Document, rules: Rules, seat: int) -> Iterable[tuple[bool, Text]]:
    """The places of a seat, the complete ones in capitals; a free space is told by who belongs there."""
    player, spaces = document["players"][seat], spaces_of(rules, document.get("options", {}))
    planned = set(player.get("planned", ()))
    for place, row in [*player["places"].items(), *player["tiles"].items()]:
        cell = Text(f"{place.upper() if row and all(row) else place}:", style="bold")
        wanted = [spaces[n][1] for n in rows_of(spaces)[place]]
        for n, there in enumerate(row):
            mark = "*" if f"{place} {n + 1}" in planned else ""
            word = f"({wanted[n] if n < len(wanted) else 'any'})" if there is None else there
            style = "dim" if there is None else "reverse" if there == TECHNOLOGY else _style(there)
            cell.append(" ").append(mark + word, style=f"not bold {style}")
        if not row:
            cell.append(" always", style="not bold dim")
        yield any(row) or place not in BOARD, cell


def _ways(document: Document, seat: int) -> Text:
    """Where the merchant of a seat can go with one step, the goods on the way, and the stations that are there."""
    here = document["players"][seat]["merchant"]
    line = Text(f"merchant in {_named(document, here)}")
    for label, routes in (("roads", ROUTES[:ROADS]), ("waterways", ROUTES[ROADS:])):
        ways = []
        for name, a, b, _ in routes:
            if here in (a, b):
                lying = Counter(good for good in document["routes"].get(name, ()) if good)
                goods = [good if n == 1 else f"{n} {good}" for good, n in standing_order(lying)]
                ways.append(f"{_named(document, b if a == here else a)}{' for ' if goods else ''}{' and '.join(goods)}")
        if ways:
            line.append_text(listed(f"; {label} to ", ways))
    return line


def _named(document: Document, town: str) -> str:
    """A town and the seats that have a station there."""
    seats = [str(s) for s, player in enumerate(document["players"]) if town in player["stations"]]
    return SHORT_TOWNS.get(town, town) + (f" [{','.join(seats)}]" if seats else "")
