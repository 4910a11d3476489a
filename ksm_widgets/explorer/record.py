"""The position and the turn in the explorer as text, to keep or to pass on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ksm_widgets.explorer.links import link_of
from ksm_widgets.explorer.plan_words import plan_phrase, way_phrase
from ksm_widgets.explorer.playing import Weighed, weighed
from ksm_widgets.rules.tiles import Power
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import (
    power_term,
    step_phrases,
    tile_term,
)

if TYPE_CHECKING:
    from ksm_widgets.explorer.session import Session
    from ksm_widgets.explorer.situation import Screen


def record_of(session: Session, language: str) -> str:
    """The position, a link to it, and the plan on the board or the own turn, as text.

    As long as no move is made, a plan found is included too.
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
    found = weighed(session)
    plan, own, shown = state.plan, state.attempt.phrases(), state.shown
    if plan is None and not own and shown is not None and not shown.hidden:
        plan = shown.plan
    if plan is not None:
        situation = situation if shown is None else shown.question.situation
        reacts = shown is not None and shown.policy is not None
        found = Weighed(situation, plan.played.account, plan.taken, plan.turn.powers, reacts)
        told = plan_phrase(plan) if shown is None else way_phrase(shown, shown.chosen)
        lines.append(f"{Phrase.of('plan.title').say(language)}: {told.say(language)}")
        steps = step_phrases(plan)
    else:
        steps = own
        title = f"{Phrase.of('plan.own').say(language)}:"
        lines.append(title if own else Phrase.of("plan.none").say(language))
    lines += [f"{number}. {step.say(language)}" for number, step in enumerate(steps, start=1)]
    result = found.balance
    figures = {**result.account.figures(), "others": result.others, "net": result.net}
    sums = Phrase.of("plan.sums_spent" if result.kept else "plan.sums", **figures, kept=result.kept)
    phrases = [sums, *found.spent_phrases, *found.gain_phrases]
    lines += [phrase.say(language) for phrase in phrases]
    return "\n".join(lines) + "\n"


def _screen_phrases(screen: Screen) -> tuple[Phrase, ...]:
    """Say what the player holds and how near the end is, if that is used."""
    if not screen.used:
        return ()
    tiles = [tile_term(tile) for tile in screen.tiles] or Phrase.of("screen.record_none")
    held = Phrase.of("screen.record", tiles=tiles)
    if not screen.last:
        left = {"rounds": screen.rounds_left, "players": screen.players}
        return held, Phrase.of("screen.record_rounds", **left)
    others = [
        Phrase.of(
            "screen.record_other_digs" if other.to_dig else "screen.record_other",
            curses="?" if other.curses is None else other.curses,
            magic="?" if other.magic is None else other.magic,
        )
        for other in screen.others
    ]
    digging = any(other.to_dig for other in screen.others)
    last = Phrase.of(f"screen.record_last{'_round' if digging else ''}", others=others)
    return (held, last, Phrase.of("answer.guess")) if screen.guesses else (held, last)
