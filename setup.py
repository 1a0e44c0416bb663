"""The compiled part of the build: one extension module for each .pyx of the core and of the games.

A new game's `games/<game>/*.pyx` is found by itself. The environment variable LUDOSOPH_BUILD picks the kind of build:
unset for speed, `checked` for bounds checks that stop the program, `sanitize` for AddressSanitizer and UBSan, `thread`
for ThreadSanitizer, `plain` for a slow program that is compiled in a fifth of the time, `none` to leave the compiling
to a later `setup.py build_ext --inplace` (an editable install would do it twice).
LUDOSOPH_ONLY names folders to compile, as in `core_ext games/burgundy`, while working on one game.
Each kind keeps its own generated C and object files under build/. Everything else is in pyproject.toml.
"""
import os
import platform
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

KIND = os.environ.get("LUDOSOPH_BUILD") or "fast"
CPU = ["-mpopcnt"] if platform.machine() in ("x86_64", "AMD64") else []    # in every such processor since 2008
DEBUG = ["-O1", "-g", "-fno-omit-frame-pointer"]
FLAGS = {                       # compiler flags, linker flags
    # roots are taken several at once only where none of them need set errno
    "fast": (["-O3", "-fno-math-errno", *CPU], []),
    # array bounds and bad shifts trap, which needs no runtime library
    "checked": ([*DEBUG, "-D_GLIBCXX_ASSERTIONS", "-fsanitize=bounds,shift,integer-divide-by-zero",
                 "-fsanitize-undefined-trap-on-error"], []),
    "sanitize": ([*DEBUG, "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"],
                 ["-fsanitize=address,undefined"]),
    "thread": ([*DEBUG, "-fsanitize=thread"], ["-fsanitize=thread"]),
    "plain": (["-O0", *CPU], []),
    "none": ([], []),
}
if KIND not in FLAGS:
    sys.exit(f"LUDOSOPH_BUILD: found {KIND!r}, expected one of {', '.join(FLAGS)}, or unset for fast")

CHECKS = KIND not in ("fast", "plain")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKS,
    "wraparound": False,
    "cdivision": True,          # C division in every build: another rounding would be another game
    "initializedcheck": CHECKS,
}


class BuildExt(build_ext):
    """Turns .pyx into C only when extensions are really built, so that an sdist needs no compiler."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.build_temp = f"{self.build_temp}-{KIND}"
        self.parallel = self.parallel or 2

    def run(self) -> None:
        """Each extension gets its C file; Cython reads the cimports, so a changed .pxd rebuilds what uses it."""
        made = cythonize(self.extensions, compiler_directives=DIRECTIVES, build_dir=f"build/cython-{KIND}",
                         nthreads=2 if sys.platform == "linux" else 0, force=self.force)
        by_name = {extension.name: extension for extension in made}
        for extension in self.extensions:
            extension.sources = by_name[extension.name].sources
            extension.depends = by_name[extension.name].depends
        super().run()


def extensions() -> list[Extension]:
    """One for each .pyx, named after its place in the tree: the largest first, so that none is compiled alone."""
    if KIND == "none":
        return []
    compile_args, link_args = FLAGS[KIND]
    sources = sorted([*Path("core_ext").glob("*.pyx"), *Path("games").glob("*/*.pyx")])
    if only := os.environ.get("LUDOSOPH_ONLY", "").split():
        sources = [source for source in sources if source.parent.as_posix() in only]
    sources.sort(key=size, reverse=True)
    return [Extension(".".join(source.with_suffix("").parts), [source.as_posix()],
                      extra_compile_args=compile_args, extra_link_args=link_args) for source in sources]


def size(source: Path) -> int:
    """Bytes of a .pyx and of what lies beside it to be included."""
    return source.stat().st_size + sum(part.stat().st_size for part in source.parent.glob("*.pxi"))


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildExt})
