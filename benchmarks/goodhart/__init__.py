"""A reward model that overpays behaviours in some families of prompts: planted, trained on, and audited."""

from __future__ import annotations

import os

# Matrices are small and workers many: threads inside a product only take time from each other. It must be
# said before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
