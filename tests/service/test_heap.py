"""Memory goes back to the system: large blocks as soon as they are free, all else after each search."""
import subprocess
import sys

from mcts.advice import search_params
from service import heap
from service.searches import Limits, Searches
from tests.service.test_remote import position

COUNTED = """
import ctypes
import service.heap

class Known(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "large", "hblkhd", "usmblks", "fsmblks", "uordblks", "free", "keepcost")]

libc = ctypes.CDLL(None)
libc.mallinfo2.restype = Known
libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
service.heap.settle()
for size in (2**20, 2**23, 2**24, 2**20):
    before = libc.mallinfo2().large
    block = libc.malloc(size)
    between = libc.mallinfo2().large
    libc.free(block)
    print(between - before, libc.mallinfo2().large - between)
"""


def test_what_was_freed_does_not_change_where_large_blocks_come_from():
    """By itself the allocator cuts the second one, and all that follow, from a heap that stays as large as it was."""
    found = subprocess.run([sys.executable, "-c", COUNTED], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines() == ["1 -1"] * 4


def test_each_search_gives_back_what_it_freed(monkeypatch):
    given = []
    monkeypatch.setattr(heap, "give_back", lambda: given.append(1))
    searches = Searches(1, 2**26, Limits())
    for _ in range(3):
        assert searches.advise("me", *position("burgundy"), search_params("", None, 50)).over.wait(60)
    searches.queue.join()
    assert len(given) == 3


def test_a_server_settles_its_heap_before_it_serves(monkeypatch, sqlite):
    import uvicorn

    from service.app import run
    from service.settings import Settings

    order = []
    monkeypatch.setattr("service.app.logs.set_up", lambda: None)        # both change all of this process
    monkeypatch.setattr(sys, "setswitchinterval", lambda seconds: None)
    monkeypatch.setattr(heap, "settle", lambda: order.append("settled"))
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: order.append("serves"))
    run(Settings(database=sqlite, port=0))
    assert order == ["settled", "serves"]
