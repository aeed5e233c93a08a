"""Two module dumps of one training step to suspects: the stages in order, each a table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

import pyarrow as pa

from rolloutdiff import __version__
from rolloutdiff.columns import column
from rolloutdiff.errors import KeyMappingError, UsageError
from rolloutdiff.pipeline.consistency_read import DumpPaths, read_dumps
from rolloutdiff.sqlfiles import load_all
from rolloutdiff.warehouse.registry import object_versions
from rolloutdiff.warehouse.stage import StageRunner, transaction

ConsistencyProfile = Literal["strict", "compat"]
# Smallest denominator of a relative difference.
EPS = 1e-12
WARN = 1e-2


@dataclass(frozen=True, kw_only=True)
class ConsistencySettings:
    """What changes the verdicts of a comparison.

    Attributes:
        profile: `strict`; or `compat`, which follows the original rules, faults included.
        ok: Largest relative difference that is ok; None: 0.0001, under `strict` 0.004 where a side is
            bfloat16 and 0.001 where one is float16.
        warn: Largest relative difference that is `warn` and not `alert`; both are mismatches.
    """

    profile: ConsistencyProfile = "strict"
    ok: float | None = None
    warn: float = WARN

    def __post_init__(self) -> None:
        if self.profile not in ("strict", "compat"):
            raise UsageError(f"Setting profile is {self.profile!r}.", "Give strict or compat.")
        for name, value in (("ok", self.ok), ("warn", self.warn)):
            if value is not None and not 0 <= value < float("inf"):
                raise UsageError(
                    f"Setting {name} is {value!r}.", "Give a relative difference, such as 0.004."
                )
        if self.ok is not None and self.ok > self.warn:
            raise UsageError(
                f"Setting ok is {self.ok!r}, above warn, {self.warn!r}.", "Give warn a value of at least ok."
            )


def compare(
    runner: StageRunner,
    paths: DumpPaths,
    mapping: Mapping[str, Sequence[str]] | None,
    settings: ConsistencySettings,
    *,
    run: str | None = None,
    step: int | None = None,
) -> str:
    """Compare two dumps and keep the result; an equal comparison that is there is replaced.

    Args:
        runner: Runs stage files on a work cursor without an open transaction.
        paths: The dumps.
        mapping: Module key of training to its peers in the rollout; None pairs modules by name.
        settings: What changes the verdicts.
        run: Name of the run the dumps belong to.
        step: Training step they were taken at.

    Returns:
        The comparison_id: a hash of dumps, mapping, settings and versions.

    Raises:
        MalformedDump: A file is not a module dump; the message names file, key and field.
        KeyMappingError: The mapping cannot be used under this profile.
    """
    compat = settings.profile == "compat"
    if compat:
        _refuse_lists(mapping)
    hashes = read_dumps(runner, paths, compat=compat)
    flags = {"compat": compat, "automatic": mapping is None}
    with runner.table("given_mapping", _as_table(mapping or {})):
        runner.run("cons_pair", flags)
    lines = {"ok": settings.ok, "warn": settings.warn, "eps": EPS}
    runner.run("cons_compare", flags | lines)
    runner.run("cons_judge", flags)
    runner.run("cons_explain", flags)
    comparison_id = _identity(runner, hashes, mapping, settings, run, step)
    with transaction(runner.cursor):
        runner.run("forget_comparison", {"comparisons": [comparison_id]})
        runner.run(
            "cons_store",
            flags
            | lines
            | {
                "comparison_id": comparison_id,
                "run": run,
                "step": step,
                "profile": settings.profile,
                "mapping_sha256": None if mapping is None else _digest(mapping),
                "package_version": __version__,
                "train_path": paths.train_name,
                "rollout_path": paths.rollout_name,
            },
        )
    return comparison_id


def _refuse_lists(mapping: Mapping[str, Sequence[str]] | None) -> None:
    many = next((key for key, peers in (mapping or {}).items() if len(peers) > 1), None)
    if many is not None:
        raise KeyMappingError(
            f"The mapping gives {many!r} several peers, which the original rules cannot take.",
            "Use --profile strict, or give one peer.",
        )


def _as_table(mapping: Mapping[str, Sequence[str]]) -> pa.Table:
    pairs = [
        (key, peer, place)
        for key, peers in mapping.items()
        # A peer that is named twice is one.
        for place, peer in enumerate(dict.fromkeys(peers), 1)
    ]
    return pa.table(
        {
            "train_key": column([key for key, _, _ in pairs], pa.string()),
            "rollout_key": column([peer for _, peer, _ in pairs], pa.string()),
            "peer": column([place for _, _, place in pairs], pa.int64()),
        }
    )


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _identity(
    runner: StageRunner,
    hashes: Mapping[str, str],
    mapping: Mapping[str, Sequence[str]] | None,
    settings: ConsistencySettings,
    run: str | None,
    step: int | None,
) -> str:
    objects = object_versions(runner.cursor, runner.schema)
    stages = [(file.name, file.sha256) for file in load_all(kinds=("stage",))]
    return _digest(
        {
            "dumps": hashes,
            "mapping": mapping,
            "settings": asdict(settings),
            "run": run,
            "step": step,
            "package": __version__,
            "objects": {name: held for name, held in objects.items() if name.startswith("cons_")},
            "stages": [stage for stage in stages if stage[0].startswith("cons_")],
        }
    )[:16]
