# The decisions of a seat: what may be done at each stage, and what an action code does. Included by state.pyx.


cdef int legal_actions(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """What may be done at this stage, ascending."""
    cdef const Seat* s = &at.seat[at.actor]
    cdef int n
    if at.stage == PLAN:
        n = list_puts(at, r, s.market, out)
        if can_end_plan(at, r):
            out[n] = A_DONE
            n += 1
        return list_bits(out, n, planned_technology(at, r, s), A_TECHNOLOGY)
    if at.stage == ACT:
        n = list_acts(at, r, out)
        out[n] = A_PASS
        return n + 1
    if at.stage == TAKE_BACK:
        n = list_bits(out, 0, returnable(at, r, s), A_TAKE_BACK)
        out[n] = A_DRAW
        return n + 1
    if at.stage == KEEP:
        return list_bits(out, 0, held(at.hand), A_KEEP)
    if at.stage == ROUTE_GOOD:
        n = list_bits(out, 0, goods_on_route(at, r), A_TAKE)
        if r.may_leave_good:
            out[n] = A_TAKE_NONE
            n += 1
        return n
    if at.stage == CHOOSE_TILE:
        return list_bits(out, 0, tiles_offered(at, r, s.track[TRADER]), A_TILE)
    if at.stage == SEND_MORE:
        if r.send_all:
            return list_second_sends(at, r, out)
        out[0] = A_DONE
        return 1 + list_second_sends(at, r, out + 1)
    if at.stage == BATH_PUT:
        n = list_puts(at, r, at.hand, out)
        out[n] = A_DONE
        return n + 1
    if at.stage == TECHNOLOGY:
        n = list_bits(out, 0, technology_spaces(at, r, s), A_TECHNOLOGY)
        if r.may_keep:
            out[n] = A_KEEP_TECHNOLOGY
            n += 1
        return n
    if at.stage == SHIELD:
        out[0], out[1] = A_SHIELD, A_DECLINE
        return 2
    if at.stage == FOOD:
        return list_bits(out, 0, foods_to_give(at, s), A_FOOD)
    return list_items(at, r, out)


cdef void apply_decision(Position* at, const Rules* r, action_t a) noexcept nogil:
    """What follows from a seat's action, by its code, up to the next question."""
    if not decide(at, r, a):
        go_on(at, r)


cdef inline bint decide(Position* at, const Rules* r, action_t a) noexcept nogil:
    """What a seat's action does; false where this seat's part of the phase is over with it."""
    cdef Seat* s = &at.seat[at.actor]
    if at.stage == PLAN:
        if a == A_DONE:
            return False
        put_planned(at, r, a)
        return can_plan(at, r)
    if a < A_DONE:
        put_follower(at, at.hand, a // KINDS, a % KINDS)
        at.draws -= 1
        return continue_bath(at, r)
    if a == A_DONE:
        return end_bath(at, r) if at.stage == BATH_PUT else end_action(at, r)
    if a < A_DRAW:
        return take_back(at, r, a - A_TAKE_BACK)
    if a == A_DRAW:
        return stop_taking_back(at, r)
    if a < A_USE:
        keep_one(at, a - A_KEEP)
        return False
    if a < A_VILLAGE:
        return use_place(at, r, a - A_USE)
    if a < A_MOVE:
        return use_village(at, r, BOATMAN + a - A_VILLAGE)
    if a < A_SEND:
        return move_merchant(at, r, (a - A_MOVE) // ROUTES, (a - A_MOVE) % ROUTES)
    if a <= A_PAY:
        return send_follower(at, r, a - A_SEND)
    if a < A_PASS:
        return use_pharmacy(at, r, a - A_PAY)
    if a == A_PASS:
        return pass_round(at, r)
    if a < A_TILE:
        return take_from_route(at, r, a - A_TAKE if a < A_TAKE_NONE else -1)
    if a < A_TECHNOLOGY:
        add_tile(at, r, s, a - A_TILE)
        return end_action(at, r)
    if a < A_GIVE_TILE:
        return decide_technology(at, r, a)
    if a < A_FOOD:
        give_item(at, r, a)
        return a == A_GIVE_FOLLOWER or not settle_debt(at, r)
    if a < A_SHIELD:
        return give_food(at, r, a - A_FOOD)
    return decide_shield(at, r, a == A_SHIELD)
