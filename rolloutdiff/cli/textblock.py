"""Texts of a dump as lines of a terminal: numbered, folded, with evidence marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from rolloutdiff.features.locate import Span
from rolloutdiff.inspection.visible import Piece, signs, visible

EVIDENCE = "bold magenta"
_SIGN = "reverse"
_MARGIN = "dim"
_TAB = 8
_FOLD_BACK = 20
_NARROWEST = 20
# A longer prompt is cut in its middle: templates begin with instructions and end with the question.
_WHOLE_PROMPT, _WHOLE_LINES = 600, 12
_HEAD, _HEAD_LINES = 200, 4
_TAIL, _TAIL_LINES = 300, 6


@dataclass(frozen=True, kw_only=True)
class Look:
    """What the output can show.

    Attributes:
        width: Columns to fold to; None leaves lines whole.
        colour: Whether evidence is set in colour; otherwise it is marked by signs.
        encoding: Encoding of the output.
    """

    width: int | None
    colour: bool
    encoding: str = "utf-8"

    def narrower(self, width: int) -> Look:
        """The same look in fewer columns."""
        return replace(self, width=width)

    def sentences(self, *texts: str, style: str = "", indent: str = "  ") -> Iterator[Text]:
        """Words of ours, folded at blanks; titles, which have a style, are not indented."""
        indent = "" if style else indent
        for text in texts:
            if self.width is None:
                yield Text(indent + text, style=style)
                continue
            line = indent
            for word in text.split(" "):
                if line.strip() and cell_len(line) + 1 + cell_len(word) > self.width:
                    yield Text(line, style=style)
                    line = indent + "  "
                line += (" " if line.strip() else "") + word
            yield Text(line, style=style)


class _Cell(NamedTuple):
    """A piece of one line: shown text, and its style."""

    text: str
    style: str


def numbered(text: str, spans: Sequence[Span], look: Look) -> Iterator[Text]:
    """A text with line numbers, its evidence marked, and a note on the signs in it."""
    lines = text.split("\n")
    digits = max(3, len(str(len(lines))))
    pieces: list[Piece] = []
    # The line feed that ends a stretch is nothing to look at.
    spans = [Span(s.start, s.start + len(text[s.start : s.end].rstrip("\n"))) for s in spans]
    start = 0
    for number, line in enumerate(lines, 1):
        end = start + len(line)
        here = [s for s in spans if s.start <= end and s.end > start and s.start < s.end]
        several = any("\n" in text[s.start : s.end] for s in here)
        shown = visible(line, look.encoding)
        pieces += [piece._replace(start=piece.start + start) for piece in shown if piece.mark]
        # Signs under the text mark what begins and ends on this line; the margin marks the rest.
        inside = [Span(s.start - start, s.end - start) for s in here if s.start >= start and s.end <= end]
        cells = _cells(
            shown, [Span(max(s.start - start, 0), s.end - start) for s in here] if look.colour else inside
        )
        yield from _row(cells, f"{number:>{digits}} {'>' if several else '|'} ", look)
        start = end + 1
    yield from look.sentences(*_note(text, pieces))


def _cells(shown: Sequence[Piece], spans: Sequence[Span]) -> Iterator[_Cell]:
    """Pieces of a line cut where evidence begins and ends; tabs reach to the next stop."""
    column = 0
    for piece in shown:
        cuts = sorted({piece.start, piece.end, *(c for s in spans for c in s if piece.start < c < piece.end)})
        for begin, end in pairwise(cuts):
            text = piece.text if piece.mark else piece.text[begin - piece.start : end - piece.start]
            found = any(s.start <= begin < s.end for s in spans)
            yield _Cell(text, EVIDENCE if found else _SIGN if piece.mark else "")
            column += cell_len(text)
            if piece.mark and text == "␉" and column % _TAB:
                yield _Cell(" " * (_TAB - column % _TAB), "")
                column += _TAB - column % _TAB


def _row(cells: Iterator[_Cell], margin: str, look: Look) -> Iterator[Text]:
    """One line of a text as lines of the terminal, with signs below where colour cannot mark."""
    blank = " " * (len(margin) - 2) + margin[-2:]
    room = None if look.width is None else max(look.width - len(margin), _NARROWEST)
    for row in _folded(list(cells), room):
        strong = ">" in margin and look.colour
        line = Text()
        line.append(margin, style=(EVIDENCE if strong else _MARGIN) if look.colour else "")
        for cell in row:
            line.append(cell.text, style=cell.style if look.colour else "")
        yield line
        margin = blank
        if not look.colour and any(cell.style == EVIDENCE for cell in row):
            under = "".join(("^" if cell.style == EVIDENCE else " ") * cell_len(cell.text) for cell in row)
            yield Text(" " * len(margin) + under.rstrip())


def _folded(cells: list[_Cell], room: int | None) -> Iterator[list[_Cell]]:
    """Cells in rows of limited width, broken behind a blank where one is near."""
    if room is None or sum(cell_len(cell.text) for cell in cells) <= room:
        yield cells
        return
    chars = [(char, cell.style) for cell in cells for char in cell.text]
    start = width = at = 0
    while at < len(chars):
        width += cell_len(chars[at][0])
        if width > room and at > start:
            blank = next(
                (i for i in range(at, max(start, at - _FOLD_BACK), -1) if chars[i - 1][0] == " "), at
            )
            yield _joined(chars[start:blank])
            start, width, at = blank, 0, blank
            continue
        at += 1
    yield _joined(chars[start:])


def _joined(chars: Sequence[tuple[str, str]]) -> list[_Cell]:
    row: list[_Cell] = []
    for char, style in chars:
        if row and row[-1].style == style:
            row[-1] = _Cell(row[-1].text + char, style)
        else:
            row.append(_Cell(char, style))
    return row


def _note(text: str, pieces: Sequence[Piece]) -> Iterator[str]:
    found = [(sign, ord(char)) for sign, char in signs(text, pieces).items() if not sign.endswith(("⟩", ">"))]
    if found:
        yield "shown by signs: " + ", ".join(f"{sign} is U+{code:04X}" for sign, code in found)


def shortened(text: str, look: Look, *, full: bool) -> Iterator[Text]:
    """A prompt: whole when it is short or `full`, else its two ends with what is left out between them."""
    lines = text.count("\n") + 1
    if full or (len(text) <= _WHOLE_PROMPT and lines <= _WHOLE_LINES):
        yield from _plain(text, look)
        return
    head, tail = text[:_HEAD], text[-_TAIL:]
    head = "\n".join(head.split("\n")[:_HEAD_LINES])
    tail = "\n".join(tail.split("\n")[-_TAIL_LINES:])
    yield from _plain(head, look)
    left = len(text) - len(head) - len(tail)
    yield from look.sentences(f"… {left:,} characters left out; --full prints all {len(text):,} …")
    yield from _plain(tail, look)


def _plain(text: str, look: Look) -> Iterator[Text]:
    for line in text.split("\n"):
        yield from _row(_cells(visible(line, look.encoding), ()), "    | ", look)


def beside(left: Sequence[Text], right: Sequence[Text], look: Look) -> Iterator[Text]:
    """Two columns of the width of `look`."""
    width = look.width or 0
    for one, other in zip_longest(left, right):
        line = Text()
        if one is not None:
            line.append_text(one)
        line.append(" " * max(width - line.cell_len, 0) + " ¦ ")
        if other is not None:
            line.append_text(other)
        yield line
