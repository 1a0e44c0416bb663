"""The compiled core: the State contract, random streams, playouts and tree search. It knows no game."""
