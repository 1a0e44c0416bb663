"""Games of two seats that put marks on a grid in turns and win with some in a line: moves, positions, pictures.

A `Grid` is both the notation and the render of such a game. What a game has of its own it says by attributes, or in a
subclass.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.text import Text

from core_ext.state import State
from games import headings
from games.api import InputError, own
from games.boards import COLUMNS, Part, fitted
from games.drawing import tagged, text_line
from games.fields import Field
from games.moves import read_move
from games.night import Night

EMPTY, MARKS = ".", "xo"            # marks of seat 0 and seat 1
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))      # (columns, rows): up, right, and both diagonals
INK, PAPER, RULE, PALE, WON = "#222222", "#fffffe", "#444444", "#666665", "#ffe9a8"
STROKE, CELL, MARGIN, HEAD = {"x": "#c0392b", "o": "#1f5fae"}, 80, 30, 40       # colours, pixels
NIGHT = Night("grid", grounds={PAPER: "#1b1e20", WON: "#4f431c"}, words={INK: "#ede5d4", PALE: "#b3ab9c"},
              lines={RULE: "#8d8675", STROKE["x"]: "#e5695c", STROKE["o"]: "#6ba4e6"})

Cell = tuple[int, int]              # column, row, both from 0 at the lower left
Board = dict[Cell, str]             # the mark of each cell that has one


class Grid:
    """A board of columns a, b, ... and rows 1, 2, ... from the bottom; an action marks the cell of this number.

    The packed position has two sets of cells in `field`, the number of marks in `ply`, and in `result` 0 while the game
    is on, 1 or 2 when a seat has won, and 3 for a draw.
    """

    field = "marks"
    called = ("x", "o")             # what a seat's marks are called
    line = "three"
    ruled = True                    # as text: with lines between the cells
    ink = ("bold red", "bold blue")
    title_at = (30, 18)             # y and size of the line above the picture
    night = NIGHT

    def __init__(self, name: str, title: str, state_type: type[Any], columns: int, rows: int, in_a_line: int) -> None:
        self.name, self.title, self.state_type = name, title, state_type
        self.columns, self.rows, self.in_a_line = columns, rows, in_a_line

    # ---- cells -------------------------------------------------------------------------------

    def bit(self, cell: Cell) -> int:
        """The number of a cell, in actions and in the packed sets of marks."""
        return cell[1] * self.columns + cell[0]

    def cells(self) -> list[Cell]:
        """All cells, row by row from the bottom."""
        return [(column, row) for row in range(self.rows) for column in range(self.columns)]

    def board(self, state: State) -> Board:
        """What stands on the board. TypeError for a state of another game."""
        sets = own(state, self.state_type).raw()[self.field]
        return {cell: MARKS[seat] for cell in self.cells() for seat in (0, 1) if sets[seat] >> self.bit(cell) & 1}

    def lines(self, board: Board, mark: str) -> list[list[Cell]]:
        """Every winning line of this mark."""
        mine = {cell for cell, there in board.items() if there == mark}
        ways = ([(column + n * right, row + n * up) for n in range(self.in_a_line)]
                for column, row in sorted(mine) for right, up in DIRECTIONS)
        return [line for line in ways if mine.issuperset(line)]

    def winning(self, board: Board) -> set[Cell]:
        """The cells of all winning lines."""
        return {cell for mark in MARKS for line in self.lines(board, mark) for cell in line}

    # ---- moves -------------------------------------------------------------------------------

    def action_text(self, state: State, action: int) -> str:
        """The name of a cell such as `b2`. ValueError for a code that is none."""
        if not 0 <= action < self.columns * self.rows:
            raise ValueError(f"action {action} is none of 0 to {self.columns * self.rows - 1}")
        return cell_name(self.cells()[action])

    def touches(self, state: State, action: int) -> list[str]:
        """The id of the cell that is marked."""
        return [f"cell-{self.action_text(state, action)}"]

    def also(self, legal: dict[str, int]) -> dict[str, int]:
        """Other texts for legal moves."""
        return {}

    def parse_action(self, state: State, text: str) -> int:
        """The legal action that a text names. Raises InputError naming what was found and the moves there are."""
        mine = own(state, self.state_type)
        legal = {self.action_text(mine, action): action for action in mine.legal_actions()}
        return read_move(text, legal, also=self.also(legal))

    # ---- positions ---------------------------------------------------------------------------

    def position_to_json(self, state: State) -> dict[str, Any]:
        """The position as plain data, ready for json.dumps; position_from_json gives an equal state back."""
        board = self.board(state)
        rows = ["".join(board.get((column, row), EMPTY) for column in range(self.columns)) for row in range(self.rows)]
        return {**headings.heading(state, self.name), "board": rows[::-1]}

    def position_from_json(self, document: Any, trust: bool = False) -> State:
        """The state that a document describes. Who is to move follows from the number of marks.

        Raises InputError, and nothing else, for any JSON value that describes no position the rules can reach: the
        message names the place in the document, what was found there and what was expected.
        """
        fields = Field(document, "").keys((*headings.REQUIRED, "board"), headings.OPTIONAL)
        state = own(headings.start(fields, self.name), self.state_type)
        board = self.read(fields["board"])
        winner = self.check(board)
        sets = [sum(1 << self.bit(cell) for cell, there in board.items() if there == mark) for mark in MARKS]
        result = 1 + MARKS.index(winner) if winner else 3 if len(board) == self.columns * self.rows else 0
        state.load({**state.raw(), self.field: sets, "ply": len(board), "result": result})
        return state

    def read(self, field: Field) -> Board:
        """The board as it stands, the top row first."""
        board: Board = {}
        for row, line in zip(reversed(range(self.rows)), field.items(length=self.rows), strict=True):
            if len(line.string()) != self.columns or not set(line.string()) <= {EMPTY, *MARKS}:
                line.fail(f"{self.columns} characters, each '.', 'x' (seat 0) or 'o' (seat 1)")
            board |= {(column, row): mark for column, mark in enumerate(line.string()) if mark != EMPTY}
        return board

    def check(self, board: Board) -> str:
        """The mark that has won, if one has. Raises InputError where no game leads to these marks."""
        first, second = (list(board.values()).count(mark) for mark in MARKS)
        found = f"board: found {first} x and {second} o"
        if first - second not in (0, 1):
            raise InputError(f"{found}, expected as many of both, or one x more, as seat 0 begins")
        winners = [mark for mark in MARKS if self.lines(board, mark)]
        if len(winners) == 2:
            raise InputError(f"board: found {self.line} in a line for x and for o, expected at most one of them")
        last = MARKS[(first + second - 1) % 2]
        if winners and winners[0] != last:
            raise InputError(f"{found}, so {last} moved last, but found {self.line} in a line for {winners[0]}; "
                             "expected the game to end with that line")
        return "".join(winners)

    # ---- pictures ----------------------------------------------------------------------------

    def status(self, state: State) -> str:
        """Who is to move, or how the game ended."""
        if not state.is_terminal():
            return f"seat {state.current_player()} ({self.called[state.current_player()]}) to move"
        wins = state.win_shares()
        return "drawn" if wins[0] == wins[1] else f"seat {wins.index(1.0)} ({self.called[wins.index(1.0)]}) has won"

    def text(self, state: State, seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
        """The board for a terminal, in plain ASCII; the marks of a winning line are capitals."""
        board, gap = self.board(state), " " if self.ruled else ""
        winning = self.winning(board)
        out = Text()
        for row in reversed(range(self.rows)):
            out.append(f"{row + 1}  ", style="dim")
            for column in range(self.columns):
                mark = board.get((column, row), EMPTY)
                out.append(f"{gap}{mark.upper() if (column, row) in winning else mark} ",
                           style="dim" if mark == EMPTY else self.ink[MARKS.index(mark)])
                out.append("|" if self.ruled and column < self.columns - 1 else "")
            out.append("\n")
            if self.ruled and row:
                out.append("   " + "+".join(["---"] * self.columns) + "\n")
        out.append(f"   {gap}" + f"{gap} {gap}".join(map(letter, range(self.columns))), style="dim")
        return fitted([Part([[Text(f"{self.title} - {self.status(state)}")]], []), Part([[Text()], []], [1]),
                       Part([list(out.split("\n"))], [])], room)

    def svg(self, state: State, seat: int | None = None) -> str:
        """The board as a complete SVG document; equal positions give equal bytes."""
        board, status, (y, size) = self.board(state), self.status(state), self.title_at
        width, height, parts = self.picture(board, self.winning(board))
        return "\n".join([
            '<svg xmlns="http://www.w3.org/2000/svg" role="img" font-family="Helvetica, Arial, sans-serif" '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" data-colours="{self.night.name}">',
            f"<title>{self.title}: {status}</title>", f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            text_line(width // 2, y, status, size, INK), *parts, "</svg>", ""])

    def picture(self, board: Board, winning: set[Cell]) -> tuple[int, int, Iterable[str]]:
        """Width, height and elements: here crosses and rings between lines."""
        across, up, top = self.columns * CELL, self.rows * CELL, MARGIN + HEAD
        width, height = across + 2 * MARGIN, up + top + MARGIN
        parts = [f'<g stroke="{RULE}" stroke-width="4" stroke-linecap="round">']
        for at in range(CELL, max(across, up), CELL):
            if at < across:
                parts.append(f'<line x1="{MARGIN + at}" y1="{top}" x2="{MARGIN + at}" y2="{top + up}"/>')
            if at < up:
                parts.append(f'<line x1="{MARGIN}" y1="{top + at}" x2="{MARGIN + across}" y2="{top + at}"/>')
        parts.append("</g>")
        for n in range(max(self.columns, self.rows)):
            middle = n * CELL + CELL // 2
            if n < self.columns:
                parts.append(text_line(MARGIN + middle, height - 8, letter(n), 15, PALE))
            if n < self.rows:
                parts.append(text_line(14, top + up - middle + 5, str(n + 1), 15, PALE))
        for column, row in self.cells():
            x, y = MARGIN + column * CELL + CELL // 2, top + up - (row * CELL + CELL // 2)
            drawn = _mark(x, y, board.get((column, row)), (column, row) in winning)
            parts.append(tagged(cell_id((column, row)), x, y, CELL - 8, drawn))
        return width, height, parts


def letter(column: int) -> str:
    """The name of a column."""
    return "abcdefghij"[column]


def cell_name(cell: Cell) -> str:
    """The name of a cell."""
    return f"{letter(cell[0])}{cell[1] + 1}"


def cell_id(cell: Cell) -> str:
    """The id of a cell in pictures."""
    return f"cell-{cell_name(cell)}"


def _mark(x: int, y: int, mark: str | None, winning: bool) -> list[str]:
    """An empty cell, a cross or a ring; those of a line stand on a coloured ground."""
    half = CELL // 2 - 6
    ground = f'<rect x="{x - half}" y="{y - half}" width="{2 * half}" height="{2 * half}" rx="8" ' \
             f'fill="{WON if winning else PAPER}"/>'
    if mark is None:
        return [ground]
    line = f'fill="none" stroke="{STROKE[mark]}" stroke-width="9" stroke-linecap="round"'
    if mark == "x":
        return [ground, f'<path d="M{x - 22} {y - 22}L{x + 22} {y + 22}M{x - 22} {y + 22}L{x + 22} {y - 22}" {line}/>']
    return [ground, f'<circle cx="{x}" cy="{y}" r="24" {line}/>']
