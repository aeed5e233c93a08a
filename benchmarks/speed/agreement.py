"""What two vocabularies must have in common."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any


def summary(frequency: Iterable[tuple[str, int]]) -> dict[str, Any]:
    """Size, cells, and a digest of the n-grams above the cut with their document frequencies.

    Those at the cut are left out of the digest, because scikit-learn breaks ties in its own way.
    """
    pairs = sorted((name, int(rollouts)) for name, rollouts in frequency)
    cut = min((rollouts for _, rollouts in pairs), default=0)
    above = [pair for pair in pairs if pair[1] > cut]
    return {
        "features": len(pairs),
        "cells": sum(rollouts for _, rollouts in pairs),
        "above_cut": len(above),
        "digest": hashlib.sha256(repr(above).encode()).hexdigest()[:16],
    }
