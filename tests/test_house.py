"""What keeps the house easy to read: nothing in it that nobody calls, and no comment that needs the next one."""
import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("commands", "core_ext", "games", "mcts", "reports", "service")
SUFFIXES = (".py", ".pyx", ".pxi", ".pxd")

CALLED_ELSEWHERE = {
    "stream_numbers", "keyed_number",       # by tests: their only way to see the random numbers of compiled code
    "format_help", "list_commands", "convert",  # by click: the page of a command, the list of all, a value typed
    "on_broken_pipe",                       # by rich, on a console whose reader is gone
    "downgrade",                            # by Alembic, for who takes a database back by hand
    "unparted",                             # by tests: what service/static/pointing.js does in a browser, in Python
}

DOCSTRING_OR_COMMENT = re.compile(r'"""[\s\S]*?"""|#.*')
# a constant whose comment needs another one to be understood: it goes on in the next line, or goes on from the last
HALF_SENTENCE = re.compile(r"^[A-Z][A-Z_0-9, ]* = [^#\n]*# +(?:(?:and|but|or) .*|.*,)$", re.MULTILINE)
COMPILED_FUNCTION = re.compile(r"^ *(?:cdef|cpdef|def) (?:inline )?(?:const )?(?:[\w.]+[ *]+)*(\w+)\(", re.MULTILINE)


def product() -> list[Path]:
    """Every source file of the program; its tests and experiments are none."""
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*") if file.suffix in SUFFIXES]
    return sorted([*files, *ROOT.glob("*.py")])


def functions(path: Path, text: str) -> list[str]:
    """Names of the functions, methods and classes that a file defines; a decorated one is called by its decorator."""
    if path.suffix == ".pxd":
        return []
    if path.suffix != ".py":
        return COMPILED_FUNCTION.findall(text)
    return [node.name for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.decorator_list]


def uncalled(files: list[Path]) -> list[str]:
    """`file: name` of all that no file names but where it is defined."""
    words: Counter[str] = Counter()
    places: dict[str, list[str]] = {}
    for path in files:
        text = path.read_text("utf-8")
        words.update(re.findall(r"\w+", DOCSTRING_OR_COMMENT.sub("", text)))
        for name in functions(path, text):
            places.setdefault(name, []).append(path.relative_to(ROOT).as_posix())
    return [f"{place}: {name}" for name, where in sorted(places.items()) for place in where
            if words[name] <= len(where) and not name.startswith("__") and name not in CALLED_ELSEWHERE]


def test_every_function_has_a_caller():
    assert uncalled(product()) == []


def test_a_function_without_a_caller_would_be_noticed(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / "a.py").write_text('def used():\n    """Not unused()."""\n\n\ndef unused():\n    used()\n', "utf-8")
    compiled = "cdef void kept() noexcept nogil:\n    pass\n\ncdef int lost():\n    kept()\n"
    (tmp_path / "b.pyx").write_text(compiled, "utf-8")
    assert uncalled([tmp_path / "a.py", tmp_path / "b.pyx"]) == ["b.pyx: lost", "a.py: unused"]


def test_the_comment_of_a_constant_can_be_read_alone():
    halves = [f"{path.relative_to(ROOT)}: {line}" for path in product() if path.suffix == ".py"
              for line in HALF_SENTENCE.findall(path.read_text(encoding="utf-8"))]
    assert halves == []


def test_half_a_sentence_would_be_noticed():
    told = "A = 1     # turns named,\nB, C = 2, 3   # and so many more\nD = 4  # turns, too\n"
    assert len(HALF_SENTENCE.findall(told)) == 2
