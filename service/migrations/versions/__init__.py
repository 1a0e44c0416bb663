"""The steps, one a file, each with the one before it."""
