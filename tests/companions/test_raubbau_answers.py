"""Raubbau's answers as data: the keys they have, the keys a question takes, and the errors."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.cli import main
from ksm_widgets.companions.raubbau.ask_rotate import asked_with_tunnel
from ksm_widgets.companions.raubbau.cards import Tunnel
from ksm_widgets.companions.raubbau.rules import apply, legal
from ksm_widgets.companions.raubbau.text import read_position
from ksm_widgets.companions.shelf import companion
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.words import LANGUAGES, sentence
from tests.companions.raubbau_positions import EXAMPLE_1, EXAMPLE_2

if TYPE_CHECKING:
    from tests.conftest import Output, Typing

POSITION = EXAMPLE_2.replace("\n", " | ")
EARLIER = (
    EXAMPLE_1.replace("gD12@2", "gG12@2")
    .replace("tunnels 14", "tunnels 14 | leaving 3")
    .replace("v?3@3", "v?3")
)
"""A round before the last: seat 3 is on the stairs."""
TAKEN = EXAMPLE_2.replace("v?3,#", "-@1,#").replace("rG gG vU", "rG gG vU vG")
DRAWN = TAKEN.replace("match 2", "match 2 | phase act | step turn nes | acted 3")
DRAWN = DRAWN.replace("tunnels 4", "tunnels 3")
CHOICE = EXAMPLE_2[: EXAMPLE_2.index("mine")] + (
    "mine #,#,!r,-,-/#,#,#,-,-/-,#,#,r?2@3s,-/-,#,#,nes,v?3/ne,ew,E,nw,-"
)
"""Seat 3 digs on the same arm before seat 1, and chooses how many treasures to draw."""
CONTRACT = {"status", "value", "plan", "plans", "assuming", "seconds"}


def _asked(question: str, text: str, language: str = "en", **more: object) -> dict[str, Any]:
    asked = {"question": question, "position": text, **more}
    return companion("raubbau").ask(asked, language)


def test_who_is_on_the_stairs_has_left_once_a_tunnel_is_drawn() -> None:
    """The next one to act had no plan: an assertion failed."""
    staying = (
        EXAMPLE_2.replace("v?3,#", "v?3@1,#")
        .replace("out 2", "out -")
        .replace(" | rounds_left 0", "")
    )
    leaving = staying.replace("out -", "leaving 2")
    one, other = (_asked("turn", text, tunnel="nes") for text in (leaving, staying))
    assert one["status"] == other["status"] == "optimal"
    position = asked_with_tunnel(read_position(leaving), Tunnel("nes"))
    assert (position.out, position.rounds_left) == ((2,), 1)
    assert apply(position, legal(position)[0]).turn != 2


def _lines(asked: list[object], status: int, typing: Typing, capsys: Output) -> list[Any]:
    typing(*(line if isinstance(line, str) else json.dumps(line) for line in asked))
    assert main(["ask", "raubbau", "-"]) == status
    out, err = capsys.readouterr()
    assert err == ""
    return [json.loads(line) for line in out.splitlines()]


def test_example_2_has_every_key(typing: Typing, capsys: Output) -> None:
    question = {"question": "leave", "position": POSITION, "id": 7}
    (answer,) = _lines([question], 0, typing, capsys)
    assert answer.keys() == CONTRACT | {"id", "aim", "model", "reasons"}
    assert (answer["id"], answer["status"], answer["aim"]) == (7, "optimal", "points")
    assert (answer["value"], answer["plan"]) == ("178003/113256", ["leave"])
    assert answer["model"] is None
    assert [(plan["plan"], plan["value"]) for plan in answer["plans"]] == [
        (["leave"], "178003/113256"),
        (["dig n1w2 s"], "48944/42471"),
        (["dig s1 n"], "27631/25168"),
    ]
    assert all(plan.keys() == {"plan", "value", "why"} for plan in answer["plans"])
    dragons = "2 of the 12 violet cards that it could be are dragons."
    assert [dragons in plan["why"] for plan in answer["plans"]] == [False, True, False]
    assert answer["assuming"][0].startswith("All possible arrangements")
    assert sentence("shelf.assumed") in answer["assuming"]
    assert answer["seconds"] >= 0


def test_the_documented_line_is_answered_so(typing: Typing, capsys: Output) -> None:
    page = Path(__file__).parents[2] / "docs/raubbau.md"
    lines = [line.strip() for line in page.read_text(encoding="utf-8").splitlines()]
    asked, told = (line for line in lines if line.startswith('{"id"'))
    (answer,) = _lines([asked], 0, typing, capsys)
    shown = json.loads(told)
    assert shown.keys() <= answer.keys()
    for key in ("id", "status", "value", "plan"):
        assert shown[key] == answer[key]
    assert shown["plans"] == [{**plan, "why": "…"} for plan in answer["plans"]]


def test_wrong_lines_get_errors_in_their_place(typing: Typing, capsys: Output) -> None:
    good = {"question": "leave", "position": POSITION, "id": "a"}
    asked: list[object] = [
        {**good, "gold": 1},
        {**good, "model": 1},
        {**good, "model": "stay"},
        {**good, "aim": "fame"},
        {**good, "trusting": 1},
        {**good, "tunnel": "nes"},
        {**good, "question": "odds", "model": "dig"},
        {**good, "question": "turn", "model": "dig"},
        {**good, "question": "turn", "tunnel": 3},
        {**good, "question": "turn", "tunnel": "n"},
        {**good, "question": "turn", "tunnel": "sen"},
        {**good, "question": "turn"},
        {**good, "question": "sing"},
        {**good, "position": 5},
        {**good, "position": "match 9"},
        {**good, "position": POSITION.replace("r12", "r13")},
    ]
    *wrong, broken, right = _lines([*asked, "{nonsense", good], 1, typing, capsys)
    assert all(answer.keys() == {"id", "error"} and answer["id"] == "a" for answer in wrong)
    assert len(wrong) == len(asked)
    assert wrong[asked.index({**good, "trusting": 1})]["error"].endswith("expected: true, false.")
    assert broken.keys() == {"id", "line", "error"}
    assert (broken["id"], broken["line"]) == (None, len(asked) + 1)
    assert right["value"] == "178003/113256"


def test_an_unreadable_file_is_refused(tmp_path: Path, capsys: Output) -> None:
    assert main(["ask", "raubbau", str(tmp_path / "none.jsonl")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err


@pytest.mark.parametrize("language", LANGUAGES)
def test_odds_and_turns_are_compared_in_text_order(language: str) -> None:
    odds = _asked("odds", EXAMPLE_2, language)
    turns = _asked("turn", DRAWN, language)
    for answer in (odds, turns):
        assert answer.keys() >= CONTRACT
        assert (answer["value"], answer["plan"]) == (None, [])
        assert all(plan["why"] for plan in answer["plans"])
        assert "{" not in str([plan["why"] for plan in answer["plans"]])
    assert [(plan["plan"], plan["value"]) for plan in odds["plans"]] == [
        (["dig n1w2 s"], "11/78"),
        (["dig s1 n"], "0"),
        (["leave"], "0"),
    ]
    assert odds["plans"][0]["faces"]["D"] == "1/6"
    assert [(plan["plan"], plan["value"]) for plan in turns["plans"]] == [
        (["lay esw"], None),
        (["lay nsw"], None),
    ]


def test_a_model_names_the_value() -> None:
    without = _asked("leave", EARLIER)
    for model in ("leave", "dig"):
        answer = _asked("leave", EARLIER, model=model)
        assert answer["model"] == model
        found = {plan["plan"][0]: plan["value"] for plan in answer["plans"]}
        assert found == {plan["plan"][0]: plan["models"][model] for plan in without["plans"]}
        worths = [Fraction(value) for value in found.values()]
        assert worths == sorted(worths, reverse=True)
        assert answer["value"] == answer["plans"][0]["value"]
        assert any(f"model '{model}'" in sentence for sentence in answer["assuming"])
        assert not any("models" in plan for plan in answer["plans"])
    assert without["model"] == "leave"
    assert [plan["value"] for plan in without["plans"]] == ["23/15", "4/7", "4/15", "0"]
    assert "values are those under the model 'leave'" in without["assuming"][-2]
    assert _asked("leave", EXAMPLE_2, model="dig")["value"] == "178003/113256"


@pytest.mark.parametrize(
    "text",
    [
        DRAWN,
        TAKEN,
        TAKEN.replace("tunnels 4", "tunnels 3"),
        EXAMPLE_2.replace("v?3,#", "vG13@1,#"),
    ],
    ids=["in the text", "still counted", "drawn", "treasure still there"],
)
def test_the_tunnel_just_drawn_is_rotated(text: str) -> None:
    answer = _asked("turn", text, tunnel="nes")
    right = _asked("turn", DRAWN)
    assert answer["plans"] == right["plans"]


@pytest.mark.parametrize(
    ("text", "tunnel", "key"),
    [
        (DRAWN, "ns", "raubbau_ask.other_tunnel"),
        (EXAMPLE_2, "nes", "raubbau_ask.no_spot"),
        (EXAMPLE_1.replace("turn 1", "turn 2"), "nes", "raubbau_ask.awake"),
        (TAKEN.replace("match 2", "match 2 | phase end"), "nes", "raubbau_ask.no_spot"),
        (TAKEN.replace("match 2", "match 2 | acted 3"), "nes", "raubbau_fault.acted"),
        (TAKEN.replace("tunnels 4", "tunnels 2"), "nes", "raubbau_fault.tunnels"),
        (EXAMPLE_1.replace("r15 v15", "r14 v15"), "nes", "raubbau_fault.stacks"),
        (DRAWN.replace("-@1", "-"), "nes", "raubbau_fault.no_plan"),
        (DRAWN.replace(" | phase act", "").replace(" | acted 3", ""), "nes", "raubbau_fault.step"),
    ],
)
def test_a_tunnel_that_cannot_be_drawn_is_refused(text: str, tunnel: str, key: str) -> None:
    with pytest.raises(KsmError) as caught:
        _asked("turn", text, tunnel=tunnel)
    faults = getattr(caught.value, "faults", [caught.value])
    assert [fault.key for fault in faults] == [key]
    assert all(caught.value.sentence(language) for language in LANGUAGES)


def test_what_others_choose_is_valued_at_its_worst() -> None:
    answer = _asked("leave", CHOICE)
    ranges = [plan for plan in answer["plans"] if "range" in plan]
    assert ranges
    assert all(plan["value"] == plan["range"][0] for plan in ranges)
    assert "the worst for you" in answer["assuming"][-2]
    assert "the faces they see, apart from cave-ins" in answer["assuming"][0]
    worths = [Fraction(plan["value"]) for plan in answer["plans"]]
    assert worths == sorted(worths, reverse=True)
    assert any("the worst for you" in sentence for sentence in _asked("odds", CHOICE)["assuming"])
