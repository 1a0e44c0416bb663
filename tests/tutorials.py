"""The tutorials of docs/tutorials as scripts that do, line for line, what they tell a reader to type."""
import re
from pathlib import Path

TUTORIALS = sorted((Path(__file__).parent.parent / "docs/tutorials").glob("*.md"))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
SAVED = re.compile(r"\A# save as: (\S+)\n")
INSTALL = "## Install it"       # the chapter that makes the environment


def script(text: str) -> str:
    """What a shell runs of a page: lines as they are typed, and blocks of Python, run or saved as they say."""
    parts = []
    for kind, block in BLOCK.findall(text):
        if kind == "console":
            assert all(line.startswith("$ ") for line in block.splitlines()), block
            parts += [line[2:] + "\n" for line in block.splitlines()]
        elif kind == "sh":
            parts.append(block)
        elif kind == "python":
            saved = SAVED.match(block)
            parts.append(f"{f'cat > {saved[1]}' if saved else 'python -'} << 'END OF BLOCK'\n{block}END OF BLOCK\n")
    return "".join(parts)


def halves(page: Path) -> tuple[str, str]:
    """The script of the chapter that installs, and the script of all others."""
    before, title, after = page.read_text(encoding="utf-8").partition(INSTALL)
    install, mark, rest = after.partition("\n## ")
    assert title, f"{page.name} does not say how to install"
    assert mark, f"{page.name} ends with installing"
    return script(install), script(before + mark + rest)
