"""Guided games: a prepared game as a record, and the stops at which a learner is told what to do.

Nothing here knows what is right: `Best` asks the solver, so that a learner's own way is right if it
is as good.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from ksm_widgets.analysis.knowledge import card_to_play, option_problem, powers_held
from ksm_widgets.course.lesson import GuidedPart
from ksm_widgets.game.advice import objects_needed
from ksm_widgets.game.keeping import SAVED
from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.seats import Seat
from ksm_widgets.game.steps import Kind
from ksm_widgets.game.telling import names, objects_told
from ksm_widgets.rules import Card, Move, Turn, moved
from ksm_widgets.rules.errors import RuleError
from ksm_widgets.rules.game import Game
from ksm_widgets.rules.playthrough import replayed
from ksm_widgets.rules.position import dig_fault
from ksm_widgets.rules.quarries import Quarry
from ksm_widgets.rules.values import Values, in_coins
from ksm_widgets.rules.views import view as view_of
from ksm_widgets.solver import Problem, solve
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.telling.hints import HintLevel, hint, hint_area
from ksm_widgets.telling.phrases import Notice, Phrase, Tone
from ksm_widgets.telling.plans import move_phrase, move_told, objects_phrase, tiles_phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from ksm_widgets.rules import View
    from ksm_widgets.solver import Plan

Choice: TypeAlias = Card | Move | Turn
"""Something a learner does: lay down a card, move a tile, end the turn."""

_COINS = Values(parchment=0, magic=0, curse=0)
"""The worth of tiles to a learner who knows them only as money."""
_KNOWN_COINS = replace(_COINS, unseen=0)
"""The same, with nothing for a tile that nobody has seen yet."""
_LEARNER = 0
"""The learner's seat."""
_MINES = 10_000
"""Mines of a learner's own games, one after another: so few that other games hardly have one."""


@dataclass(frozen=True, slots=True)
class Best:
    """A request for a choice that is at most `slack` coins worse than the best.

    The best card has the number `card`; without one in hand it is looked for. The best turn has up
    to so many `moves`. It is searched for, unless it is `known`, as a search takes a browser too
    long. Tiles are worth their money; where the learner `spends` magic objects, they are worth what
    they change at the end, objects spent included.
    """

    card: int = 0
    known: str = ""
    moves: int = 1
    slack: int = 0
    spends: bool = False

    def plan(self, seen: View, card: Card) -> Plan | None:
        """The best turn with a card from here; None if the moves made can't be paid for."""
        problem = self.problem(seen, card)
        known, made = Turn.parse(self.known or "-"), tuple(seen.begun)
        if known.dig is not None and made == known.moves[: len(made)] and self.card == card.number:
            with suppress(RuleError):
                return plan_of(problem, replace(known, moves=known.moves[len(made) :]))
        return solve(problem).plan

    def best_card(self, seen: View) -> Card:
        """The best card of the hand."""
        known = [card for card in seen.hand if card.number == self.card]
        return (
            known[0] if known else max(seen.hand, key=lambda one: self._net(self.plan(seen, one)))
        )

    def fault(self, seen: View, choice: Choice) -> Phrase | None:
        """The reason why a choice won't do; None if it will."""
        match choice:
            case Card():
                return self._card_fault(seen, choice)
            case Move():
                return self._move_fault(seen, choice)
            case Turn():
                return self._turn_fault(seen, choice)

    def nudge(self, seen: View) -> Notice | None:
        """A hint where to look, and for what; None if no dig is the best choice."""
        card = card_to_play(seen) if seen.waiting else self.best_card(seen)
        plan, told = self.plan(seen, card), list[Phrase]()
        if plan is None or plan.dig is None:
            return None
        if not seen.waiting:
            size = card.shape.size
            told.append(Phrase(counted("match_advice.card_size", size), {"size": size}))
        elif plan.moves:
            told.append(hint(self.problem(seen, card), plan, HintLevel.IDEA))
        if plan.turn.powers:
            told.append(objects_needed(plan.turn.powers))
        told.append(hint(self.problem(seen, card), plan, HintLevel.WHERE))
        told.append(Phrase("match_advice.marked"))
        return Notice(tuple(told), places=hint_area(plan))

    def hint(self, seen: View) -> Notice:
        """The best choice, in words and on the board."""
        if not seen.waiting:
            card = self.best_card(seen)
            best = self.plan(seen, card)
            told = [Phrase("guided.hint_card", {"number": card.number})]
            return _notice([*told, *_spending(best)], best)
        card = card_to_play(seen)
        plan = self.plan(seen, card)
        if plan is None or plan.dig is None:
            return _notice([Phrase("guided.hint_none", {"none": Phrase("at_table.no_dig")})], None)
        if plan.moves:
            places = (plan.moves[0].source, plan.moves[0].target)
            return Notice(self._move_told(seen, card, plan), places=places)
        return _notice([*_spending(plan)] or [Phrase("guided.hint_dig")], plan)

    def _move_told(self, seen: View, card: Card, plan: Plan) -> tuple[Phrase, ...]:
        """The next move of a plan; where objects may be spent, also what all of it is for."""
        if not self.spends:
            step = move_phrase(seen.position, plan.moves[0])
            return (Phrase("guided.hint_move", {"step": step}),)
        told = {
            "moves": [*map(move_told, plan.moves)],
            "powers": names(objects_told(plan.turn.powers)) if plan.turn.powers else "",
            "tiles": tiles_phrase(plan.taken),
        }
        key = "guided.hint_plan_spend" if plan.turn.powers else "guided.hint_plan"
        return hint(self.problem(seen, card), plan, HintLevel.IDEA), Phrase(key, told)

    def _card_fault(self, seen: View, card: Card) -> Phrase | None:
        best, plan = self._net(self.plan(seen, self.best_card(seen))), self.plan(seen, card)
        if best - self._net(plan) <= self.slack:
            return None
        if (blind := self._blind(seen, card, plan)) is not None:
            moves, net = [*map(move_told, blind.moves)], _coins(blind.net)
            return Phrase.of("guided.card_unseen", number=card.number, net=net, moves=moves)
        if not self.spends and (plan is None or plan.dig is None):
            key = "guided.card_nothing" if self.moves else "guided.card_nothing_still"
            return Phrase(key, {"number": card.number})
        net = _coins(self._net(plan))
        figures: dict[str, Any] = {"number": card.number, "net": net, "best": _coins(best)}
        if plan is None or not plan.turn.powers:
            return Phrase("guided.card_less_moves" if self.moves else "guided.card_less", figures)
        # While a card is chosen objects can't be tried, so the place is shown.
        figures["sum"] = _sum_told(self.problem(seen, card), plan)
        figures["powers"] = names(objects_told(plan.turn.powers))
        return Phrase("guided.card_less_points", figures, places=plan.dig or ())

    def _blind(self, seen: View, card: Card, plan: Plan | None) -> Plan | None:
        """A turn that gains more than a card's `plan`, as it digs a tile that nobody has seen yet.

        Such a tile is counted as nothing. Without moves there is none to dig.
        """
        if self.spends:
            return None
        blind = solve(replace(self.problem(seen, card), values=_KNOWN_COINS)).plan
        return blind if self._net(blind) > self._net(plan) else None

    def _move_fault(self, seen: View, move: Move) -> Phrase | None:
        """The reason why a legal move does not help; a forbidden one is refused by the game.

        Where objects may be spent, a plan of several moves may well be better than what is known.
        """
        if self.spends:
            return None
        card, left = card_to_play(seen), self.moves - len(seen.begun)
        before = self.plan(seen, card)
        if before is None or before.dig is None:
            return None
        if before.moves[:1] == (move,):
            return None
        if left > 0:
            problem = self.problem(seen, card)
            position = moved(seen.position, [move], seen.variant)
            problem = replace(problem, position=position, money=problem.money - 1)
            after = solve(replace(problem, max_moves=left - 1)).plan
            if before.net - (self._net(after) - 1) <= self.slack:
                return None
        key = "guided.move_less" if before.moves else "guided.move_idle"
        return Phrase(key, {"best": _coins(before.net)}, "R14")

    def _turn_fault(self, seen: View, turn: Turn) -> Phrase | None:
        card = card_to_play(seen)
        best, problem = self.plan(seen, card), self.problem(seen, card)
        if turn.powers and not self.spends:
            return Phrase("guided.spent_early", rule="R19")
        try:
            plan = plan_of(problem, turn)
        except RuleError as error:
            return Phrase.why(error)
        if best is None or self._net(best) - plan.net <= self.slack:
            return None
        figures: dict[str, Any] = {"net": _coins(plan.net), "best": _coins(best.net)}
        if turn.dig is None:
            return Phrase(self._told("guided.undug"), figures, "R11")
        for power in turn.powers:
            without = replace(turn, powers=turn.powers - {power})
            blocked = dig_fault(seen.position, turn.dig, card.shape, without.powers)
            if blocked is None and plan_of(problem, without).net > plan.net:
                return Phrase("guided.spent_idle", {"powers": objects_phrase([power])}, "R19")
        if self.spends:
            figures["sum"] = _sum_told(problem, plan)
        return Phrase(self._told("guided.dig_less"), figures)

    def problem(self, seen: View, card: Card) -> Problem:
        """The question for the best turn with a card from here."""
        left = max(0, self.moves - len(seen.begun))
        problem = replace(option_problem(seen, card), max_moves=left)
        if self.spends:
            return replace(problem, may_spend=frozenset(powers_held(seen)))
        return replace(problem, stakes=None, unseen=None, values=_COINS)

    def _told(self, key: str) -> str:
        """The key of a fault's words, which speak of points where objects may be spent."""
        return f"{key}_points" if self.spends else key

    @staticmethod
    def _net(plan: Plan | None) -> Decimal | int:
        return 0 if plan is None else plan.net


@lru_cache(maxsize=4)
def _best_net(problem: Problem) -> int:
    """The net of the best turn, in whole coins."""
    return _coins(Best._net(solve(problem).plan))


def _spending(plan: Plan | None) -> Iterator[Phrase]:
    """The objects that a plan spends, in words; nothing if it spends none."""
    if plan is not None and plan.turn.powers:
        yield Phrase("guided.hint_spend", {"powers": names(objects_told(plan.turn.powers))})


def _sum_told(problem: Problem, plan: Plan) -> Phrase:
    """The points that a turn gains: its money, its other tiles at the end, what it spends."""
    account, spent = plan.played.account, len(plan.turn.powers)
    assert problem.stakes is not None, "points count where objects may be spent"
    net, money = _coins(plan.net), account.treasures - account.due
    kept = -_coins(in_coins(problem.stakes.worth((), spent).magic))
    parts = {"money": money, "tiles": net - money + kept, counted("spent", spent): -kept}
    told = [
        Phrase(f"guided.sum_{name}", {"points": str(points).replace("-", "−")})
        for name, points in parts.items()
        if points
    ]
    figures: dict[str, object] = {"net": net, "parts": told}
    return Phrase("guided.sum" if money != net else "guided.sum_all", figures)


def _notice(told: list[Phrase], plan: Plan | None) -> Notice:
    dig = () if plan is None or plan.dig is None else plan.dig
    return Notice(tuple(told), Tone.INFO, places=tuple(dig))


def _coins(net: Decimal | int) -> int:
    """A net as it is said: in whole coins."""
    return round(net)


@dataclass(frozen=True, slots=True)
class Stop:
    """A moment of a guided game: what is told there, and what is asked if something is.

    It is in `round` and `phase`, after so many `moves` of the turn and `turns` of the round, and
    where the learner's last turn has `spent` magic objects or none, unless these are None. Its
    words are in the catalogue under the game and the stop's `name`; with `_do` added, what is
    asked. `rules` are those it shows, and `places` the quarries that its words are about.
    """

    name: str
    round: int
    phase: Phase
    moves: int | None = None
    turns: int | None = None
    spent: bool | None = None
    asked: Best | None = None
    rules: tuple[str, ...] = ()
    places: tuple[Quarry, ...] = ()

    def fits(self, match: Match) -> bool:
        """Whether the match is there now."""
        game = match.game
        turns = len(game.records) - len(match.seats) * (game.round - 1)
        if (game.round, match.phase) != (self.round, self.phase):
            return False
        own = [record.turn for record in game.records if record.player == _LEARNER]
        spent = bool(own and own[-1].powers)
        told = ((self.moves, len(game.begun)), (self.turns, turns), (self.spent, spent))
        return all(wanted in (None, found) for wanted, found in told)


@dataclass(frozen=True, slots=True)
class GuidedGame(GuidedPart):
    """A game to be played under guidance from where its `record` ends, up to the `last` round.

    The learner has the first seat; the bots' levels on the others are `others`. With `counts` the
    learner counts the points at the end. A game that is the learner's `own` has no stops: at its
    end the coach asks about the costliest mistake again, and the next game has another mine.
    """

    record: str
    others: tuple[str, ...]
    stops: tuple[Stop, ...]
    last: int
    counts: bool = False
    own: bool = False

    @property
    def saved_as(self) -> str:
        """The name under which it is saved: the learner's own is one of their games."""
        return SAVED if self.own else f"guided.{self.name}"

    @property
    def first(self) -> int:
        """The first guided round."""
        return self.stops[0].round if self.stops else 1

    def begin(self, names: str, edition: str, begun: int = 0, before: Match | None = None) -> Match:
        """The match for somebody of an edition; `names` of the players are joined by commas.

        An own game after a match `before` is the same again; if that is over, it has the next mine.
        """
        seats = [
            Seat(name, level)
            for name, level in zip(names.split(", "), (None, *self.others), strict=False)
        ]
        game = replayed(self.record.format(edition=edition), standings=False)
        if self.own and before is not None:
            seed = before.game.setting.seed + before.over
            game = Game.begin(replace(game.setting, seed=seed))
        return Match.of(seats, game, begun=begun)

    def is_of(self, match: Match) -> bool:
        """Whether a saved match began like this game, and not like an earlier version of it."""
        game = self.begin("1, 2, 3, 4, 5", match.game.setting.edition.name).game
        begun, own, setting = game.records, match.game.records, match.game.setting
        if self.own and 0 <= setting.seed - game.setting.seed < _MINES:
            setting = replace(setting, seed=game.setting.seed)
        return setting == game.setting and own[: len(begun)] == begun

    def stop(self, match: Match) -> Stop | None:
        """The stop at which the match is now; None between two."""
        return next((stop for stop in self.stops if stop.fits(match)), None)

    def compared(self, match: Match) -> Phrase:
        """The learner's last turn in points, beside the best with an object or the best without.

        That is the other way than the learner's: without an object a single move is counted on,
        with one none, as far as a beginner sees.
        """
        steps = match.steps
        dug = max(
            at for at, step in enumerate(steps) if step.kind is Kind.DUG and step.seat == _LEARNER
        )
        turn = steps[dug].game.records[-1].turn
        begun, moved_on = (
            view_of(steps[at].game, _LEARNER) for at in (dug - len(turn.moves) - 1, dug - 1)
        )
        card, asked = card_to_play(begun), Best(moves=1 if turn.powers else 0, spends=True)
        own = plan_of(asked.problem(moved_on, card), replace(turn, moves=()))
        problem = asked.problem(begun, card)
        if turn.powers:
            problem = replace(problem, may_spend=frozenset())
        net, best = _coins(own.net) - len(turn.moves), _best_net(problem)
        key = "kept" if not turn.powers else "spent" if net > best else "spent_idly"
        return Phrase.of(f"guided.compared_{key}", net=net, best=best)

    def done(self, match: Match) -> bool:
        """Whether the guided rounds have been played."""
        return match.over or match.game.round > self.last

    def fault(self, match: Match, choice: Choice) -> Phrase | None:
        """The reason why a choice is not the one asked for; None if it is, or nothing is asked."""
        stop, seen = self.stop(match), match.view
        if stop is None or stop.asked is None or seen is None:
            return None
        return stop.asked.fault(seen, choice)
