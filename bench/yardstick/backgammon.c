/* Backgammon: Monte Carlo tree search in plain C, written for this game alone. A yardstick for speed.

   Single games without a cube, a win counts 1. A decision is one checker by one die. Both dice must be played if that
   can be done, else the larger one if that can be, of a double as many as can be. Either die may go first wherever the
   other can still follow: two orders of one play stand side by side in the tree, as nothing here looks for them.

   Decision nodes and chance nodes are in the tree; a chance node draws one of 36 rolls. Untried moves come first, in
   random order; then Q + c sqrt(ln N / n) (UCT: Kocsis & Szepesvari, 2006). A simulation adds one decision node and plays
   once from there, uniformly at random.

   backgammon search SIMULATIONS SEED REPEATS C     from the starting places, seat 0 to play 3 and 1
   backgammon playouts PLAYOUTS SEED REPEATS        from there as well
   backgammon SIMULATIONS SEED C                    one search, told in words
   The first two print a line of JSON a repeat: its seconds, how many it did, and what it found. */
#define _POSIX_C_SOURCE 199309L
#ifdef __BMI2__
#include <immintrin.h>
#endif
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BAR = 25, CHECKERS = 15, DEPTH = 8192, ROLLS = 21 };

/* Each seat counts its own places: 0 off, 24 to 1 as it moves, 25 the bar; bit p of a mask is place p. */
typedef struct {
    int8_t on[26];
    uint32_t any;           /* places 1-25 with a checker */
    uint32_t wall;          /* points with two or more, as the other seat counts them */
} Side;

typedef struct {
    Side side[2];
    int8_t seat, left, die[2];      /* left: dice to play, 4 of a double; die[0] the larger; 0 once played */
    int8_t winner;                  /* -1 while the game is on */
} Position;

typedef struct {
    double total;           /* of the utility of the seat that decides */
    uint32_t tried;
    int32_t below;          /* number of a node; 0: not there yet */
    uint8_t place, die;     /* die: 0 or 1, the index in Position.die */
} Edge;

typedef struct {
    uint32_t first, visits; /* its first edge; of a chance node, its first entry in `rolls` */
    int16_t edges, tried;   /* edges: 0 at a chance node */
} Node;

static Node *nodes;
static Edge *edges;
static int32_t *rolls;
static uint32_t nodes_used, edges_used, rolls_used, nodes_room, edges_room, rolls_room;

static uint64_t draw(uint64_t *s) {     /* splitmix64 */
    uint64_t z = *s += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static int below(uint64_t *s, int n) { return (int)((draw(s) >> 32) * (uint64_t)n >> 32); }

static uint32_t bit(int p) { return 1u << p; }

static int nth(uint32_t mask, int n) {      /* the place of the nth bit, from 0 */
#ifdef __BMI2__
    return __builtin_ctz(_pdep_u32(1u << n, mask));
#else
    while (n--) mask &= mask - 1;
    return __builtin_ctz(mask);
#endif
}

/* ---- moves ---- */

static uint32_t can_leave(uint32_t any, uint32_t wall, int die) {
    uint32_t open = any & ~(wall << die);
    if (any & bit(BAR)) return open & bit(BAR);
    uint32_t m = open & ~(bit(die + 1) - 1);
    if (any < bit(7) && any) {                          /* bearing off */
        if (any & bit(die)) m |= bit(die);
        else if (any < bit(die)) m |= bit(31 - __builtin_clz(any));
    }
    return m;
}

static uint32_t without(const Side *me, int place, int die) {
    uint32_t any = me->on[place] == 1 ? me->any & ~bit(place) : me->any;
    return place > die ? any | bit(place - die) : any;
}

/* Places that may leave by `die` so that `other` can follow. */
static uint32_t followed(const Side *me, uint32_t wall, uint32_t by_die, uint32_t by_other, int die, int other) {
    if (by_other & (by_other - 1)) return by_die;
    uint32_t good = 0;
    for (uint32_t m = by_die; m; m &= m - 1) {
        int p = __builtin_ctz(m);
        if (by_other & ~bit(p) || can_leave(without(me, p, die), wall, other)) good |= bit(p);
    }
    return good;
}

/* Legal first or further moves by each die; 0 if the turn is over. */
static int legal(const Position *p, uint32_t m[2]) {
    const Side *me = &p->side[p->seat];
    uint32_t wall = p->side[1 - p->seat].wall;
    m[0] = p->left && p->die[0] ? can_leave(me->any, wall, p->die[0]) : 0;
    m[1] = p->left && p->die[1] && p->die[1] != p->die[0] ? can_leave(me->any, wall, p->die[1]) : 0;
    if (p->left == 2 && p->die[0] != p->die[1]) {
        uint32_t high = followed(me, wall, m[0], m[1], p->die[0], p->die[1]);
        uint32_t low = followed(me, wall, m[1], m[0], p->die[1], p->die[0]);
        if (high | low) m[0] = high, m[1] = low;
        else if (m[0]) m[1] = 0;
    }
    return __builtin_popcount(m[0]) + __builtin_popcount(m[1]);
}

static void move(Position *p, int place, int die) {     /* die: index */
    Side *me = &p->side[p->seat], *foe = &p->side[1 - p->seat];
    int to = place - p->die[die], left = --me->on[place];
    if (left == 0) me->any &= ~bit(place);
    else if (left == 1 && place < BAR) me->wall &= ~bit(25 - place);
    if (to <= 0) {
        if (++me->on[0] == CHECKERS) p->winner = p->seat;
    } else {
        if (++me->on[to] == 2) me->wall |= bit(25 - to);
        me->any |= bit(to);
        if (foe->any & bit(25 - to)) {
            foe->on[25 - to] = 0;
            foe->on[BAR]++;
            foe->any = (foe->any & ~bit(25 - to)) | bit(BAR);
        }
    }
    p->left--;
    if (p->die[0] != p->die[1]) p->die[die] = 0;
}

static void roll(Position *p, int first, int second) {  /* for the other seat */
    p->seat ^= 1;
    p->die[0] = (int8_t)(first > second ? first : second);
    p->die[1] = (int8_t)(first > second ? second : first);
    p->left = first == second ? 4 : 2;
}

static void playout(Position *p, uint64_t *s) {
    uint32_t m[2];
    while (p->winner < 0) {
        int n = legal(p, m);
        if (n == 0) {
            int k = below(s, 36);
            roll(p, k / 6 + 1, k % 6 + 1);
            continue;
        }
        int k = n > 1 ? below(s, n) : 0, high = __builtin_popcount(m[0]);
        if (k < high) move(p, nth(m[0], k), 0);
        else move(p, nth(m[1], k - high), 1);
    }
}

/* ---- tree ---- */

static void *room(void *block, uint32_t *have, uint32_t need, size_t size) {
    if (need <= *have) return block;
    *have = 2 * need;
    if (!(block = realloc(block, *have * size))) {
        fprintf(stderr, "backgammon: out of memory\n");
        exit(1);
    }
    return block;
}

static int32_t new_node(const Position *p) {            /* a decision, or a chance node where the turn is over */
    uint32_t m[2];
    int n = legal(p, m);
    nodes = room(nodes, &nodes_room, nodes_used + 1, sizeof *nodes);
    Node *v = &nodes[nodes_used];
    *v = (Node){.edges = (int16_t)n};
    if (n == 0) {
        rolls = room(rolls, &rolls_room, rolls_used + ROLLS, sizeof *rolls);
        memset(&rolls[rolls_used], 0, ROLLS * sizeof *rolls);
        v->first = rolls_used;
        rolls_used += ROLLS;
        return (int32_t)nodes_used++;
    }
    edges = room(edges, &edges_room, edges_used + (uint32_t)n, sizeof *edges);
    v->first = edges_used;
    for (uint8_t die = 0; die < 2; die++)
        for (uint32_t k = m[die]; k; k &= k - 1)
            edges[edges_used++] = (Edge){.place = (uint8_t)__builtin_ctz(k), .die = die};
    return (int32_t)nodes_used++;
}

static uint32_t choose(Node *v, double c, uint64_t *s) {
    Edge *e = &edges[v->first];
    if (v->tried < v->edges) {
        int k = v->tried + below(s, v->edges - v->tried);
        Edge swap = e[k];
        e[k] = e[v->tried];
        e[v->tried] = swap;
        return v->first + (uint32_t)v->tried++;
    }
    double log_n = log((double)v->visits), top = -1;
    int best = 0;
    for (int k = 0; k < v->edges; k++) {
        double score = e[k].total / e[k].tried + c * sqrt(log_n / e[k].tried);
        if (score > top) top = score, best = k;
    }
    return v->first + (uint32_t)best;
}

static void simulate(const Position *root, double c, uint64_t *s) {
    static struct { uint32_t edge, node; int8_t seat; } path[DEPTH];
    Position p = *root;
    int32_t at = 1, added = 0;
    int depth = 0;
    while (!added && p.winner < 0 && depth < DEPTH) {
        int32_t child;
        uint32_t link;
        int rolling = nodes[at].edges == 0;
        if (rolling) {
            int a = below(s, 6), b = below(s, 6), high = a > b ? a : b;
            roll(&p, a + 1, b + 1);
            link = nodes[at].first + (uint32_t)(high * (high + 1) / 2 + a + b - high);
            child = rolls[link];
        } else {
            link = choose(&nodes[at], c, s);
            path[depth].edge = link, path[depth].node = (uint32_t)at, path[depth++].seat = p.seat;
            move(&p, edges[link].place, edges[link].die);
            child = edges[link].below;
        }
        if (!child && p.winner < 0) {
            child = new_node(&p);
            if (rolling) rolls[link] = child;
            else edges[link].below = child;
            added = nodes[child].edges;                 /* chance nodes are passed through */
        }
        at = child;
    }
    playout(&p, s);
    for (int i = 0; i < depth; i++) {
        nodes[path[i].node].visits++;
        edges[path[i].edge].tried++;
        edges[path[i].edge].total += path[i].seat == p.winner;
    }
}

static Position start(void) {
    static const int8_t places[4][2] = {{24, 2}, {13, 5}, {8, 3}, {6, 5}};
    Position p = {.left = 2, .die = {3, 1}, .winner = -1};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 4; i++) {
            p.side[s].on[places[i][0]] = places[i][1];
            p.side[s].any |= bit(places[i][0]);
            p.side[s].wall |= bit(25 - places[i][0]);
        }
    return p;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double search(const Position *root, long count, double c, uint64_t *s) {     /* the win chance found */
    nodes_used = 1, edges_used = rolls_used = 0;
    new_node(root);
    for (long k = 0; k < count; k++) simulate(root, c, s);
    const Edge *best = &edges[nodes[1].first];
    for (int k = 1; k < nodes[1].edges; k++)
        if (edges[nodes[1].first + (uint32_t)k].tried > best->tried) best = &edges[nodes[1].first + (uint32_t)k];
    return best->tried ? best->total / best->tried : 0;
}

int main(int argc, char **argv) {
    int told = argc == 4 && argv[1][0] >= '0' && argv[1][0] <= '9', searching = argc == 6 && !strcmp(argv[1], "search");
    if (!told && !searching && !(argc == 5 && !strcmp(argv[1], "playouts"))) {
        fprintf(stderr, "usage: backgammon search SIMULATIONS SEED REPEATS C | playouts PLAYOUTS SEED REPEATS | "
                        "SIMULATIONS SEED C\n");
        return 2;
    }
    long count = atol(argv[told ? 1 : 2]);
    uint64_t seed = strtoull(argv[told ? 2 : 3], NULL, 10);
    Position root = start();
    for (int r = 0; r < (told ? 1 : atoi(argv[4])); r++) {
        uint64_t s = seed + (uint64_t)r;
        double found = 0, begin = now();
        if (told || searching) {
            found = search(&root, count, atof(argv[told ? 3 : 5]), &s);
        } else {
            for (long k = 0; k < count; k++) {
                Position p = root;
                playout(&p, &s);
                found += (p.winner == 0) / (double)count;
            }
        }
        double seconds = now() - begin;
        if (told) printf("%.0f simulations/s, win chance %.4f, %u nodes\n", count / seconds, found, nodes_used - 1);
        else printf("{\"seconds\": %.9f, \"count\": %ld, \"found\": %.6f, \"nodes\": %u}\n", seconds, count, found, nodes_used);
    }
    free(nodes), free(edges), free(rolls);
    return 0;
}
