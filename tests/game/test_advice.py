"""Advice at the table: from the kind of thing to the tiles to the move, or to the card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.analysis.figures import Figure
from ksm_widgets.analysis.knowledge import option_problem
from ksm_widgets.analysis.weighing import WeighedOption, best_options
from ksm_widgets.game.advice import Advice, advice
from ksm_widgets.game.standing import as_good_told, equal_to_best
from ksm_widgets.rules import Card, Move, Tile, Turn, cards, moved, new_game
from ksm_widgets.rules.views import view
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.telling.hints import HintLevel
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.telling.plans import move_told
from tests.coach.findings import card, seen
from tests.rules.tables import mine, table

if TYPE_CHECKING:
    from ksm_widgets.rules import View

pytestmark = pytest.mark.usefixtures("interpreted")

LEVELS = [level for level in HintLevel if level]
QUICK = "This is quick advice, without playing the game on: something else may be better."


def told(found: Advice, level: HintLevel) -> str:
    return " ".join(map(Reader("en").say, found.told(level)))


@pytest.mark.parametrize(
    ("row", "holding", "kind"),
    [
        ("5,a,-,-", "", "There are treasures within reach."),
        ("1,a,-,-", "bcd", "Parchments pay off here: you can complete a set."),
        ("1,M,-,-", "", "Magic objects pay off here, for the bonus."),
        ("1,x,-,-", "", "Curses pay off here"),
    ],
)
def test_the_first_hint_names_what_pays_most_and_about_where(
    row: str, holding: str, kind: str
) -> None:
    # It is the last dig of the game, so that what a tile brings is no guess.
    begun = view(table(mine("-,-,-,-", row), "##", (9, holding), (0, "")), 0)
    found = advice(replace(begun, round=12, waiting=(0,)))
    assert told(found, HintLevel.IDEA).startswith(kind)
    assert told(found, HintLevel.IDEA).endswith("Look near the entrance, on the left.")
    assert found.places(HintLevel.IDEA) == ()


@pytest.mark.parametrize(("tile", "held"), [("x", "y"), ("a", "aabcd")])
def test_treasures_are_named_only_where_the_dig_takes_some(tile: str, held: str) -> None:
    """Of a dig that brings nothing by itself they were said to be within reach."""
    known = seen(f"{tile},1", card(4, "#"), held=held, theirs="")
    plan = plan_of(option_problem(known, card(4, "#")), Turn.parse("dig a1"))
    found = Advice(known, option_problem(known, card(4, "#")), plan, 4)
    assert found.told(HintLevel.IDEA)[0].key == "match_advice.kind_later"
    for language in ("en", "de"):
        first = Reader(language).say(found.told(HintLevel.IDEA)[0])
        assert "treasure" not in first.casefold()
        assert "schätze" not in first.casefold()


def option(turn: str, *, loss: float = 0.0, closely: bool = True) -> WeighedOption[Card | Turn]:
    """A turn that was weighed, and what it loses by with an error of a point."""
    ahead, others = Figure(-loss, 1.0), Figure(0.0, 1.0)
    return WeighedOption(Turn.parse(turn), ahead, Figure(loss, 1.0), others, 32, closely)


@pytest.mark.parametrize(
    ("others", "said"),
    [
        (["c1-d1 dig a1 b1", "dig c1 d1"], "Or dig right away, on c1, d1."),
        (
            ["-", "c1-d1 dig a1 b1"],
            "With fewer moves (1 instead of 2): move c1→d1, then dig a1, b1.",
        ),
        (["-"], "Even not digging at all is about as good."),
        (["a1-b1 c1-d1 dig c1 d1"], None),
        (["c1-d1 dig a1 b1 with seal"], None),
        (["c1-d1"], None),
    ],
)
def test_of_turns_as_good_that_which_saves_moves_is_named(
    others: list[str], said: str | None
) -> None:
    first = option("a1-b1 a1-c1 dig b1 c1")
    worse = [option("dig e1", loss=3.0), option("dig f1", closely=False)]
    phrases = as_good_told([first, *(option(one, loss=0.4) for one in others), *worse])
    assert [Reader("en").say(one) for one in phrases][1:-1] == ([] if said is None else [said])
    # Those as equal as can be save moves as well.
    assert as_good_told([first, *map(option, others), *worse]) == phrases


@pytest.mark.parametrize(
    ("language", "one", "more", "none"),
    [
        (
            "en",
            "One other turn came out better by 1.5, but",
            "2 other turns came out better, but",
            ": no dig.",
        ),
        (
            "de",
            "Ein anderer Zug schnitt um 1,5 besser ab",
            "2 andere Züge schnitten besser ab",
            ": nicht graben.",
        ),
    ],
)
def test_beside_a_plan_that_is_kept_others_may_be_better(
    language: str, one: str, more: str, none: str
) -> None:
    """A plan told before stays unless it is clearly worse; the best of the others is named."""
    kept, best = option("a1-b1 dig b1", loss=1.5), option("-")
    for others, said in (([], [one]), ([option("dig c1", loss=0.4)], [more])):
        phrases = as_good_told([kept, best, *others, option("dig d1", loss=3.0)])
        assert len(phrases) == len(said)
        told = Reader(language).say(phrases[0])
        assert told.startswith(said[0])
        assert told.endswith(none)
    # The same where it is known to be hardly worse; the same lead is as good.
    hardly = as_good_told([option("a1-b1 dig b1", loss=0.9), best])
    assert [phrase.key for phrase in hardly] == ["match_advice.turns_better_one"]
    equal = as_good_told([option("a1-b1 dig b1", loss=0.04), best])
    assert [phrase.key for phrase in equal] == [
        "match_advice.turns_as_good_one",
        "match_advice.saves_dig",
    ]


def test_what_saves_moves_spends_no_other_object() -> None:
    """It named a dig that needs the carpet, beside one that spends the amulet."""
    first, other = "a1-b1 a1-c1 dig b1 c1 with amulet", "c1-d1 dig a1 b1 with"
    for power, count in (("carpet", 1), ("amulet", 2)):
        found = as_good_told([option(first), option(f"{other} {power}", loss=0.4)])
        assert len(found) == count


def test_equal_as_good_unknown_and_worse_are_told_apart() -> None:
    """A difference of ten points from a few games was told as luck."""
    numbers = iter((22, 15, 21, 12, 19, 5))

    def weighed(loss: float, error: float, *, closely: bool = True) -> WeighedOption[Card | Turn]:
        number = next(numbers)
        card = next(one for one in cards() if one.number == number)
        ahead = Figure(4.0 - loss, error)
        return WeighedOption(card, ahead, Figure(loss, error), Figure(0.0, 1.0), 192, closely)

    options = [
        weighed(0.0, 4.1),
        weighed(0.02, 4.1),
        weighed(3.9, 4.1),
        weighed(9.8, 6.0),
        weighed(0.5, 4.1, closely=False),
        weighed(9.8, 4.1),
    ]
    assert [one.choice for one in equal_to_best(options)] == [options[1].choice]
    reader = Reader("en")
    assert [reader.say(one) for one in as_good_told(options)] == [
        "But cards 15 and 21 are about as good: the differences may be luck.",
        "For card 12, nobody can tell from these games: it may be as good, or worse.",
        "Card 19 did not lead at first, so it was not checked closely.",
    ]
    found = advice(view(table(mine("-,-,-,-", "5,4,-,-"), "##", (9, ""), (0, "")), 0))
    whole = told(replace(found, options=tuple(options)), HintLevel.ALL)
    # The figure is that of the table, with its error.
    assert "Expect to end 4 ± 4.1 points ahead, compared with the others' average." in whole
    behind = replace(options[0], ahead=Figure(-0.6, 4.1))
    found = replace(found, options=(behind,))
    assert "Expect to end 0.6 ± 4.1 points behind, compared" in told(found, HintLevel.ALL)


def test_each_hint_level_tells_something_of_its_own_and_shows_less_ground() -> None:
    found = advice(view(table(mine("-,-,-,-", "5,4z,-,-"), "##", (9, ""), (0, "")), 0))
    say = [told(found, level) for level in LEVELS]
    # What is said or lit up stays until the whole plan is told: the area, the tiles, the moves.
    assert say[0] in say[1]
    assert say[0] != say[1]
    assert say[2] in say[3]
    assert found.plan is not None
    moves, dig = found.plan.turn.moves, found.plan.dig
    assert moves
    assert all(str(one) in say[4] for one in (*map(move_told, moves), *(dig or ())))
    assert len({len(each) for each in say[2:]}) == 3
    area, tiles = (set(found.places(level)) for level in (HintLevel.WHERE, HintLevel.TILES))
    assert tiles < area


def test_of_a_dig_without_a_move_the_last_hint_names_the_quarries() -> None:
    found = advice(view(table(mine("-,-,-,-", "5,4,-,-"), "##", (9, ""), (0, "")), 0))
    assert found.plan is not None
    assert not found.plan.turn.moves
    tiles, move, whole = (told(found, level) for level in LEVELS[2:])
    assert move == f"{tiles} You can dig it without a move."
    assert whole == f"{QUICK} Dig a1, b1 without moving anything."


def test_that_it_takes_an_object_is_said_before_which_one() -> None:
    column = mine(*["-,-,-,-,-,5"] * 6)
    found = advice(view(table(column, "######", (9, "M"), (0, "")), 0))
    assert found.plan is not None
    assert found.plan.turn.powers
    kind, *named = (told(found, level) for level in LEVELS)
    assert "It takes a magic object of yours." in kind
    assert "mirror" not in kind
    assert all("Spend: mirror." in each for each in named)
    assert not any("magic object" in each for each in named)


def test_moves_that_are_owed_may_be_paid_with_an_object_or_without_a_risk() -> None:
    """No dig paid for them, it was said beside a carpet; and one that did could hide a curse."""
    two, owed = card(6, "##"), (Move.parse("a1-a2"),) * 3
    carpet = advice(replace(seen("1,x3", two, held="C", coins=0), begun=owed))
    assert carpet.plan is not None
    assert carpet.plan.turn == Turn.parse("dig a1 b1 with carpet")
    assert told(carpet, HintLevel.ALL) == f"{QUICK} Spend: carpet. Now dig a1, b1."
    none = advice(replace(seen("1,x3", two, coins=0), begun=owed))
    assert none.plan is None
    safe = advice(replace(seen("5?,55,2,4", two, coins=0, unseen="555z"), begun=owed))
    assert safe.plan is not None
    assert Tile.UNSEEN not in safe.plan.taken


def test_after_a_paid_move_no_hint_says_that_none_is_needed() -> None:
    before = table(mine("-,-,-,-", "5,4z,-,-"), "##", (9, ""), (0, ""))
    plan = advice(view(before, 0)).plan
    assert plan is not None
    for move in plan.turn.moves:
        before = before.move(0, move)
    found = advice(view(before, 0))
    assert found.plan is not None
    assert not found.plan.turn.moves
    for level in (HintLevel.WHERE, HintLevel.MOVE):
        assert "You can dig it without another move." in told(found, level)
        assert "no move at all" not in told(found, level)
        assert "without a move" not in told(found, level)


@pytest.mark.long
def test_where_nothing_can_move_no_hint_is_about_moves() -> None:
    """In the first round it said that the best dig needed no move, as if others did."""
    found = advice(view(new_game(2, seed=1), 0))
    assert told(found, HintLevel.WHERE).startswith("Nothing can move yet")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_before_the_reveal_the_card_is_named_with_its_tiles(
    seed: int,
) -> None:
    seen = view(new_game(2, seed=seed), 0)
    numbers = [f"Choose card {card.number}." for card in seen.hand]
    found = advice(seen)
    for level in LEVELS:
        named = [number for number in numbers if number in told(found, level)]
        assert len(named) == (level >= HintLevel.TILES)
    # Which kind of card is said from the first: a hint for a choice of card is about cards.
    assert found.plan is not None
    of_size = f"a card that digs {len(found.plan.dig or ())} tiles"
    assert [of_size in told(found, level) for level in LEVELS[:3]] == [True, True, False]
    # Where an area is marked, the message says what the marks mean.
    marked = "The dig is somewhere on the marked quarries."
    shown = [found.notice(level).text(Reader("en")) for level in LEVELS]
    assert [marked in one for one in shown] == [level is HintLevel.WHERE for level in LEVELS]


@pytest.mark.long
def test_advice_hangs_on_nothing_that_is_hidden() -> None:
    """Two games that look alike from this seat get the same hints (R33)."""
    game, other = (new_game(2, seed=seed) for seed in (5, 6))
    alike = replace(game, players=(game.players[0], other.players[1]))
    assert alike != game
    assert view(game, 0) == view(alike, 0)
    found, same = advice(view(game, 0)), advice(view(alike, 0))
    for level in LEVELS:
        assert (found.told(level), found.places(level)) == (same.told(level), same.places(level))


# The plan told before, in the same turn.

TWO = card(1, "##")
LOOK = Move.parse("a1-a2")


def unsure() -> View:
    """A look at a1 is worth a coin: there may be a treasure beside that on b1, or a curse."""
    return seen("?x,4,1", TWO, unseen="555z", theirs="z" * 12)


def after(known: View, *moves: str, uncovered: str = "?") -> View:
    """The view after some moves, the first of which uncovers a1."""
    made = tuple(map(Move.parse, moves))
    position = moved(known.position, made, known.variant)
    position = position.with_stack(LOOK.source, (Tile(uncovered),)) if LOOK in made else position
    return replace(known, position=position, begun=made)


def test_a_plan_that_is_followed_goes_on_with_the_same_figure() -> None:
    known = view(table(mine("-,-,-,-", "5,4z,-,-"), "##", (9, ""), (0, "")), 0)
    first = advice(known)
    assert first.plan is not None
    move, *rest = first.plan.turn.moves
    then = advice(after(known, str(move)), before=first)
    assert then.plan is not None
    assert then.plan.turn == replace(first.plan.turn, moves=tuple(rest))
    assert (then.changed, then.options) == (None, first.options)
    assert then.card == first.card


def test_what_a_look_shows_changes_the_plan_only_if_another_is_better() -> None:
    first = advice(unsure())
    assert first.plan is not None
    assert first.plan.turn == Turn.parse("moves a1-a2 dig a1 b1")
    assert "nobody has seen yet will show on a1, and what comes next may depend on it" in told(
        first, HintLevel.ALL
    )
    treasure = advice(after(unsure(), "a1-a2", uncovered="5"), before=first)
    assert treasure.plan is not None
    assert (treasure.plan.turn, treasure.changed) == (Turn.parse("dig a1 b1"), None)
    curse = advice(after(unsure(), "a1-a2", uncovered="z"), before=first)
    assert curse.plan is not None
    assert curse.plan.turn == Turn.parse("dig b1 c1")
    for level in LEVELS:
        assert told(curse, level).startswith("What you saw on a1 changes the plan.")


THREE = card(2, "###")


def with_amulet(unseen: str) -> View:
    """A look at a1 before a dig with a mask: an amulet pays for it, whatever the look shows."""
    known = seen("?x,x,4", THREE, held="A", unseen=unseen, theirs="z" * 12 + "M" * 6)
    # With all digs before it, so that it is the last one of the games played on from it, too.
    nothing = replace(known.records[0], taken=())
    before = [replace(nothing, player=at % 2) for at in range(22)]
    return replace(known, records=(*before, *known.records), cards_left=(0, 0))


@pytest.mark.long
def test_what_is_spent_whatever_a_look_shows_is_named_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KSM_SOLVER", "compiled")
    plan = Turn.parse("moves a1-a2 dig a1 b1 c1 with amulet")
    first = advice(with_amulet("555x"), look=64)
    assert first.plan is not None
    assert first.plan.turn == plan
    assert told(first, HintLevel.ALL).startswith("Spend: amulet.")
    for uncovered in "5x":
        then = advice(after(first.view, "a1-a2", uncovered=uncovered), look=64, before=first)
        assert then.plan is not None
        assert (then.plan.turn, then.changed) == (replace(plan, moves=()), None)
    # Where it can only show a treasure of 5, the figure is that of the plan to the point.
    sure = advice(with_amulet("555"), look=64)
    then = advice(after(sure.view, "a1-a2", uncovered="5"), look=64, before=sure)
    assert then.options[0].choice == replace(plan, moves=())
    assert sure.options[0].ahead == then.options[0].ahead == Figure(-32.0, 0.0)
    # Nor is a plan told before kept as it was, if what comes after its next look can be better.
    kept, *_ = best_options(sure.view, Turn.parse("moves a1-a2 dig a1 b1 c1"), look=64)
    assert kept.choice == plan


def test_a_look_is_no_reason_for_a_plan_that_was_better_before_it() -> None:
    known = with_amulet("555x")
    first = advice(known)
    without = plan_of(option_problem(known, THREE), Turn.parse("moves a1-a2 dig a1 b1 c1"))
    then = advice(after(known, "a1-a2", uncovered="5"), before=replace(first, plan=without))
    assert told(then, HintLevel.IDEA).startswith("A closer look puts another plan first.")
    # Nor for what the player's own moves have spoilt.
    own = advice(after(known, "c1-c2", "a1-a2", uncovered="5"), before=first)
    assert told(own, HintLevel.IDEA).startswith("After these moves there is a new plan.")


@pytest.mark.parametrize(
    ("mine_row", "own", "plan"),
    [("?x,4,1", "c1-c2", "moves a1-a2 dig a1 b1"), ("x,x,x,-,1", "e1-f1", "-")],
)
def test_a_plan_that_outlasts_moves_of_the_player_s_own_is_no_new_one(
    mine_row: str, own: str, plan: str
) -> None:
    """After a move beside it the same plan was told as a new one, and so was not to dig."""
    known = seen(mine_row, TWO, unseen="555z", theirs="z" * 12)
    first = advice(known)
    turn = Turn.parse(plan)
    first = replace(first, plan=plan_of(option_problem(known, TWO), turn))
    then = advice(after(known, own), before=first)
    assert then.plan is not None
    assert (then.plan.turn, then.changed) == (turn, None)


def test_another_plan_says_why_it_is_another() -> None:
    known = unsure()
    first = advice(known)
    own = advice(after(known, "b1-b2"), before=first)
    assert told(own, HintLevel.IDEA).startswith("After these moves there is a new plan.")
    dig = plan_of(option_problem(known, TWO), Turn.parse("dig b1 c1"))
    alone = replace(known, records=())
    digs = advice(known, before=replace(first, view=alone, plan=dig))
    assert told(digs, HintLevel.IDEA).startswith("What the others did changes the plan.")
    hidden = replace(known, revealed=(None, None))
    cards = advice(known, before=replace(first, view=hidden, plan=dig))
    assert told(cards, HintLevel.IDEA).startswith("Now that all cards are open")
    # Who neither moved nor dug has changed nothing.
    passed = (*known.records, replace(known.records[0], taken=()))
    cards = advice(replace(known, records=passed), before=replace(first, view=hidden, plan=dig))
    assert told(cards, HintLevel.IDEA).startswith("Now that all cards are open")
    # Of another card, another turn or another player nothing was told before.
    for before in (
        replace(first, view=hidden, card=9),
        replace(first, view=replace(known, round=11)),
        replace(first, view=replace(known, player=1)),
        replace(first, view=alone, plan=None),
    ):
        assert advice(known, before=before) == first


@pytest.mark.long
def test_a_quick_hint_gives_way_to_a_closer_look_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = unsure()
    quick = advice(known)
    assert quick.known(known) == quick
    monkeypatch.setenv("KSM_SOLVER", "compiled")
    assert quick.known(known) is None
    close = advice(known, before=quick, look=8)
    assert close.options
    assert close.known(known) == close
    assert close.known(replace(known, round=11)) is None
    assert (close.changed is None) is (close.plan == quick.plan)
    dig = plan_of(option_problem(known, TWO), Turn())
    other = advice(known, before=replace(quick, plan=dig), look=8)
    assert told(other, HintLevel.IDEA).startswith("A closer look puts another plan first.")


@pytest.mark.parametrize(
    ("uncovered", "turn", "changed"),
    [
        ("5", "dig a1 b1", "Not needed any more, so keep it: amulet."),
        ("z", "dig a1 b1 with amulet", None),
    ],
)
def test_an_object_that_a_look_makes_useless_is_not_spent(
    uncovered: str, turn: str, changed: str | None
) -> None:
    """On the last dig a plan kept from before a look spent the amulet where no curse lay."""
    known = seen("?1,4", TWO, held="A", unseen="555z", theirs="z" * 12 + "M" * 6)
    spent = Turn.parse("moves a1-a2 dig a1 b1 with amulet")
    first = advice(known)
    problem = option_problem(known, TWO, spent.powers)
    first = replace(first, problem=problem, plan=plan_of(problem, spent))
    then = advice(after(known, "a1-a2", uncovered=uncovered), before=first)
    assert then.plan is not None
    assert then.plan.turn == Turn.parse(turn)
    assert then.problem.powers == then.plan.turn.powers
    assert (then.changed and then.changed.say("en")) == changed


def test_after_moves_taken_back_the_same_view_has_the_same_advice() -> None:
    """A plan kept from an earlier hint was forgotten by an undo, and another one told."""
    known = unsure()
    first = advice(known)
    plan = plan_of(option_problem(known, TWO), Turn.parse("moves b1-b2 c1-c2 dig b2 c2"))
    kept = replace(first, plan=plan)
    aside = advice(after(known, "c1-d1"), before=kept)
    assert aside.plan != kept.plan
    assert aside.changed is not None
    # Back again, and aside once more.
    back = advice(known, before=aside)
    assert (back, back.known(known)) == (kept, kept)
    assert advice(aside.view, before=back) == aside
    # Part of the way back, what was told there or before is followed.
    deep = advice(after(known, "b1-b2", "b2-b3"), before=kept)
    part = advice(after(known, "b1-b2"), before=deep)
    assert part.plan is not None
    assert part.plan.turn == Turn.parse("moves c1-c2 dig b2 c2")
    assert part.changed is None


def test_another_plan_after_moves_taken_back_says_why() -> None:
    known = unsure()
    aside = advice(after(known, "c1-c2"))
    assert aside.plan is not None
    back = advice(known, before=aside)
    assert told(back, HintLevel.IDEA).startswith("Without the moves you took back there is another")
    assert Reader("de").say(back.told(HintLevel.IDEA)[0]).startswith("Ohne die zurückgenommenen")
    # It is no other plan if the moves taken back belong to it.
    on_way = plan_of(option_problem(known, TWO), Turn.parse("moves a1-a2 dig a1 b1"))
    assert back.plan == on_way
    made = after(known, "a1-a2")
    rest = plan_of(option_problem(made, TWO), Turn.parse("dig a1 b1"))
    assert advice(known, before=replace(aside, view=made, plan=rest)).changed is None


def test_a_plan_that_leads_to_where_another_was_told_goes_on() -> None:
    """What was told last is followed, not what was told there before it."""
    known = unsure()
    deep = advice(after(known, "c1-c2"))
    other = plan_of(option_problem(known, TWO), Turn.parse("moves c1-c2 b1-b2 dig b2 c2"))
    later = replace(advice(known, before=deep), plan=other)
    assert later.known(deep.view) is None
    then = advice(deep.view, before=later)
    assert then.plan is not None
    assert then.plan.turn == Turn.parse("moves b1-b2 dig b2 c2")
    assert then.changed is None


def test_of_another_round_or_player_nothing_is_remembered() -> None:
    known = unsure()
    first = advice(known)
    for other in (replace(known, round=11), replace(known, player=1, waiting=(1,))):
        assert first.after(replace(first, view=other)).earlier == ()
    assert first.after(replace(first, view=after(known, "c1-c2"))).earlier != ()


def test_two_objects_and_two_curses_are_told_as_two() -> None:
    known = seen("45,?", TWO, held="AC", unseen="z")
    problem = option_problem(known, TWO, Turn.parse("dig a1 b1 with amulet carpet").powers)
    plan = plan_of(problem, Turn.parse("dig a1 b1 with amulet carpet"))
    both = Advice(known, problem, plan, 1)
    for language, said in (("en", "It takes 2 magic objects"), ("de", "2 magische Objekte")):
        assert said in " ".join(map(Reader(language).say, both.told(HintLevel.IDEA)))
