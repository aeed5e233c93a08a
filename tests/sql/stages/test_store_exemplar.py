"""`store_exemplar`: which completions are worth reading, and what stands beside each of them.

Feature 1 alerts from step 20 to step 22 and is the one member of event 1, unless said.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest


@dataclass
class Dump:
    """Completions by their row in the file, which is also their sample; `ids` gives their rollout_id."""

    con: object
    ids: list[int] = field(default_factory=lambda: list(range(1, 200)))
    rows: int = 0

    def add(self, step, prompt, *, reward=0.0, chars=10, shows=(1,), run="r"):
        """Adds a completion that shows some features, and returns its row."""
        row, self.rows = self.rows, self.rows + 1
        number = self.ids[row]
        self.con.execute(
            "insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response,"
            " reward, source_file, source_row) values (?, ?, ?, ?, ?, 'p', repeat('x', ?), ?, 'f', ?)",
            [number, run, step, f"s{row:03}", prompt, chars, reward, row],
        )
        self.con.execute(
            "insert into rolloutdiff.analysis_rollout values ('a', ?, ?, ?, ?, 1, 0)",
            [number, run, step, prompt],
        )
        for feature in shows:
            self.con.execute(
                "insert into rolloutdiff.feature_count values (?, ?, ?, 1)", [feature, number, step]
            )
        return row


@pytest.fixture
def dump(con, analysis):
    return Dump(con)


@pytest.fixture
def member(con, analysis, add_features):
    """Adds a member of an event with its alert."""

    def add(feature=1, rank=1, onset=20, alert=22, *, direction="rise", kind="binary", run="r"):
        if not con.execute("select 1 from rolloutdiff.feature where feature_id = ?", [feature]).fetchall():
            add_features([(feature, "ast", kind, f"ast:{feature}", 1)])
        con.execute(
            "insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction)"
            " values ('a', ?, 'z', ?, 'alert', ?, ?, ?)",
            [run, feature, onset, alert, direction],
        )
        con.execute(
            "insert into rolloutdiff.event_member values ('a', ?, ?, ?, ?, 1.0)", [run, rank, feature, onset]
        )

    return add


def stored(con, runner, most=3):
    """(run, event_rank, feature, role, place) to the row of the completion."""
    runner.run(
        "store_exemplar", {"analysis_id": "a", "rule": "z", "most": most, "earlier": None, "last_step": None}
    )
    rows = con.execute(
        "select x.run, x.event_rank, x.feature_id, x.role, x.place, r.source_row"
        " from rolloutdiff.exemplar as x inner join rolloutdiff.rollout as r on r.rollout_id = x.rollout_id"
        " where x.analysis_id = 'a'"
    ).fetchall()
    found = {row[:5]: row[5] for row in rows}
    assert len(found) == len(rows)
    return found


def of_role(con, runner, role, most=3):
    """Place to row, for one role of feature 1."""
    return {key[4]: row for key, row in stored(con, runner, most).items() if key[2:4] == (1, role)}


@pytest.mark.parametrize(("prompts", "found"), [(0, 0), (1, 1), (2, 2), (3, 3), (5, 3)])
def test_at_most_three_of_distinct_prompts(con, runner, member, dump, prompts, found):
    member()
    for number in range(prompts):
        for step in (20, 21, 22):
            dump.add(step, f"p{number}", reward=1.0)
    chosen = of_role(con, runner, "exemplar")
    assert sorted(chosen) == list(range(1, found + 1))
    assert len({row // 3 for row in chosen.values()}) == found


def test_fewer_when_fewer_are_asked_for(con, runner, member, dump):
    member()
    for number in range(4):
        dump.add(20, f"p{number}")
    assert sorted(of_role(con, runner, "exemplar", most=1)) == [1]


def test_from_onset_to_alert_and_with_the_feature(con, runner, member, dump):
    member()
    dump.add(19, "before", reward=9.0)
    dump.add(23, "after", reward=9.0)
    dump.add(21, "without it", reward=9.0, shows=())
    dump.add(21, "another feature", reward=9.0, shows=(2,))
    dump.add(21, "another run", reward=9.0, run="s")
    first, last = dump.add(20, "onset", reward=2.0), dump.add(22, "alert", reward=1.0)
    assert of_role(con, runner, "exemplar") == {1: first, 2: last}


def test_the_best_paid_come_first_and_unscored_ones_last(con, runner, member, dump):
    member()
    unscored = dump.add(20, "a", reward=None)
    low, high, middle = (
        dump.add(22, prompt, reward=reward) for prompt, reward in (("b", -1.0), ("c", 2.0), ("d", 0.5))
    )
    assert of_role(con, runner, "exemplar", most=9) == {1: high, 2: middle, 3: low, 4: unscored}


def test_of_equally_paid_ones_the_typical_come_first(con, runner, member, dump):
    """Lengths 10, 40, 50, 55, 400: the median is 50."""
    member()
    row = {chars: dump.add(20, f"p{chars}", reward=1.0, chars=chars) for chars in (400, 10, 50, 40, 55)}
    assert of_role(con, runner, "exemplar", most=9) == {
        1: row[50],
        2: row[55],
        3: row[40],
        4: row[10],
        5: row[400],
    }


def test_typical_is_measured_over_all_that_show_it_between_onset_and_alert(con, runner, member, dump):
    """10, 10, 10, 90, 100 of those that count: the median is 10. The others, all of 100, would move it."""
    member()
    long, short = dump.add(20, "a", reward=1.0, chars=90), dump.add(20, "b", reward=1.0, chars=10)
    for prompt in ("b", "b"):
        dump.add(21, prompt, chars=10)
    longest = dump.add(22, "c", reward=1.0, chars=100)
    for _ in range(5):
        dump.add(19, "c", chars=100)
        dump.add(21, "c", chars=100, shows=())
    assert of_role(con, runner, "exemplar") == {1: short, 2: long, 3: longest}


def test_typical_is_measured_for_each_feature(con, runner, member, dump):
    """Feature 1 has lengths 10, 10, 90, feature 2 has 90, 90, 90 and shares the last; over all the median is 90."""
    member(1)
    member(2)
    dump.add(20, "a", chars=90, shows=(2,))
    dump.add(20, "b", chars=90, shows=(2,))
    both = dump.add(20, "c", chars=90, shows=(1, 2))
    first, second = dump.add(21, "d", chars=10), dump.add(21, "e", chars=10)
    assert of_role(con, runner, "exemplar") == {1: first, 2: second, 3: both}


def test_of_each_prompt_the_best_is_chosen_before_prompts_are_compared(con, runner, member, dump):
    """The two best paid are of one prompt: the second of them gives way to the best of another."""
    member()
    best = dump.add(20, "a", reward=3.0)
    dump.add(21, "a", reward=2.0)
    dump.add(20, "b", reward=0.5)
    other = dump.add(22, "b", reward=1.0)
    assert of_role(con, runner, "exemplar") == {1: best, 2: other}


def test_ties_go_to_the_earlier_step_and_then_to_the_sample(con, runner, member, dump):
    member()
    late = dump.add(22, "a")
    second, third = dump.add(20, "b"), dump.add(20, "c")
    dump.add(20, "c")
    assert of_role(con, runner, "exemplar") == {1: second, 2: third, 3: late}


def test_a_response_that_is_missing_has_no_length(con, runner, member, dump):
    member()
    row = dump.add(20, "a", reward=1.0)
    con.execute("update rolloutdiff.rollout set response = null")
    assert of_role(con, runner, "exemplar") == {1: row}


# --- pairs ------------------------------------------------------------------------------------------------


def test_a_pair_is_of_the_same_prompt_and_step_without_the_feature(con, runner, member, dump):
    member()
    dump.add(21, "a", reward=1.0)
    dump.add(20, "a", shows=())
    dump.add(22, "a", shows=())
    dump.add(21, "b", shows=())
    dump.add(21, "a", shows=(), run="s")
    dump.add(21, "a", shows=(1, 2))
    pair = dump.add(21, "a", shows=(2,))
    assert of_role(con, runner, "pair") == {1: pair}


def test_where_all_show_it_there_is_no_pair(con, runner, member, dump):
    member()
    for _ in range(3):
        dump.add(20, "a")
    assert of_role(con, runner, "pair") == {}


def test_the_pair_is_the_most_alike_in_length_then_the_first_in_the_file(con, runner, member, dump):
    member()
    dump.add(20, "a", chars=50)
    for chars in (10, 90, 46):
        dump.add(20, "a", chars=chars, shows=())
    nearest = dump.add(20, "a", chars=53, shows=())
    dump.add(20, "a", chars=53, shows=())
    dump.add(20, "a", chars=47, shows=())
    assert of_role(con, runner, "pair") == {1: nearest}


# --- before -----------------------------------------------------------------------------------------------


def test_before_is_the_latest_of_the_same_prompt_ahead_of_the_onset(con, runner, member, dump):
    """The exemplar is of step 22: steps 20 and 21 are no longer before the onset."""
    member()
    dump.add(22, "a", reward=1.0)
    dump.add(3, "a", shows=())
    latest = dump.add(18, "a", shows=())
    dump.add(19, "b", shows=())
    dump.add(19, "a", shows=(), run="s")
    dump.add(20, "a", shows=())
    dump.add(21, "a", shows=())
    dump.add(25, "a", shows=())
    assert of_role(con, runner, "before") == {1: latest}


def test_before_is_without_the_feature_if_there_is_one(con, runner, member, dump):
    member()
    dump.add(20, "a")
    without = dump.add(5, "a", shows=())
    dump.add(19, "a")
    assert of_role(con, runner, "before") == {1: without}


def test_before_may_show_the_feature_if_all_do(con, runner, member, dump):
    member()
    dump.add(20, "a")
    dump.add(5, "a")
    latest = dump.add(19, "a")
    assert of_role(con, runner, "before") == {1: latest}


def test_of_one_step_before_the_most_alike_in_length_then_the_first_in_the_file(con, runner, member, dump):
    member()
    dump.add(20, "a", chars=50)
    dump.add(19, "a", chars=99, shows=())
    nearest = dump.add(19, "a", chars=52, shows=())
    dump.add(19, "a", chars=48, shows=())
    dump.add(18, "a", chars=50, shows=())
    assert of_role(con, runner, "before") == {1: nearest}


def test_a_prompt_first_seen_at_the_onset_has_nothing_before(con, runner, member, dump):
    member()
    dump.add(20, "a")
    assert stored(con, runner) == {("r", 1, 1, "exemplar", 1): 0}


# --- all together -----------------------------------------------------------------------------------------


def test_places_tie_a_pair_and_a_before_to_their_exemplar(con, runner, member, dump):
    """The second exemplar has no pair, the third nothing before."""
    member()
    first, second, third = (
        dump.add(20, prompt, reward=reward) for prompt, reward in (("a", 3.0), ("b", 2.0), ("c", 1.0))
    )
    pair_1, pair_3 = dump.add(20, "a", shows=()), dump.add(20, "c", shows=())
    before_1, before_2 = dump.add(9, "a", shows=()), dump.add(9, "b", shows=())
    assert stored(con, runner) == {
        ("r", 1, 1, "exemplar", 1): first,
        ("r", 1, 1, "pair", 1): pair_1,
        ("r", 1, 1, "before", 1): before_1,
        ("r", 1, 1, "exemplar", 2): second,
        ("r", 1, 1, "before", 2): before_2,
        ("r", 1, 1, "exemplar", 3): third,
        ("r", 1, 1, "pair", 3): pair_3,
    }


def test_only_rising_yes_no_members_have_exemplars(con, runner, member, dump):
    member(1, 1)
    member(2, 2, direction="fall")
    member(3, 3, kind="continuous")
    row = dump.add(20, "a", shows=(1, 2, 3, 4))
    assert stored(con, runner) == {("r", 1, 1, "exemplar", 1): row}


def test_every_member_has_its_own_under_its_event(con, runner, member, dump):
    """Members of one event, and of another, with windows of their own."""
    member(1, 1)
    member(2, 1, onset=21, alert=23)
    member(3, 2, onset=30, alert=32)
    one, two = dump.add(20, "a"), dump.add(23, "a", shows=(2,))
    three = dump.add(31, "a", shows=(1, 2, 3))
    # Before the onset of 2 and 3 the prompt has completions without them; the latest is taken.
    assert stored(con, runner) == {
        ("r", 1, 1, "exemplar", 1): one,
        ("r", 1, 2, "exemplar", 1): two,
        ("r", 1, 2, "before", 1): one,
        ("r", 2, 3, "exemplar", 1): three,
        ("r", 2, 3, "before", 1): two,
    }


def test_runs_are_kept_apart(con, runner, member, dump):
    member()
    member(run="s", rank=4, onset=10, alert=11)
    of_r, of_s = dump.add(20, "a"), dump.add(10, "a", run="s")
    dump.add(10, "a")
    assert stored(con, runner) == {
        ("r", 1, 1, "exemplar", 1): of_r,
        ("r", 1, 1, "before", 1): 2,
        ("s", 4, 1, "exemplar", 1): of_s,
    }


def test_completions_outside_the_analysis_are_not_referred_to(con, runner, member, dump):
    member()
    row = dump.add(20, "a")
    dump.add(21, "a", reward=9.0)
    dump.add(20, "a", shows=())
    dump.add(10, "a", shows=())
    con.execute("delete from rolloutdiff.analysis_rollout where rollout_id > 1")
    assert stored(con, runner) == {("r", 1, 1, "exemplar", 1): row}


@pytest.mark.parametrize("seed", range(6))
def test_numbers_of_rollouts_decide_nothing(con, runner, member, dump, seed):
    """All are alike, so that the first in the file is taken: prompts a, b, c of step 20, rows 72 to 83.

    Of four completions of a prompt and step the first two do not show it; before the onset none does, and step 19
    begins at row 48.
    """
    if seed:
        Random(seed).shuffle(dump.ids)
    member()
    for step in (17, 18, 19, 20, 21, 22):
        for prompt in "abcdef":
            for sample in range(4):
                dump.add(step, prompt, shows=(1,) if step >= 20 and sample >= 2 else ())
    assert {key[3:]: row for key, row in stored(con, runner).items()} == {
        ("exemplar", 1): 74,
        ("pair", 1): 72,
        ("before", 1): 48,
        ("exemplar", 2): 78,
        ("pair", 2): 76,
        ("before", 2): 52,
        ("exemplar", 3): 82,
        ("pair", 3): 80,
        ("before", 3): 56,
    }
