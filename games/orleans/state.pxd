"""Orléans: one position in one plain struct, and the numbers the rules read."""
cimport cython
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from core_ext.judged cimport JudgedState
from core_ext.state cimport State
from core_ext.types cimport action_t, uint8_t

cdef enum:
    SEATS = 5
    PROFESSIONS = 7
    KINDS = 11                  # of followers: 0-6 neutral by profession, 7-10 own farmer, boatman, craftsman, trader
    PLACES = 30                 # 0-9 on the player board, 10-29 place tiles
    TILES = 20                  # place tile t is place 10 + t
    SPACES = 56                 # of all places together, for followers
    TRACKS = 6
    GOODS = 5
    TOWNS = 23
    ROUTES = 43
    ROAD_SPACES = 52            # for goods on routes
    DEEDS = 8
    EVENTS = 6
    ROUNDS = 18
    DEVELOPMENT = 30            # last space of the development track
    ANY = 7                     # a space for any profession
    TECHNOLOGY_TILE = 12        # in Seat.on
    VARIANTS = 4                # of who may stand where: bit 0 Herb Garden, bit 1 School
    INCLINED = PLACES + 3       # places, and the three whom the Village recruits

cdef enum:                      # professions; the first six have tracks
    FARMER, BOATMAN, CRAFTSMAN, TRADER, KNIGHT, SCHOLAR, MONK

cdef enum:                      # goods
    GRAIN, CHEESE, WINE, WOOL, BROCADE

cdef enum:                      # places
    FARM_HOUSE, VILLAGE, UNIVERSITY, CASTLE, MONASTERY, SHIP, WAGON, GUILDHALL, SCRIPTORIUM, TOWN_HALL
    HAYRICK, CHEESE_FACTORY, WINERY, WOOL_MANUFACTURER, TAILOR_SHOP, BREWERY, SACRISTY, HERB_GARDEN, BATHHOUSE
    WINDMILL, LIBRARY, HOSPITAL
    CELLAR, OFFICE, SCHOOL, PHARMACY, HORSE_WAGON, SHIPPING_LINE, LABORATORY, GUNPOWDER_TOWER

cdef enum:                      # events
    PILGRIMAGE, PLAGUE, TAXES, INCOME, HARVEST, TRADING_DAY

cdef enum:                      # citizens, bits of Position.citizens: 0-2 development track, 3 boatman, 4 knight,
    CITIZEN_BOATMAN = 3         # 5-12 deeds, 13 most trading stations
    CITIZEN_KNIGHT = 4
    CITIZEN_DEED = 5
    CITIZEN_STATIONS = 13
    CITIZENS = 14

cdef enum Stage:
    # chance nodes
    START_SEAT                  # who starts; outcome: seat
    MAP_GOOD                    # the good on route space `cursor`; outcome: good
    REMOVE_GOOD                 # one of the goods left out of the game; outcome: good
    REVEAL                      # the hourglass tile of this round; outcome: event
    DRAW                        # `actor` draws a follower to the market; outcome: kind
    BATH_LOOK                   # bathhouse of first_2014: one of two more; outcome: kind
    BATH_DRAW                   # bathhouse of eighth: one of three; outcome: kind
    PLAGUE_DRAW                 # outcome: kind (an own one goes back)
    LOSE_DRAW                   # torture: a follower of the bag; outcome: neutral kind
    # decisions of `actor`
    TAKE_BACK                   # phase 3: take a placed follower back, or draw
    KEEP                        # bathhouse of first_2014: which of two different followers stays on the market
    PLAN                        # phase 4: put a follower on a space, or done
    ACT                         # phase 5: an action, or pass
    ROUTE_GOOD                  # which good of the route just travelled
    CHOOSE_TILE                 # a place tile
    SEND_MORE                   # a second follower of the same place to a deed, or done
    BATH_PUT                    # put a follower just drawn on a space, or done
    TECHNOLOGY                  # put a technology tile, or keep it
    SHIELD                      # use the Sacristy against this event, or not
    FOOD                        # which food to hand in
    TORTURE                     # an item for each missing coin
    OVER

cdef enum:                      # action codes: first code of each block
    A_PUT = 0                   # + 11 * space + kind
    A_DONE = 616
    A_TAKE_BACK = 620           # + space
    A_DRAW = 676
    A_KEEP = 677                # + kind
    A_USE = 690                 # + place: an action that needs no further word
    A_VILLAGE = 720             # + profession - 1: recruit a boatman, craftsman or trader
    A_MOVE = 723                # + 43 * vehicle + route; vehicle 0 Ship, 1 Wagon, 2 Horse Wagon
    A_SEND = 852                # + 63 * office + 9 * profession + way; office 0 Town Hall, 1 Gunpowder Tower;
                                # way 0-7 deed, 8 Canalisation for a development point
    A_PAY = 977                 # + coins, 1-3: the Pharmacy
    A_PASS = 981
    A_TAKE = 982                # + good
    A_TAKE_NONE = 987
    A_TILE = 988                # + tile
    A_TECHNOLOGY = 1008         # + space
    A_KEEP_TECHNOLOGY = 1064
    A_GIVE_TILE = 1065          # + tile
    A_GIVE_FOLLOWER = 1085
    A_GIVE_STATION = 1086       # one not built
    A_GIVE_BUILT = 1087         # + town
    A_GIVE_STEP = 1110
    A_GIVE_GOOD = 1111          # + good
    A_GIVE_TECHNOLOGY = 1116    # + place; 30: one not yet placed
    A_FOOD = 1147               # + good (grain, cheese, wine)
    A_SHIELD = 1150
    A_DECLINE = 1151
    ACTIONS = 1152

cdef struct Seat:
    uint64_t free               # own empty spaces
    uint64_t technology         # spaces with a technology tile
    uint64_t fresh              # spaces filled in this planning, or by this Bathhouse action
    uint32_t tiles              # bit tile: owned
    uint32_t stations           # bit town: own trading station there
    uint16_t coins
    uint16_t owed               # unpaid=points: coins that could not be paid with anything
    uint16_t bonus              # points given by option `gifts`
    uint8_t on[SPACES]          # 0 empty, 1 + kind, TECHNOLOGY_TILE
    uint8_t market[KINDS]       # followers on the market, by kind
    uint8_t bag[KINDS]
    uint8_t track[TRACKS]
    uint8_t goods[GOODS]
    uint8_t development
    uint8_t citizens
    uint8_t stock               # trading stations not built
    uint8_t merchant            # town
    uint8_t kept                # technology tiles not yet placed
    uint8_t placed              # technology tiles placed so far, lost ones included
    uint8_t sent                # bit office: it has sent followers this round (town_hall_again=no)
    uint8_t unused[2]           # always 0, so that no byte of the struct is padding

cdef struct Position:
    Seat seat[SEATS]
    uint8_t deed[DEEDS][PROFESSIONS]    # open spaces
    uint8_t road[ROAD_SPACES]   # 1 + good lying there; 0: none
    uint8_t supply[PROFESSIONS] # neutral followers to be recruited
    uint8_t lost[PROFESSIONS]   # neutral followers out of the game
    uint8_t goods[GOODS]        # goods market; while goods are dealt: those not yet dealt
    uint8_t gone[GOODS]         # goods out of the game
    uint8_t hourglass[3 * EVENTS]       # tiles not yet revealed: 6 * pile + event (one stack: pile 0)
    uint8_t hand[KINDS]         # followers drawn by a Bathhouse that await their place
    uint8_t drawn[KINDS]        # followers that left the actor's bag in this series of draws
    uint32_t tiles              # bit tile: still on display
    uint16_t citizens           # bit: still to be had
    uint8_t technology          # tiles in the stack
    uint8_t stage
    uint8_t round               # 1-18; 0 before the first
    uint8_t phase               # 1-6; 0 at set-up
    uint8_t event               # of this round
    uint8_t start               # seat
    uint8_t actor               # seat to act at a decision, or the seat a chance node is about
    uint8_t cursor              # place in play order of the seat in turn; MAP_GOOD: route space; REMOVE_GOOD: how many
    uint8_t passed              # bit seat: has passed in phase 5
    uint8_t last                # what canonical order goes on from: 1 + the last space, item code or send of the chain
    uint8_t draws               # draws left in this series, or followers still to put (BATH_PUT)
    uint8_t debt                # TORTURE: coins missing. FOOD: units still to hand in
    uint8_t route               # 1 + route just travelled (ROUTE_GOOD)
    uint8_t unused              # always 0

cdef struct HeuristicWeights:   # numbers of the heuristics (tuning.py); worth is in points or so
    float sharpness             # playouts draw an action with worth ** sharpness
    float prior                 # the same of priors
    float blur                  # of plans in playouts: what a place is worth is off by a factor e ** (blur * normal)
    float aside                 # prior of beginning another place than the plan sketched does, which has 1
    float unplanned             # prior of any other put
    # a round, for the rest of the game
    float crew                  # one more follower: crew * wanted / (same + those of its profession)
    float same
    float wanted[PROFESSIONS]   # how often a profession is asked for
    float monk                  # a monk instead
    float short_crew            # any follower, while there are hardly more than are drawn
    float full_crew             # each follower too many
    float draw                  # a draw more
    float draw_short            # the same while there is hardly anybody to draw
    float draw_none             # the same with nobody
    float technology
    float tile
    float census                # a step on the farmer track
    float trading               # a station: its coins on Trading Days
    float step_ahead            # stations and citizens to come, for each of which a step counts
    float pace                  # steps on the development track to come
    # shares
    float draw_same             # of a draw: a step on the knight track that brings none
    float food                  # of the fine for a missing unit: food that is needed
    float step                  # of its part of the next status: a development step
    float station               # of its points and coins
    float boatman
    float town_ready            # of a station: to reach a free town with a complete Guildhall
    float town_ahead            # the same without
    float town_near             # each town beyond where nobody has built
    float guild_ahead           # the Guildhall while the merchant's town is taken
    float citizen               # of the status it may be worth: one that a deed brings
    # points
    float step_least            # a development step, whatever it counts for
    float send_second           # the last but one to a deed, who leaves the citizen to another
    float bath
    float place_least           # a place worth less is not planned for
    float send_least            # nor a deed
    float place_base            # followers that a place counts as costing beside those it needs
    float place_use[PLACES]     # in the long run: where technology and waiting followers go
    float tile_worth[TILES]     # which tile is chosen
    float early[INCLINED]       # what an action of use is worth more than reckoned, in the first round
    float late[INCLINED]        # and in the last

cdef struct Rules:              # the numbers and choices in force; constant while a game is played
    int seats
    uint64_t fits[VARIANTS][PROFESSIONS]    # spaces where that profession may stand
    uint64_t of_place[PLACES]   # its spaces
    uint64_t from_place[PLACES + 1]     # spaces of it and all later places
    uint64_t board              # spaces of the player board
    uint64_t twins              # spaces that ask for the same as an earlier one of their place
    uint64_t technical          # spaces where technology may lie
    uint64_t farmers            # spaces that ask for a farmer
    uint64_t routes_at[TOWNS]
    uint64_t waterways
    uint32_t near[TOWNS]        # bit town: a route leads there
    uint32_t first_tiles        # bit tile: category I
    uint8_t want[SPACES]        # profession asked for, or ANY
    uint8_t place_of[SPACES]
    uint8_t before[SPACES]      # the twin just before it, 255 if none
    uint8_t route_end[ROUTES][2]
    uint8_t road_first[ROUTES + 1]      # first goods space of a route
    uint8_t road_used[ROAD_SPACES]      # filled at set-up
    uint8_t home                # Orléans
    uint8_t supply[PROFESSIONS]
    uint8_t goods[GOODS]
    uint8_t goods_removed
    uint8_t technology
    uint8_t start_coins
    uint8_t start_stations
    uint8_t start_own[4]
    uint8_t market
    uint8_t tower               # market spaces of the Gunpowder Tower; 0: it has none
    uint8_t last_step[TRACKS]
    uint8_t farmer_good[9]
    uint8_t boatman_coins[6]
    uint8_t knight_draws[6]
    uint8_t scholar_steps[6]
    uint8_t citizen_boatman     # step
    uint8_t citizen_knight
    uint8_t status[DEVELOPMENT + 1]
    uint8_t coins_at[DEVELOPMENT + 1]
    uint8_t citizen_at[DEVELOPMENT + 1]     # 1 + citizen, 0: none
    uint8_t deed[DEEDS][PROFESSIONS]
    uint8_t deed_coins[DEEDS]
    uint8_t canal_steps         # development for a follower at the Canalisation
    uint8_t place_coins[PLACES]
    uint8_t place_steps[PLACES]
    uint8_t place_good[PLACES]  # 1 + good that a place tile makes
    uint8_t pharmacy
    uint8_t census
    uint8_t tax_goods
    uint8_t harvest_fine
    uint8_t harvest_units[3]
    uint8_t score_good[GOODS]
    uint8_t score_coin
    uint8_t score_status
    uint8_t hourglass[3 * EVENTS]
    uint8_t pile_end[3]         # last round of each pile
    uint8_t start               # seat; 255: random
    uint8_t gift_coins[SEATS]
    uint8_t gift_points[SEATS]
    uint8_t gift_steps[SEATS]
    uint8_t gift_technology[SEATS]
    uint8_t gift_goods[SEATS][GOODS]
    uint32_t gift_tiles[SEATS]
    uint32_t tiles              # on display at the start
    int coin_limit              # all coins together; -1: none
    bint piles                  # hourglass in piles A, B, C
    bint bath_action
    bint good_farm_house        # missing good: Farm House may be used
    bint good_tiles             # the same of goods-making tiles
    bint may_leave_good
    bint technology_once
    bint may_keep
    bint first_by_step
    bint bare_technology
    bint bare_tile
    bint full_university
    bint full_others
    bint leave_coin_space
    bint owe
    bint from_seat_0
    bint send_all
    bint shield_forced
    bint plague_box
    bint harvest_box
    bint take_back
    bint take_back_bag          # only instead of a draw that the bag could give
    bint hidden_plans
    bint send_again
    bint technology_planning
    bint lost_to_supply
    double margin_weight
    HeuristicWeights heuristics[SEATS]   # by seat; they differ only where two are compared

cdef struct Outlook:            # what many worths of the seat to act rest on (worths.pxi)
    const Position* at
    const Rules* r
    const Seat* s
    const HeuristicWeights* w
    float status                # development status that it may end with
    float station               # a station, now: its points at the end and its share of the Trading Days to come
    float burden                # what any follower more is worth, or costs, each round
    int left                    # rounds after this one
    int counted                 # stations and citizens
    int crew                    # followers that are not on deeds
    int spare                   # of them beyond the draws of a round
    uint32_t built              # bit town: somebody has a station there
    bint hungry                 # goods to eat are short of the Harvests to come

cdef struct Offers:             # what deeds bring whoever is sent there, of those that were asked for
    uint32_t known              # bit way: 0-7 deed, 8 Canalisation for a development point
    float worth[DEEDS + 1]

cdef struct Prospects:          # places that a plan may complete
    int n
    uint8_t place[PLACES]       # ascending
    float density[PLACES]       # what each is worth for a follower
    uint8_t order[PLACES]       # which of them is first, second and so on
    uint32_t useful             # bit place: of use, complete or not

cdef struct Asides:             # puts that begin to complete a place, ascending; how good it looks beside the best
    action_t put[PLACES]
    float share[PLACES]
    int n

cdef class RuledState(JudgedState):     # core_ext/contract.pxi
    cdef Position at
    cdef Rules rules
    cdef readonly object table      # the dict the numbers came from

@cython.final
cdef class OrleansState(RuledState):
    cdef readonly tuple source_names
    cdef readonly tuple tile_names
