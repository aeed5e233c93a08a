"""The command line: what it prints, writes and returns."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys

import duckdb
import pytest

from rolloutdiff import __version__
from rolloutdiff.cli.analyze import FailOn, exit_code
from rolloutdiff.cli.app import VERBS, load_verb
from rolloutdiff.settings import AnalysisSettings


@pytest.fixture
def command(command_line):
    return command_line


@pytest.fixture(scope="module")
def dump(loophole_path, tmp_path_factory):
    """Forty steps of the bundled run around the change."""
    folder = tmp_path_factory.mktemp("dump") / "completions"
    folder.mkdir()
    for step in range(25, 65):
        name = f"completions_{step:05d}.parquet"
        shutil.copy(loophole_path / "completions" / name, folder / name)
    return folder


DUMP = ("--format", "trl", "--run", "r", "--reward-column", "training_passed")
LOAD = (*DUMP, "--profile", "original")


def test_list_of_verbs_says_what_their_own_help_says(command):
    code, out, _ = command("--help")
    assert code == 0
    for name, (_, line) in VERBS.items():
        assert re.search(rf"^  {name} +{re.escape(line[:50])}", out, re.M)
        assert load_verb(name).help.startswith(line)
    code, out, err = command("analyse", "x")
    assert (code, out) == (2, "")
    assert "No such command 'analyse'. Did you mean 'analyze'?" in " ".join(err.split())


def test_the_package_runs_as_a_module():
    done = subprocess.run([sys.executable, "-m", "rolloutdiff", "--version"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"rolloutdiff {__version__}\n", "")


def test_interrupted_work_says_what_is_kept(command, dump, monkeypatch, tmp_path):
    def interrupted(*given, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr("rolloutdiff.pipeline.analysis.count_texts", interrupted)
    db = tmp_path / "w.duckdb"
    code, _, err = command("analyze", dump, *DUMP, "--db", db)
    assert (code, err) == (
        130,
        "interrupted: what was not finished is undone; with --db the same command goes on\n",
    )
    monkeypatch.undo()
    with duckdb.connect(str(db), read_only=True) as con:
        assert con.execute("select count(*) from rolloutdiff.rollout").fetchone() == (5120,)


def test_analyze_render_and_warehouse(command, dump, tmp_path):
    report, page, db = tmp_path / "report.json", tmp_path / "report.html", tmp_path / "w.duckdb"
    code, out, err = command("analyze", dump, *LOAD, "--output", report, "--db", db)
    assert (code, err) == (0, "")
    assert out.startswith("r: 5,120 completions, steps 25–64")
    assert "defines run_tests()" in out
    assert f"report: {report}" in out
    assert f"next: rolloutdiff render {report}" in out
    assert json.loads(report.read_text())["schema_version"] == 1
    code, out, _ = command("render", report, "--output", page)
    assert (code, out) == (0, f"page: {page}\n")
    assert page.read_text().startswith("<!doctype html>")
    with duckdb.connect(str(db), read_only=True) as con:
        assert con.execute("select count(*) from rolloutdiff.rollout").fetchone() == (5120,)


def test_the_page_can_be_written_at_once_and_costs_are_told(command, dump, tmp_path):
    code, out, err = command(
        "analyze", dump, *LOAD, "--html", tmp_path / "p.html", "--timings", "--threads", 1
    )
    assert code == 0
    assert (tmp_path / "p.html").exists()
    assert "next:" not in out
    assert re.match(r"limits: 1 thread, [\d.]+ \wiB of memory, [\d.]+ \wiB of spill in \S", err)
    stages = "limits: stage ingest prepare extract vocabulary count series screening evidence events"
    lines = err.splitlines()
    assert [line.split()[0] for line in lines] == stages.split()
    assert [name.strip() for name in re.findall(r"\S+(?: MB)?", lines[1])[-2:]] == ["MB/s", "peak MB"]
    # stage, seconds, rows, rows/s, peak MB; those that read text have MB/s too.
    assert {line.split()[0] for line in lines[2:] if len(line.split()) == 6} == {
        "ingest",
        "extract",
        "vocabulary",
        "count",
    }


def test_limits_do_not_change_the_report(command, dump, tmp_path):
    for name, limits in (("a", ()), ("b", ("--memory-limit", "1GB", "--temp-directory", tmp_path))):
        assert command("analyze", dump, *LOAD, "--output", tmp_path / name, *limits)[0] == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a", "b"]


def test_fail_on_makes_findings_an_exit_code(command, dump):
    assert command("analyze", dump, *LOAD, "--fail-on", "alert")[0] == 1
    assert command("analyze", dump, *LOAD, "--fail-on", "event")[0] == 1
    assert command("analyze", dump, *LOAD, "--fail-on", "integrity")[0] == 0


@pytest.mark.parametrize("profile", ["original", "calibrated"])
@pytest.mark.parametrize("rule", ["frozen_z_v1", "anchored_seq_v1"])
def test_alerts_of_the_rule_that_does_not_lead_are_no_failure(profile, rule):
    settings = AnalysisSettings(profile=profile)
    report = {"alert": [{"rule": rule, "tier": "ast"}], "run": [{"steps": 40}], "event": [], "integrity": []}
    leads = (profile == "original") == (rule == "frozen_z_v1")
    assert exit_code(report, settings, FailOn.alert) == int(leads)
    report["alert"][0]["tier"] = "reward"
    assert exit_code(report, settings, FailOn.alert) == 0


@pytest.mark.parametrize("option", ["--profile", "--vocabulary"])
def test_a_profile_and_a_vocabulary_that_do_not_exist(command, dump, option):
    code, _, err = command("analyze", dump, *DUMP, option, "other")
    assert code == 2
    assert option in err


@pytest.mark.parametrize(
    ("profile", "leading"), [("original", "frozen_z_v1"), ("calibrated", "anchored_seq_v1")]
)
def test_the_profile_says_whose_evidence_and_events_lead(command, dump, tmp_path, profile, leading):
    code, _, _ = command("analyze", dump, *DUMP, "--profile", profile, "--output", tmp_path / "r.json")
    report = json.loads((tmp_path / "r.json").read_text())
    assert (code, report["settings"]["profile"], report["run"][0]["profile"]) == (0, profile, profile)
    assert {row["rule"] for name in ("event", "evidence") for row in report[name]} == {leading}
    rules = {"frozen_z_v1", "anchored_seq_v1", "anchored_lr_v1"}
    assert {row["rule"] for row in report["screening"]} == rules
    assert {row["rule"] for row in report["calibration"]} == rules
    assert {row["rule"] for row in report["alert"]} == {"frozen_z_v1", "anchored_seq_v1"}
    assert {row["rule"] for row in report["shift"]} == {"l2_ar1_v1", "anchored_lr_v1"}


def test_the_engine_and_its_folder_are_told(command, dump, monkeypatch):
    code, out, err = command("analyze", dump, *LOAD, "--spark-folder", "x")
    assert (code, out) == (2, "")
    assert "--spark-folder is given without --engine spark" in err
    monkeypatch.setitem(sys.modules, "pyspark", None)
    code, out, err = command("analyze", dump, *LOAD, "--engine", "spark")
    assert (code, out) == (2, "")
    assert "PySpark is not installed" in err


def test_the_vocabulary_is_a_setting(command, dump, tmp_path):
    for vocabulary in ("run", "prefix"):
        command("analyze", dump, *DUMP, "--vocabulary", vocabulary, "--output", tmp_path / "r.json")
        assert json.loads((tmp_path / "r.json").read_text())["settings"]["vocabulary"] == vocabulary


def test_min_effect_silences_small_changes_of_sizes(command, dump, tmp_path):
    def sizes(*options):
        command("analyze", dump, *LOAD, "--output", tmp_path / "r.json", *options)
        alerts = json.loads((tmp_path / "r.json").read_text())["alert"]
        return {a["feature"] for a in alerts if a["kind"] == "continuous" and a["rule"] == "frozen_z_v1"}

    assert "shape:lines" in sizes()
    assert sizes("--min-effect", 1000) == set()


def test_switches_of_the_retrospective_rule_are_settings(command, dump, tmp_path):
    def shifts(*options):
        command("analyze", dump, *LOAD, "--output", tmp_path / "r.json", *options)
        report = json.loads((tmp_path / "r.json").read_text())
        found = {row["feature"] for row in report["shift"] if row["rule"] == "l2_ar1_v1" and row["shape"]}
        return report["settings"]["l2_ar1"], found

    plain, confirmed = shifts("--confirm")
    assert (plain["confirm"], plain["winsorise"]) == (True, False)
    settings, unconfirmed = shifts("--no-confirm")
    assert settings["confirm"] is False
    assert "ast:def:run_tests" in unconfirmed
    assert len(unconfirmed) > len(confirmed)
    assert shifts("--winsorise")[0]["winsorise"] is True


def test_names_can_be_hidden(command, dump, tmp_path):
    _, out, _ = command("analyze", dump, *LOAD, "--output", tmp_path / "r.json", "--hash-features")
    assert "run_tests" not in out + (tmp_path / "r.json").read_text()
    assert "behaviour" in out


def test_too_few_steps_still_give_a_report(command, dump, tmp_path):
    for step in range(25, 35):
        shutil.copy(dump / f"completions_{step:05d}.parquet", tmp_path)
    code, out, _ = command("analyze", tmp_path, *LOAD, "--output", tmp_path / "r.json")
    assert code == 4
    assert "10 steps" in out
    assert {s["reason"] for s in json.loads((tmp_path / "r.json").read_text())["screening"]} == {"short_run"}


def test_ingest_loads_once(command, dump, tmp_path):
    db = tmp_path / "w.duckdb"
    for _ in range(2):
        code, out, _ = command("ingest", dump, *DUMP, "--db", db, "--schema", "rl")
        assert (code, out) == (0, f"r: 5,120 completions in {db}\n")
    with duckdb.connect(str(db), read_only=True) as con:
        assert con.execute("select count(*) from rl.rollout").fetchone() == (5120,)


def test_a_table_needs_its_columns(command, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("n,q,a,s\n" + "".join(f"{i},p{j},text,1\n" for i in range(1, 20) for j in range(3)))
    code, _, err = command("analyze", path, "--format", "table", "--run", "r")
    assert code == 3
    assert err.startswith("error[column_mapping]: ")
    columns = ("--columns", "step=n,prompt=q", "--columns", "response=a,reward=s")
    code, out, _ = command("analyze", path, "--format", "table", "--run", "r", *columns)
    assert code == 0
    assert "57 completions" in out
    code, _, err = command("analyze", path, "--columns", "prompt")
    assert (code, err.split(":")[0]) == (2, "error[usage]")


@pytest.mark.parametrize("unscored", ["keep", "drop", "error"])
def test_unscored(command, tmp_path, unscored):
    path = tmp_path / "t.csv"
    path.write_text(
        "step,prompt,response,reward\n"
        + "".join(f"{i},p{j},text,{'' if j else 1}\n" for i in range(1, 20) for j in range(3))
    )
    code, out, err = command("analyze", path, "--format", "table", "--run", "r", "--unscored", unscored)
    assert code == (3 if unscored == "error" else 0)
    assert {"keep": "57 completions", "drop": "19 completions", "error": ""}[unscored] in out
    assert ("38 rewards" in err) == (unscored == "error")


def test_step_from_the_file_name(command, tmp_path):
    for step in range(1, 4):
        line = json.dumps({"input": "p", "output": "o", "score": 1.0, "step": 7})
        (tmp_path / f"{step}.jsonl").write_text(line + "\n" + line.replace('"p"', '"q"') + "\n")
    assert command("analyze", tmp_path, "--format", "verl")[0] == 3
    code, out, _ = command("analyze", tmp_path, "--format", "verl", "--step-from", "file_name")
    assert code == 4
    assert "steps 1–3" in out


def test_on_overlap(command, dump, tmp_path):
    for attempt in ("a", "b"):
        (tmp_path / attempt).mkdir()
        for step in range(25, 45):
            shutil.copy(dump / f"completions_{step:05d}.parquet", tmp_path / attempt)
    code, _, err = command("analyze", tmp_path, *LOAD)
    assert code == 3
    assert "a/completions_00025.parquet" in err
    assert "b/completions_00025.parquet" in err
    code, out, _ = command("analyze", tmp_path, *LOAD, "--on-overlap", "latest")
    assert code == 0
    assert "2,560 completions" in out


class TestErrors:
    """One sentence that names the file and the remedy."""

    def test_wrong_path(self, command, tmp_path):
        code, _, err = command("analyze", tmp_path / "nowhere")
        assert code == 3
        assert err.startswith("error[path_not_found]: ")
        assert "nowhere" in err

    def test_empty_folder(self, command, tmp_path):
        code, _, err = command("analyze", tmp_path)
        assert code == 3
        assert err.startswith("error[no_rollout_files]: ")

    def test_no_reward_column_chosen(self, command, dump):
        code, _, err = command("analyze", dump)
        assert code == 3
        assert "error[reward_column]" in err
        assert "training_passed (0 to 1)" in err
        assert "--reward-column" in err

    def test_truncated_parquet(self, command, dump, tmp_path):
        for step in (25, 26):
            shutil.copy(dump / f"completions_{step:05d}.parquet", tmp_path)
        path = tmp_path / "completions_00026.parquet"
        path.write_bytes(path.read_bytes()[:900])
        code, _, err = command("analyze", tmp_path, *LOAD)
        assert code == 3
        assert "error[unreadable_file]" in err
        assert "completions_00026.parquet (900 bytes" in err
        assert "--skip-unreadable" in err
        assert command("analyze", tmp_path, *LOAD, "--skip-unreadable")[0] == 4

    def test_torn_last_line_is_set_aside(self, command, tmp_path):
        line = json.dumps({"input": "p", "output": "o", "score": 1.0, "step": 1})
        (tmp_path / "1.jsonl").write_text(line + "\n" + line[:30])
        code, out, _ = command("analyze", tmp_path)
        assert code == 4
        assert "1 set aside" in " ".join(out.split())

    def test_torn_line_elsewhere(self, command, tmp_path):
        line = json.dumps({"input": "p", "output": "o", "score": 1.0, "step": 1})
        (tmp_path / "1.jsonl").write_text(line[:30] + "\n" + line + "\n")
        code, _, err = command("analyze", tmp_path)
        assert code == 3
        assert "error[bad_row]" in err
        assert "1.jsonl, line 1" in err
        code, out, _ = command("analyze", tmp_path, "--format", "verl", "--skip-bad-rows")
        assert code == 4
        assert "1 completion," in out

    def test_report_that_is_none(self, command, tmp_path):
        path = tmp_path / "r.json"
        path.write_text("{}")
        code, _, err = command("render", path, "--output", tmp_path / "r.html")
        assert code == 3
        assert err.startswith("error[report]: ")
        assert not (tmp_path / "r.html").exists()

    def test_database_that_is_none(self, command, dump, tmp_path):
        path = tmp_path / "w.duckdb"
        path.write_text("not a database, but longer than a header " * 200)
        code, _, err = command("analyze", dump, *LOAD, "--db", path)
        assert code == 3
        assert err.startswith("error[warehouse]: ")
        assert path.read_text().startswith("not a database")

    def test_unknown_option(self, command):
        assert command("analyze", "x", "--no-such-option")[0] == 2


def test_demo(command, tmp_path):
    for _ in range(2):
        code, out, _ = command("demo", "--output-dir", tmp_path / "demo")
        assert code == 0
        assert "defines run_tests()" in out
    names = sorted(p.name for p in (tmp_path / "demo").iterdir())
    assert names == ["report.html", "report.json", "warehouse.duckdb"]


def test_version_and_help(command):
    assert command("--version")[1].startswith("rolloutdiff 0.")
    code, out, _ = command("--help")
    assert code == 0
    assert all(name in out for name in ("analyze", "explain", "inspect", "ingest", "render", "demo"))


def call(arguments, **options):
    return subprocess.run(
        [sys.executable, "-c", "from rolloutdiff.cli import main; main()", *map(str, arguments)],
        capture_output=True,
        **options,
    )


def test_a_narrow_code_page_and_a_closed_pipe_are_no_errors(dump):
    done = call(["analyze", dump, *LOAD], env=os.environ | {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"})
    assert (done.returncode, done.stderr) == (0, b"")
    code = f"{sys.executable} -c 'from rolloutdiff.cli import main; main()' --help | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", code], capture_output=True)
    assert done.stderr == b""
