"""The guided games of the course as data; their words are beside them."""

from __future__ import annotations

from dataclasses import replace

from ksm_widgets.course.guided import Best, GuidedGame, Stop
from ksm_widgets.game.match import Phase
from ksm_widgets.rules.dealing import CARDS_EACH
from ksm_widgets.rules.quarries import Quarry

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

_LAST = """\
game players 3 seed 15 edition {edition} variant standard
cards 27 26 25
turn 3 dig e2 d3 e3 d4 e4 e5
turn 2 dig c1 d1 b2 c2 a3 b3
turn 1 moves f4-e5 dig c5 d5 e5 f5 c6 f6
cards 30 14 10
turn 3 dig d3 e3 e4 f4
turn 2
turn 1 moves d2-d3 dig d2 d3 d4 c5 d5 e5
cards 17 20 11
turn 3 dig d4 e4 f4 e5
turn 1 moves c3-d2 dig c1 b2 c2 d2 c3
turn 2 dig c1 c2 d2 c3 d3
cards 7 4 8
turn 2 dig d2 c3 d3
turn 1 moves e3-d3 dig d3 e3 d4 e4
turn 3
cards 2 12 16
turn 1 dig f1 f2 f3
turn 2 dig b4 b5 a6 b6
turn 3
cards 13 1 28
turn 2 dig a6 b6 c6
turn 1
turn 3
"""

_MAGIC = """\
game players 3 seed 26 edition {edition} variant standard
cards 25 31 20
turn 3 dig a1 a2 b2 a3 b3
turn 1 dig d3 c4 d4 c5 d5 d6
turn 2 dig c1 c2 d2 e2 c3 e3
cards 11 15 16
turn 1 dig c3 d3 e3 d4
turn 2 dig a1 c1 a2 b2 c2
turn 3
cards 2 10 1
turn 3 dig a2 b2 c2
turn 1 dig a4 a5 a6
turn 2
"""

_SPENDS = Best(slack=3, spends=True)
_OBJECTS = replace(_SPENDS, card=26, known="dig e1 f2 f3 e4 f5 f6 with seal", moves=0, slack=1)
_ONE_OBJECT = replace(_OBJECTS, known="dig a3 b3 c3 d3 e3 a4 with seal")
_TWO_CARDS = replace(_OBJECTS, card=15, known="dig c5 d5 a6 b6 c6 with seal")
_SEAL = replace(_SPENDS, card=15, known="moves e6-e5 dig d5 e5 a6 b6 c6 with seal")
_MIRROR = replace(_SPENDS, card=6, known="moves b3-b2 dig b2 a3 b4 with mirror")

GAMES: dict[str, GuidedGame] = {
    game.name: game
    for game in (
        GuidedGame(
            "first",
            _FIRST,
            ("cautious", "cautious"),
            (
                Stop("card", 3, Phase.CHOOSE, asked=Best(card=10, moves=0), rules=("R6", "R7")),
                Stop("reveal", 3, Phase.REVEAL),
                Stop("snatched", 3, Phase.WATCH, turns=1),
                Stop("dig", 3, Phase.DIG, asked=Best(moves=0), rules=("R8", "R9", "R17")),
                Stop(
                    "gap",
                    4,
                    Phase.CHOOSE,
                    asked=Best(card=3),
                    rules=("R5", "R12", "R14"),
                    places=tuple(map(Quarry.parse, ("d2", "e2", "d3"))),
                ),
                Stop("gap_reveal", 4, Phase.REVEAL),
                Stop("move", 4, Phase.DIG, moves=0, asked=Best(), rules=("R13",)),
                Stop("filled", 4, Phase.DIG, moves=1, asked=Best(), rules=("R25",)),
                Stop("own", 5, Phase.CHOOSE, asked=Best(card=6, slack=2), rules=("R11",)),
                Stop("own_move", 5, Phase.DIG, moves=0, asked=Best(slack=2), rules=("R13",)),
                Stop("own_dig", 5, Phase.DIG, moves=1, asked=Best(slack=2)),
                Stop("end", 6, Phase.CHOOSE),
            ),
            last=5,
        ),
        GuidedGame(
            "spending",
            _MAGIC,
            ("cautious", "cautious"),
            (
                Stop("card", 4, Phase.CHOOSE, asked=_OBJECTS, rules=("R19", "R20")),
                Stop("dig", 4, Phase.DIG, asked=_ONE_OBJECT, rules=("R21", "R23", "R24")),
                Stop("end", 5, Phase.CHOOSE, spent=True),
                Stop("kept", 5, Phase.CHOOSE, spent=False),
            ),
            last=4,
        ),
        GuidedGame(
            "last",
            _LAST,
            ("cautious", "cautious"),
            (
                Stop("card", 7, Phase.CHOOSE, asked=_TWO_CARDS),
                Stop("dig", 7, Phase.DIG, asked=_SEAL, rules=("R29", "R30")),
                Stop("only", 8, Phase.CHOOSE),
                Stop("final", 8, Phase.DIG, asked=_MIRROR, rules=("R21", "R22", "R28")),
            ),
            last=8,
            counts=True,
        ),
    )
}
"""The guided games by name."""

OWN = GuidedGame(
    "own",
    "game players 3 seed 640 edition {edition} variant standard\n",
    ("thrifty", "cautious"),
    (),
    last=CARDS_EACH[3],
    own=True,
)
"""The learner's own first whole game."""
