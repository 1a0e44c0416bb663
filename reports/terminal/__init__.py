"""What a terminal shows: tables, progress, a game that a person plays."""
