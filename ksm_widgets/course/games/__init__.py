"""The guided games of the course as data; their words are beside them."""

from __future__ import annotations

from ksm_widgets.course.guided import Best, GuidedGame, Stop
from ksm_widgets.game.match import Phase

_FIRST = """\
game players 3 seed 286 edition {edition} variant standard
cards 28 29 24
turn 3 dig a1 b1 c1 a2 b2 c2
turn 1 dig c4 d4 b5 e5 c6 d6
turn 2 dig f2 b3 c3 d3 e3 f3
cards 13 20 4
turn 3 dig d3 c4 d4
turn 1
turn 2 dig b1 b2 c2 b3 c3
"""

GAMES: dict[str, GuidedGame] = {
    game.name: game
    for game in (
        GuidedGame(
            "first",
            _FIRST,
            ("cautious", "cautious"),
            (
                Stop("card", 3, Phase.CHOOSE, asked=Best(card=10), rules=("R6", "R7")),
                Stop("reveal", 3, Phase.REVEAL),
                Stop("watch", 3, Phase.WATCH, turns=0),
                Stop("snatched", 3, Phase.WATCH, turns=1),
                Stop("dig", 3, Phase.DIG, asked=Best(), rules=("R8", "R9", "R17")),
                Stop("gap", 4, Phase.CHOOSE, asked=Best(card=3), rules=("R12", "R14")),
                Stop("gap_reveal", 4, Phase.REVEAL),
                Stop("move", 4, Phase.DIG, asked=Best(), rules=("R13",)),
                Stop("filled", 4, Phase.DIG, moves=1, asked=Best(), rules=("R25",)),
                Stop("own", 5, Phase.CHOOSE, asked=Best(card=6, slack=2), rules=("R11",)),
                Stop("own_move", 5, Phase.DIG, asked=Best(slack=2), rules=("R13",)),
                Stop("own_dig", 5, Phase.DIG, moves=1, asked=Best(slack=2)),
                Stop("end", 6, Phase.CHOOSE),
            ),
            last=5,
        ),
    )
}
"""The guided games by name."""
