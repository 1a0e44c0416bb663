from core_ext.state import State

class ConnectFourState(State):
    def __init__(self, options: dict[str, str]) -> None: ...
