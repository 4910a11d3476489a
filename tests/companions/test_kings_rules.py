"""The rules of Kings under Mountains, one by one, each with what it forbids."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from ksm_widgets.companions.kings.box import Box, the_box
from ksm_widgets.companions.kings.cards import UNSEEN, Card, Mine, Race, Unit
from ksm_widgets.companions.kings.companion import COMPANION
from ksm_widgets.companions.kings.places import Numbered, Pile, Row
from ksm_widgets.companions.kings.position import Phase, Position, Site
from ksm_widgets.companions.kings.record import Game
from ksm_widgets.companions.kings.rules import Brought, Draw, Play, apply, brought, legal, new_game
from ksm_widgets.companions.kings.scoring import score, winners
from ksm_widgets.companions.kings.text import position_text, read_position
from ksm_widgets.rules.errors import FaultyPosition, RuleError
from tests.companions.kings_positions import EXAMPLE_1, EXAMPLE_2, numbers, small_position
from tests.companions.shared import InText, changed


def table(*changes: tuple[str, str]) -> Position:
    """The first example with changes, its deck grown or shrunk so that the cards add up."""
    text = changed(EXAMPLE_1, *changes)
    try:
        return read_position(text)
    except FaultyPosition as error:
        (fault,) = error.faults
        return read_position(text.replace("deck 52", f"deck {fault.params['rest']}"))


def with_deck(position: Position, *cards: str) -> Position:
    """The same with these units on top of the deck, each on the back of a mine 1.1.1."""
    mine = Mine(1, 1, False, 1, 1)
    on_top = [Card(Unit(Race(word[0]), int(word[1])), mine) for word in reversed(cards)]
    return replace(position, deck=(*position.deck[: -len(cards)], *on_top))


_GAME = InText(COMPANION)
played, names, refused = _GAME.played, _GAME.names, _GAME.refused


def camp(position: Position) -> str:
    line = next(line for line in position_text(position).splitlines() if line.startswith("camp"))
    return line.removeprefix("camp ")


# Set-up (K1-K5).


@pytest.mark.parametrize(("players", "deck"), [(2, 60), (3, 54), (4, 48)])
def test_a_game_is_set_up(players: int, deck: int) -> None:
    position = new_game(1, players)
    assert len(position.deck) == deck
    assert [site.units for site in position.centre if isinstance(site, Site)] == [()] * 4
    assert sum(map(len, position.camp)) == 4
    assert [len(hand) for hand in position.hands] == [6] * players
    assert len(set(position.kings)) == players
    assert (position.turn, position.phase) == (1, Phase.PLAY)
    assert new_game(1, players) == position != new_game(2, players)


def test_the_mines_of_our_box_follow_the_rule_that_the_file_names() -> None:
    assumed: Counter[Mine] = Counter()
    for number in range(80):
        defence, size = 1 + number % 3, 1 + number // 3 % 4
        overseer = number // 12 % 3 == 2
        value = size + defence - 1 + overseer
        assumed[Mine(defence, size, overseer, value, value)] += 1
    assert Counter(the_box().mines) == assumed
    assert set(the_box().units.values()) == {2}
    assert len(the_box().units) == 40


# A play (K6-K8).


def test_a_unit_goes_on_the_centre_or_an_own_mine() -> None:
    position = table()
    assert refused(position, "play D9 centre 1") == "K6"
    assert refused(position, "play D5 centre 5") == "K7"
    assert refused(position, "play O7 own 2") == "K7"
    assert played(position, "play O7 own 1").phase is Phase.DRAW


def test_only_stronger_units_go_on_weaker_ones_and_a_0_on_a_9() -> None:
    position = table()
    assert refused(position, "play D2 centre 1") == "K8"
    assert refused(position, "play D2 centre 3") == "K8"
    assert refused(position, "play G0 centre 1") == "K8"
    assert "play G0 centre 4" in names(position)
    assert "play G0 centre 2" in names(position)
    assert refused(position, "play O7 centre 4") == "K8"
    equal = table(("2.3.5!:O2", "2.3.5!:O5"))
    assert refused(equal, "play D5 centre 1") == "K8"
    on_zero = table(("2.2.3:D9", "3.3.5:D9,T0"))
    assert "play D2 centre 4" in names(on_zero)


def test_a_turn_is_a_play_and_then_a_draw() -> None:
    position = table()
    assert refused(position, "draw deck") == "K6"
    after = played(position, "play D5 centre 3")
    assert refused(after, "play O7 centre 1") == "K6"
    assert names(after) == ["draw camp D", "draw camp G", "draw camp O", "draw camp T", "draw deck"]


# Captures (K9-K11).


def test_the_number_of_units_captures_not_their_strength() -> None:
    strong = table(("3.4.6:G0,T4", "3.4.6:T9"))
    after = played(strong, "play G0 centre 3")
    assert len(after.own[0]) == 1
    assert str(after.centre[2]) == "3.4.6:T9,G0"


@pytest.mark.parametrize(("unit", "owner"), [("D5", 1), ("O7", 2), ("G6", 1), ("T5", 1)])
def test_the_last_unit_decides_who_gets_the_mine(unit: str, owner: int) -> None:
    position = table()
    after = played(position, f"play {unit} centre 1")
    new = str(after.own_of(owner)[-1])
    assert new == "2.3.5!"
    assert len(after.own_of(owner)) == len(position.own_of(owner)) + 1
    assert len(after.own[2 - owner]) == len(position.own[2 - owner])


def test_what_a_play_brings_about_can_be_told_before() -> None:
    for seed in range(20):
        position = small_position(Random(seed))
        seat = position.turn
        for play in (act for act in legal(position) if isinstance(act, Play)):
            after = apply(position, play)
            finished = len(after.done_of(seat)) > len(position.done_of(seat))
            captured = sum(map(len, after.own)) > sum(map(len, position.own))
            told = brought(position, play)
            assert (told is Brought.FINISHED, told is Brought.CAPTURED) == (finished, captured)


def test_only_known_units_of_a_hand_have_places() -> None:
    position = table()
    position = position.with_hand(1, (UNSEEN, *position.hand(1)[1:]))
    assert next(position.held(1)) == (Numbered(Row.HAND, 2), position.hand(1)[1])


def test_a_mine_that_must_be_there_is_missed() -> None:
    position = table()
    place = Numbered(Row.OWN, 2)
    assert position.known_site(Numbered(Row.OWN, 1), 1) == position.own_of(1)[0]
    with pytest.raises(LookupError):
        position.known_site(place, 1)


def test_units_go_back_to_the_camp_the_first_on_top() -> None:
    position = table(("3.4.6:G0,T4", "3.4.6:D1,D4"))
    after = played(position, "play D5 centre 3")
    assert camp(after) == "D1,D4,D5,D3,D8 O1 T9"
    assert str(after.centre[2]) == "2.2.3"
    assert len(after.deck) == len(position.deck) - 1


def test_another_box_puts_them_below() -> None:
    box = Box.parse(_cards(), numbers(6, returned="bottom", cards=80))
    position = replace(table(("3.4.6:G0,T4", "3.4.6:D1,D4")), box=box)
    assert camp(played(position, "play D5 centre 3")) == "D3,D8,D1,D4,D5 O1 T9"


# Own mines (K12-K15).


def test_miners_are_foreign_and_the_overseer_is_of_the_own_race() -> None:
    position = table(("own 1.2.2:G3", "own 1.2.3!:G3"))
    assert refused(position, "play D5 own 1") == "K12"
    assert refused(position, "play G0 own 1") == "K8"
    full = played(position, "play G6 own 1")
    assert str(full.own[0][0]) == "1.2.3!:G3,G6"
    assert score(full, 1) == -3
    later = replace(full, phase=Phase.PLAY)
    assert refused(later, "play O7 own 1") == "K13"
    assert refused(later, "play D5 own 1") == "K8"
    strong = replace(later, hands=((*later.hand(1), Unit(Race.DWARFS, 9)), *later.hands[1:]))
    done = played(strong, "play D9 own 1")
    assert (done.own[0], score(done, 1)) == ((), 3)
    assert done.discard[-3:] == (Unit(Race.GOBLINS, 3), Unit(Race.GOBLINS, 6), Unit(Race.DWARFS, 9))


def test_a_full_mine_without_overseer_is_finished() -> None:
    position = table()
    after = played(position, "play G6 own 1")
    assert (score(position, 1), score(after, 1)) == (-2, 2)
    assert after.own[0] == ()
    assert after.discard == (Unit(Race.GIANTS, 2), Unit(Race.GOBLINS, 3), Unit(Race.GOBLINS, 6))


# Draws and new hands (K16, K17).


def test_a_draw_takes_the_top_of_a_pile_or_the_deck() -> None:
    after = played(table(), "play G6 own 1")
    drawn = played(after, "draw camp D")
    assert (drawn.turn, drawn.hand(1)[-1]) == (2, Unit(Race.DWARFS, 3))
    assert camp(drawn) == "D8 O1 T9"
    deck = played(with_deck(after, "O9"), "draw deck")
    assert deck.hand(1)[-1] == Unit(Race.ORCS, 9)
    assert refused(after, "draw camp G") == "K16"
    assert refused(replace(after, deck=()), "draw deck") == "K16"


def test_a_unit_drawn_from_the_camp_is_known_to_all() -> None:
    position = new_game(3, 2)
    after = apply(position, legal(position)[0])
    draw = legal(after)[0]
    assert isinstance(draw, Draw)
    assert isinstance(draw.place, Pile)
    unit = after.pile(draw.place.race)[-1]
    view = apply(after, draw).seen(2)
    assert view.shown[0] == (unit,)
    assert Counter(view.hand(1)) == Counter({unit: 1, UNSEEN: 5})


def test_who_can_play_nothing_gets_a_new_hand() -> None:
    position = read_position(EXAMPLE_2)
    assert names(position) == ["swap"]
    assert refused(position, "play O1 centre 1") == "K8"
    again = with_deck(position, "D2", "D3", "D4", "G1", "O2", "O5")
    after = played(again, "swap")
    assert len(after.discard) == len(after.hand(2)) == 6
    # Again nothing fits: again.
    assert names(after) == ["swap"]
    better = played(with_deck(position, "D2", "D3", "T0", "G1", "O2", "O5"), "swap")
    assert names(better) == [*(f"play T0 centre {at}" for at in range(1, 5)), "play T0 own 1"]
    assert refused(table(), "swap") == "K17"
    assert refused(played(table(), "play G6 own 1"), "swap") == "K6"


def test_a_deck_with_fewer_cards_than_a_hand_is_drawn_out() -> None:
    position = read_position(EXAMPLE_2)
    short = replace(position, deck=position.deck[:2])
    playable = played(with_deck(short, "T0", "D2"), "swap")
    assert (len(playable.hand(2)), playable.phase) == (2, Phase.PLAY)
    end = played(playable, "play T0 own 1")
    assert end.phase is Phase.DRAW
    assert played(end, "draw camp D").phase is Phase.END
    stuck = played(with_deck(short, "D3", "D2"), "swap")
    assert stuck.phase is Phase.END


# The end (K19-K21).


def test_the_game_ends_with_the_turn_that_empties_the_deck() -> None:
    one = replace(table(), deck=table().deck[-1:])
    assert played(one, "play G6 own 1", "draw deck").phase is Phase.END
    assert played(one, "play G6 own 1", "draw camp D").turn == 2
    taken = played(one, "play D5 centre 1")
    assert (taken.phase, taken.deck) == (Phase.DRAW, ())
    assert str(taken.centre[0]) == "2.2.3"
    over = played(taken, "draw camp D")
    assert over.phase is Phase.END
    assert names(over) == []
    assert refused(over, "draw camp D") == "K19"


def test_a_gap_that_no_card_fills_stays() -> None:
    none = replace(table(), deck=())
    after = played(none, "play D5 centre 1")
    assert after.centre[0] is None
    assert position_text(after).splitlines()[1].startswith("centre - ;")
    assert refused(replace(after, phase=Phase.PLAY), "play O7 centre 1") == "K7"


def test_finished_mines_count_and_captured_ones_against() -> None:
    mine = Mine(1, 1, False, 5, 2)
    position = replace(table(), phase=Phase.END)
    assert (score(position, 1), score(position, 2)) == (-2, 1)
    assert winners(position) == (2,)
    assert winners(table()) == ()
    tied = replace(position, done=((mine, mine), ()), own=position.own)
    assert score(tied, 1) == 8
    even = replace(position, done=((Mine(1, 1, False, 3, 3),), (Mine(1, 1, False, 1, 1),)))
    assert winners(even) == (1, 2)
    more = replace(even, done=((Mine(1, 1, False, 2, 2), Mine(1, 1, False, 1, 1)), even.done[1]))
    assert winners(more) == (1,)
    shared = Box.parse(_cards(), numbers(6, tie="shared", cards=80))
    assert winners(replace(more, box=shared)) == (1, 2)


def _cards() -> str:
    lines = ["card,race,strength,unit_source,defence,size,overseer,value,penalty,mine_source"]
    lines += [
        f"{number},{unit.race},{unit.strength},known,1,1,no,1,1,known"
        for number, (unit, _) in enumerate(the_box().cards, start=1)
    ]
    return "\n".join(lines)


def test_a_refusal_names_units_in_words() -> None:
    with pytest.raises(RuleError) as caught:
        apply(read_position(EXAMPLE_1), Game.read_act("play O7 centre 4"))
    assert caught.value.sentence("de").startswith("Ork 7 kann nicht auf Zwerg 9: ")
    assert str(caught.value).startswith("orc 7 can't go on dwarf 9: ")
