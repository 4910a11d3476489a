"""A game's page under the fingers of a test: its controls, its board, and what it says."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import Any

from ksm_widgets.game.match import Match, Phase
from ksm_widgets.rules import QUARRIES, legal_digs
from ksm_widgets.rules.deck import around

__all__ = ["act", "act_by_chance", "begun", "html", "phase", "sit", "touch", "words"]


def html(game: Any, part: str) -> str:
    """The markup of a part of the page."""
    return str(game._panels[part].html)


def words(game: Any, part: str) -> str:
    """What a part of the page says."""
    bare = re.sub(r"<svg.*?</svg>|<style.*?</style>|<[^>]*>", " ", html(game, part))
    return re.sub(r"\s+", " ", unescape(bare)).strip()


def act(game: Any, name: str, value: str = "") -> None:
    """Use a control, and wait for what it does."""
    game.act(name, value)
    game.wait()
    assert not game.page.trouble


def touch(game: Any, *quarries: str) -> None:
    """Touch quarries of the mine one after the other, and wait for what that does."""
    for quarry in quarries:
        game._board._frame._handle_custom_msg({"tap": quarry}, [])
    game.wait()
    assert not game.page.trouble


def phase(game: Any) -> Phase | None:
    """What the page waits for."""
    found: Phase | None = game.page.phase
    return found


class Nowhere:
    """Keeps nothing: a match that began in the midst of things has no record."""

    def keep(self, match: Match) -> None:
        """Do nothing."""


def sit(game: Any, match: Match) -> None:
    """Have a match on the table that began elsewhere."""
    game._saves = Nowhere()
    game.set_page(game.page.sitting(match))


def begun(game: Any, level: str = "random") -> None:
    """Begin a game against a bot."""
    act(game, "level:1", level)
    act(game, "begin")


def act_by_chance(game: Any, rng: Random) -> None:
    """Whatever is asked for is done, by the controls of the page alone."""
    match phase(game):
        case Phase.CHOOSE:
            act(game, "card", str(rng.choice(game.match.view.hand).number))
            act(game, "choose")
        case Phase.DIG:
            seen = game.match.view
            shape = seen.revealed[seen.player].shape
            digs = legal_digs(seen.position, shape)
            if digs:
                dig = rng.choice(digs)
                act(game, "tool", "card")
                touch(game, str(next(one for one in QUARRIES if around(shape, one) == dig)))
            act(game, "dig" if digs else "no-dig")
            if game.page.turn.asks:
                act(game, "sure", game.page.turn.asks.value)
        case Phase.ADD:
            for tile in game.match.adding.held[: game.match.adding.count]:
                act(game, "add-tile", tile.letter)
            act(game, "add")
        case Phase.HAND_OVER:
            act(game, "sit")
        case _:
            act(game, "next")
