"""A task that could not be shown or answered is refused where it is made, in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ksm_widgets.course.kinds import (
    Choose,
    Mark,
    NumberField,
    Numbers,
    Option,
    Order,
    PlaceCard,
    PlayTurn,
    Shift,
)
from ksm_widgets.mine.table import MineTable
from ksm_widgets.rules import KsmError, Position, Power, Quarry, Turn, card
from ksm_widgets.solver import Slot
from ksm_widgets.telling.phrases import Phrase, Reader, plain
from ksm_widgets.words import LANGUAGES

MINE = Position.near("x,2,y/1,z3,a")
TABLE = MineTable(MINE)
A1, A2 = Quarry.parse("a1"), Quarry.parse("a2")
SAID = plain("Because.")
LEFT = Option("left", plain("left"), True, SAID)
RIGHT = Option("right", plain("right"), False, SAID)
COINS = NumberField("coins", plain("Coins"), 3, SAID)


def made(kind: Callable[..., object], **parts: Any) -> Callable[[], object]:
    """How a task is made of a question, a rule and what its kind needs."""
    return lambda: kind(**{"question": "What?", "rules": ("R2",), **parts})


def mark(**parts: Any) -> Callable[[], object]:
    return made(Mark, **{"table": TABLE, "right_ones": frozenset({A2}), **parts})


def shift(**parts: Any) -> Callable[[], object]:
    reached = {"missing": lambda turn, after: None, "way": Turn.parse("moves b1-a1")}
    return made(Shift, **{"table": TABLE, **reached, **parts})


def says(answer: object) -> Callable[[], object]:
    """A task whose sentence is asked for only when there is an answer."""
    return lambda: mark(why_not=lambda quarry: answer)().check({A1})  # type: ignore[attr-defined]


REFUSED: list[tuple[Callable[[], object], str]] = [
    (mark(question=3), "'question' is 3 (int); Phrase | str was expected."),
    (mark(hints=["one", 2]), "'hints' is 2 (int); Phrase | str was expected."),
    (mark(hints=7), "'hints' is 7 (int)"),
    (mark(praise="Well done"), "'praise' is 'Well done' (str); Phrase was expected."),
    (mark(rules="R2"), "'rules' is 'R2' (str); tuple was expected."),
    (mark(rules=(2,)), "'rules' is 2 (int); str was expected."),
    (mark(rules=()), "A task needs at least one rule"),
    (mark(rules=("R2", "R99")), "There is no rule 'R99' in this game: the rules are R1 to R33."),
    (mark(table=MINE), "'table' is Position; MineTable was expected."),
    (mark(right_ones={"a2"}), "'right_ones' is 'a2' (str); Quarry was expected."),
    (mark(right_ones="a2"), "'right_ones' is 'a2' (str); Set was expected."),
    (mark(right_ones=frozenset()), "No answer to this task would be right."),
    (mark(why_not="no"), "'why_not' is 'no' (str); Callable was expected."),
    (says("no"), "'why_not' is 'no' (str); Phrase was expected."),
    (shift(missing=SAID), "'missing' is Phrase; Callable was expected."),
    (shift(missing=lambda turn, after: "more"), "'missing' is 'more' (str); Phrase was expected."),
    (shift(way="b1-a1"), "'way' is 'b1-a1' (str); Turn was expected."),
    (shift(way=Turn.parse("moves a1-b1")), "Never uphill"),
    (shift(way=Turn()), "The way '-' does not do what the task asks."),
    (shift(missing=lambda turn, after: SAID), "The way 'moves b1-a1' does not do"),
    (lambda: MineTable("5,4,3z"), "'position' is '5,4,3z' (str); Position was expected."),  # type: ignore[arg-type]
    (lambda: MineTable(MINE, 3, money=10), "'card' is 3 (int); Card was expected."),  # type: ignore[arg-type]
    (lambda: MineTable(MINE, powers=frozenset({"seal"})), "'seal' (str); Power was expected."),  # type: ignore[arg-type]
    (lambda: MineTable(MINE, powers={Power.SEAL}), "'powers' is set; frozenset"),  # type: ignore[arg-type]
    (lambda: MineTable(MINE, money="10"), "'money' is '10' (str); int"),  # type: ignore[arg-type]
    (lambda: MineTable(MINE, variant="beginner"), "(str); Variant was expected."),  # type: ignore[arg-type]
    (lambda: MineTable(MINE, marked=("a1",)), "'a1' (str); Quarry was expected."),  # type: ignore[arg-type]
    (made(PlaceCard, table=TABLE), "This task's table needs a card"),
    (made(PlaceCard, table=MineTable(MINE, card(1)), takes={"a1"}), "'takes' is 'a1' (str)"),
    (made(PlaceCard, table=MineTable(MINE, card(1)), worth=2), "'worth' is 2 (int); Callable"),
    (
        made(PlaceCard, table=MineTable(MINE, card(1)), takes=frozenset({Quarry.parse("f6")})),
        "No answer to this task would be right.",
    ),
    (made(PlayTurn, table=MineTable(MINE, money=3)), "This task's table needs a card"),
    (made(PlayTurn, table=MineTable(MINE, card(1))), "This task's table needs money"),
    (
        made(PlayTurn, table=MineTable(MINE, card(1), money=3), wanted=("a1:1",)),
        "'wanted' is 'a1:1' (str); Slot was expected.",
    ),
    (made(PlayTurn, table=MineTable(MINE, card(1), money=3), slack=0.5), "'slack' is 0.5 (float)"),
    (
        lambda: NumberField("coins", "Coins", 3, SAID),  # type: ignore[arg-type]
        "'label' is 'Coins' (str); Phrase was expected.",
    ),
    (
        lambda: NumberField("coins", SAID, "3", SAID),  # type: ignore[arg-type]
        "'value' is '3' (str); int | Fraction was expected.",
    ),
    (lambda: NumberField("coins", SAID, 3, SAID, {2: "no"}), "'mistakes' is 'no' (str)"),  # type: ignore[dict-item]
    (made(Numbers, fields=COINS), "'fields' is NumberField; tuple was expected."),
    (made(Numbers, fields=()), "No answer to this task would be right."),
    (made(Numbers, fields=(COINS, COINS)), "The name 'coins' is used twice"),
    (lambda: Option("left", SAID, 1, SAID), "'right' is 1 (int); bool was expected."),  # type: ignore[arg-type]
    (lambda: Option("left", SAID, True, "no"), "'why' is 'no' (str); Phrase was expected."),  # type: ignore[arg-type]
    (made(Choose, options=("left",)), "'options' is 'left' (str); Option was expected."),
    (made(Choose, options=(RIGHT,)), "No answer to this task would be right."),
    (made(Choose, options=(LEFT, LEFT)), "The name 'left' is used twice"),
    (
        made(Order, options=(LEFT, RIGHT), shown=("left",)),
        "'shown' is left; it should have the name of each option once",
    ),
    (made(Order, options=(LEFT, LEFT), shown=("left",)), "The name 'left' is used twice"),
]


@pytest.mark.parametrize(("make", "sentence"), REFUSED, ids=[told for _, told in REFUSED])
def test_what_cannot_be_a_task_is_refused_in_a_sentence(
    make: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(KsmError) as refused:
        make()
    assert sentence in str(refused.value)
    for language in LANGUAGES:
        assert refused.value.sentence(language)


def test_an_impossible_turn_is_refused_when_it_is_asked_for() -> None:
    nowhere = MineTable(Position.near("x,-,y"), card(1), money=0)
    stuck: Any = made(PlayTurn, table=nowhere, wanted=(Slot.parse("a1:1"),))()
    with pytest.raises(KsmError, match="No answer to this task would be right"):
        stuck.solution()


def test_a_text_is_a_sentence_said_as_it_is() -> None:
    hints = ["It is black.", Phrase("feedback.right")]
    task: Any = mark(question="Mark the mask.", hints=hints)()
    told = [Reader("de").say(sentence) for sentence in (task.question, *task.hints)]
    assert told == ["Mark the mask.", "It is black.", "Das stimmt."]
    single: Any = mark(hints="It is black.")()
    assert single.hints == (plain("It is black."),)
    assert mark()() == mark(question=plain("What?"))()
    with pytest.raises(TypeError, match="question"):
        Mark(rules=("R2",), table=TABLE, right_ones=frozenset({A2}))  # type: ignore[call-arg]
