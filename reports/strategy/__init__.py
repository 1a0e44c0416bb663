"""A whole-game strategy report: experiments composed into one page that a player would read."""
