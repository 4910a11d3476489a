"""Every reason the coach gives is true: each is reckoned again here, by hand or by trying all."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.analysis.knowledge import card_to_play, option_problem
from ksm_widgets.coach.reasons import (
    Unpayable,
    dig_with,
    gain_of,
    lower_cards,
    next_dig,
    reasons,
    shares,
)
from ksm_widgets.rules import Stakes, Turn, moved
from ksm_widgets.rules.game import TurnRecord
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.telling.phrases import Phrase
from tests.coach.findings import card, digs, finding, scored, seen, sequences, tiles

if TYPE_CHECKING:
    from ksm_widgets.analysis.review import Finding
    from ksm_widgets.rules import Position, Shape, Tile, View
    from ksm_widgets.solver import Plan

LINE = card(1, "###")
ONE = card(4, "#")


def said(found: Finding) -> dict[str, Phrase]:
    """The reasons by their keys."""
    return {phrase.key.removeprefix("coaching."): phrase for phrase in reasons(found)}


def parts(phrase: Phrase | None) -> dict[str, Decimal]:
    """The amounts of a list of reasons."""
    found: dict[str, Decimal] = {}
    for param in () if phrase is None else phrase.params.values():
        for part in param if isinstance(param, list) else [param]:
            if isinstance(part, Phrase):
                amount = part.params.get("amount")
                key = part.key.removeprefix("apart.")
                found |= {key: amount} if isinstance(amount, Decimal) else parts(part)
    return found


def points_of(known: View, turn: Turn) -> int:
    """What somebody has in the end who digs last of all, and so: by the rulebook."""
    held, coins = list(known.holding.tiles), known.holding.coins
    for power in turn.powers:
        held.remove(power.tile)
    mine = known.position
    for move in turn.moves:
        tile = mine.stack(move.source)[-1]
        mine = mine.with_stack(move.source, mine.stack(move.source)[:-1])
        mine = mine.with_stack(move.target, (*mine.stack(move.target), tile))
    taken = [mine.stack(quarry)[-1] for quarry in turn.dig or ()]
    curses = sum({"x": 1, "y": 2, "z": 3}.get(tile.letter, 0) for tile in taken)
    if any(power.value == "amulet" for power in turn.powers):
        curses = 0
    theirs = [tile for record in known.records for tile in record.taken]
    return scored(coins - len(turn.moves) - curses, [*held, *taken], theirs)


LAST_DIGS = [
    # mine, held, theirs, made, best
    ("5,4,3,1,1,1", "", "", "dig d1 e1 f1", "dig a1 b1 c1"),
    ("5,4,3z,1", "", "", "dig d1", "moves c1-d1 dig a1 b1 c1"),
    ("a,4,3,x,5,5", "bcd", "", "dig d1 e1 f1", "dig a1 b1 c1"),
    ("a,b,3,1,5,5", "abccdd", "", "dig d1 e1 f1", "dig a1 b1 c1"),
    ("z,1,1,5,4,4", "x", "yy", "dig d1 e1 f1", "dig a1 b1 c1"),
    ("M,1,1,5,4,4", "", "C", "dig d1 e1 f1", "dig a1 b1 c1"),
    ("M,1,1,5,4,4", "C", "CS", "dig d1 e1 f1", "dig a1 b1 c1"),
    ("y,z,5,1,1,5", "A", "x", "dig a1 b1 c1", "dig a1 b1 c1 with amulet"),
    ("5,4,3,1,1,1", "MM", "C", "dig a1 b1 c1 with mirror", "dig a1 b1 c1"),
    ("5,4,3", "", "", "-", "dig a1 b1 c1"),
]


@pytest.mark.parametrize(("mine", "held", "theirs", "made", "best"), LAST_DIGS)
def test_what_a_turn_brings_at_once_is_what_the_score_says(
    mine: str, held: str, theirs: str, made: str, best: str
) -> None:
    known = seen(mine, LINE if made != "dig d1" else ONE, held=held, theirs=theirs)
    found = finding(known, made, best)
    if made == "dig d1":
        # Another shape than the best needs; what is compared is what each brings.
        known = seen(mine, LINE, held=held, theirs=theirs)
        found = finding(known, "-", best)
        made = "-"
    own, ideal = (points_of(known, Turn.parse(turn)) for turn in (made, best))
    told = said(found)
    gains, gives_up = parts(told.get("gains_last")), parts(told.get("gives_up_last"))
    assert sum(gains.values()) - sum(gives_up.values()) == ideal - own
    assert all(amount > 0 for amount in [*gains.values(), *gives_up.values()])
    # Nothing can come later, and all of it is one's own.
    assert not {"split_turn", "split_sum", "split_last"} & set(told)
    assert not any(
        "straight away" in one.say("en") or "later" in one.say("en") for one in told.values()
    )
    sets = [
        min(
            sum(tile.letter == letter for tile in (*known.holding.tiles, *_taken(known, turn)))
            for letter in "abcd"
        )
        for turn in (made, best)
    ]
    assert ("completes_one" in told) == (sets[1] == sets[0] + 1)
    assert ("completes" in told) == (sets[1] > sets[0] + 1)


@pytest.mark.parametrize("followed", [True, False])
def test_in_the_last_round_a_turn_s_cost_is_one_s_own_score_or_the_others(
    followed: bool,
) -> None:
    """What the others still dig is theirs: of one's own points none comes after the last turn."""
    cards = (ONE, card(9, "#")) if followed else (ONE,)
    known = seen("5,4,3", *cards)
    found = finding(known, "dig b1", "dig a1", cost=2.34, others=-1.26)
    told = said(found)["split_last"]
    assert told.say("en") == (
        "When the scores are counted, 1 of these 2.3 points are missing from your own; "
        "the other 1.3 are what the others have more."
    )
    earlier = seen("5,4,3", *cards, round_=11, hand=[card(2, "#")])
    found = finding(earlier, "dig b1", "dig a1", cost=2.34, others=-1.26)
    with_later = said(found)
    assert "later in the game" in with_later["split_turn"].say("en")
    assert "straight away" in with_later["gains"].say("en")


@pytest.mark.parametrize(
    ("cost", "others", "split"),
    [(2.4, 0.2, False), (2.4, -0.4, False), (2.4, -2.0, False), (2.4, -0.5, True)],
)
def test_the_parts_of_a_last_turn_are_told_only_if_there_are_two(
    cost: float, others: float, split: bool
) -> None:
    """A part above the whole, one below 0 or a tenth would only confuse."""
    found = finding(seen("5,4,3", ONE), "dig b1", "dig a1", cost=cost, others=others)
    assert ("split_last" in said(found)) == split


@pytest.mark.parametrize(
    ("cost", "others", "key"),
    [
        (4.0, -1.0, "rest_more"),
        (1.4, -0.4, None),
        (1.4, -1.2, "rest_less"),
        (1.4, -0.9, "rest_less"),
    ],
)
def test_what_the_list_of_a_last_turn_lacks_is_told(
    cost: float, others: float, key: str | None
) -> None:
    """The dig alone nets one point more; tiles that show and others' digs may change that."""
    found = finding(seen("5,4,3", ONE, card(9, "#")), "dig b1", "dig a1", cost=cost, others=others)
    told = said(found)
    assert {"rest_more", "rest_less"} & set(told) == ({key} if key else set())
    if key:
        own = Decimal(str(cost)) + Decimal(str(others))
        listed = sum(parts(told["gains_last"]).values())
        rest = told[key].params["rest"]
        assert isinstance(rest, Decimal)
        assert listed + (rest if key == "rest_more" else -rest) == own


@pytest.mark.parametrize(("cost", "key"), [(4.0, "rest_more_alone"), (0.2, "rest_less_alone")])
def test_after_the_last_dig_nothing_hangs_on_what_others_dig(cost: float, key: str) -> None:
    found = finding(seen("5,4,3", ONE), "dig b1", "dig a1", cost=cost, others=0)
    told = [one for one in said(found) if one.startswith("rest_")]
    assert told == [key]


def test_parts_in_favour_of_what_was_done_are_told_as_a_sum() -> None:
    known = seen("5,4,3", ONE, round_=5, hand=[LINE])
    told = said(finding(known, "dig b1", "dig a1", cost=2.0, others=0.25))
    assert "split_turn" not in told
    assert told["split_sum"].say("en") == (
        "How these 2 points add up: + 1 straight away, − 0.2 from what the others end with, "
        "+ 1.2 later in the game."
    )


@pytest.mark.parametrize(("cost", "others", "named"), [(2.0, 0.0, False), (2.0, -3.0, True)])
def test_what_the_final_scores_belie_is_no_reason(cost: float, others: float, named: bool) -> None:
    """In a last turn, what is one's own is known from the games played on."""
    known = seen("?1,2,1", ONE, coins=9, unseen="5111")
    found = finding(known, "dig b1", "moves a1-b1 dig b1", cost=cost, others=others)
    told = said(found)
    assert ("nets_less_last" in told) == named
    assert "nets_less" not in told
    earlier = replace(found.moment, view=replace(known, round=5, hand=(LINE,)))
    assert "nets_less" in said(replace(found, moment=earlier))


def test_amounts_that_come_from_means_are_told_in_tenths() -> None:
    known = seen("?1,2,1", ONE, coins=9, unseen="511", round_=5, hand=[LINE], held="abx")
    for made, best in (("moves a1-b1 dig c1", "dig b1"), ("dig b1", "moves a1-b1 dig c1")):
        amounts = [one for told in said(finding(known, made, best)).values() for one in _all(told)]
        assert amounts
        assert all(one == one.quantize(Decimal("0.1")) for one in amounts)


@pytest.mark.parametrize("held", ["", "abx", "bcdyM"])
def test_what_comes_now_is_the_sum_of_its_parts_as_they_are_told(held: str) -> None:
    """Rounded apart from each other they came to a tenth more or less."""
    known = seen("a,M,y,b,z,d", LINE, held=held, theirs="xM", round_=5, hand=[ONE])
    turns = [f"dig {one}" for one in ("a1 b1 c1", "b1 c1 d1", "c1 d1 e1", "d1 e1 f1")]
    for made, best in permutations(turns, 2):
        told = said(finding(known, made, best, cost=9.0))
        more = sum(parts(told.get("gains")).values()) - sum(parts(told.get("gives_up")).values())
        split = told.get("split_turn") or told["split_sum"]
        now = split.params["at_once"]
        if isinstance(now, Phrase):
            sign = -1 if now.key == "coaching.minus" else 1
            now = sign * parts(Phrase.of("", now=replace(now, key="apart.now")))["now"]
        assert more == now


def _all(phrase: Phrase) -> list[Decimal]:
    """All amounts in a phrase, and in those that it is made of."""
    found: list[Decimal] = []
    for param in phrase.params.values():
        for one in param if isinstance(param, list) else [param]:
            found += _all(one) if isinstance(one, Phrase) else []
            found += [one] if isinstance(one, Decimal) else []
    return found


def _taken(known: View, turn: str) -> list[Tile]:
    parsed = Turn.parse(turn)
    after = moved(known.position, parsed.moves)
    return [after.stack(quarry)[-1] for quarry in parsed.dig or ()]


@pytest.mark.parametrize(
    ("mine", "held", "theirs", "first", "worth"),
    [
        ("z,1,1,5,4,4", "x", "y", "first_curses", 12),  # 4 to 2 in place of 1 to 2
        ("z,1,1,5,4,4", "", "y", "first_curses", 24),
        ("z,1,1,5,4,4", "x", "yy", None, None),  # a tie
        ("z,1,1,5,4,4", "y", "x", None, None),  # it is first anyway
        ("M,1,1,5,4,4", "C", "C", "first_magic", 4),  # a tie becomes the first
        ("M,1,1,5,4,4", "", "CS", None, None),
    ],
)
def test_the_first_bonus_is_named_where_it_hangs_on_this_dig(
    mine: str, held: str, theirs: str, first: str | None, worth: int | None
) -> None:
    known = seen(mine, LINE, held=held, theirs=theirs)
    told = said(finding(known, "dig d1 e1 f1", "dig a1 b1 c1"))
    named = {
        key: told[key].params["worth"] for key in ("first_curses", "first_magic") if key in told
    }
    assert named == ({} if first is None else {first: worth})


def test_before_the_last_dig_no_bonus_is_named() -> None:
    known = seen("z,1,1,5,4,4", LINE, held="x", round_=11)
    told = said(finding(known, "dig d1 e1 f1", "dig a1 b1 c1"))
    assert not {"first_curses", "first_magic"} & set(told)
    # What curses cost and what they may be worth at the end are told as one.
    assert "curses" in parts(told["gives_up_last"])


def test_hardly_more_for_the_next_player_is_not_told() -> None:
    two = LINE, ONE
    for mine, less in (("5,5,5,5,4,1", False), ("5,5,5,1,1,1", True)):
        told = said(finding(seen(mine, *two, unseen="5"), "dig d1 e1 f1", "dig a1 b1 c1"))
        assert ("next_less" in told) == less, mine
    german = told["next_less"].say("de")
    assert german.startswith(
        "Außerdem findet danach weniger, wer als Nächstes gräbt (mit Karte 4):"
    )
    # By the end of the game the others may have more all the same, as a share of the cost says.
    assert "anderen" not in german
    assert "others" not in told["next_less"].say("en")


def test_objects_that_only_one_turn_spends_are_named() -> None:
    known = seen("5,4,3,1,1,1", LINE, held="MA", theirs="C")
    told = said(finding(known, "dig a1 b1 c1 with mirror", "dig a1 b1 c1 with amulet"))
    assert told["keeps_last"].say("en") == "It keeps for the bonus: mirror."
    assert told["spends"].say("en") == "It spends: amulet."
    same = said(finding(known, "dig d1 e1 f1 with mirror", "dig a1 b1 c1 with mirror"))
    assert not {"keeps", "keeps_last", "spends"} & set(same)
    earlier = replace(known, round=11, hand=(ONE,))
    told = said(finding(earlier, "dig a1 b1 c1 with mirror", "dig a1 b1 c1 with amulet"))
    assert told["keeps"].say("en") == "It keeps for later: mirror."


def best_by_trying(position: Position, shape: Shape, worth: dict[str, Fraction]) -> Fraction:
    """The most that two moves or fewer and a dig net, with tiles worth so much; all are tried."""
    return max(
        (
            sum((worth[tile.letter] for tile in taken), Fraction(0)) - moves
            for moves, mine in sequences(position, 2)
            for taken, _ in digs(mine, shape)
        ),
        default=Fraction(0),
    )


TREASURES = {letter: Fraction(int(letter)) for letter in "12345"}


@pytest.mark.parametrize(
    ("mine", "unseen", "turn", "look"),
    [
        ("?1,2", "51", "moves a1-b1 dig a1", "a1"),
        ("?1,2", "55111", "moves a1-b1 dig a1", "a1"),
        ("?1,2,4", "51", "moves a1-b1 dig c1", "a1"),
        ("?1,2,4", "55111", "moves a1-b1 dig c1", "a1"),
        ("?1,2,?", "5511", "moves a1-b1 dig c1", "a1"),
        ("?12,2", "41", "moves a1-b1 dig b1", None),  # what lies there has been seen
        ("1?2,3,1", "54", "moves a1-b1 a1-b1 dig a1", "a1"),
    ],
)
def test_what_a_look_is_worth_is_found_by_trying_all_that_may_show(
    mine: str, unseen: str, turn: str, look: str | None
) -> None:
    known = seen(mine, ONE, coins=9, unseen=unseen)
    shows = gain_of(known, Turn.parse(turn))
    assert shows is not None
    if look is None:
        assert shows.look is None
        assert shows.look_worth == 0
        return
    assert str(shows.look) == look
    after = moved(known.position, Turn.parse(turn).moves[:1])
    mean = sum((TREASURES[one] for one in unseen), Fraction(0)) / len(unseen)
    blind = best_by_trying(after, ONE.shape, {**TREASURES, "?": mean})
    below = after.stack(look)[:-1]
    with_it = Fraction(0)
    for one in unseen:
        left = [*unseen]
        left.remove(one)
        rest = sum((TREASURES[other] for other in left), Fraction(0)) / len(left)
        shown = after.with_stack(look, (*below, *tiles(one)))
        with_it += best_by_trying(shown, ONE.shape, {**TREASURES, "?": rest}) / len(unseen)
    assert float(shows.look_worth) == pytest.approx(float(with_it - blind), abs=0.001)
    assert float(shows.plan.net) == pytest.approx(float(blind - 1), abs=0.001)


def test_a_look_is_told_of_either_turn() -> None:
    known = seen("?1,2,-,?1,2", ONE, coins=9, unseen="51")
    made, best = "moves a1-b1 dig b1", "moves d1-e1 dig d1"
    told = said(finding(known, made, best))
    look = gain_of(known, Turn.parse(best))
    assert look is not None
    assert told["look_best"].params == {"quarry": look.look, "worth": look.look_worth}
    assert str(told["look_made"].params["quarry"]) == "a1"
    assert look.look_worth > 0


def test_who_went_on_by_what_showed_is_compared_as_a_whole() -> None:
    """The plan without what showed is another one, so no parts of it are named."""
    known = seen("?1,2,1", ONE, coins=9, unseen="5111", round_=5, hand=[LINE])
    made = "moves a1-b1 dig c1"  # what showed was not worth having
    own, best = (gain_of(known, Turn.parse(turn)) for turn in (made, "dig b1"))
    assert own is not None
    assert best is not None
    assert not own.as_said
    told = said(finding(known, made, "dig b1"))
    assert "gains" not in told
    assert "gives_up" not in told
    more = best.net - own.net
    key = "nets_more" if more > 0 else "nets_less"
    assert told[key].params["amount"] == abs(more)
    # What nets the same is no reason.
    same = said(finding(known, made, "moves a1-b1 dig b1"))
    assert not {"nets_more", "nets_less"} & set(same)


@pytest.mark.parametrize("best", ["dig a1", "dig c1", "dig b1"])
def test_what_the_next_one_can_net_is_found_by_trying_all(best: str) -> None:
    known = seen("5,12,4,1", ONE, card(9, "#"), coins=9)
    told = said(finding(known, "dig d1", best))
    nets = []
    for turn in ("dig d1", best):
        (quarry,) = Turn.parse(turn).dig or ()
        left = known.position.with_stack(quarry, known.position.stack(quarry)[:-1])
        nets.append(best_by_trying(left, ONE.shape, TREASURES))
    own, instead = nets
    key = "next_less" if instead < own else "next_more"
    if own == instead:
        assert not {"next_less", "next_more"} & set(told)
    else:
        assert told[key].params == {"number": 9, "own": own, "best": instead}


def plan_for(known: View, turn: str) -> Plan:
    """A turn of the player of a view as a plan."""
    return plan_of(option_problem(known, card_to_play(known)), Turn.parse(turn))


def test_nobody_digs_after_the_last_one() -> None:
    known = seen("5,4,3", ONE)
    assert next_dig(known, plan_for(known, "dig a1")) is None


def test_the_digs_of_two_cards_are_found_by_trying_all() -> None:
    made, best = card(3, "##"), card(8, "###")
    known = replace(
        seen("5,4,13,1,2", round_=5, hand=[made, best]), waiting=(), revealed=(None, None)
    )
    told = said(finding(known, made, best, cost=3.0))
    nets = [best_by_trying(known.position, one.shape, TREASURES) for one in (made, best)]
    assert [told["digs"].params[name] for name in ("own", "more")] == nets
    assert [dig_with(known, one).net for one in (made, best)] == nets
    parts_ = told["split_card"].params
    assert parts_["at_once"] == nets[1] - nets[0]
    assert parts_["cost"] == Decimal("3.0")


def test_the_order_of_play_is_counted_in_the_cards_not_shown() -> None:
    hand = [card(3, "##"), card(8, "###"), card(20, "#")]
    deck = (*(card(number, "#") for number in (1, 2, 5, 6, 7, 30, 99)), *hand)
    known = replace(seen("5,4,3", hand=hand, theirs="x"), deck=deck)  # 99 was played
    assert lower_cards(known, hand[0]) == 2 / 6
    assert lower_cards(known, hand[1]) == 5 / 6
    told = said(finding(known, hand[0], hand[1]))
    assert (told["order"].params["own"], told["order"].params["more"]) == (33, 83)
    assert "order" not in said(finding(known, hand[1], hand[2]))


def test_a_turn_that_could_not_be_paid_gets_that_reason_alone() -> None:
    known = seen("z,5", ONE, coins=1)
    with pytest.raises(Unpayable):
        gain_of(known, Turn.parse("dig a1"))
    assert list(said(finding(known, "dig a1", "dig b1"))) == ["unpayable"]
    known = seen("?x,z", ONE, coins=0, unseen="zz")
    with pytest.raises(Unpayable):
        gain_of(known, Turn.parse("moves a1-b1 dig b1"))


@pytest.mark.parametrize("cost", [0.96, 4.04, 7.777])
@pytest.mark.parametrize("others", [-1.26, 0.0, 3.33])
@pytest.mark.parametrize("at_once", ["0", "-2.345", "5.55"])
def test_the_parts_add_up_to_the_cost_as_it_is_told(
    cost: float, others: float, at_once: str
) -> None:
    known = seen("5,4,3", ONE)
    found = finding(known, "dig b1", "dig a1", cost=cost, others=others)
    split = shares(found, Decimal(at_once))
    assert split.at_once + split.others + split.later == split.cost
    assert float(split.cost) == pytest.approx(cost, abs=0.05)
    assert float(split.others) == pytest.approx(-others, abs=0.05)
    assert abs(split.at_once - Decimal(at_once)) <= Decimal("0.05")


def test_the_next_one_digs_with_what_he_has() -> None:
    """A curse that is worth its price is dug by who can pay it (R25)."""
    known = seen("5,z", ONE, card(9, "#"), round_=6)
    plan = plan_for(known, "dig a1")
    worth = Stakes.of("", rounds_left=6, players=2).worth(tiles("z")).coins
    assert worth > 3
    found = next_dig(known, plan)
    assert found is not None
    assert found.net == worth - 3
    spent = TurnRecord(1, card(98, "#"), Turn(), (), 9)  # of the ten coins everybody has
    poor = next_dig(replace(known, records=(spent,)), plan)
    assert poor is not None
    assert poor.net == 0


@pytest.mark.parametrize(("turn", "net"), [("dig a1", 5), ("dig b1", 2), ("-", 2)])
def test_in_the_last_round_the_next_one_counts_what_was_just_dug(turn: str, net: int) -> None:
    """With 2 curse points one more mask ties with 3; against 1 or 0 it changes nothing."""
    known = seen("z,x,2", ONE, card(9, "#"), theirs="y")
    found = next_dig(known, plan_for(known, turn))
    assert found is not None
    assert found.net == net
