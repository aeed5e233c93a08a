"""The pages of an audit in a real browser: silent, no sideways scroll, readable by keys, fit for paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rolloutdiff.report.audit_html import write_audit_html
from rolloutdiff.report.html import write_html
from tests.unit.report.browser import Browser, open_browser
from tests.unit.report.fixture_audit import audit, one_slice, three_slices
from tests.unit.report.fixture_report import RUN, loophole, report
from tests.unit.report.test_audit_html import hostile, of_loophole

PAGES = ("usual", "paid", "several", "hostile", "inside", "hostile inside")
WIDEST = "document.documentElement.scrollWidth"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    alone = (
        audit(three_slices(gold=True)),
        audit(one_slice()),
        audit(three_slices("a", gold=True), one_slice("b")),
        hostile(),
    )
    for name, made in zip(PAGES[:4], alone, strict=True):
        write_audit_html(made, folder / f"{name}.html")
    write_html(report(loophole()), folder / "inside.html", of_loophole())
    write_html(report(loophole(RUN)), folder / "hostile inside.html", hostile())
    return folder


@pytest.fixture(scope="module")
def browser(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with open_browser(chromium, tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.mark.parametrize("name", PAGES)
def test_page_loads_in_silence_and_never_scrolls_sideways(browser: Browser, pages: Path, name: str) -> None:
    path = pages / f"{name}.html"
    for width in (1280, 900, 420, 360):
        browser.open(path, width=width)
        assert browser.messages() == []
        assert browser.requests() == [path.as_uri()]
        assert browser.value(WIDEST) <= width
        browser.value("document.querySelectorAll('details').forEach(d => { d.open = true })")
        assert browser.value(WIDEST) <= width


def test_charts_are_drawn_in_both_schemes(browser: Browser, pages: Path) -> None:
    for scheme, blue in (("light", "rgb(0, 96, 160)"), ("dark", "rgb(108, 184, 240)")):
        browser.open(pages / "usual.html", scheme=scheme)
        drawn = browser.value(
            "[...document.querySelectorAll('.main path.mean:not(.dots)')].map(p => {"
            " const b = p.getBoundingClientRect();"
            " return [b.width > 150, b.height > 1, getComputedStyle(p).stroke] })"
        )
        assert drawn == [[True, True, blue]] * 2


@pytest.mark.parametrize("width", [1280, 420])
def test_text_of_a_chart_stays_in_its_card(browser: Browser, pages: Path, width: int) -> None:
    for name in ("usual", "inside"):
        browser.open(pages / f"{name}.html", width=width)
        outside = browser.value(
            "[...document.querySelectorAll('.chart text')].filter(t => { const b = t.getBoundingClientRect(),"
            " c = t.closest('.chart').getBoundingClientRect();"
            " return b.width && (b.left < c.left - 2 || b.right > c.right + 8) }).map(t => t.textContent)"
        )
        assert outside == []


def test_keys_read_out_steps(browser: Browser, pages: Path) -> None:
    browser.open(pages / "usual.html")
    first = "document.querySelector('[data-k=a1p]')"

    def read(figure: str) -> str:
        text: str = browser.value(f"{figure}.querySelector('[aria-live=polite]').textContent")
        return text

    browser.value(f"{first}.focus()")
    browser.key("End")
    assert read(first).startswith("Step 40: 1.")
    assert read(first).endswith("± 0.10 (2 se); occurrences per completion 1.60; 8 prompts")
    second = "document.querySelector('[data-k=a1r]')"
    browser.value(f"{second}.focus()")
    browser.key("Home")
    assert read(second) == "Step 1: 0.50; gold 0.40"
    assert browser.messages() == []


def test_charts_of_the_audit_and_of_the_report_are_read_apart(browser: Browser, pages: Path) -> None:
    browser.open(pages / "inside.html")
    figure = "document.querySelector('[data-k=a1p]')"
    browser.value(f"{figure}.focus()")
    browser.key("Home")
    said = browser.value(f"{figure}.querySelector('[aria-live=polite]').textContent")
    assert said.startswith("Step 1: ") and "occurrences per completion 0.10" in said
    # The report has 90 steps and the audit 40: the last one has no value.
    browser.key("End")
    assert browser.value(f"{figure}.querySelector('[aria-live=polite]').textContent") == "Step 90: no value"


def test_paper_has_light_colours_and_no_controls(browser: Browser, pages: Path) -> None:
    browser.open(pages / "usual.html", width=703, scheme="dark", media="print")
    assert browser.value("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert browser.value(
        "[...document.querySelectorAll('nav,.np,.read')].every(e => !e.getClientRects().length)"
    )
    wide = (
        "[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > 703)"
        ".map(e => e.tagName + '.' + e.getAttribute('class')).slice(0, 9)"
    )
    assert browser.value(WIDEST) <= 703, browser.value(wide)
    assert browser.pdf().startswith(b"%PDF-")
