"""Which columns of a dump an audit reads: the slice of a completion, its gold, its log-probabilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pyarrow as pa

from rolloutdiff.columns import column
from rolloutdiff.errors import ColumnMappingError
from rolloutdiff.ingest.wording import did_you_mean, listed, quoted
from rolloutdiff.warehouse.stage import StageRunner

# What an audit asks of every completion.
ROLES = ("slice", "gold", "logprob", "ref_logprob", "target_logprob")
# Columns of table `rollout` that a role may be given by name; the others hold no numbers.
_TEXTS = ("slice", "split")
_SEARCHED = ("column", "part", "extra")
_MOST_NAMED = 12


class Source(NamedTuple):
    """Where the values of a role come from.

    Attributes:
        source: `column` of table `rollout`, reward `part`, or key of the `extra` columns.
        name: Its name there.
    """

    source: str
    name: str


def resolve_columns(
    runner: StageRunner, analysis_id: str, wanted: Mapping[str, str | None]
) -> dict[str, Source]:
    """Where each role comes from; roles that the dump has nothing for are left out.

    A name is looked for among the columns of table `rollout`, then among reward parts, then among the other
    columns of the dump. Without a name the column that is called like the role is taken if it has a value.

    Args:
        runner: Runs stage files.
        analysis_id: The analysis.
        wanted: Name by role, None for none.

    Raises:
        ColumnMappingError: There is no column of a given name, or no completion has a value in it.
    """
    rows = runner.rows("audit_sources", {"analysis_id": analysis_id})
    filled = {(source, name): count for source, name, count in rows}
    found = {}
    for role in ROLES:
        name = wanted.get(role)
        if name is not None:
            found[role] = _named(role, name, filled)
        elif filled.get(("column", role)):
            found[role] = Source("column", role)
    return found


def _named(role: str, name: str, filled: Mapping[tuple[str, str], int]) -> Source:
    for source in _SEARCHED:
        if filled.get((source, name)) and (source != "column" or role == "slice" or name not in _TEXTS):
            return Source(source, name)
    option = f"--{role.replace('_', '-')}-column"
    known = sorted({column for (_, column), count in filled.items() if count})
    if any((source, name) in filled for source in _SEARCHED) and name not in known:
        problem = f"{option} names {quoted(name)}, which has no value in any completion."
    else:
        problem = f"{option} names {quoted(name)}, which the dump does not have."
    held = f"It has {listed(known, _MOST_NAMED)}." if known else "It has no further columns at all."
    raise ColumnMappingError(problem, did_you_mean(name, known) or held)


def wanted_column(sources: Mapping[str, Source]) -> pa.Table:
    """The chosen columns as the Arrow table that stage `audit_resolve` reads."""
    return pa.table(
        {
            "role": column(list(sources), pa.string()),
            "source": column([s.source for s in sources.values()], pa.string()),
            "name": column([s.name for s in sources.values()], pa.string()),
        }
    )


def described(sources: Mapping[str, Source]) -> dict[str, Sequence[str]]:
    """The chosen columns as plain JSON values, by role."""
    return {role: [source.source, source.name] for role, source in sources.items()}
