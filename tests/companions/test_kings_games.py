"""What is known in a game of Kings under Mountains of the units that players have drawn."""

from __future__ import annotations

from collections import Counter
from random import Random

from ksm_widgets.companions.kings.box import UNSEEN, Unit
from ksm_widgets.companions.kings.places import Pile
from ksm_widgets.companions.kings.position import Phase
from ksm_widgets.companions.kings.record import Game
from ksm_widgets.companions.kings.rules import Draw, legal


def test_a_unit_drawn_from_the_camp_is_known_to_all() -> None:
    game = Game.begin(2, 3)
    rng = Random(1)
    while True:
        act = next((one for one in legal(game.position) if isinstance(one, Draw)), None)
        if act is not None and isinstance(act.place, Pile):
            break
        game = game.after(rng.choice(legal(game.position)))
    unit = game.position.pile(act.place.race)[-1]
    view = game.after(act).position.seen(2)
    assert view.shown[0] == (unit,)
    assert Counter(view.hand(1)) == Counter({unit: 1, UNSEEN: 5})
    assert view.phase is Phase.PLAY
    assert isinstance(unit, Unit)
