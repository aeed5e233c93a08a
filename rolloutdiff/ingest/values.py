"""Values of JSONL that can be a reward: their ranges, and what stands in the way of the others."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rolloutdiff.errors import BadRow
from rolloutdiff.ingest.lines import pointer
from rolloutdiff.ingest.reward import Candidate, parse_formula
from rolloutdiff.ingest.survey import Form, Survey
from rolloutdiff.ingest.wording import bad_row, show

_KINDS = {'"': "text", "{": "an object", "[": "a list"}


@dataclass(frozen=True, kw_only=True)
class Values:
    """Values of a dump besides its texts and ids.

    Attributes:
        candidates: What can be a reward, by name.
        others: What every other key holds, by name.
        pointers: JSON pointer by name.
        forms: Forms of all values, in order of first appearance.
    """

    candidates: dict[str, Candidate]
    others: dict[str, str]
    pointers: dict[str, str]
    forms: tuple[Form, ...]

    def by_file(self, where: str) -> dict[str, list[Form]]:
        """Forms of the values at a JSON pointer that are not null, by path of the file."""
        found: dict[str, list[Form]] = defaultdict(list)
        for form in self.at(where):
            found[form.path].append(form)
        return found

    def at(self, where: str) -> list[Form]:
        """Forms of the values at a JSON pointer that are not null."""
        return [form for form in self.forms if form.at == where and form.mark != "n"]


def numeric_values(
    survey: Survey,
    fixed: Collection[str],
    wanted: str,
    *,
    also: Sequence[str] = (),
    skip_bad_rows: bool = False,
) -> Values:
    """Look at all values that may be numbers.

    Args:
        survey: The files.
        fixed: Keys that are no values.
        wanted: The reward that is asked for; a dotted name looks into an object.
        also: Further JSON pointers to look at.
        skip_bad_rows: Whether rows whose reward is no number are set aside.

    Raises:
        BadRow: The reward is a number in some rows and something else in others.
        RewardColumnError: The reward is not written as a column or weighted sum.
    """
    pointers = {key: pointer(key) for key in survey.keys if key not in fixed}
    asked = parse_formula(wanted, pointers).names
    for name in asked:
        head, *path = name.split(".")
        if name not in pointers and path and head in survey.keys:
            pointers[name] = pointer(head, *path)
    forms = tuple(survey.forms(list(dict.fromkeys([*pointers.values(), *also]))))
    found = Values(candidates={}, others={}, pointers=pointers, forms=forms)
    rows = sum(survey.rows.values())
    for name, where in pointers.items():
        own = found.at(where)
        numbers = [form for form in own if form.is_number]
        wrong = [form for form in own if not form.is_number]
        if name in asked and numbers and wrong and not skip_bad_rows:
            _refuse(name, wrong)
        harmless = all(form.form == "unscored" and form.mark == '"' for form in wrong)
        if numbers and (harmless or name in asked):
            found.candidates[name] = _range(name, numbers, rows)
        else:
            found.others[name] = _what(name, own)
    return found


def check_measures(values: Values, pointers: Mapping[str, str]) -> None:
    """Check that measures are numbers wherever they have a value.

    Args:
        values: Values of the dump, those at the pointers among them.
        pointers: JSON pointer by name in the source.

    Raises:
        BadRow: A measure is something else in some row.
    """
    for name, where in pointers.items():
        wrong = [form for form in values.at(where) if not form.is_number]
        if wrong:
            raise _bad_value(name, wrong[0])


def _range(name: str, numbers: Sequence[Form], rows: int) -> Candidate:
    scored = [form for form in numbers if form.form == "number"]
    extents = [(0.0, 1.0) if f.low is None or f.high is None else (f.low, f.high) for f in scored]
    return Candidate(
        name=name,
        low=min((low for low, _ in extents), default=None),
        high=max((high for _, high in extents), default=None),
        scored=sum(form.count for form in scored),
        rows=rows,
    )


def _inside(name: str, forms: Sequence[Form]) -> list[str]:
    """Dotted names of the numbers in the first object among the values."""
    for form in forms:
        if form.mark == "{":
            value = json.loads(form.value)
            return [f"{name}.{key}" for key, inner in value.items() if isinstance(inner, int | float)]
    return []


def _what(name: str, own: Sequence[Form]) -> str:
    kinds = list(dict.fromkeys(_KINDS.get(form.mark, "numbers") for form in own))
    if not kinds:
        return "nothing but nulls"
    inside = _inside(name, own)
    return " and ".join(kinds) + (f" (inside it: {', '.join(map(show, inside))})" if inside else "")


def _refuse(name: str, wrong: Sequence[Form]) -> None:
    error = _bad_value(name, wrong[0])
    inside = _inside(name, wrong)
    if inside:
        error = type(error)(
            error.message, f"Name a number inside the object: --reward-column {show(inside[0])}. {error.hint}"
        )
    raise error


def _bad_value(name: str, first: Form) -> BadRow:
    reason = f"{_KINDS[first.mark]}, not a number"
    return bad_row(first.path, first.line, column=name, value=first.value, reason=reason, lines=True)
