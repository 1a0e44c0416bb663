/* Plain UCT for Connect Four: the yardstick of the engine's speed and strength.

       connect_four MOVES SIMULATIONS SEED C

   MOVES are columns a-g from the empty board (- for none). One thread; one leaf expanded and one uniformly random
   playout a simulation; utilities 1, 0 and -1; the child with the highest  mean + C sqrt(ln N / n)  is followed, one
   never visited before all others; the most visited move is chosen. No solver, no heuristics, no symmetry.

   A cell is bit 7 * column + row, rows from 0 at the bottom; row 6 of every column stays empty. */
#define _POSIX_C_SOURCE 200809L     /* clock_gettime */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COLUMNS 7
#define DEEPEST 43
#define FULL 0xFDFBF7EFDFBFull
#define TOPS 0x810204081020ull      /* row 5 of every column */

typedef uint64_t board_t;

typedef struct {
    float total;                    /* sum of utilities for the side that moved here */
    uint32_t visits;
    uint32_t first;                 /* index of the first child; 0: not expanded */
    uint8_t children;
    uint8_t column;                 /* the move that led here */
    uint8_t over;                   /* 1: it made four; 2: it filled the board */
} Node;

static Node *arena;
static uint32_t used;
static uint64_t random_state;

/* xorshift64* (Vigna, 2016) */
static inline uint32_t below(uint32_t n)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)(((random_state * 0x2545F4914F6CDD1Dull >> 32) * n) >> 32);
}

static inline int four(board_t s)
{
    board_t a = s & s >> 1, b = s & s >> 6, c = s & s >> 7, d = s & s >> 8;
    return ((a & a >> 2) | (b & b >> 12) | (c & c >> 14) | (d & d >> 16)) != 0;
}

static inline board_t landing(board_t all, int column)
{
    return (all + ((board_t)1 << 7 * column)) & ~all;
}

static inline int is_open(board_t all, int column) { return !(all >> (7 * column + 5) & 1); }

/* Open columns, ascending; how many. */
static inline int open_columns(board_t all, uint8_t *list)
{
    int n = 0;
    for (int c = 0; c < COLUMNS; c++) {
        list[n] = (uint8_t)c;
        n += is_open(all, c);
    }
    return n;
}

/* A random game to its end: 1, 0 or -1 for the side to move, whose stones are `mine`. Nobody has four yet. */
static int playout(board_t mine, board_t all)
{
    uint8_t list[COLUMNS];
    int n = open_columns(all, list), sign = 1;
    while (n) {
        int i = n > 1 ? (int)below((uint32_t)n) : 0, column = list[i];
        board_t move = landing(all, column);
        mine |= move;
        all |= move;
        if (four(mine))
            return sign;
        if (move & TOPS)
            n = open_columns(all, list);
        mine ^= all;
        sign = -sign;
    }
    return 0;
}

/* Make the children of a node whose side to move has `mine`, in random order: since those never visited are taken as
   they stand, a fixed order would try the left of the board more often than the right. */
static void expand(Node *node, board_t mine, board_t all)
{
    uint8_t list[COLUMNS];
    int n = open_columns(all, list);
    node->first = used;
    node->children = (uint8_t)n;
    for (int i = 0; i < n; i++) {
        int pick = i + (int)below((uint32_t)(n - i));
        uint8_t column = list[pick];
        list[pick] = list[i];
        board_t move = landing(all, column);
        Node *child = &arena[used++];
        memset(child, 0, sizeof *child);
        child->column = column;
        child->over = four(mine | move) ? 1 : (all | move) == FULL ? 2 : 0;
    }
}

static Node *select_child(const Node *node, float c)
{
    Node *child = &arena[node->first], *best = child;
    float log_visits = logf((float)node->visits), top = -INFINITY;
    for (int i = 0; i < node->children; i++, child++) {
        if (!child->visits)
            return child;
        float inverse = 1.0f / (float)child->visits;
        float score = child->total * inverse + c * sqrtf(log_visits * inverse);
        if (score > top) {
            top = score;
            best = child;
        }
    }
    return best;
}

static void simulate(board_t mine, board_t all, float c)
{
    Node *path[DEEPEST], *node = arena;
    int depth = 0, value;           /* value: for the side that moved to `node` */
    path[depth++] = node;
    while (!node->over && (node->visits || node == arena)) {
        if (!node->first)
            expand(node, mine, all);
        node = select_child(node, c);
        path[depth++] = node;
        board_t move = landing(all, node->column);
        mine ^= all;                /* the stones of the side to move next */
        all |= move;
    }
    value = node->over == 1 ? 1 : node->over == 2 ? 0 : -playout(mine, all);
    while (depth--) {
        path[depth]->visits++;
        path[depth]->total += (float)value;
        value = -value;
    }
}

/* Play the given columns. Returns 0 where one cannot be played or the game is over. */
static int play(const char *moves, board_t *mine, board_t *all)
{
    *mine = *all = 0;
    for (; *moves; moves++) {
        int column = *moves - 'a';
        if (column < 0 || column >= COLUMNS || !is_open(*all, column) || four(*mine ^ *all))
            return 0;
        board_t move = landing(*all, column);
        *mine ^= *all;
        *all |= move;
    }
    return *all != FULL && !four(*mine ^ *all);
}

static void report(uint64_t simulations, double seconds)
{
    const Node *best = &arena[arena->first];
    uint32_t visits[COLUMNS] = {0};
    double mean[COLUMNS] = {0};
    for (int i = 0; i < arena->children; i++) {
        const Node *child = &arena[arena->first + (uint32_t)i];
        visits[child->column] = child->visits;
        mean[child->column] = child->visits ? child->total / child->visits : 0;
        if (child->visits > best->visits)
            best = child;
    }
    printf("{\"column\": \"%c\", \"visits\": {", 'a' + best->column);
    for (int c = 0; c < COLUMNS; c++)
        printf("%s\"%c\": %u", c ? ", " : "", 'a' + c, visits[c]);
    printf("}, \"means\": {");
    for (int c = 0; c < COLUMNS; c++)
        printf("%s\"%c\": %.4f", c ? ", " : "", 'a' + c, mean[c]);
    printf("}, \"nodes\": %u, \"simulations\": %llu, \"seconds\": %.6f, \"simulationsPerSecond\": %.0f}\n", used,
           (unsigned long long)simulations, seconds, (double)simulations / seconds);
}

static int refuse(const char *what, const char *found)
{
    fprintf(stderr, "%s: found '%s'\nusage: connect_four MOVES SIMULATIONS SEED C\n", what, found);
    return 2;
}

int main(int count, char **given)
{
    board_t mine, all;
    char *end;
    struct timespec begun, done;
    if (count != 5)
        return refuse("arguments: expected four", count > 1 ? given[1] : "");
    if (!play(strcmp(given[1], "-") ? given[1] : "", &mine, &all))
        return refuse("MOVES: expected columns a-g of a game that goes on", given[1]);
    uint64_t simulations = strtoull(given[2], &end, 10);
    if (*end || simulations < 1 || simulations > 500000000)
        return refuse("SIMULATIONS: expected a number from 1 to 500000000", given[2]);
    random_state = strtoull(given[3], &end, 10) * 0x9E3779B97F4A7C15ull + 0xD1B54A32D192ED03ull;
    if (*end)
        return refuse("SEED: expected a whole number", given[3]);
    if (!random_state)
        random_state = 1;
    float c = strtof(given[4], &end);
    if (*end || !(c >= 0))
        return refuse("C: expected a number from 0", given[4]);
    arena = calloc(COLUMNS * simulations + 1, sizeof *arena);
    if (!arena)
        return refuse("SIMULATIONS: no memory for so many", given[2]);
    used = 1;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    for (uint64_t k = 0; k < simulations; k++)
        simulate(mine, all, c);
    clock_gettime(CLOCK_MONOTONIC, &done);
    report(simulations, (double)(done.tv_sec - begun.tv_sec) + (double)(done.tv_nsec - begun.tv_nsec) * 1e-9);
    return 0;
}
