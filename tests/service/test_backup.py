"""The commands for backup and restore that the documentation gives."""
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.service.desk import PERSONS, done, new, secrets, server, view

PAGE = (Path(__file__).parent.parent.parent / "docs/service.md").read_text(encoding="utf-8")


def command(title):
    """The lines of the block after this title."""
    found = re.search(rf"\*\*{title}\.\*\*.*?```text\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def run(lines, folder):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(["bash", "-ec", lines], cwd=folder, check=True, env={**os.environ, "PATH": path})


def test_a_backup_made_while_the_server_runs_is_restored_as_the_documentation_says(tmp_path):
    url = f"sqlite:///{tmp_path / 'ludosoph.db'}"
    with server(url) as client:
        own = secrets(new(client, game="connect_four", players=PERSONS))
        done(client, own[0], "moves", move="d1")
        before = view(client, own[1])
        run(command("Backup"), tmp_path)
        done(client, own[1], "moves", move="d2")
        later = secrets(new(client, game="connect_four", players=PERSONS))
    run(command("Restore"), tmp_path)
    with server(url) as client:
        assert view(client, own[1]) == before
        assert client.get(f"/api/v1/seats/{later[0]}").status_code == 404
        done(client, own[1], "moves", move="e1")
