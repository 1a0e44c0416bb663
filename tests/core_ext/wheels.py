"""The game of wheel.pyx, compiled when a test first asks for it, and what its wheels are worth."""
from __future__ import annotations

import importlib.util
import sysconfig
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from Cython.Build import cythonize
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
NOBODY = -1


@cache
def _module() -> Any:
    with tempfile.TemporaryDirectory(prefix="wheel-") as folder:
        source = Path(folder) / "wheel.pyx"
        source.write_bytes((HERE / "wheel.pyx").read_bytes())
        wheel = Extension("wheel", [str(source)], extra_compile_args=["-O1"])
        made = cythonize([wheel], include_path=[str(ROOT)], quiet=True,
                         compiler_directives={"language_level": 3, "cdivision": True, "wraparound": False})
        command = build_ext(Distribution({"ext_modules": made}))
        command.build_lib = command.build_temp = folder
        command.ensure_finalized()
        command.run()
        library = f"{folder}/wheel{sysconfig.get_config_var('EXT_SUFFIX')}"
        spec = importlib.util.spec_from_file_location("wheel", library)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module


def wheels(faces: Sequence[int], answers: int = NOBODY, refused: float = 0.5) -> Any:
    """The start: seat 0 picks one of the wheels with so many faces; `answers` is the seat that may refuse the face."""
    return _module().Wheel(faces, answers, refused)


def worth(n: int, answers: int = NOBODY, refused: float = 0.5) -> float:
    """What a wheel of n faces brings seat 0 when the seat that answers does so best."""
    shown = [k / (n - 1) for k in range(n)]
    if answers != NOBODY:
        shown = [(max if answers == 0 else min)(face, refused) for face in shown]
    return sum(2 * (k + 1) / (n * (n + 1)) * face for k, face in enumerate(shown))
