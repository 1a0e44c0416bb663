"""Whether what the program promises holds: against exact answers, second implementations and spoilt input."""
