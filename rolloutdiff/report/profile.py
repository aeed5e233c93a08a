"""Who speaks in a report: the voice of the rules that lead it."""

from __future__ import annotations

from rolloutdiff.report.rows import Row
from rolloutdiff.report.rule import is_calibrated
from rolloutdiff.report.voice import Voice
from rolloutdiff.report.voice_calibrated import Calibrated
from rolloutdiff.report.voice_original import Original


def voice_of(settings: Row) -> Voice:
    """The voice of a report with these settings."""
    return Calibrated(settings) if is_calibrated(settings) else Original(settings)
