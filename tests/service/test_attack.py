"""The program that attacks a server, on a small scale."""
import resource
import socket
from contextlib import ExitStack

import httpx
import pytest

from bench.service.service_attack import attacked, deleted, inputs
from tests.whole import amount


def test_bad_inputs_are_answered_in_words_and_in_time(tmp_path):
    count = amount(300, few=60)
    row = inputs(count, tmp_path)
    assert row.tried == count
    assert (row.tried - row.well, row.note) == (0, row.note)


@pytest.mark.whole
def test_a_deleted_database_confirms_nothing(tmp_path):
    row = deleted(tmp_path)
    assert (row.well, row.lost) == (10, 0)


@pytest.mark.whole
def test_more_connections_at_once_than_files_take_no_file_that_is_needed(tmp_path):
    """asyncio, which has none left for a connection, takes no other one for a second."""
    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))

    with attacked(tmp_path, limit=limit) as server, ExitStack() as held:
        for _ in range(600):
            one = held.enter_context(socket.socket())
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", server.port))
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2"), timeout=60) as http:
            assert http.get(f"{server.address}/healthz").status_code == 200
        assert "out of system resource" not in server.log.read_text()
