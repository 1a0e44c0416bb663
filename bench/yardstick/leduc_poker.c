/* Leduc poker: information-set Monte Carlo tree search in plain C, written for this game alone. A yardstick for speed.

   Rules (Southey et al., 2005): six cards, two suits of three ranks; each seat antes 1 and gets a card; a round of bets of
   2, a public card, a round of bets of 4; at most two raises a round, seat 0 first in both; a pair with the public card
   wins, else the higher rank, and equal ranks share.

   Each simulation redeals what the seat to act cannot see (Cowling, Powley & Whitehouse, 2012). A node is an information
   set of the seat that acts there: the public history and that seat's own card. Untried actions come first, in random
   order; then Q + c sqrt(ln N / n) (UCT: Kocsis & Szepesvari, 2006) on utilities (chips + 13) / 26. A playout is
   uniformly random, one a simulation, and backs up each seat's own utility.

   leduc_poker search SIMULATIONS SEED REPEATS C     from the first decision of a game, seat 0 with the first card of rank 1
   leduc_poker playouts PLAYOUTS SEED REPEATS        from there as well
   Prints a line of JSON a repeat: its seconds, how many it did, and what it found. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FOLD, CALL, RAISE, ACTIONS };
enum { CARDS = 6, RAISES = 2, NODES = 4096, DEPTH = 16 };

typedef struct {
    int8_t card[2], public_card;        /* 0 to 5; rank is half of it; -1: not dealt */
    int8_t paid[2];                     /* chips in the pot */
    int8_t seat, round, raises, calls;  /* calls: since the last raise or the start of the round */
    int8_t folded;                      /* the seat that gave up, or -1 */
    int8_t over, dealing;
} Position;

typedef struct {                        /* what everybody has seen; the seat that acts is known from it */
    int32_t after[CARDS];               /* number of the next one, by action, or by public card; 0: not there yet */
    uint32_t visits[CARDS];             /* by the card of the seat that acts, and so below */
    uint32_t tried[CARDS][ACTIONS];
    double total[CARDS][ACTIONS];       /* of that seat's utility */
} Node;

static Node nodes[NODES];
static int used;

static uint64_t draw(uint64_t *s) {     /* splitmix64 */
    uint64_t z = *s += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static int below(uint64_t *s, int n) { return (int)((draw(s) >> 32) * (uint64_t)n >> 32); }

static int legal(const Position *p, int *out) {
    int n = 0;
    if (p->paid[p->seat] < p->paid[1 - p->seat]) out[n++] = FOLD;
    out[n++] = CALL;
    if (p->raises < RAISES) out[n++] = RAISE;
    return n;
}

static void apply(Position *p, int action) {
    int me = p->seat, you = 1 - me;
    if (action == FOLD) {
        p->folded = (int8_t)me;
        p->over = 1;
        return;
    }
    p->paid[me] = p->paid[you];
    p->seat = (int8_t)you;
    if (action == RAISE) {
        p->paid[me] = (int8_t)(p->paid[me] + (p->round ? 4 : 2));
        p->raises++;
        p->calls = 0;
    } else if (++p->calls + (p->raises > 0) == 2) {     /* a raise needs one answer, else both have to check */
        if (p->round) p->over = 1;
        else p->dealing = 1;
    }
}

static void deal(Position *p, int card) {
    p->public_card = (int8_t)card;
    p->round = 1;
    p->seat = p->raises = p->calls = p->dealing = 0;
}

static int unseen(const Position *p, int also, uint64_t *s) {   /* a card that neither lies open nor is one of these */
    int left[CARDS], n = 0;
    for (int c = 0; c < CARDS; c++)
        if (c != p->card[0] && c != also && c != p->public_card) left[n++] = c;
    return left[below(s, n)];
}

static int strength(const Position *p, int seat) {
    int rank = p->card[seat] / 2;
    return rank == p->public_card / 2 ? 3 + rank : rank;
}

static double chips(const Position *p) {        /* won by seat 0 */
    if (p->folded >= 0) return p->folded ? p->paid[1] : -p->paid[0];
    int a = strength(p, 0), b = strength(p, 1);
    return a > b ? p->paid[1] : a < b ? -p->paid[0] : 0;
}

static void playout(Position *p, uint64_t *s) {
    int actions[ACTIONS];
    while (!p->over) {
        if (p->dealing) deal(p, unseen(p, p->card[1], s));
        else {
            int n = legal(p, actions);
            apply(p, actions[n == 1 ? 0 : below(s, n)]);
        }
    }
}

static int next(int node, int by) {
    if (!nodes[node].after[by]) nodes[node].after[by] = used++;
    return nodes[node].after[by];
}

static int choose(const Node *v, int card, const int *actions, int n, double c, uint64_t *s) {
    int fresh[ACTIONS], untried = 0, best = 0;
    double top = -1e300, log_n = log((double)v->visits[card]);
    for (int i = 0; i < n; i++)
        if (!v->tried[card][actions[i]]) fresh[untried++] = actions[i];
    if (untried) return fresh[untried == 1 ? 0 : below(s, untried)];
    for (int i = 0; i < n; i++) {
        int a = actions[i];
        double tries = v->tried[card][a], score = v->total[card][a] / tries + c * sqrt(log_n / tries);
        if (score > top) top = score, best = a;
    }
    return best;
}

static void simulate(const Position *root, double c, uint64_t *s) {
    struct { int node, seat, card, action; } path[DEPTH];
    int actions[ACTIONS], depth = 0, node = 1;
    Position p = *root;
    p.card[1] = (int8_t)unseen(&p, -1, s);
    while (!p.over) {
        if (p.dealing) {
            int card = unseen(&p, p.card[1], s);
            deal(&p, card);
            node = next(node, card);
            continue;
        }
        int seat = p.seat, card = p.card[seat];
        Node *v = &nodes[node];
        if (v->visits[card]++ == 0) {   /* a new information set: judged by a playout */
            playout(&p, s);
            break;
        }
        int action = choose(v, card, actions, legal(&p, actions), c, s);
        path[depth].node = node, path[depth].seat = seat, path[depth].card = card, path[depth++].action = action;
        apply(&p, action);
        if (!p.over) node = next(node, action);
    }
    double utility = (chips(&p) + 13) / 26;
    for (int i = 0; i < depth; i++) {
        Node *v = &nodes[path[i].node];
        v->tried[path[i].card][path[i].action]++;
        v->total[path[i].card][path[i].action] += path[i].seat ? 1 - utility : utility;
    }
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    int searching = argc > 1 && !strcmp(argv[1], "search");
    if (argc != 5 + searching || (!searching && strcmp(argv[1], "playouts"))) {
        fprintf(stderr, "usage: leduc_poker search SIMULATIONS SEED REPEATS C | playouts PLAYOUTS SEED REPEATS\n");
        return 2;
    }
    long count = atol(argv[2]);
    uint64_t seed = strtoull(argv[3], NULL, 10);
    Position root = {.card = {2, 0}, .public_card = -1, .paid = {1, 1}, .folded = -1};
    for (int r = 0; r < atoi(argv[4]); r++) {
        uint64_t s = seed + (uint64_t)r;
        double found = 0, begin = now();
        if (searching) {
            memset(nodes, 0, sizeof nodes);
            used = 2;
            for (long k = 0; k < count; k++) simulate(&root, atof(argv[5]), &s);
            int call = nodes[1].tried[2][CALL] >= nodes[1].tried[2][RAISE];
            found = nodes[1].tried[2][call ? CALL : RAISE] / (double)count;
        } else {
            for (long k = 0; k < count; k++) {
                Position p = root;
                p.card[1] = (int8_t)unseen(&p, -1, &s);
                playout(&p, &s);
                found += chips(&p) / (double)count;
            }
        }
        printf("{\"seconds\": %.9f, \"count\": %ld, \"found\": %.6f, \"nodes\": %d}\n", now() - begin, count, found, used);
    }
    return 0;
}
