"""An inspection on the terminal: texts of a dump as they are, with their evidence marked."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import typer
from rich.console import Console
from rich.text import Text

from rolloutdiff.cli.textblock import Look, beside, numbered, shortened
from rolloutdiff.inspection import Exhibit, Group, Inspection
from rolloutdiff.inspection.events import Event
from rolloutdiff.inspection.visible import one_line
from rolloutdiff.wording import plain_text, wording

BESIDE_WIDTH = 100
_PAIR = "pair: same prompt and step, without it"
_BEFORE = "before: same prompt, before the onset"
_MOST_PLACES = 3
_MOST_OTHERS = 4
_LONGEST_CODE = 90
_LONGEST_NAME = 80
_PROMPT_DIGITS = 8


def print_inspection(inspection: Inspection, *, full: bool) -> None:
    """Print an inspection on stdout.

    On a terminal lines are folded to its width, evidence is set in bold colour and a pair stands beside its
    exemplar where there is room; anywhere else lines stay whole and evidence is marked in the margin.
    """
    console = Console(file=sys.stdout, markup=False, emoji=False, highlight=False)
    look = Look(
        width=console.width if console.is_terminal else None,
        colour=console.is_terminal and console.color_system is not None and not console.no_color,
        encoding=console.encoding,
    )
    with console.capture() as capture:
        for line in transcript(inspection, look, full=full):
            # As it stands: every line is folded already, and blanks at the end of a text are part of it.
            console.print(line, soft_wrap=True)
    typer.echo(capture.get(), nl=False)


def transcript(inspection: Inspection, look: Look, *, full: bool) -> Iterator[Text]:
    """The lines of an inspection."""
    title, *opening = _opening(inspection, look)
    yield from look.sentences(title, style="bold")
    yield from look.sentences(*opening, indent="")
    for group in inspection.groups:
        yield Text("")
        yield from _exemplar(inspection, group, look, full=full)
        if inspection.with_before:
            yield from _before(inspection, group.before, look)


def _exemplar(inspection: Inspection, group: Group, look: Look, *, full: bool) -> Iterator[Text]:
    shown, pair = group.exemplar, group.pair
    prompt = shown.rollout.prompt
    yield from _heading(shown, f"exemplar {shown.reference.place} of {len(inspection.groups)}", look)
    yield Text(f"  prompt ({_size(prompt)})")
    yield from shortened(prompt, look, full=full)
    if pair is not None and look.width is not None and look.width >= BESIDE_WIDTH:
        half = look.narrower((look.width - 3) // 2)
        left = list(half.sentences(f"exemplar {shown.reference.place}, with it", style="bold"))
        right = list(_heading(pair, _PAIR, half))
        # So that both texts begin on the same line.
        left += [Text("")] * (len(right) - len(left))
        left += _response(inspection, shown, half)
        right += _response(inspection, pair, half)
        yield from beside(left, right, half)
        return
    yield from _response(inspection, shown, look)
    if pair is not None:
        yield Text("")
        yield from _heading(pair, _PAIR, look)
        yield from _response(inspection, pair, look)
    elif inspection.with_pair:
        step = shown.reference.step
        yield from look.sentences(f"no pair: every completion of this prompt in step {step} shows it")


def _before(inspection: Inspection, before: Exhibit | None, look: Look) -> Iterator[Text]:
    if before is None:
        yield from look.sentences("nothing before: this prompt does not occur before the onset")
        return
    yield Text("")
    yield from _heading(before, _BEFORE, look)
    yield from _response(inspection, before, look)


def _opening(inspection: Inspection, look: Look) -> Iterator[str]:
    event, feature = inspection.event, inspection.feature
    yield (
        f"Event {event.rank} of {event.of}: {one_line(event.name, look.encoding)}"
        f"   (run {one_line(event.run, look.encoding)})"
    )
    when = f"By the rule: onset {event.onset_step}, alert {event.alert_step}."
    yield f"{when} Shown are completions with {_name(feature, look)}."
    others = [member for member in event.shown_members if member != feature]
    if others:
        names = ", ".join(_name(member, look) for member in others[:_MOST_OTHERS])
        more = f" and {len(others) - _MOST_OTHERS} more" if len(others) > _MOST_OTHERS else ""
        yield f"The event also holds {names}{more}; --feature shows their rollouts."
    if event.is_hidden(feature):
        yield (
            "The report was made with --hash-features: its features cannot be found in a text, so nothing is "
            "marked."
        )
    elif not look.colour:
        yield "Evidence is marked by ^ under it, and by > in the margin where it runs over several lines."


def _heading(exhibit: Exhibit, role: str, look: Look) -> Iterator[Text]:
    reference = exhibit.reference
    reward = "not scored" if reference.reward is None else f"reward {reference.reward:.2f}"
    prompt = reference.prompt_id
    if len(prompt) > 2 * _PROMPT_DIGITS:
        prompt = prompt[:_PROMPT_DIGITS] + "…"
    place = f"{reference.source_file}:{reference.source_row}"
    parts = [role, f"step {reference.step}", reward, f"prompt {prompt}", place]
    if reference.sample_id != place:
        parts.append(f"sample {reference.sample_id}")
    yield from look.sentences(" · ".join(one_line(part, look.encoding) for part in parts), style="bold")


def _size(text: str) -> str:
    return f"{len(text):,} character{'s' * (len(text) != 1)}"


def _response(inspection: Inspection, exhibit: Exhibit, look: Look) -> list[Text]:
    """A response with its evidence, and the places of the evidence in words."""
    text = exhibit.rollout.response
    if text is None:
        return list(look.sentences("no response: the dump holds none for this row"))
    if not text:
        return list(look.sentences("response: empty"))
    spans = exhibit.evidence[0].spans
    lines = [Text(f"  response ({_size(text)})"), *numbered(text, spans, look)]
    for sentence in _places(inspection, exhibit, look):
        lines += look.sentences(sentence)
    return lines


def _places(inspection: Inspection, exhibit: Exhibit, look: Look) -> Iterator[str]:
    event = inspection.event
    chosen, *others = exhibit.evidence
    if chosen.spans:
        yield f"{_words(event, chosen.feature, look)}: {_lines(exhibit, 0, _MOST_PLACES, look)}"
    elif exhibit.reference.role == "exemplar" and not event.is_hidden(chosen.feature):
        yield f"{_name(chosen.feature, look)} is not at one place of the text"
    present = [i for i, evidence in enumerate(others, 1) if evidence.spans]
    for i in present[:_MOST_OTHERS]:
        yield f"also {_words(event, exhibit.evidence[i].feature, look)}: {_lines(exhibit, i, 1, look)}"
    if len(present) > _MOST_OTHERS:
        yield f"also {len(present) - _MOST_OTHERS} more members of the event"


def _lines(exhibit: Exhibit, index: int, most: int, look: Look) -> str:
    """`line 2: def f(x): · lines 5–9` for the first places of a member."""
    places: dict[tuple[int, int], str] = {}
    for span in exhibit.evidence[index].spans:
        first, last = exhibit.lines(span)
        alone = f"line {first}: {_code(exhibit.line_text(span).strip(), look)}"
        places.setdefault((first, last), alone if first == last else f"lines {first}–{last}")
    rest = len(places) - most
    return " · ".join(list(places.values())[:most]) + (f" · and {rest} more" if rest > 0 else "")


def _code(code: str, look: Look) -> str:
    return one_line(code if len(code) <= _LONGEST_CODE else code[: _LONGEST_CODE - 1] + "…", look.encoding)


def _words(event: Event, feature: str, look: Look) -> str:
    if event.is_hidden(feature):
        return _name(feature, look)
    return one_line(plain_text(wording(feature, "binary").title), look.encoding)


def _name(feature: str, look: Look) -> str:
    short = feature if len(feature) <= _LONGEST_NAME else feature[: _LONGEST_NAME - 1] + "…"
    return one_line(short, look.encoding)
