"""The worlds of 504: which rules are in force in each of them."""
