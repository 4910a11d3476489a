"""The end of a match: everybody's gems, who had left, and why they have their points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.naming import gain_phrase
from ksm_widgets.companions.raubbau.scoring import gains_of, gems_of, has_left
from ksm_widgets.companions.telling import numeral, player_phrase
from ksm_widgets.companions.view.comparing import figure, figures_table
from ksm_widgets.page.html import element, section
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.companions.raubbau.view.page import Page
    from ksm_widgets.page.html import Child, Markup


def result(page: Page) -> Child:
    """The result of the match that has just ended; nothing while one is played."""
    playing = page.playing
    if playing is None or playing.at is not None:
        return None
    if playing.pause is None and not playing.game.is_over:
        return None
    *earlier, end = playing.results
    before = earlier[-1].points if earlier else (0,) * end.players
    title = page.text("raubbau_play.result", match=end.match)
    heads = [page.text(f"raubbau_play.head_{name}") for name in ("player", "gems", "points")]
    table = figures_table(title, heads, _rows(page, end, before))
    return section(title, table, class_="ksm-found")


def _rows(page: Page, end: Position, before: tuple[int, ...]) -> Iterator[Markup]:
    say = page.reader.say
    counted = {seat: gems_of(end.front(seat)) for seat in end.seats if has_left(end, seat)}
    for seat, gain in zip(end.seats, gains_of(end.players, counted, end.waker), strict=True):
        points = [numeral(number) for number in (before[seat - 1], end.points[seat - 1])]
        told = Phrase("raubbau_play.points", {"before": points[0], "after": points[1]})
        why = [gain_phrase(gain, end.box.points)]
        if seat in counted:
            why.insert(0, Phrase(f"raubbau_gain.{'left' if seat in end.out else 'inside'}"))
        yield element(
            "tr",
            element("th", say(player_phrase(seat)), scope="row"),
            element("td", figure(str(gems_of(end.front(seat))))),
            element("td", figure(say(told)), (element("small", say(one)) for one in why)),
        )
