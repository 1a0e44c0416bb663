"""The slow 504: the board, its tiles and spaces (G7, appendix A, R5.S)."""
from collections import Counter
from itertools import combinations

from .twin_parts import BOX_TILES, FORBIDDEN, KINDS, PICTURES, PLAN_1, SIDES


def picture(text):
    """The cells of a drawn plan, row by row: space and mark. City 1 of plan 5 and the lake of plan 3 are at 0, 0."""
    found, middle = [], {9: 21, 11: 25}[text.count("\n")]
    for line in text.splitlines():
        r, column = int(line[:2]), 2
        for word in line[2:].split():
            column = line.index(word, column)
            found.append((((column - middle - 2 * r) // 4, r), word))
            column += len(word)
    return found


class Board:
    """Tiles that lie; `order_of` numbers them as they came."""

    def clear_board(self):
        """Nothing lies."""
        self.kind, self.number, self.order_of = {}, {}, {}
        self.stack = Counter(BOX_TILES)
        self.piles, self.lying = Counter(), {}
        self.demand, self.stock, self.factories = {}, Counter(), {}
        self.plants, self.ripe, self.neutral = {}, set(), {}

    def lay(self, space, kind, number=0):
        """A tile from its stack on to the board; with a city come its goods (R1.S.5, R1.S.7, R1.S.8)."""
        self.kind[space] = kind
        self.order_of[space] = len(self.order_of)
        self.stack[kind] -= 1
        if kind == "city":
            self.number[space] = number
            self.open_city(number)

    def lay_board(self):
        """G7: the printed tiles, then on plans 2, 3 and 5 two waters and all other tiles by luck."""
        if self.plan in PICTURES:
            yield from self.lay_drawn_plan()
            return
        cities, others = PLAN_1[min(len(self.owners), 4)] if self.plan == 1 else ([(0, 0)], {})
        for number, space in enumerate(cities, 1):
            self.lay(space, "city", number)
        for space, kind in others.items():
            self.lay(space, kind)

    def lay_drawn_plan(self):
        """Plans 2, 3 and 5: waters first, all allowed pairs alike; then row by row."""
        cells = picture(PICTURES[self.plan])
        self.order_of = {space: number for number, (space, _) in enumerate(cells)}
        free = [space for space, mark in cells if mark == "."]
        for space, mark in cells:
            if mark != ".":
                self.lay_at(space, "water" if mark == "W" else "city", 0 if mark == "W" else int(mark))
        forbidden = {frozenset(pair) for pair in FORBIDDEN[self.plan]}
        pairs = [pair for pair in combinations(free, 2) if frozenset(pair) not in forbidden]
        texts = {f"waters on {a[0]},{a[1]} and {b[0]},{b[1]}": (1, (a, b)) for a, b in pairs}
        waters = yield from self.chance(texts)
        for space in waters:
            self.lay_at(space, "water")
        for space in free:
            if space not in waters:
                kind = yield from self.chance({f"tile {kind}": (self.stack[kind], kind) for kind in KINDS})
                self.lay_at(space, kind)

    def lay_at(self, space, kind, number=0):
        """A tile on to a space that has its place in the order already."""
        place = self.order_of[space]
        self.lay(space, kind, number)
        self.order_of[space] = place

    def beside(self, space):
        """The six spaces around, from the east clockwise."""
        return [(space[0] + q, space[1] + r) for q, r in SIDES]

    def near(self, tile):
        """The tiles around."""
        return [space for space in self.beside(tile) if space in self.kind]

    def by_water(self, tile):
        """Is the tile or space next to water?"""
        return any(self.kind[other] == "water" for other in self.near(tile))

    def name(self, tile):
        """What a tile is called."""
        if tile in self.number:
            return f"city {self.number[tile]}"
        return f"{self.kind[tile]} {tile[0]},{tile[1]}"

    def in_order(self, tiles):
        """Tiles in the order in which they came."""
        return sorted(tiles, key=self.order_of.__getitem__)

    def city(self, number):
        """The tile of this city."""
        return next(tile for tile, found in self.number.items() if found == number)
