"""Structs of this game to and from plain Python numbers."""
from games.catan_cards.state cimport Position, Rules, Taste

cdef dict position_dict(const Position* at)
cdef int position_from_dict(Position* at, dict raw, int seats) except -1
cdef int fill_rules(Rules* r, dict numbers) except -1
cdef int fill_taste(Taste* w, dict n) except -1
