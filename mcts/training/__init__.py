"""Training a net that judges positions: games, fits, and the matches that admit one."""
