"""Files that appear whole or stay as they were."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from rolloutdiff.errors import ReportError


def write_atomically(path: Path, pieces: Iterable[str]) -> None:
    """Write text as UTF-8 beside the target, then rename it over the target.

    Raises:
        ReportError: The folder does not exist, cannot be written, or is full.
    """
    hint = "Give --output a path in a folder that exists and can be written."
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise ReportError(f"Cannot write {str(path)!r}: {error.strerror}.", hint) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            out.writelines(pieces)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError as error:
        os.unlink(name)
        raise ReportError(f"Cannot write {str(path)!r}: {error.strerror}.", hint) from error
    except BaseException:
        os.unlink(name)
        raise
