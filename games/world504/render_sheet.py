"""Beside the board of the picture: what the world is, what lies ready for all, and a sheet for each owner."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from games.drawing import Drawing, slug, tag, text_width
from games.world504.art import (
    FREE,
    INK,
    KEY,
    KIND_FILL,
    LINE,
    OWNER_FILL,
    OWNER_INK,
    OWNER_NAMES,
    PALE,
    PANEL,
    PRICED,
    good,
    ground,
    plural,
)
from games.world504.names import STAGE_NAMES, owner_names
from games.world504.reading import open_awards, priced
from games.world504.state import World504State
from games.world504.tables import GOODS, KINDS, PRIVILEGES

SHEET_WIDTH, LINE_HEIGHT, PAD = 350.0, 21.0, 12.0
CARD_WIDTH, CARD_HEIGHT = 52.0, 34.0
MAJORITIES, TROLLEY, PRIVILEGES_HELD = "Majorities", "Trolley", "Privileges"
BIDDING = ("sealed-bid", "sealed-units", "bid", "bid-units")

Raw = dict[str, Any]


class Sheet:
    """A panel that is filled line by line."""

    def __init__(self, d: Drawing, x: float, y: float, width: float) -> None:
        self.d, self.x, self.y, self.width = d, x + PAD, y + PAD, width - 2 * PAD

    def words(self, text: str, bold: bool = False, fill: str = INK, size: float = 13) -> None:
        """A line of text."""
        self.d.text(self.x, self.y + 13, text, size, fill, "start", bold=bold, room=self.width)
        self.y += LINE_HEIGHT

    def pair(self, name: str, value: str) -> None:
        """A name in pale letters, and its value."""
        self.d.text(self.x, self.y + 13, name, 12, PALE, "start")
        self.d.text(self.x + 98, self.y + 13, value, 13, INK, "start", room=self.width - 98)
        self.y += LINE_HEIGHT

    def goods(self, name: str, counts: Sequence[int], ids: str, none: bool = False) -> None:
        """A name and goods with their numbers, each with an id that begins so; with `none` also those of 0."""
        self.d.text(self.x, self.y + 13, name, 12, PALE, "start")
        x = self.x + 105
        for what, count in zip(GOODS, counts, strict=True):
            if count or none:
                with self.d.group(**tag(f"{ids}-{what}", x + 6, self.y + 8.5, 34, 18)):
                    good(self.d, what, x, self.y + 8.5, 14)
                    self.d.text(x + 10, self.y + 13, str(count), 12, INK, "start")
                x += 40
        self.y += LINE_HEIGHT


    def terrains(self, name: str, counts: Sequence[int]) -> None:
        """A name and the six terrains with their numbers."""
        self.d.text(self.x, self.y + 13, name, 12, PALE, "start")
        x = self.x + 107
        for kind, count in zip(KINDS, counts, strict=False):
            self.d.rect(x - 9, self.y + 0.5, 18, 16, KIND_FILL[kind], 3, stroke=LINE, stroke_width=0.6)
            ground(self.d, kind, x, self.y + 8.5, 0.55)
            self.d.text(x + 11, self.y + 13, str(count), 12, INK, "start", bold=True)
            x += 36
        self.y += LINE_HEIGHT

    @contextmanager
    def line(self, name: str) -> Iterator[None]:
        """What is written inside, a line, is a group with this id."""
        with self.d.group(**tag(name, self.x + self.width / 2, self.y + 8.5, self.width, LINE_HEIGHT)):
            yield


def panel(d: Drawing, x: float, y: float, width: float, height: float) -> None:
    """The ground of a sheet."""
    d.rect(x, y, width, height, PANEL, 8, stroke=LINE, stroke_width=1.2)


# ---- what lies ready ------------------------------------------------------------------------------------


Part = Callable[[Sheet, Raw, Raw], None]


def draw_common(d: Drawing, x: float, y: float, raw: Raw, rules: Raw, title: str, lines: Sequence[str]) -> float:
    """The world, the round, and what it has besides: stacks, prices, privileges; returns where it ends."""
    parts = _parts(rules) + ([(2.0, _digits)] if STAGE_NAMES[raw["stage"]] in BIDDING else [])
    height = (1 + len(lines) + sum(rows for rows, _ in parts)) * LINE_HEIGHT + 2 * PAD
    panel(d, x, y, SHEET_WIDTH, height)
    sheet = Sheet(d, x, y, SHEET_WIDTH)
    sheet.words(title, bold=True, size=15)
    for line in lines:
        sheet.words(line, fill=PALE, size=12)
    for _, draw in parts:
        draw(sheet, raw, rules)
    return y + height


def _parts(rules: Raw) -> list[tuple[float, Part]]:
    """What lies ready for all in this world, and how many lines each takes."""
    all_parts: tuple[tuple[Any, float, Part], ...] = (
        (True, 1, _order),
        (rules["explore_within"], 1, _stacks),
        (rules["road_pool"], 1, _pool),
        (priced(rules), 1, _prices),
        (rules["plants"], 1, _box),
        (rules["kinds_in_deck"], 3, _row),
        (rules["scoring_cards"], 1, _scorings),
        (rules["award"], 2, _awards),
    )
    return [(rows, draw) for there, rows, draw in all_parts if there]


def _order(sheet: Sheet, raw: Raw, rules: Raw) -> None:
    """The places of the order, each with who has it."""
    with sheet.line("order"):
        y, step = sheet.y, (sheet.width - 98) / rules["owners"]
        sheet.pair("In order", "" if raw["round"] and raw["founded"] else "not yet")
        for n, i in enumerate(raw["order"][:rules["owners"]]):
            x = sheet.x + 98 + n * step
            with sheet.d.group(**tag(f"place-{n}", x + step / 2 - 3, y + 8.5, step - 2, 18)):
                if raw["round"] and n < raw["founded"]:
                    name = OWNER_NAMES[i] if rules["companies"] else f"{i} {OWNER_NAMES[i]}"
                    sheet.d.text(x, y + 13, name, 12.5, INK, "start", room=step - 6)


def _digits(sheet: Sheet, raw: Raw, rules: Raw) -> None:
    """Ten keys, by which a sum is bid."""
    sheet.words("A bid, digit by digit", fill=PALE, size=12)
    width = sheet.width / 10
    for digit in range(10):
        x = sheet.x + (digit + 0.5) * width
        with sheet.d.group(**tag(f"digit-{digit}", x, sheet.y + 8.5, width - 4, 19)):
            sheet.d.rect(x - width / 2 + 2, sheet.y - 1, width - 4, 19, KEY, 4, stroke=LINE)
            sheet.d.text(x, sheet.y + 13, str(digit), 12, INK)
    sheet.y += LINE_HEIGHT


def _scorings(sheet: Sheet, raw: Raw, rules: Raw) -> None:
    left = [f"{ticks + (not scored)}" for ticks, scored in zip(raw["ticks"], raw["scored"], strict=True)]
    with sheet.line("scorings"):
        sheet.pair("Scorings", f"{raw['scorings']} of 3; cards left in the rows: {', '.join(left)}")


def _awards(sheet: Sheet, raw: Raw, rules: Raw) -> None:
    sheet.words("Open tasks, with their points", fill=PALE, size=12)
    sheet.words(open_awards(raw, rules), size=12)


def _box(sheet: Sheet, raw: Raw, rules: Raw) -> None:
    sheet.goods("In the box", raw["supply"], "box", none=True)


def _pool(sheet: Sheet, raw: Raw, rules: Raw) -> None:
    """Roads that are nobody's, and that everybody builds."""
    with sheet.line("road-pool"):
        sheet.pair("Roads", f"{raw['roads_left']} left in the pool")


def _stacks(sheet: Sheet, raw: Raw, rules: Raw) -> None:
    sheet.d.text(sheet.x, sheet.y + 13, "Tiles left", 12, PALE, "start")
    x = sheet.x + 78
    for kind, count in zip(KINDS, raw["stack"], strict=True):
        with sheet.d.group(**tag(f"stack-{kind}", x + 5, sheet.y + 8.5, 30, 18)):
            sheet.d.rect(x - 9, sheet.y + 0.5, 18, 16, KIND_FILL[kind], 3, stroke=LINE, stroke_width=0.6)
            ground(sheet.d, kind, x, sheet.y + 8.5, 0.55)
            sheet.d.text(x + 11, sheet.y + 13, str(count), 11, INK, "start")
        x += 36
    sheet.y += LINE_HEIGHT


def _prices(sheet: Sheet, raw: Raw, rules: Raw) -> None:
    sheet.d.text(sheet.x, sheet.y + 13, "Prices", 12, PALE, "start")
    x = sheet.x + 100
    for g, what in enumerate(GOODS):
        with sheet.d.group(**tag(f"price-{what}", x + 10, sheet.y + 8.5, 40, 18)):
            good(sheet.d, what, x, sheet.y + 8.5, 14)
            sheet.d.text(x + 10, sheet.y + 13, str(rules["prices"][raw["price"][g]]), 12, INK, "start", bold=True)
        x += 46
    sheet.y += LINE_HEIGHT


def _row(sheet: Sheet, raw: Raw, rules: Raw) -> None:
    """The privileges that lie open; those that cost nothing come first, the one under the hammer has a thick frame."""
    lying = [card - 1 for card in raw["row"] if card]
    bid_for = raw["card"] if STAGE_NAMES[raw["stage"]] in ("bid", "bid-units") else None
    with sheet.d.group(**tag("row", sheet.x + sheet.width / 2, sheet.y + 1.5 * LINE_HEIGHT, sheet.width, 60)):
        words = "Privileges" if lying else "No privilege lies open."
        if bid_for is not None:
            high = f"{owner_names(rules)[raw['bidder']]} bids {raw['high']}" if raw["high"] > 0 else "no bid yet"
            words = f"Privileges; {PRIVILEGES[lying[bid_for]]} under the hammer, {high}"
        sheet.words(words, fill=PALE, size=12)
        width = min(CARD_WIDTH, sheet.width / max(len(lying), 1) - 4)
        for n, card in enumerate(lying):
            x, price = sheet.x + n * (width + 4), "free" if n < raw["free_row"] else f"{rules['privilege_price']} Mark"
            with sheet.d.group(**tag(f"row-{n}", x + width / 2, sheet.y + CARD_HEIGHT / 2, width, CARD_HEIGHT)):
                sheet.d.rect(x, sheet.y, width, CARD_HEIGHT, FREE if n < raw["free_row"] else PRICED, 4,
                             stroke=INK if n == bid_for else LINE, stroke_width=2.5 if n == bid_for else 1)
                sheet.d.text(x + width / 2, sheet.y + 15, PRIVILEGES[card], 12, INK, bold=True, room=width - 4)
                sheet.d.text(x + width / 2, sheet.y + 29, price, 10, PALE, room=width - 4)
    sheet.y += 2 * LINE_HEIGHT


# ---- an owner -------------------------------------------------------------------------------------------


Value = str | Sequence[int]
Line = tuple[str, Value]


def owner_lines(state: World504State, i: int) -> list[Line]:
    """What an owner's sheet says, as far as the world has it: a name, and words or numbers of goods or of terrains."""
    rules, owner = state.rules_in_force(), state.raw()["owner"][i]
    lines: list[Line] = []
    if rules["people"]:
        lines.append(("Supply", f"{plural(owner['residents'], 'resident')}, "
                                f"{plural(owner['settlements'], 'settlement')}"))
        lines.append(("On the board", f"{sum(owner['active'])} active, {sum(owner['spent'])} exhausted, "
                                      f"{plural(owner['settled'].bit_count(), 'settlement')}"))
    else:
        lines.append(("Supply", plural(owner["settlements"], "settlement")))
    if owner["income"]:
        aside = ", set aside" if rules["set_aside"] and not rules["trade"] else ""
        lines.append(("Last income", f"{owner['income']} Mark{aside}"))
    if rules["roads_each"]:
        linked = f", {plural(owner['linked'].bit_count(), 'tile')} connected" if rules["count_links"] else ""
        lines.append(("Roads", f"{owner['roads']} left{linked}"))
    if rules["carts"]:
        bought = f", {plural(owner['holds'], 'hold')}" if rules["cart_holds"] else ""
        lines.append((TROLLEY, f"{rules['speeds'][owner['speed']]} movement points{bought}"))
    if rules["mark"]:
        cities = [str(n + 1) for n in range(10) if owner["cards"] >> n & 1]
        lines.append(("City cards", ", ".join(cities) or "none"))
    if rules["token_income"]:
        lines.append(("Income tokens", str(owner["tokens"])))
    if rules["factories"]:
        lines.append(("Factories", str(state.factories(i))))
    if rules["houses"]:
        lines.append(("Trading houses", str(state.houses(i))))
    if rules["table"]:
        lines.append((MAJORITIES, state.majority_counts(i)))
    for name, counts in (("Delivered", owner["delivered"]), ("Goods", owner["goods"]), ("In houses", _stored(owner))):
        if any(counts):
            lines.append((name, counts))
    held = [card for p, card in enumerate(PRIVILEGES) if owner["privileges"] >> p & 1]
    return lines + ([(PRIVILEGES_HELD, ", ".join(held))] if held else [])


def _stored(owner: Raw) -> list[int]:
    """Goods on an owner's trading houses, by kind."""
    return [sum(house.count(g + 1) for house in owner["house"]) for g in range(len(GOODS))]


def owner_height(lines: Sequence[Line]) -> float:
    """How high an owner's sheet with these lines is."""
    return 34 + len(lines) * LINE_HEIGHT + PAD


def draw_owner(d: Drawing, x: float, y: float, lines: Sequence[Line], i: int, heading: tuple[str, str]) -> None:
    """The sheet of an owner: whose it is and its money, on a line in its colour, and what it has."""
    (name, has), height = heading, owner_height(lines)
    with d.group(**tag(f"owner-{i}", x + SHEET_WIDTH / 2, y + height / 2, SHEET_WIDTH, height)):
        panel(d, x, y, SHEET_WIDTH, height)
        d.path(f"M{x} {y + 30}V{y + 8}Q{x} {y} {x + 8} {y}H{x + SHEET_WIDTH - 8}Q{x + SHEET_WIDTH} {y} "
               f"{x + SHEET_WIDTH} {y + 8}V{y + 30}Z", OWNER_FILL[i], stroke=LINE, stroke_width=1.2)
        left = SHEET_WIDTH - 3 * PAD - text_width(has, 13.5, True)
        d.text(x + PAD, y + 20, name, 13.5, OWNER_INK[i], "start", bold=True, room=left)
        d.text(x + SHEET_WIDTH - PAD, y + 20, has, 13.5, OWNER_INK[i], "end", bold=True)
        sheet = Sheet(d, x, y + 34 - PAD, SHEET_WIDTH)
        for name, value in lines:
            if name == TROLLEY:
                _upgrades(sheet, str(value), i)
            elif name == PRIVILEGES_HELD:
                with sheet.line(f"privileges-{i}"):
                    sheet.pair(name, str(value))
            elif isinstance(value, str):
                sheet.pair(name, value)
            elif name == MAJORITIES:
                sheet.terrains(name, value)
            else:
                sheet.goods(name, value, f"{slug(name)}-{i}")


def _upgrades(sheet: Sheet, words: str, i: int) -> None:
    """What the trolley of an owner can do: how far it goes, and how much it holds."""
    speed, _, holds = words.partition(", ")
    sheet.d.text(sheet.x, sheet.y + 13, TROLLEY, 12, PALE, "start")
    for name, text, left, width in (("speed", speed + ("," if holds else ""), 98, 148), ("holds", holds, 250, 60)):
        if text:
            with sheet.d.group(**tag(f"{name}-{i}", sheet.x + left + width / 2, sheet.y + 8.5, width, 18)):
                sheet.d.text(sheet.x + left, sheet.y + 13, text, 13, INK, "start", room=width)
    sheet.y += LINE_HEIGHT
