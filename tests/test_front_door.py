"""The front door: what `import ksm_widgets as ksm` gives, and what it says to a wrong argument."""

from __future__ import annotations

import ast
import doctest
import importlib
import importlib.metadata
import inspect
import pkgutil
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ksm_widgets as ksm
from ksm_widgets.rules import (
    ArgumentError,
    BoardTextError,
    CardError,
    Setting,
    ShapeTextError,
    Tile,
    ValuesError,
)
from ksm_widgets.solver import ProblemError
from tests.strategies import positions

if TYPE_CHECKING:
    from collections.abc import Callable

EXPORTED = {
    *("QUARRIES", "Card", "Game", "KsmError", "Move", "Position", "Power", "Quarry", "Shape"),
    *("Stage", "Tile", "Turn", "Variant", "card", "cards", "dug", "legal_digs", "legal_moves"),
    *("load_cards", "moved", "new_game", "play"),
    *("Answer", "HandPlan", "Plan", "Policy", "Problem", "Slot", "Status", "Values"),
    *("solve", "solve_covered", "solve_hand", "svg"),
    *("BOTS", "Bot", "Pack", "Puzzle", "View"),
    *("get_bot", "play_on", "read_pack", "shipped_pack", "view"),
}
WIDGETS = {"Course", "Explorer", "GameTable", "Puzzles"}
SOURCE = Path(ksm.__file__)

MINE = ksm.Position.near("5,4,3z")
ROW = ksm.Shape.parse("###")


# What is exported.


def test_the_exported_names() -> None:
    assert set(ksm.__all__) == EXPORTED
    assert {name for name in dir(ksm) if not name.startswith("__")} == EXPORTED | WIDGETS
    for name in (EXPORTED | WIDGETS) - {"BOTS"}:
        assert getattr(ksm, name).__doc__
    assert ksm.BOTS["steady"] is ksm.get_bot("steady")


def test_editors_are_told_of_just_these_names() -> None:
    """The imports that only type checkers see are those that are made when a name is asked for."""
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    seen = {
        alias.asname: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("ksm_widgets.")
        if node.module not in ("ksm_widgets._loading", "ksm_widgets.pictures")
        for alias in node.names
    }
    assert set(seen) == EXPORTED | WIDGETS
    for name, home in seen.items():
        assert name is not None
        module, _, attribute = home.rpartition(".")
        assert getattr(importlib.import_module(module), attribute) is getattr(ksm, name)


def test_the_version_is_that_of_the_distribution() -> None:
    assert ksm.__version__ == importlib.metadata.version("ksm-widgets")


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = ksm.chess  # type: ignore[attr-defined]


def test_a_name_misspelt_is_answered_with_the_right_one() -> None:
    """Python asks when it prints the error that ends a program, before 3.12 only then."""
    code = "import ksm_widgets as ksm; ksm.solv"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "Did you mean: 'solve'?" in done.stderr


def _run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    loaded = _run("import sys, ksm_widgets; print(*[m for m in sys.modules if 'ksm_w' in m])")
    own = ("ksm_widgets", "ksm_widgets._loading", "ksm_widgets.pictures")
    assert set(loaded.split()) == set(own)


def test_a_star_takes_what_runs_on_the_standard_library() -> None:
    code = "import sys; from ksm_widgets import *; print(solve, 'ipywidgets' in sys.modules)"
    assert _run(code).endswith("False")


def test_without_widgets_the_error_names_what_to_install() -> None:
    code = """
import sys
sys.modules["ipywidgets"] = None
import ksm_widgets as ksm
try:
    ksm.Explorer
except ImportError as error:
    print(error)
"""
    assert "pip install 'ksm-widgets[lab]'" in _run(code)


def test_no_function_or_class_hides_a_module() -> None:
    packages = [ksm.__name__]
    walk = pkgutil.walk_packages(ksm.__path__, f"{ksm.__name__}.")
    packages += [module.name for module in walk if module.ispkg]
    hidden = []
    for name in packages:
        package = importlib.import_module(name)
        for module in pkgutil.iter_modules(package.__path__):
            if not inspect.ismodule(getattr(package, module.name, ast)):
                hidden.append(f"{name}.{module.name}")
    assert hidden == []


@pytest.mark.parametrize("name", sorted((EXPORTED | WIDGETS) - {"BOTS", "QUARRIES"}))
def test_everything_exported_has_an_example(name: str) -> None:
    """`--doctest-modules` runs the examples; constants have theirs with Quarry and get_bot."""
    thing = getattr(ksm, name)
    examples = doctest.DocTestFinder(recurse=False).find(thing, name)
    assert examples
    assert examples[0].examples
    assert not any(doctest.SKIP in example.options for example in examples[0].examples)


# Positions.


@given(positions(unseen=True))
def test_near_rows_are_the_rows_of_a_board(position: ksm.Position) -> None:
    rows = position.text.split("/")
    assert ksm.Position.near("/".join(rows)) == position
    only_near = ksm.Position.near("/".join(rows[-2:]))
    assert only_near.stacks == (*position.stacks[:12], *((),) * 24)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "board.nothing"),
        ("5,,3", "board.nothing"),
        ("5,w", "board.letter"),
        ("1,2,3,4,5,1,2", "board.columns"),
        ("1/2/3/4/5/1/2", "board.rows"),
        ("1" * 9999, "board.long"),
    ],
)
def test_near_rows_that_cannot_be_read_are_explained(text: str, key: str) -> None:
    with pytest.raises(ksm.KsmError) as caught:
        ksm.Position.near(text)
    assert caught.value.key == key


def test_a_stage_may_be_told_by_its_name() -> None:
    assert ksm.Position.random(7, "late") == ksm.Position.random(7, ksm.Stage.LATE)


@pytest.mark.parametrize("variant", ksm.Variant)
def test_a_game_is_played_by_the_variant_named(variant: ksm.Variant) -> None:
    game = ksm.new_game(2, seed=3, variant=variant.value)
    assert game == ksm.new_game(2, seed=3, variant=variant)
    assert game.setting.variant is variant


def test_what_is_done_by_hand_may_be_written() -> None:
    a1, b1 = ksm.QUARRIES[:2]
    mine, carpet = ksm.Position.near("5,4,3z/1,2,a"), frozenset({ksm.Power.CARPET})
    assert (mine.height("a1"), mine.stack("a1"), mine.top("c1")) == (1, mine.stack(a1), Tile.ALPHA)
    assert mine.with_stack("a1", "3z") == mine.with_stack(a1, (Tile.TREASURE_3, Tile.MUMMY))
    assert mine.lifted(["a1", b1]) == mine.lifted([a1, b1])
    way: list[ksm.Move | str] = ["a1-a2", ksm.Move.parse("b1-b2")]
    assert ksm.moved(mine, way, "beginner") == ksm.moved(
        mine, [ksm.Move.parse("a1-a2"), ksm.Move.parse("b1-b2")], ksm.Variant.BEGINNER
    )
    with pytest.raises(ksm.KsmError, match="Never uphill"):
        ksm.moved(mine, way, "standard")
    assert ksm.legal_moves(mine, "beginner") == ksm.legal_moves(mine, ksm.Variant.BEGINNER)
    digs = ksm.legal_digs(mine, ksm.card(1).shape, carpet)
    for card in (1, ksm.card(1), str(ksm.card(1).shape)):
        for powers in ("carpet", ["carpet"], ksm.Power.CARPET):
            assert ksm.legal_digs(mine, card, powers) == digs
    assert ksm.dug(mine, ["a1", "b1"], "##") == mine.lifted([a1, b1])
    game = ksm.new_game(2, seed=7)
    assert str(game).startswith("Round 1: everyone chooses a card. Coins: 10, 10\n6  ")
    assert game.choose(0, game.players[0].hand[0]) == game.choose(0, game.players[0].hand[0].number)
    for player in (0, 1):
        game = game.choose(player, game.players[player].hand[0])
    assert game.current is not None
    assert str(game) == f"Round 1: player {game.current + 1} digs. Coins: 10, 10\n{game.position}"
    assert game.play(game.current, "-") == game.play(game.current, ksm.Turn())


# Problems and answers.


def test_one_solve_takes_a_problem_or_what_it_is_made_of() -> None:
    problem = ksm.Problem(
        MINE,
        ksm.card(1).shape,
        frozenset({ksm.Power.CARPET}),
        money=3,
        values=ksm.Values(curse=2250),
        max_moves=1,
        wanted=(ksm.Slot.parse("a1:1"),),
        variant=ksm.Variant.BEGINNER,
        best=2,
        frontier=True,
    )
    options: dict[str, Any] = {
        "money": 3,
        "values": {"curse": Decimal("2.25")},
        "max_moves": 1,
        "best": 2,
        "frontier": True,
    }
    for card in (1, ksm.card(1), ksm.card(1).shape, str(ksm.card(1).shape)):
        for powers in ("carpet", ksm.Power.CARPET, ["carpet"], {ksm.Power.CARPET}, ("carpet",) * 2):
            for wanted in ("a1:1", ["a1:1"], ksm.Slot.parse("a1:1"), iter(["a1:1"])):
                asked = ksm.Problem.of(
                    MINE, card, powers=powers, wanted=wanted, variant="beginner", **options
                )
                assert asked == problem
    by_hand = ksm.solve(MINE, 1, powers="carpet", wanted="a1:1", variant="beginner", **options)
    assert by_hand.problem == problem
    assert by_hand.plan == ksm.solve(problem).plan
    assert ksm.Problem.from_dict(problem.to_dict()) == problem


PROBLEM = ksm.Problem.of(MINE, 1)
ASKED = PROBLEM.to_dict()
WRONG: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: ksm.Problem(MINE, ksm.card(1)), ArgumentError, "'shape' is Card; Shape was expected."),  # type: ignore[arg-type]
    (lambda: ksm.Problem(MINE, ROW, {ksm.Power.SEAL}), ArgumentError, "frozenset was expected"),  # type: ignore[arg-type]
    (lambda: ksm.Problem(MINE, ROW, frozenset({"seal"})), ArgumentError, "Power was expected"),  # type: ignore[arg-type]
    (lambda: ksm.Problem(MINE, ROW, wanted=("a1:1",)), ArgumentError, "Slot was expected"),  # type: ignore[arg-type]
    (lambda: ksm.Problem(MINE, ROW, max_moves=-1), ProblemError, "'max_moves' is -1"),
    (lambda: ksm.Problem(MINE, ROW, best=-1), ProblemError, "'best' is -1"),
    (lambda: ksm.Problem(MINE, ROW, money=True), ArgumentError, "'money' is True (bool)"),
    (lambda: ksm.solve(3), ArgumentError, "3 (int); Problem | Position | str was expected"),  # type: ignore[call-overload]
    (lambda: ksm.solve("nonsense", 1), BoardTextError, "row"),
    (lambda: ksm.solve(MINE), ArgumentError, "Card | Shape | int | str was expected"),  # type: ignore[call-overload]
    (lambda: ksm.solve(MINE, 33), CardError, "There is no card 33. There are: 1–32."),
    (lambda: ksm.solve(MINE, "nonsense"), ShapeTextError, "contains 'n'"),
    (lambda: ksm.solve(MINE, "15"), ProblemError, "did you mean the card of that number?"),
    (lambda: ksm.Problem(MINE, 15), ArgumentError, "15 (int); Shape was expected. Problem.of"),  # type: ignore[arg-type]
    (lambda: ksm.solve(MINE, 1, powers="axe"), ProblemError, "'axe' is not a power"),
    (lambda: ksm.solve(MINE, 1, powers=3), ArgumentError, "'powers' is 3 (int)"),  # type: ignore[call-overload]
    (lambda: ksm.solve(MINE, 1, powers=[3]), ArgumentError, "'powers' is 3 (int)"),  # type: ignore[list-item]
    (lambda: ksm.solve(MINE, 1, money="10"), ArgumentError, "'10' (str); int was expected"),  # type: ignore[call-overload]
    (lambda: ksm.solve(MINE, 1, values=3), ValuesError, "'values' must be"),  # type: ignore[call-overload]
    (lambda: ksm.solve(MINE, 1, wanted="a1"), ProblemError, "'a1' is not a slot"),
    (lambda: ksm.solve(MINE, 1, variant="beginer"), ProblemError, "'beginer' is not a variant"),
    (lambda: ksm.solve(MINE, 1, time_limit="3"), ArgumentError, "int | float was expected"),  # type: ignore[call-overload]
    (lambda: ksm.solve(MINE, 1, colour=3), ArgumentError, "Unknown option 'colour'"),  # type: ignore[call-overload]
    (lambda: ksm.solve(MINE, 1, power="seal"), ArgumentError, "did you mean 'powers'?"),  # type: ignore[call-overload]
    (lambda: ksm.solve(MINE, 1, timelimit=3), ArgumentError, "did you mean 'time_limit'?"),  # type: ignore[call-overload]
    (lambda: ksm.Problem.of(MINE, 1, mony=3), ArgumentError, "did you mean 'money'?"),  # type: ignore[call-arg]
    (lambda: ksm.Problem.from_dict({"power": 3}), ProblemError, "power; the keys are: best, bo"),
    (lambda: ksm.solve_hand(MINE, 1, powers="seal"), ArgumentError, "options are: money, val"),  # type: ignore[call-overload]
    (lambda: ksm.solve_hand(MINE, 1, "axe"), ProblemError, "'axe' is not a power"),
    (lambda: ksm.solve_hand(MINE, 1, 3), ArgumentError, "'held' is 3 (int)"),  # type: ignore[call-overload]
    (lambda: ksm.solve_hand(MINE, [1, 33]), CardError, "There is no card 33"),
    (lambda: ksm.solve_hand(MINE, "###"), ArgumentError, "'cards' is '###' (str); Card | int"),  # type: ignore[arg-type]
    (lambda: ksm.solve_hand(3, 1), ArgumentError, "Problem | Position | str was expected"),  # type: ignore[call-overload]
    (lambda: ksm.solve_hand("5,4", 1), BoardTextError, "row"),
    (lambda: ksm.solve_hand(PROBLEM, 1, money=3), ArgumentError, "so money cannot be"),  # type: ignore[call-overload]
    (lambda: ksm.solve(PROBLEM, money=3), ArgumentError, "so money cannot be given"),  # type: ignore[call-overload]
    (lambda: ksm.solve(PROBLEM, 15), ArgumentError, "so card cannot be given"),  # type: ignore[call-overload]
    (lambda: ksm.card("15"), ArgumentError, "'number' is '15' (str); int was expected"),  # type: ignore[arg-type]
    (lambda: ksm.card(2, [ksm.card(n) for n in (1, 3, 4, 9)]), CardError, "There are: 1, 3–4, 9."),
    (lambda: ksm.card(10**5000), CardError, "There is no card int"),
    (lambda: ksm.Position.parse(3), ArgumentError, "'text' is 3 (int); str was expected"),  # type: ignore[arg-type]
    (lambda: ksm.Position.near(None), ArgumentError, "'text' is NoneType"),  # type: ignore[arg-type]
    (lambda: ksm.Position("5,4"), ArgumentError, "'stacks' is '5,4' (str)"),  # type: ignore[arg-type]
    (lambda: ksm.Shape("###"), ArgumentError, "'cells' is '###' (str)"),  # type: ignore[arg-type]
    (lambda: ksm.Position.parse("x" * 99 + "/"), ksm.KsmError, "A board has 6 rows"),
    (lambda: ksm.Position.random("1"), ArgumentError, "'seed' is '1' (str)"),  # type: ignore[arg-type]
    (lambda: ksm.Position.random(1, "soon"), ArgumentError, "one of early, middle, late"),
    (lambda: ksm.Quarry.parse(11), ArgumentError, "'text' is 11 (int)"),  # type: ignore[arg-type]
    (lambda: ksm.Shape.parse(ROW), ArgumentError, "'text' is Shape; str was expected"),  # type: ignore[arg-type]
    (lambda: ksm.Move("a1", "b1"), ArgumentError, "'source' is 'a1' (str)"),  # type: ignore[arg-type]
    (lambda: ksm.Turn.parse(("a1-b1",)), ArgumentError, "'text' is tuple"),  # type: ignore[arg-type]
    (lambda: ksm.Turn.parse("jump"), ksm.KsmError, "'jump' is not a turn"),
    (lambda: ksm.Turn.parse("with wings"), ksm.KsmError, "'with wings' is not a turn"),
    (lambda: ksm.Turn.parse(""), ksm.KsmError, "'' is not a turn"),
    (lambda: ksm.moved(MINE, "a1b1"), ksm.KsmError, "'a1b1' is not a move"),
    (lambda: ksm.moved(MINE, 3), ArgumentError, "'move' is 3 (int); Move | str"),  # type: ignore[arg-type]
    (lambda: ksm.moved(MINE, [3]), ArgumentError, "'move' is 3 (int); Move | str was"),  # type: ignore[list-item]
    (lambda: ksm.moved(MINE, "a1-b1", "easy"), ArgumentError, "'easy' (str); one of standard"),
    (lambda: MINE.height("g1"), ksm.KsmError, "'g1' is not a quarry"),
    (lambda: MINE.stack(3), ArgumentError, "'quarry' is 3 (int); Quarry | str"),  # type: ignore[arg-type]
    (lambda: MINE.with_stack("a1", "3w"), ksm.KsmError, "quarry a1: 'w' is not a tile"),
    (lambda: MINE.lifted([3]), ArgumentError, "'quarry' is 3 (int)"),  # type: ignore[list-item]
    (lambda: ksm.Position.set_up(1), ArgumentError, "'rng' is 1 (int); Random was"),  # type: ignore[arg-type]
    (lambda: ksm.dug(MINE, 3, "##"), ArgumentError, "'quarries' is 3 (int)"),  # type: ignore[arg-type]
    (lambda: ksm.legal_digs(MINE, 1, "axe"), ArgumentError, "'axe' (str); one of mirror"),
    (lambda: ksm.legal_digs(MINE, 1, 3), ArgumentError, "'powers' is 3 (int); str | Power"),  # type: ignore[arg-type]
    (lambda: ksm.legal_moves(MINE.text), ArgumentError, "Position was expected"),  # type: ignore[arg-type]
    (lambda: ksm.legal_digs(MINE, None), ArgumentError, "'shape' is NoneType; Card | Shape"),  # type: ignore[arg-type]
    (lambda: ksm.play(MINE, 3, ROW, money=1), ArgumentError, "Turn | str was expected"),  # type: ignore[arg-type]
    (lambda: ksm.Values(magic=2.5), ArgumentError, "'magic' is 2.5 (float); int was expected"),  # type: ignore[arg-type]
    (lambda: ksm.Values(unseen="1"), ArgumentError, "'unseen' is '1' (str)"),  # type: ignore[arg-type]
    (lambda: ksm.Values(single={}), ArgumentError, "'single' is dict"),  # type: ignore[arg-type]
    (lambda: ksm.Values(single=((Tile.MASK, 0.5),)), ArgumentError, "'single' is 0.5"),  # type: ignore[arg-type]
    (lambda: ksm.solve(MINE, 1).in_words("fr"), ArgumentError, "'fr' (str); one of en, de"),
    (lambda: ksm.solve(MINE, "#").plan.in_words("fr"), ArgumentError, "one of en, de"),  # type: ignore[union-attr]
    (lambda: ksm.solve_hand(MINE, 1)[0].in_words("fr"), ArgumentError, "one of en, de"),
    (lambda: ksm.Explorer(MINE, language="fr"), ArgumentError, "'language' is 'fr' (str)"),
    (lambda: ksm.Course("fr"), ArgumentError, "'language' is 'fr' (str)"),
    (lambda: ksm.Course(edition="us"), ksm.KsmError, "There is no edition 'us'. There are: en, de"),
    (lambda: ksm.solve(MINE, 1, time_limit=-1), ArgumentError, "at least 0 was expected"),
    (lambda: ksm.solve(MINE, 1, progress=True), ArgumentError, "'progress' is True (bool); Call"),  # type: ignore[call-overload]
    (
        lambda: ksm.solve(MINE, 1, values={"mirror": 1}),
        ValuesError,
        "x y z a b c d M C S A",
    ),
    (lambda: ksm.Problem.from_dict("{}"), ProblemError, "json.loads turns it into an object"),
    (
        lambda: ksm.Problem.from_dict(ksm.solve(PROBLEM).to_dict()),
        ProblemError,
        "problem.to_dict()",
    ),
    (
        lambda: ksm.Problem.from_dict(ASKED | {"money": "3"}),
        ProblemError,
        "'money' is '3'; a whole",
    ),
    (
        lambda: ksm.Problem.from_dict(ASKED | {"values": {"a": "3"}}),
        ValuesError,
        "is '3'; a number",
    ),
    (lambda: ksm.new_game(2, 3, variant="rubbish"), ArgumentError, "one of standard, beginner"),
    (lambda: ksm.new_game(2, 3, variant=3), ArgumentError, "one of standard, beginner"),  # type: ignore[arg-type]
    (lambda: Setting(2, 3, variant="standard"), ArgumentError, "Variant was expected"),  # type: ignore[arg-type]
    (lambda: ksm.svg("board"), ArgumentError, "Position | Card | Shape | Scene | Plan | Answer"),
]


@pytest.mark.parametrize(("act", "kind", "told"), WRONG, ids=[told for *_, told in WRONG])
def test_a_wrong_argument_is_told_what_was_expected(
    act: Callable[[], object], kind: type[Exception], told: str
) -> None:
    with pytest.raises(kind) as caught:
        act()
    assert told in str(caught.value)
    if isinstance(caught.value, ksm.KsmError):
        assert caught.value.sentence("de") != caught.value.sentence("en")
        assert len(str(caught.value)) < 300
    if kind is ArgumentError:
        assert isinstance(caught.value, TypeError)


def test_an_answer_is_to_the_problem_that_was_asked() -> None:
    """Not to one without the limit, or with another card, that was searched on the way."""
    mine = ksm.Position.near("5,4,3z/1,2x,a")
    options: list[dict[str, Any]] = [
        {"max_moves": 0},
        {"max_moves": 1, "best": 2},
        {"max_moves": 2, "frontier": True},
        {"wanted": "c1:1", "frontier": True},
    ]
    for option in options:
        problem = ksm.Problem.of(mine, "###", **option)
        assert ksm.solve(problem).problem == problem
    base = ksm.Problem.of(mine, 1, money=2, best=3)
    for plan in ksm.solve_hand(base, ksm.cards()[:4], [ksm.Power.MIRROR, ksm.Power.AMULET]):
        asked = ksm.Problem.of(mine, plan.card, powers=plan.powers, money=2)
        assert plan.answer.problem == asked


def test_worths_are_thousandths_when_made_and_coins_when_parsed() -> None:
    assert ksm.Values(magic=10_000) == ksm.Values.parse({"magic": 10})
    assert "thousandths" in str(ksm.Values.__doc__).partition("\n")[0]


class Whole:
    """A whole number that is not Python's own, as NumPy has."""

    def __index__(self) -> int:
        return 3


def test_none_is_as_usual_and_any_whole_number_is_one() -> None:
    none: dict[str, Any] = {"powers": None, "values": None, "wanted": None, "max_moves": None}
    assert ksm.Problem.of(MINE, 1, **none) == PROBLEM
    whole: dict[str, Any] = {"money": Whole(), "max_moves": Whole(), "best": Whole()}
    asked = ksm.Problem.of(MINE, 1, **whole)
    assert asked == ksm.Problem.of(MINE, 1, money=3, max_moves=3, best=3)


def test_a_hand_is_given_as_freely_as_a_card() -> None:
    options: dict[str, Any] = {"money": 3, "max_moves": 2, "variant": "beginner"}
    deck, powers = [ksm.card(1), ksm.card(15)], [ksm.Power.MIRROR, ksm.Power.CARPET]
    asked = ksm.solve_hand(ksm.Problem.of(MINE, 7, powers="seal", **options), deck, powers)
    freely = ksm.solve_hand(MINE, [1, ksm.card(15)], ["mirror", ksm.Power.CARPET], **options)
    assert list(map(str, freely)) == list(map(str, asked))
    assert [option.answer.plan for option in freely] == [option.answer.plan for option in asked]
    spending = next(option for option in freely if len(option.powers) == 2)
    assert f"{spending!r}" == (
        "<HandPlan Card 1 with the mirror, carpet: gain 7 (net 11 − 4 for the mirror, carpet)>"
    )
    assert spending.in_words("de").startswith("Karte 1 mit Spiegel, Beil: Gewinn 7 (netto 11 − 4")
    assert [str(option) for option in ksm.solve_hand(MINE, 1)] == ["Card 1: gain 11"]


def test_a_plan_is_gone_through_step_by_step() -> None:
    plan = ksm.solve(ksm.Position.near("5,4,z"), "##", powers=["amulet", "seal"], money=2).plan
    assert plan is not None
    carried = ksm.solve(ksm.Position.near("5,4z,1"), "##").plan
    assert carried is not None
    for one in (plan, carried):
        position = one.positions[0]
        for made, step in enumerate(one, start=1):
            assert step.before == position
            if step.move is not None:
                assert step.dig is None
                assert (step.due, str(step)) == (made, str(step.move))
                position = ksm.moved(position, step.move)
            else:
                assert step.dig == one.dig
                assert step.due == one.played.account.due
                position = position.lifted(one.dig or ())
            assert step.after == position
        assert position == one.positions[-1]
        assert one.turn == ksm.Turn.parse(str(one.turn))
    nothing = ksm.solve(ksm.Position(), 1).plan
    assert nothing is not None
    assert list(nothing) == []


def test_an_answer_is_told_in_a_few_lines() -> None:
    mine = ksm.Position.near("?,?/5,4,3z")
    answer = ksm.solve(mine, "##", best=2, frontier=True, wanted="c1:1")
    told = str(answer).splitlines()
    assert told[0] == (
        "Fewest moves that take the wanted tiles: 1, net 6. Proven: nothing beats it."
    )
    assert "Dig: b1, c1, which takes treasures of 4 and 3" in told
    assert "Net: treasures 7 + other tiles 0 − 1 to pay = 6" in told
    cursed = ksm.solve(ksm.Position.near("5,z,M"), "###", values={"magic": 2.5}, money=3)
    assert "Net: treasures 5 + other tiles 4 − 3 to pay = 6" in str(cursed)
    assert "Netto: Schätze 5 + andere Plättchen 4 − 3 zu zahlen = 6" in cursed.in_words("de")
    assert any(line.startswith("Net of the best digs: 6") for line in told)
    assert answer.in_words("de").startswith("Kleinste Zahl von Verschiebungen")
    assert told[-1].startswith("With wanted tiles the fewest moves come first")
    assert "With wanted" not in str(ksm.solve(mine, "##", frontier=True))
    blind = ksm.solve(mine, "##/##", values={"?": 9}, powers="carpet")
    assert "An unseen tile is dug" in str(blind)
    out_of_reach = ksm.solve(mine, "##", wanted="c1:1", max_moves=0)
    assert str(out_of_reach).startswith("No dig does that")
    assert "Dig: none" in str(ksm.solve(ksm.Position.near("z,z"), "##"))
    assert "Moves: none" in str(ksm.solve(ksm.Position.near("z,z"), "##").plan)


def test_what_stopped_early_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KSM_SOLVER", "interpreted")  # compiled it would be done before the stop
    mine = ksm.Position.random(15, "late")
    stopped = ksm.solve(mine, "##/##/.#", cancelled=lambda: True)
    assert "the search was stopped early" in str(stopped)
    wanted = ksm.solve(mine, "##/##/.#", wanted="a6:1", cancelled=lambda: True)
    assert "the search was stopped before" in str(wanted).lower()


def test_reprs_are_short_and_exact() -> None:
    answer = ksm.solve(MINE, "###", values={"curse": 2.5, "M": 1, "?": -1})
    assert len(repr(answer)) < 250
    assert len(repr(answer.plan)) < 150
    assert eval(repr(answer.problem), {"Problem": ksm.Problem}) == answer.problem  # noqa: S307
    assert answer.plan is not None
    assert eval(repr(answer.plan.turn), {"Turn": ksm.Turn}) == answer.plan.turn  # noqa: S307
    assert ksm.Turn.parse("-") == ksm.Turn()
    assert "".join(map(str, (Tile.MASK, Tile.TREASURE_5))) == "x5"


# What a reader of python-chess tries.


def test_without_a_seed_every_mine_and_game_is_another() -> None:
    assert ksm.Position.random() != ksm.Position.random()
    game, other = ksm.new_game(3), ksm.new_game(3)
    assert game != other
    assert game == ksm.new_game(3, game.setting.seed)


def test_a_quarry_is_made_by_its_name_and_looked_up_in_a_position() -> None:
    assert ksm.Quarry("a1") == ksm.Quarry.parse("a1") == ksm.QUARRIES[0]
    assert MINE["c1"] == MINE[ksm.Quarry("c1")] == MINE.stack("c1") == (Tile("3"), Tile("z"))
    with pytest.raises(ksm.KsmError, match="is not a quarry"):
        _ = MINE["g1"]
    with pytest.raises(AttributeError):
        ksm.Quarry("a1").row = 3  # type: ignore[misc]


@given(positions(), st.sampled_from(ksm.Variant))
def test_a_position_knows_its_moves_and_digs(position: ksm.Position, variant: ksm.Variant) -> None:
    assert position.legal_moves(variant) == ksm.legal_moves(position, variant)
    assert position.legal_digs(1, "mirror") == ksm.legal_digs(position, 1, "mirror")


def test_a_turn_may_begin_with_its_moves() -> None:
    for rest in ("", " dig a1 b1", " dig a1 b1 with seal", " with seal"):
        assert ksm.Turn.parse(f"a1-b1 b1-c1{rest}") == ksm.Turn.parse(f"moves a1-b1 b1-c1{rest}")
    with pytest.raises(ksm.KsmError, match="is not a move"):
        ksm.Turn.parse("a1-b1 seal")


@given(positions(unseen=True))
def test_a_printed_board_reads_back(position: ksm.Position) -> None:
    """As lines, as a text field joins them, and as mail breaks the one-line form."""
    table = str(position)
    assert ksm.Position.parse(table) == position
    assert ksm.Position.parse(f"\n  {table}\n\n") == position
    assert ksm.Position.parse(table.replace("\n", " ")) == position
    assert ksm.Position.parse("\n".join(table.splitlines()[:6])) == position
    assert ksm.Position.parse(position.text.replace("/", "/\n  ")) == position
    if not position.faults():
        assert ksm.Problem.from_dict({"board": table, "shape": "#"}).position == position


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("2  -", "2", "board.columns"),
        ("2  -", "2  -  -", "board.columns"),
        ("2  -", "2  w", "board.letter"),
        ("2  -  -  -  -  -  -\n", "", "board.rows"),
        ("2  -", "1  -", "board.rows"),
    ],
)
def test_a_table_that_cannot_be_read_is_explained(old: str, new: str, key: str) -> None:
    table = str(ksm.Position.near("5,4,3"))
    assert old in table
    with pytest.raises(ksm.KsmError) as caught:
        ksm.Position.parse(table.replace(old, new))
    assert caught.value.key == key
