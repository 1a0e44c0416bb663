"""The slow 504: module 1, the trolley."""
from collections import Counter

from .twin_parts import BOX_GOODS, GOODS, OFFERS


class Transport:
    """Goods on cities, tiles and trolleys."""

    def clear_transport(self):
        """All goods in the box, prices at their start (R1.S.11)."""
        self.box = Counter(BOX_GOODS)
        self.prices = dict.fromkeys(GOODS, 20)

    def open_city(self, number):
        """R1.S.5, R1.S.7, R1.S.8: with 1.I or 1.II a city demands four goods and, without module 8, offers the fifth."""
        if self.at("1.I", "1.II"):
            self.demand[number] = set(GOODS) - {OFFERS[number]}
            if not self.has(8):
                self.stock[number] = 4
                self.box[OFFERS[number]] -= 4
