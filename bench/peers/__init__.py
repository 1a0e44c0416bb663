"""Measuring against other programs: an environment of their own, a worker that speaks for them, tables of results."""
