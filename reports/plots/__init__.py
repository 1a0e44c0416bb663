"""One figure a file: rows of a table in, a matplotlib Figure out. Nothing is computed here but where to draw."""
