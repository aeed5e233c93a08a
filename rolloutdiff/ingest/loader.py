"""What a loader is, and one for files that a function turns into rows: all that one of your own needs."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any, Protocol

from rolloutdiff.errors import ColumnMappingError, NoRolloutFiles, UnknownFormat
from rolloutdiff.ingest.columns import MEASURES, token_sources
from rolloutdiff.ingest.files import chunked, existing, natural, source_file, tree
from rolloutdiff.ingest.jsonl import FIELDS, JsonlFile, JsonlPlan, check_lines
from rolloutdiff.ingest.lines import pointer
from rolloutdiff.ingest.objects import ObjectsChunk, Pass, RowsOf, look_through
from rolloutdiff.ingest.objects_findings import findings, mixed_value
from rolloutdiff.ingest.overlap import check_steps
from rolloutdiff.ingest.recognise import Kind, Recognition, Sign, by_signs
from rolloutdiff.ingest.reward import choose_reward, parse_formula
from rolloutdiff.ingest.rollouts import Note, Rollouts, SourceFile, validation_note
from rolloutdiff.ingest.survey import unreadable_error
from rolloutdiff.ingest.wording import listed, show

TRAINING = "training"
"""Part of a dump that is read where there are others as well."""

_TEXTS = (*FIELDS, "prompt", "response")


class Loader(Kind, Protocol):
    """Reads the dumps of one kind; what an entry point in the group `rolloutdiff.loaders` names."""

    @property
    def label(self) -> str:
        """What people call its dumps, such as `ROLL dump`."""
        ...

    @property
    def options(self) -> frozenset[str]:
        """Options that its `load` takes besides those below: `step_from`, `on_overlap`, `columns`."""
        ...

    def load(
        self,
        path: Path,
        *,
        run: str | None = None,
        reward_column: str | None = None,
        skip_bad_rows: bool = False,
        skip_unreadable: bool = False,
    ) -> Rollouts:
        """Open the dumps at a path.

        Raises:
            InputError: As for the loaders of this package.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class PathLoader:
    """A loader that is a function of a path.

    Attributes:
        name: What `--format` calls it.
        label: What people call its dumps.
        open: The function; takes the options of `Loader.load` and those below.
        options: What it takes besides.
        signs: What tells its dumps; none for a loader that is never recognised.
    """

    name: str
    label: str
    open: Callable[..., Rollouts]
    options: frozenset[str] = frozenset({"step_from"})
    signs: tuple[Sign, ...] = ()

    def recognise(self, root: Path, paths: Sequence[Path]) -> Recognition | None:
        """Say which files are of this kind; see `Kind`."""
        return by_signs(self.name, self.signs, root, paths)

    def load(self, path: Path, **options: Any) -> Rollouts:
        """Open the dumps at a path; see `Loader`."""
        return self.open(path, **options)


@dataclass(frozen=True, kw_only=True)
class FileLoader:
    """A loader for files of which a function makes rows.

    A row is a mapping with the keys `step`, `prompt`, `response`, and perhaps `run`, `sample_id`,
    `prompt_id`, `group_id`, `split`, `slice` and the measures of `from_table`. Prompt and response are text
    or lists of messages. Further numbers and booleans are kept as reward parts, all else as extras. Instead
    of a row the function may give a text that should have been one, which is judged like a bad line, or None
    for what is to be skipped. It raises any of OSError, ValueError, LookupError or TypeError for a file that
    is not what its name says.

    Attributes:
        name: What `--format` calls it.
        label: What people call its dumps.
        pattern: Regular expression for the end of a file's path, with forward slashes.
        rows: Turns a file into rows; called twice for every file.
        reward: Key that is the reward unless another is asked for; None when the only number is.
        names: The pattern in words; default: the name of the first file.
        keys: Keys, or columns, that the first object of a file must have for a path to be recognised.
        parts: Names the part of a dump, such as `training`, that a file belongs to, from its path. Of several
            parts `training` is read; without one of this name one has to be given. None: no parts.
        not_rewards: Keys that are kept as extras though they are numbers.
        unique: Whether rows that an earlier file has as well are left out.
        step_per_file: Whether two files with one step are an error.
        hint: What to do where there is no such file.
        is_second: Whether such files only copy part of what a dump beside them holds.
    """

    name: str
    label: str
    pattern: str
    rows: RowsOf
    reward: str | None = "reward"
    names: str = ""
    keys: tuple[str, ...] = ()
    parts: Callable[[str], str] | None = None
    not_rewards: tuple[str, ...] = ()
    unique: bool = False
    step_per_file: bool = False
    hint: str = "Give the folder that the trainer wrote."
    is_second: bool = False

    @property
    def options(self) -> frozenset[str]:
        """Options besides those of every loader: none."""
        return frozenset()

    @property
    def _sign(self) -> Sign:
        return Sign(pattern=self.pattern, names=self.names, keys=self.keys)

    def _find(self, root: Path, paths: Sequence[Path]) -> list[tuple[Path, str]]:
        base = root.parent if root.is_file() else root
        named = [(p, p.relative_to(base).as_posix()) for p in self._sign.named(root, paths)]
        return sorted(named, key=lambda entry: natural(entry[1]))

    def recognise(self, root: Path, paths: Sequence[Path]) -> Recognition | None:
        """Say which files are of this kind; see `Kind`."""
        return by_signs(self.name, [self._sign], root, paths, is_second=self.is_second)

    def load(
        self,
        path: Path,
        *,
        run: str | None = None,
        reward_column: str | None = None,
        skip_bad_rows: bool = False,
        skip_unreadable: bool = False,
    ) -> Rollouts:
        """Open the dumps at a path.

        Args:
            path: Folder or file.
            run: Name of the run; default: the folder.
            reward_column: Key or weighted sum such as `a=1,b=0.5`.
            skip_bad_rows: Set rows that cannot be used aside instead of stopping.
            skip_unreadable: Leave out files that cannot be read instead of stopping.

        Returns:
            The rollouts. All files were looked through once; their texts are read later.

        Raises:
            PathNotFound: The path does not exist.
            NoRolloutFiles: There is no such file, or none has a row.
            UnknownFormat: The files belong to several parts, none of which is training.
            UnreadableFile: A file is not what its name says.
            ColumnMappingError: No row has a prompt, or none a response or a step.
            RewardColumnError: The reward is missing or not numeric; lists the candidates.
            BadRow: A row is no object, or its reward no number.
            OverlappingSteps: Two files hold a step that only one can.
        """
        root = existing(path)
        found = self._find(root, [root] if root.is_file() else tree(root, lambda name: True))
        if not found:
            raise NoRolloutFiles(f"{show(root)} holds no {self.label}.", self.hint)
        found, notes = self._part(root, found)
        files = [source_file(*entry) for entry in found]
        seen = look_through(files, self.rows, (*_TEXTS, *self.not_rewards), unique=self.unique)
        if seen.faults and (not skip_unreadable or len(seen.faults) == len(files)):
            raise unreadable_error(seen.faults) from next(iter(seen.errors.values()))
        files = [file for file in files if file not in seen.faults]
        name = run or (root.parent if root.is_file() else root).name or "run"
        return self._open(root, name, files, seen, notes, reward_column, skip_bad_rows)

    def _part(
        self, root: Path, found: list[tuple[Path, str]]
    ) -> tuple[list[tuple[Path, str]], tuple[Note, ...]]:
        """The files of training, or of the only part, with a note of what is left out."""
        if self.parts is None:
            return found, ()
        by_part: dict[str, list[tuple[Path, str]]] = {}
        for path, name in found:
            by_part.setdefault(self.parts(path.as_posix()), []).append((path, name))
        if TRAINING not in by_part and len(by_part) > 1:
            error = UnknownFormat(
                f"{show(root)} holds {self.label}s of {len(by_part)} kinds: {listed(sorted(by_part))}.",
                "Give the folder or file of one of them; where they share a folder, copy those of one.",
            )
            folders = [Path(os.path.commonpath([path.parent for path, _ in own])) for own in by_part.values()]
            if not any(one in (other, *other.parents) for one, other in permutations(folders, 2)):
                error.choices = tuple((str(folder), None) for folder in folders)
            raise error
        left_out = [name for part, own in by_part.items() if part != TRAINING for _, name in own]
        return by_part.get(TRAINING, found), validation_note(left_out if TRAINING in by_part else [])

    def _open(
        self,
        root: Path,
        run: str,
        files: list[SourceFile],
        seen: Pass,
        notes: tuple[Note, ...],
        reward_column: str | None,
        skip_bad_rows: bool,
    ) -> Rollouts:
        repaired, torn = check_lines(seen.bad, files[-1], skip_bad_rows=skip_bad_rows)
        last = files[-1]
        self._check_keys(root, seen)
        count = sum(seen.rows.values())
        numbers = {k: n.candidate(k, count) for k, n in seen.numbers.items() if n.scored or n.unscored}
        asked = parse_formula(reward_column or self.reward or "", numbers).names
        mixed = {k for k in numbers if seen.numbers[k].other}
        for key in asked:
            if key in mixed and not skip_bad_rows:
                raise mixed_value(key, seen)
        candidates = {k: c for k, c in numbers.items() if k not in mixed or k in asked}
        further = [key for key in seen.keys if key not in (*candidates, *_TEXTS, *self.not_rewards)]
        others = {key: seen.numbers[key].other or "nothing but nulls" for key in further}
        measures = [m for m in MEASURES if m in candidates]
        rewards = {k: c for k, c in candidates.items() if k not in measures or k in asked}
        formula = choose_reward(reward_column, rewards, others, source=show(root), default=self.reward)
        if self.step_per_file:
            steps_by_file = ((run, f.name, seen.steps[f]) for f in files)
            check_steps(steps_by_file, "Remove one of the two files, or give the folder of one run.")
        files = sorted(files, key=lambda f: (seen.steps[f][:1], natural(f.name)))
        parts = [p for p in sorted(rewards) if p not in measures or p in formula.names]
        tokens = token_sources(set(seen.keys) - set(candidates))
        held = dict.fromkeys([*parts, *measures, *tokens.values()])
        taken = {*held, *_TEXTS}
        plan = JsonlPlan(
            pointers={key: pointer(key) for key in _TEXTS},
            names={},
            parts={key: pointer(key) for key in held},
            extras={key: pointer(key) for key in seen.keys if key not in taken},
            formula=formula,
            shown_parts=len(parts),
            measures={m: m for m in measures},
            tokens=tokens,
            skip_bad_rows=skip_bad_rows,
        )
        entries = [JsonlFile(source=f, run=run, may_be_torn=f == last) for f in files]
        groups = chunked(entries, size=lambda entry: entry.source.bytes or 0, key=lambda entry: None)
        repeated = {file.name: rows for file, rows in seen.repeated.items()}
        return Rollouts(
            format=self.name,
            label=self.label,
            evidence=f"{self.label} with {listed(list(seen.keys), 6)}",
            source=show(root),
            run=run,
            files=tuple(files),
            reward_formula=formula.text,
            reward_parts=tuple(parts),
            skip_bad_rows=skip_bad_rows,
            steps=tuple(sorted({step for f in files for step in seen.steps[f]})),
            rows=count,
            notes=(*notes, *findings(seen, files, torn, repaired)),
            plan=tuple(
                ObjectsChunk(entries=tuple(g), plan=plan, rows_of=self.rows, repeated=repeated)
                for g in groups
            ),
        )

    def _check_keys(self, root: Path, seen: Pass) -> None:
        if not any(seen.rows.values()):
            torn = " but one that is cut off" if seen.bad else ""
            raise NoRolloutFiles(f"The {self.label}s in {show(root)} hold no row{torn}.", self.hint)
        for key in ("step", "prompt", "response"):
            if not seen.keys.get(key):
                raise ColumnMappingError(
                    f"No row of the {self.label} {show(root)} has a {key}.",
                    "Use --format table and name the columns with --columns.",
                )
