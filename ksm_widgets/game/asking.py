"""A moment of a game as a question that the explorer opens, with what one seat knew then (R33)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ksm_widgets.analysis.knowledge import powers_held, stakes
from ksm_widgets.mine.links import held_parts, question_link
from ksm_widgets.rules.tiles import tile_counts
from ksm_widgets.rules.views import view

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.game.match import Match
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.rules.views import View


def moment_link(seen: View, tried: Card | None = None) -> str | None:
    """The query string of the question a player has now: mine, cards, money, tiles, the others.

    The card is the one revealed, the one `tried` or the one chosen. Before the reveal the whole
    hand is in it, even if no card is chosen. None without any card. It is made of a view, so it has
    nothing a seat may not know.
    """
    revealed = seen.revealed[seen.player]
    card = revealed or tried or seen.chosen
    if card is None and not seen.hand:
        return None
    known = stakes(seen)
    held = () if revealed else (*seen.hand, *([seen.chosen] if seen.chosen else ()))
    return question_link(
        seen.position,
        card,
        hand=sorted(held, key=lambda one: one.number),
        powers=powers_held(seen),
        money=seen.holding.money - len(seen.begun),
        variant=seen.variant,
        more=held_parts(
            known.holding,
            known.others,
            known.rounds_left,
            known.players,
            gone=_gone(seen, known.holding),
        ),
    )


def _gone(seen: View, holding: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles that are neither in the mine nor kept by this player, as far as that is known."""
    left = Counter(tile_counts())
    left.subtract(seen.position.counts())
    left.subtract(seen.unseen)
    left.subtract(holding)
    return tuple(tile for tile, count in left.items() for _ in range(count))


def step_view(match: Match, at: int) -> View | None:
    """The view at a step: of the person at the device, after the game of the player who was to act.

    None while the game goes on and nobody has the device.
    """
    step, eyes = match.steps[at], match.eyes
    if match.over:
        game = step.game
        persons = (seat for seat in match.persons if game.players[seat].chosen is None)
        waiting = game.current if game.current is not None else next(persons, None)
        eyes = eyes if waiting is None else waiting
    return None if eyes is None else view(step.game, eyes)
