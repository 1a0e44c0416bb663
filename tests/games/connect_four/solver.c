/* Exact values of Connect Four positions: win, draw or loss for the side to move.

   Negamax with alpha-beta over {-1, 0, 1}, a transposition table, and moves ordered by the threats they make, then by
   column from the centre. Written apart from the rules in games/connect_four, and used to judge searches on them.

   A cell is bit 7 * column + row, rows from 0 at the bottom; row 6 of every column stays empty. `mine` are the stones
   of the side to move, `all` both sides'. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 7
#define CELLS 42
#define ENTRIES 8388593u            /* a prime below 2^23 */
#define NO_MOVE 127

typedef uint64_t board_t;

static const board_t BOTTOM = 0x40810204081u;
static const board_t BOARD = 0xFDFBF7EFDFBFu;
static const int ORDER[COLUMNS] = {3, 2, 4, 1, 5, 0, 6};

enum { NOTHING, AT_LEAST, AT_MOST, EXACT };
static uint64_t *table;             /* position * 16 + (value + 1) * 4 + kind; 0: empty */
static uint64_t nodes;

static board_t column_of(int c) { return (board_t)63 << 7 * c; }

/* Empty cells that complete a four of s: three stones before or after the cell, or two and one round it. */
static board_t threats(board_t s, board_t all)
{
    board_t cells = (s << 1) & (s << 2) & (s << 3);
    for (int d = 6; d <= 8; d++) {
        board_t pair = (s << d) & (s << 2 * d);
        cells |= pair & ((s << 3 * d) | (s >> d));
        pair = (s >> d) & (s >> 2 * d);
        cells |= pair & ((s << d) | (s >> 3 * d));
    }
    return cells & BOARD & ~all;
}

/* A four could still be made on these cells. */
static int room_for_four(board_t free)
{
    static const int step[4] = {1, 6, 7, 8};
    for (int i = 0; i < 4; i++) {
        board_t pairs = free & free >> step[i];
        if (pairs & pairs >> 2 * step[i])
            return 1;
    }
    return 0;
}

static int has_four(board_t s)
{
    static const int step[4] = {1, 6, 7, 8};
    for (int i = 0; i < 4; i++) {
        board_t pairs = s & s >> step[i];
        if (pairs & pairs >> 2 * step[i])
            return 1;
    }
    return 0;
}

/* Moves in the order to try them: most new threats first. Returns how many. */
static int order_moves(board_t mine, board_t all, board_t moves, board_t *list)
{
    int n = 0, score[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
        board_t move = moves & column_of(ORDER[i]);
        if (!move)
            continue;
        int s = __builtin_popcountll(threats(mine | move, all | move)), at = n++;
        for (; at > 0 && score[at - 1] < s; at--) {
            score[at] = score[at - 1];
            list[at] = list[at - 1];
        }
        score[at] = s;
        list[at] = move;
    }
    return n;
}

/* The value within [alpha, beta], for a side to move that has no win at once and a board with an empty cell. */
static int search(board_t mine, board_t all, int alpha, int beta)
{
    nodes++;
    board_t theirs = mine ^ all, danger = threats(theirs, all), moves = (all + BOTTOM) & BOARD;
    board_t forced = moves & danger;
    if (forced) {
        if (forced & (forced - 1))
            return -1;                                  /* two wins to stop */
        moves = forced;
    }
    moves &= ~(danger >> 1);                            /* below a cell where the other side wins */
    if (!moves)
        return -1;
    if (__builtin_popcountll(all) >= CELLS - 2)
        return 0;                                       /* the last stone cannot win: that was taken out just now */
    if (beta > 0 && !room_for_four(BOARD & ~theirs)) {
        beta = 0;
        if (alpha >= beta)
            return beta;
    }
    if (alpha < 0 && !room_for_four(BOARD & ~mine)) {
        alpha = 0;
        if (alpha >= beta)
            return alpha;
    }
    uint64_t key = mine + all + BOTTOM, *entry = &table[key % ENTRIES];
    if (*entry >> 4 == key) {
        int value = (int)(*entry >> 2 & 3) - 1, kind = *entry & 3;
        if (kind == EXACT || (kind == AT_LEAST && value >= beta) || (kind == AT_MOST && value <= alpha))
            return value;
        if (kind == AT_LEAST && value > alpha)
            alpha = value;
        if (kind == AT_MOST && value < beta)
            beta = value;
    }
    board_t list[COLUMNS];
    int n = order_moves(mine, all, moves, list), best = -1, floor = alpha;
    for (int i = 0; i < n; i++) {
        int value = -search(theirs, all | list[i], -beta, -floor);
        if (value > best)
            best = value;
        if (best > floor)
            floor = best;
        if (floor >= beta)
            break;
    }
    int kind = best >= beta ? AT_LEAST : best <= alpha ? AT_MOST : EXACT;
    *entry = key << 4 | (uint64_t)(best + 1) << 2 | (unsigned)kind;
    return best;
}

/* 1, 0 or -1 for the side to move of a game that is not over. */
static int value_of(board_t mine, board_t all)
{
    if (threats(mine, all) & (all + BOTTOM))
        return 1;
    return search(mine, all, -1, 1);
}

/* Read columns as digits 0-6. Returns 0 for a game that is over or a move that cannot be made. */
static int play(const char *moves, board_t *mine, board_t *all)
{
    *mine = *all = 0;
    for (; *moves; moves++) {
        int c = *moves - '0';
        if (c < 0 || c >= COLUMNS || has_four(*mine ^ *all))
            return 0;
        board_t move = (*all + ((board_t)1 << 7 * c)) & column_of(c) & ~*all;
        if (!move)
            return 0;
        board_t next = *mine ^ *all;
        *all |= move;
        *mine = next;
    }
    return !has_four(*mine ^ *all) && *all != BOARD;
}

/* The value of each column for the side to move, NO_MOVE where it is full. Returns 0 where the game is over, -1 where
   there is no memory. */
int connect_four_values(const char *moves, signed char *out)
{
    board_t mine, all;
    if (!table && !(table = calloc(ENTRIES, sizeof *table)))
        return -1;
    if (!play(moves, &mine, &all))
        return 0;
    for (int c = 0; c < COLUMNS; c++) {
        board_t move = (all + ((board_t)1 << 7 * c)) & column_of(c) & ~all;
        if (!move)
            out[c] = NO_MOVE;
        else if (has_four(mine | move))
            out[c] = 1;
        else if ((all | move) == BOARD)
            out[c] = 0;
        else
            out[c] = (signed char)-value_of(mine ^ all, all | move);
    }
    return 1;
}

/* The value for the side to move. Returns 0 where the game is over, -1 where there is no memory. */
int connect_four_value(const char *moves, signed char *out)
{
    board_t mine, all;
    if (!table && !(table = calloc(ENTRIES, sizeof *table)))
        return -1;
    if (!play(moves, &mine, &all))
        return 0;
    *out = (signed char)value_of(mine, all);
    return 1;
}

uint64_t connect_four_nodes(void) { return nodes; }
