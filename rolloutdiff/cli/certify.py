"""`rolloutdiff certify`: what a policy would reach on gold, as a table with verdicts."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Annotated

import typer

from rolloutdiff.certification import certify as certify_data
from rolloutdiff.cli import options as opt
from rolloutdiff.cli.certificate import certification_lines
from rolloutdiff.errors import UsageError
from rolloutdiff.settings import AuditSettings

_DEFAULTS = AuditSettings()
_WIDTH = 80
_WEIGHT = re.compile(r'\s*("(?:[^"]|"")+"|[^,="]+)\s*=([^,]*)(?:,|$)')


def certify(
    gold: Annotated[
        Path, typer.Argument(metavar="GOLD", help="Labelled completions: a parquet, CSV or JSONL file.")
    ],
    behavior_column: Annotated[
        str, typer.Option("--behavior-column", help="Log-probability under the policy that wrote them.")
    ] = "ref_logprob",
    target_column: Annotated[
        str, typer.Option("--target-column", help="Log-probability under the policy to judge.")
    ] = "logprob",
    slice_column: Annotated[
        str | None,
        typer.Option("--slice-column", help="Part of the prompts; default: slice if there is one."),
    ] = None,
    gold_column: Annotated[
        str, typer.Option("--gold-column", help="Trusted quality of the completion.")
    ] = "gold",
    score_column: Annotated[
        str | None, typer.Option("--score-column", help="Score of another judge, for two more estimates.")
    ] = None,
    target_score: Annotated[
        str | None,
        typer.Option("--target-score", help="The target's own scores: a column, or means slice=mean,…"),
    ] = None,
    min_ess: Annotated[
        float, typer.Option("--min-ess", min=0.0, help="Effective rows below which nothing is concluded.")
    ] = _DEFAULTS.min_ess,
    bootstrap: Annotated[
        int, typer.Option("--bootstrap", min=19, help="Bootstrap draws of rows.")
    ] = _DEFAULTS.bootstrap,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the draws.")] = _DEFAULTS.seed,
    mix: Annotated[
        str | None, typer.Option("--mix", help="Weights of slices in the mean: slice=weight,slice=weight.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", help="Write certify.json here.")] = None,
    memory_limit: opt.MemoryOption = None,
) -> None:
    """Estimate what a policy would reach on gold. It takes labelled completions of another."""
    means = None
    if target_score is not None and "=" in target_score:
        means = parse_weights("--target-score", target_score)
    result = certify_data(
        gold,
        behavior_column=behavior_column,
        target_column=target_column,
        gold_column=gold_column,
        slice_column=slice_column,
        score_column=score_column,
        target_score=target_score if means is None else means,
        mix=None if mix is None else parse_weights("--mix", mix),
        settings=AuditSettings(min_ess=min_ess, bootstrap=bootstrap, seed=seed),
        resources=opt.resources(None, memory_limit, None),
    )
    if output is not None:
        result.write_json(output)
    width = max(shutil.get_terminal_size((_WIDTH, 0)).columns, 40)
    typer.echo("\n".join(certification_lines(result, width)))
    if output is not None:
        typer.echo(f"certificate: {output}")


def parse_weights(option: str, text: str) -> dict[str, float]:
    """`a=1,"b, c"=0.5` to numbers by name.

    Raises:
        UsageError: The text is something else, or names a slice twice.
    """
    weights: dict[str, float] = {}
    at = 0
    for found in _WEIGHT.finditer(text):
        name = found[1].strip()
        name = name[1:-1].replace('""', '"') if name.startswith('"') else name
        try:
            value = float(found[2])
        except ValueError:
            break
        if found.start() != at or name in weights or value != value:
            break
        weights[name] = value
        at = found.end()
    if not weights or at != len(text):
        raise UsageError(
            f"{option} is {text!r}.", "Write slice=number,slice=number, each slice once: code=0.7,prose=0.3."
        )
    return weights
