"""The slow 504: module 6, roads."""
from .twin_parts import ROAD_COST, SIDES, edge


class Roads:
    """Roads are edges: pairs of tiles, each from the tile that it leaves to the east, southeast or southwest."""

    def clear_roads(self):
        """R6.S.3: with module 4 one heap of roads for all."""
        self.road_pool, self.common_roads = 40, set()

    def own_road(self, me, a, b):
        """Does an own road join these neighbours? U33: with module 4 any road, if both tiles are own."""
        if self.has(4):
            return edge(a, b) in self.common_roads and me.owns(a) and me.owns(b)
        return edge(a, b) in me.roads

    def legal_edges(self, me):
        """R6.3D.2, R6.3D.4, R6.3D.5: where the owner may build a road, without asking who builds it."""
        if not self.has(6) or (self.road_pool if self.has(4) else me.road_supply) == 0:
            return []
        edges = [(tile, (tile[0] + q, tile[1] + r)) for tile in self.in_order(self.kind) for q, r in SIDES[:3]]
        return [road for road in edges if road not in me.roads | self.common_roads
                and (self.may_join(me, *road) or self.into_attacked(me, *road))]

    def may_join(self, me, a, b):
        """R6.3D.2, R6.3D.4, R6.3D.5, R6.3D.9: settlements at both ends, and not apart from the other roads."""
        anywhere = self.at("6.III") and not self.at("4.I", "4.II")
        return me.owns(a) and me.owns(b) and (anywhere or self.touches_network(me, a, b))

    def into_attacked(self, me, a, b):
        """R6.3D.9: a road into a tile on which attackers stand, once a turn."""
        if not self.at("4.I", "4.II"):
            return False
        return any(me.exhausted[there] and self.hostile(me, there) and there not in self.roads_into
                   and here in self.hanging_together(me) for here, there in ((a, b), (b, a)))

    def hanging_together(self, me):
        """The capital and all own tiles that roads over own tiles join with it."""
        found = {me.capital} - {None}
        rim = list(found)
        while rim:
            tile = rim.pop()
            for other in self.near(tile):
                if other not in found and self.own_road(me, tile, other):
                    found.add(other)
                    rim.append(other)
        return found

    def touches_network(self, me, a, b):
        """R6.3D.4: the first road begins in the capital, every further one at another own road; R6.3D.9."""
        own = [road for road in me.roads | self.common_roads if self.own_road(me, *road)]
        network = {tile for road in own for tile in road} if own else {me.capital}
        home = self.hanging_together(me)
        if self.at("4.I", "4.II") or self.has(4) and (len(home) > 1 or not self.left_by_capital(me)):
            network = home
        return a in network or b in network

    def left_by_capital(self, me):
        """Can there be a network that this owner has built and its capital is not part of, with module 4 at TOP III?"""
        return bool(me.linked) if self.at("6.I") else self.has(2)

    def road_cost(self, me, a, b):
        """R6.3D.2, R6.3D.3: the dearer terrain, and one more for each opponent's road there."""
        return max(self.terrain_cost(me, a), self.terrain_cost(me, b)) + sum(
            (a, b) in owner.roads for owner in self.owners)

    def terrain_cost(self, me, tile):
        """I(9), II(8) and, with roads at TOP I or II, II(7) make a terrain cheap."""
        cheap = {"forest": "I(9)", "city": "II(8)", "mountain": "II(7)"}.get(self.kind[tile])
        return 1 if cheap in me.privileges and self.at("6.I", "6.II") else ROAD_COST[self.kind[tile]]

    def road_actions(self, me):
        """Roads that residents at the two ends can build; III(9): one without residents."""
        found = {}
        for a, b in self.legal_edges(me):
            words = f"road {self.name(a)} to {self.name(b)}"
            if "III(9)" in me.privileges and not self.free_road_done:
                found[f"free {words}"] = (self.free_road, a, b)
            if me.active[a] + me.active[b] >= self.road_cost(me, a, b):
                found[words] = (self.build_road, a, b)
        return found

    def free_road(self, me, a, b):
        """III(9): a road without residents."""
        self.free_road_done = True
        self.place_road(me, a, b)
        yield from ()

    def build_road(self, me, a, b):
        """R6.3D.4: one builder returns to the supply, the others tire; at TOP III all tire."""
        cost, crews = self.road_cost(me, a, b), {}
        for here in range(cost + 1):
            there = cost - here
            if here > me.active[a] or there > me.active[b]:
                continue
            words = f"{here} of {self.name(a)} and {there} of {self.name(b)} build"
            if self.at("6.III"):
                crews[words] = (here, there, None)
                continue
            for end, builders in ((a, here), (b, there)):
                if builders:
                    crews[f"{words}, {self.name(end)} sends one back"] = (here, there, end)
        here, there, back = yield from self.ask(me, crews)
        for end, builders in ((a, here), (b, there)):
            me.active[end] -= builders
            me.exhausted[end] += builders - (end == back)
        me.residents += back is not None
        self.place_road(me, a, b)

    def place_road(self, me, a, b):
        """A road on to the board; R6.3D.6: tiles newly connected count."""
        if self.has(4):
            self.place_common_road(me, a, b)
            return
        me.road_supply -= 1
        me.roads.add((a, b))
        self.link(me, a, b)

    def link(self, me, a, b):
        """R6.3D.6, R6.S.4: both ends count; deserts at TOP II with module 7 only, and for a task (R2.Z.6)."""
        if self.at("6.I", "6.II"):
            for tile in (a, b):
                if self.kind[tile] != "desert" or self.at("6.I") or self.has(7) or self.tasks_of(6):
                    me.linked.add(tile)
            self.check_link_award(me)

    def place_common_road(self, me, a, b):
        """R6.3D.8; R6.3D.10: who first connects a land tile counts it, and with the first road the capital."""
        self.road_pool -= 1
        self.common_roads.add((a, b))
        self.roads_into |= {tile for tile in (a, b) if self.hostile(me, tile)}
        if self.at("6.I"):
            if not me.linked:
                me.linked.add(me.capital)
            me.linked |= {tile for tile in (a, b) if tile not in self.number
                          and not any(tile in owner.linked for owner in self.owners)}
        self.count_links()

    def count_links(self):
        """R6.3D.10: cities once connected; R6.3D.11: what hangs together now."""
        if not self.has(4) or not self.at("6.I", "6.II"):
            return
        for owner in self.owners:
            joined = self.hanging_together(owner)
            if not any(owner.capital in road for road in self.common_roads):
                joined = set()
            if self.at("6.I"):
                owner.linked |= {tile for tile in joined if tile in self.number and len(joined) > 1}
            else:
                owner.linked = {tile for tile in joined if self.kind[tile] != "desert" or self.has(7)}
            self.check_link_award(owner)

    # ---- roads of nobody (R6.3D.7) -------------------------------------------------------------------

    def lose_roads(self, me, tile):
        """The settlement has gone: its roads are neutral, the tile is subtracted."""
        if self.has(4):
            self.count_links()
            return
        for road in [road for road in me.roads if tile in road]:
            me.roads.remove(road)
            if me.seat in self.neutral.setdefault(road, set()):
                me.road_supply += 1                 # one of this owner's lies there already
            self.neutral[road].add(me.seat)
        me.linked.discard(tile)

    def take_roads(self, me):
        """Neutral roads between own tiles that touch the own network go to the owner, in their order, while any do."""
        going = self.has(6)
        while going:
            going = False
            for road in sorted(self.neutral, key=lambda road: (self.order_of[road[0]], SIDES.index(
                    (road[1][0] - road[0][0], road[1][1] - road[0][1])))):
                a, b = road
                own_piece = me.seat in self.neutral[road]
                if (me.road_supply or own_piece) and me.owns(a) and me.owns(b) and road not in me.roads \
                        and me.roads and self.touches_network(me, a, b):
                    former = me.seat if own_piece else min(self.neutral[road])
                    self.neutral[road].remove(former)
                    if not self.neutral[road]:
                        del self.neutral[road]
                    self.owners[former].road_supply += 1
                    self.place_road(me, a, b)
                    going = True

    # ---- income and points ---------------------------------------------------------------------------

    def connected(self, me, kind):
        """Connected tiles of a terrain."""
        return sum(self.kind[tile] == kind for tile in me.linked)

    def road_sets(self, me):
        """Sets of city, meadow, field, forest and mountain."""
        return min(self.connected(me, kind) for kind in ("city", "meadow", "field", "forest", "mountain"))

    def road_income(self, me):
        """R6.3H.1."""
        cities = self.connected(me, "city")
        others = sum(self.kind[tile] == "city" for tile in me.linked - {me.capital})
        income = 10 * others + 10 * self.road_sets(me)
        for kind, worth in (("meadow", 5), ("field", 5), ("forest", 5), ("mountain", 10)):
            income += worth * min(cities, self.connected(me, kind))
        return income

    def road_points(self, me):
        """R6.F.1."""
        worth = {"city": 3, "mountain": 3, "meadow": 2, "field": 2, "forest": 2, "desert": 1}
        return sum(worth[self.kind[tile]] for tile in me.linked) + 3 * self.road_sets(me)

    def on_roads(self, me):
        """R6.T.1, R6.T.2: residents on tiles with own roads, with module 4 on tiles with roads."""
        return sum(me.on(tile) for tile in {end for road in me.roads | self.common_roads for end in road})
