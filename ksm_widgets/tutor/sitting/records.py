"""A position and what is played on it, as text to keep."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ksm_widgets.rules.balance import Balance
from ksm_widgets.rules.powers import Power
from ksm_widgets.tutor.coach.gains import gain_phrases
from ksm_widgets.tutor.coach.steps import step_phrases
from ksm_widgets.tutor.phrases import Phrase, power_term, tile_term
from ksm_widgets.tutor.sitting.links import link_of
from ksm_widgets.tutor.sitting.playing import balance, weighed
from ksm_widgets.tutor.sitting.viewing import plan_phrase, way_phrase

if TYPE_CHECKING:
    from ksm_widgets.tutor.sitting.screen import Screen
    from ksm_widgets.tutor.sitting.session import Session

__all__ = ["record_of"]


def record_of(session: Session, language: str) -> str:
    """Board, card, powers, money and link; and the plan on the board, or the own turn, in words.

    While nothing is played, a plan that was found and looked at is kept with the position too.
    """
    situation, state = session.situation, session.state
    powers = [power_term(power, language) for power in Power if power in situation.powers]
    lines = [
        Phrase.of("plan.position").say(language),
        str(situation.position),
        situation.position.text,
        Phrase.of("plan.card", number=situation.number, shape=situation.card.shape).say(language),
        Phrase.of("plan.powers", powers=powers or Phrase.of("plan.no_powers")).say(language),
        Phrase.of("plan.money", money=situation.money).say(language),
        *(phrase.say(language) for phrase in _screen_phrases(situation.screen)),
        f"?{link_of(situation)}",
        *([] if situation.position.faults() else [json.dumps(situation.problem().to_dict())]),
        "",
    ]
    reckoned = balance(session)
    plan, own, shown = state.plan, state.attempt.phrases(), state.shown
    if plan is None and not own and shown is not None and not shown.hidden:
        plan = shown.plan
    if plan is not None:
        reckoned = plan.balance if plan.dig is not None else Balance(plan.played.account)
        told = plan_phrase(plan) if shown is None else way_phrase(shown, shown.chosen)
        lines.append(f"{Phrase.of('plan.title').say(language)}: {told.say(language)}")
        steps = step_phrases(plan)
    else:
        steps = own
        title = f"{Phrase.of('plan.own').say(language)}:"
        lines.append(title if own else Phrase.of("plan.none").say(language))
    lines += [f"{number}. {step.say(language)}" for number, step in enumerate(steps, start=1)]
    lines.append(
        Phrase.of(
            "plan.sums", **reckoned.account.figures(), others=reckoned.others, net=reckoned.net
        ).say(language)
    )
    if plan is not None and shown is not None:
        asked, taken = shown.question.situation, plan.taken
    else:
        asked, _, taken = weighed(session)
    if taken:
        lines += [phrase.say(language) for phrase in gain_phrases(asked.problem(), taken)]
    return "\n".join(lines) + "\n"


def _screen_phrases(screen: Screen) -> tuple[Phrase, ...]:
    """What the player holds and how near the end is, if worth goes by that."""
    if not screen.used:
        return ()
    tiles = [tile_term(tile) for tile in screen.tiles] or Phrase.of("screen.record_none")
    held = Phrase.of("screen.record", tiles=tiles)
    if not screen.last:
        left = {"rounds": screen.rounds_left, "players": screen.players}
        return held, Phrase.of("screen.record_rounds", **left)
    others = [
        Phrase.of("screen.record_other", curses=other.curses, magic=other.magic)
        for other in screen.others
    ]
    return held, Phrase.of("screen.record_last", others=others)
