"""Questions about a turn of a game: puzzles that are neither proven nor graded yet.

A filter says which are wanted: by size, powers, moves, theme, grade and question.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Self

from ksm_widgets.puzzles.interest import moves_to_find
from ksm_widgets.puzzles.proof import solve_within
from ksm_widgets.puzzles.puzzle import GRADES, Puzzle, PuzzleTheme, Question, Solution
from ksm_widgets.puzzles.themes import MOVES_OF, POWERS_OF, fits
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import MAX_SIZE, cards
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.tiles import ALL_POWER_SETS, PARCHMENTS, Group, Power
from ksm_widgets.rules.turns import Turn
from ksm_widgets.rules.values import USUAL_VALUES
from ksm_widgets.solver import Problem, Slot
from ksm_widgets.solver.problem import DEFAULT_MONEY

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.payment import Holding
    from ksm_widgets.rules.position import Position


_MOST_MOVES = 99


@dataclass(frozen=True, slots=True)
class Filter:
    """The puzzles that are wanted; by default all.

    `sizes` is the range of the card's size, `moves` of the answer's length. `powers` are exactly
    those spent, None for any. If there are `themes`, a puzzle must have one of them.
    """

    sizes: tuple[int, int] = (1, MAX_SIZE)
    moves: tuple[int, int] = (0, _MOST_MOVES)
    powers: frozenset[Power] | None = None
    themes: frozenset[PuzzleTheme] = field(default_factory=frozenset)
    grades: frozenset[int] = field(default_factory=lambda: frozenset(GRADES))
    questions: frozenset[Question] = field(default_factory=lambda: frozenset(Question))

    def accepts_answer(self, problem: Problem, moves: int) -> bool:
        """Whether a problem whose answer has so many moves may become a wanted puzzle."""
        return (
            self.sizes[0] <= problem.shape.size <= self.sizes[1]
            and self.moves[0] <= moves <= self.moves[1]
            and self.powers in (None, problem.powers)
        )

    def accepts(self, puzzle: Puzzle) -> bool:
        """Whether a finished puzzle is wanted."""
        return (
            self.accepts_answer(puzzle.problem, len(puzzle.solution.turn.moves))
            and puzzle.grade in self.grades
            and puzzle.question in self.questions
            and (not self.themes or bool(self.themes & set(puzzle.themes)))
        )

    @property
    def possible(self) -> bool:
        """Whether there can be such a puzzle: some would always be dull, or have another theme."""
        return any(
            self._is_possible(question, theme)
            for question in self.questions
            for theme in self.themes or PuzzleTheme
        )

    def _is_possible(self, question: Question, theme: PuzzleTheme) -> bool:
        """Whether a puzzle of a question can have a theme, with the moves and powers wanted."""
        if question is Question.PAYABLE:
            return theme is PuzzleTheme.PAY_FROM_DIG
        best_dig = question in (Question.DIG, Question.KNOWN)
        if theme is PuzzleTheme.DONT_DIG:
            return best_dig and self.moves[0] == 0
        spans = (self.moves, moves_to_find(question), MOVES_OF.get(theme, self.moves))
        if max(least for least, _ in spans) > min(most for _, most in spans):
            return False
        if not best_dig:  # They spend nothing, but an object may be the answer.
            return not self.powers and len(POWERS_OF[theme]) <= (question is Question.MAGIC)
        return self.powers is None or fits(theme, self.powers)

    def to_dict(self) -> dict[str, object]:
        """The filter as JSON data for a recipe, without defaults."""
        default = Filter()
        data: dict[str, object] = {
            "sizes": list(self.sizes),
            "moves": list(self.moves),
            "powers": None if self.powers is None else sorted(one.value for one in self.powers),
            "themes": sorted(theme.value for theme in self.themes),
            "grades": sorted(self.grades),
            "questions": sorted(question.value for question in self.questions),
        }
        return {
            name: value
            for name, value in data.items()
            if getattr(self, name) != getattr(default, name)
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, list[Any]]) -> Self:
        """The filter of JSON data; raises ValueError or TypeError for anything else."""
        made: dict[str, Any] = {}
        for name, value in data.items():
            match name:
                case "sizes" | "moves":
                    least, most = map(int, value)
                    made[name] = (least, most)
                case "powers":
                    made[name] = frozenset(map(Power, value))
                case "themes":
                    made[name] = frozenset(map(PuzzleTheme, value))
                case "grades":
                    made[name] = frozenset(map(int, value))
                case "questions":
                    made[name] = frozenset(map(Question, value))
                case _:
                    raise ValueError(name)
        return cls(**made)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A turn about to be played: the mine, what has been seen of it, and the player's cards."""

    position: Position
    seen: Position
    """The mine as the players know it, with `?` for unseen tiles."""
    card: Card
    hand: tuple[Card, ...]
    """The cards left in the player's hand, without the one being played."""
    holding: Holding


_UNPROVEN = Solution(Decimal(0), Turn())
_OFTEN = (*[Question.DIG] * 6, *Question)
"""The best dig is asked for most often."""
_SET_WORTH = 10_000
"""Thousandths: the fourth symbol of a set (R28)."""
_POWER_SETS = tuple(one for one in ALL_POWER_SETS if len(one) < 3)
_POSSIBLE = tuple(one for one in _POWER_SETS if one != {Power.MIRROR, Power.SEAL})
"""With the seal the mirror changes nothing (R23)."""
_POOR = 3
_HAND = (3, 4)


def ask(rng: Random, turn: Snapshot, wanted: Filter) -> Puzzle | None:
    """A random question about a turn that the filter may accept; None if there is none."""
    questions = [question for question in _OFTEN if question in wanted.questions]
    question = chosen(rng, questions)
    themes = sorted(wanted.themes, key=lambda one: one.value)
    theme = chosen(rng, themes) if themes else None
    card = _card(rng, turn.card, wanted)
    if card is None:
        return None
    problem = Problem(turn.position, card.shape, _powers(rng, wanted, theme), _money(rng, theme))
    plain = Puzzle(question, problem, _UNPROVEN, 1, number=card.number)
    match question:
        case Question.DIG:
            return _with_values(rng, plain, theme)
        case Question.KNOWN:
            return replace(plain, problem=replace(problem, position=turn.seen))
        case Question.WANTED:
            return _with_wanted(rng, plain)
        case Question.MAGIC:
            return _with_objects(rng, plain, theme)
        case Question.CARD:
            return _with_hand(rng, plain, turn, wanted)
        case _:
            return _with_turn(rng, plain)


def _card(rng: Random, own: Card, wanted: Filter) -> Card | None:
    """The card being played, or another one of the wanted size."""
    least, most = wanted.sizes
    if least <= own.shape.size <= most:
        return own
    fitting = [card for card in cards() if least <= card.shape.size <= most]
    return chosen(rng, fitting) if fitting else None


def _powers(rng: Random, wanted: Filter, theme: PuzzleTheme | None) -> frozenset[Power]:
    if wanted.powers is not None:
        return wanted.powers
    if theme is not None:
        return POWERS_OF[theme]
    if below(rng, 2):
        return frozenset()
    return chosen(rng, _POSSIBLE)


def _money(rng: Random, theme: PuzzleTheme | None) -> int:
    """Mostly the starting money, sometimes less, and always less where paying is the theme."""
    if theme is PuzzleTheme.PAY_FROM_DIG or below(rng, 5) == 0:
        return below(rng, _POOR)
    return DEFAULT_MONEY


def _with_values(rng: Random, plain: Puzzle, theme: PuzzleTheme | None) -> Puzzle:
    """Sometimes the player holds three symbols, so that the fourth is worth a set."""
    if theme is not PuzzleTheme.COMPLETE_SET and below(rng, 12):
        return plain
    values = replace(USUAL_VALUES, single=((chosen(rng, PARCHMENTS), _SET_WORTH),))
    return replace(plain, problem=replace(plain.problem, values=values))


def _with_wanted(rng: Random, plain: Puzzle) -> Puzzle | None:
    """One valuable tile is wanted, or two that are close together."""
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


def _with_objects(rng: Random, plain: Puzzle, theme: PuzzleTheme | None) -> Puzzle:
    """The player holds two or three magic objects and may spend one."""
    about = frozenset() if theme is None or theme.pair else POWERS_OF[theme]
    first = [power for power in Power if power in about]
    others = [power for power in shuffled(rng, Power) if power not in first]
    held = (first + others)[: 2 + below(rng, 2)]
    ordered = tuple(power for power in Power if power in held)
    problem = replace(plain.problem, powers=frozenset(), money=DEFAULT_MONEY)
    return replace(plain, problem=problem, held=ordered)


def _with_hand(rng: Random, plain: Puzzle, turn: Snapshot, wanted: Filter) -> Puzzle | None:
    """Some cards of the player's hand to choose from."""
    least, most = wanted.sizes
    fitting = [
        card for card in shuffled(rng, (turn.card, *turn.hand)) if least <= card.shape.size <= most
    ]
    hand = sorted(fitting[: chosen(rng, _HAND)], key=lambda card: card.number)
    if len(hand) < min(_HAND):
        return None
    problem = replace(plain.problem, shape=hand[0].shape, powers=frozenset(), money=DEFAULT_MONEY)
    return replace(plain, problem=problem, number=None, hand=tuple(hand))


def _with_turn(rng: Random, plain: Puzzle) -> Puzzle | None:
    """The best turn, with exactly the money it takes, a coin more, or one or two less."""
    problem = replace(plain.problem, money=DEFAULT_MONEY)
    answer = solve_within(problem)
    if answer is None or answer.plan is None or answer.plan.dig is None:
        return None
    account = answer.plan.played.account
    money = account.due - account.treasures + chosen(rng, (-2, -1, -1, 0, 0, 1))
    if money < 0 or account.due < _POOR:
        return None
    solution = Solution(Decimal(0), answer.plan.turn)
    return replace(plain, problem=replace(problem, money=money), solution=solution)
