"""Text of a dump for a terminal: every character that would act or hide is shown, and nothing is lost.

Control characters become their pictures (`␛` for ESC), other characters that act or cannot be seen their
number (`⟨U+202E⟩`). What looks like such a sign in the text itself is numbered too, so that a sign always
stands for the character and the text can be told from what is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

# C0, DEL and C1; soft hyphen; directional marks and controls, zero widths, line and paragraph separators;
# fillers that are letters without a shape; annotation, tag and supplementary variation characters; halves of
# surrogate pairs; our own signs.
_ACTING: Final = (
    r"[\x00-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    r"\u3164\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e01ef\ud800-\udfff\u2400-\u2426]"
)
# Joiners shape the letters of many scripts and emoji; beside ASCII they only hide.
_JOINER: Final = r"(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])"
_HIDDEN: Final = re.compile(rf"{_ACTING}|{_JOINER}")
_PRETTY: Final = re.compile(rf"{_ACTING}|{_JOINER}|⟨(?=U\+)")
_PLAIN: Final = re.compile(r"[^ -~]|<(?=U\+)")


class Piece(NamedTuple):
    """A stretch of shown text.

    Attributes:
        text: What is shown.
        start: Where it starts in the text.
        end: Where it ends there.
        mark: Whether it is a sign for one character.
    """

    text: str
    start: int
    end: int
    mark: bool


def visible(text: str, encoding: str = "utf-8") -> list[Piece]:
    """The pieces that show a text; their source stretches cover it without gap or overlap.

    Args:
        text: Any text; a line feed is a control character like any other.
        encoding: Encoding of the output; characters that it lacks are numbered, and pictures are left out
            when it lacks those.
    """
    pretty = _can_encode("␛⟨", encoding)
    pieces = []
    at = 0
    for match in (_PRETTY if pretty else _PLAIN).finditer(text):
        start, end = match.span()
        char = match.group()
        if not pretty and char > "~" and not _HIDDEN.match(text, start) and _can_encode(char, encoding):
            continue
        if start > at:
            pieces.append(Piece(text[at:start], at, start, False))
        pieces.append(Piece(_sign(char, pretty), start, end, True))
        at = end
    if at < len(text):
        pieces.append(Piece(text[at:], at, len(text), False))
    return pieces


def one_line(text: str, encoding: str = "utf-8") -> str:
    """A name from the dump as it is shown within a line."""
    return "".join(piece.text for piece in visible(text, encoding))


def signs(text: str, pieces: Iterable[Piece]) -> dict[str, str]:
    """The signs among pieces of a text in order of appearance, and the characters they stand for."""
    found: dict[str, str] = {}
    for piece in pieces:
        if piece.mark:
            found.setdefault(piece.text, text[piece.start])
    return found


def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _sign(char: str, pretty: bool) -> str:
    code = ord(char)
    if pretty and code < 0x20:
        return chr(0x2400 + code)
    if pretty and code == 0x7F:
        return "␡"
    return f"⟨U+{code:04X}⟩" if pretty else f"<U+{code:04X}>"
