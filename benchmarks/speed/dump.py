"""A synthetic training run in TRL's parquet layout: same arguments, same rows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.speed.code_pool import CodePool
from benchmarks.speed.prose_pool import ProsePool

STEPS = 100
COMPLETIONS_PER_PROMPT = 8
PROMPTS_PER_STEP = 250


@dataclass(frozen=True, kw_only=True)
class Dump:
    """Where a synthetic run lies and what it holds.

    Attributes:
        completions: Folder of one parquet file per step, columns as TRL writes them.
        prose: Parquet file of `rollout_id` and `prose`, the text outside thinking and code, in dump order.
        rows: Number of completions.
        steps: Number of steps.
        prompts: Unique prompts per step.
        text_bytes: UTF-8 bytes of all completions.
        prose_bytes: UTF-8 bytes of all prose.
        fragments: Number of code fragments.
        distinct_fragments: Number of different ones among them.
    """

    completions: Path
    prose: Path
    rows: int
    steps: int
    prompts: int
    text_bytes: int
    prose_bytes: int
    fragments: int
    distinct_fragments: int


def _texts(
    rng: np.random.Generator, prose: ProsePool, code: CodePool, count: int, late: float, words: float
) -> tuple[list[str], list[str]]:
    """Completions, and the prose of each: what is outside thinking and code, cut at the code."""
    thoughts = prose.texts(rng, count, units=round(66 * words))
    before = prose.texts(rng, count, units=round(33 * words), late=late)
    after = prose.texts(rng, count, units=round(17 * words), late=late)
    fences = code.fences(rng, count, late=late)
    thinks = rng.random(count) < 0.62
    completions, proses = [], []
    for thought, think, first, fence, last in zip(thoughts, thinks, before, fences, after, strict=True):
        opening = f"<think>\n{thought}\n</think>\n\n" if think else ""
        completions.append(f"{opening}{first}\n\n{fence}{last}")
        proses.append(f"{first}\n\n{chr(1) if fence else ''}{last}")
    return completions, proses


def _step_table(
    rng: np.random.Generator, step: int, questions: list[str], texts: list[str], late: float
) -> pa.Table:
    """The rows of one step as TRL logs them; the completions of a prompt are adjacent."""
    prompts = len(texts) // COMPLETIONS_PER_PROMPT
    chosen = np.sort(rng.choice(len(questions), size=prompts, replace=False))
    passed = (rng.random(len(texts)) < 0.3 + 0.5 * late).astype(float)
    columns = {
        "step": pa.array(np.full(len(texts), step, dtype=np.int64)),
        "prompt": [questions[i] for i in np.repeat(chosen, COMPLETIONS_PER_PROMPT)],
        "completion": texts,
        "training_passed": passed,
        "format_reward": (rng.random(len(texts)) < 0.9).astype(float),
        "advantage": passed - passed.mean(),
    }
    return pa.table(columns)


def write_dump(
    folder: Path, *, rows: int, steps: int = STEPS, seed: int = 20_240_229, words: float = 1.0
) -> Dump:
    """Write `rows` completions (rounded to whole prompts), about 1.5 kB each, over `steps` steps.

    Prose mixes single words and set phrases, both of Zipf-like frequency; code is functions of drawn
    statements, about 30 % of them repeats. Half way through the run a phrase and a function definition
    become common, so that an analysis of the run has something to find. `words` scales the length of prose
    and thinking, not of code: 0.3 gives about 0.7 kB each.
    """
    prompts = max(2, round(rows / (steps * COMPLETIONS_PER_PROMPT)))
    per_step = prompts * COMPLETIONS_PER_PROMPT
    completions = folder / "run" / "completions"
    completions.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    prose_pool, code_pool = ProsePool(rng), CodePool(rng, rows=per_step * steps)
    tasks = prose_pool.texts(rng, 4 * prompts, units=12)
    questions = [f"Task {number}: {text}" for number, text in enumerate(tasks)]
    text_bytes = prose_bytes = 0
    prose_path = folder / "prose.parquet"
    schema = pa.schema([("rollout_id", pa.int64()), ("prose", pa.string())])
    with pq.ParquetWriter(prose_path, schema) as prose_file:
        for step in range(1, steps + 1):
            late = float(1.0 / (1.0 + np.exp(-(step - 0.55 * steps) / 3.0)))
            texts, proses = _texts(rng, prose_pool, code_pool, per_step, late, words)
            table = _step_table(rng, step, questions, texts, late)
            pq.write_table(table, completions / f"completions_{step:05d}.parquet")
            ids = np.arange((step - 1) * per_step, step * per_step, dtype=np.int64)
            prose_file.write_table(pa.table({"rollout_id": ids, "prose": proses}, schema=schema))
            text_bytes += sum(len(text.encode()) for text in texts)
            prose_bytes += sum(len(text.encode()) for text in proses)
    return Dump(
        completions=completions,
        prose=prose_path,
        rows=per_step * steps,
        steps=steps,
        prompts=prompts,
        text_bytes=text_bytes,
        prose_bytes=prose_bytes,
        fragments=code_pool.fragments,
        distinct_fragments=code_pool.distinct_fragments,
    )
