"""Error rates, power and onsets of every rule, on simulated, planted and real runs."""

from __future__ import annotations

import os

# Matrices are small and workers many: threads inside a product only take time from each other. It must be
# said before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
