"""Questions that a moment of a game gives rise to: puzzles still without grade and proof."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.ladder import proven
from ksm_widgets.puzzles.puzzle import Puzzle, Question, Solution
from ksm_widgets.puzzles.themes import Theme
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import cards
from ksm_widgets.rules.powers import ALL_POWER_SETS, Power
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.rules.turns import Turn
from ksm_widgets.rules.worth import USUAL_VALUES
from ksm_widgets.solver import Problem, Slot
from ksm_widgets.solver.problem import DEFAULT_MONEY

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.puzzles.positions import Moment
    from ksm_widgets.puzzles.wishes import Wish
    from ksm_widgets.rules.deck import Card

__all__ = ["asked"]

_UNPROVEN = Solution(Decimal(0), Turn())
_OFTEN = (*[Question.DIG] * 6, *Question)
"""Of what may be asked the best dig is asked most often."""
_SET_WORTH = 10_000
"""Thousandths: the fourth symbol of a set (R28)."""
_PAIRS = {theme: frozenset(map(Power, theme.value.split("+"))) for theme in Theme if theme.pair}
_SINGLES = {Theme(power.value): frozenset({power}) for power in Power}
_POWER_SETS = tuple(one for one in ALL_POWER_SETS if len(one) < 3)
_POSSIBLE = tuple(one for one in _POWER_SETS if one != {Power.MIRROR, Power.SEAL})
"""With the seal the mirror is idle (R23)."""
_POOR = 3
_HAND = (3, 4)


def asked(rng: Random, moment: Moment, wish: Wish) -> Puzzle | None:
    """A question about a moment, of the kind wished for; None if nothing suits it."""
    questions = [question for question in _OFTEN if question in wish.questions]
    question = chosen(rng, questions)
    theme = chosen(rng, sorted(wish.themes, key=lambda one: one.value)) if wish.themes else None
    card = _card(rng, moment.card, wish)
    if card is None:
        return None
    problem = Problem(moment.position, card.shape, _powers(rng, wish, theme), _money(rng, theme))
    plain = Puzzle(question, problem, _UNPROVEN, 1, number=card.number)
    match question:
        case Question.DIG:
            return _with_values(rng, plain, theme)
        case Question.KNOWN:
            return replace(plain, problem=replace(problem, position=moment.seen))
        case Question.WANTED:
            return _with_wanted(rng, plain)
        case Question.MAGIC:
            return _with_objects(rng, plain, theme)
        case Question.CARD:
            return _with_hand(rng, plain, moment, wish)
        case _:
            return _with_turn(rng, plain)


def _card(rng: Random, own: Card, wish: Wish) -> Card | None:
    """The card that is played, or another of the size wished for."""
    least, most = wish.sizes
    if least <= own.shape.size <= most:
        return own
    fitting = [card for card in cards() if least <= card.shape.size <= most]
    return chosen(rng, fitting) if fitting else None


def _powers(rng: Random, wish: Wish, theme: Theme | None) -> frozenset[Power]:
    if wish.powers is not None:
        return wish.powers
    if theme in _PAIRS:
        return _PAIRS[theme]
    if theme in _SINGLES:
        return _SINGLES[theme]
    if theme is not None or below(rng, 2):
        return frozenset()
    return chosen(rng, _POSSIBLE)


def _money(rng: Random, theme: Theme | None) -> int:
    """Mostly as at the start; little where it is to matter."""
    if theme is Theme.PAY_FROM_DIG or below(rng, 5) == 0:
        return below(rng, _POOR)
    return DEFAULT_MONEY


def _with_values(rng: Random, plain: Puzzle, theme: Theme | None) -> Puzzle:
    """One symbol may be worth a set: the player holds the other three."""
    if theme is not Theme.COMPLETE_SET and below(rng, 12):
        return plain
    symbols = [tile for tile in Tile if tile.group is Group.PARCHMENT]
    values = replace(USUAL_VALUES, single=((chosen(rng, symbols), _SET_WORTH),))
    return replace(plain, problem=replace(plain.problem, values=values))


def _with_wanted(rng: Random, plain: Puzzle) -> Puzzle | None:
    """One or two good tiles that lie near each other."""
    position = plain.problem.position
    good = [
        Slot(quarry, level)
        for quarry in QUARRIES
        for level, tile in enumerate(position.stack(quarry), start=1)
        if tile.treasure > _POOR or tile.group is Group.MAGIC
    ]
    if not good:
        return None
    first = chosen(rng, good)
    near = [slot for slot in good if 0 < slot.quarry.distance(first.quarry) <= 2]
    second = [chosen(rng, near)] if near and below(rng, 2) else []
    wanted = tuple(sorted({first, *second}))
    problem = replace(plain.problem, wanted=wanted, powers=frozenset(), money=DEFAULT_MONEY)
    return replace(plain, problem=problem)


def _with_objects(rng: Random, plain: Puzzle, theme: Theme | None) -> Puzzle:
    """Two or three objects held, of which one may be spent."""
    first = [power for power in Power if theme in _SINGLES and power in _SINGLES[theme]]
    others = [power for power in shuffled(rng, Power) if power not in first]
    held = (first + others)[: 2 + below(rng, 2)]
    ordered = tuple(power for power in Power if power in held)
    problem = replace(plain.problem, powers=frozenset(), money=DEFAULT_MONEY)
    return replace(plain, problem=problem, held=ordered)


def _with_hand(rng: Random, plain: Puzzle, moment: Moment, wish: Wish) -> Puzzle | None:
    """Some cards of the player's hand, each of another shape."""
    least, most = wish.sizes
    fitting = [
        card
        for card in shuffled(rng, (moment.card, *moment.hand))
        if least <= card.shape.size <= most
    ]
    hand = sorted(fitting[: chosen(rng, _HAND)], key=lambda card: card.number)
    if len(hand) < min(_HAND):
        return None
    problem = replace(plain.problem, shape=hand[0].shape, powers=frozenset(), money=DEFAULT_MONEY)
    return replace(plain, problem=problem, number=None, hand=tuple(hand))


def _with_turn(rng: Random, plain: Puzzle) -> Puzzle | None:
    """The best turn of somebody who has as much money as it takes, a coin more, or one less."""
    problem = replace(plain.problem, money=DEFAULT_MONEY)
    answer = proven(problem)
    if answer is None or answer.plan is None or answer.plan.dig is None:
        return None
    account = answer.plan.played.account
    money = account.due - account.treasures + chosen(rng, (-2, -1, -1, 0, 0, 1))
    if money < 0 or account.due < _POOR:
        return None
    solution = Solution(Decimal(0), answer.plan.turn)
    return replace(plain, problem=replace(problem, money=money), solution=solution)
