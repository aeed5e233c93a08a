"""Module dumps and key mappings as they come: found, read, and refused with the place of the fault."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import duckdb

from rolloutdiff.errors import KeyMappingError, MalformedDump, PathNotFound, UsageError
from rolloutdiff.ingest.files import escape_glob
from rolloutdiff.ingest.wording import listed, quoted, show
from rolloutdiff.warehouse.failure import first_line
from rolloutdiff.warehouse.stage import StageRunner

DUMP_NAME = "dump.json"
_AGAIN = "Dump the step again with task statistics or tensor and level L0 or mix, or correct the file."


@dataclass(frozen=True, kw_only=True)
class DumpPaths:
    """The two dumps.

    Attributes:
        train: File of the training side.
        rollout: File of the rollout side.
        train_name: Path of the training side as it was given.
        rollout_name: Path of the rollout side as it was given.
    """

    train: Path
    rollout: Path
    train_name: str
    rollout_name: str

    def of(self, side: str) -> str:
        """Path of a side, for messages."""
        return show(self.train if side == "train" else self.rollout)


def find_dumps(train: str | PathLike[str], rollout: str | PathLike[str]) -> DumpPaths:
    """The two dump files: each side is one, or a folder that holds exactly one.

    Raises:
        PathNotFound: A path does not exist, or a folder holds no dump.
        UsageError: A folder holds several.
    """
    return DumpPaths(
        train=_find(Path(train)),
        rollout=_find(Path(rollout)),
        train_name=str(train),
        rollout_name=str(rollout),
    )


def _find(path: Path) -> Path:
    if path.is_dir():
        held = sorted(p for p in path.rglob(DUMP_NAME) if p.is_file())
        if not held:
            raise PathNotFound(f"Folder {show(path)} holds no {DUMP_NAME}.", "Give the file, or its folder.")
        if len(held) > 1:
            names = listed([str(p.relative_to(path)) for p in held], 6)
            raise UsageError(
                f"Folder {show(path)} holds {len(held)} dumps: {names}.",
                "Give one of them, of the same step and rank.",
            )
        return held[0]
    if not path.exists():
        raise PathNotFound(f"Dump {show(path)} does not exist.", "Correct the path.")
    return path


def read_dumps(runner: StageRunner, paths: DumpPaths, *, compat: bool) -> dict[str, str]:
    """Read both dumps into the temporary tables `c_file`, `c_entry` and `c_tensor`.

    Args:
        runner: Runs stage files.
        paths: The dumps.
        compat: Profile compat: only the tensors that the original rules look at.

    Returns:
        Hash of the file by side.

    Raises:
        MalformedDump: A file is not a module dump.
    """
    files = {"train": escape_glob(paths.train), "rollout": escape_glob(paths.rollout)}
    try:
        sides = runner.rows("cons_read", files)
    except (duckdb.InvalidInputException, duckdb.IOException) as error:
        raise MalformedDump(f"A dump cannot be read: {first_line(error)}.", _AGAIN) from error
    for side, valid in sides:
        if not valid:
            raise MalformedDump(f"{paths.of(side)} is not JSON{_place(paths, side)}.", _AGAIN)
    for stage in ("cons_entry", "cons_tensor"):
        for side, key, field, reason in runner.rows(stage, {"compat": compat}):
            names = [f"key {quoted(key, 200)}"] * (key is not None) + [f"field {field}"] * (field is not None)
            raise MalformedDump(
                f"{paths.of(side)}{''.join(f', {name}' for name in names)} {reason}.",
                'A dump is {"data": {"Module.…": {"input_args": […], "output": […], …}}}. ' + _AGAIN,
            )
    return dict(runner.rows("cons_hashes"))


def _place(paths: DumpPaths, side: str) -> str:
    """Where the text stops being JSON, to follow a sentence; empty when only DuckDB refuses it."""
    file = paths.train if side == "train" else paths.rollout
    try:
        json.loads(file.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        return f": line {error.lineno}, column {error.colno}"
    except RecursionError:
        return ": it is nested too deeply"
    return ""


def read_mapping(path: str | PathLike[str]) -> dict[str, list[str]]:
    """A key mapping: a JSON object of training key to rollout key, or to a list of them.

    A key with null, an empty text or an empty list has no peer.

    Raises:
        PathNotFound: There is no such file.
        KeyMappingError: It is not such a mapping; the message names the key.
    """
    file = Path(path)
    hint = 'Write {"Module.…train key…": "Module.…rollout key…"}, or a list of rollout keys.'
    try:
        held = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=_once)
    except OSError as error:
        raise PathNotFound(
            f"Mapping {show(file)} cannot be read: {error.strerror}.", "Correct the path."
        ) from error
    except json.JSONDecodeError as error:
        raise KeyMappingError(
            f"Mapping {show(file)} is not JSON: line {error.lineno}, column {error.colno}.", hint
        ) from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise KeyMappingError(f"Mapping {show(file)} is not JSON.", hint) from error
    except _Twice as error:
        raise KeyMappingError(
            f"Mapping {show(file)} has the key {quoted(error, 200)} twice.", "Give it a list of peers."
        ) from error
    return checked_mapping(held, f"Mapping {show(file)}", hint)


def checked_mapping(held: object, name: str = "The mapping", hint: str | None = None) -> dict[str, list[str]]:
    """A mapping with every value as a list.

    Raises:
        KeyMappingError: It is not one of texts to texts or lists of texts.
    """
    hint = hint or "Give module key of training to module key of the rollout, or a list of them."
    if not isinstance(held, Mapping):
        raise KeyMappingError(f"{name} is not an object.", hint)
    mapping: dict[str, list[str]] = {}
    for key, peers in held.items():
        listed_peers = _peers(peers)
        if not isinstance(key, str) or listed_peers is None:
            raise KeyMappingError(f"{name}, key {quoted(key, 200)}: {quoted(peers)} is no module key.", hint)
        mapping[key] = listed_peers
    return mapping


def _peers(value: object) -> list[str] | None:
    if value is None or value == "":
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, Sequence) and all(isinstance(peer, str) and peer for peer in value):
        return list(value)
    return None


class _Twice(Exception):
    """A key stands twice in an object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) < len(pairs):
        names = [key for key, _ in pairs]
        raise _Twice(next(key for key in names if names.count(key) > 1))
    return held
