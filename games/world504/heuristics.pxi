# What looks good: weights of actions for playouts and priors. Included by state.pyx.


cdef void weigh_actions(const Position* at, const Rules* r, const action_t* actions, int n, float* out) noexcept nogil:
    pass
