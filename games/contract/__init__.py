"""What every game promises to the search, to seats and to people, checked by random games."""
