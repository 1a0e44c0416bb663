"""Structs of this game to and from plain Python numbers."""
from libc.stdint cimport uint8_t
from games.catan_cards.structs cimport Position, Rules, Taste

cdef int packed_size(int seats) noexcept nogil
cdef uint8_t* notes_of(Position* at, int seats) noexcept nogil
cdef int notes_size(int seats) noexcept nogil
cdef dict position_dict(Position* at, int seats)
cdef int position_from_dict(Position* at, dict raw, int seats) except -1
cdef int fill_rules(Rules* r, dict numbers) except -1
cdef int fill_taste(Taste* w, dict n) except -1
