"""The most and the least that may be asked for, in every way to ask: command line, Python, HTTP, pipe, agents."""
from __future__ import annotations

SEEDS = 2**63               # numbers that can be a seed, from 0
MOST_SEED = SEEDS - 1
MOST_SIMULATIONS = 10**10   # of a search
LEAST_SECONDS = 0.001       # of a search
LEAST_EVERY = 0.01          # seconds between two reports of a search
MOST_SECONDS = 86_400.0     # of a search and of a measurement: a day
MOST_THREADS = 256          # of a search, or of all searches of a server or an engine together
MOST_JOBS = 1024            # games at the same time
