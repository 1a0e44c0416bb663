"""Leduc hold'em as OpenSpiel writes it."""
from core_ext.state import State
from games.openspiel_history import reader


def _ours(state: State, action: int) -> int:
    """There one of six cards is dealt, two of each rank; here its rank."""
    return action // 2 if state.is_chance_node() else action


read = reader("leduc_poker", _ours)
