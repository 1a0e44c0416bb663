"""504: one position in one plain struct, the settings of its world, and the words of its phases, stages and actions.

Owners have pieces, seats have persons. In most worlds an owner is a seat; where companies are owners, `agent` says which
seat decides for each. Rules ask settings, never which module stands where (settings.csv says which world has which).
"""
cimport cython
from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t
from core_ext.judged cimport JudgedState
from core_ext.state cimport State
from core_ext.types cimport action_t, int8_t, uint8_t
from games.world504.actions cimport *

cdef enum:
    SEATS = 4
    OWNERS = 5
    TILES = 61                  # places for tiles, in the order in which they were laid
    SIDES = 6                   # of a tile: east, southeast, southwest, west, northwest, northeast
    EDGES = 183                 # 3 * tile + side, for the first three sides
    CITIES = 10
    KINDS = 7                   # of tiles
    TERRAINS = 6                # all kinds but water: columns of the majority table
    GOODS = 5
    PRIVILEGES = 33
    ROW = 8                     # privileges that can lie open
    SALES = 40                  # goods that can be delivered in a turn: every demand of the board
    STORE = 3                   # goods that a trading house can hold
    ALL_GOODS = 48              # in the box
    PRICES = 14                 # steps of the goods prices
    NOWHERE = 255               # no tile
    NOBODY = 7                  # no owner, no seat
    ROUND_CARDS = 16            # scoring cards
    SLOTS = 24                  # phases in a table
    GOALS = 9
    POOL_ROAD = 128             # in `neutral`: a road that never was anybody's
    GARRISON = 6                # who holds a tile with barracks or militia

cdef enum:                      # kinds # of a tile
    CITY, MEADOW, FOREST, FIELD, MOUNTAIN, DESERT, WATER

cdef enum:                      # goods
    CATTLE, WOOD, FISH, GRAIN, ORE

cdef enum:                      # privileges by step and number: I_1 is I(1)
    I_1, I_2, I_3, I_4, I_5, I_6, I_7, I_8, I_9, I_10, I_11, I_12
    II_1, II_2, II_3, II_4, II_5, II_6, II_7, II_8, II_9, II_10, II_11, II_12
    III_1, III_2, III_3, III_4, III_5, III_6, III_7, III_8, III_9

cdef enum:                      # sources of victory points that are collected during the game
    FROM_FACTORIES, FROM_EXPLORING, FROM_SCORINGS, FROM_AWARDS, SOURCES

# ---- choices that settings name -------------------------------------------------------------------

cdef enum Order:                # who is first in a round
    CLOCKWISE, BY_INCOME, BY_POINTS, BY_LEAST_INCOME, BY_PRICE

cdef enum FirstOrder:           # how the order of the first round comes about
    START_CARD, SEALED_BIDS, DRAWN

cdef enum Choosing:             # of separate capitals
    SHARED, REVERSE_SETUP, REVERSE_ROUND, BY_BID, BY_PRESIDENTS

cdef enum Taxes:
    NO_TAXES, BY_PLACE, BY_INCOME_SIZE

cdef enum Marking:              # how an owner gets on to a city's card
    NO_CARDS, BY_SETTLING, BY_TROLLEY, BY_MARKER

cdef enum Laying:               # where a trolley may lay settlements
    NOT, ON_CITIES, ANYWHERE

cdef enum Award:                # tasks during the game
    NO_AWARD, SECOND_GOODS, FACTORIES_FIRST, THIRD_EXPLORED, THIRD_CONNECTED, ALL_TERRAINS, THREE_PLANTS
    FREE_CITIES

cdef enum Explorer:             # what an exploring resident does afterwards
    NO_EXPLORER, RETURNS, STAYS, RETURNS_AFTER_MANY

cdef enum Counting:             # what the majority table counts
    NOTHING, SETTLEMENTS, CONNECTED, PLANTS

cdef enum Fights:               # how opponents' tiles are taken
    NO_FIGHTS, BY_DICE, MAN_TO_MAN

cdef enum Siege:                # which capitals may be attacked
    SAFE, UNLESS_LAST, AT_RISK

cdef enum Goal:                 # when the game is over, and what wins
    GOODS_DELIVERED, CITY_CARDS, ALL_FACTORIES, BOARD_EXPLORED, CITIES_CONNECTED, THIRD_SCORING, TRADING_HOUSES
    LAST_ROUND, EMPIRE

cdef enum Victory:              # what a seat's score is
    BY_OWN_POINTS, BY_ASSETS, BY_SHARES

cdef enum Trade:                # whose shares are dealt in
    NO_SHARES, OF_COMPANIES, PRIVATE

cdef enum Dividends:            # what companies pay for shares
    NO_DIVIDENDS, BY_PRESIDENT, FIXED_DIVIDENDS

cdef enum:                      # sources of points, in the order of tables.SOURCES
    POINTS_GOODS, POINTS_CARDS, POINTS_DRIVE, POINTS_FACTORIES, POINTS_EXPLORING, POINTS_ROADS, POINTS_SCORINGS
    POINTS_HOUSES, POINTS_STORED, POINTS_MAJORITIES, POINTS_AWARDS, POINTS_PRIVILEGES
    POINTS_CASH, POINTS_SHARES, POINTS_RANKING, POINTS_LAND, POINTS_CITIES
    POINT_SOURCES

cdef enum Tie:
    TIE_SHARED, TIE_CARGO, TIE_POPULATION, TIE_MONEY, TIE_RESIDENTS, TIE_ON_ROADS, TIE_PLANTS, TIE_ARMIES

cdef enum Income:               # what is paid beside the base income
    INCOME_GOODS, INCOME_FIRSTS, INCOME_FACTORIES, INCOME_TOKENS, INCOME_ROADS, INCOME_MAJORITIES, INCOME_SALES
    INCOME_TILES

cdef enum:                      # terms of income, in the order of tables.INCOME_TERMS
    PAID_BASE, PAID_GOODS, PAID_FIRSTS, PAID_CARDS, PAID_FACTORIES, PAID_TOKENS, PAID_ROADS, PAID_MAJORITIES
    PAID_SETS, PAID_PRIVILEGES, PAID_AWARDS, PAID_TILES, PAID_TERRAINS, PAID_MILITIA
    INCOME_TERMS

# ---- the course of the game -----------------------------------------------------------------------

cdef enum Phase:                # what a table of phases lists; course.pxi enters them
    END_OF_TABLE
    # opening
    LAY_BOARD, DRAW_ORDER, LAY_PRIVILEGES, CHOOSE_CAPITALS, SHARE_CAPITAL, PAY_START
    # round
    SHARE_ROUND, SET_ORDER, FOUND_IN_ROUND, TAX, AUCTION
    # turn
    TAKE_NEUTRAL, MOVE_CAPITAL, SHARE_DEALS, BUY_PRIVILEGE, UPGRADE, RECRUIT, RESIDENTS, TROLLEY, FACTORIES, FIGHTS, INCOME
    SCORE_CARD
    # end of round
    DIVIDENDS, CLOSE_MARKET, END_CHECK

cdef enum Stage:
    # chance nodes
    WATERS                      # the two waters that are shuffled; outcome: pair of free spaces
    TILE                        # the tile of the next free space; outcome: kind
    START_SEAT                  # who has the start card; outcome: seat
    NEXT_IN_ORDER               # who is next in a drawn order; outcome: owner
    EXTRAS                      # second copies of privileges of a step, with three players; outcome: how many
    DRAW_PRIVILEGE              # outcome: privilege
    LOT                         # which of tied bidders is first; outcome: owner
    EXPLORED                    # outcome: kind of tile
    TURN_CARD                   # a scoring card; outcome: 0 tick, 1 scoring
    ATTACK                      # the attacker's dice; outcome: hits
    DEFENCE                     # the defender's dice; outcome: hits
    # decisions of `agent[actor]`; of the seat `actor` itself in a share round, and where seats bid for it
    CAPITAL                     # a city for the headquarters
    SEALED_BID                  # round 1: hundreds and tens, then units
    SEALED_UNITS
    PLACE                       # in the order, the free ones
    BID                         # auction: pass, or hundreds and tens of a bid
    BID_UNITS
    NEW_CAPITAL                 # 3A: move the headquarters, or keep it
    TAKE_PRIVILEGE              # 3C: a privilege of the row, or none
    BUY_UPGRADE                 # 3C
    BUY_RESIDENT                # 3C: a tile for one more resident, or done
    RECALL_RESIDENT             # 3C: from where the resident comes that the supply lacks
    ACT                         # 3D: what a resident does, or done
    RUN                         # 3D: where a running resident stops
    RECALL_SETTLEMENT           # 3D, 3E: from where the settlement comes that the supply lacks
    ROAD_CREW                   # 3D: who of both ends builds the road, and who returns to the supply
    MOVE_EXPLORER               # 3D, 3E: one explorer tile to another stack, or none
    EXPLORE_MORE                # 3D: another space next to the explorer's, or done
    FOLLOW                      # 3D: who steps on to the tile just explored, or done
    DRIVE                       # 3E: what the trolley does, or done
    ENTER                       # 3E: on to the mountain just explored, or stay
    BUILD_FACTORY               # 3F: a city, or done
    TRADE                       # 3H: exchange goods, sell one, or done
    REMOVE                      # phase 5: a resident or settlement that leaves the board
    FIGHT                       # 3G: which of the prepared fights is next
    RETREAT                     # 3D, 3G: where a surviving attacker goes
    ASSAULT                     # 3D: from where the next of three who take a headquarters comes
    TAKEOVER                    # 3D, 3G: a tile of a beaten owner
    CONQUER                     # 3D: one more resident goes into the last capital of a company, or done
    NEW_HOME                    # 3D, 3G: the owner who has lost its capital picks another city
    SHARES                      # share round: sell, buy, pass or quit
    BUY_FOREIGN                 # 3B: a share of another seat, or done
    PAYOUT                      # phase 4: pay a dividend or withhold it
    OVER

# ---- the position ---------------------------------------------------------------------------------

cdef struct Owner:
    uint64_t settled            # bit tile: an own settlement (the headquarters is none)
    uint64_t up                 # bit tile: own active residents there
    uint64_t down               # bit tile: own exhausted residents there
    uint64_t linked             # bit tile: counted by own roads
    uint64_t privileges         # bit privilege
    int16_t money
    int16_t income              # of the last own turn; where it is set aside, not yet taken until SET_ORDER or TAX
    int16_t collected[SOURCES]  # victory points gained during the game, by what they were gained for
    uint16_t cards              # bit city number - 1: on that city's card
    uint8_t active[TILES]
    uint8_t spent[TILES]        # exhausted residents
    uint8_t road[TILES]         # bit side: an own road leaves the tile there
    uint8_t house[CITIES][STORE]    # 1 + good on the trading house of that city; 0 none
    uint8_t delivered[GOODS]
    uint8_t goods[GOODS]        # in front of the owner
    uint8_t explored[KINDS]     # tiles explored, by kind
    uint8_t residents           # supply
    uint8_t settlements         # supply
    uint8_t roads               # supply
    uint8_t capital             # tile
    uint8_t trolley             # tile
    uint8_t speed               # 0-3: its movement token shows 3, 4, 5, 7
    uint8_t holds
    uint8_t hold[2]             # 0 empty, 1 + good, 6 or 7: one or two residents
    uint8_t tokens              # of income
    uint8_t moved_on            # movement points since the last city reached, in the last own turn
    uint8_t gain                # points of the last scoring, until pieces are removed for them
    uint8_t lost[GOODS]         # delivered by the company before it was beaten
    uint8_t unused[3]           # always 0, so that no byte of the struct is padding

cdef struct Turn:               # what belongs to the turn of `actor`; all 0 when it begins
    uint64_t ran                # bit tile: a run has ended here since anybody last tired
    uint64_t explored           # bit tile: explored by the resident that is exploring
    uint64_t barred             # bit tile: its defenders have survived an attack this turn
    uint64_t fallen             # bit tile: its last army fell this turn, or its owner was beaten
    uint64_t paved              # bit tile: a road into this attacked tile was built
    int16_t earned              # income of things done once
    int16_t prize               # income of awards
    uint16_t freed              # bit city number - 1: its garrison fell this turn
    uint8_t sale[SALES]         # 1 + good, delivered in this order; 8 * (1 + owner to be paid duty) more, 8 * 7 for the bank
    uint8_t sales
    uint8_t cards               # city cards newly marked
    uint8_t cities              # settlements placed in cities
    uint8_t bought              # residents bought
    uint8_t last                # what a series in canonical order goes on from: 1 + the last choice
    uint8_t again               # the one resident that may act twice has done so
    uint8_t free_road           # a road without residents was built (privilege: bit 0, trolley: bit 1)
    uint8_t source              # tile from which a run, an exploration or a road crew comes
    uint8_t target              # tile explored; edge of a road
    uint8_t side                # side of `source` that is explored
    uint8_t odds[KINDS]         # explorer tiles on each stack
    uint8_t points              # movement points left, in halves
    uint8_t extra               # movement points bought
    uint8_t loaded              # bit good (5: residents): loaded at this stop
    uint8_t unloaded            # the same, unloaded
    uint8_t entered             # the trolley has entered this tile this turn
    uint8_t settle_from         # stage to go back to after a recall of a settlement
    uint8_t exchanged           # 1 + the last exchange
    uint8_t sold_own            # the owner has sold a share of its own
    uint8_t battle              # 1 + the tile that is fought for
    uint8_t foe                 # 1 + who holds it
    uint8_t dice                # the defender's; residents that an assault still needs
    uint8_t beaten              # 1 + the owner whose capital has fallen, until it has another or has lost all
    uint8_t dues                # bit owner: the trolley has paid for entering its tiles
    uint8_t ends                # the game is over after this turn
    uint8_t idle[TILES]         # exhausted residents that came with land in this turn's 3D: they have not acted
    uint8_t sold                # in a share round, bit company: sold by the seat that deals
    uint8_t unused[5]           # always 0

cdef struct Position:
    Owner owner[OWNERS]
    Turn turn
    uint64_t ripe               # bit tile: the plant's good still lies on it
    uint64_t barracks           # bit tile: barracks there
    uint64_t militia            # bit tile: militia there
    uint64_t beside[TILES]      # bit tile: its neighbours; this field and the next two follow from the board (`derive`)
    uint64_t of_kind[KINDS]     # bit tile: the tiles of each kind
    uint64_t rim                # bit tile: a space next to it can be explored
    int16_t cash[SEATS]         # money of seats, where companies are owners
    int16_t bid[OWNERS]         # sealed bid; -1: none yet, or it is paid
    int16_t high                # highest bid on the card
    uint16_t bid_tens           # 1 + a tenth of the bid being named
    uint8_t kind[TILES]
    int8_t q[TILES]           # axial coordinates of the tile, city 1 at 0, 0 where the plan grows
    int8_t r[TILES]
    uint8_t near[TILES][SIDES]  # the tile there, or NOWHERE
    uint8_t number[TILES]       # of a city, 1-10; 0: no city
    uint8_t plant[TILES]        # 0 none, else 1 + good + 8 * owner (NOBODY where it has none)
    uint8_t pile[TILES]         # points lying on the tile
    int8_t lying[TILES][GOODS]  # goods unloaded there (Cython takes one temporary for it and `near` where types agree)
    uint8_t neutral[EDGES]      # roads of nobody: bit owner whose it was, or POOL_ROAD
    uint8_t city_at[CITIES]     # tile of each city, or NOWHERE
    uint8_t demand[CITIES]      # bit good: not yet delivered
    uint8_t stock[CITIES]       # goods the city offers
    uint8_t factory[CITIES][3]  # 0 none, else 1 + owner (1 + NOBODY where it has none)
    uint8_t stack[KINDS]        # tiles not yet laid
    uint8_t supply[GOODS]       # goods in the box
    uint8_t price[GOODS]        # steps of the goods prices, from 0
    uint8_t drawn[PRIVILEGES]   # copies that have left the deck
    uint8_t extras[3]           # with three players: second copies of each step that are in the deck
    uint8_t row[ROW]            # 1 + privilege, left to right; 0 none
    uint8_t free_row            # so many of them, from the left, cost nothing
    uint8_t shown               # privileges still to be drawn into the row
    uint8_t card                # place in the row of the privilege under the hammer
    uint8_t bidder              # who has bid highest
    uint8_t bidding             # bit owner: still in
    uint8_t lots                # bit owner: tied bidders who draw
    uint8_t award[KINDS]        # what a task still offers: bit or number by the kind of task
    uint8_t ticks[3]            # scoring cards: ticks left in each row
    uint8_t scored[3]           # whether the row's scoring has come
    uint8_t scorings
    uint8_t to_remove           # pieces the actor still has to take off
    uint8_t order[OWNERS]       # owners that are not founded come last
    uint8_t former[OWNERS]      # the order of the round before
    uint8_t agent[OWNERS]       # the seat that decides for an owner; NOBODY: it is not founded
    uint8_t founded             # owners that are
    uint8_t fresh               # of them, founded in the latest share round: the last in the order
    uint8_t held[SEATS][OWNERS] # shares; a president's card counts two
    uint8_t aside[OWNERS]       # shares that the bank has not: on the company's board, or sold in this round
    uint8_t quote[OWNERS]       # a tenth of the price of a share; 0: not founded
    uint8_t market[OWNERS]      # the markers of prices from the highest down, in a stack from the top; the others last
    uint8_t seating[SEATS]      # seats in the order of the share round
    uint8_t bought[SEATS]       # bit company: bought by this seat in this share round
    uint8_t sold[SEATS]         # the same of sold
    uint8_t traded[OWNERS]      # shares bought in this share round
    uint8_t quit                # bit seat: out of the share round
    uint8_t passes              # passed in a row
    uint8_t places              # bit place: taken
    uint8_t start               # seat with the start card
    uint8_t tiles               # tiles on the board
    uint8_t round               # from 1
    uint8_t phase               # place in the table of phases
    uint8_t place               # of the turn in the order
    uint8_t cursor              # how far the phase has come
    uint8_t actor               # owner who acts; the seat at stages at which a seat acts for itself
    uint8_t stage
    uint8_t returns_to          # stage after which a question within another goes on
    uint8_t capped              # the game stopped at its last allowed round
    uint8_t roads_left          # in the common pool
    uint8_t young               # bit company: founded in the share round before this operating round
    uint8_t unused[4]           # always 0, so that no byte of the struct is padding

cdef struct HeuristicWeights:   # numbers of the heuristics (tuning.py); worths are in victory points or so
    float prior                 # priors weigh an action with worth ** prior
    float sharpness             # playouts draw with worth ** sharpness
    float usual_rounds[GOALS]   # how long games of a goal are
    float mark                  # a Mark, while rounds enough are to come to spend it
    float rich                  # Mark at hand, with which another one is worth half
    float saving                # so many
    float done                  # to leave it at that: what is worth less than nothing more is not done by `greedy`
    float growth                # a settlement on any ground
    float majority              # of the points at stake: a settlement where it decides
    float majority_far          # where it does not
    float scorings              # of the points of a scoring: those that the owner will see
    float site                  # of a plant or a connection: ground on which it can be made
    float plant                 # the first plant of a good
    float unasked               # of that: where no city demands it any more
    float yearly                # Mark that a plant earns in a round
    float link                  # a tile connected, whatever it counts for
    float link_goal             # of the points that a connection scores
    float link_city             # a city, where cities end the game
    float link_pay              # of what a connection pays if all fits
    float road                  # a road that connects nothing new
    float gather                # of a plant or a road: being where it can be made
    float approach              # of a city's worth: ground on the way, one step before it half of this
    float crew                  # a resident that the next road to a city lacks
    float beyond                # of a city's worth, where it must be connected and no road leads there yet
    float walk                  # of what is gained by a step on own tiles
    float run                   # the same of a run
    float recruit               # of what there is to do: another resident there
    float army                  # a resident, where the last one bought ends the game
    float piece                 # a settlement, where they run out before the cities are reached
    float way                   # settlements that the way to a city takes, it included
    float plots                 # settlements that are kept for plants, where their goods end the game
    float reserve               # Mark that are kept for a house or a factory
    float thrift                # what it takes to spend them on a resident
    float upgrade               # a round: a better trolley
    float card                  # a city card
    float house                 # a trading house
    float factory_site          # a free place for a factory in a city
    float harvest
    float space                 # a space explored, whatever it counts for
    float hope                  # where it may be a city that is wanted
    float explored              # where it counts
    float pile                  # a point that lies on a tile
    float exchange
    float sell
    float first_place           # in the first order
    float sealed                # Mark to bid for it
    float privilege[PRIVILEGES] # beside points and income
    float deliver               # a good, beside its price
    float load
    float cart                  # of what is to be done at a city: a step nearer
    float deal                  # of what a share brings for a Mark
    float preside               # times as much, of a company over which the buyer presides
    float first_income          # of a company that had none yet
    float hoped                 # points of a company beside those that it has
    float pay_out

cdef struct Rules:              # constant while a game is played
    int seats
    int owners                  # seats, or companies
    # settings of the world, one a name of settings.csv
    int plan, explore_within, people, residents_each, settlements_each, parked
    int order, first_order, choosing, common_capital, edge_capitals, spaced_capitals, outer_capitals, different_goods
    int money_more, taxes, set_aside, base_income
    int tax_first, tax_others, lost_lot
    int start_money[OWNERS]     # by place in the first order
    int goods_in_cities, city_stock, first_load, carts, cart_holds, step_price, hold_price, carts_carry_people
    int buy_points, half_on_roads, goods_on_plants, house_delivery, drop_goods, mountain_roads_full
    int mark, capital_resident, capital_settlement, move_capital, recall, hurry, lay, firsts, card_income, award
    int row_start, row_limit, privilege_price, copies, factories, factory_points, factory_box, factory_flat, lost_buildings
    int explorer, cart_explores, explored_points, pile_land, pile_city, follow, token_income
    int roads_each, roads_limited, road_returns, road_network, count_links, link_deserts, cart_road
    int table, table_houses, scoring_cards, card_row_1, card_row_2, card_row_3, second_places, points_per_piece
    int war, city_peace, barracks, militia, fights, fight_at_once, unloaded_wait, siege, new_home, cart_dues, unload_on_entry
    int delivery_duty, card_by_attack, land_gifts, militia_income, road_pool, road_to_fight, home_network, links_kept
    int end_pieces, end_in_fights, shelter, drives_out, company_falls, late_conquest
    int majority_points, plants, plant_good, recruit_limit, houses, house_capacity, capital_capacity
    int house_needs_demand, city_delivery, sales_stay, stored_income
    int full_tiles_open
    int exchange_at_end, goal, end_goods, end_cards, moved_on_points, end_factories, end_unexplored, end_links
    int end_houses, end_stored, compensation_costs, tie, tie_with_income, income, mountain_as_meadow
    int mountain_roads_as_meadow, mountain_plants_as_meadow
    int companies, trade, sold_by_company, start_issues, round_without_shares, bank_most, most_bought_rises
    int dividends, end_rounds, president_counts, victory, award_money, open_track
    # the tables of phases, each closed by END_OF_TABLE: opening, round, turn, end of round
    uint8_t phases[4 * SLOTS]
    # options
    int max_rounds
    int start                   # seat with the start card; NOBODY: drawn
    # tables of numbers
    uint8_t resident_price[2]   # without and with the privilege
    uint8_t town_limit[2]       # residents on a tile, on the capital
    uint8_t speeds[4]
    uint8_t offers[CITIES]      # good that a city offers
    uint8_t goods[GOODS]        # in the box
    uint8_t kinds[KINDS]        # tiles in the box
    uint8_t good_of[KINDS]      # what a plant makes there; GOODS: nothing
    uint8_t step_cost[KINDS]    # movement points of the trolley
    uint8_t extra_first         # price of a movement point more
    uint8_t extra_more          # each further one costs so much more
    uint8_t upgrade_cheaper     # with the privilege
    uint8_t road_cost[KINDS]
    uint8_t plant_cost[KINDS]
    uint8_t fish_cost
    uint8_t factory_cost[3]
    uint8_t house_cost[OWNERS + 1]
    uint8_t prices[PRICES]
    uint8_t price_start         # step
    uint8_t price_fall
    uint8_t first_income[KINDS]
    uint8_t set_income[GOODS + 1]       # by different goods sold
    uint8_t set_points[GOODS + 1]
    uint8_t cargo_points[GOODS + 1]     # by goods of a kind
    uint8_t cargo_set
    uint8_t card_points[5]      # X-3 or fewer, X-2, X-1, X, more
    uint8_t award_each          # points of a task: one of five or six
    uint8_t award_large         # one of two; the last counts twice
    uint8_t award_free_city     # the first; each further one a point more
    uint8_t majority_first[TERRAINS]
    uint8_t majority_second[TERRAINS]
    uint8_t majority_most[TERRAINS]     # income
    uint8_t majority_end[TERRAINS]
    uint8_t majority_tied       # points less where the first place is shared
    uint8_t majority_each       # income for a tile
    uint8_t compensation        # points for a last turn that is missed
    uint8_t factory_income
    uint8_t privilege_income[PRIVILEGES]
    uint8_t link_points[TERRAINS]
    uint8_t link_set
    uint8_t link_income[TERRAINS]
    uint8_t link_income_set
    uint8_t house_points
    uint8_t attack_hits[7]      # by the number on a die with its modifier
    uint8_t defence_hits[7]
    int8_t attack_bonus[KINDS]  # of each die, by the terrain that is attacked
    uint8_t capital_armies
    uint8_t tile_income[2]      # without and with the privilege
    uint8_t terrain_income[TERRAINS]    # by different land terrains
    uint8_t empire_points[KINDS]        # for an own tile
    uint8_t privilege_points[PRIVILEGES]
    uint8_t shares_each         # shares of a company
    uint8_t presidents_card     # as many as the president's card counts
    uint8_t most_shares         # of a company that one seat may hold
    uint8_t issue_quote[OWNERS] # a tenth of the issue price
    uint8_t private_quote       # a tenth of the first price of private companies
    uint8_t top_quote           # a tenth of the highest price
    uint8_t full_part, half_part, fixed_part    # of so many Mark of income one is paid out for each share
    uint8_t upkeep_settlement, upkeep_resident, upkeep_most     # the last with the privilege
    uint8_t rank_points[OWNERS] # of companies, by place
    uint64_t kinds_in_deck      # bit privilege
    uint8_t step_of[PRIVILEGES]         # 0-2
    # the board plan
    uint8_t cells               # tiles of the plan, laid at set-up; 0: it grows
    int8_t cell_q[TILES]
    int8_t cell_r[TILES]
    uint8_t cell_near[TILES][SIDES]
    uint8_t cell_kind[TILES]    # KINDS: drawn
    uint8_t cell_number[TILES]  # of a city
    uint8_t free_cells
    uint8_t free_cell[TILES]    # those that are drawn, row by row
    uint64_t apart[TILES]       # by free cell: bit free cell with which it may not hold the two waters
    # what a game begins with besides
    uint64_t gift_privileges[OWNERS]
    int16_t gift_money[OWNERS]
    double margin_weight
    double margin_scale
    HeuristicWeights heuristics[OWNERS]

cdef class RuledState(JudgedState):     # core_ext/contract.pxi
    cdef Position at
    cdef Rules rules
    cdef readonly object table      # the dict the numbers came from

@cython.final
cdef class World504State(RuledState):
    cdef readonly tuple source_names
    cdef readonly tuple term_names
