"""verl: one JSONL file per step, one line per response."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from rolloutdiff.errors import ColumnMappingError, NoRolloutFiles, UsageError
from rolloutdiff.ingest.columns import MEASURES, token_sources
from rolloutdiff.ingest.files import existing, natural, several, source_file, tree
from rolloutdiff.ingest.jsonl import JsonlFile, JsonlPlan, check_lines, in_chunks
from rolloutdiff.ingest.lines import pointer
from rolloutdiff.ingest.loader import PathLoader
from rolloutdiff.ingest.overlap import check_steps
from rolloutdiff.ingest.recognise import Sign
from rolloutdiff.ingest.reward import choose_reward
from rolloutdiff.ingest.rollouts import Rollouts
from rolloutdiff.ingest.survey import Survey, set_aside
from rolloutdiff.ingest.values import Values, check_measures, numeric_values
from rolloutdiff.ingest.verl_files import DUMP_NAME, findings, identity, name_step, steps_of
from rolloutdiff.ingest.wording import did_you_mean, listed, show

_LABEL = "verl dump"

StepFrom = Literal["column", "file_name"]

# Texts, ids and the ground truth: never a reward.
_FIXED = ("input", "output", "gts", "step", "uid", "request_id", "slice")


def find_dumps(root: Path) -> list[tuple[Path, str]]:
    """Dumps with their names: those of the folder itself, else of the one folder below that has any.

    Raises:
        UnknownFormat: Several folders below have dumps; training and validation look alike.
    """
    if root.is_file():
        return [(root, root.name)]
    paths = [p for p in root.iterdir() if DUMP_NAME.fullmatch(p.name)] or tree(root, DUMP_NAME.fullmatch)
    folders = sorted({p.parent for p in paths})
    if len(folders) > 1:
        hint = "Give one of them: dumps of training and of validation look alike."
        raise several(root, "verl dumps", folders, hint)
    return sorted(((p, p.name) for p in paths), key=lambda found: natural(found[1]))


def load_verl(
    path: str | os.PathLike[str],
    *,
    run: str | None = None,
    reward_column: str | None = None,
    step_from: StepFrom = "column",
    skip_bad_rows: bool = False,
    skip_unreadable: bool = False,
) -> Rollouts:
    """Open the dumps that verl writes to `trainer.rollout_data_dir`.

    Keys that hold numbers, booleans or their exact texts are kept as reward parts, all further keys as
    extras. The key `slice`, and numbers in the keys `gold`, `logprob`, `ref_logprob` and `target_logprob`,
    fill the columns of these names instead. Lists `old_log_probs` (or `train_logprobs`) and
    `rollout_log_probs` (or `rollout_logprobs`), one log-probability per token of the response in the trainer
    and in the inference engine, are compared with each other and not kept; where a dump has the numbers
    `rollout_probs_diff_mean`, `_max` and `_std` instead, they are taken as they are, unless
    `rollout_probs_diff_valid` is 0. A unique `uid` or `request_id` names the samples; a `uid` also
    names the group.

    Args:
        path: Folder of `{step}.jsonl` files (or `.jsonl.gz`), or one file.
        run: Name of the run; default: the folder.
        reward_column: Key, dotted path into an object such as `score.total`, or weighted sum such as
            `a=1,b=0.5`; default: `score`.
        step_from: `column`, or `file_name` when the key `step` is not to be trusted.
        skip_bad_rows: Set lines that cannot be used aside instead of stopping.
        skip_unreadable: Leave out files that cannot be read instead of stopping.

    Returns:
        The rollouts. All files were looked through once; their texts are read later.

    Raises:
        PathNotFound: The path does not exist.
        NoRolloutFiles: The folder holds no dump, or the dumps no row.
        UnknownFormat: Several folders below hold dumps.
        UnreadableFile: Files are cut short or not UTF-8; names them and the place.
        ColumnMappingError: No line has `input`, or none has `output`.
        RewardColumnError: The reward is missing or not numeric; lists the candidates.
        BadRow: A line is no JSON object, a reward is no number, a step is no whole number or not that of
            the file name.
        OverlappingSteps: Two files hold the same step.
    """
    if step_from not in ("column", "file_name"):
        raise UsageError(f"step_from is {step_from!r}.", "Give column or file_name.")
    root = existing(path)
    files = [source_file(*found) for found in find_dumps(root)]
    if not files:
        raise NoRolloutFiles(
            f"{show(root)} holds no dump named by its step, such as 1.jsonl.",
            "Give the folder that trainer.rollout_data_dir names, or use --format table.",
        )
    files, faults = set_aside(files, skip_unreadable)
    name = run or (root.parent if root.is_file() else root).name or "run"
    with Survey(files) as survey:
        repaired, torn = check_lines(survey.bad, files[-1], skip_bad_rows=skip_bad_rows)
        _check_keys(survey, root)
        step_at = pointer("step")
        values = numeric_values(
            survey, _FIXED, reward_column or "score", also=[step_at], skip_bad_rows=skip_bad_rows
        )
        formula = choose_reward(
            reward_column, values.candidates, values.others, source=show(root), default="score"
        )
        steps = steps_of(
            survey, values, files, from_name=step_from == "file_name", skip_bad_rows=skip_bad_rows
        )
        measures = _measures(survey, values, skip_bad_rows)
        tokens = token_sources(set(survey.keys) - set(values.candidates))
        sample_key, group_rule = identity(survey)
    check_steps(((name, f.name, steps[f]) for f in files), "Remove one of the two files.")
    files.sort(key=lambda f: (steps[f][:1], natural(f.name)))
    parts = [p for p in sorted(values.candidates) if p not in measures or p in formula.names]
    numbers = dict.fromkeys([*parts, *measures, *tokens.values()])
    taken = {*values.candidates, *measures, *tokens.values(), "input", "output", "step", "slice", sample_key}
    plan = JsonlPlan(
        pointers={
            "prompt": pointer("input"),
            "response": pointer("output"),
            "step": step_at,
            "group_id": pointer("uid"),
            "slice": pointer("slice"),
            **({} if sample_key is None else {"sample_id": pointer(sample_key)}),
        },
        names={"prompt": "input", "response": "output"},
        parts={name: values.pointers[name] for name in numbers},
        extras={key: pointer(key) for key in survey.keys if key not in taken},
        formula=formula,
        shown_parts=len(parts),
        measures={name: name for name in measures},
        tokens=tokens,
        step_from_name=step_from == "file_name",
        step_must_match=True,
        group_rule=group_rule,
        skip_bad_rows=skip_bad_rows,
        all_objects=not survey.bad,
    )
    entries = [
        JsonlFile(source=f, run=name, file_step=name_step(f), may_be_torn=f == files[-1]) for f in files
    ]
    return Rollouts(
        format="verl",
        label=_LABEL,
        evidence=f"JSON lines, a file per step, with keys {', '.join(map(show, survey.keys[:6]))}",
        source=show(root),
        run=name,
        files=tuple(files),
        reward_formula=formula.text,
        reward_parts=tuple(parts),
        skip_bad_rows=skip_bad_rows,
        steps=tuple(sorted({step for found in steps.values() for step in found})),
        rows=sum(survey.rows.values()),
        notes=findings(survey, values, steps, repaired, torn, faults),
        plan=in_chunks(entries, plan),
    )


def _measures(survey: Survey, values: Values, skip_bad_rows: bool) -> list[str]:
    """Measures among the keys; one that never holds a number is another thing of that name."""
    found = []
    for name in (m for m in MEASURES if m in survey.present):
        own = values.at(values.pointers[name])
        if own and not any(form.is_number for form in own):
            continue
        found.append(name)
    if not skip_bad_rows:
        check_measures(values, {name: values.pointers[name] for name in found})
    return found


def _check_keys(survey: Survey, root: Path) -> None:
    if not survey.keys:
        raise NoRolloutFiles(
            f"The dumps in {show(root)} hold no row.", "Wait until the trainer has written one."
        )
    for key in ("input", "output"):
        if key not in survey.present:
            raise ColumnMappingError(
                f"No line in {show(root)} has the key {key}; found are {listed(survey.keys)}.",
                did_you_mean(key, survey.keys) or "Use --format table and name the keys with --columns.",
            )


VERL = PathLoader(
    name="verl",
    label=_LABEL,
    open=load_verl,
    signs=(Sign(pattern=DUMP_NAME.pattern, names="files named by step", keys=("input", "output", "score")),),
)
