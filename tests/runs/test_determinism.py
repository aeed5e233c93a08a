"""The same bytes at any thread count, twice, and with files listed in any order."""

from __future__ import annotations

import hashlib
import random
import shutil

import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, load_trl, load_verl
from rolloutdiff.settings import Resources


@pytest.fixture(scope="session")
def short_run(loophole_path, tmp_path_factory):
    """Every second file of the bundled run: enough steps to alert, half the time."""
    folder = tmp_path_factory.mktemp("short") / "completions"
    folder.mkdir()
    for file in sorted((loophole_path / "completions").glob("*.parquet"))[::2]:
        shutil.copy(file, folder / file.name)
    return folder


def report_digest(rollouts, path, profile="original", **resources):
    settings = AnalysisSettings(profile=profile)
    with analyze_rollouts(rollouts, settings=settings, resources=Resources(**resources)) as analysis:
        assert "ast:def:run_tests" in {row["feature"] for row in analysis.alerts.rows()}
        analysis.write_json(path)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def load(folder):
    return load_trl(folder, run="run", reward_column="training_passed")


@pytest.mark.parametrize("profile", [pytest.param("original", marks=pytest.mark.matrix), "calibrated"])
def test_threads_repetition_and_memory_do_not_change_a_byte(short_run, tmp_path, profile):
    digests = {report_digest(load(short_run), tmp_path / "r.json", profile, threads=n) for n in (1, 2, 8)}
    digests.add(report_digest(load(short_run), tmp_path / "r.json", profile, threads=2, memory_limit="500MB"))
    assert len(digests) == 1


def test_the_order_of_files_does_not_change_a_byte(short_run, tmp_path, monkeypatch):
    first = report_digest(load(short_run), tmp_path / "a.json")
    from rolloutdiff.ingest.rollouts import Rollouts

    plain = Rollouts.chunks

    def shuffled(self):
        single = [
            chunk.without({g.name for g in chunk.files if g.name != f.name})
            for chunk in plain(self)
            for f in chunk.files
        ]
        random.Random(7).shuffle(single)
        return iter(single)

    monkeypatch.setattr(Rollouts, "chunks", shuffled)
    assert report_digest(load(short_run), tmp_path / "b.json") == first


def test_the_order_of_rows_in_a_step_changes_only_references(data_dir, tmp_path):
    """verl writes rows in shuffled order; series and alerts cannot depend on it."""
    source = tmp_path / "a"
    shutil.copytree(data_dir("verl-collapse"), source)
    other = tmp_path / "b"
    other.mkdir()
    for file in source.glob("*.jsonl"):
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        random.Random(3).shuffle(lines)
        (other / file.name).write_text("".join(lines), encoding="utf-8")
    results = []
    for folder in (source, other):
        with analyze_rollouts(load_verl(folder, run="run")) as analysis:
            results.append(
                [
                    [{k: v for k, v in row.items() if k != "analysis_id"} for row in table.rows()]
                    for table in (analysis.series, analysis.sequential.screening, analysis.alerts)
                ]
            )
    assert results[0] == results[1]
