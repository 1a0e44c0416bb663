"""The command that reads games and positions of other programs and sites."""
from __future__ import annotations

from pathlib import Path

from commands.arguments import FILE, argument, flag, option
from games.api import InputError
from games.documents import write_file
from reports.terminal.console import print_json, say
from reports.terminal.help import command


@command(example="import game.json --out game.jsonl", name="import")
@argument("source", metavar="FILE", help="a file of another program or site, - for standard input, or a short line "
          "such as an XGID")
@option("--out", type=FILE, metavar="RECORD", help="write the record, or the position, to this file")
@option("--game", metavar="GAME", help="look for forms of this game only")
@flag("--names", help="keep players' names; by default they are left out")
def import_(source: str, out: Path | None, game: str | None, names: bool) -> None:
    """Read a game or a position as another program or a site wrote it. Every total in it is checked.

    Its form tells what it is. The command prints a record, or a position where no moves are told.
    """
    import json
    import sys

    from games import importing

    found = importing.read_source(source, game, names)
    for record, remarks in found:
        for remark in remarks:
            say(f"{record.name}: {remark}" if len(found) > 1 else remark)
    positions = [record for record, _ in found if record.position is not None and not record.events]
    if positions and len(found) > 1:
        raise InputError(f"{source}: found {len(found)} positions, expected one")
    if positions and out is None:
        print_json(positions[0].position)
        return
    text = "".join(json.dumps(record.position, ensure_ascii=False, indent=1) + "\n" for record in positions) or \
        "".join(record.text() for record, _ in found)
    if out is None:
        sys.stdout.write(text)
        return
    write_file(out, text.encode())
    what = "position" if positions else "record" if len(found) == 1 else f"{len(found)} records"
    say(f"{what}: {out}")
