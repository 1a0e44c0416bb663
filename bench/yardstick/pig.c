/* Pig: Monte Carlo tree search in plain C, written for this game alone. A yardstick for speed.

   Rules (Scarne, 1945): two seats; the seat to move rolls a die or holds. A face of 2 to 6 goes into the pot; a 1 empties
   the pot and passes the turn; a hold banks the pot and passes the turn. The first seat to have 100 banked wins. An empty
   pot may be held, too; a pot that wins must be. After 1000 choices a game is undecided and counts one half.

   Decision nodes and chance nodes are in the tree; a chance node draws one of its six faces uniformly. Of the two choices
   an untried one comes first, at random; then Q + c sqrt(ln N / n) (UCT: Kocsis & Szepesvari, 2006), with the win as 1. A
   simulation adds one decision node and plays once from there, uniformly at random.

   pig search SIMULATIONS SEED REPEATS C     from 0 : 0 with an empty pot
   pig playouts PLAYOUTS SEED REPEATS        from there as well
   pig SIMULATIONS SEED C                    one search, told in words
   The first two print a line of JSON a repeat: its seconds, how many it did, and what it found. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROLL, HOLD };
enum { GOAL = 100, CAP = 1000, NOBODY = 2 };

typedef struct {
    int banked[2], pot, seat, choices;
    int winner;                             /* -1 while the game is on; NOBODY at the cap */
} Position;

typedef struct {                            /* a decision, and the chance node below its roll */
    uint32_t tried[2];
    double total[2];                        /* of the utility of the seat that decides */
    int32_t face[7];                        /* the decision after a roll of this face; 0: not there yet */
    int32_t held;                           /* the decision after a hold */
} Node;

static Node *nodes;
static int32_t used;

static uint64_t draw(uint64_t *s) {         /* splitmix64 */
    uint64_t z = *s += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static int below(uint64_t *s, int n) { return (int)((draw(s) >> 32) * (uint64_t)n >> 32); }

static void pass(Position *p) {
    p->pot = 0;
    p->seat ^= 1;
}

static void counted(Position *p) {
    if (++p->choices == CAP && p->winner < 0) p->winner = NOBODY;
}

static void rolled(Position *p, int face) {
    if (face == 1) pass(p);
    else p->pot += face;
    counted(p);
}

static void hold(Position *p) {
    if ((p->banked[p->seat] += p->pot) >= GOAL) p->winner = p->seat;
    else pass(p);
    counted(p);
}

static int must_hold(const Position *p) { return p->banked[p->seat] + p->pot >= GOAL; }

/* One draw serves a choice and its die: twelve equally likely cases, of which six are the hold. */
static void playout(Position *p, uint64_t *s) {
    while (p->winner < 0) {
        int k = must_hold(p) ? 6 : below(s, 12);
        if (k < 6) rolled(p, k + 1);
        else hold(p);
    }
}

static int choose(const Node *v, double c, uint64_t *s) {
    if (!v->tried[0] && !v->tried[1]) return below(s, 2);
    if (!v->tried[0]) return 0;
    if (!v->tried[1]) return 1;
    double n = log((double)(v->tried[0] + v->tried[1]));
    double first = v->total[0] / v->tried[0] + c * sqrt(n / v->tried[0]);
    return v->total[1] / v->tried[1] + c * sqrt(n / v->tried[1]) > first;
}

static void simulate(const Position *root, double c, uint64_t *s) {
    static struct { int32_t node; int8_t seat, action; } path[CAP];
    Position p = *root;
    int32_t node = 1;
    int depth = 0;
    for (;;) {
        int action = must_hold(&p) ? HOLD : choose(&nodes[node], c, s);
        int32_t *below_it = &nodes[node].held;
        path[depth].node = node, path[depth].seat = (int8_t)p.seat, path[depth++].action = (int8_t)action;
        if (action == ROLL) {
            int face = below(s, 6) + 1;
            below_it = &nodes[node].face[face];
            rolled(&p, face);
        } else {
            hold(&p);
        }
        if (p.winner >= 0) break;
        if (!*below_it) {
            *below_it = used++;
            memset(&nodes[*below_it], 0, sizeof(Node));
            playout(&p, s);
            break;
        }
        node = *below_it;
    }
    for (int i = 0; i < depth; i++) {
        Node *v = &nodes[path[i].node];
        v->tried[path[i].action]++;
        v->total[path[i].action] += p.winner == NOBODY ? 0.5 : path[i].seat == p.winner;
    }
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double search(long count, double c, uint64_t *s) {   /* the win chance found */
    Position root = {.winner = -1};
    memset(&nodes[1], 0, sizeof(Node));
    used = 2;
    for (long k = 0; k < count; k++) simulate(&root, c, s);
    int best = nodes[1].tried[HOLD] > nodes[1].tried[ROLL];
    return nodes[1].tried[best] ? nodes[1].total[best] / nodes[1].tried[best] : 0;
}

int main(int argc, char **argv) {
    int told = argc == 4 && argv[1][0] >= '0' && argv[1][0] <= '9', searching = argc == 6 && !strcmp(argv[1], "search");
    if (!told && !searching && !(argc == 5 && !strcmp(argv[1], "playouts"))) {
        fprintf(stderr, "usage: pig search SIMULATIONS SEED REPEATS C | playouts PLAYOUTS SEED REPEATS | SIMULATIONS SEED C\n");
        return 2;
    }
    long count = atol(argv[told ? 1 : 2]);
    uint64_t seed = strtoull(argv[told ? 2 : 3], NULL, 10);
    if (count < 1 || !(nodes = malloc(((size_t)count + 2) * sizeof(Node)))) {
        fprintf(stderr, "pig: no room for %ld simulations\n", count);
        return 1;
    }
    for (int r = 0; r < (told ? 1 : atoi(argv[4])); r++) {
        uint64_t s = seed + (uint64_t)r;
        double found = 0, begin = now();
        if (told || searching) {
            found = search(count, atof(argv[told ? 3 : 5]), &s);
        } else {
            for (long k = 0; k < count; k++) {
                Position p = {.winner = -1};
                playout(&p, &s);
                found += (p.winner == NOBODY ? 0.5 : p.winner == 0) / (double)count;
            }
        }
        double seconds = now() - begin;
        if (told) printf("%.0f simulations/s, win chance %.4f, %d nodes\n", count / seconds, found, used - 1);
        else printf("{\"seconds\": %.9f, \"count\": %ld, \"found\": %.6f, \"nodes\": %d}\n", seconds, count, found, used);
    }
    free(nodes);
    return 0;
}
