"""The cards of one's own game: entered one by one, checked, kept, and used from then on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.explorer.editing import expect_size
from ksm_widgets.explorer.links import example, link_of, situation_of
from ksm_widgets.explorer.situation import Situation
from ksm_widgets.page.keeper import Keeper
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import Card, Shape, card, cards
from ksm_widgets.rules.deck import own_cards, own_cards_from, own_cards_text
from ksm_widgets.rules.errors import CardError
from ksm_widgets.solving.links import problem_of
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.widgets import Explorer
from ksm_widgets.words import LANGUAGES
from tests.page.kernelless import html, words

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("interpreted")

REAL = Card(4, Shape.parse("..#/.#./#.."))


def enter(explorer: Any, *cells: str) -> None:
    for cell in cells:
        explorer.act("draft-cell", cell)
    explorer.act("draft-take", "")


def entered() -> Any:
    """An explorer in which card 4 was entered."""
    explorer: Any = Explorer(language="en")
    explorer.act("draft-number", "4")
    enter(explorer, "0,0", "1,1", "2,2")
    return explorer


def test_the_editor_begins_empty_and_goes_on_to_the_next_number() -> None:
    explorer: Any = Explorer(language="en")
    assert explorer.page.drawn.cells == frozenset()
    assert explorer.page.drawn.number == 1
    enter(explorer, "0,0", "1,1", "2,2")
    assert explorer.page.drawn.number == 2
    assert explorer.page.drawn.cells == frozenset()
    # One that was entered is there to be mended.
    explorer.act("draft-number", "1")
    assert explorer.page.drawn.shape() == Shape.parse("..#/.#./#..")
    explorer.close()


def test_a_wrong_number_of_quarries_is_said_while_one_marks_them_and_refused() -> None:
    explorer: Any = Explorer(language="en")
    explorer.act("draft-number", "15")
    for cell in ("0,0", "1,1", "2,2", "3,3"):
        explorer.act("draft-cell", cell)
    assert "Quarries marked: 4. Card 15 has 5 quarries, not 4." in words(explorer, "editor")
    before = explorer.session.situation
    explorer.act("draft-take", "")
    assert "Card 15 has 5 quarries, not 4." in words(explorer, "said")
    assert explorer.session.situation == before
    explorer.act("draft-cell", "4,4")
    assert "Quarries marked: 5." in words(explorer, "editor")
    assert "not 4" not in words(explorer, "editor")
    explorer.close()


@pytest.mark.parametrize(
    ("number", "size", "sound"),
    [(1, 3, True), (1, 4, False), (32, 6, True), (32, 5, False), (2, 2, False), (20, 4, False),
     (20, 5, True), (31, 6, True), (10, 6, False)],
)  # fmt: skip
def test_a_higher_number_never_has_fewer_quarries(number: int, size: int, sound: bool) -> None:
    if sound:
        expect_size(number, size, ())
        return
    with pytest.raises(CardError) as refused:
        expect_size(number, size, ())
    assert all("{" not in refused.value.sentence(language) for language in LANGUAGES)


def test_cards_entered_count_for_the_others() -> None:
    four = Card(10, Shape.parse("####"))
    expect_size(9, 4, ())
    with pytest.raises(CardError):
        expect_size(11, 3, [four])
    expect_size(10, 3, [four])  # It may be entered again.


def test_they_hold_in_every_explorer_from_then_on() -> None:
    entered().close()
    other: Any = Explorer(language="en")
    assert card(4, other.session.situation.deck) == REAL
    other.act("card", "4")
    assert other.session.situation.card == REAL
    other.act("example", "bridge")
    assert card(4, other.session.situation.deck) == REAL
    assert "One card of your own game" in words(other, "editor")
    assert "data-act" in html(other, "gallery")
    other.close()


def test_two_pages_keep_the_cards_of_both() -> None:
    """The page opened first wiped out what had been entered on the other one."""
    first: Any = Explorer(language="en")
    entered().close()
    first.act("draft-number", "5")
    enter(first, "0,0", "0,1", "1,1")
    first.close()
    other: Any = Explorer(language="en")
    assert [one.number for one in other.session.own] == [4, 5]
    other.close()


def test_cards_that_cannot_be_saved_are_not_called_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    in_the_way = tmp_path / "a file"
    in_the_way.touch()
    monkeypatch.setenv("KSM_DATA", str(in_the_way))
    explorer = entered()
    assert "be saved here: they last" in words(explorer, "editor")
    assert "wherever you open" not in words(explorer, "editor")
    explorer.close()


def test_without_a_lasting_disk_the_browser_keeps_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With those that it kept before."""
    sent: list[dict[str, Any]] = []
    monkeypatch.setenv("KSM_DATA", str(tmp_path))
    monkeypatch.setenv("BINDER_LAUNCH_HOST", "https://mybinder.org/")
    monkeypatch.setattr(Keeper, "send", lambda _, content: sent.append(content))
    before, after = Progress(), Progress()
    three = Card(3, Shape.parse("##.#"))
    before.set("cards", own_cards_text([three]))
    explorer: Any = Explorer(language="en")
    explorer._keeper._handle_custom_msg({"there": before.text()}, [])
    assert explorer.session.own == (three,)
    explorer.act("draft-number", "4")
    enter(explorer, "0,0", "1,1", "2,2")
    after.read_in(sent[-1]["keep"])
    assert own_cards_from(after.setting("cards")) == (three, REAL)
    explorer.close()


def test_a_link_says_which_shape_it_means() -> None:
    """A link of somebody else's built-in card 4 is not one about ours, and ours carries itself."""
    explorer = entered()
    theirs = situation_of("board=-,-,-,-,-,-/" + "-,-,-,-,-,-/" * 4 + "5,4,3,-,-,-&card=4")
    explorer.act("paste", f"?{link_of(theirs)}")
    assert explorer.session.situation.card == card(4)
    explorer.act("example", "bridge")
    explorer.act("card", "4")
    link = link_of(explorer.session.situation)
    assert situation_of(link).card == REAL
    # So a puzzle from one's own table has the real card, too.
    assert problem_of(f"?{link}")[0].shape == REAL.shape
    explorer.close()


def test_a_link_says_which_shapes_the_hand_has() -> None:
    explorer = entered()
    explorer.act("example", "bridge")
    situation = replace(explorer.session.situation, number=9, hand=(3, 4, 9))
    explorer.close()
    link = link_of(situation)
    assert "&card=9&hand=3,4,9&shapes=4:" in link
    assert "shape=" not in link
    opened = situation_of(link)
    assert opened.hand == (3, 4, 9)
    assert own_cards(opened.deck) == (REAL,)
    # A card that is both played and held is written once.
    played = link_of(replace(situation, number=4))
    assert "shapes" not in played
    assert own_cards(situation_of(played).deck) == (REAL,)


def test_a_friend_s_hand_is_opened_with_its_shapes() -> None:
    """Another one's own card 4 in the hand is not replaced by ours, nor kept as ours."""
    explorer = entered()
    theirs = Card(4, Shape.parse("####"))
    link = link_of(replace(Situation().with_card(theirs), hand=(4, 5)))
    explorer.act("paste", f"?{link}")
    assert card(4, explorer.session.situation.deck) == theirs
    assert explorer.session.own == (REAL,)
    explorer.close()


def test_a_friend_s_file_is_read_and_kept() -> None:
    explorer: Any = Explorer(language="en")
    explorer.act("deck", "number,shape\n3,##.#\n9,####\n")
    explorer.close()
    other: Any = Explorer(language="en")
    assert [str(one) for one in other.session.own] == [
        str(Card(3, Shape.parse("##.#"))),
        str(Card(9, Shape.parse("####"))),
    ]
    assert len(other.session.situation.deck) == len(cards())
    other.close()


def test_a_file_with_a_few_cards_leaves_the_others() -> None:
    explorer = entered()
    explorer.act("deck", "number,shape\n3,##.#\n")
    assert [one.number for one in explorer.session.own] == [3, 4]
    back = f"number,shape\n3,{card(3).shape}\n"
    explorer.act("deck", back)
    explorer.act("deck", back)
    assert explorer.session.own == (REAL,)
    explorer.close()


def test_a_file_with_other_shapes_replaces_one_s_own_only_when_chosen_again() -> None:
    explorer = entered()
    other, third = "number,shape\n3,##.#\n4,####\n", "number,shape\n4,##.##\n"
    for text in (other, third):
        explorer.act("deck", text)
        assert explorer.session.own == (REAL,)
        assert "Nothing has changed yet" in explorer.session.notice.text(Reader("en"))
    kept = Progress.of_user()
    assert own_cards_from(kept.setting("cards")) == (REAL,)
    kept.close()
    explorer.act("deck", third)
    assert [str(one.shape) for one in explorer.session.own] == [str(Shape.parse("##.##"))]
    explorer.close()


def test_a_kept_text_that_makes_no_sense_is_passed_over() -> None:
    with_nonsense = Progress.of_user()
    with_nonsense.set("cards", "number,shape\n1,oops\n")
    with_nonsense.close()
    explorer: Any = Explorer(language="en")
    assert explorer.session.own == ()
    assert explorer.session.situation == example("carpet").situation
    explorer.close()
    assert own_cards_from(own_cards_text([REAL])) == (REAL,)
    assert own_cards_text(own_cards(cards())) == ""
