"""What comes back and when: by the reviews alone, kept and taken along with the progress."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksm_widgets.progress.progress import Progress, ProgressTextError
from ksm_widgets.progress.rows import LATEST, Attempted, Recall, Reviewed
from ksm_widgets.progress.schedule import Schedule

MINUTE, DAY = 60_000, 86_400_000
KNOWN, FORGOTTEN = Reviewed("R13", 1000, Recall.GOOD), Reviewed("R9", 1001, Recall.FORGOTTEN)

reviews = st.builds(
    Reviewed,
    st.sampled_from(["R1", "R2", "theme.gap", "puzzle.abc"]),
    st.integers(0, LATEST // 2),
    st.sampled_from([int(grade) for grade in Recall]),
)


def again(subject: str, *answers: tuple[int, Recall]) -> Schedule:
    return Schedule(Reviewed(subject, at, grade) for at, grade in answers)


def due(schedule: Schedule, subject: str) -> int:
    standing = schedule.standing(subject)
    assert standing is not None
    return standing.due


def test_what_was_forgotten_comes_back_sooner_than_what_was_known() -> None:
    schedule = Schedule([KNOWN, FORGOTTEN])
    assert KNOWN.at < due(schedule, "R9") < due(schedule, "R13") <= KNOWN.at + DAY
    assert schedule.due(1001) == ()
    assert schedule.due(due(schedule, "R9")) == ("R9",)
    assert schedule.missed() == ("R9",)
    assert schedule.missed(["R13"]) == ()


def test_the_longer_something_is_known_the_later_it_comes_back() -> None:
    answers: list[tuple[int, Recall]] = []
    pauses, at = [], 0
    for _ in range(6):
        answers.append((at, Recall.GOOD))
        following = due(again("R13", *answers), "R13")
        pauses.append(following - at)
        at = following
    assert pauses == sorted(pauses)
    assert pauses[0] <= 15 * MINUTE
    assert pauses[-1] > 20 * DAY
    forgotten = again("R13", *answers, (at, Recall.FORGOTTEN))
    assert due(forgotten, "R13") - at < DAY


def test_what_was_missed_last_stands_before_what_is_due_longer() -> None:
    schedule = Schedule([KNOWN, replaced(FORGOTTEN, at=5 * DAY), Reviewed("R1", 0, Recall.HARD)])
    assert schedule.due(9 * DAY) == ("R9", "R1", "R13")
    assert schedule.due(9 * DAY, ["R13", "R1", "R30", "R13"]) == ("R1", "R13")


def replaced(review: Reviewed, at: int) -> Reviewed:
    return Reviewed(review.subject, at, review.grade)


def test_a_run_counts_what_was_known_since_it_was_missed() -> None:
    schedule = again(
        "R9",
        (0, Recall.GOOD),
        (DAY, Recall.FORGOTTEN),
        (2 * DAY, Recall.HARD),
        (3 * DAY, Recall.EASY),
    )
    standing = schedule.standing("R9")
    assert standing is not None
    assert (standing.run, standing.times, standing.missed) == (2, 4, False)
    assert schedule.standing("R10") is None


@settings(deadline=None)
@given(st.lists(reviews, max_size=8, unique=True), st.randoms(use_true_random=False))
def test_the_order_in_which_reviews_are_given_is_all_one(made: list[Reviewed], rng: Random) -> None:
    mixed = list(made)
    rng.shuffle(mixed)
    one, other = Schedule(made), Schedule(mixed)
    for subject in {review.subject for review in made}:
        standing = one.standing(subject)
        assert standing == other.standing(subject)
        assert standing is not None
        last = max(review.at for review in made if review.subject == subject)
        assert last < standing.due <= last + 366 * DAY


def test_reviews_last_beside_attempts(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    first = Progress(file)
    first.record(Attempted("dig.where", 0, "en", 999, False, 0))
    first.review(FORGOTTEN, KNOWN)
    first.review(KNOWN)
    first.close()
    second = Progress(file)
    later = Reviewed("R13", 1001, Recall.GOOD)
    assert second.reviews() == (KNOWN, FORGOTTEN, later)
    assert len(second.attempts()) == 1
    second.close()


def test_a_file_from_before_there_were_reviews_keeps_all_it_has(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    old = Progress(file)
    old.record(Attempted("dig.where", 0, "en", 999, False, 0))
    old.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("DROP TABLE reviewed")
    new = Progress(file)
    new.review(KNOWN)
    assert new.newly_set_aside() is None
    assert len(new.attempts()) == len(new.reviews()) == 1
    new.close()


def test_of_a_damaged_file_the_reviews_are_saved_too(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    old = Progress(file)
    old.review(KNOWN)
    old.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("DROP TABLE attempted")
        connection.execute("CREATE TABLE attempted (task TEXT)")
    new = Progress(file)
    assert new.newly_set_aside() is not None
    assert new.reviews() == (KNOWN,)
    new.close()


@settings(deadline=None)
@given(st.lists(reviews, max_size=6))
def test_reviews_travel_with_the_attempts(made: list[Reviewed]) -> None:
    progress, other = Progress(), Progress()
    progress.review(*made)
    assert other.read_in(progress.text()) == 0
    assert sorted(map(repr, other.reviews())) == sorted(map(repr, progress.reviews()))
    assert len(other.reviews()) == len(made)
    other.read_in(progress.text())
    assert len(other.reviews()) == len(made)


def saved(**changes: object) -> str:
    progress = Progress()
    progress.review(KNOWN)
    return json.dumps({**json.loads(progress.text()), **changes})


def test_a_text_from_before_there_were_reviews_is_read() -> None:
    whole = json.loads(saved())
    del whole["reviews"]
    assert Progress().read_in(json.dumps(whole)) == 0


@pytest.mark.parametrize(
    ("rows", "key"),
    [
        (None, "progress.reviews"),
        ([[]] * 50_001, "progress.reviews"),
        ([["R1", 5]], "progress.review"),
        ([["R1", -5, 3]], "progress.review"),
        ([["R1", LATEST + 1, 3]], "progress.review"),
        ([["R1", 5, 0]], "progress.review"),
        ([["R1", 5, 5]], "progress.review"),
        ([["R1", 5, True]], "progress.review"),
        ([["R1", 5.0, 3]], "progress.review"),
        ([["R" * 81, 5, 3]], "progress.review"),
        ([["\ud800", 5, 3]], "progress.review"),
        ([[7, 5, 3]], "progress.review"),
    ],
)
def test_reviews_that_are_not_ours_are_refused_whole(rows: object, key: str) -> None:
    progress = Progress()
    with pytest.raises(ProgressTextError) as refused:
        progress.read_in(saved(reviews=rows))
    assert refused.value.key == key
    assert refused.value.sentence("de") != refused.value.sentence("en")
    assert progress.reviews() == ()


def test_a_review_of_another_kind_in_the_file_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    Progress(file).review(KNOWN)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("INSERT INTO reviewed VALUES ('R1', -3, 3), ('R2', 'x', 9)")
    progress = Progress(file)
    assert progress.reviews() == (KNOWN,)
    progress.close()
