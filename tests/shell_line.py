"""A command line of a page taken apart: its steps, the pipe of each, and the file that takes what comes out."""
import shlex

Step = tuple[list[list[str]], str | None]


def steps(line: str) -> list[Step]:
    """The steps of a line, joined by `&&`: commands of a pipe, each a list of words, and a file after `>` or None.

    What a shell would do besides (variables, patterns, other redirections) is refused, so that no page relies on what
    is not tested here.
    """
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.commenters, lexer.whitespace_split = "#", True
    found: list[Step] = []
    pipe: list[list[str]] = [[]]
    target = None
    words = iter(lexer)
    for word in words:
        if word == "|":
            pipe.append([])
        elif word == ">":
            target = next(words)
        elif word == "&&":
            found.append((pipe, target))
            pipe, target = [[]], None
        elif set(word) <= set("();<>|&"):
            raise ValueError(f"{line}: found {word!r}, expected one of | > &&")
        else:
            pipe[-1].append(word)
    return [*found, (pipe, target)]
