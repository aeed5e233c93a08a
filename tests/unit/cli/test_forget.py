"""`rolloutdiff forget` on the command line."""

from __future__ import annotations

import duckdb
import pandas as pd

from rolloutdiff import analyze_rollouts, from_table


def test_forget_tells_what_goes_and_takes_it_out(command_line, tmp_path):
    db = tmp_path / "w.duckdb"
    rows = [{"step": i // 4, "prompt": f"p{i % 2}", "response": f"r {i}", "reward": i % 2} for i in range(80)]
    with analyze_rollouts(from_table(pd.DataFrame(rows), run="r"), db=db) as analysis:
        name = analysis.id
    code, told, err = command_line("forget", "--db", db, "--analysis", name[:6], "--dry-run")
    assert (code, err) == (0, "")
    assert told.startswith(f"would forget analysis {name}\n")
    assert f"  {'analysis':<25}{1:>12} rows\n" in told
    code, out, _ = command_line("forget", "--db", db, "--analysis", name, "--schema", "rolloutdiff")
    assert (code, out) == (0, told.replace("would forget", "forgot"))
    code, out, _ = command_line("forget", "--db", db, "--run", "r")
    assert (code, out.splitlines()[0]) == (0, "forgot run r")
    assert f"  {'rollout':<25}{80:>12} rows" in out
    with duckdb.connect(str(db), read_only=True) as con:
        assert con.execute("select count(*) from rolloutdiff.rollout").fetchone() == (0,)
    code, _, err = command_line("forget", "--db", db, "--run", "r")
    assert code == 2
    assert err.startswith("error[usage]: The warehouse holds no run 'r'. It holds none at all.")
