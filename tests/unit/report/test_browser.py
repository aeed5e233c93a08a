"""The page in a real browser: it loads without a word or a request, draws, fits, prints and answers keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rolloutdiff.report.html import write_html
from tests.unit.report.browser import Browser, open_browser
from tests.unit.report.fixture_report import HOSTILE, RUN, Builder, finding, loophole, report

PAGES = ("usual", "calibrated", "hostile", "several", "quiet", "long")
WIDEST = "document.documentElement.scrollWidth"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    usual = loophole()
    hostile = loophole(RUN)
    for i, name in enumerate((*HOSTILE, "ast:def:" + "x" * 300)):
        hostile.add(name, before=0.02, after=0.3 + 0.05 * i, alert=True, middle=30 + i)
    quiet = Builder("quiet", list(range(1, 41)))
    quiet.add("reward:total", kind="continuous", unit="reward", before=0.3)
    quiet.add("lex:x", before=0.3)
    reports = (
        report(usual, integrity=[finding(usual.run)]),
        report(usual, profile="calibrated"),
        report(hostile),
        report(loophole("a"), quiet, loophole("b", steps=40)),
        report(quiet),
        report(loophole("long", steps=960)),
    )
    for name, whole in zip(PAGES, reports, strict=True):
        write_html(whole, folder / f"{name}.html")
    return folder


@pytest.fixture(scope="module")
def browser(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with open_browser(chromium, tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.mark.parametrize("name", PAGES)
def test_page_loads_in_silence_and_asks_for_nothing(browser: Browser, pages: Path, name: str) -> None:
    path = pages / f"{name}.html"
    browser.open(path)
    assert browser.messages() == []
    assert browser.requests() == [path.as_uri()]
    assert browser.value("document.title").startswith("What changed in ")
    assert (
        browser.value("document.querySelectorAll('img,iframe,[onerror],[onload],[onmouseover]').length") == 0
    )


@pytest.mark.parametrize("width", [1280, 900, 420, 360])
@pytest.mark.parametrize("name", PAGES)
def test_page_never_scrolls_sideways(browser: Browser, pages: Path, name: str, width: int) -> None:
    browser.open(pages / f"{name}.html", width=width)
    assert browser.value(WIDEST) <= width
    browser.value("document.querySelectorAll('details').forEach(d => { d.open = true })")
    assert browser.value(WIDEST) <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_charts_are_drawn(browser: Browser, pages: Path, scheme: str) -> None:
    browser.open(pages / "usual.html", scheme=scheme)
    drawn = browser.value(
        "[...document.querySelectorAll('path.mean')].map(p => { const b = p.getBoundingClientRect();"
        " return [b.width, b.height, getComputedStyle(p).stroke] })"
    )
    assert len(drawn) == 19
    assert all(width > 200 and height > 1 for width, height, _ in drawn)
    blue = {"light": "rgb(0, 96, 160)", "dark": "rgb(108, 184, 240)"}[scheme]
    assert {stroke for _, _, stroke in drawn} == {blue}
    # What is drawn by reference has a size too.
    used = browser.value(
        "[...document.querySelectorAll('.strip use')].map(u => u.getBoundingClientRect().width)"
    )
    assert len(used) == 27 and all(width > 200 for width in used)


def test_text_of_a_chart_stays_in_its_card(browser: Browser, pages: Path) -> None:
    for width in (1280, 420):
        browser.open(pages / "usual.html", width=width)
        outside = browser.value(
            "[...document.querySelectorAll('.chart text')].filter(t => { const b = t.getBoundingClientRect(),"
            " c = t.closest('.chart').getBoundingClientRect();"
            " return b.width && (b.left < c.left - 2 || b.right > c.right + 8) }).map(t => t.textContent)"
        )
        assert outside == []


def test_keys_read_out_steps(browser: Browser, pages: Path) -> None:
    browser.open(pages / "usual.html")
    card = "document.querySelector('[aria-labelledby=r1-e1] figure')"
    browser.value(f"{card}.focus()")

    def read() -> str:
        text: str = browser.value(f"{card}.querySelector('[aria-live=polite]').textContent")
        return text

    hint = read()
    assert "press ← →" in hint
    browser.key("ArrowRight")
    assert read().startswith("Step 1: ") and "(2 se); reward 0." in read()
    assert read().endswith("13 prompts, 128 completions")
    for name, step in (("End", 90), ("ArrowLeft", 89), ("PageUp", 79), ("PageDown", 89), ("Home", 1)):
        browser.key(name)
        assert read().startswith(f"Step {step}: ")
    assert browser.value(f"{card}.querySelector('.cur').getAttribute('d')") == "M0.5,0V100"
    browser.key("Escape")
    assert read() == hint
    assert browser.messages() == []


def test_pointing_at_the_overview_reads_all_rows_at_one_step(browser: Browser, pages: Path) -> None:
    browser.open(pages / "usual.html")
    box = browser.value(
        "(() => { const p = document.querySelector('.ov [data-k=e1] .sp');"
        " p.scrollIntoView({block: 'center'}); const b = p.getBoundingClientRect();"
        " return [b.left, b.top, b.width, b.height] })()"
    )
    before = browser.value("[...document.querySelectorAll('.ov .at')].map(c => c.textContent)")
    browser.move(box[0] + box[2] * 59.5 / 90, box[1] + box[3] / 2)
    assert browser.value("document.querySelector('.ov .ath').textContent") == "Step 60"
    there = browser.value("[...document.querySelectorAll('.ov .at')].map(c => c.textContent)")
    values = browser.value("JSON.parse(document.getElementById('values').textContent)[0].s")
    assert there[2] == f"{100 * values['e1']['m'][59]:.0f}\u202f%"
    assert there != before
    browser.move(box[0] - 60, box[1])
    assert browser.value("[...document.querySelectorAll('.ov .at')].map(c => c.textContent)") == before
    assert browser.messages() == []


def test_page_is_complete_without_its_script(browser: Browser, pages: Path) -> None:
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(pages / "usual.html")
        # The slider is the script's only addition; everything else is there.
        assert browser.value("document.querySelectorAll('input').length") == 0
        assert browser.value("document.querySelectorAll('figure .mean').length") == 9
        assert browser.value(WIDEST) <= 1280
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)


def test_paper_has_light_colours_and_no_controls(browser: Browser, pages: Path) -> None:
    browser.open(pages / "usual.html", width=703, scheme="dark", media="print")
    assert browser.value("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    hidden = "[...document.querySelectorAll('nav,.np,.sl,.read')].every(e => !e.getClientRects().length)"
    assert browser.value(hidden)
    assert browser.value(WIDEST) <= 703
    assert browser.pdf().startswith(b"%PDF-")
    opened = "[...document.querySelectorAll('details')].filter(d => d.open && d.matches('.np')).length"
    assert browser.value(opened) == 0


def test_paper_shows_what_is_folded_on_screen_and_folds_it_again(browser: Browser, pages: Path) -> None:
    browser.open(pages / "usual.html")
    count = "document.querySelectorAll('details[open]').length"
    assert browser.value(count) == 2
    browser.value("dispatchEvent(new Event('beforeprint'))")
    # Sentences and references of five full cards.
    assert browser.value(count) == 10
    browser.value("dispatchEvent(new Event('afterprint'))")
    assert browser.value(count) == 2
