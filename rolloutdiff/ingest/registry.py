"""Every kind of files that is known: our loaders and what cannot be read, and loaders of other packages."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from rolloutdiff.errors import UsageError
from rolloutdiff.ingest.areal import AREAL
from rolloutdiff.ingest.art import ART
from rolloutdiff.ingest.loader import Loader
from rolloutdiff.ingest.nemo_rl import NEMO_RL
from rolloutdiff.ingest.pickles import PICKLES, Pickles
from rolloutdiff.ingest.recognise import Kind, Refused
from rolloutdiff.ingest.refused import DISTILLATION, INSPECT, OPEN_INSTRUCT, TINKER, TRACKIO
from rolloutdiff.ingest.rllm import RLLM
from rolloutdiff.ingest.roll import ROLL
from rolloutdiff.ingest.skyrl import SKYRL
from rolloutdiff.ingest.swift import SWIFT
from rolloutdiff.ingest.table_files import TABLES
from rolloutdiff.ingest.trl import TRL
from rolloutdiff.ingest.verifiers import PRIME_RL, VERIFIERS
from rolloutdiff.ingest.verl import VERL
from rolloutdiff.ingest.wandb_table import WANDB_TABLE
from rolloutdiff.ingest.wording import did_you_mean, quoted, show

GROUP = "rolloutdiff.loaders"
# A file belongs to the first kind that it fits.
_TRAINERS: tuple[Loader | Refused | Pickles, ...] = (
    *(INSPECT, DISTILLATION, TRL, ART, NEMO_RL, ROLL, PRIME_RL, VERIFIERS, SKYRL, AREAL, VERL),
    *(OPEN_INSTRUCT, RLLM, SWIFT, TINKER, WANDB_TABLE, TRACKIO, PICKLES),
)
BUILT_IN = (*_TRAINERS, *TABLES)

_OWN: dict[str, Loader] = {kind.name: kind for kind in BUILT_IN if not isinstance(kind, Refused | Pickles)}
_NEEDED = ("name", "label", "options", "recognise", "load")


@cache
def further() -> dict[str, Loader]:
    """Loaders of other packages by name; entry points are looked up once per process.

    Raises:
        UsageError: One cannot be imported, is no loader, or has the name of another kind.
    """
    taken = {"auto", *(kind.name for kind in BUILT_IN)}
    found: dict[str, Loader] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        loader = _imported(point)
        if point.name in taken:
            raise UsageError(
                f"Loader {quoted(point.name)} of {_origin(point)} has the name of another loader.",
                "Uninstall one of the packages.",
            )
        taken.add(point.name)
        found[point.name] = loader
    return found


def kinds() -> list[Kind]:
    """All kinds, in the order in which files are told."""
    return [*BUILT_IN, *further().values()]


def loaders() -> dict[str, Loader]:
    """All loaders by name, ours first."""
    return {**_OWN, **further()}


def formats() -> list[str]:
    """All that `--format` may name."""
    return ["auto", *loaders()]


def is_format(name: str) -> bool:
    """Whether `--format` may name it. A further loader that is broken is no reason to doubt one of ours."""
    return name == "auto" or name in _OWN or name in further()


def loader_of(name: str) -> Loader:
    """The loader of a name.

    Raises:
        UsageError: There is none; lists the names.
    """
    if name == "auto" or not is_format(name):
        raise UsageError(
            f"Format {name!r} does not exist.",
            f"{did_you_mean(name, formats())} Give one of {', '.join(formats())}.".strip(),
        )
    return _OWN.get(name) or further()[name]


def takers(option: str) -> list[str]:
    """Our loaders that take an option, by name."""
    return [name for name, loader in _OWN.items() if option in loader.options]


def _imported(point: EntryPoint) -> Loader:
    try:
        loader: Loader = point.load()
    except Exception as error:
        raise UsageError(
            f"Loader {quoted(point.name)} of {_origin(point)} cannot be imported: {show(error)}.",
            "Repair or uninstall the package.",
        ) from error
    missing = [name for name in _NEEDED if not hasattr(loader, name)]
    if missing or loader.name != point.name:
        why = f"has no {', '.join(missing)}" if missing else f"calls itself {quoted(loader.name)}"
        raise UsageError(
            f"Loader {quoted(point.name)} of {_origin(point)} {why}.",
            "An entry point of this group names a rolloutdiff.ingest.FileLoader of the same name.",
        )
    return loader


def _origin(point: EntryPoint) -> str:
    return show(point.value if point.dist is None else point.dist.name)
