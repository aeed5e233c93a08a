"""A run of a few hundred completions in which one behaviour appears, as a file; and one to audit."""

from __future__ import annotations

from pathlib import Path

import duckdb

from rolloutdiff import AuditSettings, from_table
from rolloutdiff.ingest import Rollouts
from tests.unit.audit.world import SLICES, world

ROWS = """
select
    s.step, p.prompt,
    case
        when s.step > 18 then e'```python\\ndef f():\\n    return 1\\n```'
        else 'Answer ' || s.step || ' ' || c.sample || '.'
    end as response,
    case when c.sample = 0 then 0.0 else 1.0 end as reward
from (select unnest(range(1, $steps + 1)) as step) as s
cross join (select 'p' || unnest(range(4)) as prompt) as p
cross join (select unnest(range(4)) as sample) as c
order by s.step, p.prompt, c.sample
"""


def small_dump(path: Path, steps: int = 24) -> Path:
    """Writes four prompts with four completions a step; from step 19 on every answer defines f."""
    with duckdb.connect() as con:
        con.execute(f"copy ({ROWS.replace('$steps', str(steps))}) to '{path}' (format parquet)")
    return path


# An audit of few draws, and labels of the slices of `audited_dump`.
FAST = AuditSettings(placebo_draws=60, bootstrap=200)
TRUTH = [{"slice": name, "exploited": name == "south"} for name in SLICES]


def audited_dump(run: str) -> Rollouts:
    """Three slices with gold and log-probabilities; in `south` the word w3 is overpaid from step 8 on."""
    columns = {"slice": "family", "gold": "expert", "logprob": "lp", "ref_logprob": "rlp"}
    table = world(since=8).table
    return from_table(table, run=run, name="audited", columns=columns | {"target_logprob": "tlp"})
