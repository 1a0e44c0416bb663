"""CATAN, the fast card game: the classes of the rules, one subject each."""
cimport cython
from libc.stdint cimport uint8_t, uint64_t
from core_ext.rng cimport Stream
from core_ext.state cimport State
from core_ext.types cimport action_t
from games.catan_cards.structs cimport *

cdef class Base(State):
    cdef Position at
    cdef Rules rules
    cdef readonly object table  # the dict of setup.py that the numbers came from
    cdef Told told              # what happened to cards; simulations read it and leave it as it is
    cdef bint telling           # a position of a played game, which goes on with it
    cdef bint counting          # off in playouts, which end where nobody has anything left to count
    cdef int points_of(self, int s) noexcept nogil
    cdef bint pile_open(self) noexcept nogil

cdef class Recall:
    cdef Recalled seat[PLAYERS]
    cdef void* lock

cdef class Memory(Base):
    cdef Recall recall
    cdef void saw(self, int type, int a, int b, int kind) noexcept nogil
    cdef void saw_cards(self, int type, int a, int b, int kind, const uint8_t* cards) noexcept nogil
    cdef bint settled(self, int i, int type, int a, int b, int kind, const uint8_t* cards) noexcept nogil
    cdef bint settled_shuffle(self, int i, const uint8_t* cards) noexcept nogil
    cdef bint laid_bare(self, int i, const uint8_t* cards) noexcept nogil
    cdef uint64_t traced_by(self, int i, const Entry* e, bint begins) noexcept nogil
    cdef int needed(self) noexcept nogil
    cdef void forget_all(self) noexcept nogil
    cdef void forget(self, int i, Position* p) noexcept nogil
    cdef void hidden_from(self, int i, const Position* p, uint8_t* cards) noexcept nogil
    cdef void mask(self, int i, Position* p) noexcept nogil
    cdef void mask_series(self, int i, Position* p) noexcept nogil

cdef class Belief(Memory):
    cdef void first_case(self, int i, Case* case) noexcept nogil
    cdef int stands_at(self, int i) noexcept nogil
    cdef void sizes_before(self, int first, uint8_t* sizes) noexcept nogil
    cdef Recalled* weigh(self, int i) noexcept nogil
    cdef void go_on(self, int i, Recalled* found, Cases* cases, Cases* made) noexcept nogil
    cdef void keep_fitting(self, int i, Cases* cases) noexcept nogil
    cdef bint fits(self, int seat, const Case* case) noexcept nogil
    cdef Stop* known_stop(self, int i, Recalled* found, const Case* first, const uint8_t* sizes, int* last) noexcept nogil
    cdef void release(self) noexcept nogil
    cdef void weigh_run(self, int i, const Entry* run, uint8_t* sizes, Cases* cases, Cases* made) noexcept nogil
    cdef void weigh_entry(self, int i, const Entry* e, uint8_t* sizes, Cases* cases, Cases* made) noexcept nogil
    cdef void deal(self, int i, Stream* rng) noexcept nogil

cdef class Payments(Belief):
    cdef uint64_t reach(self, const Seat* s, const int* cost, uint64_t* after) noexcept nogil
    cdef int replacements(self, const int* cost) noexcept nogil
    cdef bint payable(self, int s, int thing) noexcept nogil
    cdef int payments(self, int s, int thing, action_t* out, int most) noexcept nogil
    cdef bint waiver(self, int s) noexcept nogil

cdef class Legal(Payments):
    cdef bint guild_ready(self, int s) noexcept nogil
    cdef int list_guild(self, action_t* out, int n) noexcept nogil
    cdef int victim(self, int s, bint knights) noexcept nogil
    cdef bint buildable(self, int s, int thing) noexcept nogil
    cdef int list_trades(self, action_t* out, int most) noexcept nogil
    cdef int list_builds(self, action_t* out, int most) noexcept nogil
    cdef int list_kinds(self, const uint8_t* cards, action_t* out) noexcept nogil
    cdef bint library_ready(self) noexcept nogil
    cdef int list_actions(self, action_t* out, int most) noexcept nogil

cdef class Table(Legal):
    cdef void begin_turn(self, int s) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    cdef void finish(self, int winner) noexcept nogil
    cdef bint refill(self) noexcept nogil
    cdef bint await_card(self, int why) noexcept nogil
    cdef void take_from_pile(self, int kind) noexcept nogil
    cdef void to_hand(self, int s, int kind) noexcept nogil
    cdef void from_hand(self, int s, int kind) noexcept nogil
    cdef void draw_card(self, int s, int kind) noexcept nogil
    cdef void turn_card(self, int kind) noexcept nogil
    cdef void pass_card(self, int type, int a, int b, int kind) noexcept nogil
    cdef void hand_over(self, int a, int b, int kind, bint open) noexcept nogil

cdef class Building(Table):
    cdef void pay(self, action_t a) noexcept nogil
    cdef void lay(self, int thing) noexcept nogil
    cdef void take_row(self, int s, bint knights) noexcept nogil
    cdef void after_lay(self, int thing) noexcept nogil
    cdef void event(self, int which) noexcept nogil
    cdef void robber(self, int place) noexcept nogil
    cdef void market_card(self) noexcept nogil
    cdef void build_done(self) noexcept nogil

cdef class Course(Building):
    cdef void begin(self) noexcept nogil
    cdef void dealt(self) noexcept nogil
    cdef void trade_done(self) noexcept nogil
    cdef void next_trade_card(self) noexcept nogil
    cdef void next_fellow_card(self) noexcept nogil
    cdef void choose(self, int kind) noexcept nogil
    cdef void return_given(self) noexcept nogil
    cdef void begin_trade(self, int cards, int stage) noexcept nogil
    cdef void next_draw(self) noexcept nogil
    cdef void card_comes(self, int kind) noexcept nogil
    cdef void act(self, action_t a) noexcept nogil
    cdef void ask(self) noexcept nogil

cdef class Luck(Course):
    cdef const uint8_t* source(self) noexcept nogil
    cdef int cards_of(self, const uint8_t* source) noexcept nogil

cdef class Heuristics(Luck):
    cdef int short_of(self, int s, int thing, int* missing) noexcept nogil
    cdef float worth(self, int s, int thing, int points) noexcept nogil
    cdef int goal_of(self, int s, int* missing) noexcept nogil
    cdef void values(self, int s, float* value) noexcept nogil
    cdef void wishes(self, const action_t* actions, int n, float* out) noexcept nogil
    cdef void trade_weights(self, const action_t* actions, int n, float* out) noexcept nogil
    cdef void pay_weights(self, const action_t* actions, int n, float* out) noexcept nogil
    cdef void inputs_of(self, int s, float* f) noexcept nogil

cdef class Insight(Heuristics):
    cdef Case* own_cases(self, int i, int* n) except NULL
    cdef bint leads_to_fitting(self, int seat, int most) except *

@cython.final
cdef class CatanState(Insight):
    cdef int set_up(self, dict numbers) except -1
    cdef void stand_still(self, int s, int at) noexcept nogil
