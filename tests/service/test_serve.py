"""What `serve` says when it starts, when it cannot, and when it ends."""
import asyncio
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from commands.faults import without_passwords
from games.api import InputError
from service.app import bound, ours_alone, run
from service.settings import Settings, checked

ROOT = Path(__file__).parent.parent.parent


def test_a_port_in_use_is_refused_in_a_line(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port, told = taken.getsockname()[1], []
        with pytest.raises(InputError, match=f"--port: found {port}, on which another program listens already"):
            run(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", port=port), told.append)
    assert told == []           # no address is told at which nobody listens,
    assert list(tmp_path.iterdir()) == []       # and no database made that nobody would use


def test_metrics_at_a_port_in_use_are_refused_in_a_line(tmp_path):
    with socket.socket() as taken, socket.socket() as free:
        for each in (taken, free):
            each.bind(("127.0.0.1", 0))
        taken.listen()
        where, port, told = f"127.0.0.1:{taken.getsockname()[1]}", free.getsockname()[1], []
        free.close()
        with pytest.raises(InputError, match=f"--metrics: found {where}: cannot listen there"):
            run(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", port=port, metrics=where), told.append)
    assert told == []
    assert list(tmp_path.iterdir()) == []
    bound("127.0.0.1", port).close()            # which nobody holds any longer


def test_settings_that_cannot_be_used_leave_no_metrics_behind(tmp_path):
    with socket.socket() as one, socket.socket() as other:
        for each in (one, other):
            each.bind(("127.0.0.1", 0))
        port, where = one.getsockname()[1], other.getsockname()
    asked = Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", port=port, metrics=f"127.0.0.1:{where[1]}",
                     tokens=tmp_path / "no-such-file")
    with pytest.raises(InputError, match="no-such-file"):
        run(asked)
    assert list(tmp_path.iterdir()) == []
    with socket.socket() as again, pytest.raises(ConnectionRefusedError):
        again.connect(where)


def test_a_host_that_is_not_this_machine_is_refused_in_a_line():
    with pytest.raises(InputError, match="--host: 'no.such.host.invalid', port 8504: cannot listen there"):
        bound("no.such.host.invalid", 8504)


def test_what_a_connection_writes_is_sent_at_once():
    """Else the body of each answer but a connection's first waits 40 ms, until the client has confirmed the head."""
    async def delays() -> bool:
        served: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        class Seen(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                own = transport.get_extra_info("socket")
                served.set_result(not own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

        async with await asyncio.get_running_loop().create_server(Seen, sock=listening):
            with socket.create_connection(listening.getsockname()):
                return await served

    listening = bound("127.0.0.1", 0)
    assert asyncio.run(delays()) is False


@pytest.mark.parametrize("given, words", [
    ({"reports": Path("/no/such/folder")}, "--reports: found /no/such/folder, expected a folder"),
    ({"reports": Path(__file__)}, "--reports: "), ({"origins": ("javascript:alert(1)",)}, "--origin: "),
    ({"origins": ("https://a.example/path",)}, "--origin: "), ({"proxies": "zzz"}, "--proxies: "),
    ({"proxies": "127.0.0.1,zzz"}, "--proxies: "), ({"requests_per_second": float("inf")}, "--rate: "),
    ({"requests_per_second": float("nan")}, "--rate: "), ({"hosts": ("a/b",)}, "--allow-host: "),
    ({"metrics": "9100"}, "--metrics: "), ({"metrics": "127.0.0.1:99999"}, "--metrics: ")])
def test_settings_that_cannot_be_meant_are_refused(given, words):
    with pytest.raises(InputError) as refused:
        checked(Settings(**given))
    assert str(refused.value).startswith(words)


def test_settings_that_can_be_meant_are_taken(tmp_path):
    given = Settings(reports=tmp_path, origins=("https://example.org", "http://localhost:5173"),
                     hosts=("games.example.org",), proxies="127.0.0.1, 10.0.0.0/8", metrics="[::1]:9100")
    assert checked(given) is given


@pytest.mark.parametrize("host, alone", [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False),
                                         ("192.168.1.5", False), ("games.example.org", False)])
def test_who_can_reach_an_address(host, alone):
    assert ours_alone(host) is alone


def test_ctrl_c_says_where_all_moves_are_and_a_password_is_told_nowhere(tmp_path):
    log = tmp_path / "log"
    with log.open("w") as errors:
        server = subprocess.Popen([sys.executable, "-m", "cli", "serve", "--port", "0"], cwd=ROOT, stderr=errors)
        assert server.wait(60) == 2         # 0 is no port
        options = ["--host", "0.0.0.0", "--port", str(free_port()), "--database", f"sqlite:///{tmp_path / 'tables.db'}"]
        server = subprocess.Popen([sys.executable, "-m", "cli", "serve", *options], cwd=ROOT, stderr=errors)
        try:
            until = time.monotonic() + 120
            while "startup complete" not in log.read_text():
                assert time.monotonic() < until
                time.sleep(0.05)
            server.send_signal(signal.SIGINT)
            assert server.wait(60) == 130
        finally:
            server.kill()
    said = [line for line in log.read_text().splitlines() if not line.startswith("{")]
    assert any(line.startswith("http://0.0.0.0:") for line in said)
    assert any("--tokens lets only those" in line for line in said)
    assert said[-1] == f"ludosoph: stopped: all moves are in {tmp_path / 'tables.db'}"
    url = "postgresql://u:SECRETPW@127.0.0.1:1/x?bogus=1"
    text = subprocess.run([sys.executable, "-m", "cli", "serve", "--database", url], cwd=ROOT, check=False, text=True,
                          capture_output=True)
    assert (text.returncode, "SECRETPW" in text.stderr, len(text.stderr.splitlines())) == (2, False, 1)


@pytest.mark.parametrize("text", [
    "serve --database 'postgresql://u:SECRETPW@host/x'", "postgresql://u:SECRET@PW@host:5432/x?a=1",
    "serve --database=postgresql://u@host/x?password=SECRETPW&sslmode=require"])
def test_what_is_said_of_a_fault_has_no_password(text):
    said = without_passwords(f"the command ({text}) failed: {text}")
    assert "SECRET" not in said
    assert "PW" not in said
    assert said.count("host") == 2


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
