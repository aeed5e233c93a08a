"""An event and its references, from the arrays of a report or the rows of the report views."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, Literal

from rolloutdiff.errors import ReportError, UsageError
from rolloutdiff.features import Limits
from rolloutdiff.wording import plain_text, printable, wording

Role = Literal["exemplar", "pair", "before"]
Row = Mapping[str, Any]
Tables = Mapping[str, Any]

_HASHED: Final = re.compile(r"[a-z]+:h[0-9a-f]{12}")
_MOST_NAMED: Final = 12


@dataclass(frozen=True, kw_only=True)
class Reference:
    """A rollout that an event points to.

    Attributes:
        feature: Member of the event that it was chosen for.
        role: `exemplar` shows the feature; `pair` is of the same prompt and step without it; `before` of the
            same prompt before the onset.
        place: Number of the exemplar, from 1, to which a pair or a before belongs.
        step: Training step.
        prompt_id: Prompt.
        sample_id: Name of the rollout.
        source_file: File of the dump.
        source_row: Zero-based row or line in it.
        reward: Reward, None when it was not scored.
    """

    feature: str
    role: Role
    place: int
    step: int
    prompt_id: str
    sample_id: str
    source_file: str
    source_row: int
    reward: float | None

    @property
    def key(self) -> tuple[str, int]:
        """Where it stands in the dump."""
        return self.source_file, self.source_row


@dataclass(frozen=True, kw_only=True)
class KnownFile:
    """A file of the dump as it was analysed; hash and size are None for a table."""

    sha256: str | None
    bytes: int | None


@dataclass(frozen=True, kw_only=True)
class Event:
    """An event with everything that is needed to find its rollouts again.

    Attributes:
        analysis_id: Analysis it belongs to.
        run: Run.
        rank: Rank within the run, from 1.
        of: Number of events of the run.
        name: Readable name.
        onset_step: Earliest onset.
        alert_step: Earliest alert.
        direction: `rise` or `fall`.
        members: Features, the lead first.
        references: Rollouts of all members.
        files: Files of the run by name.
        run_row: Row of the run in `report_run`.
        limits: Bounds on code fragments of the analysis.
        hashed: Whether names that come from completions are replaced by hashes.
    """

    analysis_id: str
    run: str
    rank: int
    of: int
    name: str
    onset_step: int
    alert_step: int
    direction: str
    members: tuple[str, ...]
    references: tuple[Reference, ...]
    files: Mapping[str, KnownFile]
    run_row: Row
    limits: Limits
    hashed: bool

    @property
    def shown_members(self) -> list[str]:
        """Members that have exemplars, in order."""
        have = {reference.feature for reference in self.references if reference.role == "exemplar"}
        return [member for member in self.members if member in have]

    def is_hidden(self, feature: str) -> bool:
        """Whether the name of a feature is a hash, so that it cannot be looked for in a text."""
        return self.hashed and _HASHED.fullmatch(feature) is not None

    def choose(self, feature: str | None) -> str:
        """The member to show: the one that is asked for, else the lead.

        Raises:
            UsageError: The feature is no member, or has no exemplars.
        """
        shown = self.shown_members
        if feature is None:
            return shown[0]
        if feature not in shown:
            near = get_close_matches(feature, shown, n=1)
            hint = f"Did you mean {printable(near[0])}?" if near else f"Give one of: {_listed(shown)}."
            raise UsageError(f"Event {self.rank} has no exemplars of {printable(feature)!r}.", hint)
        return feature


def find_event(tables: Tables, run: str | None, rank: int) -> Event:
    """An event that has rollouts to show.

    Args:
        tables: A report as `rolloutdiff.report.load.load_report` returns it, or the same arrays from views.
        run: Name of the run; None takes the only one.
        rank: Rank of the event within the run.

    Raises:
        UsageError: There are several runs and none is named.
        ReportError: There is no such run, no such event, or it has no exemplars.
    """
    run_row = _run_row(tables["run"], run)
    name = run_row["run"]
    events = {row["event_rank"]: row for row in tables["event"] if row["run"] == name}
    if not events:
        raise ReportError(
            f"Run {printable(name)!r} has no events: no behaviour crossed the line of the rule.",
            "There is nothing to inspect; the report shows every series that was scored.",
        )
    if rank not in events:
        raise ReportError(
            f"Run {printable(name)!r} has no event of rank {rank}; it has {_ranks(sorted(events))}.",
            "Give one of these with --event-rank.",
        )
    row = events[rank]
    mine = {array: [r for r in tables[array] if r["run"] == name] for array in ("event_member", "exemplar")}
    members = [r["feature"] for r in mine["event_member"] if r["event_rank"] == rank]
    members.sort(key=lambda feature: feature != row["lead_feature"])
    references = tuple(_reference(r) for r in mine["exemplar"] if r["event_rank"] == rank)
    if not any(reference.role == "exemplar" for reference in references):
        raise _without_exemplars(tables, row, sorted({r["event_rank"] for r in mine["exemplar"]}))
    settings = tables["settings"]
    return Event(
        analysis_id=row["analysis_id"],
        run=name,
        rank=rank,
        of=len(events),
        name=row["name"],
        onset_step=row["onset_step"],
        alert_step=row["alert_step"],
        direction=row["direction"],
        members=tuple(members),
        references=references,
        files={
            r["source_file"]: KnownFile(sha256=r["sha256"], bytes=r["bytes"])
            for r in tables["file"]
            if r["run"] == name
        },
        run_row=run_row,
        limits=Limits(
            max_bytes=settings.get("fragment_max_bytes", Limits().max_bytes),
            max_depth=settings.get("fragment_max_depth", Limits().max_depth),
        ),
        hashed=bool(tables.get("hashed")),
    )


def _run_row(rows: Sequence[Row], run: str | None) -> Row:
    if run is None and len(rows) > 1:
        raise UsageError(f"The report has {len(rows)} runs.", f"Choose with --run: {_listed(_runs(rows))}.")
    for row in rows:
        if run is None or row["run"] == run:
            return row
    raise ReportError(
        f"The report has no run {printable(str(run))!r}.",
        f"Give one of these with --run: {_listed(_runs(rows))}.",
    )


def _runs(rows: Sequence[Row]) -> list[str]:
    return [row["run"] for row in rows]


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(map(printable, names[:_MOST_NAMED]))
    return shown if len(names) <= _MOST_NAMED else f"{shown} and {len(names) - _MOST_NAMED} more"


def _ranks(ranks: Sequence[int]) -> str:
    """`1 to 11`, or the ranks themselves where they have gaps."""
    if len(ranks) == 1:
        return f"only {ranks[0]}"
    if list(ranks) == list(range(ranks[0], ranks[-1] + 1)):
        return f"{ranks[0]} to {ranks[-1]}"
    return ", ".join(map(str, ranks))


def _reference(row: Row) -> Reference:
    return Reference(**{name: row[name] for name in Reference.__dataclass_fields__})


def _without_exemplars(tables: Tables, event: Row, others: Sequence[int]) -> ReportError:
    lead = event["lead_feature"]
    kinds = {r["kind"] for r in tables["alert"] if r["run"] == event["run"] and r["feature"] == lead}
    name = printable(event["name"])
    if "continuous" in kinds:
        words = plain_text(wording(lead, "continuous").title)
        why = f"it is a change of a size ({words}), and every completion has one"
    elif event["direction"] == "fall":
        why = "it is a fall, and exemplars show what rises"
    else:
        why = "no completion that shows it was chosen"
    hint = "Its series is in report_series, step by step."
    if others:
        hint += f" Events with exemplars: {', '.join(map(str, others))}."
    return ReportError(f"Event {event['event_rank']} ({name}) has no exemplars: {why}.", hint)
