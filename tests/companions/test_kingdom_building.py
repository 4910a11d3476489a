"""The rules of Kingdom of Solomon from the cards to the end, with what they forbid (S21-S35)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from ksm_widgets.companions.kingdom.acts import Discard, Pass
from ksm_widgets.companions.kingdom.box import the_box
from ksm_widgets.companions.kingdom.companion import COMPANION
from ksm_widgets.companions.kingdom.country import road_fault
from ksm_widgets.companions.kingdom.position import Phase, Position, road_between
from ksm_widgets.companions.kingdom.rules import legal, new_game
from ksm_widgets.companions.kingdom.scoring import score, winners
from ksm_widgets.companions.kingdom.telling import act_phrase, did_phrase
from ksm_widgets.companions.kingdom.text import position_text, read_position
from ksm_widgets.rules.errors import RuleError
from ksm_widgets.telling.phrases import Reader
from tests.companions.kingdom_positions import building, goods_text, place, resolving, rich, table
from tests.companions.shared import InText

_GAME = InText(COMPANION)
played, names, refused = _GAME.played, _GAME.names, _GAME.refused


# Fortune cards (S21, S22).


def test_the_discards_become_a_pile_when_it_is_out() -> None:
    position = replace(new_game(3, 4), phase=Phase.RESOLVE)
    pile = position.pile
    position = place()
    spent = replace(resolving("Prophet:2 Judah:3"), pile=(), discards=("f", "f", "ww"), seed=5)
    after = played(spent, "use Prophet")
    assert Counter((*after.pile, after.fortune[1][-1])) == Counter(("f", "f", "ww"))
    assert after.discards == ()
    assert played(replace(spent, discards=()), "use Prophet").fortune == spent.fortune
    assert len(pile) == 32


def test_points_cards_count_when_played() -> None:
    position = replace(place(), turn=3)
    after = played(position, "play p3")
    assert (after.scores[2], after.turn, after.discards) == (38, 3, ("p3",))
    assert refused(position, "play a") == "S22"
    assert refused(position, "play p5") == "S21"


def test_goods_cards_pay_for_building_only() -> None:
    position = building()
    assert "build 1 - with f" not in names(position)
    enough = building(("goods ssswwwwf", "goods sswwwwff"))
    after = played(enough, "build 1 Aram with f")
    assert goods_text(after, 1) == "ssww"
    assert after.fortune[0] == ()
    assert refused(enough, "build 1 Aram with w") == "S21"
    # It gives no change: a card that pays for nothing may not go.
    assert refused(building(), "block points s with f") == "S22"


def test_a_card_of_any_good_is_used_as_one() -> None:
    position = building(("fortune f", "fortune a"), ("goods ssswwwwf", "goods sswwwwff"))
    after = played(position, "build 1 Aram with a:f")
    assert (goods_text(after, 1), after.discards) == ("ssww", ("a",))
    assert refused(position, "build 1 Aram with a:g") == "S22"


def test_a_card_of_two_goods_gives_no_change() -> None:
    position = building(("fortune f", "fortune ss"), ("goods ssswwwwf", "goods sswwwwff"))
    assert goods_text(played(position, "block points s with ss"), 1) == "sswwwwff"
    assert goods_text(played(position, "block points w with ss"), 1) == "sswwwff"


def test_more_than_three_cards_are_discarded_at_the_end_of_a_round() -> None:
    position = building(("fortune f ; 2", "fortune f w p2 p3 s ; 2"))
    position = played(position, "pass", "pass")
    assert (position.phase, position.turn) == (Phase.DISCARD, 1)
    assert refused(position, "play p2") == "S7"
    assert refused(position, "discard g") == "S21"
    after = played(position, "discard p2", "discard f")
    assert (after.phase, after.fortune[0]) == (Phase.PLACE, ("w", "p3", "s"))
    assert after.scores == (20, 14)


def test_cards_that_nobody_has_seen_can_be_discarded_too() -> None:
    position = building(("fortune f ; 2", "fortune f w p2 ? ; 5"))
    position = played(position, "pass", "pass")
    assert legal(position) == (Discard("f"), Discard("p2"), Discard("w"), Discard("?"))
    position = played(position, "discard ?")
    assert (position.turn, legal(position)) == (2, (Discard("?"),))
    after = played(position, "discard ?", "discard ?")
    assert (after.phase, after.discards) == (Phase.PLACE, ("?", "?", "?"))


# The market (S23, S24).


def test_the_market_goes_backwards() -> None:
    position = table()
    assert position.turn == 2
    assert refused(position, "sell g") == "S23"
    after = played(position, "sell c")
    assert (after.scores[1], after.market[1], after.turn) == (14 + 4, 2, 1)
    bought = played(after, "buy c")
    assert (bought.scores[0], bought.market) == (20 - 4, position.market)


def test_selling_and_buying_back_is_a_wash() -> None:
    position = table(("order 1 2", "order 2 1"))
    after = played(position, "sell s", "pass", "buy s")
    assert (after.scores, after.goods) == (position.scores, position.goods)


def test_what_the_market_refuses() -> None:
    position = table(("order 1 2", "order 2 1"), ("s2 w1 f3", "s4 w0 f4"), ("score 20", "score 0"))
    assert refused(position, "sell s") == "S23"
    assert refused(position, "buy w") == "S23"
    assert refused(position, "buy s") == "S24"
    assert refused(position, "sell g") == "S23"


def test_a_pass_is_final_unless_the_box_says_otherwise() -> None:
    position = played(table(), "pass", "sell s")
    assert position.turn == 1
    after = played(position, "pass")
    assert (after.phase, after.turn) == (Phase.BUILD, 1)
    box = replace(the_box(), pass_is_final=False)
    position = played(replace(table(), box=box), "pass", "sell s")
    assert position.turn == 2
    assert played(position, "pass", "pass").phase is Phase.BUILD


@pytest.mark.parametrize(
    ("is_final", "act", "did"),
    [
        (True, "Leave the market", "Player 1 passes and is out of the market"),
        (False, "Pass for now", "Player 1 passes for now"),
    ],
)
def test_a_pass_is_told_as_the_box_means_it(is_final: bool, act: str, did: str) -> None:
    position = replace(table(), box=replace(the_box(), pass_is_final=is_final))
    reader = Reader("en")
    assert reader.say(act_phrase(position, Pass())) == act
    assert reader.say(did_phrase(position, 1, Pass())) == did


# Building (S25-S30).


def test_one_card_any_roads_and_blocks() -> None:
    position = rich(building())
    after = played(position, "build 12 Aram", "road Aram Bashan", "block points s", "block token")
    assert (after.scores[0], after.temple, after.tokens) == (20 + 15 + 5, 4, (1, 1))
    assert after.display == (1, 4, 11)
    assert after.own[0] == (7, 10, 12)
    assert refused(after, "build 1 Dan") == "S25"
    assert refused(after, "build 5 Dan") == "S25"
    assert refused(position, "build 5 Dan") == "S27"
    assert played(after, "pass").turn == 2


def test_roads() -> None:
    position = rich(building(("Judah:2", "Aram:1 Dan:2"), ("own 7 10 ;", "own 7 8 10 ;")))
    after = played(position, "road Aram Bashan")
    assert goods_text(after, 1).count("w") == 4
    assert after.roads == (("Aram", "Bashan"), ("Bashan", "Tob"))
    assert "road Lebanon Aram" in names(position)
    for ends in ("Samaria Gilead", "Aram Tob", "Aram Aram", "X Y"):
        assert refused(position, f"road {ends}") == "S26"
    for ends in ("Aram Naphtali", "Bashan Tob", "Tob Bashan"):
        assert refused(position, f"road {ends}") == "S28"
    foreign = rich(building(("Judah:2", "Gilead:2")))
    assert refused(foreign, "road Tob Gilead") == "S28"
    for where, own, far in ((foreign, "Tob", "Gilead"), (position, "Aram", "Naphtali")):
        fault = road_fault(where, road_between(the_box(), own, far), 1)
        assert fault is not None
        assert (fault.places, fault.params) == ((far,), {"place": far})
    none = replace(position, box=replace(the_box(), roads=1))
    assert refused(none, "road Aram Bashan") == "S26"
    assert refused(rich(after, "w"), "road Lebanon Aram") == "S25"
    unpaid = building(("goods ssswwwwf", "goods ssswf"), ("Tob:1 Judah:2", "Tob:1 Judah:2"))
    assert refused(rich(unpaid, "w"), "block points s") == "S25"


def test_a_card_without_building_leaves_the_map_alone() -> None:
    position = rich(building(("cards 1 4 11 12", "cards 1 4 18 12")))
    after = played(position, "build 18 -")
    assert (after.sites, after.own[0]) == (position.sites, (7, 10, 18))
    assert refused(position, "build 18 Aram") == "S27"
    assert refused(position, "build 1 -") == "S27"
    assert refused(position, "build 1 Judah") == "S27"
    assert refused(position, "build 1 Edom") == "S27"


def test_the_temple_is_built_in_order_and_paid() -> None:
    position = rich(building(), "sssw")
    assert refused(position, "block points") == "S29"
    assert refused(position, "block points sw") == "S29"
    assert refused(position, "block points g") == "S25"
    after = played(position, "block points w")
    assert (after.scores[0], after.temple, goods_text(after, 1)) == (25, 3, "ss")
    done = rich(building(("temple 2", "temple 10")))
    assert refused(done, "block points") == "S29"


def test_a_round_ends_when_all_have_built() -> None:
    position = played(building(), "pass", "pass")
    assert (position.phase, position.left, position.turn) == (Phase.PLACE, (6, 6), 1)
    position = rich(building())
    dealt = replace(position, deck=(2, 5))
    bought = played(dealt, "build 12 Aram", "pass", "pass")
    assert (bought.display, bought.deck) == ((1, 4, 5, 11), (2,))
    empty = played(replace(position, deck=()), "build 12 Aram", "pass", "pass")
    assert empty.display == (1, 4, 11)


def test_gaps_stay_where_nobody_has_seen_the_next_building_card() -> None:
    after = played(rich(building()), "build 12 Aram", "pass", "pass")
    assert (after.display, len(after.deck)) == ((1, 4, 11), 13)
    assert read_position(position_text(after)) == after
    trading = replace(after, phase=Phase.MARKET, left=(0, 0))
    assert legal(played(trading, "pass", "pass"))


# The High Priestess (S31-S33).


def test_the_favour_goes_to_most_tokens_and_stays_in_a_tie() -> None:
    position = rich(building())
    after = played(position, "block token s")
    assert (after.tokens, after.favour) == ((1, 1), 2)
    after = played(after, "block token")
    assert (after.tokens, after.favour) == ((2, 1), 1)
    first = rich(building(("tokens 0 1 | favour 2", "tokens 0 0 | favour -")))
    assert played(first, "block token s").favour == 1


def test_the_favour_lets_one_pawn_stand_at_another_building() -> None:
    position = replace(place(), turn=1)
    after = replace(played(position, "put Bashan"), turn=1)
    assert refused(after, "put Dan") == "S33"
    assert refused(replace(after, turn=4), "put Dan") == "S10"
    guest = resolving("Bashan:1 Judah:3", ("order 2 3 1 4", "order 1 2 3 4"))
    assert goods_text(played(guest, "use Bashan"), 1) == "cswf"


def test_the_fifth_building_takes_off_the_marker_and_keeps_the_favour() -> None:
    position = rich(
        building(
            ("sites Bashan:1 Tob:1", "sites Bashan:1 Tob:1 Dan:1 Asher:1"),
            ("own 7 10", "own 7 10 14 15"),
            ("tokens 0 1 | favour 2", "tokens 2 0 | favour 1"),
        )
    )
    after = played(position, "build 1 Aram")
    assert (after.buildings(1), after.favour, after.ending) == (5, 1, True)


# The end (S34, S35).


def test_after_the_trigger_cards_bring_points_only() -> None:
    position = rich(building(("temple 2", "temple 9")))
    last = played(position, "block points g")
    assert last.ending
    assert refused(last, "build 1 Aram") == "S34"
    after = played(last, "build 1 -")
    assert (after.scores[0], after.sites) == (20 + 7 + 14, position.sites)
    first = played(position, "build 1 Aram", "block points g")
    assert len(first.sites) == 4
    over = played(after, "pass", "pass")
    assert (over.phase, names(over)) == (Phase.END, [])
    assert refused(over, "pass") == "S34"


@pytest.mark.parametrize("by", ["sites", "five", "temple"])
def test_three_ways_to_end(by: str) -> None:
    position = rich(building())
    sites = [*the_box().sites]
    if by == "sites":
        left = tuple((site, 1 + at % 2) for at, site in enumerate(sites[:-1]))
        full = replace(position, sites=left, box=replace(the_box(), most_buildings=9))
        assert not full.ending
        assert played(full, f"build 1 {sites[-1]}").ending
    elif by == "five":
        four = replace(position, sites=tuple((site, 1) for site in sites[:4]))
        assert not four.ending
        assert played(four, f"build 1 {sites[4]}").ending
    else:
        nine = replace(position, temple=9)
        assert not nine.ending
        assert played(nine, "block token g").ending


def test_the_final_score_and_ties() -> None:
    position = building(("fortune f ; 2", "fortune f p3 ; 2"), ("temple 2", "temple 10"))
    assert (score(position, 1), score(position, 2)) == (20 + 3 + 8, 14 + 20 + 3)
    assert winners(position) == ()
    over = played(position, "pass", "pass")
    assert winners(over) == (2,)
    assert winners(replace(over, scores=(26, 14))) == (1,)
    even = replace(over, scores=(26, 14), sites=over.sites[1:])
    assert winners(even) == (1, 2)


@pytest.mark.parametrize(
    ("position", "act", "en", "de"),
    [
        (place(), "put Trader", "on Trader already", "Auf Händler steht"),
        (place(), "put 99", "on building card 99:", "Auf Gebäudekarte 99 kann"),
        (place(), "give w", "Player 2 owes the Tax Collector nothing.", "Spieler 2 schuldet"),
        (resolving("Prophet:4"), "use Thief", "pawn on Thief.", "Auf Dieb hast"),
        (building(), "play ww", "no card of 2 wood.", "keine Karte mit 2 Holz."),
        (building(), "play f", "The card of 1 food brings", "Die Karte mit 1 Nahrung bringt"),
        (building(), "block token gg", "not right: 2 gold.", "stimmt nicht: 2 Gold."),
    ],
)
def test_a_refusal_names_places_and_goods_in_words(
    position: Position, act: str, en: str, de: str
) -> None:
    with pytest.raises(RuleError) as caught:
        played(position, act)
    assert en in caught.value.sentence("en")
    assert de in caught.value.sentence("de")
