"""Our search and playouts beside OpenSpiel's, in one run, taking turns. `python bench/openspiel.py --help`."""
from __future__ import annotations

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)      # the project, not this folder

from bench.peers.speed import main  # noqa: E402

if __name__ == "__main__":
    main()
