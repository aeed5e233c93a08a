"""A good guest: whatever we do in a warehouse, all that is the user's stays as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from rolloutdiff import (
    AnalysisSettings,
    analyze_rollouts,
    audit_rollouts,
    certify,
    compare_dumps,
    doctor,
    forget,
    from_table,
    install,
    merge_shards,
    open_warehouse,
    uninstall,
    upgrade,
)
from rolloutdiff.api import ingest_rollouts
from rolloutdiff.cli.app import VERBS
from rolloutdiff.errors import (
    BadRow,
    ColumnMappingError,
    FeatureFailed,
    FeatureRefused,
    RewardFunctionFailed,
    SchemaNotOurs,
    WarehouseError,
)
from rolloutdiff.ingest import Rollouts, Shard
from rolloutdiff.sqlfiles import retarget
from rolloutdiff.warehouse.connect import open_connection
from tests.unit.audit.world import labelled
from tests.warehouse.belongings import AWKWARD, OF_A_CONNECTION, belongings, catalogue, differences
from tests.warehouse.live import look, watcher, write
from tests.warehouse.small import FAST, TRUTH, audited_dump

VERSION_1 = Path(__file__).resolve().parents[1] / "data" / "schema_1.sql"
DUMPS = VERSION_1.parent / "glm5"
# Name of our schema, and which acts are played in it.
STORIES = (('guest\'s "lab"', "old"), ("select", "new"), ("Гость ☃", "new"))
# In a file that we open there is nobody at work; `make test-matrix` takes all of them there too.
OPENED = [STORIES[1], *(pytest.param(*story, marks=pytest.mark.matrix) for story in STORIES[::2])]
TABLE = '"my ""own"" schema"."the ""completions"""'
COLUMNS = {"step": "global step", "prompt": "the prompt", "response": "select", "reward": "Größe"}


def grown(steps: int) -> pa.Table:
    places = [(step, p) for step in range(steps) for p in range(4)]
    return pa.table(
        {
            "step": [step for step, _ in places],
            "prompt": [f"p{p}" for _, p in places],
            "response": [f"word{step % 3} word{p} " + "try " * (step > 12) * p for step, p in places],
            "reward": [float(p % 2) for _, p in places],
        }
    )


STAGES = ("ingest", "prepare", "extract", "vocabulary", "count", "series", "screening", "evidence", "events")
AUDIT_STAGES = ("columns", "groups", "premiums", "value", "corrected")
# Other settings than those of the audit before, so that there is something to compute.
OTHER = replace(FAST, seed=5)


def certified(con: duckdb.DuckDBPyConnection, schema: str) -> None:
    """Values from a relation of the caller's own connection."""
    given = con.sql(f'select t."Größe" as gold, -1 as logprob, -1.5 as ref_logprob from {TABLE} as t')
    assert [row["n"] for row in certify(given, settings=FAST).rows()] == [160, 160]


def unread(con: duckdb.DuckDBPyConnection) -> None:
    """Audits without a dump."""
    audit_rollouts(con=con)


def no_reward(prompts: list[str], responses: list[str]) -> list[float]:
    return [0.0] * len(responses)


def failed(prompts: list[str], responses: list[str]) -> list[float]:
    raise ValueError("no model")


class Stopped(Exception):
    """Raised out of a listener."""


def sharded(number: int) -> dict[str, Any]:
    return {"rollouts": from_table(grown(19), run="loaded"), "shard": Shard(number=number, count=2)}


def merged(folder: Path, where: dict[str, Any]) -> None:
    """Shards in files of their own, with the schema that they are to have, and gone again."""
    with TemporaryDirectory(dir=folder) as place:
        files = [Path(place, f"{number}.duckdb") for number in (1, 2)]
        for number, file in enumerate(files, 1):
            ingest_rollouts(**sharded(number), db=file, schema=where["schema"])
        assert merge_shards(*files, **where) == {"loaded": 76}


def acts(
    where: dict[str, Any], by_hand: Callable[..., Any], folder: Path, story: str
) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Everything that we do in a warehouse, in an order in which each finds what it needs.

    Args:
        where: Arguments that name warehouse and schema.
        by_hand: Calls install, upgrade, uninstall or doctor there.
        folder: For reports.
        story: `new` begins with nothing, `old` with an installation of version 1.
    """

    def analyse(steps: int = 20, **options: Any) -> None:
        with analyze_rollouts(from_table(grown(steps), run="r"), **where, **options) as found:
            assert found.run.rows()[0]["rows"] == 4 * steps
            found.write_json(folder / "report.json")
            found.write_html(folder / "report.html")

    def in_place(**options: Any) -> None:
        options = {"table": TABLE, "run": "t", "columns": COLUMNS, **options}
        with analyze_rollouts(**where, **options) as found:
            assert found.run.rows()[0]["rows"] == 160

    def stopped_at(stage: str) -> None:
        def listen(name: str, done: int, total: int) -> None:
            if name == stage and done:
                raise Stopped

        with pytest.raises(Stopped):
            analyze_rollouts(from_table(grown(30), run=f"until {stage}"), **where, progress=listen)

    def failing(kind: type[Exception], **options: Any) -> None:
        with pytest.raises(kind):
            in_place(**options)

    def audit(*rollouts: Rollouts, **options: Any) -> None:
        with audit_rollouts(*rollouts, **{"settings": FAST, **options}, **where) as found:
            assert found.slice_risk.rows()
            found.write_json(folder / "audit.json")
            found.write_html(folder / "audit.html")

    def audit_stopped_at(stage: str) -> None:
        def listen(name: str, done: int, total: int) -> None:
            if name == stage and done:
                raise Stopped

        with pytest.raises(Stopped):
            audit_rollouts(run="rated", settings=OTHER, **where, progress=listen)

    def audit_failing(kind: type[Exception], **options: Any) -> None:
        with pytest.raises(kind):
            audit_rollouts(run="rated", settings=OTHER, **where, **options)

    def watch() -> None:
        watching = watcher(folder / "live", where["db"], schema=where["schema"])
        for steps in (16, 17):
            write(folder / "live", range(1, steps + 1))
            assert look(watching).new_rollouts

    if story == "new":
        yield "plan an installation", lambda: by_hand(install, dry_run=True).script()
        yield "install", lambda: by_hand(install)
        yield "install again", lambda: by_hand(install)
        yield "examine", lambda: by_hand(doctor)
        yield "plan a removal", lambda: by_hand(uninstall, dry_run=True).script()
        yield "load only", lambda: ingest_rollouts(from_table(grown(19), run="loaded"), **where)
        yield "forget", lambda: forget(run="loaded", **where)
        yield "load a shard", lambda: ingest_rollouts(**sharded(1), **where)
        yield "forget it", lambda: forget(run="loaded", **where)
        yield "merge shards", lambda: merged(folder, where)
        yield "forget them", lambda: forget(run="loaded", **where)
        yield "analyse in place", in_place
        yield "audit what is there", audit
        yield "certify", lambda: by_hand(certified)
        yield "uninstall with data", lambda: by_hand(uninstall, drop_data=True)
        return
    yield "install version 1", lambda: by_hand(install_version_1)
    yield "plan an upgrade", lambda: by_hand(upgrade, dry_run=True).script()
    yield "upgrade", lambda: by_hand(upgrade)
    yield "analyse", analyse
    yield "analyse again", analyse
    yield "analyse after new steps", lambda: analyse(24)
    yield "analyse in place", in_place
    original = AnalysisSettings(profile="original")
    yield "analyse with a snapshot", lambda: in_place(settings=original, snapshot=True)
    feature = AnalysisSettings(features=(("tries", "contains(response, 'try')"),))
    yield "analyse custom features", lambda: in_place(settings=feature)
    if "db" in where:
        yield "watch", watch
    for stage in STAGES:
        yield f"stop after {stage}", partial(stopped_at, stage)
    yield "refuse a row", lambda: failing(BadRow, columns={**COLUMNS, "step": "the prompt"}, run="bad")
    for kind, text in ((FeatureRefused, "getenv(response)"), (FeatureFailed, "response::int")):
        wrong = AnalysisSettings(features=(("f", text),))
        yield f"fail with {kind.__name__}", partial(failing, kind, settings=wrong)
    rated = labelled().rename_columns(["slice", "response", "label", "mood"])
    given = {"qa": rated, "slice_column": "slice", "reward_function": no_reward, "truth": TRUTH}
    yield "audit a dump", lambda: audit(audited_dump("rated"))
    yield "audit again", lambda: audit(run="rated")
    yield "audit with all there is", lambda: audit(run="rated", **given)
    for stage in AUDIT_STAGES:
        yield f"stop an audit after {stage}", partial(audit_stopped_at, stage)
    yield "audit a column that is not there", lambda: audit_failing(ColumnMappingError, gold_column="select")
    yield "fail in a reward function", lambda: audit_failing(RewardFunctionFailed, reward_function=failed)
    yield "forget what was audited", lambda: forget(run="rated", **where)
    yield "certify", lambda: by_hand(certified)
    yield "compare dumps", lambda: compare_dumps(DUMPS / "train", DUMPS / "rollout", run="t", **where).close()
    yield "plan to forget", lambda: forget(run="r", dry_run=True, **where)
    yield "forget a run", lambda: forget(run="r", **where)
    yield "forget another", lambda: forget(run="t", **where)
    yield "uninstall with data", lambda: by_hand(uninstall, drop_data=True)


def install_version_1(con: duckdb.DuckDBPyConnection, schema: str) -> None:
    with con.cursor() as cursor:
        cursor.execute(retarget(VERSION_1.read_text(encoding="utf-8"), schema))


def schemas(con: duckdb.DuckDBPyConnection) -> list[tuple[object, ...]]:
    query = "select database_name, schema_name from duckdb_schemas() where not internal order by all"
    return con.execute(query).fetchall()


@pytest.mark.parametrize(("ours", "story"), STORIES)
def test_nothing_changes_on_the_connection_of_a_caller_at_work(tmp_path: Path, ours: str, story: str) -> None:
    """In the middle of a transaction, with settings and temporary objects of its own."""
    file = tmp_path / 'it\'s a "warehouse".duckdb'
    with duckdb.connect(str(file)) as con:
        con.execute(AWKWARD)
        for statement in OF_A_CONNECTION:
            con.execute(statement)
        before, at_first = belongings(con, ours), schemas(con)
        for name, act in acts(
            {"con": con, "schema": ours}, lambda f, **o: f(con, ours, **o), tmp_path, story
        ):
            act()
            assert differences(before, belongings(con, ours)) == {}, name
        assert schemas(con) == at_first
        # The transaction is still open, and is the caller's to end.
        con.execute("rollback")
        assert con.execute('from main."select"').fetchall() == []
        assert con.execute("select * from temp.rollout, temp.report_run").fetchall() == [(42, 43)]
        assert con.execute("execute feature(1)").fetchall() == [(48,)]
    written = {path.suffix for path in tmp_path.iterdir()} - {".html", ".json", ".snapshot"}
    assert written == {".duckdb"}


@pytest.mark.parametrize(("ours", "story"), OPENED)
def test_nothing_changes_in_a_file_that_we_open(tmp_path: Path, ours: str, story: str) -> None:
    file = tmp_path / 'it\'s a "warehouse".duckdb'
    with duckdb.connect(str(file)) as con:
        con.execute(AWKWARD)

    def by_hand(function: Callable[..., Any], **options: Any) -> Any:
        with open_connection(file) as own:
            return function(own.con, ours, **options)

    def kept() -> dict[str, object]:
        with duckdb.connect(str(file), read_only=True) as con:
            return catalogue(con, ours)

    before = kept()
    for name, act in acts({"db": file, "schema": ours}, by_hand, tmp_path, story):
        act()
        if name == "analyse custom features":
            with open_warehouse(file, schema=ours) as warehouse:
                assert len(warehouse.analyses) == 5
        assert differences(before, kept()) == {}, name
    with duckdb.connect(str(file)) as con:
        assert (ours,) not in con.execute("select schema_name from duckdb_schemas()").fetchall()


def test_every_verb_that_takes_a_warehouse_is_among_the_acts(root: Path) -> None:
    """So that a new verb is not forgotten here: those that only read a report or a table are named."""
    verbs = {"analyze", "watch", "audit", "consistency", "ingest", "merge", "forget"}
    verbs |= {"install", "upgrade", "uninstall", "doctor"}
    assert set(VERBS) == verbs | {"certify", "explain", "render", "inspect", "demo", "scan"}


@pytest.mark.parametrize(
    "act",
    [install, upgrade, uninstall, doctor, analyze_rollouts, audit_rollouts, ingest_rollouts, forget, unread],
)
def test_schema_of_the_default_name_that_is_not_ours_is_refused(
    tmp_path: Path, act: Callable[..., object]
) -> None:
    with duckdb.connect(str(tmp_path / "w.duckdb")) as con:
        con.execute(AWKWARD)
        for statement in OF_A_CONNECTION:
            con.execute(statement)
        before = belongings(con, None)
        with pytest.raises(WarehouseError if act is forget else SchemaNotOurs):
            if act in (analyze_rollouts, audit_rollouts, ingest_rollouts):
                act(from_table(grown(4), run="r"), con=con)
            elif act is forget:
                act(con, run="r")
            else:
                act(con)
        assert differences(before, belongings(con, None)) == {}


@pytest.mark.parametrize(
    "change",
    [
        "create table t (x integer)",
        "create macro m() as 1",
        'comment on column main."select"."Größe" is \'x\'',
        "comment on type main.mood is null",
        "select nextval('main.analysis')",
        "insert into \"ночь ☃\".analysis_run values ('x')",
        "set threads = 2",
        "set session default_order = 'asc'",
        "set search_path = 'main'",
        "use main",
        "attach ':memory:' as third",
        "create or replace temp view report_run as select 44 as x",
        "drop secret rollout",
        "reset variable analysis",
        "deallocate feature",
        "commit",
        "rollback",
    ],
)
def test_the_comparison_sees_a_change(tmp_path: Path, change: str) -> None:
    """The check that is behind the others, checked."""
    with duckdb.connect(str(tmp_path / "w.duckdb")) as con:
        con.execute(AWKWARD)
        for statement in OF_A_CONNECTION:
            con.execute(statement)
        before = belongings(con, "ours")
        assert differences(before, belongings(con, "ours")) == {}
        con.execute(change)
        assert differences(before, belongings(con, "ours")) != {}
