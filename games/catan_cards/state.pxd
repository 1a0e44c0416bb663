"""CATAN, the fast card game: one position in one plain struct, the numbers the rules read, and cases of what has happened."""
cimport cython
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from core_ext.state cimport State
from core_ext.types cimport uint8_t

cdef enum:
    KINDS = 5                   # brick, lumber, ore, wool, grain
    TYPES = 6                   # expansions
    PLAYERS = 6
    OTHERS = 5
    AGES = 3                    # shuffles kept apart while cases are weighed
    KEPT = 32768                # cases a seat weighs against each other
    FEW = 64                    # cases that are followed to see whether a story can be true
    SOME = 1024                 # if none of those tells
    NOBODY = 255

cdef enum:                      # expansions
    LIBRARY, CHURCH, CASTLE, GUILD, UNIVERSITY, HALL

cdef enum:                      # things to build; expansions follow
    ROAD, KNIGHT, SETTLEMENT, CITY, EXPANSION
    THINGS = 10                 # EXPANSION + TYPES - 1 is the last

cdef enum Stage:
    START, SETUP, TRADE, DISCARD, TAKE, RETURN, FELLOW, PICK, GIVE, BUILD, PAY, FLIP, EVENT, ROBBER, DRAW, CARD, OVER

cdef enum Coming:               # stage CARD: why a card comes
    FOR_TRADE, FOR_FELLOW, FOR_GUILD, FOR_MARKET, FOR_DRAW

cdef enum:                      # action codes
    A_KIND = 0                  # + kind: discard, take, give; at chance nodes: card
    A_STOP = 5
    A_END = 6
    A_DRAW = 7
    A_LEAVE = 8                 # `stop`: no more draws
    A_FLIP = 9
    A_KEEP = 10
    A_BLIND = 11
    A_OPEN = 12
    A_PILE = 16                 # + number of cards, 1-15
    A_MARKET = 32
    A_SEAT = 48                 # + 16 * seat + number
    A_GUILD = 144               # + seat
    A_BUILD = 150               # + thing
    A_PAY = 1 << 25             # + number of cards of kind k << 5 * (4 - k)

cdef enum:                      # what happens to cards
    E_SHUFFLE                   # the discards, which are named, become the pile
    E_DRAW                      # a draws from the pile; a sees it
    E_TURN                      # a card goes from the pile to the market
    E_TAKE                      # a takes a card that all see
    E_SHOW                      # a lays down a card that all see
    E_MOVE                      # b draws blind from a; both see it
    E_GIVE                      # a card that b asked for or a chose goes from a to b; both see it
    E_LOOK                      # b sees the hand of a, which is named (b = 7: all do)

cdef struct Seat:
    uint8_t hand[KINDS]
    uint8_t cards               # their number
    uint8_t roads
    uint8_t knights
    uint16_t road_sides         # bit n: card n of the row shows side B
    uint16_t knight_sides
    uint8_t settlements
    uint8_t cities              # without an expansion
    uint8_t expansions          # bit type
    uint8_t gift                # points given at the start

cdef struct Held:
    uint8_t known[KINDS]        # cards that are in a hand
    uint8_t older               # cards in it drawn before the last shuffle and never seen

cdef struct Count:              # what one seat has counted
    uint8_t unseen[KINDS]       # what the unseen cards are, in hands and in the pile, but for
    uint8_t old[KINDS]          # what all the older ones are
    Held hand[OTHERS]           # of the others, the seat after it first

cdef struct Position:
    uint64_t trace[PLAYERS]     # 0: a seat has counted all; else its count stands still, and this names what it saw since
    Count count[PLAYERS]
    uint8_t tail[3]             # type and seats of the last event, while a count stands still
    uint8_t unused              # always 0, so that no byte of the struct is padding
    Seat seat[PLAYERS]
    uint8_t market[KINDS]
    uint8_t discard[KINDS]
    uint8_t pile[KINDS]
    uint8_t given[KINDS]        # RETURN: cards on their way to the market
    uint8_t pile_cards
    uint8_t roads               # stacks
    uint8_t knights
    uint8_t settlements
    uint8_t events[2]           # backs not yet turned: robber, market
    uint8_t expansions[TYPES]
    uint8_t stage
    uint8_t turn                # seat
    uint8_t actor               # seat to decide (ROBBER: not the one in turn)
    uint8_t start
    uint16_t round              # from 1
    uint8_t destiny             # 1: black, anticlockwise
    uint8_t left                # trades left
    uint8_t used                # bit: library, guild, university
    uint8_t built               # bit: road, knight, settlement, city
    uint8_t laid                # bit type: expansions built this turn
    uint8_t need                # cards still to choose in a series, or still to come in a trade with a seat or the pile
    uint8_t batch               # cards of the trade
    uint8_t least               # lowest kind that may be chosen next
    uint8_t partner             # seat, or NOBODY
    uint8_t thing               # PAY, FLIP, EVENT: what is built
    uint8_t coming              # CARD: why
    uint8_t back                # stage to return to after the guild
    uint8_t drawn               # CARD, DRAW: cards this seat has drawn at the end of its turn
    uint8_t luck                # cards drawn this turn by trades, guild and market day: names keyed draws
    uint8_t viewer              # the seat from whose view this position was given; NOBODY: from all
    uint8_t winner              # OVER: the seat with the points to win; NOBODY: stopped by the cap
    uint8_t rest[6]             # always 0

cdef struct HeuristicWeights:   # the numbers of the heuristics; weights compare the actions of one choice
    float worth[THINGS]         # of building: a road or knight that is a point, settlement, city, expansions
    float road_trades           # a road that brings a trade
    float knight_draws          # a knight that brings a card
    float winning               # whatever wins at once
    float away                  # how fast worth falls with the square of the cards missing
    float wanted                # a card that is missing; others weigh 1
    float spare                 # a card that no price needs
    float stop                  # trading, while cards are missing
    float stop_ready            # while none is
    float pile                  # a trade of cards that can be spared, no more than are missing
    float pile_more             # any other
    float market                # each card, where the market has so many of those missing
    float market_more
    float fellow                # a trade with a seat of no more cards than are missing
    float fellow_more
    float guild
    float open_hand             # against a blind card
    float draw                  # against stopping
    float flip                  # against keeping
    float pay_card              # each card paid
    float pay_left              # each card left of a kind that is paid
    float prior                 # power of weights that makes them a search's priors

cdef struct Rules:
    int seats
    int cards[KINDS]
    int cost[THINGS][KINDS]
    int points[TYPES]
    int settlement_points, city_points, side_points
    int goal
    int replace                 # equal cards that stand for one
    int robber_limit
    int base_draw
    int market
    int hand
    int castle_roads, church_knights
    int roads, knights, settlements
    int events[2]
    int expansions[TYPES]
    int start                   # seat, or NOBODY
    int cap
    double margin_weight
    HeuristicWeights heuristics[PLAYERS]   # by seat; they differ only where two are compared
    bint market_day, university_each, types_limit, guild_trade, guild_build, side_kept, end_late, end_turn
    bint empty_pile_trade, give_open, look_open, robber_next, empty_hand_trade, at_once, roadless_library

cdef struct Entry:              # of a story: one card, or a hand or pile; or a run of cards that the same seats moved
    uint8_t type
    uint8_t a
    uint8_t b
    uint8_t kind                # of one card; 0 in the eyes of a seat that did not see it
    uint8_t named[KINDS]        # shuffle, look and runs: number of each kind

cdef struct Story:              # entries follow it in memory; states whose stories begin alike hold the same one
    uint32_t holders
    int written
    int room

cdef struct Told:               # as far as a state has come in a story
    Story* story
    int n                       # entries
    int since[PLAYERS]          # the entry before which a seat's count stands still

cdef struct Case:               # one case of what has happened, weighed
    uint8_t known[OTHERS][KINDS]
    uint8_t older[AGES][OTHERS]     # cards drawn before the last shuffle, before the one before it, and so on
    uint8_t old[AGES][KINDS]
    uint8_t unseen[KINDS]
    uint32_t hash                   # of all before it
    double weight

cdef struct Cases:              # weighed cases while they are made; equal ones are one
    Case* at
    int n
    int most                    # to be kept
    bint lost                   # some were left out on the way: that none is left does not mean that there is none
    int room
    uint32_t* places            # open addressing: place in `at` + 1
    uint32_t mask               # length in use less 1; a power of two is in use
    uint32_t length             # there is memory for

cdef struct Stop:               # a place in a seat's story, with the cases there
    int at                      # entries since its count stands still
    uint64_t trace              # of what it saw in them
    uint8_t sizes[8]            # of all hands
    Case* case
    int n                       # 0: none remembered

cdef struct Recalled:           # what one seat's story, as it saw it, led to when it was last gone through
    uint64_t key                # of position and seat
    Case first                  # before the story
    uint8_t sizes[8]
    Stop run                    # before its last run of cards that the same seats moved
    Stop end
    double* sums                # of the weights at the end, up to each case

cdef struct Memory:             # what the stories of all seats led to; one thread at a time has the lock
    Recalled seat[PLAYERS]
    void* lock

cdef struct Play:               # a position as it is played: with its rules, and what happened to cards
    Position at
    Rules rules
    Told told                   # simulations read it and leave it as it is
    Memory* recall
    bint telling                # a position of a played game, which goes on with it
    bint counting               # off in playouts, which end where nobody has anything left to count

cdef class Recall:
    cdef Memory memory

@cython.final
cdef class CatanState(State):
    cdef Play play
    cdef readonly object table  # the dict of setup.py that the numbers came from
    cdef Recall recall
    cdef int set_up(self, dict numbers) except -1
