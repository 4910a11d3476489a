"""The puzzles of one game: it is played from a seed, and each turn gives rise to questions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, Self

from ksm_widgets.puzzles.authoring import graded
from ksm_widgets.puzzles.interest import dull, offers_choice
from ksm_widgets.puzzles.judging import Unfair, needless, not_unique, without_idle_tiles
from ksm_widgets.puzzles.proof import prove, prove_answer, solve_within, with_ladder
from ksm_widgets.puzzles.puzzle import Puzzle, Question
from ksm_widgets.puzzles.questions import Filter, Snapshot, ask
from ksm_widgets.puzzles.themes import themes_of
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.game import Game, Setting
from ksm_widgets.rules.given import covered
from ksm_widgets.rules.tiles import Power
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver import Problem
from ksm_widgets.solver.engine import compiled_at_once
from ksm_widgets.solver.json_lines import written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ksm_widgets.rules.deck import Card


_CONSIDERED = 3
"""Cards of the hand that a player considers."""
_PLAYERS = (2, 2, 3, 4)
_WORK = 5_000
"""Aims and boards a player searches for a turn before giving up."""
_WORTH_KEEPING = 2.0
"""Coins a magic object must gain to be spent."""
_POWERS = frozenset(power.tile for power in Power)


def turns_of_game(rng: Random) -> Iterator[Snapshot]:
    """Every turn of a whole game between good players: the same for the same seed."""
    game = Game.begin(Setting(chosen(rng, _PLAYERS), below(rng, 2**31)))
    while not game.over:
        for player in range(len(game.players)):
            game = game.choose(player, _card(rng, game, player))
        while game.current is not None:
            player = game.current
            who = game.players[player]
            assert who.chosen is not None, "a player whose turn it is has a card"
            seen = covered(game.position, game.covering)
            yield Snapshot(game.position, seen, who.chosen, who.hand, who.holding)
            game = game.play(player, _turn(game, player, who.chosen))


def _card(rng: Random, game: Game, player: int) -> Card:
    """The card that nets most now, of a few of the hand."""
    who = game.players[player]
    considered = shuffled(rng, who.hand)[:_CONSIDERED]
    if len(considered) == 1:
        return considered[0]
    return max(considered, key=lambda card: (_net(game, player, card), -card.number))


def _net(game: Game, player: int, card: Card) -> float:
    answer = solve_within(_problem(game, player, card), _WORK)
    return 0 if answer is None or answer.net is None else float(answer.net)


def _turn(game: Game, player: int, card: Card) -> Turn:
    """The best turn with the card, spending a magic object if it gains enough."""
    best, most = Turn(), 0.0
    held = {Power.of(tile) for tile in game.players[player].holding.tiles if tile in _POWERS}
    for power in (None, *(power for power in Power if power in held)):
        answer = solve_within(_problem(game, player, card, power), _WORK)
        if answer is None or answer.plan is None or answer.plan.dig is None:
            continue
        gain = float(answer.plan.net) - (_WORTH_KEEPING if power else 0)
        if gain > most:
            best, most = answer.plan.turn, gain
    return best


def _problem(game: Game, player: int, card: Card, power: Power | None = None) -> Problem:
    spent = frozenset() if power is None else frozenset({power})
    money = game.players[player].holding.money
    return Problem(game.position, card.shape, spent, money)


OTHER = "other"
"""The reason for rejecting a puzzle that is fair, but not accepted by the filter."""
DULL = "dull"
"""The reason for rejecting a puzzle that is fair, but gains little over the obvious."""
NO_CHOICE = "no_choice"
"""The reason for rejecting a puzzle that is fair, but leaves nothing to choose."""
_QUESTIONS_EACH = 2
"""Questions about each turn."""
MOST_OF_GAME = 2
"""Puzzles of one game, whose mines differ in more than half of their stacks."""


@dataclass(frozen=True, slots=True)
class GamePuzzles:
    """The puzzles of one game, and how many questions were rejected for which reason."""

    game: int
    puzzles: tuple[Puzzle, ...]
    rejected: Counter[str]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read the data of `line`; raises KeyError, TypeError or KsmError for anything else."""
        rejected = Counter({str(reason): int(count) for reason, count in data["fell"].items()})
        return cls(int(data["game"]), tuple(map(Puzzle.from_dict, data["puzzles"])), rejected)

    @property
    def line(self) -> str:
        """A line of JSON, the same wherever the game was played."""
        data = {"game": self.game, "puzzles": [puzzle.to_dict() for puzzle in self.puzzles]}
        return written({**data, "fell": dict(sorted(self.rejected.items()))})


def puzzles_of_game(seed: int, game: int, wanted: Filter) -> GamePuzzles:
    """The puzzles of a game: the same for the same arguments, wherever it is played."""
    rng = Random(f"puzzles {seed} {game}")
    kept: list[Puzzle] = []
    rejected: Counter[str] = Counter()
    turns = shuffled(rng, list(enumerate(turns_of_game(rng))) * _QUESTIONS_EACH)
    while turns and len(kept) < MOST_OF_GAME:
        number, snapshot = turns.pop()
        question = ask(rng, snapshot, wanted)
        if question is None:
            continue
        found = finish(question, wanted)
        if isinstance(found, Puzzle) and any(alike(found, other) for other in kept):
            found = Unfair.REPEAT.value
        if isinstance(found, Puzzle):
            kept.append(replace(found, source=f"seed {seed} game {game} turn {number}"))
        else:
            rejected[found] += 1
    return GamePuzzles(game, tuple(kept), rejected)


def alike(puzzle: Puzzle, other: Puzzle) -> bool:
    """Whether half of the stacks of either mine, or more, are those of the other."""
    stacks, others = (one.problem.position.stacks for one in (puzzle, other))
    same = sum(a == b != () for a, b in zip(stacks, others, strict=True))
    return 2 * same >= min(sum(map(bool, stacks)), sum(map(bool, others)))


def game_line(seed: int, game: int, wanted: Mapping[str, Any]) -> str:
    """The work of a worker, with plain data in and out: the line of a game's puzzles."""
    with compiled_at_once():
        return puzzles_of_game(seed, game, Filter.from_dict(wanted)).line


def finish(question: Puzzle, wanted: Filter) -> Puzzle | str:
    """The finished puzzle of a question, or the reason for rejecting it; cheap checks first."""
    answer = prove_answer(question)
    if answer is None:
        return Unfair.TOO_HARD.value
    reason = not_unique(question, answer)
    if reason is not None:
        return reason.value
    if not wanted.accepts_answer(question.problem, len(answer.solution.turn.moves)):
        return OTHER
    if wanted.themes and not wanted.themes & set(themes_of(question, answer)):
        return OTHER
    if needless(question, answer):
        return Unfair.NEEDLESS.value
    proof = with_ladder(question, answer)
    if proof is None:
        return Unfair.TOO_HARD.value
    if not offers_choice(question, proof):
        return NO_CHOICE
    question = without_idle_tiles(question, proof)
    if question.question is Question.KNOWN and not question.problem.position.holds_unseen:
        return Unfair.NEEDLESS.value
    proof = prove(question)
    if proof is None:
        return Unfair.TOO_HARD.value
    # With the tiles just removed a power may have lost its use, or another dig its fault.
    reason = not_unique(question, proof)
    if reason is not None:
        return reason.value
    if needless(question, proof):
        return Unfair.NEEDLESS.value
    if question.question is Question.CARD:
        shape = question.problem_for(proof.solution.right[0]).shape
        question = replace(question, problem=replace(question.problem, shape=shape))
    if dull(question, proof):
        return DULL
    puzzle = graded(question, proof)
    return puzzle if wanted.accepts(puzzle) else OTHER
