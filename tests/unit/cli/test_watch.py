"""`rolloutdiff watch`: what it prints, the user's command, signals, and a process that is killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import duckdb
import pytest

from rolloutdiff.cli import telling
from rolloutdiff.errors import RunLoadedDifferently
from rolloutdiff.warehouse.snapshot import snapshot_path
from rolloutdiff.watching import Watcher
from tests.warehouse.live import ask, full, lines, rows, text, watcher, write


@pytest.fixture(scope="module")
def looked(tmp_path_factory):
    """A dump of 26 steps and its warehouse after one look whose alerts nobody was told of."""
    folder = tmp_path_factory.mktemp("looked")
    watching = watcher(write(folder / "run", range(1, 27)), folder / "w.duckdb")
    return folder, watching.round(watching.listing())


@pytest.fixture
def dump(tmp_path):
    return tmp_path / "run"


@pytest.fixture
def db(tmp_path):
    return tmp_path / "w.duckdb"


@pytest.fixture
def untold(looked, dump, db):
    """A copy of that for one test; gives the alerts to tell."""
    shutil.copytree(looked[0] / "run", dump)
    shutil.copy(looked[0] / "w.duckdb", db)
    return looked[1].alerts


@pytest.fixture
def unanalysed(monkeypatch):
    """Takes the analysis out of the rounds of a test that is not about it."""
    monkeypatch.setattr("rolloutdiff.watching.analyze_runs", lambda *_: "none")


def shell(line):
    """Option --on-alert with a line for the shell."""
    return ("--on-alert", f"sh -c '{line}'")


def test_without_snapshot_none_is_written(command_line, dump, db, unanalysed):
    write(dump, range(1, 4))
    assert command_line("watch", dump, "--db", db, "--once", "--no-snapshot")[0] == 0
    assert not snapshot_path(db).exists()
    assert command_line("watch", dump, "--db", db, "--once", "--snapshot")[0] == 0
    assert not snapshot_path(db).with_name("w.duckdb.snapshot.partial").exists()
    assert snapshot_path(db).exists()


def test_once_tells_alerts_on_stdout_and_to_the_command(command_line, dump, db, tmp_path, untold):
    # The last step is new, and what the first look found was not told yet.
    write(dump, [27])
    keep = tmp_path / "keep.py"
    keep.write_text(
        "import sys\nopen(sys.argv[1], 'a').write(sys.stdin.read())\nprint('kept')\n", encoding="utf-8"
    )
    command = f"{sys.executable} {keep} '{tmp_path / 'it is.jsonl'}'"
    asked = (
        "watch",
        dump,
        "--db",
        db,
        "--once",
        "--settle",
        "0s",
        "--vocabulary",
        "prefix",
        "--on-alert",
        command,
    )
    code, out, err = command_line(*asked)
    assert code == 0
    events = [json.loads(line) for line in (tmp_path / "it is.jsonl").read_text().splitlines()]
    told = out.splitlines()
    assert len(told) == len(events) > 0
    assert all(line.startswith("alert  run  step ") for line in told)
    assert "16 new completions of run" in err
    (event,) = [e for e in events if "ast:def:f" in (e["feature"], *e["folded"])]
    assert (event["event"], event["run"], event["db"], event["direction"]) == (
        "alert",
        "run",
        str(db),
        "rise",
    )
    assert event["onset_step"] <= event["alert_step"] <= event["last_step"] == 27
    assert (event["baseline_mean"], event["recent_mean"]) == (0.0, 1.0)
    assert len({e["id"] for e in events}) == len(events)
    assert command_line(*asked)[:2] == (0, "")
    assert len((tmp_path / "it is.jsonl").read_text().splitlines()) == len(events)


def test_a_command_that_fails_stops_nothing_and_the_alert_counts_as_told(command_line, dump, db, untold):
    options = shell("exit 7")
    code, out, err = command_line("watch", dump, "--db", db, "--once", *options)
    assert code == 0
    assert err.count("--on-alert left with code 7, for ") == len(out.splitlines()) == len(untold) > 0
    assert command_line("watch", dump, "--db", db, "--once", *options) == (0, "", "")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["sh", "-c", "kill -9 $$"], "left with code -9"),
        (["sleep", "600"], "took longer than 0.2 s and was stopped"),
        (["no-such-program-any-more"], "cannot be run: No such file or directory"),
    ],
)
def test_why_a_command_failed_is_told(monkeypatch, words, reason):
    monkeypatch.setattr(telling, "COMMAND_SECONDS", 0.2)
    assert telling.run_command(words, {"event": "alert"}) == reason


def test_a_command_that_reads_nothing_has_not_failed():
    """What it leaves unread may be more than a pipe holds."""
    assert telling.run_command(["true"], {"event": "alert", "folded": ["f"] * 200_000}) is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--every", "soon"), "--every is 'soon'. Give a time such as 30s, 5m or 1h."),
        (("--settle", "-1s"), "--settle is '-1s'."),
        (("--on-alert", "no-such-program-here x"), "--on-alert names no program"),
        (("--on-alert", "sh 'open"), "Close the quotes."),
        (("--on-alert", " "), "--on-alert names no program"),
    ],
)
def test_what_is_not_understood_is_told_before_anything_is_made(command_line, dump, db, options, message):
    code, _, err = command_line("watch", dump, "--db", db, "--once", *options)
    assert (code, err.startswith("error[usage]: "), message in err) == (2, True, True)
    assert not db.exists()


def test_once_stops_with_the_error_of_the_dump(command_line, dump, db, unanalysed):
    assert command_line("watch", dump, "--db", db, "--once")[0] == 3
    write(dump, range(1, 4))
    assert command_line("watch", dump, "--db", db, "--once")[0] == 0
    (dump / "2.jsonl").write_text("\n".join(lines(2)[1:]) + "\n", encoding="utf-8")
    code, _, err = command_line("watch", dump, "--db", db, "--once", "--settle", "0")
    assert (code, RunLoadedDifferently.code in err) == (3, True)
    assert rows(db)[2] == 16


def looks(monkeypatch, *acts):
    """Lets something happen at the beginning of each look."""
    plain, left = Watcher.round, list(acts)

    def round_(self, listing, listener=None):
        if left:
            left.pop(0)()
        return plain(self, listing, listener)

    monkeypatch.setattr(Watcher, "round", round_)


def asleep(monkeypatch, act):
    """Lets something happen between looks; threads that other tests left behind sleep as ever."""
    plain = time.sleep

    def sleep(seconds):
        if threading.current_thread() is threading.main_thread():
            act()
        else:
            plain(seconds)

    monkeypatch.setattr(time, "sleep", sleep)


def signals(*numbers):
    """Sends signals to this process."""
    return lambda: [signal.raise_signal(number) for number in numbers]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_lets_the_look_finish(command_line, dump, db, monkeypatch, unanalysed, number):
    write(dump, range(1, 4))
    looks(monkeypatch, signals(number))
    before = signal.getsignal(number)
    code, out, err = command_line("watch", dump, "--db", db, "--every", "1h")
    assert (code, out, err.splitlines()[-1]) == (0, "", "stopped")
    assert rows(db) == full(3)
    assert signal.getsignal(number) is before


def test_a_second_signal_undoes_what_is_being_done(command_line, dump, db, monkeypatch, unanalysed):
    write(dump, range(1, 4))
    looks(monkeypatch, lambda: None, signals(signal.SIGTERM, signal.SIGINT))
    asleep(monkeypatch, lambda: write(dump, range(1, 5)))
    code, _, err = command_line("watch", dump, "--db", db, "--every", "0.01s", "--settle", "0s")
    assert (code, "stopped" in err) == (130, False)
    assert rows(db) == full(3)


def test_a_signal_while_alerts_are_told_leaves_the_rest_for_the_next_time(
    command_line, dump, db, monkeypatch, untold
):
    """A command may take a minute for each: after the one that runs, no other is begun."""
    plain = telling.run_command
    monkeypatch.setattr(
        "rolloutdiff.cli.watch.run_command", lambda *a: (signals(signal.SIGTERM)(), plain(*a))[1]
    )
    code, first, err = command_line("watch", dump, "--db", db, "--every", "1h", *shell("true"))
    assert (code, len(first.splitlines()), err) == (0, 1, "stopped\n")
    code, rest, _ = command_line("watch", dump, "--db", db, "--once")
    assert len(rest.splitlines()) == len(untold) - 1 > 0
    assert not {*first.splitlines()} & {*rest.splitlines()}


def test_a_trainer_that_has_not_begun_is_waited_for(command_line, dump, db, monkeypatch, unanalysed):
    asleep(monkeypatch, lambda: write(dump, range(1, 4)))
    looks(monkeypatch, lambda: None, signals(signal.SIGINT))
    code, _, err = command_line("watch", dump, "--db", db, "--every", "0.001s", "--format", "verl")
    assert code == 0
    assert [line.split()[0] for line in err.splitlines()] == ["waiting:", "48", "stopped"]
    assert rows(db) == full(3)


def test_an_error_that_does_not_pass_stops_it(command_line, dump, db):
    write(dump, range(1, 4))
    (dump / "2.jsonl").write_text("not JSON\n", encoding="utf-8")
    code, _, err = command_line("watch", dump, "--db", db, "--every", "0.01s", "--settle", "0s")
    first, last = err.splitlines()
    assert code == 3
    assert first.startswith("looking again: ")
    assert last.startswith("error[bad_row]: ")


def start(dump, db, root):
    """The command in a process of its own."""
    code = "from rolloutdiff.cli.app import run; run()"
    words = [
        "watch",
        dump,
        "--db",
        db,
        "--every",
        "0.2s",
        "--settle",
        "0s",
        "--format",
        "verl",
        "--run",
        "run",
    ]
    return subprocess.Popen(
        [sys.executable, "-u", "-c", code, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )


def hear(process, beginning):
    """Waits for a line on standard error."""
    for line in process.stderr:
        if line.startswith(beginning):
            return
    raise AssertionError(process.communicate())


def held(db, query):
    """What a reader sees who may come at a bad moment."""
    try:
        return ask(db, query)[0][0]
    except duckdb.Error:
        return None


def test_processes_go_on_where_a_killed_one_was_and_stop_cleanly(dump, db, root):
    """The trainer writes line by line, so that the files grow and are torn all the time."""
    first = start(dump, db, root)
    hear(first, "waiting: ")
    write(dump, range(1, 23))
    hear(first, "352 new completions")
    while not held(db, "select count(*) from rolloutdiff.watch_alert"):
        time.sleep(0.05)
    with (dump / "23.jsonl").open("w", encoding="utf-8") as stream:
        for line in lines(23):
            for part in (line[:50], line[50:] + "\n"):
                stream.write(part)
                stream.flush()
                time.sleep(0.01)
    first.send_signal(signal.SIGKILL)
    told = first.communicate()[0].splitlines()
    assert first.returncode == -signal.SIGKILL
    (dump / "24.jsonl").write_text(text(24)[:-70], encoding="utf-8")
    second = start(dump, db, root)
    while held(db, "select max(last_step) from rolloutdiff.report_run") != 24:
        assert second.poll() is None, second.communicate()
        time.sleep(0.05)
    (dump / "24.jsonl").write_text(text(24), encoding="utf-8")
    while held(db, "select count(*) from rolloutdiff.rollout") != 24 * 16:
        assert second.poll() is None, second.communicate()
        time.sleep(0.05)
    second.send_signal(signal.SIGTERM)
    out, err = second.communicate()
    assert (second.returncode, err.splitlines()[-1]) == (0, "stopped")
    assert rows(db) == full(24)
    features = [line.split("  ")[3] for line in (*told, *out.splitlines())]
    known = {name for (name,) in ask(db, "select feature from rolloutdiff.watch_alert")}
    assert set(features) <= known
    assert len(features) > 0
