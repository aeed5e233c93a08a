"""One tree of errors: every failure a user can cause has a stable code, a sentence, and a remedy."""

from __future__ import annotations


class RolloutdiffError(Exception):
    """Base of all errors raised on purpose.

    Args:
        message: One sentence that says what is wrong and where (file, row, column, value).
        hint: What to do about it, as an imperative sentence.
    """

    code = "error"
    exit_code = 3

    def __init__(self, message: str, hint: str | None = None) -> None:
        self.message = message
        self.hint = hint
        super().__init__(message if hint is None else f"{message} {hint}")


class UsageError(RolloutdiffError):
    """An argument or an option has a value that cannot be used."""

    code = "usage"
    exit_code = 2


class InputError(RolloutdiffError):
    """The data that was read cannot be used as it is."""

    code = "input"


class PathNotFound(InputError):
    """The path that should hold a dump does not exist."""

    code = "path_not_found"


class NoRolloutFiles(InputError):
    """The folder exists but holds no file a loader reads."""

    code = "no_rollout_files"


class UnknownFormat(InputError):
    """No loader, or more than one, recognises the files.

    Attributes:
        choices: Paths of which one can be meant, each with the format to read it by; None: as the format was.
    """

    code = "unknown_format"
    choices: tuple[tuple[str, str | None], ...] = ()


class UnreadableFile(InputError):
    """A file is cut short, empty where it may not be, or not what its name says."""

    code = "unreadable_file"


class BadRow(InputError):
    """A row has a value that cannot be used: names file, row, column and value."""

    code = "bad_row"


class RewardColumnError(InputError):
    """The reward column is missing, ambiguous or not numeric.

    Attributes:
        candidates: Columns that can be the reward, where several can be meant.
    """

    code = "reward_column"
    candidates: tuple[str, ...] = ()


class ColumnMappingError(InputError):
    """A canonical column has no source column, or the source does not exist."""

    code = "column_mapping"


class OverlappingSteps(InputError):
    """One run and step come from two files."""

    code = "overlapping_steps"


class RunLoadedDifferently(InputError):
    """The warehouse already holds this run, read from other rows or with another reward formula."""

    code = "run_loaded_differently"


class ChangedDump(InputError):
    """A file that a report refers to is gone, or has other content than when it was analysed."""

    code = "changed_dump"


class ReportError(InputError):
    """A report is not one of ours, of another schema version, or lacks what was asked of it."""

    code = "report"


class WarehouseError(RolloutdiffError):
    """The DuckDB side refuses: nothing was written."""

    code = "warehouse"


class SchemaNotOurs(WarehouseError):
    """A schema of the chosen name exists and does not carry our marker."""

    code = "schema_not_ours"


class NameTaken(WarehouseError):
    """An object that we would create exists and is not registered as ours."""

    code = "name_taken"


class WarehouseNewer(WarehouseError):
    """The schema was written by a later version of this package."""

    code = "warehouse_newer"


class ReadOnlyWarehouse(WarehouseError):
    """The database is open read-only."""

    code = "read_only"


class DuckDBTooOld(WarehouseError):
    """The installed DuckDB is below the supported floor."""

    code = "duckdb_too_old"


class WarehouseLocked(WarehouseError):
    """Another process holds the database file."""

    code = "locked"


class OutOfMemory(WarehouseError):
    """DuckDB needs more memory, or more room for temporary files, than it may take."""

    code = "out_of_memory"


class HasDependants(WarehouseError):
    """Views, macros or tables of somebody else use an object that would change or go."""

    code = "has_dependants"


class HoldsData(WarehouseError):
    """Tables that would be dropped hold rows."""

    code = "holds_data"


class MissingExtra(RolloutdiffError):
    """An optional dependency is needed and not installed."""

    code = "missing_extra"
    exit_code = 2


class NotPortable(WarehouseError):
    """A SQL file cannot run on another engine: the message names the file and the part."""

    code = "not_portable"


class FeatureRefused(UsageError):
    """A custom feature is not one allowed expression: the message names the part that is not."""

    code = "feature_refused"


class FeatureFailed(InputError):
    """A custom feature fails on a row, gives no usable number there, or takes too long."""

    code = "feature_failed"


class RewardFunctionFailed(InputError):
    """A reward function raises, or does not give one finite number per response."""

    code = "reward_function_failed"


class MalformedDump(InputError):
    """A module dump is not JSON, or a part of it is not what it has to be: names file, key and field."""

    code = "malformed_dump"


class KeyMappingError(InputError):
    """A mapping of module keys cannot be used: names the key."""

    code = "key_mapping"
