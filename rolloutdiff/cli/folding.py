"""Lines of ours on a terminal: folded between words. Where nobody watches, a line stays one line."""

from __future__ import annotations

import shutil
import textwrap
from typing import TextIO

_NARROWEST = 40


def folded(text: str, stream: TextIO, indent: str = "") -> str:
    """A line as a stream shows it.

    Args:
        text: One line.
        stream: Where it goes; only a terminal folds it.
        indent: What further lines begin with.
    """
    if not stream.isatty():
        return text
    # On the last column a terminal would begin an empty line.
    width = max(shutil.get_terminal_size().columns - 1, _NARROWEST)
    return textwrap.fill(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
