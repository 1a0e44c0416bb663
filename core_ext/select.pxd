"""Which edge a simulation follows: UCT, PUCT, first-play urgency.

`shared` says whether threads share the tree. Callers give it as a constant, so that the compiler makes a function for a
thread alone that asks nothing about others.
"""
from libc.math cimport sqrt
from libc.stdint cimport uint32_t, uint64_t
from core_ext.arena cimport Edge, Outcome, PROVEN
from core_ext.atomic cimport glance32, glance_double, load32
from core_ext.rng cimport mix

cdef extern from "math.h" nogil:
    float logf(float x)
    float sqrtf(float x)

cdef struct Policy:
    bint uct                    # UCT, else PUCT
    double exploration          # c
    double fpu                  # an unvisited edge counts as the node's mean less this; -INFINITY: it is tried first

cdef enum:
    FEW = 4096                  # of smaller numbers of visits the functions that UCT needs are at hand

cdef struct AtHand:             # by number of visits; most nodes have few
    float log[FEW]
    float inverse[FEW]


cdef inline void prepare(AtHand* few) noexcept nogil:
    """Just what the functions give, so that no choice depends on the table."""
    cdef int n
    for n in range(1, FEW):
        few.log[n], few.inverse[n] = logf(<float>n), <float>1.0 / <float>n


cdef inline uint32_t heard(const Edge* e, uint32_t seen, bint shared) noexcept nogil:
    """How many results are in the total of an edge with visits; all of them where one thread has the tree for itself.

    Visits that other threads are at are no results, but they do count in what is added for exploring (unobserved samples:
    Liu et al., 2020). An edge of which nothing is heard yet counts as lost: one visit with a result of 0. Numbers that
    change meanwhile may not fit together; the next simulation sees others.
    """
    cdef uint32_t unheard
    if not shared:
        return seen
    unheard = glance32(&e.unheard)
    return seen - unheard if unheard < seen else 1


cdef inline uint32_t visits_of(const Edge* e, bint shared) noexcept nogil:
    return glance32(&e.visits) if shared else e.visits


cdef inline uint32_t child_of_edge(const Edge* e, bint shared) noexcept nogil:
    return load32(&e.child) if shared else e.child


cdef inline double total_of(const Edge* e, bint shared) noexcept nogil:
    return glance_double(&e.total) if shared else e.total


cdef inline float proven_utility(const Outcome* outcomes, uint32_t child, int mover) noexcept nogil:
    """What an edge is worth whose `child` says that it is proven."""
    return outcomes[child & ~<uint32_t>PROVEN].utilities[mover]


cdef inline int best_uct(const Edge* e, int n, uint32_t visits, const Outcome* outcomes, int mover, double c,
                         const AtHand* few, bint shared) noexcept nogil:
    """argmax of  Q + c sqrt(ln N / n_i)  (UCT: Kocsis & Szepesvari, 2006). Requires n >= 1.

    An edge without visits comes first; a proven one counts as what it is worth, with nothing left to explore.
    """
    cdef int i, best = 0
    cdef float score, r, q, top = -1e30, scaled
    cdef uint32_t seen, child, known
    if visits < <uint32_t>n and visits_of(&e[visits], shared) == 0 and not child_of_edge(&e[visits], shared) & PROVEN:
        return <int>visits          # they are tried one after another
    scaled = <float>(c * c) * (few.log[visits + 1] if visits + 1 < FEW else logf(<float>(visits + 1)))
    for i in range(n):
        seen, child = visits_of(&e[i], shared), child_of_edge(&e[i], shared)
        if child & PROVEN:
            score = proven_utility(outcomes, child, mover)
        elif seen == 0:
            return i
        else:
            r = few.inverse[seen] if seen < FEW else <float>1.0 / <float>seen
            known = heard(&e[i], seen, shared)
            q = r if known == seen else <float>1.0 / <float>known
            score = <float>total_of(&e[i], shared) * q + sqrtf(scaled * r)
        if score > top:
            best, top = i, score
    return best


cdef inline double bonus(const Policy* p, double prior, uint32_t seen, double log_n, double root_n) noexcept nogil:
    """What is added for exploring: PUCT (Silver et al., 2017), or UCT."""
    if not p.uct:
        return p.exploration * prior * root_n / (1.0 + seen)
    return p.exploration * sqrt(log_n / (seen if seen else 1))


cdef inline int best_edge(const Policy* p, const Edge* e, int n, uint32_t visits, const Outcome* outcomes,
                          int mover, bint shared) noexcept nogil:
    """The index of the edge with the highest mean and bonus, of a node whose edges are always the same. Requires n >= 1.

    Without visits an edge counts as the node's mean less the first-play urgency.
    """
    cdef int i, best = 0, fresh = -1
    cdef double score, top = -1e300, total = 0, prior = -1, first
    cdef double log_n = logf(<float>(visits + 1)) if p.uct else 0, root_n = sqrt(<double>visits)
    cdef double sum_of_edge
    cdef uint32_t seen, known, child, all_known = 0
    for i in range(n):
        seen, child = visits_of(&e[i], shared), child_of_edge(&e[i], shared)
        if child & PROVEN:
            score = proven_utility(outcomes, child, mover)
        elif seen == 0:
            if e[i].prior > prior:
                fresh, prior = i, e[i].prior
            continue
        else:
            known, sum_of_edge = heard(&e[i], seen, shared), total_of(&e[i], shared)
            total += sum_of_edge
            all_known += known
            score = sum_of_edge / known + bonus(p, e[i].prior, seen, log_n, root_n)
        if score > top:
            best, top = i, score
    if fresh < 0:
        return best
    first = (total / all_known if all_known else 0.5) - p.fpu
    # the best prior has the highest bonus of all edges without visits
    return fresh if first + bonus(p, prior, 0, log_n, root_n) > top else best


cdef inline uint32_t lot(uint64_t salt, uint32_t edge) noexcept nogil:
    """What decides between equals: no order of the board. The same salt and edge give the same lot."""
    return <uint32_t>(mix(salt + edge) >> 32)


cdef inline int best_available(const Policy* p, const Edge* e, const uint32_t* legal, const float* weights, int n,
                               uint64_t salt, bint shared) noexcept nogil:
    """As `best_edge`, of a node whose edges come and go: index of one of those in `legal`.

    An edge is judged against the simulations in which it was available (Cowling, Powley & Whitehouse, 2012). Its prior is
    its share of `weights`, which are those of this simulation: what luck has made of the position may favour others.
    Between equals lots decide, which `salt` draws: edges that come and go are in the order of their actions.
    """
    cdef int i, best = 0, fresh = -1
    cdef double score, top = -1e300, total = 0, prior = 0, all_priors = 0, first, log_n = 0
    cdef double sum_of_edge
    cdef uint32_t seen, known, available, all_known = 0
    cdef const Edge* edge
    for i in range(n):
        edge = &e[legal[i]]
        all_priors += weights[i]
        seen = visits_of(edge, shared)
        if seen == 0:
            if weights[i] > prior or (fresh >= 0 and weights[i] == prior and lot(salt, legal[i]) < lot(salt, legal[fresh])):
                fresh, prior = i, weights[i]
        else:
            total += total_of(edge, shared)
            all_known += heard(edge, seen, shared)
    for i in range(n):
        edge = &e[legal[i]]
        seen, available = visits_of(edge, shared), glance32(&edge.available)
        if seen == 0:
            continue
        if p.uct:
            log_n = logf(<float>(available + 1))
        score = total_of(edge, shared) / heard(edge, seen, shared) + bonus(p, weights[i] / all_priors, seen, log_n,
                                                                                sqrt(<double>available))
        if score > top or (score == top and lot(salt, legal[i]) < lot(salt, legal[best])):
            best, top = i, score
    if fresh < 0:
        return best
    edge = &e[legal[fresh]]
    available = glance32(&edge.available)
    first = (total / all_known if all_known else 0.5) - p.fpu
    if p.uct:
        log_n = logf(<float>(available + 1))
    return fresh if first + bonus(p, prior / all_priors, 0, log_n, sqrt(<double>available)) > top else best
