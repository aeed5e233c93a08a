"""`rolloutdiff inspect`: what it prints, where, and what it says when it cannot."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from functools import partial

import pyarrow.parquet as pq
import pytest
from rich.cells import cell_len

from tests.unit.inspection.cases import HOSTILE

CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def command(command_line):
    """Runs `inspect`; gives exit code, stdout and stderr."""
    return partial(command_line, "inspect")


def whole(case):
    return (
        *(case.dump, "--format", "trl", "--run", "loophole", "--reward-column", "training_passed"),
        *("--report", case.report, "--event-rank", "1"),
    )


def test_the_command_of_the_readme(command, loophole):
    code, out, err = command(*whole(loophole))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert re.fullmatch(r"Event 1 of \d+: defines run_tests\(\).*   \(run loophole\)", lines[0])
    headings = [line for line in lines if line.startswith("exemplar ")]
    assert [h.split(" · ")[0] for h in headings] == [f"exemplar {i} of 3" for i in (1, 2, 3)]
    for heading in headings:
        file, row = heading.split(" · ")[-1].split(":")
        response = pq.read_table(loophole.dump / file).to_pylist()[int(row)]["completion"]
        assert "def run_tests" in response
        shown = "\n".join(f"{n:>3} | {line}" for n, line in enumerate(response.split("\n"), 1))
        assert shown in re.sub(r"\n +\^+(?=\n)", "", out)
    assert out.count("\n      ^^^^^^^^^^^^^\n") == 3
    assert out.count("  defines run_tests(): line ") == 3
    assert "pair" not in out
    assert "before the onset" not in out


def test_format_and_reward_are_known_from_the_report(command, loophole):
    assert command(loophole.dump, "--report", loophole.report)[1] == command(*whole(loophole))[1]


def test_pair_and_before(command, loophole):
    code, out, _ = command(*whole(loophole), "--pair", "--before")
    assert code == 0
    roles = [line.split(" · ")[0] for line in out.splitlines() if " · " in line and line[0] != " "]
    one = ["pair: same prompt and step, without it", "before: same prompt, before the onset"]
    assert roles == [r for i in (1, 2, 3) for r in (f"exemplar {i} of 3", *one)]


def without(case, folder, role):
    """The report with no reference of a role."""
    report = json.loads(case.report.read_text())
    report["exemplar"] = [r for r in report["exemplar"] if r["role"] != role]
    path = folder / "r.json"
    path.write_text(json.dumps(report))
    return path


def test_says_when_there_is_no_pair_and_nothing_before(command, loophole, tmp_path):
    _, out, _ = command(loophole.dump, "--report", without(loophole, tmp_path, "pair"), "--pair")
    assert len(re.findall(r"no pair: every completion of this prompt in step \d+ shows it", out)) == 3
    _, out, _ = command(loophole.dump, "--report", without(loophole, tmp_path, "before"), "--before")
    assert out.count("nothing before: this prompt does not occur before the onset") == 3


def test_rank_by_and_feature(command, loophole):
    _, out, _ = command(*whole(loophole), "--rank-by", "step", "--feature", "ast:def:run_tests")
    steps = [int(s) for s in re.findall(r"^exemplar .*? step (\d+)", out, re.MULTILINE)]
    assert steps == sorted(steps)
    code, _, err = command(*whole(loophole), "--feature", "ast:def:run_test")
    assert code == 2
    assert "Did you mean ast:def:run_tests?" in err


def test_the_warehouse_shows_the_same(command, loophole):
    options = ("--pair", "--before", "--event-rank", "1")
    code, out, _ = command("--db", loophole.warehouse, "--schema", "rolloutdiff", *options)
    assert code == 0
    assert out == command(loophole.dump, "--report", loophole.report, *options)[1]
    name = json.loads(loophole.report.read_text())["analysis_id"]
    assert command("--db", loophole.warehouse, "--analysis", name[:8], *options)[1] == out
    code, _, err = command("--db", loophole.warehouse, "--analysis", "zzz")
    assert (code, err.split(":")[0]) == (3, "error[report]")


@pytest.mark.parametrize("full", [(), ("--full",)])
def test_hostile_text_is_plain_text(command, hostile, full):
    options = ("--pair", "--before", "--feature", "ast:def:run_tests", *full)
    code, out, _ = command(hostile.dump, "--report", hostile.report, *options)
    assert code == 0
    assert CONTROL.search(out) is None
    assert "(run r [bold]␛[1m)" in out
    for shown in (
        "  1 | [INST] ␛[31mred␛[0m [/INST] xs[bold] [/] [red]no colour[/red] :smile: [link=x]y[/link]␍\n",
        "  2 | ␛]0;title␇ ␡␀⟨U+009B⟩31m ⟨U+202E⟩gnp.exe⟨U+202C⟩ a⟨U+200D⟩b ",
        "  3 | ⟨U+241B⟩ ⟨U+27E8⟩U+001B⟩ <U+001B> ⟨x⟩\n",
        "  4 | ␉       è = 1  \n",
        "    | Prompt 0 [/red]␛[2J very very ",
    ):
        assert shown in out
    assert ("1,024 characters left out; --full prints all 1,524" in out) == (not full)


def test_json_is_ascii_and_whole(command, hostile):
    arguments = (hostile.dump, "--report", hostile.report, "--feature", "ast:def:run_tests", "--json")
    code, out, _ = command(*arguments, "--pair")
    assert code == 0
    assert out.isascii()
    assert CONTROL.search(out) is None
    found = json.loads(out)
    assert found["run"] == "r [bold]\x1b[1m"
    assert found["feature"] == "ast:def:run_tests"
    for row in found["exemplars"]:
        assert row["response"] == HOSTILE
        (span,) = row["evidence"][0]["spans"]
        assert HOSTILE[span["start"] : span["end"]] == "def run_tests"
        assert (span["line"], span["line_text"]) == (6, "def run_tests():")
        assert row["pair"]["response"].startswith("Let me think")


def test_a_hashed_report_shows_texts(command, loophole):
    code, out, _ = command(loophole.dump, "--report", loophole.hashed)
    assert code == 0
    assert "made with --hash-features" in out
    assert "def run_tests" in out
    assert "^" not in out


class TestErrors:
    """One sentence that says what is wrong, where, and what to do."""

    def test_nothing_to_read_from(self, command, loophole):
        for arguments in ((), (loophole.dump,), ("--report", loophole.report)):
            code, _, err = command(*arguments)
            assert code == 2
            assert "Give PATH and --report, or --db" in err
        assert command("--db", loophole.warehouse, "--report", loophole.report)[0] == 2
        assert command(loophole.dump, "--report", loophole.report, "--analysis", "a")[0] == 2

    def test_rank_out_of_range(self, command, loophole):
        code, _, err = command(loophole.dump, "--report", loophole.report, "--event-rank", 99)
        assert code == 3
        assert re.search(r"no event of rank 99; it has 1 to \d+\.", err)
        assert command(loophole.dump, "--report", loophole.report, "--event-rank", 0)[0] == 2

    def test_a_size_has_no_exemplars(self, command, loophole):
        report = json.loads(loophole.report.read_text())
        rank = next(e["event_rank"] for e in report["event"] if e["lead_feature"].startswith("shape:"))
        code, _, err = command(loophole.dump, "--report", loophole.report, "--event-rank", rank)
        assert code == 3
        assert "it is a change of a size" in err
        assert "Events with exemplars: 1" in err

    def test_a_changed_dump(self, command, loophole, tmp_path):
        dump = shutil.copytree(loophole.dump, tmp_path / "completions")
        report = json.loads(loophole.report.read_text())
        (name,) = {
            r["source_file"]
            for r in report["exemplar"]
            if (r["event_rank"], r["role"], r["place"], r["feature"])
            == (1, "exemplar", 1, "ast:def:run_tests")
        }
        table = pq.read_table(dump / name)
        pq.write_table(table.slice(1), dump / name)
        code, out, err = command(dump, "--report", loophole.report)
        assert (code, out) == (3, "")
        assert err.startswith(f"error[changed_dump]: '{name}' has changed since the report was made: ")
        (dump / name).unlink()
        code, _, err = command(dump, "--report", loophole.report)
        assert err.startswith(f"error[changed_dump]: '{name}' is gone from TRL dump ")

    def test_another_dump(self, command, loophole, loophole_path, tmp_path):
        shutil.copy(loophole_path / "completions" / "completions_00001.parquet", tmp_path)
        code, _, err = command(tmp_path, "--report", loophole.report)
        assert code == 3
        assert "holds none of the files" in err
        assert command(tmp_path / "nowhere", "--report", loophole.report)[0] == 3

    def test_another_run(self, command, loophole):
        code, _, err = command(loophole.dump, "--report", loophole.report, "--run", "other")
        assert code == 3
        assert "no run 'other'" in err
        assert "loophole" in err


def call(arguments, **options):
    return subprocess.run(
        [sys.executable, "-c", "from rolloutdiff.cli import main; main()", "inspect", *map(str, arguments)],
        capture_output=True,
        **options,
    )


def test_a_narrow_code_page_loses_nothing(hostile):
    environment = os.environ | {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    done = call((hostile.dump, "--report", hostile.report, "--feature", "ast:def:run_tests"), env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode("cp1252")
    assert "<U+001B>[31mred<U+001B>[0m [/INST]" in text
    assert "    é = '<U+6F22><U+5B57>'; return True" in text
    assert "\x1b" not in text


def test_a_terminal_gets_colour_and_its_width(hostile):
    leader, follower = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"}
    environment.pop("NO_COLOR", None)
    arguments = [
        "inspect",
        hostile.dump,
        "--report",
        hostile.report,
        "--feature",
        "ast:def:run_tests",
        "--pair",
    ]
    code = "from rolloutdiff.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)], stdout=follower, stderr=follower, env=environment
    ) as process:
        os.close(follower)
        output = b""
        while True:
            try:
                block = os.read(leader, 65536)
            except OSError:
                break
            if not block:
                break
            output += block
        process.wait()
    os.close(leader)
    text = output.decode()
    assert process.returncode == 0
    assert "\x1b[1;35mdef run_tests\x1b[0m" in text
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    # Colours are the only sequences, and the only controls besides line ends.
    assert CONTROL.search(plain.replace("\r\n", "\n")) is None
    assert "^" not in plain
    assert " ¦ pair: same prompt and step, without it" in plain
    assert max(cell_len(line) for line in plain.split("\r\n")) <= 120


def test_a_reader_that_leaves_is_no_error(loophole):
    code = (
        f"{sys.executable} -c 'from rolloutdiff.cli import main; main()'"
        f" inspect {loophole.dump} --report {loophole.report} | head -n 1"
    )
    done = subprocess.run(["bash", "-o", "pipefail", "-c", code], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
