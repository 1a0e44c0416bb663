"""The Dockerfile's steps, run in an empty root where no builder is at hand; then the server in it is started and asked.

    python -m bench service_container

It needs root, debootstrap, and what the steps themselves fetch. Each stage begins as a copy of a Debian with Python, in
place of the image that FROM names; RUN runs in it by chroot, COPY copies, and the last stage is started as its user.
"""
from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from games.api import InputError

ROOT = Path(__file__).resolve().parents[2]
SUITE = "bookworm"
IMAGE = re.compile(rf"python:3\.11-slim-{SUITE}")           # what Debian's own Python 3.11 can stand for
PACKAGES = "python3,python3-dev,python3-venv,python3-pip,ca-certificates"
IGNORED = ("VOLUME", "EXPOSE", "HEALTHCHECK")               # they tell a builder what a chroot does not do
READY = 60.0                                                # seconds that the server has to start
PORT = 8504
PATH = "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass
class Stage:
    """A root that is built, and what holds for its next step."""

    root: Path
    folder: str = "/"
    user: str = "root"
    entry: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": PATH})

    def inside(self, path: str) -> Path:
        """Where a path of the container lies on this machine."""
        return self.root / (self.folder + "/" + path if not path.startswith("/") else path).lstrip("/")

    def command(self, words: list[str]) -> list[str]:
        """A command as it is run in this root, by its user."""
        settings = [f"{name}={value}" for name, value in (self.environment | lent()).items()]
        moved = f"cd {shlex.quote(self.folder)} && exec {shlex.join(words)}"
        begun = ["chroot", f"--userspec={self.user}", str(self.root), "/usr/bin/env", "-i", *settings]
        return [*begun, "/bin/sh", "-c", moved]


def lent() -> dict[str, str]:
    """What holds in the root too: where pip looks, and the kind of build (`plain` takes minutes less)."""
    return {name: value for name, value in os.environ.items() if re.match(r"PIP_|https?_proxy|LUDOSOPH_BUILD", name)}


def steps(text: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile, each with what stands behind it. Raises InputError for one not known."""
    joined = re.sub(r"\\\n\s*", " ", text)
    found = [(line.split(None, 1)[0], line.split(None, 1)[1].strip()) for line in joined.splitlines()
             if line.strip() and not line.startswith("#")]
    known = ("FROM", "RUN", "COPY", "WORKDIR", "ARG", "ENV", "USER", "ENTRYPOINT", *IGNORED)
    for name, rest in found:
        if name not in known:
            raise InputError(f"Dockerfile: {name} {rest}: found {name}, expected one of {', '.join(known)}")
    return found


def call(words: list[str]) -> str:
    """Run a program. Raises InputError with the end of what it said where it fails."""
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise InputError(f"{shlex.join(words)[-300:]}: ended with status {done.returncode}\n{done.stdout[-1500:]}"
                         f"{done.stderr[-1500:]}")
    return done.stdout


def base(folder: Path) -> Path:
    """A Debian with Python, in which `python` is that of Debian, as in the image that it stands for."""
    call(["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(folder)])
    (folder / "usr/local/bin/python").symlink_to("/usr/bin/python3")
    for name in ("etc/resolv.conf", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt"):   # also behind a proxy
        if Path("/", name).is_file():
            shutil.copy(Path("/", name), folder / name)
    return folder


def ignored() -> list[str]:
    """The patterns of .dockerignore, as tar takes them."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    names = [line for line in lines if line and not line.startswith("#")]
    return [f"--exclude={name.removeprefix('**/') if name.startswith('**/') else './' + name}" for name in names]


def copy(source: Path, target: Path, whole: bool) -> None:
    """Copy a file or a folder into a root; of the project (`whole`) not what .dockerignore leaves out."""
    if source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
        return
    target.mkdir(parents=True, exist_ok=True)
    left_out = shlex.join(ignored()) if whole else ""
    there, here = shlex.quote(str(source)), shlex.quote(str(target))
    call(["bash", "-o", "pipefail", "-c", f"tar -C {there} {left_out} -cf - . | tar -C {here} -xf -"])


def built(text: str, home: Path, commit: str) -> Stage:
    """Run all steps below a folder; the last stage."""
    stages: dict[str, Stage] = {}
    debian = base(home / "debian")
    stage, given = Stage(debian), {"COMMIT": commit}
    for name, rest in steps(text):
        print(name, rest, flush=True)
        if name == "FROM":
            image, _, alias = rest.partition(" AS ")
            if IMAGE.fullmatch(image) is None:
                raise InputError(f"Dockerfile: FROM: found {image!r}, expected {IMAGE.pattern}")
            stage = Stage(home / f"stage-{len(stages)}")
            call(["cp", "--archive", str(debian), str(stage.root)])
            stages[alias or str(len(stages))] = stage
        elif name == "RUN":
            call(stage.command(["/bin/sh", "-c", rest]))
        elif name == "COPY":
            *options, source, target = shlex.split(rest)
            came = [stages[option.removeprefix("--from=")] for option in options]
            whole = not came
            copy(ROOT / source if whole else came[0].inside(source), stage.inside(target), whole)
        elif name == "WORKDIR":
            stage.folder = rest
            stage.inside("").mkdir(parents=True, exist_ok=True)
        elif name in ("ARG", "ENV"):
            key, _, value = rest.partition("=")
            stage.environment[key] = given.get(key, value) if name == "ARG" else value
        elif name == "USER":
            stage.user = rest
        elif name == "ENTRYPOINT":
            stage.entry = json.loads(rest)
    return stage


def asked(path: str) -> bytes:
    """What the server answers."""
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}{path}", timeout=5) as answer:
        body: bytes = answer.read()
    return body


def run(keep: Annotated[Path, typer.Option(help="Folder of the roots; made anew.")] = ROOT / "build" / "container",
        ) -> None:
    """Build the roots, start the server, and ask it."""
    if os.geteuid() or shutil.which("debootstrap") is None:
        raise InputError("needs root and the command debootstrap (Debian: apt-get install debootstrap)")
    shutil.rmtree(keep, ignore_errors=True)
    keep.mkdir(parents=True)
    commit = call(["git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"]).strip()
    stage = built((ROOT / "Dockerfile").read_text(encoding="utf-8"), keep, commit)
    version = call(stage.command([*stage.entry[:1], "--version"])).strip()
    who = call(stage.command(["id", "--user", "--name"])).strip()
    server = subprocess.Popen(stage.command(stage.entry), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + READY
        while True:
            try:
                ready = asked("/readyz").decode()
                break
            except OSError:
                if server.poll() is not None or time.monotonic() > until:
                    raise InputError(f"the server did not start within {READY:g} s") from None
                time.sleep(0.5)
        page = asked("/")
    finally:
        server.terminate()
        server.wait(30)
    print(f"{version}, run by {who}: /readyz answers {ready}, the page has {len(page):,} bytes, "
          f"{(stage.root / 'data/ludosoph.db').stat().st_size:,} bytes of games are in /data")
