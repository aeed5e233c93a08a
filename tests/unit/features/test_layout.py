from __future__ import annotations

import pytest

from rolloutdiff.features.layout import Kind, read_layout
from rolloutdiff.features.think import THINK_SHAPES


def pieces(text: str, opened: str | None = None) -> list[tuple[str, str]]:
    """Layout as (kind, text) pairs."""
    return [(span.kind.value, text[span.start : span.end]) for span in read_layout(text, opened).spans]


def shapes(text: str, opened: str | None = None) -> set[str]:
    return read_layout(text, opened).shapes


def code(text: str, opened: str | None = None) -> list[tuple[str, str]]:
    """Fenced blocks as (language, code) pairs."""
    spans = read_layout(text, opened).spans
    return [(span.language, text[span.start : span.end]) for span in spans if span.kind is Kind.CODE]


class TestThinking:
    def test_pair_is_set_aside(self) -> None:
        assert pieces("<think>plan</think>answer") == [
            ("tag", "<think>"),
            ("thinking", "plan"),
            ("tag", "</think>"),
            ("prose", "answer"),
        ]
        assert shapes("<think>plan</think>answer") == {"think_pair"}

    def test_two_pairs_and_text_between(self) -> None:
        kinds = pieces("a<think>b</think>c<thinking>d</thinking>e")
        assert [text for kind, text in kinds if kind == "prose"] == ["a", "c", "e"]
        assert [text for kind, text in kinds if kind == "thinking"] == ["b", "d"]

    def test_case_of_tags_is_ignored(self) -> None:
        assert ("thinking", "x") in pieces("<THINK>x</Think>y")

    def test_first_closing_tag_closes(self) -> None:
        text = "<think>a <think>nested</think> b</think>c"
        assert pieces(text) == [
            ("tag", "<think>"),
            ("thinking", "a <think>nested"),
            ("tag", "</think>"),
            ("prose", " b"),
            ("tag", "</think>"),
            ("prose", "c"),
        ]
        assert shapes(text) == {"think_pair", "think_nested", "think_lone_close"}

    def test_mixed_names_do_not_pair(self) -> None:
        text = "<think>a</thinking>b"
        assert pieces(text) == [("tag", "<think>"), ("thinking", "a</thinking>b")]
        assert shapes(text) == {"think_mixed", "think_unclosed"}

    def test_unclosed_is_thinking_to_the_end(self) -> None:
        assert pieces("hm <think>a\n```python\nx = 1\n```\n") == [
            ("prose", "hm "),
            ("tag", "<think>"),
            ("thinking", "a\n```python\nx = 1\n```\n"),
        ]
        assert shapes("<think>a") == {"think_unclosed"}

    @pytest.mark.parametrize("inside", ["", " \n\n"])
    def test_empty(self, inside: str) -> None:
        assert shapes(f"<think>{inside}</think>x") == {"think_pair", "think_empty"}

    def test_lone_closing_tag_ends_nothing_unless_the_prompt_opens(self) -> None:
        text = "thought</think>answer"
        assert pieces(text) == [("prose", "thought"), ("tag", "</think>"), ("prose", "answer")]
        assert shapes(text) == {"think_lone_close"}
        assert pieces(text, "think") == [("thinking", "thought"), ("tag", "</think>"), ("prose", "answer")]
        assert shapes(text, "think") == {"think_pair", "think_opened_by_prompt"}

    def test_the_prompt_opens_and_nothing_closes(self) -> None:
        assert pieces("thought", "think") == [("thinking", "thought")]
        assert shapes("thought", "think") == {"think_opened_by_prompt", "think_unclosed"}

    def test_the_prompt_opens_another_name(self) -> None:
        assert pieces("a</think>b", "thinking") == [("thinking", "a</think>b")]
        assert shapes("a</think>b", "thinking") == {"think_opened_by_prompt", "think_unclosed", "think_mixed"}

    def test_the_response_repeats_the_opening_tag(self) -> None:
        assert pieces("<think>a</think>b", "think") == [
            ("thinking", "<think>a"),
            ("tag", "</think>"),
            ("prose", "b"),
        ]

    def test_tag_in_a_fence_is_text(self) -> None:
        text = "```python\ns = 1  # <think>\n```\nend"
        assert code(text) == [("python", "s = 1  # <think>\n")]
        assert shapes(text) == {"think_quoted"}

    def test_tag_in_quotes_is_text(self) -> None:
        assert pieces("Write `<think>` first") == [("prose", "Write `<think>` first")]
        assert shapes("Write `<think>` first") == {"think_quoted"}

    def test_fence_right_after_a_closing_tag_whose_thought_ends_in_a_backtick(self) -> None:
        text = "<think>use `x`</think>```python\nx = 1\n```"
        assert code(text) == [("python", "x = 1\n")]
        assert shapes(text) == {"think_pair"}

    def test_fence_inside_thinking_does_not_hide_the_closing_tag(self) -> None:
        assert pieces("<think>```python\nx</think>y")[-1] == ("prose", "y")

    def test_other_tag_names_are_text(self) -> None:
        assert pieces("<reasoning>r</reasoning>") == [("prose", "<reasoning>r</reasoning>")]

    def test_every_think_shape_can_occur(self) -> None:
        seen: set[str] = set()
        for text, opened in [
            ("<think></think>", None),
            ("<think>", None),
            ("</think>", None),
            ("<think></thinking>", None),
            ("<think><think>", None),
            ("'<think>'", None),
            ("", "think"),
        ]:
            seen |= shapes(text, opened)
        assert seen == set(THINK_SHAPES)


class TestFences:
    def test_block_and_prose(self) -> None:
        assert pieces("Here:\n```python\nx = 1\n```\nDone.") == [
            ("prose", "Here:\n"),
            ("fence", "```python\n"),
            ("code", "x = 1\n"),
            ("fence", "```\n"),
            ("prose", "Done."),
        ]

    def test_two_blocks(self) -> None:
        text = "```python\na\n```\nor\n```\nb\n```"
        assert code(text) == [("python", "a\n"), ("", "b\n")]

    def test_unclosed_runs_to_the_end(self) -> None:
        assert code("```python\nx = 1\ny = 2") == [("python", "x = 1\ny = 2")]
        assert shapes("```python\nx = 1\ny = 2") == {"fence_unclosed"}
        assert shapes("```python\nx = 1\n```") == set()

    def test_empty_blocks(self) -> None:
        assert code("```python\n```") == [("python", "")]
        assert code("```") == [("", "")]

    def test_tildes(self) -> None:
        assert code("~~~py\nx = 1\n```\n~~~") == [("py", "x = 1\n```\n")]

    def test_longer_fences_hold_shorter_ones(self) -> None:
        assert code("````md\n```python\nx=1\n```\n````") == [("md", "```python\nx=1\n```\n")]
        assert code("```py\nx\n`````\ny") == [("py", "x\n")]

    @pytest.mark.parametrize(
        ("info", "language"),
        [
            ("python", "python"),
            ("Python3", "python3"),
            (" py ", "py"),
            ("{.python .numberLines}", "python"),
            ("python title=x.py", "python"),
            ("python:main.py", "python"),
            ("c++", "c++"),
            ("objective-c", "objective-c"),
            ("{ .Python", "python"),
            ("title=x.py", "title"),
            (": x", ""),
            ("(x)", ""),
            ("x" * 300, "x" * 200),
            ("", ""),
            ("\t\r", ""),
        ],
    )
    def test_language_is_the_first_word_of_the_info_string(self, info: str, language: str) -> None:
        assert code(f"```{info}\nx\n```") == [(language, "x\n")]

    def test_indented_fence(self) -> None:
        layout = read_layout("- item\n\n  ```python\n  x = 1\n  ```\n", None)
        block = next(span for span in layout.spans if span.kind is Kind.CODE)
        assert (block.language, block.indent) == ("python", 2)
        assert layout.shapes == set()

    @pytest.mark.parametrize("mark", ["- ", "* ", "1. ", "2) ", "> "])
    def test_fence_after_list_and_quote_marks(self, mark: str) -> None:
        assert code(f"{mark}```python\nx\n```") == [("python", "x\n")]

    def test_fence_in_a_docstring_does_not_close(self) -> None:
        body = 'def f():\n    """Do.\n\n    ```\n    f()\n    ```\n    """\n'
        assert code(f"```python\n{body}```\n") == [("python", body)]

    def test_fence_at_the_end_of_a_code_line_closes(self) -> None:
        assert pieces("```python\nreturn x```\nDone") == [
            ("fence", "```python\n"),
            ("code", "return x"),
            ("fence", "```\n"),
            ("prose", "Done"),
        ]

    def test_fence_in_mid_line_opens_with_a_language_only(self) -> None:
        assert code("Code: ```python\nx\n```") == [("python", "x\n")]
        assert code("that helps.```\nThis") == []
        assert code("see ```python is nice") == []

    @pytest.mark.parametrize(
        ("line", "language"),
        [
            ("so ```a", "a"),
            ("so ```a.b-c#+\t ", "a.b-c#+"),
            ("so ```" + "a" * 20, "a" * 20),
            ("so ```" + "a" * 21, None),
            ("so ```1", None),
            ("so ```_a", None),
            ("so ```", None),
            ("so ``` a", None),
            ("so ```:a", None),
            ("so ```a b", None),
            ("so ```a`", None),
            ("so ~~~a", None),
            (" " * 80 + "```(", ""),
            (" " * 81 + "```(", None),
            (" " * 81 + "```a", "a"),
            ("-```(", None),
        ],
    )
    def test_what_opens_in_mid_line(self, line: str, language: str | None) -> None:
        assert code(f"{line}\nx") == ([] if language is None else [(language, "x")])

    def test_a_fence_in_mid_line_has_no_indentation(self) -> None:
        (block,) = (span for span in read_layout("   so ```a\nx", None).spans if span.kind is Kind.CODE)
        assert block.indent == 0

    def test_a_backtick_later_on_its_line_keeps_backticks_from_opening(self) -> None:
        assert code("```a `b`\nx") == []
        assert code("~~~a `b` ~~~\nx") == [("a", "x")]

    def test_a_line_starts_behind_a_tag(self) -> None:
        assert code("a</think>  ```(x)\ny") == [("", "y")]
        assert code("a'<think>'  ```(x)\ny") == []

    @pytest.mark.parametrize(
        ("line", "closes"),
        [
            ("```", True),
            ("   ```", True),
            (" > ```", True),
            ("    ```", False),
            (" " * 80 + "```", False),
            ("x```", True),
            ("x  ```  ", True),
            ("``` x", False),
            ("~~~", False),
        ],
    )
    def test_what_closes_backticks(self, line: str, closes: bool) -> None:
        assert ("fence_unclosed" not in shapes(f"```\nx\n{line}\n")) is closes

    @pytest.mark.parametrize(
        ("line", "closes"),
        [("~~~", True), ("   ~~~ ", True), ("    ~~~", False), ("x~~~", False), ("```", False)],
    )
    def test_tildes_close_alone_on_their_line(self, line: str, closes: bool) -> None:
        assert ("fence_unclosed" not in shapes(f"~~~\nx\n{line}\n")) is closes

    def test_inline_code_with_three_backticks_is_prose(self) -> None:
        assert code("```x = 1``` is short\nand more") == []

    def test_info_string_is_no_closing_fence(self) -> None:
        assert code("```python\na\n```python\nb\n```") == [("python", "a\n```python\nb\n")]

    def test_special_tokens_may_follow_a_closing_fence(self) -> None:
        assert pieces("```python\nx\n```<|im_end|><|endoftext|>") == [
            ("fence", "```python\n"),
            ("code", "x\n"),
            ("fence", "```"),
            ("prose", "<|im_end|><|endoftext|>"),
        ]
        assert code("```python\nx\n``` </s>y") == [("python", "x\n")]

    def test_crlf(self) -> None:
        assert code("```python\r\nx = 1\r\n```\r\nok") == [("python", "x = 1\r\n")]
