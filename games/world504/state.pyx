"""The compiled rules of 504. Numbers in brackets are those of the rules digest (rules.csv), U for what it leaves open.

The position is one struct, the settings and tables of the world another, which setup.py fills. Rules are functions over
these two, in files that are included in an order in which none calls one below it. First stands what is there
(pieces.pxi) and what modules say without changing anything (known_*.pxi and, with the deeds of these modules, files up to
spaces.pxi), then what follows from settlements (settling.pxi), then deeds: modules, what residents do (residents.pxi),
income, points, the opening, share rounds. A deed says whether it asks somebody, is done, or was the last of its phase
(pieces.pxi: ASKS, DONE, PASSES), and course.pxi, the phase machine, does what comes next; decisions.pxi and chance.pxi lead
from stages to what may be done and to what follows. Last come playouts and heuristics.
"""
from libc.math cimport fabsf, powf
from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport abs
from libc.string cimport memcpy, memset
from core_ext.bits cimport first_bit, list_bits, nth_bit, popcount
from core_ext.counts cimport list_alike, list_shares, lowest_kind, nth_kind, ranked_key, total
from core_ext.rng cimport Keys, Stream, below, draw64, keyed, keyed_below, logical, unit
from core_ext.state cimport State, hash_bytes, weighted
from core_ext.types cimport CHANCE, MAX_ACTIONS, TERMINAL, action_t, uint8_t
from core_ext.utility cimport mean_of_others, shares_of_best, win_and_margin

include "pieces.pxi"
include "agents.pxi"
include "act_sets.pxi"
include "m1_transport.pxi"
include "m2_awards.pxi"
include "known_roads.pxi"
include "runs.pxi"
include "m4_roads.pxi"
include "m2_race.pxi"
include "m3_factories.pxi"
include "m6_roads.pxi"
include "m8_production.pxi"
include "spaces.pxi"
include "known_war.pxi"
include "settling.pxi"
include "m4_military.pxi"
include "m49_companies.pxi"
include "m4_capitals.pxi"
include "m4_fights.pxi"
include "m5_exploring.pxi"
include "m1_trolley.pxi"
include "acts.pxi"
include "residents.pxi"
include "m3_bids.pxi"
include "m3_privileges.pxi"
include "m7_majorities.pxi"
include "m9_shares.pxi"
include "income.pxi"
include "goal.pxi"
include "m9_dividends.pxi"
include "victory.pxi"
include "opening.pxi"
include "m9_share_rounds.pxi"
include "course.pxi"
include "decisions.pxi"
include "chance.pxi"
include "hidden.pxi"
include "trials.pxi"
include "outlook.pxi"
include "ground_worth.pxi"
include "share_worth.pxi"
include "war_sense.pxi"
include "cart.pxi"
include "heuristics.pxi"


cdef int expect_owner(const Rules* r, int owner) except -1:
    """Raises IndexError for an owner that there is not."""
    if not 0 <= owner < r.owners:
        raise IndexError(f"owner {owner}: expected 0 to {r.owners - 1}")
    return owner


cdef int current_player(const Position* at, const Rules* r) noexcept nogil:
    """The seat to act, CHANCE or TERMINAL."""
    if at.stage == OVER:
        return TERMINAL
    return CHANCE if at.stage < CAPITAL else decider(at, r)


cdef void apply_action(Position* at, const Rules* r, action_t action) noexcept nogil:
    """A decision, or at a chance node its outcome."""
    if at.stage < CAPITAL:
        apply_chance(at, r, action)
    else:
        apply_decision(at, r, action)


cdef void action_weights(const Position* at, const Rules* r, const action_t* actions, int n, float* out) noexcept nogil:
    """Weights as priors of the search."""
    weigh_actions(at, r, actions, n, r.heuristics[decider(at, r)].prior, out)


include "core_ext/contract.pxi"


cdef class World504State(RuledState):
    """A position of 504. Made by games.world504.setup.new_state."""

    def __init__(self, int seats, dict options, dict numbers, table):
        """`numbers`: the fields of the Rules struct and two lists of names (setup.py); `table`: the printed numbers."""
        self.seats, self.options, self.table = seats, options, table
        self.source_names, self.term_names = numbers["source_names"], numbers["term_names"]
        self.rules = numbers
        set_up(&self.at, &self.rules)

    cpdef State blank(self):
        cdef World504State other = World504State.__new__(World504State)
        other.seats, other.options, other.table = self.seats, self.options, self.table
        other.source_names, other.term_names = self.source_names, self.term_names
        other.rules = self.rules
        return other

    # ---- the contract, as far as it is not that of any such state (core_ext/contract.pxi) -----------

    cdef bint hides(self) noexcept nogil:
        return hides(&self.at, &self.rules)

    cdef action_t random_action(self, Stream* rng) noexcept nogil:
        return random_action(&self.at, &self.rules, rng)

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil:
        """The contract's loop with direct calls, and residents' actions that are drawn by trial."""
        cdef action_t a
        cdef int steps = 0
        while self.at.stage != OVER:
            if self.at.stage < CAPITAL:
                apply_chance(&self.at, &self.rules, sample_chance(&self.at, &self.rules, rng))
            else:
                if self.at.stage == ACT:
                    a = tried_act(&self.at, &self.rules, rng)
                else:
                    a = random_action(&self.at, &self.rules, rng)
                apply_decision(&self.at, &self.rules, a)
                decisions[0] += 1
            steps += 1
        return steps

    cdef action_t weighted_action(self, Stream* rng) noexcept nogil:
        cdef Outlook look
        look.ways.tiles = 0
        return weighted_action(&self.at, &self.rules, &look, rng)

    cdef int weighted_playout(self, Stream* rng, int* decisions, int until) noexcept nogil:
        """The contract's loop with direct calls, and ways to cities that are kept while they stay as they were."""
        cdef Outlook look
        cdef int steps = 0
        look.ways.tiles = 0
        while self.at.stage != OVER and decisions[0] < until:
            if self.at.stage < CAPITAL:
                apply_chance(&self.at, &self.rules, sample_chance(&self.at, &self.rules, rng))
            else:
                apply_decision(&self.at, &self.rules, weighted_action(&self.at, &self.rules, &look, rng))
                decisions[0] += 1
            steps += 1
        return steps

    # ---- what Python sees ------------------------------------------------------------------------

    def set_heuristic_weights(self, numbers: dict, seat: int = -1) -> None:
        """The numbers of the heuristics (as tuning.HEURISTICS has them) for one seat, or all. The position stays."""
        cdef HeuristicWeights weights = numbers
        cdef int i
        for i in range(OWNERS):
            if seat < 0 or seat == i:
                self.rules.heuristics[i] = weights

    def search_settings(self) -> dict:
        """What tuning.py found strongest."""
        from games.world504.tuning import search_settings
        return search_settings()

    def shares_now(self) -> list:
        """Each seat's share of the win if the game ended now, after tie-breaks."""
        cdef double shares[OWNERS]
        win_shares(&self.at, &self.rules, shares)
        return [shares[i] for i in range(self.seats)]

    def load(self, raw: dict) -> None:
        """Set the position from such a dict. Checks no rule; what follows from the board is remade."""
        cdef Position at = raw
        derive(&at, &self.rules)
        self.at = at

    def sources(self) -> list:
        """Points of each seat by where they come from, if the game ended now."""
        cdef int points[POINT_SOURCES]
        cdef int i, k
        found = []
        for i in range(self.seats):
            seat_sources(&self.at, &self.rules, i, points)
            found.append({name: points[k] for k, name in enumerate(self.source_names)})
        return found

    def owner_sources(self) -> list:
        """The same of each owner: a company's points are not those of a seat. Ranks are not counted."""
        cdef int points[POINT_SOURCES]
        cdef int i, k
        found = []
        for i in range(self.rules.owners):
            source_points(&self.at, &self.rules, i, points)
            found.append({name: points[k] for k, name in enumerate(self.source_names)})
        return found

    def income_terms(self, int owner) -> dict:
        """What the owner's income would be now, term by term, without terms of 0.

        Raises IndexError for an owner that there is not.
        """
        cdef Position copy = self.at            # selling changes the prices of goods
        cdef int terms[INCOME_TERMS]
        cdef int k
        expect_owner(&self.rules, owner)
        find_income(&copy, &self.rules, owner, terms)
        return {name: terms[k] for k, name in enumerate(self.term_names) if terms[k]}

    def majority_counts(self, owner: int) -> list[int]:
        """Tiles of each of the six terrains that count for the owner in the majority table; privileges may add one.

        Raises IndexError for an owner that there is not.
        """
        cdef int counts[KINDS]
        expect_owner(&self.rules, owner)
        count_table(&self.at, &self.rules, owner, counts)
        return [counts[k] for k in range(TERRAINS)]

    def houses(self, owner: int) -> int:
        """Cities with the owner's settlement or headquarters: its trading houses, where the world has them."""
        expect_owner(&self.rules, owner)
        return houses_of(&self.at, &self.at.owner[owner])

    def factories(self, owner: int) -> int:
        """Factories that the owner has on the board."""
        expect_owner(&self.rules, owner)
        return own_factories(&self.at, &self.rules, owner)

    def rounds(self) -> int:
        """Rounds that were begun."""
        return self.at.round

    def capped(self) -> bool:
        """Whether the game stopped at its last allowed round."""
        return self.at.capped

    def first_order(self) -> list | None:
        """Seats in the order of the first round, or of the first share round; None until it is known for sure.

        Asked of a later round it tells the order of that round.
        """
        cdef bint over = self.at.stage == OVER
        cdef int i
        if self.rules.companies:
            return [self.at.seating[i] for i in range(self.seats)] if over or self.at.stage == SHARES else None
        if self.at.round > 1:
            return [self.at.former[i] for i in range(self.seats)]
        return [self.at.order[i] for i in range(self.seats)] if over else None

    def turn_income(self) -> tuple | None:
        """Round and place in the order of the turn under way, and what its owner would be paid now; None outside turns."""
        if self.at.stage == OVER or self.at.phase // SLOTS != 2:         # the third part of the table of phases
            return None
        return (self.at.round, self.at.place), self.income_terms(self.at.order[self.at.place])

    def rules_in_force(self) -> dict:
        """The Rules struct by field name: the settings of the world and the numbers in force."""
        return self.rules

