"""Beside the board of the picture: what the world is, what lies ready for all, and a sheet for each owner."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.drawing import Drawing, tag
from games.world504.art import (
    GOOD_FILL,
    INK,
    KIND_FILL,
    LINE,
    OWNER_FILL,
    OWNER_INK,
    OWNER_NAMES,
    PALE,
    PANEL,
    good,
    ground,
)
from games.world504.tables import GOODS, KINDS, PRIVILEGES

SHEET_WIDTH, LINE_HEIGHT, PAD = 330.0, 21.0, 12.0
CARD_WIDTH, CARD_HEIGHT = 52.0, 34.0

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
        self.d.text(self.x + 92, self.y + 13, value, 13, INK, "start", room=self.width - 92)
        self.y += LINE_HEIGHT

    def goods(self, name: str, counts: Sequence[int]) -> None:
        """A name and goods with their numbers."""
        self.d.text(self.x, self.y + 13, name, 12, PALE, "start")
        x = self.x + 100
        for what, count in zip(GOODS, counts, strict=True):
            if count:
                good(self.d, what, x, self.y + 8.5, 14)
                self.d.text(x + 10, self.y + 13, str(count), 12, INK, "start")
                x += 40
        self.y += LINE_HEIGHT


def panel(d: Drawing, x: float, y: float, width: float, height: float) -> None:
    """The ground of a sheet."""
    d.rect(x, y, width, height, PANEL, 8, stroke=LINE, stroke_width=1.2)


# ---- what lies ready ------------------------------------------------------------------------------------


def draw_common(d: Drawing, x: float, y: float, raw: Raw, rules: Raw, title: str, lines: Sequence[str]) -> float:
    """The world, the round, and what it has besides: stacks, prices, privileges; returns where it ends."""
    rows = 2 + len(lines) + bool(rules["explore_within"]) + bool(rules["goods_in_cities"] and rules["income"] == 0) \
        + 3 * bool(rules["kinds_in_deck"]) + bool(rules["scoring_cards"])
    height = rows * LINE_HEIGHT + 2 * PAD
    panel(d, x, y, SHEET_WIDTH, height)
    sheet = Sheet(d, x, y, SHEET_WIDTH)
    sheet.words(title, bold=True, size=15)
    for line in lines:
        sheet.words(line, fill=PALE, size=12)
    order = [OWNER_NAMES[i] for i in raw["order"][:rules["owners"]]]
    sheet.pair("In order", ", ".join(order) if raw["round"] else "not yet")
    if rules["explore_within"]:
        _stacks(sheet, raw)
    if rules["goods_in_cities"] and rules["income"] == 0:
        _prices(sheet, raw, rules)
    if rules["kinds_in_deck"]:
        _row(sheet, raw, rules)
    if rules["scoring_cards"]:
        sheet.pair("Scorings", f"{raw['scorings']} of 3")
    return y + height


def _stacks(sheet: Sheet, raw: Raw) -> None:
    sheet.d.text(sheet.x, sheet.y + 13, "Tiles left", 12, PALE, "start")
    x = sheet.x + 78
    for kind, count in zip(KINDS, raw["stack"], strict=True):
        sheet.d.rect(x - 9, sheet.y + 0.5, 18, 16, KIND_FILL[kind], 3, stroke=LINE, stroke_width=0.6)
        ground(sheet.d, kind, x, sheet.y + 8.5, 0.55)
        sheet.d.text(x + 11, sheet.y + 13, str(count), 11, INK, "start")
        x += 34
    sheet.y += LINE_HEIGHT


def _prices(sheet: Sheet, raw: Raw, rules: Raw) -> None:
    sheet.d.text(sheet.x, sheet.y + 13, "Prices", 12, PALE, "start")
    x = sheet.x + 100
    for g, what in enumerate(GOODS):
        good(sheet.d, what, x, sheet.y + 8.5, 14)
        price = rules["prices"][raw["price"][g]]
        sheet.d.text(x + 9, sheet.y + 13, str(price), 12, GOOD_FILL[what], "start", bold=True)
        x += 42
    sheet.y += LINE_HEIGHT


def _row(sheet: Sheet, raw: Raw, rules: Raw) -> None:
    """The privileges that lie open; those that cost nothing come first."""
    lying = [card - 1 for card in raw["row"] if card]
    sheet.d.text(sheet.x, sheet.y + 13, "Privileges" if lying else "No privilege lies open.", 12, PALE, "start")
    sheet.y += LINE_HEIGHT
    width = min(CARD_WIDTH, sheet.width / max(len(lying), 1) - 4)
    for n, card in enumerate(lying):
        x, free = sheet.x + n * (width + 4), n < raw["free_row"]
        with sheet.d.group(**tag(f"row-{n}", x + width / 2, sheet.y + CARD_HEIGHT / 2, width, CARD_HEIGHT)):
            sheet.d.rect(x, sheet.y, width, CARD_HEIGHT, "#e4efe0" if free else "#f3e3c8", 4, stroke=LINE)
            sheet.d.text(x + width / 2, sheet.y + 15, PRIVILEGES[card], 12, INK, bold=True, room=width - 4)
            sheet.d.text(x + width / 2, sheet.y + 29, "free" if free else f"{rules['privilege_price']} M", 10, PALE)
    sheet.y += 2 * LINE_HEIGHT


# ---- an owner -------------------------------------------------------------------------------------------


def owner_lines(raw: Raw, rules: Raw, i: int) -> list[tuple[str, str | Sequence[int]]]:
    """What an owner's sheet says, as far as the world has it: a name, and words or numbers of goods."""
    owner = raw["owner"][i]
    lines: list[tuple[str, str | Sequence[int]]] = []
    if rules["people"]:
        lines.append(("Supply", f"{owner['residents']} residents, {owner['settlements']} settlements"))
    else:
        lines.append(("Supply", f"{owner['settlements']} settlements"))
    if rules["roads_each"]:
        lines.append(("Roads", f"{owner['roads']} left, {owner['linked'].bit_count()} tiles connected"))
    if rules["carts"]:
        bought = f", {owner['holds']} hold{'s' if owner['holds'] != 1 else ''}" if rules["cart_holds"] else ""
        lines.append(("Trolley", f"{rules['speeds'][owner['speed']]} movement points{bought}"))
    if rules["mark"]:
        cities = [str(n + 1) for n in range(10) if owner["cards"] >> n & 1]
        lines.append(("City cards", ", ".join(cities) or "none"))
    if rules["token_income"]:
        lines.append(("Income tokens", str(owner["tokens"])))
    if rules["factories"]:
        count = sum(made == 1 + i for city in raw["factory"] for made in city)
        lines.append(("Factories", str(count)))
    if any(owner["delivered"]):
        lines.append(("Delivered", owner["delivered"]))
    if any(owner["goods"]):
        lines.append(("Goods", owner["goods"]))
    if stored := [held - 1 for house in owner["house"] for held in house if held]:
        lines.append(("In houses", [stored.count(g) for g in range(len(GOODS))]))
    held = [card for p, card in enumerate(PRIVILEGES) if owner["privileges"] >> p & 1]
    if held:
        lines.append(("Privileges", ", ".join(held)))
    return lines


def owner_height(raw: Raw, rules: Raw, i: int) -> float:
    """How high an owner's sheet is."""
    return 34 + len(owner_lines(raw, rules, i)) * LINE_HEIGHT + PAD


def draw_owner(d: Drawing, x: float, y: float, height: float, raw: Raw, rules: Raw, i: int, points: float,
               note: str) -> None:
    """The sheet of an owner: its colour and seat, money and points, and what it has."""
    owner = raw["owner"][i]
    with d.group(**tag(f"owner-{i}", x + SHEET_WIDTH / 2, y + height / 2, SHEET_WIDTH, height)):
        panel(d, x, y, SHEET_WIDTH, height)
        d.path(f"M{x} {y + 30}V{y + 8}Q{x} {y} {x + 8} {y}H{x + SHEET_WIDTH - 8}Q{x + SHEET_WIDTH} {y} "
               f"{x + SHEET_WIDTH} {y + 8}V{y + 30}Z", OWNER_FILL[i], stroke=LINE, stroke_width=1.2)
        d.text(x + PAD, y + 20, f"seat {i}, {OWNER_NAMES[i]}{note}", 13.5, OWNER_INK[i], "start", bold=True)
        d.text(x + SHEET_WIDTH - PAD, y + 20, f"{owner['money']} Mark · {points:g} points", 13.5, OWNER_INK[i], "end",
               bold=True)
        sheet = Sheet(d, x, y + 34 - PAD, SHEET_WIDTH)
        for name, value in owner_lines(raw, rules, i):
            if isinstance(value, str):
                sheet.pair(name, value)
            else:
                sheet.goods(name, value)
