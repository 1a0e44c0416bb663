"""How fast it is: versions beside each other, clocks, reports of large runs."""
