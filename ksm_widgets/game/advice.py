"""Hints for a player: the best choice from their view (R33), told bit by bit.

It is the choice of the judge who weighs cards and reviews games, too. Where that takes too long, as
the kernel is not compiled, it is that of a quick bot.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ksm_widgets.analysis.endings import LAST_PLAYER
from ksm_widgets.analysis.knowledge import (
    card_to_play,
    foreseen,
    option_problem,
    without_needless,
)
from ksm_widgets.analysis.options import to_a_look
from ksm_widgets.analysis.weighing import LONG_LOOK, best_options
from ksm_widgets.game.standing import as_good_told, expected_told, is_as_good
from ksm_widgets.players import get_bot
from ksm_widgets.rules import Card, KsmError, Power, RuleError, Turn, legal_moves
from ksm_widgets.solver import Problem, solve
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.engine import engine, want_compiled
from ksm_widgets.solver.gains import Purpose, completes_set, gains_of
from ksm_widgets.solver.ideas import Idea
from ksm_widgets.telling.hints import HintLevel, hint, hint_area, hint_marks
from ksm_widgets.telling.phrases import Notice, Phrase
from ksm_widgets.telling.plans import idea_phrase, move_told
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ksm_widgets.analysis.weighing import AnyOption
    from ksm_widgets.rules import Move, Quarry, View
    from ksm_widgets.solver import Plan


_QUICK = "steady"
"""The bot that is asked instead: good enough to learn from."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The best choice in a view: dig by `plan`, None if no dig can pay for the moves.

    `card` is the number of the card to dig with; while one is chosen, the one to lay down.
    `options` are those that were weighed, the best first; none if a quick bot was asked. `changed`
    is why it is another plan than the one told before in this turn, and `earlier` is what was told
    before it in this round, the latest first.
    """

    view: View
    problem: Problem
    plan: Plan | None
    card: int
    options: tuple[AnyOption, ...] = ()
    changed: Phrase | None = None
    earlier: tuple[Advice, ...] = field(default=(), compare=False, repr=False)

    def known(self, view: View) -> Advice | None:
        """The advice told for this view, now or before moves that were taken back since.

        None if there is none, a closer look is possible by now, or a later plan leads here.
        """
        for told in self.all_told():
            if told.view == view and (told.options or not engine().compiled):
                return told.after(self)
            if told.rest(view) is not None:
                break
        return None

    def all_told(self) -> tuple[Advice, ...]:
        """This advice and what was told before it, the latest first."""
        return (self, *self.earlier)

    def after(self, before: Advice) -> Advice:
        """This advice, told after another one: what is of the same round is remembered."""
        now = self.view
        earlier = (
            replace(one, earlier=())
            for one in before.all_told()
            if (one.view.player, one.view.round) == (now.player, now.round) and one.view != now
        )
        return replace(self, earlier=tuple(earlier))

    def rest(self, view: View) -> Advice | None:
        """The rest of the plan, if it is being followed and nothing has come to light since."""
        if self.view == view:
            return self
        told = plan_told(self, view)
        if told is None or told.left is None or told.news is not None:
            return None
        problem = option_problem(view, card_to_play(view), told.left.powers)
        # The same choice as before, so the same figure.
        return Advice(view, problem, _plan(view, told.left), self.card, self.options[:1])

    def told(self, level: HintLevel) -> tuple[Phrase, ...]:
        """The advice up to a level of hints: from the kind of dig to the move and the card.

        Each level says more than the one before, with what is lit up on the board (`places`). What
        a quick bot would do is called quick as soon as the dig is told.
        """
        quick = not self.options and not engine().compiled and level >= HintLevel.TILES
        first = (self.changed, Phrase("match_advice.quick") if quick else None)
        return (*(one for one in first if one is not None), *self._told(level))

    def _told(self, level: HintLevel) -> tuple[Phrase, ...]:
        choosing = self.view.revealed[self.view.player] is None
        problem, plan = self.problem, self.plan
        if plan is None:
            return (Phrase.of("match_advice.stuck"),)
        if plan.dig is None:
            key = "match_advice.no_card" if choosing else "match_advice.no_dig"
            return (Phrase.of(key, number=self.card), *self._weighed(level))
        if level < HintLevel.TILES:
            told = [_kind(problem, plan), hint(problem, plan, HintLevel.WHERE)]
        elif level is HintLevel.ALL:
            told = _whole(self.view, plan)
        else:
            told = [hint(problem, plan, HintLevel.TILES)]
        if choosing and len(self.view.hand) > 1 and level < HintLevel.TILES:
            size = len(plan.dig)
            told.insert(0, Phrase.of(counted("match_advice.card_size", size), size=size))
        if level is HintLevel.WHERE:
            moves = any(legal_moves(problem.position, problem.variant))
            still = Phrase.of("match_advice.nothing_moves")
            first = self._idea(plan) if moves else still
            if first == idea_phrase(Idea.COMPLETE):
                told = [one for one in told if one != _COMPLETE]
            told.insert(0, first)
        elif level is HintLevel.MOVE:
            unmoved = Phrase.of(f"match_advice.no_{'more_' if self.view.begun else ''}move")
            told.append(hint(problem, plan, level) if plan.turn.moves else unmoved)
        if problem.powers and level < HintLevel.WHERE:
            told.append(objects_needed(problem.powers))
        elif problem.powers:
            powers = sorted(problem.powers, key=lambda power: power.value)
            told.insert(0, Phrase.of("match_advice.spend", powers=powers))
        if choosing and level >= HintLevel.TILES:
            told.insert(0, Phrase.of("match_advice.card", number=self.card))
        return (*told, *self._weighed(level))

    def _idea(self, plan: Plan) -> Phrase:
        """The idea of the plan; moves that were made are paid for, even if it needs no more."""
        idea = hint(self.problem, plan, HintLevel.IDEA)
        if self.view.begun and idea == idea_phrase(Idea.AS_IT_LIES):
            return Phrase.of("match_advice.no_more_move")
        return idea

    def _weighed(self, level: HintLevel) -> list[Phrase]:
        """The lead to expect, and whether others are as good: with the last of the hints."""
        if not self.options or level < HintLevel.ALL:
            return []
        return [*expected_told(self.options[0].ahead), *as_good_told(self.options)]

    def notice(self, level: HintLevel, before: Sequence[Phrase | KsmError] = ()) -> Notice:
        """The advice up to a level as a message, after what is told before.

        The whole plan is on the board as well.
        """
        whole = None if level < HintLevel.ALL else self.plan
        path = () if whole is None else whole.turn.moves
        places = self.places(level)
        area = [Phrase("match_advice.marked")] if level is HintLevel.WHERE and places else []
        return Notice((*before, *self.told(level), *area), places=places, path=path)

    def places(self, level: HintLevel) -> tuple[Quarry, ...]:
        """The quarries to light up: an area first, then the tiles, then the move."""
        plan = self.plan
        if plan is None or plan.dig is None:
            return ()
        return hint_area(plan) if level is HintLevel.WHERE else hint_marks(plan, level)


def advice(
    view: View,
    pulse: Callable[[], object] = lambda: None,
    *,
    look: int = LONG_LOOK,
    before: Advice | None = None,
) -> Advice:
    """Find what to do: to lay down a card, or in this player's turn, to dig.

    The plan told `before` in this turn stays if, after all that has happened since, what it loses
    may be luck; for a view that advice was told for, it is the same again. The best
    few options are weighed by `look` games. `pulse` is called about every tenth of a second; what
    it raises ends the work.
    """
    want_compiled()
    if before is None:
        return _advised(view, pulse, look)
    return (before.known(view) or _after(before, view, pulse, look)).after(before)


def _after(before: Advice, view: View, pulse: Callable[[], object], look: int) -> Advice:
    """Find what to do after what was told before, and say why if that is another plan."""
    for one in before.all_told():
        if one.view == view:
            found = _advised(view, pulse, look)
            same = (found.card, found.plan) == (one.card, one.plan)
            return found if same else replace(found, changed=Phrase("match_advice.closer"))
        if (told := plan_told(one, view)) is not None:
            return one.rest(view) or _kept_or_new(one, told, view, pulse, look)
    found = _advised(view, pulse, look)
    undone = any(_took_back(one, found) for one in before.all_told())
    return replace(found, changed=Phrase("match_advice.taken_back")) if undone else found


def _kept_or_new(
    before: Advice, told: PlanTold, view: View, pulse: Callable[[], object], look: int
) -> Advice:
    """Find whether what is left of a plan is still best, or else what is."""
    found = _advised(view, pulse, look, told.left, firm=not told.others_news)
    # After moves of the player's own it may still be the whole plan, and not to dig is no new one.
    assert before.plan is not None, "a plan was told"
    stays = before.plan.turn if told.left is None else told.left
    if found.plan is None or found.plan.turn != stays:
        return replace(found, changed=_reason(before, told, found))
    needless = [one for one in Power if one in before.plan.turn.powers - found.plan.turn.powers]
    key = counted("match_advice.needless", len(needless))
    return replace(found, changed=Phrase.of(key, powers=needless)) if needless else found


def _took_back(before: Advice, found: Advice) -> bool:
    """Whether moves were taken back after which this was told, and it is another turn now."""
    then, now = before.view, found.view
    made = len(now.begun)
    if before.plan is None or found.plan is None or then.records != now.records:
        return False
    if then.revealed != now.revealed or then.begun[:made] != now.begun or then.begun == now.begun:
        return False
    told = before.plan.turn
    return replace(told, moves=(*then.begun[made:], *told.moves)) != found.plan.turn


def _advised(
    view: View,
    pulse: Callable[[], object],
    look: int,
    plan: Turn | None = None,
    *,
    firm: bool = True,
) -> Advice:
    """Find what to do; a `plan` is kept if what it loses may be luck.

    One that is not `firm` is kept only if it is among those that a closer look is taken at anyway.
    """
    asked, weighs = view, engine().compiled
    options: tuple[AnyOption, ...] = ()
    if view.revealed[view.player] is None:
        options = best_options(view, look=look, pulse=pulse) if weighs else ()
        card = options[0].choice if options else get_bot(_QUICK).card(view)
        assert isinstance(card, Card), "before the reveal it is cards that are weighed"
        # As if the card to lay down were revealed, and nothing else had changed.
        revealed = list(view.revealed)
        revealed[view.player] = card
        view, weighs = replace(view, revealed=tuple(revealed)), False
    problem = option_problem(view, card_to_play(view))
    number = card_to_play(view).number
    if problem.money < 0 and LAST_PLAYER.turn(view).dig is None:
        # No dig surely pays for these moves, nor with an object: if any, it is one that takes a
        # risk. Bots never get there, so none is asked.
        return Advice(asked, problem, solve(problem).plan, number)
    if weighs:
        options = best_options(view, plan if firm else None, look=look, pulse=pulse)
        if plan is not None and not firm:
            options = _led_by(plan, options, view)
    turn = options[0].choice if weighs else get_bot(_QUICK).turn(view)
    assert isinstance(turn, Turn), "after the reveal it is turns that are weighed"
    best = _plan(view, turn)
    if plan is not None and not weighs:
        best = max(_plan(view, plan), best, key=lambda one: one.net)
    return Advice(asked, replace(problem, powers=best.turn.powers), best, number, options)


def _led_by(plan: Turn, options: tuple[AnyOption, ...], view: View) -> tuple[AnyOption, ...]:
    """The options, with a plan in front if it was weighed closely and is about as good."""
    look = to_a_look(view, plan.moves)
    for one in options:
        what = one.choice
        assert isinstance(what, Turn), "turns are weighed"
        same = to_a_look(view, what.moves) == look if look else what == plan
        if same and one.closely and is_as_good(one, options):
            return (one, *(other for other in options if other is not one))
    return options


def _plan(view: View, turn: Turn) -> Plan:
    """A turn as a plan, without objects that bring it nothing.

    Raises the error of one that the rules forbid or money does not pay for.
    """
    plan = plan_of(option_problem(view, card_to_play(view), turn.powers), turn)
    turn = without_needless(view, plan.turn)
    if turn == plan.turn:
        return plan
    return plan_of(option_problem(view, card_to_play(view), turn.powers), turn)


_NEW_TILE = "match_advice.new_tile"


@dataclass(frozen=True, slots=True)
class PlanTold:
    """A plan told before: what is left of it, None if it can't be played, and the news since.

    Without `news` nothing has happened but the player's own moves.
    """

    left: Turn | None
    news: Phrase | None

    @property
    def others_news(self) -> bool:
        """Whether the others have shown their cards or taken their turns since."""
        return self.news is not None and self.news.key != _NEW_TILE


def plan_told(before: Advice, view: View) -> PlanTold | None:
    """The plan that was told for the turn in this view; None if none was."""
    then = before.view
    card = view.revealed[view.player]
    if (then.player, then.round) != (view.player, view.round) or before.plan is None:
        return None
    begun = len(then.begun)
    if card is None or card.number != before.card or view.begun[:begun] != then.begun:
        return None
    return PlanTold(_left(before.plan.turn, view, view.begun[begun:]), _news(then, view))


def _left(turn: Turn, view: View, made: Sequence[Move]) -> Turn | None:
    """The rest of a turn after these moves, which may have been made in another order.

    None if some are not its own, or the rest can't be played any more.
    """
    moves = [*turn.moves]
    try:
        for move in made:
            moves.remove(move)
        return _plan(view, replace(turn, moves=tuple(moves))).turn
    except (ValueError, RuleError):
        return None


def _news(then: View, now: View) -> Phrase | None:
    """The first thing that came to light since: others' turns, their cards, or a tile uncovered."""
    if any(one.taken or one.turn.moves for one in now.records[len(then.records) :]):
        return Phrase("match_advice.new_turns")
    if now.revealed != then.revealed:
        return Phrase("match_advice.new_cards")
    looks = to_a_look(then, now.begun[len(then.begun) :])
    return Phrase.of(_NEW_TILE, quarry=looks[-1].source) if looks else None


def _reason(before: Advice, told: PlanTold, found: Advice) -> Phrase:
    """The reason why the plan found is not the one told before.

    A tile that came to light is the reason only if, before it did, the plan found was no better.
    """
    if told.news is None:
        return Phrase("match_advice.new_moves")
    if told.news.key != _NEW_TILE or before.plan is None or found.plan is None:
        return told.news
    made = found.view.begun[len(before.view.begun) :]
    unseen = foreseen(before.view, made)
    left = _left(before.plan.turn, unseen, made)
    if left is None:
        return Phrase("match_advice.new_moves")
    then, now = (LAST_PLAYER.gain(unseen, one) for one in (left, found.plan.turn))
    better = then is not None and now is not None and now > then
    return Phrase("match_advice.closer") if better else told.news


def objects_needed(powers: Collection[Power]) -> Phrase:
    """That a dig takes magic objects, and how many, but not yet which."""
    return Phrase.of(counted("match_advice.with_object", len(powers)), count=len(powers))


def _whole(view: View, plan: Plan) -> list[Phrase]:
    """Every step of a plan that digs, in order, and where to ask again."""
    moves, quarries = list(plan.turn.moves), list(plan.dig or ())
    if not moves:
        key = "match_advice.now_dig" if view.begun else "hint.all_still"
        return [Phrase.of(key, quarries=quarries)]
    steps = [*map(move_told, moves)]
    told = [Phrase.of(counted("match_advice.moves", len(moves)), moves=steps, quarries=quarries)]
    look = to_a_look(view, moves)
    return [*told, Phrase.of("match_advice.look", quarry=look[-1].source)] if look else told


_COMPLETE = Phrase.of("match_advice.kind_sets_complete")
_FOR_BONUS = Phrase.of("match_advice.kind_magic_last")


def _kind(problem: Problem, plan: Plan) -> Phrase:
    """The main reason why the dig is worth its cost."""
    account = plan.played.account
    worth = {"treasures": float(account.treasures)}
    for gain in gains_of(problem, plan.taken):
        cost = account.curses if gain.purpose is Purpose.CURSES else 0
        worth[gain.purpose.value] = float(gain.amount) - cost
    kind = max(worth, key=worth.__getitem__)
    if worth[kind] <= 0:
        return Phrase("match_advice.kind_later")
    if kind == Purpose.SETS.value and completes_set(problem, plan):
        return _COMPLETE
    stakes = problem.stakes
    if kind == Purpose.MAGIC.value and stakes is not None and stakes.others is not None:
        return _FOR_BONUS  # On the last dig nothing can be spent later.
    return Phrase.of(f"match_advice.kind_{kind}")
