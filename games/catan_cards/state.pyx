"""CATAN, the fast card game: the rules. Rule numbers are those of the rules digest, U1-U16 those of README.md.

The position is one struct, the numbers in force are another, which setup.py fills from tables.py; a position as it is
played, with the story of its cards, is a third. The rules are functions over these, cut by subject: table.pxi (turns and
cards that move), legal.pxi (what may be done, and how it is paid), building.pxi (what is built), course.pxi (trade, draw,
the course of a turn), luck.pxi (chance and hidden cards), heuristics.pxi (what looks good). What seats know of each
other's hands: story.pxi (what happened), memory.pxi (counts that are certain), counting.pxi and cases.pxi (what one event
makes of one case, and of all), belief.pxi (all cases weighed), insight.pxi (what Python sees of them). `at` is the
position, `r` the rules, `play` both and the story, `s` or `i` a seat. `stage` says what comes next; a question with one
answer is not asked (`ask`).
"""
from cpython.pythread cimport (PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock, PyThread_release_lock,
                               WAIT_LOCK)
from libc.limits cimport INT_MAX
from libc.math cimport pow
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy, memmove, memset
from core_ext.atomic cimport load32, swap32
from core_ext.bits cimport popcount
from core_ext.counts cimport list_alike, list_shares, nth_kind
from core_ext.rng cimport Keys, Stream, below, keyed_below, logical, mix, unit
from core_ext.state cimport State, hash_bytes, weighted
from core_ext.types cimport CHANCE, MAX_ACTIONS, TERMINAL, action_t, uint8_t
from core_ext.utility cimport win_and_margin

cdef enum Purpose:              # names of the keyed draws
    KEY_START = 1, KEY_MARKET, KEY_HAND, KEY_EVENT, KEY_DRAW, KEY_TRADE


include "story.pxi"
include "cases.pxi"
include "counting.pxi"
include "memory.pxi"
include "belief.pxi"
include "table.pxi"
include "legal.pxi"
include "building.pxi"
include "course.pxi"
include "luck.pxi"
include "heuristics.pxi"
include "insight.pxi"


cdef class CatanState(State):
    """A position of the game, and the rules it is played by. Made by games.catan_cards.setup.new_state."""

    def __cinit__(self):
        memset(&self.play, 0, sizeof(Play))
        self.memory, self.size, self.may_hide = &self.play.at, sizeof(Position), True
        self.play.counting = True

    def __init__(self, int seats, dict options, dict numbers):
        """`numbers` is the dict that setup.py makes: the fields of the Rules struct, and gifts."""
        self.seats, self.options, self.table = seats, options, numbers
        self.play.telling = True
        self.recall = Recall()
        self.play.recall = &self.recall.memory
        self.play.rules = dict(numbers, seats=seats, heuristics=[numbers["heuristics"]] * PLAYERS)
        self.set_up(numbers)

    def __dealloc__(self):
        let_go(&self.play.told)

    cdef int set_up(self, dict numbers) except -1:
        """Stacks, starting cards and gifts."""
        cdef Position* at = &self.play.at
        cdef const Rules* r = &self.play.rules
        cdef int s, k, m, n
        for k in range(KINDS):
            at.pile[k] = r.cards[k]
        at.roads, at.knights, at.settlements = r.roads, r.knights, r.settlements
        at.events[0], at.events[1] = r.events[0], r.events[1]
        for k in range(TYPES):
            at.expansions[k] = r.expansions[k]
        for s in range(r.seats):
            at.roads -= 1
            at.settlements -= 1
            at.seat[s].roads = at.seat[s].settlements = 1
            at.seat[s].gift = numbers["gift_points"][s]
            for k in range(KINDS):
                n = numbers["gift_cards"][s][k]
                at.pile[k] -= n
                at.seat[s].hand[k] = n
                at.seat[s].cards += n
                for m in range(r.seats):
                    if m != s:
                        at.count[m].hand[(s - m - 1 + r.seats) % r.seats].known[k] = n
            for k in range(TYPES):
                if numbers["gift_expansions"][s] >> k & 1:
                    at.expansions[k] -= 1
                    at.settlements -= 1
                    at.events[at.events[1] > at.events[0]] -= 1
                    at.seat[s].expansions |= 1 << k
        at.pile_cards = number(at.pile)
        begin(&self.play)
        return 0

    cpdef State blank(self):
        cdef CatanState other = CatanState.__new__(CatanState)
        other.seats, other.options, other.table = self.seats, self.options, self.table
        other.recall = self.recall
        other.play.rules, other.play.recall = self.play.rules, self.play.recall
        return other

    cdef void copy_from(self, State other) noexcept nogil:
        State.copy_from(self, other)
        hold(&self.play.told, &(<CatanState>other).play.told)

    # ---- the contract: the rules do it, this hands them the structs ------------------------------

    cdef int current_player(self) noexcept nogil:
        return current_player(&self.play.at)

    cdef int legal_actions(self, action_t* out) noexcept nogil:
        return list_actions(&self.play.at, &self.play.rules, out, MAX_ACTIONS)

    cdef void apply_action(self, action_t a) noexcept nogil:
        apply_action(&self.play, a)

    cdef action_t random_action(self, Stream* rng) noexcept nogil:
        return random_action(&self.play.at, &self.play.rules, rng)

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil:
        return random_playout(&self.play, rng, decisions)

    cdef int weighted_playout(self, Stream* rng, int* decisions, int until) noexcept nogil:
        return weighted_playout(&self.play, rng, decisions, until)

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil:
        return sample_chance(&self.play.at, &self.play.rules, rng)

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil:
        return chance_outcomes(&self.play.at, &self.play.rules, out, probs)

    cdef action_t keyed_chance(self, const Keys* keys) noexcept nogil:
        return keyed_chance(&self.play.at, &self.play.rules, keys)

    cdef void scores(self, double* points) noexcept nogil:
        cdef int s
        for s in range(self.seats):
            points[s] = points_of(&self.play.at, &self.play.rules, s)

    cdef void win_shares(self, double* shares) noexcept nogil:
        """Who has the points to win; where the cap stopped the game, most points, equals share (U9)."""
        cdef int s
        if self.play.at.winner == NOBODY:
            State.win_shares(self, shares)
            return
        for s in range(self.seats):
            shares[s] = s == self.play.at.winner

    cdef void returns(self, double* utilities) noexcept nogil:
        """Share of the win, mixed with the lead in points over the best other seat (bounded; 3 points: 0.77)."""
        cdef double shares[6]
        cdef double points[6]
        cdef double best
        cdef int s, o
        self.win_shares(shares)
        self.scores(points)
        for s in range(self.seats):
            best = 0
            for o in range(self.seats):
                if o != s:
                    best = max(best, points[o])
            utilities[s] = win_and_margin(shares[s], points[s] - best, 5.0, self.play.rules.margin_weight)

    cdef void resample(self, int seat, Stream* rng) noexcept nogil:
        resample(&self.play, seat, rng)

    cdef uint64_t information_state_key(self, int seat) noexcept nogil:
        return information_state_key(&self.play.at, &self.play.rules, seat)

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        action_weights(&self.play.at, &self.play.rules, actions, n, out)

    cdef action_t weighted_action(self, Stream* rng) noexcept nogil:
        return weighted_action(&self.play.at, &self.play.rules, rng)

    cdef int features(self, int seat, float* out) noexcept nogil:
        return features(&self.play.at, &self.play.rules, seat, out)

    # ---- what Python sees ------------------------------------------------------------------------

    def copy(self) -> State:
        """An independent copy, which goes on telling what happens as this position does."""
        cdef CatanState other = State.copy(self)
        other.play.telling = True
        return other

    def raw(self) -> dict:
        """The position as numbers, field by field."""
        cdef int stops[PLAYERS]
        cdef int i
        found = dict(self.play.at)
        for i in range(PLAYERS):
            stops[i] = stands_at(&self.play, i)
            held = found["count"][i].pop("hand")
            found["count"][i] |= {"known": [hand["known"] for hand in held], "older": [hand["older"] for hand in held]}
        places, found["log"] = story_list(&self.play.told, needed(&self.play), stops, self.seats)
        found["since"] = [places.index(stops[i]) if i < self.seats else 0 for i in range(PLAYERS)]
        return found

    def load(self, raw: dict) -> None:
        """Become the position of such numbers; the numbers of cards in hands and pile are counted anew."""
        cdef Position* at = &self.play.at
        cdef int s
        counts = [dict(count, hand=[{"known": known, "older": older}
                                    for known, older in zip(count["known"], count["older"], strict=True)])
                  for count in raw["count"]]
        self.play.at = dict(raw, count=counts, trace=[0] * PLAYERS, tail=[0] * 3)
        places = read_story(&self.play.told, raw["log"])
        for s in range(self.seats):
            at.seat[s].cards = number(at.seat[s].hand)
            if raw["since"][s] < len(places):
                stand_still(&self.play, s, places[raw["since"][s]])
        at.pile_cards = number(at.pile)

    def set_heuristic_weights(self, numbers: dict, seat: int = -1) -> None:
        """The numbers of the heuristics (as tuning.HEURISTICS has them) for one seat, or for all. The position stays."""
        cdef int i
        for i in range(PLAYERS):
            if seat < 0 or seat == i:
                self.play.rules.heuristics[i] = numbers

    cdef void resampled(self, int seat) noexcept nogil:
        """Unlike a search's simulations the position goes on telling what happens, as the seat saw it."""
        as_seen(&self.play.told, seat, stands_at(&self.play, seat))
        self.play.telling = True

    def stage(self) -> int:
        """Where in a turn the game stands: a place in STAGES of names.py."""
        return self.play.at.stage

    def who_sees(self) -> tuple:
        """What decides who sees a card: whose turn it is, the partner, who acts, why a card comes, how many were dealt."""
        return (self.play.at.turn, self.play.at.partner, self.play.at.actor, self.play.at.coming, self.play.at.drawn)

    def start_numbers(self) -> dict:
        """The numbers in force, as setup.py made them."""
        return self.table

    def can_build(self, int thing) -> bool:
        """The rules let the seat in turn build the thing, if it can pay."""
        return buildable(&self.play.at, &self.play.rules, self.play.at.turn, thing)

    def sources(self) -> list:
        """Points of each seat by where they came from."""
        found = []
        for s in range(self.seats):
            p = self.play.at.seat[s]
            built = sum(self.play.rules.points[t] for t in range(TYPES) if p.expansions >> t & 1)
            found.append({"settlements": p.settlements * self.play.rules.settlement_points,
                          "cities": p.cities * self.play.rules.city_points, "expansions": built,
                          "roads": popcount(p.road_sides) * self.play.rules.side_points,
                          "knights": popcount(p.knight_sides) * self.play.rules.side_points, "gifts": p.gift})
        return found

    # ---- beliefs: see insight.pxi ----------------------------------------------------------------

    def cases(self, seat: int) -> list:
        return cases(&self.play, seat)

    def expected(self, seat: int) -> tuple:
        return expected(&self.play, seat)

    def counts_fit(self, seat: int) -> bool:
        return counts_fit(&self.play, seat)

    def thinks_possible(self, seat: int) -> bool:
        return thinks_possible(&self.play, seat)

    def log_of(self, seat: int) -> list:
        return log_of(&self.play, seat)

    def settle_counts(self, keep: int) -> None:
        settle_counts(&self.play, keep)
