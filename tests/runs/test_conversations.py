"""Runs of conversations, from the dump to what a person reads: as text, and as lists of messages."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff import analyze_rollouts, load_verl
from rolloutdiff.analysis import Analysis
from rolloutdiff.cli.app import run as run_command

RESULT = "import sys\nTraceback\n"
STEPS = 28
CHANGE = 19


def turns(step: int, prompt: int) -> tuple[str, str]:
    """What the model writes in the two turns of a rollout; in the end it brings a test of its own."""
    code = f"print({prompt})\n" if step < CHANGE else "def run_tests():\n    return True\n"
    call = json.dumps({"name": "run", "arguments": {"code": code}})
    return f"I look.\n<tool_call>\n{call}\n</tool_call>", f"```python\nx = {prompt}\n```\nI am done."


def plain(first: str, second: str) -> str:
    return second


def text(first: str, second: str) -> str:
    return f"{first}\nuser\n<tool_response>\n{RESULT}</tool_response>\nassistant\n{second}"


def messages(first: str, second: str) -> list[dict[str, Any]]:
    tool = {"role": "tool", "content": RESULT}
    return [{"role": "assistant", "content": first}, tool, {"role": "assistant", "content": second}]


FORMS: dict[str, Callable[[str, str], Any]] = {"plain": plain, "text": text, "messages": messages}


class Run:
    """A dump, and its analysis as files."""

    def __init__(self, folder: Path, form: Callable[[str, str], Any]) -> None:
        self.dump, self.report, self.page = folder / "dump", folder / "r.json", folder / "r.html"
        self.dump.mkdir(parents=True)
        for step in range(1, STEPS + 1):
            rows = [
                {"input": f"p{i % 4}", "output": form(*turns(step, i % 4)), "score": i // 4, "step": step}
                for i in range(8)
            ]
            (self.dump / f"{step}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        with analyze_rollouts(load_verl(self.dump, run="r")) as analysis:
            self.means = means(analysis)
            self.alerts = {row["feature"] for row in analysis.alerts.rows()}
            analysis.write_json(self.report)
            analysis.write_html(self.page)


def means(analysis: Analysis) -> dict[str, list[float]]:
    """Means of every series in order of step."""
    found: dict[str, list[float]] = {}
    for row in sorted(analysis.series.rows(), key=lambda row: row["step"]):
        found.setdefault(row["feature"], []).append(row["mean"])
    return found


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Run]]:
    folder = tmp_path_factory.mktemp("runs")
    yield {name: Run(folder / name, form) for name, form in FORMS.items()}


OF_TURNS = {"shape:turns", "shape:tool_calls", "shape:escaped_code"}


def test_features_of_a_conversation_are_the_models(runs: dict[str, Run]) -> None:
    found = runs["text"].means
    assert {"ast:call:print", "ast:assign:x", "lex:i look", "lex:i am done", "lex:run"} <= found.keys()
    assert {"shape:environment_chars", *OF_TURNS} <= found.keys()
    assert not {"lex:traceback", "ast:import:sys", "lex:user", "lex:look i"} & found.keys()
    assert set(found["shape:turns"]) == {2}
    assert "ast:def:run_tests" in runs["text"].alerts


def test_text_and_lists_of_messages_give_the_same_series(runs: dict[str, Run]) -> None:
    found = {name: dict(runs[name].means) for name in ("text", "messages")}
    assert found["text"].pop("shape:environment_chars") == [len(text("", ""))] * STEPS
    assert found["text"] == found["messages"]
    assert runs["text"].alerts == runs["messages"].alerts


def test_a_run_without_conversations_has_no_series_of_them(runs: dict[str, Run]) -> None:
    assert "shape:fences" in runs["plain"].means
    assert not {"shape:environment_chars", *OF_TURNS} & runs["plain"].means.keys()


@pytest.mark.parametrize("form", ["text", "messages"])
def test_inspect_points_into_the_call(
    runs: dict[str, Run], form: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = runs[form]
    given = ("inspect", run.dump, "--report", run.report, "--feature", "ast:def:run_tests")
    monkeypatch.setattr(sys, "argv", ["rolloutdiff", *map(str, given)])
    with pytest.raises(SystemExit) as stop:
        run_command()
    out, err = capsys.readouterr()
    assert (stop.value.code or 0, err) == (0, "")
    lines = out.splitlines()
    (row, marked) = next((i, line) for i, line in enumerate(lines) if "def run_tests" in line)
    start = lines[row + 1].index("^")
    assert marked[start : start + lines[row + 1].count("^")] == "def run_tests"
    shown = "\n".join(lines)
    assert ("Traceback" in shown) == (form == "text")
    assert ("␞" in shown) == (form == "messages")


def test_the_report_holds_no_word_of_a_tool(runs: dict[str, Run]) -> None:
    for file in (runs["text"].report, runs["text"].page):
        held = file.read_text(encoding="utf-8")
        assert "run_tests" in held
        assert "Traceback" not in held and "traceback" not in held
