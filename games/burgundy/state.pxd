"""The Castles of Burgundy: one position in one plain struct, and the numbers the rules read."""
cimport cython
from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t
from core_ext.judged cimport JudgedState
from core_ext.state cimport State
from core_ext.types cimport action_t, uint8_t

cdef enum:
    HEXES = 37
    DEPOTS = 6
    SLOTS = 4                   # hex spaces of a numbered depot
    BLACK_SLOTS = 8
    STORAGE = 3
    COLOURS = 6
    SOURCES = 12
    SETS = 10
    MARKED = 9                  # building types, and 0 for none
    DARK_LEFT = 3               # place of the black backs in Position.left

cdef enum:                      # hex colours
    BUILDING, ANIMAL, KNOWLEDGE, CASTLE, MINE, SHIP

cdef enum:                      # tile types; 0 is no tile
    NO_TILE = 0
    WAREHOUSE = 1, CARPENTER, CHURCH, MARKET, BOARDING_HOUSE, BANK, CITY_HALL, WATCHTOWER
    FIRST_ANIMAL = 9            # 9 + 3 * species + (animals on it - 2); species cow, pig, sheep, chicken
    FIRST_KNOWLEDGE = 21        # 20 + number
    CASTLE_TILE = 47, MINE_TILE, SHIP_TILE
    TILE_TYPES = 50

cdef enum:                      # where points come from
    FROM_REGIONS, FROM_PHASES, FROM_BONUSES, FROM_ANIMALS, FROM_SALES, FROM_WATCHTOWERS
    FROM_GOODS, FROM_SILVER, FROM_WORKERS, FROM_KNOWLEDGE, FROM_START, FROM_GIFTS

cdef enum Stage:
    # chance nodes
    START_GOODS                 # one of a seat's three first goods; outcome: goods colour 0-5
    START_SEAT                  # who starts; outcome: seat
    DEAL_BOARD                  # a random board for `actor`; outcome: board 1-9
    FILL_DEPOT                  # the tile for numbered depot space `cursor` (0-23); outcome: tile type
    FILL_BLACK                  # the tile for black depot space `cursor`; outcome: tile type
    FILL_GOODS                  # goods of round `cursor` of this phase; outcome: goods colour
    ROLL                        # dice of seat order[cursor]; outcome: 6 * (low - 1) + (high - 1)
    ROLL_WHITE                  # outcome: 0-5, the face less one
    # decisions of `actor`
    CHOOSE_BOARD
    CHOOSE_CASTLE
    MAIN                        # an action with a die, a purchase, or the end of the turn
    DISCARD                     # storage is full: which stored tile goes before `taking` comes
    CASTLE_ACTION               # one more action, any number
    SHIP_DEPOT                  # which depot the ship clears (with tile 5: or which pair)
    SHIP_COLOUR                 # more new colours than free stacks: which to take
    SHIP_SECOND                 # tile5_joint=no: a neighbour of the depot just cleared, or no more
    SELL_FREE                   # warehouse
    TAKE_FREE                   # carpenter, church, market: colours in `allowed`
    PLACE_FREE                  # city hall
    OVER

cdef enum:                      # action codes: first code of each block
    A_TAKE = 0                  # + 24 * die + slot (4 * depot + space); die 0, 1, or 2: no die (effects)
    A_PLACE = 72                # + 111 * die + 37 * storage space + hex
    A_SELL = 405                # + 6 * die + goods colour
    A_WORKERS = 423             # + die
    A_BUY_BLACK = 426           # + black depot space
    A_BUY = 434                 # + slot, with tile 6
    A_DISCARD = 458             # + storage space
    A_CLEAR = 461               # + depot (0-5): a ship clears it
    A_CLEAR_PAIR = 467          # + depot d: d and its successor on the ring
    A_LOAD = 473                # + goods colour: this colour goes on a free stack
    A_BOARD = 479               # + board number
    A_START_CASTLE = 489        # + hex
    A_END = 526                 # the turn ends
    A_DECLINE = 527             # a 'may' is not used
    A_IDLE = 528                # + die (pass_die=yes): the die is not used
    ACTIONS = 530

cdef struct Seat:
    uint64_t filled             # hexes with a tile
    uint64_t open               # empty hexes next to a filled one
    uint64_t barred[MARKED]     # by building type: the regions that have one
    uint32_t knowledge          # bit n: knowledge tile n is in the duchy, or a gift
    int16_t sources[SOURCES]    # points by where they came from; their sum is the score
    uint16_t silver
    uint16_t workers
    uint8_t tiles[HEXES]        # tile type on each hex
    uint8_t storage[STORAGE]    # tile types, packed to the front
    uint8_t goods[6]            # unsold, by colour
    uint8_t sold[6]             # sold, by colour
    uint8_t dice[2]             # faces still to use, low first; 0: used or not yet rolled (a single one stands first)
    uint8_t board               # 1-9; 0: not yet known
    uint8_t castle              # hex of the start castle; 255: not yet known
    uint8_t large               # colour bonus tiles held: bit colour
    uint8_t small
    uint8_t holding             # bit goods colour: some are held
    uint8_t unused[5]           # always 0, so that no byte of the struct is padding

cdef struct Position:
    Seat seat[4]
    uint8_t depot[24]           # tile types, space 4 * depot + n
    uint8_t black[BLACK_SLOTS]
    uint8_t goods[36]           # 6 * depot + colour: goods lying at the depots
    uint8_t coming[5]           # colour + 1 of the goods of this phase's rounds; 0: gone or not yet turned
    uint8_t supply[TILE_TYPES]  # face-down tiles with coloured backs
    uint8_t dark[TILE_TYPES]    # face-down tiles with black backs
    uint8_t goods_supply[6]     # goods not yet dealt or turned
    uint8_t track[4]            # space of each seat's marker on the turn-order track
    uint8_t height[4]           # markers below it on its space: the topmost of a tower plays first
    uint8_t order[4]            # play order of this round
    uint8_t stage
    uint8_t phase               # 0-4
    uint8_t round               # 0-4
    uint8_t turn                # index into order
    uint8_t actor               # seat to act at a decision, or the seat a chance node is about
    uint8_t cursor              # where a refill, deal or roll stands. DISCARD: 1: back to the castle's action after it.
                                # SHIP_COLOUR with tile5_joint=no: 1 + the second depot while it is being cleared
    uint8_t white               # face of the white die; 0: not yet rolled
    uint8_t bought              # 1: this turn's purchase is made
    uint8_t taking              # DISCARD: 1 + slot, or 25 + black space; the tile waits there
    uint8_t allowed             # TAKE_FREE: bit colour. SHIP_COLOUR: bit goods colour still lying in the cleared depots
    uint8_t cleared             # SHIP_COLOUR, SHIP_SECOND: bit depot: the depots being cleared
    uint8_t large               # colour bonus tiles still to be had: bit colour
    uint8_t small
    uint32_t stock              # bit slot: a tile lies there
    uint8_t left[4]             # face-down tiles: building, animal, knowledge; then all with black backs
    uint8_t unused[4]           # always 0

cdef struct Board:              # one printed duchy
    uint8_t colour[HEXES]
    uint8_t die[HEXES]
    uint8_t size[HEXES]         # spaces of the hex's region
    uint8_t row[HEXES]          # 9 times that: where the region's numbers begin in HeuristicWeights.fill
    uint64_t region[HEXES]      # its region
    uint64_t of_colour[COLOURS]
    uint64_t within[7][4]       # [face][steps]: hexes whose number is at most so many steps from the face

cdef struct HeuristicWeights:   # the numbers of the heuristics, as tuning.py tells them; worth is in points or so
    float sharpness             # of playouts: an action is drawn in proportion to e ** (sharpness * worth)
    float prior                 # the same for priors of the search: less sure, as the search is to find out
    float pace                  # rounds between two tiles of one region
    float horizon               # the round by which a region must be finished, and how sharp that edge is
    float blur
    float share[6]              # how much of a region's points counts as it fills, by spaces left: 1, 2, ... 6 and more
    float phase_share[6]        # the same for the points of the phase
    float opens                 # for each hex that becomes open
    float bonus                 # for each point of a colour bonus
    float place
    float animal_next           # for each animal laid and each space its pasture has left
    float mine_each             # for each phase still to be paid
    float tile_points           # for each point that a knowledge tile has for sale already
    float ship_goods            # a share of the best depot's worth
    float ahead                 # a step forward past another seat
    float warehouse             # a share of the best sale
    float city_hall             # when something stored can be placed by it
    float offer                 # carpenter, church, market with nothing to take
    float clear_same            # for each goods tile taken, of a colour held and of a new one
    float clear_new
    float load
    float take
    float take_share            # of the best placement that is open
    float take_none             # no open hex for it
    float take_rival            # for each stored tile of its colour
    float take_full[4]          # by tiles in storage
    float take_soon             # the other die can place it
    float take_late             # too few actions left to place all that is stored
    float take_spaces           # for each further hex it may go to, up to three
    float take_free             # when no die is spent: castle and buildings
    float discard               # worth of the tile thrown out
    float workers
    float worker[5]             # worth of one more, by how many there are: 0-3, 4 and more
    float worker_end            # at the end of the game
    float turn                  # a worker spent
    float sell
    float sell_each             # for each point
    float sell_full             # with three colours held
    float silver[4]             # worth of one more, by how much there is: 0-2, 3 and more
    float silver_end
    float buy
    float finish                # the turn ends with a purchase possible
    float decline
    float castle_near           # start castle: for each neighbouring hex, for each hex of its region
    float castle_size
    float fill[25][9][9]        # [round][size of region][spaces left]: worth of filling one of them
    float effect[25][TILE_TYPES]    # [round]: what the tile goes on to give

cdef struct Rules:              # the numbers and choices in force; constant while a game is played
    int seats
    Board board[10]             # 1-9
    uint64_t near[HEXES]        # neighbours of a hex
    uint8_t slot_colour[24]
    uint8_t slot_active[24]
    uint8_t mine_slot           # this castle space gets a mine in the phases of mine_phases; 255: none
    uint8_t mine_phases         # bit phase
    uint8_t twins               # 1: a depot can hold two equal tiles
    int black_slots
    uint8_t supply[TILE_TYPES]
    uint8_t dark[TILE_TYPES]
    int goods_copies
    int start_silver
    int start_workers[4]
    uint64_t left_out           # bit tile type: a blank, which leaves the space that it is drawn for empty
    uint32_t gift_knowledge[4]  # by seat; bit n: knowledge tile n works from the start, beside those of the duchy
    uint8_t gift_tiles[4][STORAGE]  # tile types in storage at the start, packed to the front
    int gift_points[4]
    int gift_silver[4]
    int gift_workers[4]
    int purchase
    int workers
    int sale_silver
    int boarding_workers
    int bank_silver
    int watchtower_points
    int mine_silver
    int region_points[HEXES + 1]
    int phase_points[5]
    int large_bonus
    int small_bonus
    int sold_goods
    int end_goods
    int end_silver
    int end_workers
    int tile[27]                # the number in each knowledge tile's effect
    uint32_t live               # bit tile: that number is not 0
    uint8_t pays_for[27]        # knowledge tiles 16-23: the building
    uint32_t payers[9]          # bit knowledge tile: it pays for this building
    uint8_t given_board[4]      # boards=LIST: 1-9; 0: dealt or chosen
    uint8_t given_castle[4]     # hex; 255: chosen in play
    uint8_t basic_castle        # hex of the start castle on board 1; 255: chosen like any other
    uint8_t start               # seat; 255: random
    bint choose_boards
    bint secret
    bint distinct
    bint castle_scores
    bint buy_discard
    bint free_discard
    bint empty_ship_depot
    bint tile5_one
    bint tile5_joint
    bint tile8_widens_free
    bint free_adds
    bint pass_die
    bint buy_anytime
    double margin_weight
    double rivalry[4]           # by seat: how much others' points count in its margin against its own
    bint rivals                 # all of them are 1
    double usual_points         # of a seat at the end
    double usual_worth[26]      # what the value function's sum usually is, by rounds played
    uint32_t slots_within[7][4] # [face][steps]: slots of the depots at most so many steps from the face
    int goods_within[7][4]      # the same for goods colours: bit colour
    HeuristicWeights heuristics[4]      # by seat; they differ only where two are compared

cdef struct Glance:             # what the actions of one list share
    const Position* at
    const Rules* r
    const HeuristicWeights* w
    const Seat* s
    const Board* b
    int t                       # round of the game, 0-24
    int dice                    # that the seat has to use
    float late                  # 0 until six rounds before the end, 1 in the last
    float worker                # worth of one more
    float silver
    int face[4]                 # of the dice; 0 for a take without one (2) and a purchase (3)
    int helped                  # -1 where a knowledge tile may make turning a die cheaper, else 0
    float toll[5][4]            # what turning a die by so many steps costs: [0] for a sale, and where `helped` is 0 for all;
                                # [n] for what knowledge tile 8 + n helps
    int steps                   # how far workers can turn a die
    int full                    # tiles in storage
    uint32_t rivals             # how many of each colour, four bits a colour
    float crowded[2]            # what taking loses as too few actions are left to place all; 1: with a die
    float soon[2]               # worth of taking a tile that the other die can place [1]
    float sale                  # worth of selling without its points
    int each                    # points of one goods tile sold
    uint64_t known              # tile types whose worth is in `take`
    float take[TILE_TYPES]      # however the tile is come by
    # what stays from one decision to the next while the seat's duchy, the round and the bonuses do; look_around sees to it
    uint64_t filled             # the duchy, the round and the bonuses it was seen for
    int since
    uint64_t tried              # tile types whose hexes and worth are in `where` and `best_place`
    uint64_t where[TILE_TYPES]  # open hexes for it
    float best_place[TILE_TYPES]    # the best of them, if there is one
    uint64_t plain              # tile types whose worth is in HeuristicWeights.effect
    uint64_t told               # others, whose worth is in `gives`
    float gives[TILE_TYPES]     # what the tile goes on to give
    float hex[HEXES]            # worth of filling an open hex, whatever the tile
    uint64_t herded             # by its first hex: pastures whose animals are in `herd`
    uint64_t herd[HEXES]
    float best[COLOURS]         # the best open hex of each colour; below -1000: none

cdef struct Choices:            # what MAIN offers
    uint64_t set[SETS]          # takes by the first and the second die: slots; places by die and storage space: hexes;
                                # sales by die: goods colours
    int dice                    # different dice: 0-2; each may also take workers
    int others                  # purchases and rare moves, listed
    action_t other[48]


cdef class RuledState(JudgedState):     # core_ext/contract.pxi
    cdef Position at
    cdef Rules rules
    cdef readonly object table      # the dict the numbers came from

@cython.final
cdef class BurgundyState(RuledState):
    pass
