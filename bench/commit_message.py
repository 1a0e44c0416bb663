"""The hook that reads a commit message: a short subject, a reason, the search signature where the search can change."""
from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

SUBJECT = 60                # characters; lists of commits cut a longer one
SEARCHES = re.compile(r"(?:core_ext|games)/.*\.(?:pyx|pxd|pxi)|mcts/(?:search|params)\.py|"
                      r"games/\w+/(?:tables|tuning)\.py")
SIGNATURE = re.compile(r"^Search signature: [0-9a-f]{8}\b", re.MULTILINE)
MADE_BY_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ")


def faults(message: str, files: Sequence[str]) -> list[str]:
    """What is wrong with the message of a commit that changes these files."""
    lines = [line for line in message.splitlines() if not line.startswith("#")]
    subject, body = (lines or [""])[0], [line for line in lines[1:] if line.strip()]
    if subject.startswith(MADE_BY_GIT):
        return []
    found = []
    if not 0 < len(subject) <= SUBJECT:
        found.append(f"the subject has {len(subject)} characters, expected 1 to {SUBJECT}")
    if len(lines) > 1 and lines[1].strip():
        found.append("the second line has words, expected an empty line between subject and body")
    if not body:
        found.append("there is no body, expected why, for whom and with what effect")
    searched = [name for name in files if SEARCHES.fullmatch(name)]
    if searched and not SIGNATURE.search(message):
        found.append(f"{searched[0]} can change the search, expected a line such as `Search signature: 334ee34c, "
                     "unchanged.` (ludosoph bench --signature)")
    return found


def main() -> int:
    """Read the message in the file that git names; the exit status is 1 where it has faults."""
    staged = subprocess.run(["git", "diff", "--cached", "--name-only"], capture_output=True, text=True, check=True)
    found = faults(Path(sys.argv[1]).read_text(encoding="utf-8"), staged.stdout.splitlines())
    for fault in found:
        print(f"commit message: {fault}", file=sys.stderr)
    return min(1, len(found))


if __name__ == "__main__":
    sys.exit(main())
