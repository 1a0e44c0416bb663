"""Orléans: the rules. Numbers in brackets are those of the rules digest, U for what it leaves open (README.md).

The position is one struct, the numbers in force are another, which setup.py fills from tables.py. The rules are
functions over these two, cut by the phases of a round: pieces.pxi (what a seat has and gains), followers.pxi (phase 3),
planning.pxi (phase 4), actions.pxi (phase 5), events.pxi (phase 6, payments, torture), course.pxi (set-up, phases 1 and
2, one phase after another, the end). decisions.pxi leads from stages to legal actions and from action codes to rules;
chance.pxi does the same for chance. What looks good: worths.pxi, sketch.pxi (a plan at a glance), heuristics.pxi.
secrets.pxi keeps plans hidden; features.pxi has a value function's inputs, judgement.pxi those of a net. A file calls those above it and never one
below. `at` is the position, `r` the rules, `s` a seat.

A function that may end in a question sets `stage` and says so: it returns true. What is certain is done without asking.
Phases 3 to 6 go from seat to seat: next_to_draw, next_to_plan, next_to_act and next_to_face_event find the next question
of their phase, and `go_on` in course.pxi takes the game from where one seat is done to the next question of all.
"""
from libc.math cimport expf, powf
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from core_ext.bits cimport first_bit, list_bits, popcount
from core_ext.counts cimport list_alike, list_shares, lowest_kind, nth_kind, ranked_key, total
from core_ext.inputs cimport Inputs, put, put_any, thermometer
from core_ext.rng cimport Keys, Stream, below, draw64, keyed_below, logical
from core_ext.state cimport State, hash_bytes, weighted
from core_ext.types cimport CHANCE, MAX_ACTIONS, TERMINAL, action_t, uint8_t
from core_ext.utility cimport mean_of_others, shares_of_best, win_and_margin

include "pieces.pxi"
include "followers.pxi"
include "planning.pxi"
include "actions.pxi"
include "events.pxi"
include "course.pxi"
include "decisions.pxi"
include "chance.pxi"
include "worths.pxi"
include "sketch.pxi"
include "heuristics.pxi"
include "secrets.pxi"
include "features.pxi"
include "judgement.pxi"


cdef int current_player(const Position* at, const Rules* r) noexcept nogil:
    """The seat to act, CHANCE or TERMINAL."""
    if at.stage == OVER:
        return TERMINAL
    return CHANCE if at.stage < TAKE_BACK else <int>at.actor


cdef void apply_action(Position* at, const Rules* r, action_t action) noexcept nogil:
    """A decision, or at a chance node its outcome."""
    if at.stage < TAKE_BACK:
        apply_chance(at, r, action)
    else:
        apply_decision(at, r, action)


cdef void action_weights(const Position* at, const Rules* r, const action_t* actions, int n, float* out) noexcept nogil:
    """Weights as priors of the search."""
    weigh_actions(at, r, actions, n, r.heuristics[at.actor].prior, out)


include "core_ext/contract.pxi"


cdef class OrleansState(RuledState):
    """A position of Orléans. Made by games.orleans.setup.new_state."""

    def __init__(self, int seats, dict options, dict numbers, table):
        """`numbers` has the fields of the Rules struct and two lists of names (numbers.py); `table` they came from."""
        self.seats, self.options, self.table = seats, options, table
        self.source_names, self.tile_names = numbers["source_names"], numbers["tile_names"]
        self.rules = dict(numbers, heuristics=[weight_fields(numbers["heuristics"])] * SEATS)
        self.may_hide = self.rules.hidden_plans
        set_up(&self.at, &self.rules)

    cpdef State blank(self):
        cdef OrleansState other = OrleansState.__new__(OrleansState)
        other.seats, other.options, other.table = self.seats, self.options, self.table
        other.may_hide, other.source_names, other.tile_names = self.may_hide, self.source_names, self.tile_names
        other.rules = self.rules
        return other

    # ---- the contract, as far as it is not that of any such state (core_ext/contract.pxi) -----------

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil:
        """The contract's loop with direct calls: 7 % more random playouts a second."""
        cdef action_t actions[SPACES * KINDS + SPACES]
        cdef int n, steps = 0
        while self.at.stage != OVER:
            if self.at.stage < TAKE_BACK:
                apply_chance(&self.at, &self.rules, sample_chance(&self.at, &self.rules, rng))
            else:
                n = legal_actions(&self.at, &self.rules, actions)
                apply_decision(&self.at, &self.rules, actions[0] if n == 1 else actions[below(rng, n)])
                decisions[0] += 1
            steps += 1
        return steps

    cdef int weighted_step(self, Stream* rng) noexcept nogil:
        return weighted_step(&self.at, &self.rules, rng)

    cdef int weighted_playout(self, Stream* rng, int* decisions, int until) noexcept nogil:
        return weighted_playout(&self.at, &self.rules, rng, decisions, until)

    cdef int features(self, int seat, float* out) noexcept nogil:
        return features(&self.at, &self.rules, seat, out)

    cdef int inputs_of_net(self, int* which, float* values) noexcept nogil:
        return net_inputs_of(&self.at, &self.rules, which, values)

    cdef int seat_of_net(self) noexcept nogil:
        return self.at.start

    cdef bint ready_for_net(self) noexcept nogil:
        return self.at.stage == REVEAL

    cdef bint plays_on_for_net(self) noexcept nogil:
        return True

    # ---- what Python sees ------------------------------------------------------------------------

    def set_heuristic_weights(self, numbers: dict, seat: int = -1) -> None:
        """The numbers of the heuristics (as tuning.HEURISTICS has them) for one seat, or for all. The position stays."""
        cdef HeuristicWeights weights = weight_fields(numbers)
        cdef int i
        for i in range(SEATS):
            if seat < 0 or seat == i:
                self.rules.heuristics[i] = weights

    def search_settings(self) -> dict:
        """What tuning.py found strongest."""
        from games.orleans.tuning import SEARCH
        return dict(SEARCH)

    def load(self, raw: dict) -> None:
        """Set the position from such a dict. Checks no rule; `free` and `technology` of a seat are remade."""
        cdef Position at = raw
        derive_fields(&at, &self.rules)
        self.at = at

    def can_go_on_paying(self) -> bool:
        """False in a torture where canonical order (`last`) leaves too little to give; no play leads there."""
        return self.at.stage != TORTURE or is_in_order(&self.at, &self.rules)

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
