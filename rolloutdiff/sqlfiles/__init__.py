"""Our SQL files: reading, checking, ordering and retargeting them.

The only package that imports sqlglot, and only inside functions, so that importing it is cheap.
"""

from __future__ import annotations

from rolloutdiff.sqlfiles.header import Header, Parameter
from rolloutdiff.sqlfiles.order import creation_order, references
from rolloutdiff.sqlfiles.retarget import quote_identifier, quote_text, retarget
from rolloutdiff.sqlfiles.split import Statement, split
from rolloutdiff.sqlfiles.store import (
    DEFAULT_SCHEMA,
    INSTALLABLE,
    Control,
    SqlFile,
    control,
    load,
    load_all,
    sql_root,
)

__all__ = [
    "DEFAULT_SCHEMA",
    "INSTALLABLE",
    "Control",
    "Header",
    "Parameter",
    "SqlFile",
    "Statement",
    "control",
    "creation_order",
    "load",
    "load_all",
    "quote_identifier",
    "quote_text",
    "references",
    "retarget",
    "split",
    "sql_root",
]
