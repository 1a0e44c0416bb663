"""A match of our search with OpenSpiel's at equal simulations. `python bench/openspiel_match.py --help`."""
from __future__ import annotations

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)      # the project, not this folder

from bench.peers.match import main  # noqa: E402

if __name__ == "__main__":
    main()
