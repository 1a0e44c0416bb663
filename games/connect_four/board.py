"""The board of Connect Four: stones that fall, what play can reach, and its picture."""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from core_ext.state import State
from games.api import InputError, own
from games.connect_four.state import ConnectFourState
from games.connect_four.tables import COLUMNS, IN_A_LINE, ROWS
from games.drawing import tagged, text_line
from games.fields import Field, shown
from games.grid import INK, MARKS, PAPER, Board, Cell, Grid, cell_id, cell_name, letter
from games.night import Night

DISC, RIM = {"x": "#d8352a", "o": "#f4c430"}, {"x": "#9c1d14", "o": "#b98d10"}
FRAME, HOLE = "#1f5fae", "#eef3f9"
DARK = Night("connect_four", grounds={PAPER: "#1b1e20", HOLE: "#14202c", FRAME: "#24548f"}, words={INK: "#ede5d4"})
CELL, MARGIN, HEAD = 60, 16, 48         # pixels: side of a cell, frame, and the line above the board

Stacks = Sequence[Sequence[int]]        # by column, from the bottom: the seats whose stones lie there


class FallingStones(Grid):
    """An action drops a stone into a column; its text is the cell where the stone comes to lie."""

    field, line, ruled = "stones", "four", False
    called, ink = ("x, red", "o, yellow"), ("bold red", "bold yellow")
    title_at = (MARGIN + 22, 20)
    night = DARK

    def bit(self, cell: Cell) -> int:
        """A column has one bit more than cells: it is always empty."""
        return (self.rows + 1) * cell[0] + cell[1]

    def action_text(self, state: State, action: int) -> str:
        """The cell that a stone dropped into column `action` reaches. ValueError for a code that is no column."""
        if not 0 <= action < self.columns:
            raise ValueError(f"action {action} is none of 0 to {self.columns - 1}")
        return cell_name((action, sum(column == action for column, _ in self.board(state))))

    def also(self, legal: dict[str, int]) -> dict[str, int]:
        """The letter of a column is enough."""
        return {name[0]: action for name, action in legal.items()}

    def read(self, field: Field) -> Board:
        """The board as it stands; every stone lies on another one or at the bottom."""
        board = super().read(field)
        for cell in self.cells():
            if cell in board and cell[1] and (cell[0], cell[1] - 1) not in board:
                line = field.items()[self.rows - 1 - cell[1]]
                line.fail(f"no stone at {cell_name(cell)}, as the cell below is empty")
        return board

    def check(self, board: Board) -> str:
        """The mark that has won. A won board must have a last stone that made every four there is."""
        winner = super().check(board)
        lines = self.lines(board, winner) if winner else []
        tops = [cell for cell in board if (cell[0], cell[1] + 1) not in board]
        last = [cell for cell in tops if board[cell] == winner and all(cell in line for line in lines)]
        if winner and not last:
            cells = ", ".join(map(cell_name, min(lines)))
            raise InputError(f"board: found four {winner} in a line ({cells}) that no last move made; "
                             f"expected one highest stone to be in every four of {shown(winner)}")
        before = [{cell: mark for cell, mark in board.items() if cell != top} for top in last] if winner else [board]
        if not any(can_arise(self.stacks(earlier)) for earlier in before):
            raise InputError("board: found columns that no game builds, expected an order of moves by turns, x first")
        return winner

    def stacks(self, board: Board) -> Stacks:
        """The stones by column, from the bottom."""
        return [[MARKS.index(board[column, row]) for row in range(self.rows) if (column, row) in board]
                for column in range(self.columns)]

    def status(self, state: State) -> str:
        """How many stones lie there and who is to move, or how the game ended."""
        count = own(state, ConnectFourState).raw()["ply"]
        return f"{count} stone{'' if count == 1 else 's'}, {super().status(state)}"

    def picture(self, board: Board, winning: set[Cell]) -> tuple[int, int, Iterable[str]]:
        """Stones in holes of a frame."""
        width, top = self.columns * CELL + 2 * MARGIN, MARGIN + HEAD
        height = top + self.rows * CELL + 2 * MARGIN + 26
        frame = f'width="{width - 8}" height="{self.rows * CELL + 24}" rx="14" fill="{FRAME}"'
        parts = [f'<rect x="4" y="{top - 12}" {frame}/>']
        for column in range(self.columns):
            x = MARGIN + column * CELL + CELL // 2
            parts.append(f'<g class="column" data-column="{column}">')
            if free := [row for row in range(self.rows) if (column, row) not in board]:
                parts.append(f'<rect data-means="{cell_id((column, free[0]))}" x="{x - CELL // 2}" y="{top}" '
                             f'width="{CELL}" height="{self.rows * CELL}" fill="{FRAME}"/>')
            for row in range(self.rows):
                y = top + (self.rows - 1 - row) * CELL + CELL // 2
                drawn = _hole(x, y, board.get((column, row)), (column, row) in winning)
                parts.append(tagged(cell_id((column, row)), x, y, 48, [drawn]))
            parts.append("</g>")
            parts.append(text_line(x, height - MARGIN, letter(column), 18, INK))
        return width, height, parts


def _hole(x: int, y: int, mark: str | None, winning: bool) -> str:
    """An empty hole or a stone in it; a stone of a four has a white ring."""
    if mark is None:
        return f'<circle cx="{x}" cy="{y}" r="24" fill="{HOLE}"/>'
    stone = f'<circle cx="{x}" cy="{y}" r="23" fill="{DISC[mark]}" stroke="{RIM[mark]}" stroke-width="3"/>'
    ring = f'<circle cx="{x}" cy="{y}" r="13" fill="none" stroke="#ffffff" stroke-width="5"/>'
    return stone + ring if winning else stone


def can_arise(stacks: Stacks) -> bool:
    """Whether seats that drop stones by turns, seat 0 first, can build these columns.

    Takes the highest stones off again, the last mover's first; heights from which nothing more can be taken are kept,
    so that each is looked at once.
    """
    dead: set[tuple[int, ...]] = set()
    start = tuple(len(stack) for stack in stacks)
    waiting = [start]
    while waiting:
        heights = waiting.pop()
        left = sum(heights)
        if left == 0:
            return True
        mover = (left - 1) % 2
        for column, height in enumerate(heights):
            if height and stacks[column][height - 1] == mover:
                lower = (*heights[:column], height - 1, *heights[column + 1:])
                if lower not in dead:
                    dead.add(lower)
                    waiting.append(lower)
    return False


GRID = FallingStones("connect_four", "Connect Four", ConnectFourState, COLUMNS, ROWS, IN_A_LINE)
