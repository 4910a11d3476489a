"""The questions of Raubbau: the worked examples, what is refused, and the oracle."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, TypeVar

import pytest

from ksm_widgets.companions.answering import NoAnswer
from ksm_widgets.companions.raubbau.acts import act_text
from ksm_widgets.companions.raubbau.answering import ask
from ksm_widgets.companions.raubbau.ask_rotate import ask_rotate
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.companion import COMPANION
from ksm_widgets.companions.raubbau.links import Query, Question
from ksm_widgets.companions.raubbau.planning import kept_plan
from ksm_widgets.companions.raubbau.plans import Leave, Pass
from ksm_widgets.companions.raubbau.questions import Aim, ask_leave, ask_odds
from ksm_widgets.companions.raubbau.search import odds
from ksm_widgets.companions.raubbau.search.last_round import Model
from ksm_widgets.companions.raubbau.search.settling import Settling
from ksm_widgets.companions.raubbau.search.stacks import StackedSet, cave_in_among, cave_in_range
from ksm_widgets.companions.raubbau.search.unseen import Unseen, unseen_cards
from ksm_widgets.companions.raubbau.search.walking import Walk
from ksm_widgets.companions.raubbau.search.worth import Worth
from ksm_widgets.companions.raubbau.text import position_text, read_position
from tests.companions.raubbau_oracle import odds_oracle, oracle, small_position
from tests.companions.raubbau_positions import EXAMPLE_1, EXAMPLE_2, table
from tests.companions.shared import InText
from tests.sweeps import swept

if TYPE_CHECKING:
    from ksm_widgets.companions.answering import Answer
    from ksm_widgets.companions.raubbau.plans import Move
    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.companions.raubbau.search.odds import Odds
    from ksm_widgets.companions.raubbau.search.weighing import Option

R = TypeVar("R", "Odds", "Option")
_played = InText(COMPANION).played
ONE_GEM = EXAMPLE_2.replace("rG gG vU", "rG gU vU")


def _worths(text: str, **options: object) -> dict[str, Fraction]:
    answer = ask_leave(read_position(text), **options)  # type: ignore[arg-type]
    assert answer.status == "optimal"
    assert all(option.worth.low == option.worth.high for option in answer.options)
    return {act_text(option.act): option.worth.low for option in answer.options}


def test_example_2_is_answered() -> None:
    assert _worths(EXAMPLE_2) == {
        "leave": Fraction(178003, 113256),
        "dig n1w2 s": Fraction(48944, 42471),
        "dig s1 n": Fraction(27631, 25168),
    }


def test_the_floor_turns_the_decision() -> None:
    worths = _worths(ONE_GEM)
    assert next(iter(worths)) == "leave"
    assert worths["leave"] == Fraction(7361, 18876)
    lower = _worths(ONE_GEM.replace("points 0", "points -1"))
    assert next(iter(lower.items())) == ("dig n1w2 s", Fraction(45185, 75504))


def test_in_the_last_match_the_aim_is_to_win() -> None:
    last = EXAMPLE_2.replace("match 2", "match 3")
    answer = ask_leave(read_position(last))
    assert answer.aim == "win"
    assert all(0 < option.worth.low < 1 for option in answer.options)
    assert ask_leave(read_position(last), aim=Aim.POINTS).aim == "points"


def _options(answer: Answer[R]) -> dict[str, R]:
    return {act_text(option.act): option for option in answer.options}


def test_the_odds_of_every_plan() -> None:
    options = _options(ask_odds(read_position(EXAMPLE_2)))
    assert [*options] == ["dig s1 n", "leave", "dig n1w2 s"]
    violet = options["dig n1w2 s"]
    assert violet.faces[Face.DRAGON] == Fraction(1, 6)
    assert violet.faces[Face.GEM] == Fraction(5, 12)
    assert violet.before.low == violet.before.high == Fraction(2, 13)
    assert violet.wakes.low == Fraction(11, 13) * Fraction(1, 6)
    assert violet.skipped.low == 0
    leave = options["leave"]
    assert leave.after.low == Fraction(2, 13)


def test_odds_trust_that_nobody_digs_a_dragon_he_knows() -> None:
    position = read_position(EXAMPLE_1)
    trusting = _options(ask_odds(position))["dig s1 n"]
    doubting = _options(ask_odds(position, trusting=False))["dig s1 n"]
    # 2 digs the green dragon that I know; 3's violet card is one with 2/15, or trusted to be none.
    assert trusting.after.low == 1 == doubting.after.low
    without = EXAMPLE_1.replace("gD12@2", "gG12@2")
    doubting = _options(ask_odds(read_position(without), trusting=False))["dig s1 n"]
    trusting = _options(ask_odds(read_position(without)))["dig s1 n"]
    assert trusting.after.low == 0
    assert doubting.after.low == Fraction(2, 15)


def test_chances_that_hang_on_others_choices_are_found_each_by_itself() -> None:
    # Seat 2 draws where a cave-in is likely or not, and lays it where it hits seat 3, or me.
    text = """\
match 1 | players 3 | start 2 | turn 1 | me 1 | out - | points 0 0 0 | drift 3 2 2 | tunnels 11
stacks r7 g14 g16 | front vP3 ; g? ; g? | gone -
mine -,-,vD1,-,-/-,r?2,ns,es,vP1@1/g?2,nesw,E,nesw,r?3/-,ne,r?2,nes,g?2@3/-,-,-,v?3@2,-"""
    answer = ask_odds(read_position(text))
    options = _options(answer)
    leave = options.pop("leave")
    assert leave.after == leave.others
    assert leave.after.low < leave.after.high
    for one in options.values():
        assert one.after == Worth.sure(0)
        assert one.before == one.others == leave.others
    assert options["dig w2 e"].skipped == Worth.sure(0)
    # What is known only roughly says so.
    assert [act for act, one in options.items() if one.roughly] == ["pass", "dig e2 w"]
    assert answer.status == "feasible"
    assert "raubbau_ask.roughly" in [one.key for one in answer.assuming]
    assert "raubbau_ask.roughly" not in [
        one.key for one in ask_odds(read_position(EXAMPLE_2)).assuming
    ]


def test_a_blaster_draws_where_no_dragon_is_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    # Of the three red cards in the stacks, one or two are dragons.
    gone = " ".join(["rG"] * 6 + ["rP"] * 3 + ["rU"] * 2)
    blast = table(
        "-,r?,-/-,ns,-/-,E,-", front="rU1 gP1 ; - ; -", gone=gone, more="leaving 2 3"
    ).seen(1)
    rough = _options(ask_odds(blast))["blast n2 s"]
    monkeypatch.setattr(odds, "Walk", partial(Walk, limit=100_000))
    exact = _options(ask_odds(blast))["blast n2 s"]
    assert (rough.roughly, exact.roughly) == (True, False)
    assert exact.wakes == rough.wakes == Worth.sure(Fraction(67, 90))


def test_before_the_last_match_to_win_is_to_lead_after_it() -> None:
    query = Query(Question.LEAVE, aim=Aim.WIN)
    for match, key in (("match 2", "lead"), ("match 3", "win")):
        found = ask(read_position(EXAMPLE_2.replace("match 2", match)), query)
        assert found.headline.key == f"raubbau_page.best_{key}_sure"
        keys = {one.key for one in found.assuming}
        assert ("raubbau_ask.lead" in keys) is (key == "lead")


def test_a_victim_of_a_spider_is_said_to_do_nothing() -> None:
    def assumed(text: str) -> set[str]:
        return {one.key for one in ask_odds(read_position(text)).assuming}

    assert "raubbau_ask.scared" not in assumed(EXAMPLE_2)
    assert "raubbau_ask.scared" in assumed(EXAMPLE_2.replace("rG gG vU", "rG gG vS"))


def test_of_two_known_gems_the_one_out_of_danger_is_first() -> None:
    # Only the arm to the north may fall, by a cave-in that seat 2 draws there before.
    position = table("rG1,esw,r?@2/-,E,-/-,rG1,-", more="leaving 3")
    first, second, *_ = ask_odds(replace(position, start=2).seen(1)).options
    assert (act_text(first.act), act_text(second.act)) == ("dig s1 n", "dig n1w1 e")
    assert first.gem == second.gem == 1
    assert first.skipped == Worth.sure(0)
    assert second.skipped.low > 0


def test_a_tunnel_is_said_to_draw_what_the_stacks_have() -> None:
    # A crossing with three open ends, and one treasure left for them.
    drawn = EXAMPLE_2.replace("match 2", "match 2 | phase act | step turn nesw | acted 3")
    drawn = drawn.replace("v?3,#", "-@1,#").replace("rG gG vU", "rG gG vU vG").replace("s 4", "s 3")
    position = read_position(drawn)
    one_left = replace(position, stacks=(position.stacks[0][-1:], (), ()))
    assert ask_rotate(one_left).options[0].draws == 1
    why = [one.say("en") for one in ask(one_left, Query(Question.ROTATE)).reasons(0)]
    assert "You draw 1 treasure for its open ends." in why


def test_one_round_earlier_two_models_are_compared() -> None:
    earlier = EXAMPLE_1.replace("gD12@2", "gG12@2").replace("tunnels 14", "tunnels 14 | leaving 3")
    earlier = earlier.replace("v?3@3", "v?3")
    answer = ask_leave(read_position(earlier))
    options = _options(answer)
    assert set(options) == {"pass", "dig s1 n", "leave", "dig w2 e"}
    assert all(set(option.worths) == set(Model) for option in options.values())
    keys = [one.key for one in answer.assuming]
    assert "raubbau_ask.last_round" in keys
    # What the cards drawn tell me by then is not fully counted, so no plan is proven to be best.
    assert answer.status == "feasible"


def test_what_takes_too_long_is_answered_roughly() -> None:
    # The blaster draws where it is least dangerous, from tops that are seen while there are any.
    text = """\
match 1 | players 3 | start 3 | turn 3 | me 3 | out - | points 0 0 0 | drift 1 2 2 | tunnels 3
stacks g13 v6 g7 | front rG3 r? ; v?1 v? ; gG1 gP1 gP2 gU | gone vS gS
mine -,-,-,-,-,rG3@3,-,-,-/-,-,-,-,rU3,nsw,v?1,-,-/-,-,-,g?2,es,nsw,nesw,r?1,-/\
!v,#,#,#,E,ew,nesw,ew,r?1@1/-,vP3,rP13,esw,nw,-,nes,v?2,-/-,-,-,rP3,-,-,ne,r?2@2,-"""
    answer = ask_leave(read_position(text), limit=1)
    blast = _options(answer)["blast n3e1 s"]
    assert (blast.worth.low, blast.worth.high) == (
        Fraction(119799739, 103638920),
        Fraction(5218793, 4506040),
    )
    assert answer.status == "feasible"
    assert "raubbau_ask.roughly" in [one.key for one in answer.assuming]


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE_1.replace("me 1", "me -"),
        EXAMPLE_2.replace("me 1", "me 2")
        .replace("rG gG vU ; r? g? v?", "r? g? v? ; rG gG vU")
        .replace("r?2@3s", "rP2@3s"),
    ],
)
def test_only_a_seat_inside_can_ask(text: str) -> None:
    with pytest.raises(NoAnswer):
        ask_leave(read_position(text))


def test_a_tunnel_is_rotated_where_nothing_is_better() -> None:
    drawn = EXAMPLE_2.replace("match 2", "match 2 | phase act | step turn nes | acted 3")
    drawn = drawn.replace("v?3,#", "-@1,#").replace("rG gG vU", "rG gG vU vG").replace("s 4", "s 3")
    rotations = ask_rotate(read_position(drawn)).options
    # `nes` has one empty end, too, and is like `esw` in everything: the first is enough.
    assert {act_text(one.act): (one.draws, one.cave_in, one.gems) for one in rotations} == {
        "lay esw": (1, 0, Fraction(55, 156)),
        "lay nsw": (2, Fraction(23, 442), Fraction(3625, 5304)),
    }
    # The second card may be from the same stack: it must be where there is only one.
    alone = read_position(re.sub(r"stacks [^|]*", "stacks - - g37 ", drawn))
    cards = unseen_cards(alone)
    (nsw,) = (one for one in ask_rotate(alone).options if act_text(one.act) == "lay nsw")
    assert nsw.cave_in == cave_in_range(alone, cards, 2)[0] == Fraction(5, 39)
    with pytest.raises(NoAnswer):
        ask_rotate(read_position(EXAMPLE_2))


@pytest.mark.parametrize(
    ("mine", "tunnel", "hit"),
    [
        # On the only empty field the arm of 2 ends, too: a cave-in there brings down both.
        ("-,sw,-/-,nes,r?@2/E,nw,-", "ns", {2}),
        # Of two empty ends only one is the other arm's.
        ("-,-,sw,-/-,-,nes,r?@2/-,E,nw,-", "nsw", set()),
        # All ends are closed: no card is drawn that could be a cave-in.
        ("#,#,g?@2/#,-,nsw/-,E,nw", "nesw", set()),
    ],
)
def test_a_rotation_hits_whose_plan_is_lost_wherever_a_cave_in_is_laid(
    mine: str, tunnel: str, hit: set[int]
) -> None:
    plans = "dig n1 s", "pass", "leave", "pass", "pass", "pass"
    position = _played(table(mine, tunnels=[tunnel]), *plans, "go").seen(1)
    rotations = ask_rotate(position).options
    assert {seat for one in rotations for seat in one.hit} == hit


def test_no_place_to_stand_is_in_the_row_of_a_blast_to_come() -> None:
    mine = table("-,-,-/-,E,r?@2*", front="- ; rU gP ; -", tunnels=["nesw"])
    plans = "dig n1 s", "pass", "leave", "pass", "pass", "pass"
    (cross,) = ask_rotate(_played(mine, *plans, "go").seen(1)).options
    assert (cross.draws, cross.stands) == (3, 2)


def test_several_cave_ins_of_a_set_are_drawn_without_being_put_back() -> None:
    for stacks in range(1, 7):
        for cave_ins in range(stacks + 1):
            for count in range(1, stacks + 1):
                picks = [*combinations(range(stacks), count)]
                hit = sum(min(pick) < cave_ins for pick in picks)
                found = cave_in_among((StackedSet("r", cave_ins, stacks),), (count,))
                assert found == Fraction(hit, len(picks))


@pytest.mark.parametrize(
    ("heights", "draws"), [((2, 10, 12), [1, 2, 3]), ((1, 2, 12), [1, 2, 3]), ((9, 10, 12), [1, 3])]
)
def test_stacks_with_the_same_top_are_alike_unless_one_may_run_out(
    heights: tuple[int, ...], draws: list[int]
) -> None:
    plans = "dig n1 s", "leave", "leave", "pass", "pass", "pass"
    position = _played(table("-,-,-/-,E,-", tunnels=["nesw"]), *plans, "go", "lay nesw").seen(1)
    below = Treasure("", Face.UNSEEN)
    stacks = tuple(
        (*[below] * (height - 1), Treasure(name, Face.UNSEEN))
        for name, height in zip("rrv", heights, strict=True)
    )
    walk = Walk(1, Settling(lambda gems, waker: 0), lambda _: Worth.sure(0))
    differing = walk.differing_draws(replace(position, stacks=stacks))
    assert [act.stack for act in differing] == draws


def test_without_harmless_cards_left_no_card_is_a_gem() -> None:
    unseen = Unseen(2, 0, 0, 0, mine=1, stacks=1, fronts=(0, 0, 0))
    assert (unseen.dragon(), unseen.gem()) == (Fraction(1), Fraction(0))


def _compared(seeds: range, cave_ins: int = 1) -> int:
    """Compare the answers for random small positions with the oracle's; returns how many."""
    count = 0
    for seed in seeds:
        position = small_position(Random(seed), cave_ins)
        if position is None:
            continue
        try:
            answer = ask_leave(position, limit=100_000)
        except NoAnswer:
            continue
        right = oracle(position)
        if right is None:
            continue
        found = {option.act: (option.worth.low, option.worth.high) for option in answer.options}
        assert found == right, (seed, position_text(position))
        count += 1
    return count


@pytest.mark.long
def test_a_sample_agrees_with_the_oracle() -> None:
    assert _compared(range(1, 61)) == 15
    assert _compared(range(1, 41), cave_ins=2) == 9


@pytest.mark.long
@pytest.mark.parametrize("seed", [290, 534, 701, 705])
def test_odds_agree_with_the_oracle(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # In these positions somebody chooses, or a dragon may wake before and after.
    monkeypatch.setattr(odds, "Walk", partial(Walk, limit=100_000))
    position = small_position(Random(seed))
    assert position is not None
    options = ask_odds(position).options
    for name, right in odds_oracle(position).items():
        for one in options:
            if _acts(position, one.act) or name in ("wakes", "others"):
                worth = getattr(one, name)
                assert (worth.low, worth.high) == right[one.act], (name, act_text(one.act))


def _acts(position: Position, move: Move) -> bool:
    """Whether who makes this move acts then, and does neither wait nor leave."""
    kept = kept_plan(position, position.turn) if isinstance(move, Pass) else move
    return kept is not None and not isinstance(kept, Leave)


def test_a_tunnel_that_joins_two_arms_lets_cave_ins_reach_further() -> None:
    # Laid by the asker between the arms of two others, one of whom then draws the cave-in.
    assert _compared(range(1448, 1449)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_many_positions_agree_with_the_oracle(part: int) -> None:
    count, first = 0, 1_000 + 10_000 * part
    while count < len(swept(20, 200)):
        count += _compared(range(first, first + 100))
        first += 100
