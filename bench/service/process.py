"""What a process of this machine takes, as Linux tells it."""
from __future__ import annotations

import os
from pathlib import Path


def processor_seconds(process: int) -> float:
    """Processor seconds that all its threads have used. They differ far less than waits where others use it, too."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int, what: str = "VmRSS") -> float:
    """MiB that it has now, or has had at most (VmHWM)."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{what}:")) / 1024
