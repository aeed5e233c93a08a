"""Dump to canonical rows: one loader per kind of dump, all reading done by DuckDB, text kept as text."""

from __future__ import annotations

from rolloutdiff.ingest.detect import Detection, detect, load
from rolloutdiff.ingest.loader import FileLoader, Loader
from rolloutdiff.ingest.nemo_rl import load_nemo_rl
from rolloutdiff.ingest.recognise import Recognition
from rolloutdiff.ingest.registry import formats, is_format
from rolloutdiff.ingest.rollouts import Chunk, Note, Rollouts, SourceFile
from rolloutdiff.ingest.shard import Shard
from rolloutdiff.ingest.swift import load_swift
from rolloutdiff.ingest.table import from_table
from rolloutdiff.ingest.trl import load_trl
from rolloutdiff.ingest.verifiers import load_prime_rl, load_verifiers
from rolloutdiff.ingest.verl import load_verl

__all__ = [
    "Chunk",
    "Detection",
    "FileLoader",
    "Loader",
    "Note",
    "Recognition",
    "Rollouts",
    "Shard",
    "SourceFile",
    "detect",
    "formats",
    "from_table",
    "is_format",
    "load",
    "load_nemo_rl",
    "load_prime_rl",
    "load_swift",
    "load_trl",
    "load_verifiers",
    "load_verl",
]
