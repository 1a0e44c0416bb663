"""Pig as OpenSpiel writes it."""
from core_ext.state import State
from games.openspiel_history import reader


def _ours(state: State, action: int) -> int:
    """There the faces of a die are counted from 0."""
    return action + 1 if state.is_chance_node() else action


read = reader("pig", _ours)
