"""The compiled part of the build: one extension module for each .pyx of the core and of the games.

A new game's `games/<game>/*.pyx` is found by itself. The environment variable LUDOSOPH_BUILD picks the kind of build:
unset for speed, `checked` for bounds checks that stop the program, `sanitize` for AddressSanitizer and UBSan, `thread`
for ThreadSanitizer, `plain` for a slow program that is compiled in a fifth of the time, `none` to leave the compiling
to a later `setup.py build_ext --inplace` (an editable install would do it twice).
LUDOSOPH_ONLY names folders to compile, as in `core_ext games/burgundy`, while working on one game.
Each kind keeps its own generated C and object files under build/. Everything else is in pyproject.toml.

The commit that is built is compiled in, as `ludosoph --version` tells it. An sdist holds it in the file COMMIT.
"""
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

KIND = os.environ.get("LUDOSOPH_BUILD") or "fast"
# for one processor or, as ARCHFLAGS asks on macOS, for another or several
MACHINES = os.environ.get("ARCHFLAGS", "").replace("-arch", "").split() or [platform.machine()]
CPU = ["-mpopcnt"] if set(MACHINES) <= {"x86_64", "AMD64"} else []     # in every such processor since 2008
DEBUG = ["-O1", "-g", "-fno-omit-frame-pointer"]
FLAGS = {                       # compiler flags, linker flags
    # roots are taken several at once only where none of them need set errno; nothing is written for debuggers, though
    # Python's own flags ask for it
    "fast": (["-O3", "-g0", "-fno-math-errno", *CPU], []),
    # array bounds and bad shifts trap, which needs no runtime library
    "checked": ([*DEBUG, "-D_GLIBCXX_ASSERTIONS", "-fsanitize=bounds,shift,integer-divide-by-zero",
                 "-fsanitize-undefined-trap-on-error"], []),
    "sanitize": ([*DEBUG, "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"],
                 ["-fsanitize=address,undefined"]),
    "thread": ([*DEBUG, "-fsanitize=thread"], ["-fsanitize=thread"]),
    "plain": (["-O0", "-g0", *CPU], []),
    "none": ([], []),
}
if KIND not in FLAGS:
    sys.exit(f"LUDOSOPH_BUILD: found {KIND!r}, expected one of {', '.join(FLAGS)}, or unset for fast")

CHECKS = KIND not in ("fast", "plain")
WINDOWS = {"fast": ["/O2", "/clang:-fno-math-errno", *CPU], "plain": ["/Od", *CPU], "none": []}     # for clang-cl
HEADER = Path(f"build/built-{KIND}/built.h")        # what core_ext/built.pyx tells

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKS,
    "wraparound": False,
    "cdivision": True,          # C division in every build: another rounding would be another game
    "initializedcheck": CHECKS,
}


def commit() -> str:
    """The commit of these sources: what git says of a clone, or an sdist's file COMMIT; empty where neither is."""
    if Path(".git").exists():       # not a folder further up, which would be of another project
        try:
            return subprocess.run(["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"], check=True,
                                  capture_output=True, text=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            return ""
    told = Path("COMMIT")
    return told.read_text(encoding="utf-8").strip() if told.is_file() else ""


def write_header() -> None:
    """Write what is compiled in, if it changed: what includes it is compiled anew then."""
    text = f'#define LUDOSOPH_COMMIT "{commit()}"\n#define LUDOSOPH_KIND "{KIND}"\n'
    if not HEADER.is_file() or HEADER.read_text(encoding="utf-8") != text:
        HEADER.parent.mkdir(parents=True, exist_ok=True)
        HEADER.write_text(text, encoding="utf-8")


class Sdist(sdist):
    """An sdist that says of which commit it is."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        if known := commit():
            Path(base_dir, "COMMIT").write_text(f"{known}\n", encoding="utf-8")


class BuildExt(build_ext):
    """Turns .pyx into C only when extensions are really built, so that an sdist needs no compiler."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.build_temp = f"{self.build_temp}-{KIND}"
        self.parallel = self.parallel or 2

    def run(self) -> None:
        """Each extension gets its C file; Cython reads the cimports, so a changed .pxd rebuilds what uses it."""
        write_header()
        made = cythonize(self.extensions, compiler_directives=DIRECTIVES, build_dir=f"build/cython-{KIND}",
                         nthreads=2 if sys.platform == "linux" else 0, force=self.force)
        by_name = {extension.name: extension for extension in made}
        for extension in self.extensions:
            extension.sources = by_name[extension.name].sources
            extension.depends = by_name[extension.name].depends
            if extension.name == "core_ext.built":
                extension.depends = [*extension.depends, HEADER.as_posix()]
        super().run()

    def build_extensions(self) -> None:
        """On Windows clang-cl compiles: Microsoft's own compiler has no such vectors and atomic operations."""
        if self.compiler.compiler_type == "msvc":
            if KIND not in WINDOWS:
                sys.exit(f"LUDOSOPH_BUILD: found {KIND!r}, expected one of {', '.join(WINDOWS)} on Windows")
            if (clang := shutil.which("clang-cl")) is None:
                sys.exit("clang-cl: found none in PATH, expected that of LLVM, which compiles on Windows")
            self.compiler.initialize()
            self.compiler.cc = clang
            for extension in self.extensions:
                extension.extra_compile_args = WINDOWS[KIND]
        super().build_extensions()


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
                      include_dirs=[HEADER.parent.as_posix()] if source.stem == "built" else [],
                      extra_compile_args=compile_args, extra_link_args=link_args) for source in sources]


def size(source: Path) -> int:
    """Bytes of a .pyx and of what lies beside it to be included."""
    return source.stat().st_size + sum(part.stat().st_size for part in source.parent.glob("*.pxi"))


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildExt, "sdist": Sdist})
