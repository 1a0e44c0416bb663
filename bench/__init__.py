"""Measurements: against other programs, and of one part against another. Not installed; run from the project root."""
