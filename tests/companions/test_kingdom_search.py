"""The searches of Kingdom of Solomon, compared with an oracle and with each other."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from ksm_widgets.companions import kingdom
from ksm_widgets.companions.kingdom.acts import Act
from ksm_widgets.companions.kingdom.box import FILES
from ksm_widgets.companions.kingdom.places import Action, CardAction
from ksm_widgets.companions.kingdom.position import Pawn, Position
from ksm_widgets.companions.kingdom.questions.pawns import ask_pawns
from ksm_widgets.companions.kingdom.questions.planning import after, alone
from ksm_widgets.companions.kingdom.questions.round import ask_round
from ksm_widgets.companions.kingdom.search import pawns as search_for_spots
from ksm_widgets.companions.kingdom.search.pawns.best_spots import best_spots
from ksm_widgets.companions.kingdom.search.pawns.dealings import Dealings
from ksm_widgets.companions.kingdom.search.pawns.packing import MOST, pack, unpack
from ksm_widgets.companions.kingdom.search.pawns.prospects import Prospects
from ksm_widgets.companions.kingdom.search.pawns.sums import GoodsSpot, layers_of
from ksm_widgets.companions.kingdom.spots import free_spots
from ksm_widgets.companions.kingdom.text import read_position
from ksm_widgets.companions.kingdom.worths import Number, Worths
from tests.companions.kingdom_oracle import best_pawns, rest_of_round
from tests.companions.kingdom_positions import EXAMPLE_2, small_placement, small_position
from tests.companions.shared import changed
from tests.sweeps import swept


def _worths(rng: Random, position: Position) -> Worths:
    if position.ending:
        return Worths(last=True)
    return Worths(
        keep=rng.choice((0, 0, 1, Fraction(1, 2), 2)),
        token=rng.choice((0, 0, 5, 8)),
        card=rng.choice((0, 0, 2)),
    )


def _ended(position: Position, acts: tuple[Act, ...]) -> bool:
    here = alone(position, position.turn)
    for act in acts:
        here = after(here, act, position.turn)
    return here.ending and not position.ending


def _compare_rounds(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        position = small_position(rng, 4)
        worths = _worths(rng, position)
        answer = ask_round(position, worths)
        if "kingdom_ask.ends" in [one.key for one in answer.assuming]:
            assert _ended(position, answer.options[0].acts), seed
            worths = Worths(last=True)
        assert answer.value == rest_of_round(position, worths), seed
        seat = position.turn
        for option in answer.options:
            here = alone(position, seat)
            for act in option.acts:
                here = after(here, act, seat)


def _compare_pawns(seeds: range, pawns: int, *, ark: bool = False) -> None:
    for seed in seeds:
        rng = Random(seed)
        position = small_placement(rng, pawns, ark=ark)
        if position.ending:
            continue
        sent = best_spots(Prospects(position, position.turn, Worths()))
        assert sent.bound is None
        assert sent.worth == best_pawns(position), seed
        for spot in rng.sample([*sent.without], min(1, len(sent.without))):
            assert sent.without[spot] == best_pawns(position, spot), (seed, spot)


@pytest.mark.long
def test_a_sample_of_rounds_agrees_with_the_oracle() -> None:
    _compare_rounds(range(8))


@pytest.mark.slow
def test_many_rounds_agree_with_the_oracle() -> None:
    _compare_rounds(swept(120))


@pytest.mark.long
@pytest.mark.parametrize("ark", [False, True])
def test_a_sample_of_placements_agrees_with_the_oracle(ark: bool) -> None:
    _compare_pawns(range(8), 1, ark=ark)


def test_a_stolen_cube_counts_although_the_stock_had_no_more() -> None:
    _compare_pawns(range(69, 70), 1)


@pytest.mark.parametrize("seed", range(1, 5))
def test_the_best_without_all_that_others_want_is_found_beside(seed: int) -> None:
    position = small_placement(Random(seed), 2)
    prospects = Prospects(position, position.turn, Worths())
    wanted = best_spots(prospects, only_best=True).spots
    sent = best_spots(prospects, wanted=wanted)
    assert sent.uncontested == best_spots(prospects, wanted, only_best=True).worth
    assert sent.uncontested <= min(sent.without.values())


@pytest.mark.slow
@pytest.mark.parametrize("ark", [False, True])
def test_many_placements_agree_with_the_oracle(ark: bool) -> None:
    _compare_pawns(swept(60, 150), 1, ark=ark)
    _compare_pawns(swept(10, 60), 2, ark=ark)


@pytest.mark.parametrize("keep", [0, 1, Fraction(1, 3 * 10**15)])
@pytest.mark.parametrize("seed", range(3))
def test_goods_and_cards_are_worth_the_best_of_all_that_can_be_built(
    seed: int, keep: Number
) -> None:
    """However few of the works are looked at; what is promised before is never too little."""
    rng = Random(seed)
    position = small_placement(rng, 2)
    seat = position.turn
    goods_worths = Prospects(position, seat, Worths(keep=keep)).goods_worths
    hands = [(one.codes, *more) for one in goods_worths.outcomes(3).alike for more in one.hands]
    for codes, hand, ways, _ in rng.sample(hands, 25):
        goods = tuple(rng.randrange(4) for _ in range(5))
        points = position.scores[seat - 1] + hand.points
        worth = goods_worths.spending.worth(goods, hand, points) * goods_worths.scale
        assert goods_worths.worth(goods, hand, ways, 0) == worth, hand
        assert goods_worths.promised(pack(goods), codes) >= worth, hand


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, 3))]
)
def test_what_thefts_and_deals_make_is_the_same_whatever_was_asked_before(seed: int) -> None:
    """Changes are kept for goods that are alike: a fresh look finds no others."""
    rng = Random(seed)
    position = small_placement(rng, 2)
    prospects = Prospects(position, position.turn, Worths())
    actions: list[Action | CardAction] = [Action.THIEF, Action.TRADER, CardAction.TRADER]
    for _ in range(150):
        dealers = frozenset(rng.sample(actions, rng.choice((1, 2, 3))))
        goods = pack(tuple(rng.randrange(cap + 3) for cap in prospects.caps))
        taxed = tuple(rng.choice((0, 0, 1)) for _ in range(5))
        fresh = Dealings(position, position.turn, prospects.caps)
        assert prospects.dealings.reached(goods, taxed, dealers) == fresh.reached(
            goods, taxed, dealers
        )


def test_only_one_pawn_is_a_guest() -> None:
    """Who has the favour may stand on one place of another (S33), not on two."""
    text = changed(EXAMPLE_2, ("favour 1", "favour 3"), ("tokens 2 0 2 0", "tokens 1 0 2 0"))
    position = read_position(text)
    others = [spot for spot in free_spots(position, 3) if spot not in ("Samaria", "Dan")]
    pawns = (*position.pawns, *(Pawn(spot, 1) for spot in others))
    sent = best_spots(Prospects(replace(position, pawns=pawns), 3, Worths(), count=2))
    assert len(sent.spots) == 1


def test_no_more_goods_than_there_are_come_from_a_large_region() -> None:
    """Nine pawns on a region of ten places would bring 270 cubes, which don't fit into a byte."""
    ends = {"Aram": "Tob Asher Edom Gilead Moab", "Tob": "Aram Dan Judah Ammon Ophir"}
    near = {place: end for end, places in ends.items() for place in places.split()} | ends
    lands = (
        f"{place},ccc,{'yes' if place in ends else 'no'},{beside},known,known"
        for place, beside in near.items()
    )
    _, cards, numbers = ((files(kingdom) / name).read_text("utf-8") for name in FILES.names)
    places = "\n".join(["place,goods,site,neighbours,goods_source,site_source", *lands])
    box = FILES.read(places, cards, changed(numbers, ("pawns_2 = [6", "pawns_2 = [9")))
    roads = " ".join(f"{end}-{place}" for end in ends for place in ends[end].split()[1:])
    position = read_position(
        "players 2 | order 1 2 | phase place | score 10 10 | goods - ; - | cards 1 4 | own 7 10 ; -"
        f" | temple 0 | sites Aram:1 Tob:1 | roads Aram-Tob {roads} | left 9 0"
        " | pawns Prophet:2 Trader:2 Artisan:2 Minister:2 Thief:2 Altar:2*4",
        box,
    )
    for count in (4, 9):
        assert best_spots(Prospects(position, 1, Worths(keep=1), count=count)).worth == 35


def test_goods_leave_room_for_copies_and_the_tribute() -> None:
    """Amounts added to a sum are so small that sums can still be compared."""
    wood = (0, 0, 0, 3, 0)
    [[_, layer]] = layers_of(
        (0, 0, 0, 115, 0), [], [GoodsSpot("Tob", 1, wood, wood)], [1], most=(99,) * 5
    )
    assert [unpack(state)[3] + 3 * 3 + 1 <= MOST // 2 for state in layer] == [True]


def test_with_as_few_spots_as_pawns_each_is_missed() -> None:
    position = small_placement(Random(3), 8)
    sent = best_spots(Prospects(position, position.turn, Worths()))
    assert all(0 <= sent.worth - worth < 100 for worth in sent.without.values())


def test_a_search_that_is_cut_short_says_so() -> None:
    answer = ask_pawns(read_position(EXAMPLE_2), most_looks=0)
    assert answer.status == "feasible"
    assert answer.bound is not None
    assert 0 < answer.value <= 57 <= answer.bound
    assert "kingdom_ask.cut_short" in [one.key for one in answer.assuming]


@pytest.mark.parametrize("seed", range(4))
def test_sets_that_are_put_off_change_nothing(seed: int) -> None:
    """However little they are taken to be worth less than they promise."""
    position = small_placement(Random(seed), 2, ark=True)
    found = []
    for margin in (100, Fraction(3, 10), 0):
        sent = best_spots(Prospects(position, position.turn, Worths()), margin=margin)
        found.append((sent.worth, sent.spots, sent.without, sent.bound))
    assert found[0] == found[1] == found[2]


@pytest.mark.long
def test_no_search_cut_short_tells_more_than_it_knows() -> None:
    """A search without a place may find more than the first one found: then that is the best."""
    for seed in (1, 3, 22, 38, 45):
        position = small_placement(Random(seed), 3)
        whole = best_spots(Prospects(position, position.turn, Worths())).worth
        for most in (0, 3, 30):
            sent = best_spots(Prospects(position, position.turn, Worths()), most_looks=most)
            assert sent.worth <= whole
            assert len(sent.spots) == 3
            assert set(sent.without) == set(sent.spots)
            assert all(worth <= sent.worth for worth in sent.without.values())


def test_each_file_of_the_search_for_spots_knows_only_those_listed_after_it() -> None:
    """So the list in the package can be read from its first line to its last."""
    assert search_for_spots.__doc__ is not None
    listed = re.findall(r"^([a-z_]+)  +", search_for_spots.__doc__, re.MULTILINE)
    [folder] = map(Path, search_for_spots.__path__)
    assert sorted(listed) == sorted({path.stem for path in folder.glob("*.py")} - {"__init__"})
    for at, name in enumerate(listed):
        text = (folder / f"{name}.py").read_text("utf-8")
        assert {*re.findall(r"search\.pawns\.(\w+) import", text)} <= {*listed[at + 1 :]}, name
