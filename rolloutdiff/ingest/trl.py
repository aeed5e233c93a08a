"""TRL: completion logs, one parquet file per logging step."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from pathlib import Path
from typing import Literal

import pyarrow as pa

from rolloutdiff.errors import NoRolloutFiles, UnreadableFile, UsageError
from rolloutdiff.ingest.columns import MEASURES, token_sources
from rolloutdiff.ingest.files import chunked, existing, natural, source_file, step_in_name, tree
from rolloutdiff.ingest.loader import PathLoader
from rolloutdiff.ingest.overlap import OnOverlap, resolve_overlap
from rolloutdiff.ingest.recognise import Sign
from rolloutdiff.ingest.reward import choose_reward, parse_formula
from rolloutdiff.ingest.rollouts import Rollouts, SourceFile
from rolloutdiff.ingest.trl_chunk import Log, TrlChunk, TrlPlan
from rolloutdiff.ingest.trl_files import (
    LOG_NAME,
    LogFile,
    check_columns,
    read_columns,
    read_footer,
    read_steps,
    tally,
)
from rolloutdiff.ingest.trl_findings import evidence, findings, reward_candidates
from rolloutdiff.ingest.wording import counted, show

_LABEL = "TRL dump"

StepFrom = Literal["column", "file_name"]

_Unread = list[tuple[SourceFile, str]]


def find_logs(root: Path) -> list[tuple[Path, str]]:
    """Completion logs below a path, with their names relative to it.

    A leading `completions/` is no part of a name, so that the folder of a run and the folder of its logs
    give the same names. Where no file is called as TRL calls it, every parquet file of the folder counts.
    """
    if root.is_file():
        return [(root, root.name)]
    paths = tree(root, LOG_NAME.fullmatch)
    if not paths:
        paths = [p for p in root.iterdir() if p.suffix == ".parquet" and p.is_file()]
    names = [p.relative_to(root).as_posix() for p in paths]
    if all("/" in name for name in names):
        names = [re.sub(r"^completions/(?=[^/]+$)", "", name) for name in names]
    return sorted(zip(paths, names, strict=True), key=lambda found: natural(found[1]))


def run_name(root: Path) -> str:
    """Name of a run: the folder above `completions`, or the folder itself."""
    folder = root.parent if root.is_file() else root
    return (folder.parent if folder.name == "completions" else folder).name or "run"


def load_trl(
    path: str | os.PathLike[str],
    *,
    run: str | None = None,
    reward_column: str | None = None,
    step_from: StepFrom = "column",
    on_overlap: OnOverlap = "error",
    skip_bad_rows: bool = False,
    skip_unreadable: bool = False,
) -> Rollouts:
    """Open the completion logs that TRL writes with `log_completions=True`.

    Prompts and completions are text (TRL up to 1.14) or lists of messages (from 1.15). One user message with
    text counts as that text; the response is what the assistant messages say: their reasoning between
    thinking tags, their content and their tool calls. All numeric and boolean columns besides `step` and
    `advantage` are kept as reward parts, further columns as extras. The column `slice`, and the numeric
    columns `gold`, `logprob`, `ref_logprob` and `target_logprob`, fill the columns of these names instead.
    Lists `train_logprobs` and `rollout_logprobs`, one log-probability per token of the response in the
    trainer and in the inference engine, are compared with each other and not kept.

    Args:
        path: Folder of a run, its `completions` folder, or one parquet file.
        run: Name of the run; default: the folder above `completions`.
        reward_column: Column, or weighted sum such as `a=1,b=0.5`; default: the only numeric column.
        step_from: `column`, or `file_name` when a logged value has replaced the column `step`.
        on_overlap: What to do when two files hold the same step: `error`; `latest` keeps the file that is
            later in the natural order of names; `separate` makes every folder a run of its own.
        skip_bad_rows: Set rows that cannot be used aside instead of stopping.
        skip_unreadable: Leave out files that cannot be read instead of stopping.

    Returns:
        The rollouts, not read yet.

    Raises:
        PathNotFound: The path does not exist.
        NoRolloutFiles: The folder holds no completion log.
        UnreadableFile: Files are cut short or no parquet; names all of them.
        ColumnMappingError: A file has no column step, prompt or completion.
        RewardColumnError: The reward is missing, ambiguous or not numeric; lists the candidates.
        BadRow: A step is not a whole number.
        OverlappingSteps: Two files hold the same step.
    """
    if step_from not in ("column", "file_name"):
        raise UsageError(f"step_from is {step_from!r}.", "Give column or file_name.")
    root = existing(path)
    unread: _Unread = []
    footers = _footers(root, unread, skip_unreadable)
    kinds = {(column, footer.columns[column]) for footer in footers for column in footer.values}
    numeric = {column for column, kind in kinds if kind == "number"} - {"advantage"}
    asked = () if reward_column is None else parse_formula(reward_column, dict(kinds)).names
    logs = []
    for footer in footers:
        try:
            logs.append(_examine(footer, numeric, asked, step_from, skip_bad_rows, run or run_name(root)))
        except (OSError, pa.ArrowException) as error:
            unread.append((footer.source, str(error)))
    _check_unread(root, unread, logs, skip_unreadable)
    logs.sort(key=lambda log: (log.steps[:1], natural(log.name)))
    candidates, others = reward_candidates(logs)
    measures = _measures(kinds)
    for name in set(measures) - set(asked):
        candidates.pop(name, None)
    chosen = choose_reward(reward_column, candidates, others, source=show(root))
    kept, overlap_notes = resolve_overlap(logs, on_overlap)
    plan = TrlPlan(
        formula=chosen,
        parts=tuple(sorted(candidates)),
        measures=measures,
        tokens=token_sources({column for column, kind in kinds if kind in ("other", "null")} - numeric),
        step_from_name=step_from == "file_name",
        skip_bad_rows=skip_bad_rows,
    )
    groups = chunked(kept, size=lambda log: log.footer.source.bytes or 0, key=lambda log: log.footer.schema)
    runs = {log.run for log in kept}
    return Rollouts(
        format="trl",
        label=_LABEL,
        evidence=evidence(kept),
        source=show(root),
        run=runs.pop() if len(runs) == 1 else None,
        files=tuple(log.footer.source for log in kept),
        reward_formula=chosen.text,
        reward_parts=plan.parts,
        skip_bad_rows=skip_bad_rows,
        steps=tuple(sorted({step for log in kept for step in log.steps})),
        rows=None if any(log.dropped for log in kept) else sum(log.footer.rows for log in kept),
        notes=(*overlap_notes, *findings(kept, unread)),
        plan=tuple(TrlChunk(logs=tuple(group), plan=plan) for group in groups),
    )


def _measures(kinds: Collection[tuple[str, str]]) -> tuple[str, ...]:
    """Measures among the columns; one that is text in all files is another thing of that name."""
    found = {name: {kind for column, kind in kinds if column == name} for name in MEASURES}
    return tuple(name for name, own in found.items() if "number" in own or own == {"null"})


def _footers(root: Path, unread: _Unread, skip_unreadable: bool) -> list[LogFile]:
    found = find_logs(root)
    if not found:
        raise NoRolloutFiles(
            f"{show(root)} holds no completions_*.parquet.",
            "Give the output folder of a trainer that ran with log_completions=True.",
        )
    footers = []
    for path, name in found:
        source = source_file(path, name)
        try:
            footers.append(read_footer(source))
        except (OSError, pa.ArrowException) as error:
            unread.append((source, str(error)))
    _check_unread(root, unread, footers, skip_unreadable)
    for footer in footers:
        check_columns(footer)
    return footers


def _check_unread(root: Path, unread: _Unread, read: list[LogFile] | list[Log], skip: bool) -> None:
    if not unread or (skip and read):
        return
    bad = "; ".join(f"{show(f.name)} ({f.bytes:,} bytes: {_reason(f, why)})" for f, why in unread)
    files = counted(len(unread), "file")
    hint = "Wait until the job has written them, or leave them out with --skip-unreadable."
    raise UnreadableFile(
        f"{files} in {show(root)} cannot be read: {bad}.",
        hint if read else "No other file is there; wait until the job has written one.",
    )


def _reason(file: SourceFile, error: str) -> str:
    if file.bytes == 0:
        return "empty"
    if "magic bytes" in error or "footer" in error.lower():
        return "cut short or no parquet"
    return show(error.partition("\n")[0].rstrip("."))


def _examine(
    footer: LogFile,
    numeric: Collection[str],
    asked: Collection[str],
    step_from: StepFrom,
    skip_bad_rows: bool,
    run: str,
) -> Log:
    wanted = [c for c in footer.values if c in numeric or c in asked]
    strict = {*asked, *MEASURES}
    table = read_columns(footer, ["step", *wanted])
    file_step = step_in_name(footer.source) if step_from == "file_name" else None
    steps = (
        read_steps(footer, table, skip_bad_rows=skip_bad_rows)
        if file_step is None
        else [file_step] * bool(footer.rows)
    )
    return Log(
        footer=footer,
        steps=tuple(steps),
        ranges={c: tally(footer, table, c, strict=c in strict and not skip_bad_rows) for c in wanted},
        run=run,
        file_step=file_step,
    )


_COLUMNS = ("step", "prompt", "completion")

TRL = PathLoader(
    name="trl",
    label=_LABEL,
    open=load_trl,
    options=frozenset({"step_from", "on_overlap"}),
    signs=(
        Sign(
            pattern=LOG_NAME.pattern,
            names="files named completions_*.parquet",
            keys=_COLUMNS,
            is_required=False,
        ),
        # A copy of the logs, as a data set of the Hub is one.
        Sign(pattern=r"[^/]*\.parquet", names="parquet files", keys=_COLUMNS, is_flat=True),
    ),
)
