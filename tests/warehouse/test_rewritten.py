"""A file that is written anew at its old path is read as it is now, of the same size and second too."""

from __future__ import annotations

import random
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from rolloutdiff.warehouse.connect import open_connection


def test_a_file_written_anew_is_read_as_it_is_now(tmp_path: Path) -> None:
    path = tmp_path / "part.parquet"
    draw = random.Random(1)
    with open_connection(":memory:") as opened:
        # Small files, so that many follow one of the same size.
        for _ in range(400):
            texts = ["x" * draw.randint(0, 5) for _ in range(draw.randint(1, 8))]
            pq.write_table(pa.table({"text": texts}), path)
            found = opened.con.execute("select text from read_parquet(?)", [str(path)]).fetchall()
            assert [text for (text,) in found] == texts
