"""One writer a folder: a lock that the system takes back when its process ends, however it ends."""
from __future__ import annotations

import errno
import fcntl
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from games.api import InputError

LOCK = ".lock"
NOT_HERE = (errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK)    # file systems that cannot lock


@contextmanager
def one_writer(folder: Path) -> Iterator[None]:
    """Hold `folder`, which is made if it is not there, and taken away if it then stays empty.

    Raises InputError where another process holds it.

    The file says who, for people. What counts is the lock on it: one left by a killed process is taken over, and is
    gone in the end. Where a file system has no locks, two writers are not kept apart.
    """
    file, new = folder / LOCK, not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = _held(file)
    except OSError as error:
        raise InputError(f"{folder}: cannot be written: {error.strerror}") from error
    try:
        yield
    finally:
        file.unlink(missing_ok=True)    # before the lock goes, or it might be the next writer's
        os.close(handle)
        if new:
            with suppress(OSError):     # it holds something
                folder.rmdir()


def _held(file: Path) -> int:
    """The open file, locked. Tried again where its last holder took it away between opening and locking."""
    while True:
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            if not _lock(handle):
                said = os.read(handle, 200).decode(errors="replace").strip() or "another process"
                raise InputError(f"{file.parent}: is being written by {said}; wait for its end, or stop it")
            if file.exists() and os.fstat(handle).st_ino == file.stat().st_ino:
                os.truncate(handle, 0)
                now = datetime.now(UTC).isoformat(timespec="seconds")
                os.write(handle, f"process {os.getpid()} on {platform.node()} since {now}\n".encode())
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _lock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in NOT_HERE:
            raise
    return True
