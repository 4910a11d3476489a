"""Answers to a question about a position: what was found, the figures of each plan, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.figures import numeral, percent
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.chances import Worth
from ksm_widgets.companions.raubbau.links import ODDS, TURN, Query
from ksm_widgets.companions.raubbau.planning import Leave, Pass
from ksm_widgets.companions.raubbau.position import Position, Treasure
from ksm_widgets.companions.raubbau.questions import WIN, Answer, Odds, Option, ask_leave, ask_odds
from ksm_widgets.companions.raubbau.scoring import gems_of
from ksm_widgets.companions.raubbau.telling import (
    act_phrase,
    act_places,
    card_phrase,
    ends_phrase,
    face_word,
    term_of_set,
)
from ksm_widgets.companions.raubbau.turning import Turned, ask_turn
from ksm_widgets.companions.raubbau.unseen import not_dragons, unseen_cards
from ksm_widgets.telling.phrases import Phrase, Tone
from ksm_widgets.words import counted, rounded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from ksm_widgets.companions.raubbau.position import Field
    from ksm_widgets.companions.raubbau.rules import Act


@dataclass(frozen=True, slots=True)
class Found:
    """The findings for a query: `rows`, best first, and the position that was asked about."""

    position: Position
    query: Query
    leave: Answer | None = None
    odds: Answer | None = None
    turned: tuple[Turned, ...] = ()

    @property
    def options(self) -> tuple[Option, ...]:
        """The plans compared, best first; none where a tunnel is to be turned."""
        answer = self.leave or self.odds
        return () if answer is None else answer.options

    @property
    def rows(self) -> tuple[Option, ...] | tuple[Turned, ...]:
        """The options compared, row by row."""
        return self.turned or self.options

    @property
    def assuming(self) -> tuple[Phrase, ...]:
        """The assumptions behind the figures."""
        answer = self.leave or self.odds
        if self.turned:
            return (Phrase("raubbau_ask.equally_turn"),)
        return () if answer is None else answer.assuming

    @property
    def unseen(self) -> tuple[Phrase, ...]:
        """The unseen cards of each set that can be dug."""
        answer = self.leave or self.odds
        return () if answer is None else answer.reasons

    def reasons(self, row: int) -> tuple[Phrase, ...]:
        """The reasons for the figures of a row."""
        return _why_turned(self.turned[row]) if self.turned else _why(self, row)

    def acts(self, row: int) -> tuple[Act, ...]:
        """The only act of a row."""
        return (self.turned[row].act if self.turned else self.options[row].turn,)

    def odds_of(self, option: Option) -> Option | None:
        """The same plan with its odds."""
        if self.odds is None:
            return None
        return next((one for one in self.odds.options if one.turn == option.turn), None)

    @property
    def seen(self) -> Position:
        """The position with the turn of the seat that asks."""
        me = self.position.me
        return self.position if me is None else replace(self.position, turn=me)

    def after(self, row: int, step: int) -> Position:
        """The position that was asked about: a plan is a single act, which shows nothing new."""
        return self.position

    def places(self, row: int, step: int) -> tuple[Field, ...]:
        """The fields of a row, to point them out."""
        if self.turned:
            plan = self.position.plan(self.position.turn)
            return () if plan is None or plan.field is None else (plan.field,)
        return act_places(self.seen, self.options[row].turn)


def ask(
    position: Position,
    query: Query,
    pulse: Callable[[], None],
    part_done: Callable[[int], None],
) -> Found:
    """Answer a query; `pulse` is called now and then and may raise to stop, raises AskError.

    `part_done` gets the number of the parts that are done, of two.
    """
    if query.question == TURN:
        return Found(position, query, turned=ask_turn(position))
    odds = ask_odds(position, trusting=query.trusting, pulse=pulse)
    part_done(1)
    if query.question == ODDS:
        return Found(position, query, odds=odds)
    leave = ask_leave(position, aim=query.aim, trusting=query.trusting, pulse=pulse)
    part_done(2)
    return Found(position, query, leave=leave, odds=odds)


# In words.


def amount(worth: Worth, aim: str | None, language: str) -> str:
    """A worth in points, or in percent where it is the chance to win."""
    if aim == WIN:
        return span(worth, percent)
    return span(worth, lambda one: rounded(float(one), 2, language))


def chance(worth: Worth) -> str:
    """A chance in percent, perhaps between two."""
    return span(worth, percent)


def exact(worth: Worth) -> str:
    """A worth as a fraction, perhaps two."""
    return span(worth, numeral)


def span(worth: Worth, told: Callable[[Fraction], str]) -> str:
    """A number, or two if others' choices make it an interval."""
    low, high = told(worth.low), told(worth.high)
    return low if low == high else f"{low} – {high}"


def headline(found: Found, language: str) -> Phrase:
    """The answer in a sentence."""
    if found.turned:
        count = len(found.turned)
        return Phrase(counted("raubbau_page.turned", count), {"count": count})
    best = found.options[0]
    plan = act_phrase(found.seen, best.turn)
    if found.leave is None:
        wakes = best.odds.wakes if best.odds is not None else None
        if wakes is None or best.odds is None or wakes.high == 0:
            gem = None if best.odds is None else best.odds.faces.get(Face.GEM)
            if gem is None:
                return Phrase("raubbau_page.odds_none", {"plan": plan})
            return Phrase("raubbau_page.odds_gem", {"plan": plan, "chance": percent(gem)})
        return Phrase("raubbau_page.odds_best", {
            "plan": plan, "chance": f"{exact(wakes)} ({chance(wakes)})"
        })  # fmt: skip
    aim = found.leave.aim
    worth = amount(best.worth, aim, language)
    if len(found.options) == 1:
        return Phrase(f"raubbau_page.only_{aim}", {"plan": plan, "worth": worth})
    rivals = [one for one in found.options[1:] if one.worth.high > best.worth.low]
    second = (*rivals, found.options[1])[0]
    sure = "sure" if tone(found) is Tone.GOOD else "maybe" if rivals else "rough"
    return Phrase(
        f"raubbau_page.best_{aim}_{sure}",
        {
            "plan": plan,
            "worth": worth,
            "other": act_phrase(found.seen, second.turn),
            "less": amount(second.worth, aim, language),
        },
    )


def tone(found: Found) -> Tone:
    """The tone of the answer: good only if the first plan is certainly the best."""
    sure = found.leave is None or found.leave.status == "optimal" or len(found.options) == 1
    return Tone.GOOD if sure else Tone.INFO


def _why(found: Found, row: int) -> tuple[Phrase, ...]:
    option = found.options[row]
    told: list[Phrase] = []
    with_odds = found.odds_of(option)
    odds = None if with_odds is None else with_odds.odds
    places = found.places(row, 0)
    if isinstance(option.turn, Leave) or _stays_out(found, option):
        told.append(Phrase("raubbau_why.leaving"))
    elif odds is not None and odds.faces and places:
        told += _card(found, places[0], odds.faces)
        told += [Phrase("raubbau_why.blast")] if len(places) > 1 else []
    elif places:
        told.append(Phrase("raubbau_why.bare", {"place": str(places[0])}))
    if odds is not None:
        parts = {"before": odds.before, "skipped": odds.skipped, "after": odds.after}
        if not odds.faces and not _acts(found, option):
            parts = {"others": others_wake(odds)}
        for name, worth in parts.items():
            if worth.high:
                figure = f"{exact(worth)} ({chance(worth)})"
                told.append(Phrase(f"raubbau_why.{name}", {"chance": figure}))
    if found.leave is not None:
        told += _gems(found)
    return tuple(told)


def others_wake(odds: Odds) -> Worth:
    """The chance that somebody else wakes a dragon, whether before or after one acts."""
    return Worth(odds.before.low + odds.after.low, odds.before.high + odds.after.high)


def _acts(found: Found, option: Option) -> bool:
    """Whether a plan digs or blasts anything."""
    return bool(act_places(found.seen, option.turn))


def _stays_out(found: Found, option: Option) -> bool:
    plan = found.seen.plan(found.seen.turn)
    return isinstance(option.turn, Pass) and plan is not None and plan.leaves


def _card(found: Found, place: Field, faces: Mapping[Face, Fraction]) -> list[Phrase]:
    position = found.position
    card = position.mine[place]
    assert isinstance(card, Treasure)
    items = list(faces.items())
    if len(items) == 1 and items[0][1] == 1:
        told = [Phrase("raubbau_why.known", {"card": card_phrase(card), "place": str(place)})]
        if items[0][0] is Face.DRAGON:
            told.append(Phrase("raubbau_why.sure_dragon"))
        return told
    safe = not_dragons(position) if found.query.trusting else frozenset()
    cards = unseen_cards(position, safe)
    unseen = cards[card.set]
    total = unseen.mine + unseen.stacks - unseen.cave_ins
    parts = [
        Phrase("raubbau_why.face", {
            "face": face_word(face), "chance": f"{one} ({percent(one)})"
        })
        for face, one in items
    ]  # fmt: skip
    params = {"place": str(place), "set": term_of_set(card.set), "faces": parts}
    count = {"count": unseen.dragons, "total": total, "set": term_of_set(card.set)}
    if place in safe:
        return [Phrase("raubbau_why.faces", params), Phrase("raubbau_why.trusted")]
    return [
        Phrase("raubbau_why.faces", params),
        Phrase(counted("raubbau_why.dragons", unseen.dragons), count),
    ]


def _gems(found: Found) -> list[Phrase]:
    """The gems in front of me, and how many cards others have that may be gems."""
    position = found.position
    me = position.me
    if me is None:
        return []
    gems = gems_of(position.front(me))
    told = [Phrase(counted("raubbau_why.gems", gems), {"count": gems})]
    for seat in position.seats:
        cards = len([card for card in position.front(seat) if not card.kept])
        if seat != me and cards:
            params = {"seat": seat, "count": cards}
            told.append(Phrase(counted("raubbau_why.cards", cards), params))
    return told


def _why_turned(turned: Turned) -> tuple[Phrase, ...]:
    told = [
        Phrase("raubbau_why.lay", {"ends": ends_phrase(turned.act.ends)}),
        Phrase(counted("raubbau_why.draws", turned.draws), {"count": turned.draws}),
    ]
    if turned.looks:
        told.append(Phrase("raubbau_why.looks", {"places": list(map(str, turned.looks))}))
    if turned.hit:
        told.append(Phrase("raubbau_why.hit", {"seats": list(turned.hit)}))
    return tuple(told)
