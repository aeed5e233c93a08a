"""Names of the rules that are compared."""

from __future__ import annotations

SEQ, LR, FROZEN, L2 = "anchored_seq_v1", "anchored_lr_v1", "frozen_z_v1", "l2_ar1_v1"
CALIBRATED, ORIGINAL = (SEQ, LR), (FROZEN, L2)
RULES = CALIBRATED + ORIGINAL
SEQUENTIAL = (SEQ, FROZEN)
