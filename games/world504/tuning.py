"""The numbers of 504 that were tuned: heuristics and search settings."""
from __future__ import annotations

HEURISTICS = {"prior": 1.0, "sharpness": 1.0}
