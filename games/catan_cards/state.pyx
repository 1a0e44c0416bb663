"""CATAN, the fast card game: the rules. Rule numbers are those of the rules digest, U1-U16 those of README.md.

The position is one struct, `at`; the numbers are another, `rules`, filled by setup.py from tables.py. `stage` says what
comes next; a question with one answer is not asked (`ask`).
"""
cimport cython
from cpython.pythread cimport (PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock, PyThread_release_lock,
                               WAIT_LOCK)
from libc.limits cimport INT_MAX
from libc.math cimport pow, tanh
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy, memmove, memset
from core_ext.atomic cimport load32, swap32
from core_ext.bits cimport popcount
from core_ext.rng cimport Keys, Stream, below, keyed_below, logical, mix, unit
from core_ext.state cimport State, hash_bytes, weighted
from core_ext.types cimport CHANCE, MAX_ACTIONS, TERMINAL, action_t
from games.catan_cards.packing cimport fill_rules, fill_taste, position_dict, position_from_dict

cdef enum Purpose:              # names of the keyed draws
    KEY_START = 1, KEY_MARKET, KEY_HAND, KEY_EVENT, KEY_DRAW, KEY_TRADE


cdef class Base(State):
    """Points and open counts."""

    def __dealloc__(self):
        let_go(&self.told)

    @cython.final
    cdef int points_of(self, int s) noexcept nogil:
        cdef const Seat* p = &self.at.seat[s]
        cdef const Rules* r = &self.rules
        cdef int t, bits = p.expansions, n = p.gift
        n += p.settlements * r.settlement_points + p.cities * r.city_points
        n += (popcount(p.road_sides) + popcount(p.knight_sides)) * r.side_points
        t = 0
        while bits:
            if bits & 1:
                n += r.points[t]
            bits >>= 1
            t += 1
        return n

    @cython.final
    cdef bint pile_open(self) noexcept nogil:
        """There is a card left to draw, if need be after a shuffle."""
        cdef const uint8_t* d = self.at.discard
        return self.at.pile_cards or d[0] or d[1] or d[2] or d[3] or d[4]


include "story.pxi"
include "cases.pxi"
include "counting.pxi"
include "memory.pxi"
include "belief.pxi"
include "legal.pxi"
include "table.pxi"
include "building.pxi"
include "course.pxi"
include "luck.pxi"
include "heuristics.pxi"
include "insight.pxi"


@cython.final
cdef class CatanState(Insight):
    """A position of the game, and the rules it is played by."""

    def __init__(self, int seats, dict options, dict numbers):
        memset(&self.at, 0, sizeof(Position))
        self.seats, self.options, self.table = seats, options, numbers
        self.memory, self.size, self.hides = &self.at, sizeof(Position), True
        self.counting = self.telling = True
        self.recall = Recall()
        fill_rules(&self.rules, numbers)
        self.set_heuristic_weights(numbers["taste"])
        self.set_up(numbers)

    cdef int set_up(self, dict numbers) except -1:
        """Stacks, starting cards and gifts."""
        cdef Position* at = &self.at
        cdef int s, k, m, n
        for k in range(KINDS):
            at.pile[k] = self.rules.cards[k]
        at.roads, at.knights, at.settlements = self.rules.roads, self.rules.knights, self.rules.settlements
        at.events[0], at.events[1] = self.rules.events[0], self.rules.events[1]
        for k in range(TYPES):
            at.expansions[k] = self.rules.expansions[k]
        for s in range(self.seats):
            at.roads -= 1
            at.settlements -= 1
            at.seat[s].roads = at.seat[s].settlements = 1
            at.seat[s].gift = numbers["gift_points"][s]
            for k in range(KINDS):
                n = numbers["gift_cards"][s][k]
                at.pile[k] -= n
                at.seat[s].hand[k] = n
                at.seat[s].cards += n
                for m in range(self.seats):
                    if m != s:
                        at.count[m].hand[(s - m - 1 + self.seats) % self.seats].known[k] = n
            for k in range(TYPES):
                if numbers["gift_expansions"][s] >> k & 1:
                    at.expansions[k] -= 1
                    at.settlements -= 1
                    at.events[at.events[1] > at.events[0]] -= 1
                    at.seat[s].expansions |= 1 << k
        at.pile_cards = number(at.pile)
        self.begin()
        return 0

    cdef int current_player(self) noexcept nogil:
        cdef int stage = self.at.stage
        if stage >= CARD:
            return CHANCE if stage == CARD else TERMINAL
        if stage <= SETUP or stage == EVENT:
            return CHANCE
        return self.at.actor

    cdef void apply_action(self, action_t a) noexcept nogil:
        cdef Position* at = &self.at
        if at.stage == START:
            at.start = at.turn = a
            self.dealt()
        elif at.stage == EVENT:
            self.event(a)
        elif at.stage == CARD or at.stage == SETUP:
            self.card_comes(a)
        else:
            self.act(a)
        self.ask()

    cdef action_t random_action(self, Stream* rng) noexcept nogil:
        cdef action_t actions[MAX_ACTIONS]
        cdef int n = self.list_actions(actions, MAX_ACTIONS)
        return actions[0] if n == 1 else actions[below(rng, n)]

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil:
        """The loop of State; here its calls are direct, and nobody counts cards."""
        cdef int steps = 0, who = self.current_player()
        self.counting = False
        while who != TERMINAL:
            if who == CHANCE:
                self.apply_action(self.sample_chance(rng))
            else:
                self.apply_action(self.random_action(rng))
                decisions[0] += 1
            steps += 1
            who = self.current_player()
        self.counting = True
        return steps

    cdef int weighted_playout(self, Stream* rng, Stream* luck, int* decisions, int until) noexcept nogil:
        """The same with weighted actions; cards are counted only where the game is broken off, as a value may be asked."""
        cdef int steps = 0, who = self.current_player()
        self.counting = until != INT_MAX
        while who != TERMINAL and decisions[0] < until:
            if who == CHANCE:
                self.apply_action(self.sample_chance(luck))
            else:
                self.apply_action(self.weighted_action(rng))
                decisions[0] += 1
            steps += 1
            who = self.current_player()
        self.counting = True
        return steps

    cdef void scores(self, double* points) noexcept nogil:
        cdef int s
        for s in range(self.seats):
            points[s] = self.points_of(s)

    cdef void win_shares(self, double* shares) noexcept nogil:
        """Who has the points to win; where the cap stopped the game, most points, equals share (U9)."""
        cdef int s
        if self.at.winner == NOBODY:
            State.win_shares(self, shares)
            return
        for s in range(self.seats):
            shares[s] = s == self.at.winner

    cdef void returns(self, double* utilities) noexcept nogil:
        """Share of the win, mixed with the lead in points over the best other seat (bounded; 3 points: 0.77)."""
        cdef double shares[6]
        cdef double w = self.rules.margin_weight
        cdef int s, o, best
        self.win_shares(shares)
        for s in range(self.seats):
            best = 0
            for o in range(self.seats):
                if o != s:
                    best = max(best, self.points_of(o))
            utilities[s] = (1 - w) * shares[s] + w * (0.5 + 0.5 * tanh((self.points_of(s) - best) / 5.0))

    cpdef State blank(self):
        cdef CatanState other = CatanState.__new__(CatanState)
        memset(&other.at, 0, sizeof(Position))
        other.seats, other.options, other.table, other.rules = self.seats, self.options, self.table, self.rules
        other.memory, other.size, other.hides = &other.at, sizeof(Position), True
        other.counting = True
        other.recall = self.recall
        return other

    cdef void copy_from(self, State other) noexcept nogil:
        State.copy_from(self, other)
        hold(&self.told, &(<Base>other).told)

    # ---- what Python sees ------------------------------------------------------------------------

    def copy(self) -> State:
        """An independent copy, which goes on telling what happens as this position does."""
        cdef CatanState other = State.copy(self)
        other.telling = True
        return other

    def raw(self) -> dict:
        """The position as numbers, field by field."""
        cdef int stops[PLAYERS]
        cdef int i
        for i in range(PLAYERS):
            stops[i] = self.stands_at(i)
        found = position_dict(&self.at)
        places, found["log"] = story_list(&self.told, self.needed(), stops, self.seats)
        found["since"] = [places.index(stops[i]) if i < self.seats else 0 for i in range(PLAYERS)]
        return found

    def load(self, raw: dict) -> None:
        """Become the position of such numbers; the numbers of cards in hands and pile are counted anew."""
        cdef int s, k
        cdef Entry e
        position_from_dict(&self.at, raw, self.seats)
        let_go(&self.told)
        places = []
        memset(&e, 0, sizeof(Entry))
        for e.type, e.a, e.b, cards in raw["log"]:
            places.append(self.told.n)
            for k in range(KINDS):
                e.named[k] = cards[k] if whole(e.type) else 0
            for kind in [0] if whole(e.type) else cards:
                e.kind = kind
                if not tell(&self.told, &e, 0):
                    raise MemoryError
        for s in range(self.seats):
            self.at.seat[s].cards = number(self.at.seat[s].hand)
            if raw["since"][s] < len(places):
                self.stand_still(s, places[raw["since"][s]])
        self.at.pile_cards = number(self.at.pile)

    cdef void stand_still(self, int s, int at) noexcept nogil:
        """Seat s has counted nothing from this entry of the story on."""
        cdef Entry run
        memset(&run, 0, sizeof(Entry))
        self.told.since[s] = at
        while at < self.told.n:
            at = next_run(&self.told, at, s, &run)
            self.at.trace[s] = traced(self.at.trace[s], &run, True)
        self.at.tail[0], self.at.tail[1], self.at.tail[2] = run.type, run.a, run.b

    def set_heuristic_weights(self, numbers: dict, seat: int = -1) -> None:
        """The numbers of the heuristics (as tuning.TASTE has them) for one seat, or for all. The position stays."""
        cdef int i
        for i in range(PLAYERS):
            if seat < 0 or seat == i:
                fill_taste(&self.rules.taste[i], numbers)

    cdef void resampled(self, int seat) noexcept nogil:
        """Unlike a search's simulations the position goes on telling what happens, as the seat saw it."""
        as_seen(&self.told, seat, self.stands_at(seat))
        self.telling = True

    def stage(self) -> int:
        """Where in a turn the game stands: a place in STAGES of names.py."""
        return self.at.stage

    def start_numbers(self) -> dict:
        """The numbers in force, as setup.py made them."""
        return self.table

    def sources(self) -> list:
        """Points of each seat by where they came from."""
        found = []
        for s in range(self.seats):
            p = self.at.seat[s]
            built = sum(self.rules.points[t] for t in range(TYPES) if p.expansions >> t & 1)
            found.append({"settlements": p.settlements * self.rules.settlement_points,
                          "cities": p.cities * self.rules.city_points, "expansions": built,
                          "roads": popcount(p.road_sides) * self.rules.side_points,
                          "knights": popcount(p.knight_sides) * self.rules.side_points, "gifts": p.gift})
        return found
