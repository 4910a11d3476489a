"""The end of a match: everybody's gems, who had left, and why they have their points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.scoring import gems_of, has_left, reasons_of
from ksm_widgets.companions.telling import numeral
from ksm_widgets.companions.view.comparing import figure
from ksm_widgets.companions.view.parts import scrolling
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
    heads = ("raubbau_task.head_player", "raubbau_task.score_head_gems", "raubbau_play.head_points")
    top = element("tr", *(element("th", page.text(key), scope="col") for key in heads))
    table = element("table.ksm-compare", top, _rows(page, end, before))
    return section(title, scrolling(title, table), class_="ksm-found")


def _rows(page: Page, end: Position, before: tuple[int, ...]) -> Iterator[Markup]:
    say = page.reader.say
    counted = {seat: gems_of(end.front(seat)) for seat in end.seats if has_left(end, seat)}
    reasons = reasons_of(end.players, counted, end.waker)
    for seat, reason in zip(end.seats, reasons, strict=True):
        points = [numeral(number) for number in (before[seat - 1], end.points[seat - 1])]
        why = [f"score_{reason}_why"]
        if seat in counted:
            why.insert(0, "score_left" if seat in end.out else "score_inside")
        told = Phrase("raubbau_play.points", {"before": points[0], "after": points[1]})
        yield element(
            "tr",
            element("th", say(Phrase("shelf_task.player", {"seat": seat})), scope="row"),
            element("td", figure(str(gems_of(end.front(seat))))),
            element(
                "td",
                figure(say(told)),
                (element("small", say(Phrase(f"raubbau_task.{key}"))) for key in why),
            ),
        )
