"""From an event back to the rollouts behind it: references resolved, evidence located, text made visible."""

from __future__ import annotations

from rolloutdiff.inspection.dump import read_dump
from rolloutdiff.inspection.events import Event, Reference, find_event
from rolloutdiff.inspection.exhibits import (
    Evidence,
    Exhibit,
    Group,
    Inspection,
    RankBy,
    as_json,
    inspect_event,
)
from rolloutdiff.inspection.visible import Piece, visible
from rolloutdiff.inspection.warehouse import Warehouse, open_for_reading

__all__ = [
    "Event",
    "Evidence",
    "Exhibit",
    "Group",
    "Inspection",
    "Piece",
    "RankBy",
    "Reference",
    "Warehouse",
    "as_json",
    "find_event",
    "inspect_event",
    "open_for_reading",
    "read_dump",
    "visible",
]
