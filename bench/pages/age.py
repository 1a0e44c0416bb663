"""Whether a page is older than the play it tells of: its search signature beside today's."""
from __future__ import annotations

import re
from functools import cache

from mcts.signature import signatures, total

SIGNED = re.compile(r"search signature:? `?([0-9a-f]{8})`?")
OLDER = ("Rules, heuristics or the search have changed since this was played: games of today may come out "
         "differently.")


@cache
def signature() -> str:
    """The search signature, which changes with whatever changes play: rules, heuristics, values, the search."""
    return f"{total(signatures()):08x}"


def tells_its_age(page: str, now: str) -> bool:
    """Whether a page names the signatures it was played under, and says so (OLDER) if one is not that of `now`."""
    found = SIGNED.findall(page)
    return bool(found) and (OLDER in " ".join(page.split())) == any(each != now for each in found)
