"""The way from a dump to its series once more, in plain Python from the definitions.

Exact rational arithmetic up to the last square root; nothing is shared with the package.
"""

from __future__ import annotations

import heapq
import math
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.oracle.frozen_z import Point, Settings, Verdict, screen

Number = int | float | Fraction
BOUNDARY = "\x01"


@dataclass(frozen=True, kw_only=True)
class Rollout:
    """One row of a dump; `parts` are the rewards it was made of, by name."""

    run: str
    step: int
    prompt_id: str
    response: str | None
    reward: float | None
    parts: Mapping[str, float | None] = field(default_factory=dict)


# --- text -------------------------------------------------------------------------------------------------


def lower(text: str) -> str:
    """Lower case, code point by code point: one in, one out, whatever its neighbours are."""
    return "".join(char.lower()[0] for char in text)


def tokens(text: str) -> list[str]:
    """Maximal runs of letters, numbers, marks and underscores."""
    kept = (char if char == "_" or unicodedata.category(char)[0] in "LNM" else " " for char in text)
    return "".join(kept).split(" ")


def ngrams(text: str, longest: int = 3) -> Counter[str]:
    """Occurrences of each 1..longest-gram of a text; none reaches over a boundary character."""
    found: Counter[str] = Counter()
    for passage in lower(text).split(BOUNDARY):
        words = [word for word in tokens(passage) if word]
        for n in range(1, longest + 1):
            found.update(" ".join(words[i : i + n]) for i in range(len(words) - n + 1))
    return found


def document_frequency(documents: Iterable[Mapping[str, Number] | None]) -> Counter[str]:
    """Number of rows that show each feature at least once."""
    found: Counter[str] = Counter()
    for document in documents:
        found.update(name for name, value in (document or {}).items() if value)
    return found


def vocabulary(documents: Iterable[Mapping[str, Number] | None], size: int = 2000) -> list[str]:
    """The most frequent features by rows, equal ones by name."""
    frequency = document_frequency(documents)
    return heapq.nsmallest(size, frequency, key=lambda name: (-frequency[name], name))


# --- series -----------------------------------------------------------------------------------------------


def reward_features(rollouts: Sequence[Rollout]) -> list[dict[str, float | None]]:
    """Rewards as features of each row; what a row lacks, or is not a finite number, is None: not scored."""
    names = {name for rollout in rollouts for name in rollout.parts}
    return [
        {
            "reward:total": _finite(rollout.reward),
            **{f"reward:{name}": _finite(rollout.parts.get(name)) for name in names},
        }
        for rollout in rollouts
    ]


def series(
    rollouts: Sequence[Rollout],
    features: Sequence[Mapping[str, Number | None] | None],
    names: Iterable[str],
    kind: str,
) -> dict[tuple[str, str], list[Point]]:
    """Series of each named feature in each run, one point per step that the run logged.

    Args:
        rollouts: The dump.
        features: Per rollout, values by feature name. A name that is absent counts 0, a value None leaves the
            row out of that feature, and None in place of the mapping leaves it out of all.
        names: Features wanted.
        kind: `binary` (1 where the value is above 0) or `continuous`.

    Returns:
        Points by (run, feature name).
    """
    names = list(names)
    logged: dict[str, set[int]] = defaultdict(set)
    # Rows per (run, step) and prompt that stand in for 0 unless a value says otherwise.
    rows: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    # Per (run, step), feature and prompt: the values that are not 0, and the number of rows left out.
    values: dict[tuple[str, int], dict[str, dict[str, list[int | Fraction]]]] = defaultdict(dict)
    left_out: dict[tuple[str, int], dict[str, Counter[str]]] = defaultdict(dict)
    wanted = set(names)
    for rollout, of_row in zip(rollouts, features, strict=True):
        logged[rollout.run].add(rollout.step)
        if of_row is None:
            continue
        at = (rollout.run, rollout.step)
        rows[at][rollout.prompt_id] += 1
        for name in wanted & of_row.keys():
            value = of_row[name]
            if value is None:
                left_out[at].setdefault(name, Counter())[rollout.prompt_id] += 1
            elif value > 0 or (value < 0 and kind == "continuous"):
                number = 1 if kind == "binary" else _exact(value)
                values[at].setdefault(name, {}).setdefault(rollout.prompt_id, []).append(number)
    return {
        (run, name): [
            _point(
                step,
                _remaining(rows[run, step], left_out[run, step].get(name)),
                values[run, step].get(name, {}),
            )
            for step in sorted(steps)
        ]
        for run, steps in logged.items()
        for name in names
    }


def screen_dump(
    rollouts: Sequence[Rollout],
    features: Sequence[Mapping[str, Number | None] | None],
    names: Iterable[str],
    kind: str,
    settings: Settings,
) -> dict[tuple[str, str], Verdict]:
    """From rows to verdicts of `frozen_z_v1`, by (run, feature name)."""
    return {
        key: screen(points, kind, settings) for key, points in series(rollouts, features, names, kind).items()
    }


def _point(step: int, rows: Counter[str], nonzero: Mapping[str, list[int | Fraction]]) -> Point:
    """Mean, standard error and spread of one feature at one step; `rows` counts rows by prompt.

    mean = sum of prompt means / P; se = sqrt(sum (prompt mean - mean)^2 / (P (P - 1)));
    within = sqrt(sum over prompts of squared deviations from their own mean / (samples - P)).
    """
    prompts, samples = len(rows), rows.total()
    if prompts == 0:
        return Point(step=step, mean=None, se=None, prompts=0, samples=0)
    total_of_means = squares_of_means = inside = Fraction(0)
    for prompt, of_prompt in nonzero.items():
        total = sum(of_prompt)
        of_mean = Fraction(total) / rows[prompt]
        total_of_means += of_mean
        squares_of_means += of_mean * of_mean
        inside += sum(value * value for value in of_prompt) - total * of_mean
    # In exact arithmetic sum (x - mean)^2 = sum x^2 - (sum x) mean, and zeros add nothing to either sum.
    mean = total_of_means / prompts
    between = squares_of_means - total_of_means * mean
    return Point(
        step=step,
        mean=float(mean),
        se=math.sqrt(between / (prompts * (prompts - 1))) if prompts > 1 else None,
        prompts=prompts,
        samples=samples,
        positives=sum(value > 0 for of_prompt in nonzero.values() for value in of_prompt),
        within_sd=math.sqrt(inside / (samples - prompts)) if samples > prompts else None,
    )


def _remaining(rows: Counter[str], left_out: Counter[str] | None) -> Counter[str]:
    return rows if left_out is None else rows - left_out


def _exact(value: Number) -> int | Fraction:
    return value if isinstance(value, int) else Fraction(value)


def _finite(value: float | None) -> float | None:
    return float(value) if value is not None and math.isfinite(value) else None
