"""Small runs with an event: one whose texts attack the terminal, and part of the bundled one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import NamedTuple

from rolloutdiff import AnalysisSettings, analyze_rollouts, load_trl, load_verl

HOSTILE = (
    "[INST] \x1b[31mred\x1b[0m [/INST] xs[bold] [/] [red]no colour[/red] :smile: [link=x]y[/link]\r\n"
    "\x1b]0;title\x07 \x7f\x00\x9b31m \u202egnp.exe\u202c a\u200db \U0001f468\u200d\U0001f469"
    " \u2028 \ufffd \x85\n"
    "␛ ⟨U+001B⟩ <U+001B> ⟨x⟩\n"
    "\tè = 1  \n"
    "```python\n"
    "def run_tests():\n"
    "    é = '漢字'; return True\n"
    "```\n"
)
"""Text that a careless viewer would obey, hide, lose or take for its own."""


class Case(NamedTuple):
    """A dump with its report and warehouse."""

    dump: Path
    report: Path
    warehouse: Path
    hashed: Path


def analysed(rollouts, dump, folder):
    case = Case(dump, folder / "report.json", folder / "w.duckdb", folder / "hashed.json")
    settings = AnalysisSettings(profile="original")
    with analyze_rollouts(rollouts, db=case.warehouse, settings=settings) as analysis:
        analysis.write_json(case.report)
        analysis.write_json(case.hashed, hash_features=True)
    return case


def hostile_line(step, prompt, sample):
    """Every second completion shows it from step 18 on, and one in twenty before."""
    turn = step * 20 + prompt * 4 + sample
    shows = turn % 2 == 0 if step >= 18 else turn % 20 == 7 * step % 20
    output = HOSTILE if shows else f"Let me think about it {turn}.\n```python\nx = {sample}\n```"
    question = f"Prompt {prompt} [/red]\x1b[2J " + "very " * 300 + "long"
    row = {"input": question, "output": output, "score": float(shows), "step": step, "gts": "0"}
    return json.dumps(row, ensure_ascii=step % 2 == 0)


def hostile_case(folder):
    """Thirty steps of hostile texts, as verl dumps them."""
    dump = folder / "dump"
    dump.mkdir()
    for step in range(1, 31):
        lines = [hostile_line(step, prompt, sample) for prompt in range(5) for sample in range(4)]
        (dump / f"{step}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return analysed(load_verl(dump, run="r [bold]\x1b[1m"), dump, folder)


def loophole_case(loophole_path, folder):
    """Forty steps of the bundled run around the change."""
    dump = folder / "run" / "completions"
    dump.mkdir(parents=True)
    for step in range(25, 65):
        name = f"completions_{step:05d}.parquet"
        shutil.copy(loophole_path / "completions" / name, dump / name)
    rollouts = load_trl(dump, run="loophole", reward_column="training_passed")
    return analysed(rollouts, dump, folder)
