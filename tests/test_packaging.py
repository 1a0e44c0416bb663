"""What is installed: a wheel built from the sdist, in an environment of its own, used from another directory."""
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

import games
from tests.tutorials import TUTORIALS, halves

ROOT = Path(__file__).parent.parent
SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
MODULES = tuple(SETUP["py-modules"])
PACKAGES = tuple(name for name in SETUP["packages"]["find"]["include"] if "." not in name)
OURS = (*MODULES, *PACKAGES)
UNREAD = {"README.md"}      # what is beside the code for those who read it on the disk, and is not installed
TRANSLATED = ROOT / "build/cython-fast"     # the same directives as of a plain build
COMMIT = "0123456789ab"     # of which the sdist says that it is
READY = 120.0               # seconds that a server has to start on a busy machine


def call(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Standard output of a command that must succeed; on failure the test shows all that it said."""
    # the tests may run from the project folder, which must not be what the command imports from
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "LUDOSOPH_BUILD")} | environment
    done = subprocess.run([str(c) for c in command], cwd=cwd, env=env, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist of the tracked files alone, as `git archive` writes them: what a release is made of."""
    home = tmp_path_factory.mktemp("sdist")
    for name in tracked():
        place = home / "tree" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, place)        # with its time, by which the C files made of it are known to be fresh
    (home / "tree/COMMIT").write_text(f"{COMMIT}\n", encoding="utf-8")
    call(sys.executable, "-m", "build", "--no-isolation", "--sdist", "--outdir", home, home / "tree", cwd=home)
    (made,) = home.glob("*.tar.gz")
    return made


@pytest.fixture(scope="module")
def packed(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in a wheel of that sdist in which nothing is compiled: it takes seconds."""
    home = tmp_path_factory.mktemp("packed")
    shutil.unpack_archive(sdist, home)
    (tree,) = home.iterdir()
    call(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", home, tree, cwd=home,
         LUDOSOPH_BUILD="none")
    (made,) = home.glob("*.whl")
    return set(zipfile.ZipFile(made).namelist())


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from the sdist alone; what it holds is compiled without the optimizations, which take longest.

    What Cython made of the same sources for this tree is no older than they are, and is not made again.
    """
    home = tmp_path_factory.mktemp("wheel")
    shutil.unpack_archive(sdist, home)
    (tree,) = home.iterdir()
    if TRANSLATED.is_dir():
        shutil.copytree(TRANSLATED, tree / "build/cython-plain")
    call(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", home, tree, cwd=home,
         LUDOSOPH_BUILD="plain")
    (made,) = home.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an environment with our wheel; its dependencies are read from where the tests have them."""
    home = tmp_path_factory.mktemp("environment")
    call(sys.executable, "-m", "venv", "--without-pip", home / "env", cwd=home)
    python = home / "env/bin/python"
    pip = (sys.executable, "-m", "pip", "--python", python)
    call(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=home)
    lend_dependencies(python)
    return home / "env/bin"


def lend_dependencies(python: Path) -> None:
    """Let an environment read what the tests have installed, after what it has itself."""
    site = Path(call(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=python.parent).strip())
    # a folder named in a .pth comes after ours on the path, and the .pth files in it (an editable install) stay unread
    paths = {path for path in sys.path if Path(path).name == "site-packages"}
    (site / "dependencies.pth").write_text("\n".join(sorted(paths)) + "\n", encoding="utf-8")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder from which nothing of the project can be imported by accident."""
    return tmp_path


def tracked(*under: str) -> list[str]:
    """The files that git has of the tree, or of these folders and files."""
    names = call("git", "ls-files", "-z", *under, cwd=ROOT).split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def test_the_sdist_holds_every_tracked_file_of_the_packages_and_no_tests(sdist):
    with tarfile.open(sdist) as archive:
        held = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    assert set(tracked(*PACKAGES)) - held == set()
    assert {*(f"{name}.py" for name in MODULES), "setup.py", "pyproject.toml", "LICENSE", "README.md"} <= held
    assert not {name for name in held if name.startswith("tests") or name.endswith((".so", ".c"))}


def test_a_wheel_holds_every_tracked_file_of_the_packages_and_no_tests(packed):
    """The page of the server is made of files that are no code, in folders that are no packages."""
    expected = {name for name in tracked(*PACKAGES) if Path(name).name not in UNREAD}
    assert expected - packed == set()
    assert len([name for name in packed if name.startswith("service/static/")]) > 10
    assert {name for name in packed if ".dist-info/" not in name} - set(tracked()) == set()


@pytest.mark.whole
def test_the_wheel_holds_rules_compiled_and_no_tests(wheel):
    held = set(zipfile.ZipFile(wheel).namelist())
    assert {f"{top}/py.typed" for top in PACKAGES if (ROOT / top / "py.typed").is_file()} <= held
    compiled = {name.split(".", 1)[0] + ".pyx" for name in held if name.endswith((".so", ".pyd"))}
    assert compiled == {name for name in tracked(*PACKAGES) if name.endswith(".pyx")}
    tops = {name.split("/", 1)[0] for name in held}
    assert {top for top in tops if not top.endswith(".dist-info")} == {*PACKAGES, *(f"{each}.py" for each in MODULES)}
    assert not {name for name in held if name.endswith(".c")}


@contextmanager
def serving(installed: Path, folder: Path) -> Iterator[httpx.Client]:
    """The installed server, with a client that asks it, once it is ready."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    log = folder / "log"
    with log.open("wb") as errors:
        server = subprocess.Popen([str(installed / "ludosoph"), "serve", "--port", str(port)], cwd=folder, env=env,
                                  stdout=errors, stderr=errors)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=READY) as client:
            until = time.monotonic() + READY
            while not answers(client):
                assert server.poll() is None, log.read_text(encoding="utf-8")[-3000:]
                assert time.monotonic() < until
                time.sleep(0.1)
            yield client
    finally:
        server.terminate()
        server.wait(READY)


def answers(client: httpx.Client) -> bool:
    try:
        return client.get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.whole
def test_the_installed_server_has_its_page_makes_a_table_and_advises(installed, elsewhere):
    with serving(installed, elsewhere) as client:
        page = client.get("/")
        assert page.status_code == 200
        files = re.findall(r'(?:href|src)="(/(?:static|styles|scripts)/[^"]+)"', page.text)
        assert len(files) > 3
        assert {name: client.get(name).status_code for name in files} == dict.fromkeys(files, 200)
        made = client.post("/api/v1/tables", json={"game": "pig", "seed": 1}).json()
        own = made["seats"][0]["secret"]
        assert client.get(f"/play/{own}").status_code == 200
        begun = client.post(f"/api/v1/seats/{own}/advice", json={"simulations": 50})
        assert begun.status_code == 202, begun.text
        until = time.monotonic() + READY
        while (known := client.get(f"/api/v1/searches/{begun.json()['search']}").json())["state"] != "done":
            assert known["error"] is None
            assert time.monotonic() < until
            time.sleep(0.1)
        assert known["document"]["words"]


@pytest.mark.whole
def test_the_installed_command_works_from_another_folder(installed, elsewhere):
    told = call(installed / "ludosoph", "games", cwd=elsewhere)
    for name in games.names():
        assert name in told
    start = elsewhere / "start.json"
    for name in games.names():
        start.write_text(call(installed / "ludosoph", "new", name, "--seed", "1", cwd=elsewhere), encoding="utf-8")
        assert json.loads(start.read_text(encoding="utf-8"))["game"] == name
        assert call(installed / "ludosoph", "moves", start, cwd=elsewhere).strip()


@pytest.mark.whole
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_works_line_for_line_in_a_fresh_environment(page, wheel, elsewhere):
    """Its dependencies are lent by the tests, as they would else be fetched anew."""
    shutil.copy(wheel, elsewhere)
    install, rest = halves(page)
    bash = ("bash", "-euo", "pipefail", "-c")
    call(*bash, install, cwd=elsewhere, PIP_NO_DEPS="1", PIP_NO_INDEX="1", PIP_QUIET="1")
    lend_dependencies(elsewhere / "env/bin/python")
    told = call(*bash, f". env/bin/activate\n{rest}", cwd=elsewhere, NO_COLOR="1")
    assert (elsewhere / "env") == Path(call(*bash, ". env/bin/activate; echo $VIRTUAL_ENV", cwd=elsewhere).strip())
    assert told.strip()


@pytest.mark.whole
def test_the_installed_version_names_the_commit_of_the_sdist_and_the_build(installed, elsewhere):
    told = call(installed / "ludosoph", "--version", cwd=elsewhere)
    assert re.fullmatch(rf"ludosoph \S+ \(commit {COMMIT}, (?:GCC|Clang) .*, plain build\)\n", told), told


@pytest.mark.whole
def test_pipx_installs_the_wheel(wheel, elsewhere):
    """As docs/install.md has it. What we depend on comes from the package index, as pipx insists on all of it."""
    pytest.importorskip("pipx", reason="pipx is not installed beside the tests")
    own = {"PIPX_HOME": f"{elsewhere}/pipx", "PIPX_BIN_DIR": f"{elsewhere}/bin", "PIPX_MAN_DIR": f"{elsewhere}/man"}
    call(sys.executable, "-m", "pipx", "install", "--python", sys.executable, wheel, cwd=elsewhere, **own)
    told = call(elsewhere / "bin/ludosoph", "match", "pig", "--agent", "mcts:20", "--agent", "random", "--games", "4",
                "--json", cwd=elsewhere)
    assert json.loads(told)["games"] == 4


def test_what_names_the_version_names_that_of_pyproject():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    wheels = re.findall(r"ludosoph-(\d+\.\d+\.\d+)-cp", (ROOT / "docs/install.md").read_text(encoding="utf-8"))
    assert released[0] == version
    assert wheels
    assert set(wheels) == {version}


@pytest.mark.whole
def test_our_names_are_ours_alone(installed, elsewhere):
    """Import names are folder names; a second distribution with one of them would replace our files without a word."""
    script = ("import importlib.metadata as m, json; "
              "print(json.dumps({k: sorted(set(v)) for k, v in m.packages_distributions().items()}))")
    claims = json.loads(call(installed / "python", "-c", script, cwd=elsewhere))
    assert {name: claims[name] for name in OURS} == {name: ["ludosoph"] for name in OURS}


OUTSIDE = """
import games
from core_ext.state import State
from mcts.params import SearchParams
from mcts.search import search


def best(state: State) -> str:
    found = search(state, SearchParams(simulations=100))
    return games.load("pig").notation.action_text(state, found.moves[0].action)


state = games.load("pig").start(2, {"goal": "20"})
seat: int = state.current_player()
state.apply_action(state.legal_actions()[0])
points: list[float] = state.scores()
print(best(state.copy()), state.rounds(), state.information_state_key(seat))
"""


@pytest.mark.whole
def test_a_package_that_uses_ours_is_type_checked(installed, elsewhere):
    """The wheel brings its types along; a misspelt method of a state is found without running anything."""
    checker = (sys.executable, "-m", "mypy", "--strict", "--cache-dir", elsewhere / "cache",
               "--python-executable", installed / "python", "outside.py", "nim.py")
    shutil.copy(ROOT / "examples/nim.py", elsewhere)
    outside = elsewhere / "outside.py"
    outside.write_text(OUTSIDE, encoding="utf-8")
    call(*checker, cwd=elsewhere)
    outside.write_text(OUTSIDE.replace("state.legal_actions", "state.leagl_actions"), encoding="utf-8")
    refused = subprocess.run([str(c) for c in checker], cwd=elsewhere, capture_output=True, text=True, timeout=600)
    assert refused.returncode == 1
    assert '"State" has no attribute "leagl_actions"' in refused.stdout


@pytest.mark.whole
def test_what_is_imported_comes_from_the_wheel(installed, elsewhere):
    names = ", ".join(OURS)
    script = f"import {names}, core_ext.state; print(core_ext.state.__file__, *(m.__file__ for m in ({names})))"
    files = call(installed / "python", "-c", script, cwd=elsewhere).split()
    home = installed.parent.resolve()
    assert all(home in Path(file).resolve().parents for file in files), files
