"""The slow 504: module 2, city cards, first settlements and tasks during the game."""
from collections import Counter

from .twin_parts import TERRAINS


class Race:
    """City cards, and the tasks of TOP III."""

    def clear_race(self):
        """No task is done."""
        self.done_tasks = set()

    def mark_capital(self, me):
        """R2.S.3, R2.S.5, R2.S.6: the capital's card; the piece comes from the supply."""
        if self.at("2.I", "2.II"):
            me.cards.add(self.number[me.capital])
            if self.at("2.II"):
                me.settlements -= 1
            elif self.residents_act:
                me.residents -= 1

    def resident_marks_card(self, me, tile):
        """R2.3D.2, R2.3D.3: a resident that settles in a new city goes on to its card."""
        if not (self.at("2.I") or self.at("2.II") and not self.has(1)):
            return False
        return self.new_card(me, tile)

    def new_card(self, me, tile):
        """Is the tile a city whose card the owner has not marked? Then it is marked now."""
        number = self.number.get(tile)
        if number is None or number in me.cards:
            return False
        me.cards.add(number)
        self.cards_marked += 1
        return True

    def trolley_reaches(self, me, tile):
        """R2.3E.1-3: the trolley marks cards without residents, and at TOP II always."""
        if not self.at("2.I", "2.II") or tile not in self.number:
            return False
        if not self.residents_act:
            return self.new_card(me, tile)
        if self.at("2.II") and me.residents > 0 and self.new_card(me, tile):
            me.residents -= 1
            return True
        return False

    def first_settlement(self, me, tile):
        """R2.3H.1, R2.3H.3: pays once."""
        if self.pays(2):
            self.earned += 10 if self.kind[tile] in ("city", "mountain") else 5

    def card_income(self, me):
        """R2.3H.2: 10 for each card newly marked, times its number among all but the capital's."""
        before = len(me.cards) - 1 - self.cards_marked
        return sum(10 * (before + n) for n in range(1, self.cards_marked + 1))

    def cards_to_end(self):
        """R2.E.1-3."""
        return {2: 9, 3: 8, 4: 7, 5: 6}[len(self.owners)] - 2 * self.has(4) if self.residents_act else 9

    def card_points(self, me):
        """R2.F.1."""
        beyond = len(me.cards) - self.cards_to_end()
        return (22, 26, 32, 40, 50)[min(max(beyond, -3), 1) + 3]

    # ---- R2.Z ----------------------------------------------------------------------------------------

    def award(self, me, task, points):
        """The first to fulfil a task takes its points; with 9.I money (R2.Z.9)."""
        if task not in self.done_tasks:
            self.done_tasks.add(task)
            if self.at("9.I"):
                me.premium += 10 * points
            else:
                me.collected["awards"] += points

    def tasks_of(self, module):
        """Are the tasks those of this module? It stands at TOP I, or with 9.I at TOP II (R2.Z.9)."""
        return self.at("2.III") and (self.at(f"{module}.I") or self.at("9.I") and self.at(f"{module}.II"))

    def check_delivery_award(self, me, good):
        """R2.Z.1."""
        if self.tasks_of(1) and me.delivered[good] >= 2:
            self.award(me, good, 5)

    def check_factory_award(self, me):
        """R2.Z.3."""
        if self.tasks_of(3):
            own = [built.count(me.seat) for built in self.factories.values()]
            if sum(count > 0 for count in own) >= 3:
                self.award(me, "three cities", 10)
            if max(own, default=0) >= 3:
                self.award(me, "three factories", 10)

    def check_explored_award(self, me, kind):
        """R2.Z.5."""
        if self.tasks_of(5) and kind != "water" and me.explored[kind] >= 3:
            self.award(me, kind, 5)

    def check_link_award(self, me):
        """R2.Z.6."""
        if self.tasks_of(6):
            for kind in TERRAINS:
                if self.connected(me, kind) >= 3:
                    self.award(me, kind, 5)

    def check_terrain_award(self, me):
        """R2.Z.7."""
        if self.tasks_of(7):
            settled = Counter(self.kind[tile] for tile in me.tiles())
            for times, points in ((1, 10), (2, 20)):
                if all(settled[kind] >= times for kind in TERRAINS):
                    self.award(me, times, points)

    def check_plant_award(self, me, good):
        """R2.Z.8."""
        if self.tasks_of(8) and sum(
                plant == [good, me.seat] for plant in self.plants.values()) >= 3:
            self.award(me, good, 5)
