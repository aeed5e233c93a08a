"""`rolloutdiff scan`: what is recognised, what is asked, and commands that work as they stand."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rolloutdiff.cli.scan_text import scan_lines
from rolloutdiff.errors import ColumnMappingError, NoRolloutFiles, RewardColumnError, UnknownFormat
from rolloutdiff.pipeline import scan as pipeline
from rolloutdiff.scan import scan, shell_word
from rolloutdiff.settings import Resources
from rolloutdiff.warehouse.connect import open_session
from rolloutdiff.warehouse.install import install
from tests.unit.ingest.shapes import SHAPES


@pytest.fixture(scope="module")
def installed():
    with open_session(None, None) as session:
        install(session.runner.cursor)
        yield session.runner.cursor


@pytest.fixture(autouse=True)
def one_instance(installed, monkeypatch):
    """Scans without limits share one DuckDB that has our objects: to make them takes most of a scan."""

    def shared(con, db, *, resources):
        if resources in (None, Resources()):
            return open_session(installed, None)
        return open_session(con, db, resources=resources)

    monkeypatch.setattr("rolloutdiff.scan.open_session", shared)


def trl_log(folder, step, columns, *, advantage=None, rows=8, prompts=2):
    """One log of TRL: blocks of one prompt each, and columns of numbers."""
    each = rows // prompts
    table = {
        "step": [step] * rows,
        "prompt": [f"p{i // each}" for i in range(rows)],
        "completion": [f"c{step} {i}" for i in range(rows)],
        **columns,
    }
    if advantage is not None:
        table["advantage"] = advantage
    folder.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(table), folder / f"completions_{step:05d}.parquet")


def weighted_logs(folder, weights, steps=6, groups=8, size=4):
    """Logs whose advantages are differences of a weighted sum from the mean of its group."""
    rng = np.random.default_rng(5)
    for step in range(1, steps + 1):
        values = {name: rng.integers(0, 5, groups * size) / 4 for name in weights}
        reward = sum(weight * values[name] for name, weight in weights.items()).reshape(groups, size)
        deviation = reward.std(1, ddof=1, keepdims=True) + 1e-4
        advantage = ((reward - reward.mean(1, keepdims=True)) / deviation).ravel()
        columns = {name: value.tolist() for name, value in values.items()}
        trl_log(folder, step, columns, advantage=advantage.tolist(), rows=groups * size, prompts=groups)


def verl_line(step, **more):
    return json.dumps({"input": f"p{step}", "output": "x", "score": 1.0, "step": step, **more}) + "\n"


def commands(out):
    return [line.strip() for line in out.splitlines() if line.startswith("  rolloutdiff ")]


def test_a_real_run_with_the_reward_that_advantages_prove(command_line, loophole_path):
    code, out, err = command_line("scan", loophole_path)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == f"{loophole_path}: TRL dump"
    assert "  rows        11,520 in 90 steps, 1 to 90" in lines
    assert (
        "  prompts     40, 40 of them in several steps; 8 to 32 rows of a prompt in a step, median 8" in lines
    )
    assert "              ground_truth_passed  0 to 1  100.0%  90 of 90" in lines
    assert "follows from training_passed alone, weight 1 (within groups of 8, divided by" in out
    assert commands(out) == [
        f"rolloutdiff analyze {loophole_path} --format trl --reward-column training_passed"
        " --output report.json --html report.html"
    ]


def test_columns_that_are_the_same_are_asked_about(command_line, data_dir):
    _, out, _ = command_line("scan", data_dir("trl-clean"))
    assert "? 2 columns can be the reward: ground_truth_passed, training_passed; the advantages fit" in out
    assert "next, one of:" in out
    assert [shlex.split(c)[6] for c in commands(out)] == ["ground_truth_passed", "training_passed"]


class Reached(SystemExit):
    """What `analyze` was asked to analyse, in place of the analysis."""

    def __init__(self, rollouts):
        super().__init__(0)
        self.rollouts = rollouts


@pytest.fixture
def asked(command_line, monkeypatch):
    """Runs a command up to the analysis, and gives the rollouts that it would analyse."""
    seen = []

    def stop(rollouts, **_):
        seen.append(rollouts)
        raise Reached(rollouts)

    monkeypatch.setattr("rolloutdiff.cli.analyze.analyze_rollouts", stop)

    def run(command):
        program, *arguments = shlex.split(command)
        assert program == "rolloutdiff"
        code, _, err = command_line(*arguments)
        assert (code, err, len(seen)) == (0, "", 1)
        return seen.pop()

    return run


def trl(root):
    trl_log(root / "completions", 3, {"a": [0.0, 1.0] * 4})
    return root


def copy_of_trl(root):
    trl_log(root, 3, {"a": [0.0, 1.0] * 4})
    (root / "completions_00003.parquet").rename(root / "train-0000.parquet")
    return root


def verl(root):
    root.mkdir()
    (root / "1.jsonl").write_text(verl_line(1), encoding="utf-8")
    return root


def table(root):
    root.mkdir()
    (root / "t.csv").write_text("step,prompt,response,reward\n1,p,r,0.5\n", encoding="utf-8")
    return root / "t.csv"


MADE = {**SHAPES, "trl": trl, "trl copied": copy_of_trl, "verl": verl, "table": table}
SAMPLES = (
    *("swift/v0-20260801", "nemo_rl/exp_001", "prime_rl_classic", "prime_rl_trace", "prime_rl_episode"),
    "verifiers",
)


@pytest.mark.parametrize("name", [*MADE, *SAMPLES])
def test_of_every_kind_the_command_reads_what_was_seen(name, command_line, asked, data_dir, tmp_path):
    folder = MADE[name](tmp_path / "a b") if name in MADE else data_dir("shapes") / name
    code, out, err = command_line("scan", folder, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    kind = name.split("/")[0].split()[0]
    assert found["format"] == ("prime_rl" if kind.startswith("prime_rl") else kind)
    assert found["is_settled"] == (not found["questions"])
    rollouts = asked(found["commands"][0])
    assert (rollouts.format, len(rollouts.files)) == (found["format"], found["files"])
    assert rollouts.rows in (found["survey"]["rows"], None)
    assert found["survey"]["rows"] > 0
    assert found["survey"]["first_step"] is not None


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_the_command_pasted_into_a_shell_runs_to_the_end(command_line, tmp_path, monkeypatch):
    folder = tmp_path / "a run; with 'signs' \u202e and\na line"
    folder.mkdir()
    for step in range(1, 20):
        line = verl_line(step, **{"acc, $HOME": 0.5, "score": 1.0})
        (folder / f"{step}.jsonl").write_text(line, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    _, out, _ = command_line("scan", folder)
    assert "\u202e" not in out
    (command,) = commands(out)
    program = f"{shlex.quote(sys.executable)} -c 'from rolloutdiff.cli import main; main()'"
    script = f'rolloutdiff() {{ {program} "$@"; }}\n{command}'
    place = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["bash", "-c", script], env=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "report.json").read_text())["run"][0]["steps"] == 19
    assert (tmp_path / "report.html").is_file()


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_words_that_a_shell_reads_back(tmp_path):
    words = ["a b", "it's", "\x1b[31m", "a\nb", "\\x41'", "\u202e1", "\U000e0001f", "", "caf\u00e9", "\udcff"]
    script = "printf '%s\\0' " + " ".join(map(shell_word, words))
    place = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["bash", "-c", script], env=place, capture_output=True, check=True)
    assert done.stdout.split(b"\0")[:-1] == [os.fsencode(word) for word in words]
    assert all(shell_word(word).isprintable() for word in words)


@pytest.mark.parametrize(
    ("weights", "formula"),
    [
        ({"a": 1.0, "b": 1.0, "c": 0.0}, "a=1,b=1"),
        ({"a": 1.0, "b": 0.5, "c": 0.0}, "a=1,b=0.5"),
        ({"a": 0.0, "b": 0.0, "c": 1.0}, "c"),
    ],
)
def test_weights_that_advantages_tell(tmp_path, weights, formula):
    weighted_logs(tmp_path, weights)
    found = scan(tmp_path)
    assert found.questions == []
    assert found.options == ["--format trl", f"--reward-column {formula}"]
    assert found.survey.advantages.size == 4


def test_advantages_of_another_reward_leave_the_question(tmp_path):
    weighted_logs(tmp_path, {"a": 1.0, "b": 1.0, "c": 1.0, "hidden": 3.0})
    for path in tmp_path.iterdir():
        pq.write_table(pq.read_table(path).drop(["hidden"]), path)
    found = scan(tmp_path)
    (question,) = found.questions
    assert question.answers == tuple(f"--reward-column {c}" for c in ("a", "b", "c", "a=1,b=1,c=1"))
    assert "does not follow from a weighted sum" in "\n".join(scan_lines(found, None))


def test_one_step_in_two_files_and_two_rewards_are_two_questions(tmp_path, command_line):
    for attempt in ("one", "two"):
        trl_log(tmp_path / attempt, 3, {"a": [0.0, 1.0] * 4, "b": [1.0, 0.0] * 4})
    code, out, _ = command_line("scan", tmp_path)
    assert code == 0
    assert "? Step 3 of run" in out
    assert "    --on-overlap latest\n    --on-overlap separate\n" in out
    assert "    --reward-column a\n    --reward-column b\n    --reward-column a=1,b=1\n" in out
    assert "next, with one answer to each:" in out
    assert len(commands(out)) == 1


def test_two_kinds_are_listed_and_asked_about(tmp_path, command_line):
    trl_log(tmp_path / "a b", 1, {"a": [0.0, 1.0] * 4})
    (tmp_path / "dump").mkdir()
    (tmp_path / "dump" / "1.jsonl").write_text(verl_line(1), encoding="utf-8")
    _, out, _ = command_line("scan", tmp_path)
    assert f"{tmp_path}: 2 kinds of dumps" in out
    assert commands(out) == [
        f"rolloutdiff scan '{tmp_path}/a b' --format trl",
        f"rolloutdiff scan {tmp_path}/dump --format verl",
    ]
    code, again, _ = command_line("scan", tmp_path / "dump", "--format", "verl")
    assert (code, len(commands(again))) == (0, 1)


def test_folders_of_training_and_validation_are_asked_about(tmp_path, command_line):
    for name in ("train", "val"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "1.jsonl").write_text(verl_line(1), encoding="utf-8")
    _, out, _ = command_line("scan", tmp_path)
    assert "in 2 folders: train, val." in out
    assert commands(out) == [f"rolloutdiff scan {tmp_path}/{name}" for name in ("train", "val")]


NEMO = {"content": [["p", "r"]], "rewards": [1.0]}
SWIFT = {"step": ["1"], "prompt": ["p"], "completion": ["c"], "Accuracy": [1.0]}


@pytest.mark.parametrize(
    ("files", "answers"),
    [
        (
            {"exp_001/train_data_step1.jsonl": NEMO, "exp_002/train_data_step1.jsonl": NEMO},
            ["exp_001", "exp_002"],
        ),
        ({"v0/completions.jsonl": SWIFT, "v1/completions.jsonl": SWIFT}, ["v0", "v1"]),
        ({"a.jsonl": {"step": 1}, "b.csv": {"step": 1}}, [" --format csv", " --format jsonl"]),
    ],
)
def test_what_is_there_twice_is_asked_about(files, answers, tmp_path, command_line):
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(json.dumps(content) + "\n", encoding="utf-8")
    code, out, _ = command_line("scan", tmp_path)
    assert code == 0
    start = f"rolloutdiff scan {tmp_path}"
    assert commands(out) == [start + (end if end[0] == " " else f"/{end}") for end in answers]
    assert "Which one?" in out
    assert json.loads(command_line("scan", tmp_path, "--json")[1])["questions"][0]["is_path"]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("logs/1.eval", "", "one checkpoint"),
        ("x_rollouts_000001.jsonl", '{"prompt_tokens": [1], "response_tokens": [2]}', "tokenizer"),
        ("iteration_000001/train_rollout_summaries.jsonl", "{}", "no text"),
        ("rollout_3.pt", "", "of slime"),
        ("global_step_3_training_input.pkl", "", "dumped_evals"),
    ],
)
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_what_cannot_be_analysed_is_an_error_that_says_what_to_do(
    name, content, words, more, tmp_path, command_line
):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(content, encoding="utf-8")
    code, out, err = command_line("scan", tmp_path, *more)
    assert (code, out) == (3, "")
    assert err.startswith("error[unknown_format]")
    assert words in err
    assert "--format table" in err


def test_what_cannot_be_analysed_beside_a_dump_is_named(tmp_path, command_line):
    verl(tmp_path / "dump")
    (tmp_path / "rollout_3.pt").write_bytes(b"")
    _, out, _ = command_line("scan", tmp_path)
    assert (
        "also there  pickle, 1 file (pickles (rollout_3.pt)); not read. They are never opened: loading one"
        " can run any code. By their names they are of slime." in out
    )
    (kind,) = [k for k in json.loads(command_line("scan", tmp_path, "--json")[1])["kinds"] if k["refusal"]]
    assert (kind["format"], kind["files"], kind["is_second"]) == ("pickle", 1, True)


def test_an_overlong_penalty_is_asked_about(tmp_path):
    (tmp_path / "1.jsonl").write_text(verl_line(1, overlong_reward=-0.5), encoding="utf-8")
    (question,) = scan(tmp_path).questions
    assert question.answers == ("--reward-column score=1,overlong_reward=1", "--reward-column score")


def test_a_table_is_mapped_only_when_the_user_says_so(tmp_path, command_line):
    path = tmp_path / "t.csv"
    path.write_text('global_step,question,"the, answer",output,score\n1,q,a,o,0.5\n', encoding="utf-8")
    _, out, _ = command_line("scan", path)
    assert "global_step is the step, question is the prompt, output is the response, score is the" in out
    assert "next, if so:" in out
    (command,) = commands(out)
    assert "--columns step=global_step,prompt=question,response=output,reward=score" in command
    mapping = 'step=global_step,prompt=question,response="the, answer",reward=score'
    _, out, _ = command_line("scan", path, "--columns", mapping)
    assert "?" not in out
    (command,) = commands(out)
    assert shlex.split(command)[4:7] == ["table", "--columns", mapping]


def test_a_table_whose_columns_do_not_do(tmp_path):
    (tmp_path / "t.csv").write_text("question,output,score\nq,o,0.5\n", encoding="utf-8")
    with pytest.raises(ColumnMappingError, match=r"no column for step.*Names suggest prompt=question"):
        scan(tmp_path)


def test_what_cannot_be_read_is_named_and_left_out(tmp_path, command_line):
    trl_log(tmp_path, 1, {"a": [0.0, 1.0] * 4})
    (tmp_path / "completions_00002.parquet").write_bytes(b"PAR1")
    _, out, _ = command_line("scan", tmp_path)
    assert "left out    1 file in" in out
    assert "completions_00002.parquet (4 bytes: cut short or no parquet)" in out
    assert "--skip-unreadable" in commands(out)[0]


def test_rows_that_cannot_be_used_are_counted(tmp_path):
    text = verl_line(1) + verl_line(1, score="high")
    (tmp_path / "1.jsonl").write_text(text, encoding="utf-8")
    found = scan(tmp_path)
    assert (found.survey.facts.rows, found.survey.facts.rejected) == (1, 1)
    assert found.problems[0].startswith("1.jsonl, line 2: column score is text, not a number: 'high'.")
    assert "--skip-bad-rows" in found.options


def test_a_step_that_only_the_name_holds(tmp_path):
    trl_log(tmp_path, 7, {"a": [0.0, 1.0] * 4})
    path = tmp_path / "completions_00007.parquet"
    table = pq.read_table(path)
    pq.write_table(table.set_column(0, "step", pa.array(["warm"] * 8)), path)
    found = scan(tmp_path)
    assert found.questions[0].answers == ("--step-from file_name",)
    assert found.survey.facts.first_step == 7


def test_no_usable_row_no_command(tmp_path, command_line):
    (tmp_path / "1.jsonl").write_text(verl_line(1, score="high"), encoding="utf-8")
    with pytest.raises(RewardColumnError):
        scan(tmp_path)
    (tmp_path / "1.jsonl").write_text(verl_line("x"), encoding="utf-8")
    _, out, _ = command_line("scan", tmp_path)
    assert "next" in out


def test_turns_that_messages_and_text_show(tmp_path):
    text = "call\ntool\n5\nassistant\nIt is 5"
    (tmp_path / "1.jsonl").write_text(verl_line(1) + verl_line(1, output=text), encoding="utf-8")
    assert "perhaps several: 1 responses have a line" in "\n".join(scan_lines(scan(tmp_path), None))
    (tmp_path / "1.jsonl").unlink()
    calls = [{"role": "assistant", "content": "call"}, {"role": "tool", "content": "5"}]
    table = {"step": [1], "prompt": ["p"], "completion": [calls], "a": [1.0]}
    pq.write_table(pa.table(table), tmp_path / "completions_00001.parquet")
    found = scan(tmp_path)
    assert "several: 1 responses hold more than one message" in "\n".join(scan_lines(found, None))


def test_of_a_large_dump_files_at_even_distances(tmp_path, monkeypatch):
    for step in range(1, 11):
        (tmp_path / f"{step}.jsonl").write_text(verl_line(step), encoding="utf-8")
    size = sum(path.stat().st_size for path in tmp_path.iterdir())
    monkeypatch.setattr(pipeline, "SAMPLE_BYTES", size // 4)
    found = scan(tmp_path)
    assert (found.survey.files_read, found.survey.facts.first_step, found.survey.facts.last_step) == (2, 1, 6)
    assert "from 2 of them, at even distances" in "\n".join(scan_lines(found, None))


def test_copies_are_named_and_not_read(tmp_path, command_line):
    trl_log(tmp_path, 1, {"a": [0.0, 1.0] * 4})
    (tmp_path / "c_1_0a.table.json").write_text('{"columns": [], "data": []}', encoding="utf-8")
    _, out, _ = command_line("scan", tmp_path)
    assert (
        "also there  wandb_table, 1 file (files named *.table.json with keys columns, data); not read" in out
    )


def test_lines_fit_but_for_commands_and_long_names(tmp_path):
    long = "a_rather_long_name_of_a_reward_" * 3
    trl_log(tmp_path, 1, {long: [0.0, 1.0] * 4, "b": [1.0, 0.0] * 4})
    found = scan(tmp_path)
    for width in (60, 79, 119):
        lines = list(scan_lines(found, width))
        wide = [line for line in lines if len(line) > width]
        # A word that is longer than a line is not cut, nor is a command.
        assert all(line.startswith("  rolloutdiff ") or len(line.split()) == 1 for line in wide)
        assert [line.strip() for line in lines if line.startswith("  rolloutdiff ")] == found.commands


def test_names_from_the_dump_cannot_reach_the_terminal(tmp_path):
    trl_log(tmp_path, 1, {"\x1b[31m\u202ered": [0.0, 1.0] * 4, "b": [1.0, 0.0] * 4})
    text = "\n".join(scan_lines(scan(tmp_path), 79))
    assert all(line.isprintable() for line in text.splitlines())
    assert "--reward-column $'\\x1b[31m\\u202ered'" in text


def test_limits_and_errors(tmp_path, command_line):
    (tmp_path / "1.jsonl").write_text(verl_line(1), encoding="utf-8")
    limits = ("--threads", "1", "--memory-limit", "1GB", "--temp-directory", tmp_path)
    assert command_line("scan", tmp_path, *limits)[0] == 0
    (tmp_path / "empty").mkdir()
    with pytest.raises(NoRolloutFiles):
        scan(tmp_path / "empty")
    (tmp_path / "empty" / "x.pt").write_bytes(b"")
    with pytest.raises(UnknownFormat, match="never opened"):
        scan(tmp_path / "empty")
    code, _, err = command_line("scan", tmp_path / "nowhere")
    assert (code, err.split(":")[0]) == (3, "error[path_not_found]")
