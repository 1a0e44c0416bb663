"""Orléans: the rules. Numbers in brackets are those of the rules digest, U for what it leaves open (README.md).

The position is one struct, `at`; the numbers are another, `rules`, filled by setup.py from tables.py. A method that may
end in a question sets `stage` and leaves; what is certain is done without asking.
"""
cimport cython
from libc.math cimport expf, powf, tanh
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from core_ext.bits cimport first_bit, popcount
from core_ext.rng cimport Keys, Stream, below, draw64, keyed, keyed_below, logical
from core_ext.state cimport State, hash_bytes, weighted
from core_ext.types cimport CHANCE, MAX_ACTIONS, TERMINAL, action_t
from games.orleans.packing cimport fill_rules, fill_taste, position_dict, position_from_dict

include "pieces.pxi"

# ---- the rules, one class upon the other --------------------------------------------------------------

include "course.pxi"
include "payments.pxi"
include "technology.pxi"
include "plans.pxi"
include "offers.pxi"
include "actions.pxi"
include "rounds.pxi"
include "legal.pxi"
include "chance.pxi"
include "outlook.pxi"
include "sketch.pxi"
include "heuristics.pxi"


cdef class OrleansState(Heuristics):
    """A position of Orléans. Made by games.orleans.setup.new_state."""

    def __cinit__(self):
        self.memory, self.size = <void*>&self.at, sizeof(Position)
        memset(&self.at, 0, sizeof(Position))
        memset(&self.rules, 0, sizeof(Rules))

    def __init__(self, int seats, dict options, dict numbers, table):
        """`numbers` has the fields of the Rules struct and two lists of names (numbers.py); `table` they came from."""
        self.seats, self.options, self.table = seats, options, table
        self.source_names, self.tile_names = numbers["source_names"], numbers["tile_names"]
        fill_rules(&self.rules, numbers)
        self.set_heuristic_weights(numbers["taste"])
        self.hides = self.rules.hidden_plans
        self.begin()

    cpdef State blank(self):
        cdef OrleansState other = OrleansState.__new__(OrleansState)
        other.seats, other.options, other.table = self.seats, self.options, self.table
        other.hides, other.source_names, other.tile_names = self.hides, self.source_names, self.tile_names
        memcpy(&other.rules, &self.rules, sizeof(Rules))
        return other

    # ---- the contract ----------------------------------------------------------------------------

    cdef int current_player(self) noexcept nogil:
        if self.at.stage == OVER:
            return TERMINAL
        if self.at.stage < TAKE_BACK:
            return CHANCE
        return self.at.actor

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil:
        """The contract's loop with direct calls."""
        cdef action_t actions[SPACES * KINDS + SPACES]
        cdef int n, steps = 0
        while self.at.stage != OVER:
            if self.at.stage < TAKE_BACK:
                self.apply_chance(self.sample_chance(rng))
            else:
                n = self.legal_actions(actions)
                self.decide(actions[0] if n == 1 else actions[below(rng, n)])
                decisions[0] += 1
            steps += 1
        return steps

    cdef void apply_action(self, action_t a) noexcept nogil:
        if self.at.stage < TAKE_BACK:
            self.apply_chance(a)
        else:
            self.decide(a)

    @cython.final
    cdef void decide(self, action_t a) noexcept nogil:
        if self.at.stage == PLAN:
            self.apply_plan(a)
        elif a < A_USE:
            self.apply_follower(a)
        elif a < A_VILLAGE:
            self.use(a - A_USE)
        elif a < A_MOVE:
            self.village(BOATMAN + a - A_VILLAGE)
        elif a < A_SEND:
            self.move((a - A_MOVE) // ROUTES, (a - A_MOVE) % ROUTES)
        elif a <= A_PAY:
            self.send(a - A_SEND)
        elif a < A_PASS:
            self.pharmacy(a - A_PAY)
        elif a == A_PASS:
            self.pass_round()
        elif a < A_TILE:
            self.take_from_route(a - A_TAKE if a < A_TAKE_NONE else -1)
        elif a < A_TECHNOLOGY:
            self.choose_tile(a - A_TILE)
        else:
            self.apply_rare(a)

    @cython.final
    cdef void apply_plan(self, action_t a) noexcept nogil:
        cdef Position* at = &self.at
        if a != A_DONE:
            if a < A_DONE:
                self.put(at.seat[at.actor].market, a // KINDS, a % KINDS)
            else:
                self.put_technology(a - A_TECHNOLOGY)
            if self.can_plan():
                return
        self.plan(at.cursor + 1)

    @cython.final
    cdef void apply_follower(self, action_t a) noexcept nogil:
        """Bathhouse, the end of an action, followers taken back, a follower kept."""
        cdef Position* at = &self.at
        if a < A_DONE:
            self.put(at.hand, a // KINDS, a % KINDS)
            at.draws -= 1
            self.bath_on()
        elif a == A_DONE:
            if at.stage == BATH_PUT:
                self.bath_done()
            else:
                self.action_done()
        elif a < A_DRAW:
            self.take_back(a - A_TAKE_BACK)
        elif a == A_DRAW:
            self.drawing()
        else:
            self.keep(a - A_KEEP)
            self.followers(at.cursor + 1)

    @cython.final
    cdef void apply_rare(self, action_t a) noexcept nogil:
        """Technology, torture, events."""
        cdef Position* at = &self.at
        if a < A_GIVE_TILE:
            if a < A_KEEP_TECHNOLOGY:
                self.put_technology(a - A_TECHNOLOGY)
                self.tidy(&at.seat[at.actor])
                if self.technology_spaces(&at.seat[at.actor]):
                    return
            at.last = 0
            self.act_from((at.actor + 1) % self.seats)
        elif a < A_FOOD:
            self.give(a)
            if a != A_GIVE_FOLLOWER:
                self.settled()
        elif a < A_SHIELD:
            self.food_given(a - A_FOOD)
        else:
            self.shielded(a == A_SHIELD)

    @cython.final
    cdef void apply_chance(self, action_t a) noexcept nogil:
        cdef Position* at = &self.at
        if at.stage == DRAW:
            self.drawn_to_market(a)
        elif at.stage == REVEAL:
            at.hourglass[EVENTS * (self.pile() if self.rules.piles else 0) + a] -= 1
            self.revealed(a)
        elif at.stage == MAP_GOOD or at.stage == REMOVE_GOOD:
            at.goods[a] -= 1
            if at.stage == MAP_GOOD:
                at.road[at.cursor] = 1 + a
            else:
                at.gone[a] += 1
            at.cursor += 1
            self.deal_goods()
        elif at.stage == BATH_LOOK:
            self.looked(a)
        elif at.stage == BATH_DRAW:
            self.bathed(a)
        elif at.stage == PLAGUE_DRAW:
            self.plague_takes(a)
        elif at.stage == LOSE_DRAW:
            self.follower_lost(a)
            self.settled()
        else:
            self.seat_starts(a)

    # ---- results (rules 64-66) -------------------------------------------------------------------

    cdef void scores(self, double* points) noexcept nogil:
        cdef int i
        for i in range(self.seats):
            points[i] = points_of(&self.rules, &self.at.seat[i])

    cdef void win_shares(self, double* won) noexcept nogil:
        """Most points, then further on the development track, then shared (rule 66)."""
        cdef int rank[SEATS]
        cdef int i, best = -100000, level = 0
        for i in range(self.seats):
            rank[i] = 32 * points_of(&self.rules, &self.at.seat[i]) + self.at.seat[i].development
            if rank[i] > best:
                best, level = rank[i], 0
            level += rank[i] == best
        for i in range(self.seats):
            won[i] = 1.0 / level if rank[i] == best else 0.0

    cdef void returns(self, double* utilities) noexcept nogil:
        """(1 - w) win share + w (1 + tanh(margin / 30)) / 2, margin against the mean of the others."""
        cdef double points[SEATS]
        cdef double all_points = 0, margin, w = self.rules.margin_weight
        cdef int i
        self.win_shares(utilities)
        self.scores(points)
        for i in range(self.seats):
            all_points += points[i]
        for i in range(self.seats):
            margin = points[i] - (all_points - points[i]) / (self.seats - 1)
            utilities[i] = (1 - w) * utilities[i] + w * 0.5 * (1 + tanh(margin / 30))

    # ---- what Python sees ------------------------------------------------------------------------

    def set_heuristic_weights(self, numbers: dict, seat: int = -1) -> None:
        """The numbers of the heuristics (as tuning.TASTE has them) for one seat, or for all. The position stays."""
        cdef int i
        for i in range(SEATS):
            if seat < 0 or seat == i:
                fill_taste(&self.rules.taste[i], numbers)

    def search_settings(self) -> dict:
        """What tuning.py found strongest."""
        from games.orleans.tuning import SEARCH
        return dict(SEARCH)

    def raw(self) -> dict:
        """The Position struct as plain numbers and lists by field name, without the seats' `free` and `technology`."""
        return position_dict(&self.at)

    def load(self, raw: dict) -> None:
        """Set the position from such a dict. Checks no rule; `free` and `technology` of a seat are remade."""
        cdef Position at
        cdef Seat* s
        cdef uint64_t spaces
        cdef int i, space
        memset(&at, 0, sizeof(Position))
        position_from_dict(&at, raw)
        for i in range(self.seats):
            s = &at.seat[i]
            spaces = owned(&self.rules, s)
            while spaces:
                space = first_bit(spaces)
                spaces &= spaces - 1
                if s.on[space] == 0:
                    s.free |= bit(space)
                elif s.on[space] == TECHNOLOGY_TILE:
                    s.technology |= bit(space)
        self.at = at

    def rules_table(self) -> dict:
        """The numbers in force, as in tables.RULES."""
        return self.table

    def sources(self) -> list:
        """Points of each seat by where they came from."""
        cdef const Rules* r = &self.rules
        cdef Seat* s
        cdef int i, g, each
        found = []
        for i in range(self.seats):
            s = &self.at.seat[i]
            each = r.status[s.development] * r.score_status
            points = [s.coins * r.score_coin, *[s.goods[g] * r.score_good[g] for g in range(GOODS)],
                      popcount(s.stations) * each, s.citizens * each, -<int>s.owed, s.bonus]
            found.append(dict(zip(self.source_names, points, strict=True)))
        return found

    def rounds(self) -> int:
        """Rounds played to the end, 0-18."""
        return ROUNDS if self.at.stage == OVER else (self.at.round - 1 if self.at.round else 0)

    def placed(self) -> list:
        """What each seat has added to its board, by name: place tiles and technology."""
        found = []
        for i in range(self.seats):
            mine = {name: 1 for t, name in enumerate(self.tile_names) if self.at.seat[i].tiles >> t & 1}
            if self.at.seat[i].technology or self.at.seat[i].kept:
                mine["technology"] = popcount(self.at.seat[i].technology) + self.at.seat[i].kept
            found.append(mine)
        return found

    def seat_facts(self) -> list:
        """What reports tell seats apart by: how far it came on the development track, its stations and citizens."""
        return [{"development": self.at.seat[i].development, "stations": popcount(self.at.seat[i].stations),
                 "citizens": self.at.seat[i].citizens} for i in range(self.seats)]
