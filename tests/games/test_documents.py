"""Files that people name are written whole, and in their place."""
import os
import stat
import threading
from pathlib import Path

import pytest

from games.api import InputError
from games.documents import write_file


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept" / "board.svg", tmp_path / "board.svg"
    kept.parent.mkdir()
    for linked in (kept, Path("kept") / "board.svg"):
        link.symlink_to(linked)
        write_file(link, str(linked).encode())
        assert link.is_symlink()
        assert kept.read_text() == str(linked)
        link.unlink()
    assert [file.name for file in kept.parent.iterdir()] == ["board.svg"]


def test_a_link_to_a_file_that_is_not_there_yet_makes_that_file(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("later")
    write_file(link, b"data")
    assert link.is_symlink()
    assert (tmp_path / "later").read_bytes() == b"data"


@pytest.mark.parametrize("linked", [False, True])
def test_a_folder_is_refused_and_stays(tmp_path: Path, linked: bool) -> None:
    folder, named = tmp_path / "folder", tmp_path / "named"
    folder.mkdir()
    (folder / "inside").write_text("here")
    if linked:
        named.symlink_to(folder)
    with pytest.raises(InputError, match=f"{'named' if linked else 'folder'}: is a folder, expected a file"):
        write_file(named if linked else folder, b"data")
    assert (folder / "inside").read_text() == "here"
    assert named.is_symlink() == linked


def test_a_pipe_is_written_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe, came = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: came.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_file(pipe, b"data")
    reader.join(timeout=10)
    assert came == [b"data"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_takes_the_data_and_stays_a_device() -> None:
    """By a handle, and not by its own name: an earlier version would replace the device, where it may."""
    handle = os.open(os.devnull, os.O_RDONLY)
    try:
        write_file(Path(f"/dev/fd/{handle}"), b"data")
    finally:
        os.close(handle)
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_who_may_read_a_file_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    write_file(file, b"before")
    file.chmod(0o600)
    write_file(file, b"after")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_bytes() == b"after"
