"""`rolloutdiff explain`: plain sentences, folded, every one with its numbers."""

from __future__ import annotations

import json
import os
import re
from functools import partial

import pytest

from rolloutdiff.cli.explain import explanation
from rolloutdiff.report.explain import explain_event
from rolloutdiff.report.load import load_report

TITLES = ("Seen", "Speaks for it", "Speaks against it", "With reward", "Computed by", "Does not show")


@pytest.fixture
def command(monkeypatch, command_line):
    """Runs `explain`; gives exit code, stdout and stderr."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda fallback: os.terminal_size(fallback))
    return partial(command_line, "explain")


def test_every_paragraph_in_its_order(command, loophole):
    code, out, err = command(loophole.report, "--event-rank", 1)
    assert (code, err) == (0, "")
    head, *blocks = out.rstrip("\n").split("\n\n")
    assert re.fullmatch(r"Event 1 of \d+: defines run_tests\(\).* \(run loophole\)", " ".join(head.split()))
    assert [b.split(".")[0] for b in blocks[:-1]] == list(TITLES)
    body = out[: out.index("Read: ")]
    assert all(len(line) <= 80 for line in body.splitlines())
    for number in ("frozen_z_v1", "reward_association_v1", "steps 25–39", "standard errors"):
        assert number in " ".join(out.split())


def test_nothing_of_the_shared_text_is_lost(command, loophole):
    report = load_report(loophole.report)
    for event in report["event"]:
        rank = event["event_rank"]
        _, out, _ = command(loophole.report, "--event-rank", rank, "--run", "loophole")
        words = " ".join(out.split())
        for paragraph in explain_event(report, "loophole", rank):
            assert " ".join(f"{paragraph.title}. {paragraph.text}".split()) in words


def test_the_command_to_read_on_can_be_typed(command, loophole):
    _, out, _ = command(loophole.report)
    read = out[out.index("Read: ") :].removeprefix("Read: ").replace("\\\n", " ").split()
    assert read[:3] == ["rolloutdiff", "inspect", "PATH"]
    assert read[read.index("--report") + 1] == str(loophole.report)
    assert read[read.index("--event-rank") + 1] == "1"
    assert read[read.index("--reward-column") + 1] == "training_passed"


def test_hostile_names_are_printable(command, hostile):
    for path in (hostile.report, hostile.hashed):
        code, out, _ = command(path)
        assert code == 0
        assert all(c.isprintable() or c == "\n" for c in out)
        assert "run_tests" in out or path == hostile.hashed
    assert "run_tests" not in command(hostile.hashed)[1]


def test_a_narrow_terminal(loophole):
    report = load_report(loophole.report)
    lines = list(explanation(report, "loophole", 1, "r.json", width=50))
    assert max(len(line) for line in lines[: lines.index("")]) <= 50
    assert any(line.endswith("--report r.json --event-rank 1 --pair") for line in lines)


class TestErrors:
    """What is wrong, and what there is instead."""

    def test_rank_out_of_range(self, command, loophole):
        code, out, err = command(loophole.report, "--event-rank", 99)
        assert (code, out) == (3, "")
        assert "99" in err
        assert re.search(r"1[ ,–-]", err)

    def test_no_events(self, command, loophole, tmp_path):
        report = json.loads(loophole.report.read_text())
        path = tmp_path / "r.json"
        path.write_text(json.dumps(report | {"event": [], "event_member": [], "exemplar": []}))
        code, _, err = command(path)
        assert code == 3
        assert "has no events" in err

    def test_unknown_run(self, command, loophole):
        code, _, err = command(loophole.report, "--run", "other")
        assert code == 3
        assert "loophole" in err

    def test_several_runs_need_a_name(self, command, loophole, tmp_path):
        report = json.loads(loophole.report.read_text())
        report["run"].append(report["run"][0] | {"run": "second"})
        path = tmp_path / "r.json"
        path.write_text(json.dumps(report))
        code, _, err = command(path)
        assert code == 2
        assert "--run: loophole, second" in err
        assert command(path, "--run", "loophole")[0] == 0

    def test_no_report(self, command, tmp_path):
        assert command(tmp_path / "r.json")[2].startswith("error[report]: There is no file")
