"""A good guest: whatever we do in a warehouse, all that is the user's stays as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from rolloutdiff import (
    AnalysisSettings,
    analyze_rollouts,
    doctor,
    forget,
    from_table,
    install,
    open_warehouse,
    uninstall,
    upgrade,
)
from rolloutdiff.api import ingest_rollouts
from rolloutdiff.cli.app import app
from rolloutdiff.errors import BadRow, FeatureFailed, FeatureRefused, SchemaNotOurs, WarehouseError
from rolloutdiff.sqlfiles import retarget
from rolloutdiff.warehouse.connect import open_connection
from tests.warehouse.belongings import AWKWARD, OF_A_CONNECTION, belongings, catalogue, differences

VERSION_1 = Path(__file__).resolve().parents[1] / "data" / "schema_1.sql"
# Name of our schema, and which acts are played in it.
STORIES = (('guest\'s "lab"', "old"), ("select", "new"), ("Гость ☃", "new"))
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


class Stopped(Exception):
    """Raised out of a listener."""


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

    if story == "new":
        yield "plan an installation", lambda: by_hand(install, dry_run=True).script()
        yield "install", lambda: by_hand(install)
        yield "install again", lambda: by_hand(install)
        yield "examine", lambda: by_hand(doctor)
        yield "plan a removal", lambda: by_hand(uninstall, dry_run=True).script()
        yield "load only", lambda: ingest_rollouts(from_table(grown(19), run="loaded"), **where)
        yield "forget", lambda: forget(run="loaded", **where)
        yield "analyse in place", in_place
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
    for stage in STAGES:
        yield f"stop after {stage}", partial(stopped_at, stage)
    yield "refuse a row", lambda: failing(BadRow, columns={**COLUMNS, "step": "the prompt"}, run="bad")
    for kind, text in ((FeatureRefused, "getenv(response)"), (FeatureFailed, "response::int")):
        wrong = AnalysisSettings(features=(("f", text),))
        yield f"fail with {kind.__name__}", partial(failing, kind, settings=wrong)
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


@pytest.mark.parametrize(("ours", "story"), STORIES)
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
    """So that a new verb is not forgotten here: those that only read a report are named."""
    names = {command.callback.__name__ for command in app.registered_commands if command.callback}
    readers = {"explain", "render", "inspect", "demo"}
    assert names - readers == {"analyze", "ingest", "forget", "install", "upgrade", "uninstall", "doctor"}


@pytest.mark.parametrize(
    "act", [install, upgrade, uninstall, doctor, analyze_rollouts, ingest_rollouts, forget]
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
            if act in (analyze_rollouts, ingest_rollouts):
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
