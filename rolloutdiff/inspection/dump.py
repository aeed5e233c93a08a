"""References back to the dump: only the files that they name, and only while these are what was analysed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rolloutdiff.errors import ChangedDump, InputError
from rolloutdiff.ingest import Rollouts, SourceFile
from rolloutdiff.inspection.events import Event, KnownFile, Reference
from rolloutdiff.warehouse.connect import open_session
from rolloutdiff.warehouse.install import install
from rolloutdiff.wording import printable

_AGAIN = "Give the dump that was analysed, or analyse this one and inspect its own report."
_LONGEST_NAME = 200
_DIGITS = 12


@dataclass(frozen=True, kw_only=True)
class Rollout:
    """A rollout as the dump or the warehouse holds it; the response is None when the dump has none."""

    step: int
    prompt_id: str
    sample_id: str
    prompt: str
    response: str | None


Texts = Mapping[tuple[str, int], Rollout]


def read_dump(
    path: Path, open_dump: Callable[[], Rollouts], event: Event, wanted: Sequence[Reference]
) -> dict[tuple[str, int], Rollout]:
    """The rollouts that references name, read from the dump by its loader.

    Args:
        path: The dump.
        open_dump: Opens it.
        event: The event they belong to; it knows the files as they were analysed.
        wanted: The references.

    Returns:
        Rollouts by file and row.

    Raises:
        ChangedDump: A file is gone, or has other content than when it was analysed.
        InputError: The dump holds none of the files, a row is another rollout than the report says, or the
            loader refuses the dump.
    """
    names = sorted({reference.source_file for reference in wanted})
    try:
        rollouts = open_dump()
    except InputError:
        # The loader may have stumbled over the very change that we would name.
        _check_content(names, event.files, _guess(path, names))
        raise
    present = {file.name: file for file in rollouts.files}
    _check_presence(rollouts, names, event)
    _check_content(names, event.files, present)
    found = _read(rollouts.without_files(present.keys() - set(names)), wanted)
    for reference in wanted:
        _check_row(reference, found.get(reference.key))
    return found


def _guess(path: Path, names: Sequence[str]) -> dict[str, SourceFile]:
    """Files that a loader would probably call by these names."""
    found = {}
    for name in names:
        places = (path if path.name == name else path / name, path / "completions" / name)
        place = next((p for p in places if p.is_file()), None)
        if place is not None:
            found[name] = SourceFile(name=name, path=place, bytes=place.stat().st_size)
    return found


def _check_presence(rollouts: Rollouts, names: Sequence[str], event: Event) -> None:
    present = {file.name for file in rollouts.files}
    missing = [name for name in names if name not in present]
    if not missing:
        return
    if len(missing) == len(names):
        some = sorted(present)[:2]
        holds = ", ".join(_name(n) for n in some) + (" …" if len(present) > len(some) else "")
        raise InputError(
            f"{rollouts.describe()} holds none of the files that event {event.rank} of run"
            f" {printable(event.run)!r} refers to, such as {_name(missing[0])!r}; it holds {holds}.",
            "Give PATH and --format as they were given to analyze."
            if any(event.files[n].sha256 for n in missing if n in event.files)
            else "It was a table, not a file: give the warehouse with --db.",
        )
    raise ChangedDump(
        f"{_name(missing[0])!r} is gone from {rollouts.describe()} since the report was made"
        f" ({len(missing)} of the {len(names)} files that are needed are missing).",
        _AGAIN,
    )


def _check_content(
    names: Sequence[str], known: Mapping[str, KnownFile], present: Mapping[str, SourceFile]
) -> None:
    changed = []
    for name in names:
        then, now = known.get(name), present.get(name)
        if then is not None and then.sha256 is not None and now is not None and now.sha256 != then.sha256:
            changed.append((name, then, now))
    if not changed:
        return
    name, then, now = changed[0]
    size = f"{now.bytes:,} bytes" if now.bytes is not None else "no file"
    was = f"{then.bytes:,} bytes" if then.bytes is not None else "unknown size"
    how = f"the same size ({size}), other content" if then.bytes == now.bytes else f"{was} then, {size} now"
    digests = f"sha256 {_digest(then.sha256)} then, {_digest(now.sha256)} now"
    more = (
        f" {len(changed)} of the {len(names)} files that are needed have changed." if len(names) > 1 else ""
    )
    raise ChangedDump(
        f"{_name(name)!r} has changed since the report was made: {how}; {digests}.{more}", _AGAIN
    )


def _digest(sha256: str | None) -> str:
    return "none" if sha256 is None else sha256[:_DIGITS] + "…"


def _name(name: str) -> str:
    return printable(name, _LONGEST_NAME)


def _read(rollouts: Rollouts, wanted: Sequence[Reference]) -> dict[tuple[str, int], Rollout]:
    places = {
        "files": [reference.source_file for reference in wanted],
        "rows": [reference.source_row for reference in wanted],
    }
    found: dict[tuple[str, int], Rollout] = {}
    with open_session(None, None) as session:
        runner = session.runner
        install(runner.cursor)
        for chunk in rollouts.chunks():
            runner.run("create_staging")
            chunk.stage(runner.cursor, runner.run)
            found |= rollouts_by_place(runner.rows("inspect_staged", places))
    return found


def rollouts_by_place(rows: Sequence[tuple[object, ...]]) -> dict[tuple[str, int], Rollout]:
    """Rows of the stages `inspect_staged` and `inspect_rollout`."""
    return {
        (str(file), int(str(row))): Rollout(
            step=int(str(step)),
            sample_id=str(sample),
            prompt_id=str(prompt_id),
            prompt=str(prompt),
            response=None if response is None else str(response),
        )
        for file, row, step, sample, prompt_id, prompt, response in rows
    }


def _check_row(reference: Reference, rollout: Rollout | None) -> None:
    """The files are those that were analysed, so a row that differs was read in another way."""
    place = f"Row {reference.source_row} of {_name(reference.source_file)!r}"
    hint = "Give the loader options of the analysis, such as --format, --columns and --step-from."
    if rollout is None:
        raise InputError(f"{place} cannot be read as a rollout.", hint)
    for column in ("step", "prompt_id", "sample_id"):
        then, now = getattr(reference, column), getattr(rollout, column)
        if then != now:
            raise InputError(
                f"{place} has {column} {printable(str(now))}; in the report it is {printable(str(then))}.",
                hint,
            )
