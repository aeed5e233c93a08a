"""A run of a few hundred completions in which one behaviour appears, as a file."""

from __future__ import annotations

from pathlib import Path

import duckdb

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
