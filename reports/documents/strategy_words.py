"""What a player takes from each part, in a sentence or two."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from reports.documents import balance_words
from reports.experiments.items import SKILL
from reports.experiments.plan import BalancePlan
from reports.experiments.rows import Row


def sentence(plan: BalancePlan, rows: Sequence[Row], tables: Mapping[str, pd.DataFrame]) -> str:
    """The part in words: what is shown, by the points ahead, and for seats how sure that is."""
    if plan.kind == SKILL:
        return balance_words.depth(tables["depth"]) if "depth" in tables else "Too few games for a ladder of skill."
    record = plan.records[0]
    own = [r for r in rows if r.agent == plan.agents[-1] and r.estimand == record.estimand]
    return " ".join(balance_words.findings(plan, record, own))
