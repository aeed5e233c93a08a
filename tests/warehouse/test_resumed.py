"""An analysis that is interrupted while it reads texts: what was read stays, and is not read again."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from rolloutdiff import analyze_rollouts, from_table
from rolloutdiff.pipeline import extraction
from tests.warehouse.small import small_dump

CHUNK, TOGETHER = 8, 2


def run(dump: Path, db: Path, heard: list[tuple[int, int]], stop: float = float("inf")) -> str:
    """The report of an analysis that is interrupted once so many texts are read."""

    def listen(stage: str, done: int, total: int) -> None:
        if stage == "extract" and total > 1:
            heard.append((done, total))
            if done >= stop:
                raise KeyboardInterrupt

    with analyze_rollouts(from_table(dump, run="r"), db=db, progress=listen) as analysis:
        report = db.with_suffix(".json")
        analysis.write_json(report)
        return report.read_text(encoding="utf-8")


def test_what_was_read_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "CHUNK_ROWS", CHUNK)
    monkeypatch.setattr(extraction, "COMMIT_CHUNKS", TOGETHER)
    dump = tmp_path / "d.parquet"
    small_dump(dump, steps=24)
    calm: list[tuple[int, int]] = []
    expected = run(dump, tmp_path / "calm.duckdb", calm)
    texts = calm[-1][1]
    assert texts > 3 * CHUNK * TOGETHER

    db = tmp_path / "w.duckdb"
    with pytest.raises(KeyboardInterrupt):
        run(dump, db, [], stop=(2 * TOGETHER + 1) * CHUNK)
    with duckdb.connect(str(db), read_only=True) as con:
        query = "select count(distinct response) from rolloutdiff.rollout semi join {} using (rollout_id)"
        read = con.execute(query.format("rolloutdiff.extraction")).fetchone()
    assert read == (2 * TOGETHER * CHUNK,)
    heard: list[tuple[int, int]] = []
    assert run(dump, db, heard) == expected
    assert heard[-1] == (texts - 2 * TOGETHER * CHUNK,) * 2
