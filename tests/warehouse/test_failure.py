"""DuckDB's errors as sentences: what cannot be provoked here is taken from its messages."""

from __future__ import annotations

import duckdb
import pytest

from rolloutdiff.errors import WarehouseError, WarehouseLocked
from rolloutdiff.warehouse.failure import first_line, opening_failure, working_failure


def test_file_of_a_newer_duckdb_names_both_versions() -> None:
    said = duckdb.IOException(
        "IO Error: Trying to read a database file with version number 999, but we can only read versions"
        " between 64 and 67.\nThe database file was created with an newer version of DuckDB.\n\nNewer ..."
    )
    error = opening_failure("w.duckdb", said)
    assert error.message == (
        f"Database 'w.duckdb' has a storage format that DuckDB {duckdb.__version__} cannot read: Trying to"
        " read a database file with version number 999, but we can only read versions between 64 and 67."
    )
    assert "version that wrote it" in str(error.hint)


def test_lock_without_a_known_holder() -> None:
    said = duckdb.IOException(
        'IO Error: Could not set lock on file "w.duckdb": Resource temporarily unavailable'
    )
    error = opening_failure("w.duckdb", said)
    assert isinstance(error, WarehouseLocked)
    assert error.message == "Database 'w.duckdb' is in use by another process."


def test_other_failures_keep_duckdbs_words() -> None:
    error = opening_failure("w.duckdb", duckdb.IOException("IO Error: Permission denied.\nmore"))
    assert error.message == "Database 'w.duckdb' cannot be opened: Permission denied."


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (
            duckdb.OutOfMemoryException("Out of Memory Error: failed to allocate\n\nhints"),
            "X ran out of memory: failed",
        ),
        (
            duckdb.IOException("IO Error: Could not write: No space left on device"),
            "X found the disk full: Could",
        ),
        (
            duckdb.TransactionException("TransactionContext Error: Conflict on update!"),
            "X met a write of another",
        ),
        (duckdb.InvalidInputException("Invalid Input Error: ... read-only mode!"), "X cannot write: "),
    ],
)
def test_limits_and_conflicts_are_sentences(said: duckdb.Error, message: str) -> None:
    error = working_failure("X", said)
    assert isinstance(error, WarehouseError)
    assert error.message.startswith(message)
    assert error.hint


@pytest.mark.parametrize(
    "said",
    [
        duckdb.BinderException("Binder Error: no such column"),
        duckdb.TransactionException("TransactionContext Error: Current transaction is aborted"),
    ],
)
def test_what_comes_from_the_data_stays(said: duckdb.Error) -> None:
    assert working_failure("X", said) is None


def test_first_line() -> None:
    assert first_line(duckdb.Error("Catalog Error: no table t.\nDid you mean u?")) == "no table t"
    assert first_line(ValueError("plain")) == "plain"
