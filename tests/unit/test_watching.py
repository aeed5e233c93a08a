"""Looking at a dump that grows: each row once, each alert once, files that are being written, readers."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys

import duckdb
import pytest

from rolloutdiff import analyze_rollouts, audit_rollouts, forget, load_verl, open_warehouse
from rolloutdiff.errors import OutOfMemory, RunLoadedDifferently, WarehouseLocked
from rolloutdiff.pipeline import load
from rolloutdiff.settings import Resources
from rolloutdiff.warehouse.connect import open_session
from rolloutdiff.warehouse.snapshot import snapshot_path
from rolloutdiff.watching import Watcher
from tests.warehouse.live import PREFIX, ask, full, look, rows, text, watcher, write
from tests.warehouse.small import FAST


@pytest.fixture
def dump(tmp_path):
    return tmp_path / "run"


@pytest.fixture
def db(tmp_path):
    return tmp_path / "w.duckdb"


@pytest.fixture(scope="module")
def looked(tmp_path_factory):
    """A dump of 26 steps and its warehouse after one look whose alerts nobody was told of."""
    folder = tmp_path_factory.mktemp("looked")
    watching = watcher(write(folder / "run", range(1, 27)), folder / "w.duckdb")
    return folder, watching.round(watching.listing())


@pytest.fixture
def seen(looked, dump, db):
    """A copy of that for one test; gives what the look found."""
    shutil.copytree(looked[0] / "run", dump)
    shutil.copy(looked[0] / "w.duckdb", db)
    return looked[1]


@pytest.fixture
def unanalysed(monkeypatch):
    """Takes the analysis out of the rounds of a test that is about reading."""
    monkeypatch.setattr("rolloutdiff.watching.analyze_runs", lambda *_: "none")


def report_of(db, path):
    with open_warehouse(db) as warehouse, warehouse.analysis() as analysis:
        analysis.write_json(path)
    return path.read_bytes()


def test_round_by_round_is_the_whole_at_once_and_every_alert_is_told_once(looked, dump, db, tmp_path):
    watching, told = watcher(dump, db), []
    for last in (18, 22, 26):
        write(dump, range(1, last + 1))
        assert watching.has_news(watching.listing())
        found = look(watching)
        assert not watching.has_news(watching.listing())
        told.append([a.feature for a in found.alerts])
        assert rows(db) == full(last)
    assert told[0] == []
    assert "ast:def:f" in told[1]
    assert ask(db, "select count(*) from rolloutdiff.analysis") == [(1,)]
    assert ask(db, "select analysis_id from rolloutdiff.watch_analysis") == [(found.analysis_id,)]
    flat = [feature for features in told for feature in features]
    assert len(flat) == len(set(flat))
    assert report_of(db, tmp_path / "a.json") == report_of(looked[0] / "w.duckdb", tmp_path / "b.json")
    whole = tmp_path / "whole.duckdb"
    analyze_rollouts(load_verl(dump), db=whole, settings=PREFIX).close()
    assert report_of(whole, tmp_path / "c.json") == (tmp_path / "a.json").read_bytes()
    forget(db=db, run="run")
    assert ask(db, "select count(*) from rolloutdiff.watch_alert") == [(0,)]


def test_alerts_that_were_not_told_are_told_by_the_next_process_and_not_again(seen, dump, db):
    again = watcher(dump, db)
    found = look(again)
    assert (found.new_rollouts, found.analysis_id) == (0, seen.analysis_id)
    assert found.alerts == seen.alerts != ()
    assert look(watcher(dump, db)).alerts == ()
    assert ask(db, "select count(*) from rolloutdiff.analysis") == [(1,)]


def test_alerts_told_while_the_file_is_in_use_are_recorded_by_the_next_look(seen, dump, db, monkeypatch):
    watching = watcher(dump, db)
    found = watching.round(watching.listing())
    plain = Watcher._open

    def locked(self):
        raise WarehouseLocked("held", "wait")

    monkeypatch.setattr(Watcher, "_open", locked)
    watching.told(found.alerts)
    monkeypatch.setattr(Watcher, "_open", plain)
    assert ask(db, "select count(*) from rolloutdiff.watch_alert") == [(0,)]
    assert watching.round(watching.listing()).alerts == ()
    assert ask(db, "select count(*) > 0 from rolloutdiff.watch_alert") == [(True,)]


@pytest.mark.parametrize(("asked", "limit"), [(None, "762.9 MiB"), ("300MB", "286.1 MiB")])
def test_a_look_takes_no_more_memory_than_it_needs_or_was_given(dump, db, monkeypatch, asked, limit):
    write(dump, range(1, 3))
    found = []

    def analyzed(runner, *_):
        found.append(runner.cursor.execute("select current_setting('memory_limit')").fetchone()[0])
        if asked is None and len(found) == 1:
            raise OutOfMemory("Too little.")
        return "none"

    monkeypatch.setattr("rolloutdiff.watching.analyze_runs", analyzed)
    look(watcher(dump, db, resources=Resources(memory_limit=asked), snapshot=False))
    assert found == ([limit] if asked else [limit, "1.4 GiB"])


def test_files_that_have_rested_are_not_read_again(dump, db, monkeypatch, unanalysed):
    write(dump, range(1, 4))
    write(dump, [4], rested=False)
    watching, digests = watcher(dump, db, settle=0.0, snapshot=False), []
    plain = hashlib.sha256

    def sha256(*given):
        # What is read piece by piece is a file of the dump.
        digests.extend([] if given else [1])
        return plain(*given)

    monkeypatch.setattr("hashlib.sha256", sha256)
    look(watching)
    assert len(digests) == 4
    write(dump, [5])
    look(watching)
    # The one that has just been written may change within the same tick of a clock.
    assert len(digests) == 6
    assert rows(db) == full(5)
    (dump / "2.jsonl").write_text(text(2).replace("Answer", "Reply"), encoding="utf-8")
    with pytest.raises(RunLoadedDifferently):
        look(watching)


def test_a_line_that_is_being_written_is_read_once_when_it_is_complete(dump, db, unanalysed):
    write(dump, range(1, 5))
    whole = text(4)
    watching = watcher(dump, db, settle=0.0, snapshot=False)
    for cut, held, torn in (
        (len(whole) - 60, 15, True),
        (len(whole) - 1, 16, False),
        (len(whole), 16, False),
    ):
        (dump / "4.jsonl").write_text(whole[:cut], encoding="utf-8")
        found = look(watching)
        assert rows(db)[4] == held
        assert found.incomplete == (("4.jsonl",) if torn else ())
    assert ask(db, "select count(*) from rolloutdiff.rejected_row") == [(0,)]


def test_a_new_file_is_left_until_it_rests_and_no_longer_than_a_minute(dump, db, monkeypatch, unanalysed):
    write(dump, range(1, 4))
    write(dump, [4], rested=False)
    watching = watcher(dump, db, settle=3600.0, snapshot=False)
    found = look(watching)
    assert (found.left_for_later, rows(db)) == (("4.jsonl",), full(3))
    assert watching.has_news(watching.listing())
    monkeypatch.setattr("rolloutdiff.watching.LONGEST_WAIT", 0.0)
    assert look(watching).left_for_later == ()
    assert rows(db) == full(4)


def test_of_a_dump_that_is_new_as_a_whole_only_the_last_file_waits(dump, db, unanalysed):
    write(dump, range(1, 4), rested=False)
    assert look(watcher(dump, db, settle=3600.0, snapshot=False)).left_for_later == ("3.jsonl",)


def test_a_file_that_cannot_be_read_is_tried_again(dump, db, unanalysed):
    write(dump, range(1, 4))
    path = dump / "4.jsonl.gz"
    path.write_bytes(gzip.compress(text(4).encode())[:40])
    watching = watcher(dump, db, settle=0.0, snapshot=False)
    assert look(watching).unreadable == ("4.jsonl.gz",)
    path.write_bytes(gzip.compress(text(4).encode()))
    assert look(watching).unreadable == ()
    assert rows(db) == full(4)


def test_a_file_rewritten_with_the_same_size_is_read_again(dump, db, unanalysed):
    """The row that differs is found by the hash, which is taken again where the time is another."""
    write(dump, range(1, 4))
    watching = watcher(dump, db, settle=0.0, snapshot=False)
    look(watching)
    path = dump / "2.jsonl"
    path.write_text(text(2).replace("Answer 2 3.", "Answer 2 9."), encoding="utf-8")
    with pytest.raises(load.RunLoadedDifferently, match="row 3"):
        look(watching)
    # Put back, it is what is held.
    path.write_text(text(2), encoding="utf-8")
    assert look(watching).new_rollouts == 0


def test_a_dump_that_grows_while_it_is_read_loses_nothing(dump, db, monkeypatch, unanalysed):
    """The file grows after its lines were read and before it is recorded."""
    dump.mkdir()
    path = dump / "1.jsonl"
    whole = text(1)
    half = whole.index("\n", len(whole) // 2) + 1
    path.write_text(whole[:half], encoding="utf-8")
    first = whole[:half].count("\n")
    plain = load._record_files

    def grown(*arguments):
        path.write_text(whole, encoding="utf-8")
        plain(*arguments)

    monkeypatch.setattr(load, "_record_files", grown)
    watching = watcher(dump, db, settle=0.0, snapshot=False)
    look(watching)
    monkeypatch.setattr(load, "_record_files", plain)
    assert rows(db) == {1: first}
    assert watching.has_news(watching.listing())
    look(watching)
    assert rows(db) == {1: 16}


def test_a_dump_that_changed_while_it_was_opened_is_opened_again(dump, db, unanalysed):
    write(dump, range(1, 4))
    opened = []

    def open_slowly():
        rollouts = load_verl(dump)
        if not opened:
            write(dump, [3], rested=False)
        opened.append(rollouts)
        return rollouts

    look(Watcher(dump, db, open_slowly, lambda _: PREFIX, settle=0.0, snapshot=False))
    assert len(opened) == 2
    assert rows(db) == full(3)


def test_analyses_of_others_and_audited_ones_stay(seen, dump, db):
    own = seen.analysis_id
    audit_rollouts(db=db, analysis=own, settings=FAST).close()
    with analyze_rollouts(load_verl(dump), db=db) as analysis:
        users = analysis.id
    watching = watcher(dump, db, snapshot=False)
    write(dump, [27])
    middle = look(watching).analysis_id
    write(dump, [28])
    last = look(watching).analysis_id
    held = {name for (name,) in ask(db, "select analysis_id from rolloutdiff.analysis")}
    assert held == {own, users, last}
    assert middle not in held


# Reads the last step of a run again and again, as a notebook would, until it is told to stop.
READER = """
import sys, threading
from rolloutdiff import open_warehouse
stop = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), stop.set()), daemon=True).start()
print("ready", flush=True)
while not stop.wait(0.05):
    with open_warehouse(sys.argv[1]) as warehouse:
        steps = [run["last_step"] for run in warehouse.analyses.rows()]
        print(len(steps), max(steps), flush=True)
"""


def test_a_reader_in_another_process_always_reads_a_finished_analysis(seen, dump, db, root):
    """No read fails, waits or sees less than the one before, however it falls into the rounds."""
    watching = watcher(dump, db, settle=0.0)
    look(watching)
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen(
        [sys.executable, "-c", READER, db],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as reader:
        assert reader.stdout.readline() == "ready\n"
        before = reader.stdout.readline()
        during = []

        def read(stage, done, total):
            during.append(ask(snapshot_path(db), "select max(last_step) from rolloutdiff.report_run")[0][0])

        for step in (27, 28):
            write(dump, [step])
            look_at = watching.round(watching.listing(), read)
            watching.told(look_at.alerts)
        out, err = reader.communicate("")
    assert (reader.returncode, err) == (0, "")
    seen_by = [tuple(map(int, line.split())) for line in (before, *out.splitlines())]
    assert {analyses for analyses, _ in seen_by} == {1}
    last = [step for _, step in seen_by]
    assert last == sorted(last)
    assert set(last) <= {26, 27, 28}
    assert (sorted(set(during)), during) == ([26, 27, 28], sorted(during))
    assert rows(db) == full(28)
    # Between two rounds nobody has the file.
    ask(db, "select 1")


def test_rollouts_that_somebody_changed_between_two_looks_are_hashed_anew(dump, db):
    watching = watcher(write(dump, range(1, 20)), db)
    first = look(watching).analysis_id
    # Of the last step: the smallest of the files that are there already is read again, and compared.
    with duckdb.connect(db) as con:
        con.execute("update rolloutdiff.rollout set slice = 'mine' where step = 19")
    write(dump, range(1, 21))
    second = look(watching).analysis_id
    write(dump, range(1, 22))
    third = look(watching).analysis_id
    assert len({first, second, third}) == 3
    given = {"runs": ["run"], "after": -1, "rows": 0, "known": "0"}
    with open_session(None, db) as session:
        _, wanted, _ = session.runner.rows("input_hash", given)[0]
    assert ask(db, f"select input_hash from rolloutdiff.analysis where analysis_id = '{third}'") == [
        (wanted,)
    ]
