"""A server that is told to stop: searches end with what they have, and nothing hangs."""
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx

from tests.service.test_searches import events

ROOT = Path(__file__).parents[2]


def test_a_server_that_is_told_to_stop_lets_who_follows_a_search_have_its_document(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen([sys.executable, "-m", "cli", "serve", "--port", str(port), "--database",
                                   f"sqlite:///{tmp_path / 'games.db'}", "--threads", "1"], cwd=ROOT, stderr=log)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            until = time.monotonic() + 60
            while not ready(client):
                assert time.monotonic() < until, (tmp_path / "log").read_text()
                time.sleep(0.1)
            search = client.post("/api/v1/analyses", json={"game": "burgundy", "maxSeconds": 50}).json()["search"]
            heard = []

            def follow():
                heard.extend(events(client.get(f"/api/v1/searches/{search}/events").text))

            listener = threading.Thread(target=follow)
            listener.start()
            while client.get(f"/api/v1/searches/{search}").json()["state"] != "running":
                time.sleep(0.05)
            server.send_signal(signal.SIGTERM)
            listener.join(30)
            assert heard[-1][0] == "done"
            assert heard[-1][1]["terminated"]
        server.wait(30)
    finally:
        server.kill()
        server.wait()
    lines = (tmp_path / "log").read_text()
    assert "Traceback" not in lines
    assert search not in lines


def ready(client):
    try:
        return client.get("/readyz").status_code == 200
    except httpx.TransportError:
        return False
