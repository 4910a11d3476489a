"""A pupil's desk: what a phone sends and is shown, whatever anybody makes of the messages."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ksm_widgets.progress.progress import timestamp
from ksm_widgets.puzzles import Pack
from ksm_widgets.solving import links
from ksm_widgets.solving.classroom import Classroom
from ksm_widgets.solving.links import link_of_puzzle
from ksm_widgets.solving.record import Outcome
from ksm_widgets.solving.view.desk import PupilDesk
from ksm_widgets.solving.view.register import register
from ksm_widgets.telling.phrases import Reader
from tests.puzzles import samples

if TYPE_CHECKING:
    from pathlib import Path

PACK = Pack((samples.puzzle("dig"), samples.puzzle("card"), samples.puzzle("payable")))
FIRST, SECOND, THIRD = (puzzle.id for puzzle in PACK)
BEGUN = {"kept": "", "theme": "light"}


def act(name: str, value: str = "") -> dict[str, Any]:
    return {"act": name, "value": value}


@pytest.fixture
def desk(tmp_path: Path) -> PupilDesk:
    room = Classroom(tmp_path / "class")
    room.assign(PACK)
    desk = PupilDesk(room.join("Anna <b>"), PACK, "en", "auto")
    desk.receive(BEGUN)
    return desk


def told(desk: PupilDesk) -> str:
    return "".join(desk.shown(0)["panels"].values())


def solve(desk: PupilDesk) -> None:
    """The first puzzle by hand: the mummy to the side, then the card on what is left."""
    for message in (
        {"tap": "c1"},
        {"tap": "d1"},
        act("hand", "lay"),
        {"tap": "b1"},
        act("check"),
    ):
        desk.receive(message)


def test_a_puzzle_is_solved_and_the_next_one_comes(desk: PupilDesk) -> None:
    shown = desk.shown(0)
    assert set(shown["panels"]) == set(PupilDesk.panels)
    assert "Anna &lt;b&gt;" in shown["panels"]["head"]
    assert shown["picture"].startswith("<svg")
    assert desk.shown(shown["pictures"])["picture"] is None
    desk.receive(act("check"))
    assert "played anything yet" in told(desk)
    solve(desk)
    assert desk.pupil.outcomes() == {FIRST: Outcome(True, 1, 0)}
    assert "The answer explained" in told(desk)
    desk.receive(act("next"))
    assert desk.pupil.at == SECOND
    assert "Solved: 1 of 3" in told(desk)


def test_what_a_full_disk_did_not_take_is_told(
    desk: PupilDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    assert "not saved" not in told(desk)
    with monkeypatch.context() as patched:
        patched.setattr("ksm_widgets.progress.store._PAUSES", (600.0, 600.0))
        patched.setattr("ksm_widgets.progress.store._connected", full)
        solve(desk)
    assert "Your answers are not saved yet" in told(desk)
    assert "The answer explained" in told(desk)
    # As soon as there is room again, all of it is written.
    desk.receive(act("next"))
    desk.pupil.read_on()
    assert "not saved" not in told(desk)


def test_wrong_answers_and_answers_shown_are_on_the_register(desk: PupilDesk) -> None:
    desk.receive(act("choose", "rest"))
    desk.receive(act("check"))
    desk.receive(act("puzzle", "2"))
    right, wrong = sorted(("yes", "no"), key=lambda choice: choice not in PACK.puzzles[2].right)
    desk.receive(act("choose", wrong))
    desk.receive(act("check"))
    desk.receive(act("choose", right))
    desk.receive(act("check"))
    desk.receive(act("puzzle", "1"))
    for _ in range(9):
        desk.receive(act("hint"))
    assert desk.pupil.outcomes()[FIRST] == Outcome(False, 1, 0)
    assert desk.pupil.outcomes()[THIRD] == Outcome(True, 2, 0)
    assert not desk.pupil.outcomes()[SECOND].solved
    page = register(PACK, [desk.pupil], Reader("en"), timestamp(), "puzzles.ipynb")
    assert "Anna &lt;b&gt;" in page
    assert "<b>" not in page
    assert "Puzzle 3: solved in 2 tries." in page
    assert "Hardest so far: puzzle 1 (0 of 1 on the first try without hints)" in page


def test_a_step_is_no_wrong_try_and_an_answer_copied_is_not_solved(desk: PupilDesk) -> None:
    desk.receive(act("step"))
    # What happens on the board is to be seen.
    assert desk.look == ".ksm-board"
    assert desk.pupil.outcomes() == {}
    desk.receive(act("step"))
    assert desk.pupil.outcomes() == {FIRST: Outcome(False, 0, 2, True)}
    desk.receive(act("puzzle", "0"))
    solve(desk)
    shown = desk.pupil.outcomes()[FIRST]
    assert (shown.solved, shown.shown, shown.stars) == (False, True, 0)
    page = register(PACK, [desk.pupil], Reader("en"), timestamp(), "puzzles.ipynb")
    assert "Puzzle 1: the answer was shown. Working on it.<" in page
    assert "0/3" in page
    assert "Puzzle 1, answer shown" in told(desk)
    desk.receive(act("next"))
    assert desk.pupil.at == SECOND
    desk.receive(act("choose", "7"))
    desk.receive(act("check"))
    desk.receive(act("step"))
    assert desk.pupil.outcomes()[SECOND].tries == 1
    page = register(PACK, [desk.pupil], Reader("de"), timestamp(), "puzzles.ipynb")
    assert "Rätsel 2: Lösung gezeigt, nach einem falschen Versuch." in page


@pytest.mark.parametrize(
    ("outcome", "stars"),
    [
        (Outcome(True, 1, 0), 3),
        (Outcome(True, 2, 0), 2),
        (Outcome(True, 1, 1), 2),
        (Outcome(True, 4, 3), 1),
        (Outcome(False, 2, 0), 0),
    ],
)
def test_stars_are_those_of_a_lesson(outcome: Outcome, stars: int) -> None:
    assert outcome.stars == stars


def test_pupils_are_told_what_the_objects_named_do(tmp_path: Path) -> None:
    pack = Pack((samples.puzzle("magic"), samples.puzzle("dig")))
    room = Classroom(tmp_path / "class")
    room.assign(pack)
    desk = PupilDesk(room.join("Anna"), pack, "en", "auto")
    assert "The amulet: the curses you dig cost nothing this turn." in told(desk)
    assert "each curse point +0.5 (without the amulet, digging it costs a coin)" in told(desk)
    assert "touch at a corner are next to each other" in told(desk)
    desk.speak("de", "auto")
    assert "Amulett: Die Flüche, die du ausgräbst, kosten" in told(desk)
    desk.receive(act("puzzle", "1"))
    assert "Amulett" not in told(desk)


def test_a_phone_comes_back_to_a_server_started_anew_just_as_it_was(desk: PupilDesk) -> None:
    desk.receive({"tap": "c1"})
    desk.receive({"tap": "d1"})
    before = desk.shown(0)
    again = PupilDesk(desk.pupil, PACK, "en", "auto")
    again.receive({"kept": before["kept"], "theme": "dark"})
    assert again.shown(0)["board"]["text"] == before["board"]["text"]
    assert again.shown(0)["theme"] == "dark"
    # What another tab of the same phone has kept changes nothing any more.
    desk.receive({"kept": json.dumps({"puzzle": f"puzzle={SECOND}"}), "theme": "light"})
    assert desk.pupil.at == FIRST


def test_another_assignment_is_announced_and_begins_at_its_first_puzzle(desk: PupilDesk) -> None:
    desk.receive(act("puzzle", "1"))
    kept = {"kept": desk.page.kept, "theme": "light"}
    other = Pack((samples.puzzle("wanted"), samples.puzzle("card")))
    again = PupilDesk(desk.pupil, other, "en", "auto")
    again.speak("de", "auto")
    again.receive(kept)
    assert again.page.puzzle == samples.puzzle("wanted")
    assert "Es gibt jetzt eine neue Aufgabe." in told(again)
    again.receive(act("puzzle", "1"))
    assert "neue Aufgabe" not in told(again)
    # The program may have been started anew meanwhile.
    later = PupilDesk(desk.pupil, other, "en", "auto")
    later.receive(kept)
    assert later.page.puzzle == samples.puzzle("card")
    assert "new assignment" not in told(later)


def test_what_was_done_to_another_assignment_is_dropped(desk: PupilDesk) -> None:
    """The phone had the old puzzle on the screen."""
    seen = desk.shown(0)
    other = Pack((samples.puzzle("wanted"), samples.puzzle("card")))
    for message in (*map(act, ("next", "check", "hint", "step")), {"tap": "c1"}):
        again = PupilDesk(desk.pupil, other, "en", "auto")
        again.another = True
        again.receive({"kept": seen["kept"], "theme": "light"})
        before = again.page
        again.receive({**message, "about": seen["about"]})
        assert again.page == before
        assert again.look == ".ksm-desk-another"
        assert "new assignment" in told(again)
    assert desk.pupil.outcomes() == {}
    again.receive({**act("next"), "about": again.shown(0)["about"]})
    assert again.page.puzzle == samples.puzzle("card")
    assert again.shown(0)["moment"] != seen["moment"]


def test_what_was_done_to_another_puzzle_in_another_window_is_dropped(desk: PupilDesk) -> None:
    seen = desk.shown(0)["about"]
    desk.receive({**act("next"), "about": seen})
    for _ in range(2):
        desk.receive({**act("hint"), "about": seen})
    assert desk.page.puzzle.id == SECOND
    assert desk.page.solving.hints == 0


def test_a_phone_that_only_waits_is_not_active(desk: PupilDesk) -> None:
    desk.pupil.seen = 0
    desk.receive({"news": "x"})
    assert desk.pupil.seen == 0


def test_hints_before_the_first_try_are_on_the_register(desk: PupilDesk) -> None:
    def page() -> str:
        return register(PACK, [desk.pupil], Reader("en"), timestamp(), "puzzles.ipynb")

    assert "was hard" not in page()
    desk.receive(act("hint"))
    assert ">?<" in page()
    assert "Puzzle 1: not tried. With hints." in page()
    desk.receive(act("choose", "rest"))
    desk.receive(act("check"))
    assert "Puzzle 1: one wrong try. With hints." in page()
    assert "Remove Anna &lt;b&gt;, with all results?" in page()


def test_nobody_sees_an_answer_without_having_given_up(desk: PupilDesk) -> None:
    kept = json.loads(desk.page.kept) | {"over": "shown"}
    for over in ("shown", "right"):
        kept |= {"over": over, "turn": "moves c1-d1 dig a1 b1 c1"}
        again = PupilDesk(desk.pupil, PACK, "en", "auto")
        again.receive({"kept": json.dumps(kept), "theme": "light"})
        assert not again.page.locked
        assert "explained" not in told(again)
    assert desk.pupil.outcomes() == {}


def test_a_try_or_an_act_opens_no_way_to_the_answer(desk: PupilDesk) -> None:
    """The register would not know of it: a puzzle that was tried is not over."""
    desk.receive(act("choose", "rest"))
    desk.receive(act("check"))
    tried = desk.pupil.outcomes()
    kept = json.loads(desk.page.kept)
    for over, turn in (("shown", "-"), ("right", "moves c1-d1 dig a1 b1 c1"), ("right", "dig a1")):
        forged = json.dumps(kept | {"over": over, "turn": turn, "choice": None})
        for before in ((), ({"kept": 0, **act("hint")},)):
            again = PupilDesk(desk.pupil, PACK, "en", "auto")
            for message in (*before, {"kept": forged, "theme": "light"}):
                again.receive(message)
            assert not again.page.locked
            assert again.page.explained is None
            assert again.page.solving.feedback is None
    assert desk.pupil.outcomes() == tried


def test_what_was_kept_is_taken_before_anything_is_done(desk: PupilDesk) -> None:
    kept = json.dumps(json.loads(desk.page.kept) | {"puzzle": f"puzzle={SECOND}"})
    again = PupilDesk(desk.pupil, PACK, "en", "auto")
    again.receive({"kept": 0, **act("choose", "rest")})
    again.receive({"kept": kept, "theme": "light"})
    assert again.pupil.at == FIRST


def test_a_phone_brings_no_hints_that_were_never_given(desk: PupilDesk) -> None:
    desk.receive(act("hint"))
    desk.receive(act("step"))
    kept = json.loads(desk.page.kept)
    for helped, there in (([1, 1, 0], (1, 1)), ([1000, 0, 0], (2, 0)), ([0, 1000, 0], (0, 2))):
        again = PupilDesk(desk.pupil, PACK, "en", "auto")
        again.receive({"kept": json.dumps(kept | {"helped": helped}), "theme": "light"})
        solving = again.page.solving
        assert (solving.hints, solving.steps) == there
    kept["puzzle"] = f"puzzle={SECOND}"
    again.fresh = True
    again.receive({"kept": json.dumps(kept | {"helped": [9, 9, 0]}), "theme": "light"})
    assert (again.pupil.at, again.page.solving.helped) == (SECOND, 0)


def test_a_phone_has_the_server_prove_no_puzzle(
    desk: PupilDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All others would wait for it: the puzzles of the pack are looked up, and no other is read."""
    read: list[object] = []
    monkeypatch.setattr(links, "read_puzzle", read.append)
    again = PupilDesk(desk.pupil, PACK, "en", "auto")
    whole = link_of_puzzle(samples.puzzle("wanted"), PACK)
    assert "whole=" in whole
    again.receive({"kept": json.dumps({"puzzle": whole}), "theme": "light"})
    assert read == []
    assert again.pupil.at == FIRST


def test_what_is_sent_again_is_done_once(desk: PupilDesk) -> None:
    for number in (7, 7, 8):
        desk.receive({**act("hint"), "number": number})
    assert desk.page.solving.hints == 2


def test_what_is_sent_again_after_another_device_spoke_is_done_once(desk: PupilDesk) -> None:
    for number in (7, *range(1000, 1049), 7):
        desk.receive({**act("hint" if number == 7 else "none"), "number": number})
    assert desk.page.solving.hints == 1


def test_the_same_wrong_answer_counts_once(desk: PupilDesk) -> None:
    desk.receive(act("choose", "rest"))
    for _ in range(2):
        desk.receive(act("check"))
    assert "You tried that already." in told(desk)
    assert desk.pupil.outcomes() == {FIRST: Outcome(False, 1, 0)}


def test_another_language_keeps_the_answer_so_far(desk: PupilDesk) -> None:
    desk.receive({"tap": "c1"})
    desk.receive({"tap": "d1"})
    board = desk.shown(0)["board"]["text"]
    desk.speak("de", "dark")
    assert "Prüfen" in told(desk)
    assert desk.shown(0)["board"]["text"] == board


def test_the_last_puzzle_ends_with_praise(desk: PupilDesk) -> None:
    for number in range(len(PACK)):
        desk.receive(act("puzzle", str(number)))
        solving = desk.page.solving
        desk.page = replace(desk.page, answering=solving.answered(solving.task.solution()))
        desk.receive(act("check"))
        assert ("Next puzzle" in told(desk)) == (number < len(PACK) - 1)
    assert told(desk).count("All puzzles solved") == 2
    desk.receive(act("next"))
    assert "All puzzles solved" in told(desk)


NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
NAMES = st.sampled_from(
    ["tap", "press", "release", "point", "key", "act", "kept", "focus", "theme"]
)
ACTS = st.sampled_from(
    ["check", "hint", "step", "next", "puzzle", "choose", "hand", "back", "turn"]
)
MESSAGES = (
    NONSENSE
    | st.dictionaries(NAMES, NONSENSE | st.sampled_from(["a1", "f6"]), max_size=3)
    | st.builds(act, ACTS, st.text(max_size=10) | st.sampled_from(["0", "-1", "99", "rest", "lay"]))
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(MESSAGES, max_size=6))
def test_no_message_breaks_the_page(desk: PupilDesk, messages: list[Any]) -> None:
    for message in messages:
        desk.receive(message)
    json.dumps(desk.shown(0))
    assert desk.page.trouble == ""
