"""Tables to files: CSV to read, Parquet to work on. Nothing is computed; the same table, the same bytes."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq


def write_csv(table: pd.DataFrame, path: Path) -> Path:
    """The table as CSV in UTF-8, floats to nine significant digits, missing values empty; compressed if so named (.gz).

    The same table gives the same bytes.
    """
    compression: Any = {"method": "gzip", "mtime": 0} if path.suffix == ".gz" else None
    table.to_csv(path, index=False, float_format="%.9g", lineterminator="\n", encoding="utf-8", compression=compression)
    return path


def write_parquet(table: pd.DataFrame, path: Path) -> Path:
    """The table as Parquet, floats in full."""
    pq.write_table(pa.Table.from_pandas(table, preserve_index=False), path, compression="zstd")
    return path


def write_tables(tables: dict[str, pd.DataFrame], folder: Path) -> list[Path]:
    """Each table as NAME.csv and NAME.parquet in the folder, which must exist; returns the paths."""
    paths = []
    for name, table in tables.items():
        paths.append(write_csv(table, folder / f"{name}.csv"))
        paths.append(write_parquet(table, folder / f"{name}.parquet"))
    return paths
