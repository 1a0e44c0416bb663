from core_ext.state import State

class TicTacToeState(State):
    def __init__(self, options: dict[str, str]) -> None: ...
