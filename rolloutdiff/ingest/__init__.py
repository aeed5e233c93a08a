"""Dump to canonical rows: one loader per kind of dump, all reading done by DuckDB, text kept as text."""

from __future__ import annotations

from rolloutdiff.ingest.detect import Detection, detect, load
from rolloutdiff.ingest.rollouts import Chunk, Note, Rollouts, SourceFile
from rolloutdiff.ingest.table import from_table
from rolloutdiff.ingest.trl import load_trl
from rolloutdiff.ingest.verl import load_verl

__all__ = [
    "Chunk",
    "Detection",
    "Note",
    "Rollouts",
    "SourceFile",
    "detect",
    "from_table",
    "load",
    "load_trl",
    "load_verl",
]
