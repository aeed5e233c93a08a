"""The lexical stages against n-grams counted one by one in Python."""

from __future__ import annotations

import random
import unicodedata
from collections import Counter
from collections.abc import Mapping

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rolloutdiff.pipeline.lexical import count_features
from rolloutdiff.pipeline.vocabulary import Admission, choose_tokens
from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.stage import StageRunner

Proses = Mapping[int, str | None]
Vocabulary = list[tuple[str, int]]
Counts = dict[tuple[str, int], int]


def word_lists(prose: str) -> list[list[str]]:
    """Words of every piece between boundaries, from the definition: character by character."""
    pieces: list[list[str]] = [[]]
    word = ""
    for char in [*prose, " "]:
        # Each by itself: Python's own lower() of a whole text turns a last sigma into another letter.
        for low in char.lower():
            if low == "_" or unicodedata.category(low)[0] in "LNM":
                word += low
                continue
            if word:
                pieces[-1].append(word)
                word = ""
            if low == "\x01":
                pieces.append([])
    return pieces


def counted(proses: Proses) -> Counts:
    """Occurrences of every 1..3-gram by name and rollout."""
    counts: Counter[tuple[str, int]] = Counter()
    for rollout, prose in proses.items():
        for words in word_lists(prose or ""):
            for size in (1, 2, 3):
                for at in range(len(words) - size + 1):
                    counts[" ".join(words[at : at + size]), rollout] += 1
    return dict(counts)


def expected(proses: Proses, vocabulary_size: int) -> tuple[Vocabulary, Counts]:
    counts = counted(proses)
    frequency = Counter(name for name, _ in counts)
    ranked = sorted(frequency.items(), key=lambda item: (-item[1], item[0].encode()))[:vocabulary_size]
    names = {name for name, _ in ranked}
    return ranked, {key: n for key, n in counts.items() if key[0] in names}


def computed(
    proses: Proses,
    vocabulary_size: int,
    *,
    chunk_bytes: int = 1 << 20,
    threads: int = 2,
    outside: Proses | None = None,
) -> tuple[Vocabulary, Counts]:
    """What the stages give; `outside` are rollouts that are extracted and not part of the analysis."""
    with duckdb.connect(config={"threads": threads}) as con:
        install(con)
        fill(con, proses, outside or {})
        runner = StageRunner(con, "rolloutdiff")
        choose_tokens(runner, Admission(vocabulary_size=vocabulary_size), chunk_bytes=chunk_bytes)
        con.execute(
            "create temp table lexical_feature as"
            " select substr(name, 5) as name, (1000 - token_id)::integer as feature_id, document_frequency"
            " from admitted_token where tier = 'lexical'"
        )
        vocabulary = con.execute(
            "select name, document_frequency from lexical_feature"
            " order by document_frequency desc, encode(name)"
        ).fetchall()
        count_features(runner)
        rows = con.execute(
            "select f.name, c.rollout_id, c.step, c.n"
            " from rolloutdiff.feature_count as c join lexical_feature as f using (feature_id)"
        ).fetchall()
        assert all(step == step_of(rollout) for _, rollout, step, _ in rows)
        counts = {(name, rollout): n for name, rollout, _, n in rows}
        assert len(counts) == len(rows)
        return vocabulary, counts


def fill(con: duckdb.DuckDBPyConnection, proses: Proses, outside: Proses) -> None:
    both = {**proses, **outside}
    steps = [step_of(i) for i in proses]
    con.register(
        "given", pa.table({"id": pa.array(both, pa.int64()), "prose": pa.array(both.values(), pa.string())})
    )
    con.register(
        "member", pa.table({"id": pa.array(proses, pa.int64()), "step": pa.array(steps, pa.int64())})
    )
    con.execute("insert into rolloutdiff.extraction select id, 'v', 'ok', prose, [], [] from given")
    con.execute(
        "create temp table run_rollout as"
        " select id as rollout_id, 'r' as run, step, 'p' as prompt_id from member"
    )


def step_of(rollout: int) -> int:
    return rollout % 7


def made_up(rollouts: int, seed: int, words: int = 60) -> dict[int, str | None]:
    """Prose with frequent and rare words, repeats, boundaries, empty and missing texts."""
    rng = random.Random(seed)
    pool = [f"w{i}" for i in range(words)] + ["run_tests", "Äpfel", "数", "_", "7", "naïve"]
    weights = [1 / (i + 1) for i in range(len(pool))]
    proses: dict[int, str | None] = {}
    for i in range(rollouts):
        if i % 11 == 0:
            proses[i] = rng.choice([None, "", " \n", "\x01", "... !"])
        elif i % 5 == 0 and i > 5:
            proses[i] = proses[i - 4]
        else:
            gaps = [" ", ", ", ".\n\n", "\x01", " \x01 ", "'", "\x00"]
            separators = rng.choices(gaps, [60, 9, 5, 2, 2, 1, 1], k=40)
            drawn = rng.choices(pool, weights, k=rng.randint(1, 40))
            proses[i] = "".join(word + gap for word, gap in zip(drawn, separators, strict=False))
    return proses


@pytest.mark.parametrize("vocabulary_size", [1, 7, 100, 2000])
def test_equals_plain_counting_term_by_term(vocabulary_size: int) -> None:
    proses = made_up(120, seed=vocabulary_size)
    assert computed(proses, vocabulary_size, chunk_bytes=2000) == expected(proses, vocabulary_size)


def test_counts_by_hand() -> None:
    vocabulary, counts = computed({3: "Let me check. Let me check!", 5: "let me"}, 10)
    assert vocabulary == [
        *((name, 2) for name in ("let", "let me", "me")),
        *((name, 1) for name in ("check", "check let", "check let me")),
        *((name, 1) for name in ("let me check", "me check", "me check let")),
    ]
    assert counts[("let me check", 3)] == 2
    assert counts[("let me", 3)] == 2
    assert counts[("let me", 5)] == 1
    assert ("check", 5) not in counts


def test_words_are_unicode_letters_digits_marks_and_underscores() -> None:
    prose = (
        "Don't RUN_Tests naïve e\u0301te\u0301 ПРИВЕТ 数学 हिन्दी x\u00b2 \u2167"
        " 3.14 a-b №5 👍ok \u200bz \u01c5\u1fbb"
    )
    joined = (
        "don t run_tests naïve e\u0301te\u0301 привет 数学 हिन्दी x\u00b2 \u2177 3 14 a b 5 ok z \u01c6\u1f71"
    )
    words = joined.split(" ")
    vocabulary, _ = computed({0: prose}, 2000)
    assert {name for name, _ in vocabulary if " " not in name} == set(words)
    assert (" ".join(words[4:7]), 1) in vocabulary


def test_nothing_crosses_a_boundary() -> None:
    vocabulary, counts = computed({0: "a b\x01c d", 1: "a\x01\x01b", 2: "\x01a \x01 c\x01"}, 2000)
    assert dict(vocabulary) == {"a": 3, "b": 2, "c": 2, "d": 1, "a b": 1, "c d": 1}
    assert counts[("a", 2)] == 1


def test_ties_at_the_cut_are_broken_by_bytes_of_the_name() -> None:
    # Each is in one rollout. U+10400 comes after U+F900 in bytes of UTF-8, before it in those of UTF-16.
    proses = {0: "z y x", 1: "é e", 2: "\U00010400b \uf900c"}
    ranked = sorted(Counter(name for name, _ in counted(proses)), key=str.encode)
    for size in range(1, len(ranked) + 1):
        assert [name for name, _ in computed(proses, size)[0]] == ranked[:size]


def test_a_tied_phrase_wins_over_its_own_last_word() -> None:
    # Words alone fill the vocabulary with a, b, c at two rollouts each; of all, "a z" comes before b.
    proses = {0: "a z", 1: "a z", 2: "b", 3: "b", 4: "c", 5: "c"}
    assert computed(proses, 3)[0] == [("a", 2), ("a z", 2), ("b", 2)]


def test_more_than_4095_words_tie_at_the_cut() -> None:
    rng = random.Random(1)
    words = [f"t{i:x}" for i in range(6000)]
    rng.shuffle(words)
    proses = {i: " ".join(words[i * 300 : i * 300 + 300]) for i in range(20)}
    assert computed(proses, 2000) == expected(proses, 2000)
    twice = proses | {i + 20: prose for i, prose in proses.items()}
    assert computed(twice, 2000) == expected(twice, 2000)


def test_fewer_ngrams_than_places() -> None:
    proses = {0: "one two", 1: "one"}
    assert computed(proses, 2000) == ([("one", 2), ("one two", 1), ("two", 1)], counted(proses))


@pytest.mark.parametrize("proses", [{}, {0: None}, {0: "", 1: "\x01", 2: "..."}])
def test_without_any_word_there_is_no_feature(proses: Proses) -> None:
    assert computed(proses, 10) == ([], {})


def test_equal_texts_all_count() -> None:
    vocabulary, counts = computed({i: "same text" for i in range(50)}, 10)
    assert vocabulary == [("same", 50), ("same text", 50), ("text", 50)]
    assert counts == {(name, i): 1 for name in ("same", "same text", "text") for i in range(50)}


def test_rollouts_outside_the_analysis_are_not_read() -> None:
    inside, outside = {2: "a b", 4: "a"}, {1: "a c", 3: "c c", 9: "c"}
    assert computed(inside, 10, outside=outside) == expected(inside, 10)


def test_chunk_size_and_threads_change_nothing() -> None:
    proses = made_up(150, seed=5)
    wanted = expected(proses, 80)
    for chunk_bytes in (1, 500, 10_000, 1 << 30):
        assert computed(proses, 80, chunk_bytes=chunk_bytes) == wanted
    for threads in (1, 2, 8):
        assert computed(proses, 80, chunk_bytes=3000, threads=threads) == wanted


def test_rollout_numbers_and_row_order_change_nothing() -> None:
    proses = made_up(150, seed=6)
    numbers = random.Random(2).sample(range(-(10**9), 2**60), len(proses))
    shuffled = {numbers[i]: prose for i, prose in proses.items()}
    vocabulary, counts = computed(shuffled, 80, chunk_bytes=1500)
    wanted, wanted_counts = expected(proses, 80)
    assert vocabulary == wanted
    assert counts == {(name, numbers[i]): n for (name, i), n in wanted_counts.items()}


def test_many_rows_use_several_threads() -> None:
    base = made_up(60, seed=7)
    proses = {i: base[i % 60] for i in range(4000)}
    wanted = computed(proses, 50, chunk_bytes=1 << 14, threads=1)
    assert computed(proses, 50, chunk_bytes=1 << 20, threads=8) == wanted


PIECES = st.sampled_from(["a", "b", "c", "A", "ab", "_", "é", " ", "  ", ".", "\x01", "\n"])


@settings(max_examples=40)
@given(
    texts=st.lists(st.one_of(st.none(), st.lists(PIECES, max_size=12).map("".join)), max_size=8),
    vocabulary_size=st.integers(1, 30),
    chunk_bytes=st.integers(1, 40),
)
def test_any_small_run(texts: list[str | None], vocabulary_size: int, chunk_bytes: int) -> None:
    proses = dict(enumerate(texts))
    assert computed(proses, vocabulary_size, chunk_bytes=chunk_bytes) == expected(proses, vocabulary_size)
