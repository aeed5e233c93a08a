"""Find which behaviours changed in a reinforcement-learning run, when, and by how much.

The public names are imported on first use, so `import rolloutdiff` is quick and loads none of the
numerical, SQL or terminal libraries.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from rolloutdiff import errors

if TYPE_CHECKING:
    from rolloutdiff.api import (
        analyze_rollouts,
        doctor,
        forget,
        from_table,
        install,
        load,
        load_trl,
        load_verl,
        merge_shards,
        open_warehouse,
        register,
        uninstall,
        upgrade,
    )
    from rolloutdiff.audit import audit_rollouts
    from rolloutdiff.certification import certify
    from rolloutdiff.comparison import compare_dumps
    from rolloutdiff.settings import (
        AnalysisSettings,
        AnchoredSettings,
        AuditSettings,
        FrozenZSettings,
        L2Ar1Settings,
    )

__version__ = "0.1.0"

__all__ = [
    "AnalysisSettings",
    "AnchoredSettings",
    "AuditSettings",
    "FrozenZSettings",
    "L2Ar1Settings",
    "__version__",
    "analyze_rollouts",
    "audit_rollouts",
    "certify",
    "compare_dumps",
    "doctor",
    "errors",
    "forget",
    "from_table",
    "install",
    "load",
    "load_trl",
    "load_verl",
    "merge_shards",
    "open_warehouse",
    "register",
    "uninstall",
    "upgrade",
]

_HOME = {
    "AnalysisSettings": "rolloutdiff.settings",
    "AnchoredSettings": "rolloutdiff.settings",
    "AuditSettings": "rolloutdiff.settings",
    "FrozenZSettings": "rolloutdiff.settings",
    "L2Ar1Settings": "rolloutdiff.settings",
    "analyze_rollouts": "rolloutdiff.api",
    "audit_rollouts": "rolloutdiff.audit",
    "certify": "rolloutdiff.certification",
    "compare_dumps": "rolloutdiff.comparison",
    "doctor": "rolloutdiff.api",
    "forget": "rolloutdiff.api",
    "from_table": "rolloutdiff.api",
    "install": "rolloutdiff.api",
    "load": "rolloutdiff.api",
    "load_trl": "rolloutdiff.api",
    "load_verl": "rolloutdiff.api",
    "merge_shards": "rolloutdiff.api",
    "open_warehouse": "rolloutdiff.api",
    "register": "rolloutdiff.api",
    "uninstall": "rolloutdiff.api",
    "upgrade": "rolloutdiff.api",
}


def __getattr__(name: str) -> object:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
