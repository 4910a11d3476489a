"""A match act by act: what it waits for, what may be done then, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from ksm_widgets.game.match import Match, MatchError, Phase
from ksm_widgets.game.seats import LONGEST_NAME, Seat, SeatError
from ksm_widgets.game.steps import Kind
from ksm_widgets.players import get_bot, play_on, played
from ksm_widgets.rules import (
    CARDS_EACH,
    ArgumentError,
    Collected,
    GameError,
    KsmError,
    MoveError,
    PowerError,
    Setting,
    Tile,
    Turn,
    Unaffordable,
    WrongShape,
)
from ksm_widgets.rules.playthrough import MOST_MOVES
from tests.game.people import ANNA, BERTA, CARLO, NAMES, at, until
from tests.rules.tables import mine, table, tiles


def alone(seed: int = 7) -> Match:
    return Match.begin([ANNA, CARLO], seed=seed)


def lowest(match: Match) -> int:
    assert match.view is not None
    return match.view.hand[0].number


def test_a_round_goes_from_the_choice_to_the_next() -> None:
    match = alone()
    assert (match.phase, match.actor, match.eyes) == (Phase.CHOOSE, 0, 0)
    match = match.choose(lowest(match))
    assert (match.phase, match.actor) == (Phase.WATCH, 1)
    assert match.seat_infos[0].has_chosen
    assert not match.seat_infos[1].has_chosen
    match = match.step()
    assert match.phase is Phase.REVEAL
    shown = [standing.card for standing in match.seat_infos]
    assert None not in shown
    assert [standing.place for standing in match.seat_infos] in ([0, 1], [1, 0])
    match = until(match.step(), lambda match: match.phase is Phase.DIG)
    assert match.actor == 0
    match = until(match.play("-"), lambda match: match.game.round == 2)
    assert match.phase is Phase.CHOOSE
    kinds = [step.kind for step in match.steps if step.kind is not Kind.MOVED]
    assert kinds[:4] == [Kind.DEALT, Kind.CHOSEN, Kind.CHOSEN, Kind.REVEALED]
    assert kinds.count(Kind.DUG) == 2
    assert all(standing.cards_left == CARDS_EACH[2] - 1 for standing in match.seat_infos)


@pytest.mark.long
def test_artificial_players_play_as_they_do_in_the_arena() -> None:
    """Step by step, and each asked by what he sees alone: the very game of `players.played`."""
    levels = ("greedy", "level1", "random")
    match = Match.begin([Seat(name, name) for name in levels], seed=5)
    assert match.persons == ()
    match = until(match, lambda match: match.over)
    assert match.game == played(Setting(3, 5), [get_bot(name) for name in levels])
    with pytest.raises(MatchError):
        match.step()


def test_who_looks_thinks_again_when_a_tile_has_shown() -> None:
    """Below the 1 lies a mummy; whoever has seen it leaves it there, as in the arena."""
    mined = mine("-,-,-,-,-,51", *["-"] * 3, "-,z1,2", "1,1")
    game = table(mined, "##", (9, ""), (0, ""))
    match = at(game, Seat("A", "strong"), ANNA, eyes=1)
    while not match.game.records:
        match = match.step()
    bots = [get_bot("strong")] * 2
    while not game.records:
        game = play_on(game, bots)
    assert match.game.records == game.records
    assert Tile.MUMMY not in game.records[0].taken
    assert game.records[0].turn.moves


def test_each_small_step_of_an_artificial_turn_can_be_looked_at() -> None:
    match = Match.begin([Seat("A", "steady"), Seat("B", "cautious")], seed=9)
    steps = [match.steps]
    while len(match.game.records) < 6:
        match = match.step()
        steps.append(match.steps)
    made = sum(len(record.turn.moves) for record in match.game.records)
    assert made > 0
    assert sum(step.kind is Kind.MOVED for step in match.steps) == made
    for before, after in pairwise(steps):
        new = [step.kind for step in after[len(before) :]]
        assert new in (
            [],
            [Kind.MOVED],
            [Kind.CHOSEN],
            [Kind.CHOSEN, Kind.REVEALED],
            [Kind.DUG],
            [Kind.DUG, Kind.PAID],
        )


def test_the_screen_is_nobody_s_until_the_next_sits_down() -> None:
    match = Match.begin([ANNA, BERTA, CARLO], seed=3)
    for seat in (0, 1):
        assert (match.phase, match.actor, match.view) == (Phase.HAND_OVER, seat, None)
        with pytest.raises(MatchError):
            match.choose(1)
        match = match.sit_down()
        assert (match.phase, match.eyes) == (Phase.CHOOSE, seat)
        assert match.view is not None
        assert match.view.player == seat
        match = match.choose(lowest(match))
        assert match.eyes is None
    assert match.phase is Phase.WATCH
    match = match.step()
    assert (match.phase, match.eyes) == (Phase.REVEAL, None)
    match = until(match, lambda match: match.phase is Phase.DIG)
    assert match.eyes == match.actor
    match = match.play("-")
    assert match.eyes is None
    with pytest.raises(MatchError):
        until(match, lambda match: match.phase is not Phase.HAND_OVER).sit_down()


def test_a_card_is_taken_back_until_somebody_else_has_chosen() -> None:
    match = alone()
    assert not match.can_take_back
    with pytest.raises(MatchError) as caught:
        match.take_back()
    assert caught.value.key == "match.nothing_back"
    chosen = match.choose(lowest(match))
    assert chosen.take_back() == match
    assert not chosen.step().can_take_back
    several = Match.begin([ANNA, BERTA], seed=3).sit_down()
    laid = several.choose(lowest(several))
    assert laid.take_back().phase is Phase.HAND_OVER
    assert laid.take_back().actor == 0


def digging(*purses: tuple[int, str], edition: str = "en", shape: str = "##") -> Match:
    """Anna is to dig beside others, in a small mine with a mummy under the treasure."""
    mined = mine("5,-,-,-", "z4,1,-,-")
    game = table(mined, shape, *purses, edition_name=edition)
    return at(game, ANNA, *map(Seat, ("Bo", "Cy", "Di")[: len(purses) - 1]))


def test_a_move_is_taken_back_until_a_tile_has_shown() -> None:
    match = digging((3, ""), (0, ""))
    away = match.move("b1-c1")
    assert away.can_take_back
    assert away.take_back() == match
    shown = match.move("a1-b2")
    assert shown.mine.top("a1") is Tile.MUMMY
    assert not shown.can_take_back
    with pytest.raises(GameError) as caught:
        shown.take_back()
    assert caught.value.rule == "R33"
    with pytest.raises(GameError):
        match.take_back()


def test_a_turn_is_played_with_what_was_begun() -> None:
    match = digging((3, ""), (0, "")).move("a1-b2")
    after = match.play("dig a1 b1")
    assert [step.kind for step in after.steps[1:]] == [Kind.MOVED, Kind.DUG, Kind.PAID]
    assert after.steps[1].move is not None
    assert after.game.players[0].holding.money == 0
    assert match.play("moves b1-c1 c1-b1 -".removesuffix(" -")).steps[-1].kind is Kind.PAID
    free = digging((3, ""), (0, "")).play("-")
    assert [step.kind for step in free.steps[1:]] == [Kind.DUG]


@pytest.mark.parametrize(
    ("act", "kind", "key"),
    [
        (lambda match: match.move("a1-c1"), MoveError, "illegal.not_neighbours"),
        (lambda match: match.move("somewhere"), KsmError, "move.text"),
        (lambda match: match.move(7), ArgumentError, "argument.kind"),
        (lambda match: match.play("dig a1 b2"), WrongShape, None),
        (lambda match: match.play("dig b1 a1 with mirror"), PowerError, None),
        (lambda match: match.play("jump"), KsmError, "turn_text.unread"),
        (lambda match: match.choose(1), MatchError, "match.not_now"),
        (lambda match: match.add([]), MatchError, "match.not_now"),
        (lambda match: match.step(), MatchError, "match.not_now"),
        (lambda match: match.sit_down(), MatchError, "match.not_now"),
        (lambda match: match.scores, MatchError, "match.not_over"),
        (lambda match: replace(match, eyes=None).concede(), MatchError, "match.not_now"),
    ],
)
def test_what_is_not_allowed_is_refused(
    act: Callable[[Match], object], kind: type[KsmError], key: str | None
) -> None:
    match = digging((3, ""), (0, ""))
    with pytest.raises(kind) as caught:
        act(match)
    assert key is None or caught.value.key == key
    for language in ("en", "de"):
        assert caught.value.sentence(language)
    assert match == digging((3, ""), (0, ""))


def test_a_turn_that_cannot_be_paid_is_refused_at_first() -> None:
    match = digging((0, ""), (0, ""))
    shown = match.move("a1-b2")
    for before, turn in ((shown, "dig a1 b1"), (shown, "-"), (match, "moves b1-c1")):
        with pytest.raises(Unaffordable):
            before.play(turn)
    assert match.play("-").game.records


def test_no_turn_goes_on_for_ever() -> None:
    match = digging((3, ""), (0, ""))
    there_and_back = ["b1-c1", "c1-b1"] * (MOST_MOVES // 2)
    for move in there_and_back:
        match = match.move(move)
    with pytest.raises(MatchError) as caught:
        match.move("b1-c1")
    assert caught.value.params["most"] == MOST_MOVES
    with pytest.raises(MatchError):
        match.play("moves b1-c1")
    assert match.play("-", unpaid=True).steps[-1].kind is Kind.SHARED_OUT


def test_what_cannot_be_paid_must_be_meant() -> None:
    match = digging((1, "12"), (0, ""), (0, ""), edition="de").move("a1-b2")
    assert match.play("dig a1 b1").steps[-1].kind is Kind.PAID
    poor = digging((1, "ab"), (0, ""), (0, ""), edition="de").move("a1-b2")
    with pytest.raises(Unaffordable) as caught:
        poor.play("dig a1 b1")
    assert caught.value.params["left"] == -2
    after = poor.play("dig a1 b1", unpaid=True)
    assert after.steps[-1].kind is Kind.SHARED_OUT
    assert after.adding is None


def unpaid(letters: str, edition: str = "en") -> Match:
    """Anna has moved more than she can pay, and three others wait for tiles."""
    match = digging((1, letters), (0, ""), (0, ""), (0, ""), edition=edition)
    return match.move("b1-c1").move("c1-b1")


def test_the_offender_chooses_what_to_add_where_the_rules_say_so() -> None:
    match = unpaid("abcx")
    with pytest.raises(Unaffordable):
        match.play("-")
    asked = match.play("-", unpaid=True)
    assert asked.phase is Phase.ADD
    assert asked.adding is not None
    assert (asked.adding.count, asked.adding.held) == (3, tiles("xabc"))
    assert asked.take_back() == match
    for wrong in ("xa", "xxa", "xab1", ""):
        with pytest.raises(GameError):
            asked.add(tiles(wrong))
    done = asked.add(tiles("xab"))
    assert done.adding is None
    assert done.game.players[0].holding.tiles == tiles("c")
    assert [step.kind for step in done.steps[-2:]] == [Kind.DUG, Kind.SHARED_OUT]
    with pytest.raises(MatchError):
        asked.play("-")


@pytest.mark.parametrize(("letters", "edition"), [("abc", "en"), ("", "en"), ("abcx", "de")])
def test_nothing_is_asked_where_there_is_no_choice(letters: str, edition: str) -> None:
    after = unpaid(letters, edition).play("-", unpaid=True)
    assert after.adding is None
    assert after.steps[-1].kind is Kind.SHARED_OUT


def test_objects_spent_cannot_be_added() -> None:
    asked = unpaid("abxM").play(Turn.parse("with mirror"), unpaid=True)
    assert asked.adding is None
    asked = unpaid("abxyM").play(Turn.parse("with mirror"), unpaid=True)
    assert asked.adding is not None
    assert Tile.MIRROR not in asked.adding.held


def test_who_gives_up_has_not_won() -> None:
    match = alone().concede()
    assert (match.phase, match.over, match.actor) == (Phase.OVER, True, None)
    assert match.winners == (1,)
    assert [score.total for score in match.scores] == [10, 10]
    assert match.steps[-1].kind is Kind.CONCEDED
    with pytest.raises(MatchError):
        match.concede()
    assert not match.can_take_back
    three = Match.begin(NAMES[:3], seed=1).sit_down().concede()
    assert three.winners == (1, 2)
    assert three.view is not None


def test_points_are_told_in_the_end() -> None:
    match = until(Match.begin([ANNA, CARLO], seed=2), lambda match: match.over)
    assert match.phase is Phase.OVER
    assert match.scores == match.game.scores
    assert match.winners == match.game.winners != ()
    assert match.steps[-1].kind is Kind.OVER
    assert alone().winners == ()


def test_what_everybody_knows_of_a_seat() -> None:
    match = digging((9, "ab"), (0, "")).move("a1-b2").play("dig a1 b1")
    assert match.seat_infos[0].collected == Collected(3, 0)
    assert match.seat_infos[1].collected == Collected(0, 0)
    assert match.seat_infos[0].place is None
    assert (match.seat_infos[1].place, match.seat_infos[1].seat.name) == (0, "Bo")
    hidden = digging((0, "xM"), (0, ""), edition="de").move("a1-b2").play("dig a1 b1", unpaid=True)
    assert hidden.game.players[1].holding.tiles == tiles("1z")
    assert {standing.collected for standing in hidden.seat_infos} == {Collected(0, 0)}
    game = digging((0, ""), (0, "xM"), edition="de").game
    turned = at(replace(game, waiting=(1, 0)), ANNA, BERTA, eyes=1).move("a1-b2")
    hidden = turned.play("dig a1 b1", unpaid=True)
    assert hidden.game.players[0].holding.tiles == tiles("1z")
    assert {standing.collected for standing in hidden.seat_infos} == {Collected(0, 0)}


@pytest.mark.parametrize(
    ("make", "kind", "key"),
    [
        (lambda: Seat(""), SeatError, "seat.name"),
        (lambda: Seat(" Anna"), SeatError, "seat.name"),
        (lambda: Seat("An\nna"), SeatError, "seat.name"),
        (lambda: Seat("\x1b[2J"), SeatError, "seat.name"),
        (lambda: Seat("A" * (LONGEST_NAME + 1)), SeatError, "seat.long"),
        (lambda: Seat("Anna", "nobody"), ArgumentError, "argument.choice"),
        (lambda: Match.begin([ANNA, Seat("anna")], seed=1), SeatError, "seat.twice"),
        (lambda: Match.begin([ANNA], seed=1), GameError, "game.players"),
        (lambda: Match.begin([*NAMES, CARLO], seed=1), GameError, "game.players"),
        (lambda: Match.begin([ANNA, CARLO], seed=1, edition_name="fr"), KsmError, None),
        (lambda: Match.of([ANNA], alone().game), SeatError, "seat.count"),
    ],
)
def test_who_cannot_sit_so(
    make: Callable[[], object], kind: type[KsmError], key: str | None
) -> None:
    with pytest.raises(kind) as caught:
        make()
    assert key is None or caught.value.key == key
    assert caught.value.sentence("de") != caught.value.sentence("en")


def test_who_lacks_a_card_is_called_by_name() -> None:
    match = Match.begin([ANNA, BERTA], seed=1).sit_down()
    other = match.game.players[1].hand[0].number
    with pytest.raises(GameError) as refused:
        match.choose(other)
    assert refused.value.sentence("de") == f"Anna hat Karte {other} nicht auf der Hand."
    assert refused.value.rule == "R6"
