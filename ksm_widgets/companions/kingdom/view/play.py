"""The acts of a player in Kingdom of Solomon: few buttons, as places can be touched on the map."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Buy, Discard, Give, Pass, Pave, Put, Score, Sell
from ksm_widgets.companions.kingdom.naming import place_phrase
from ksm_widgets.companions.kingdom.places import Action, Bonus, OwnCard, Shown
from ksm_widgets.companions.kingdom.touching import touch_places
from ksm_widgets.companions.view import play
from ksm_widgets.companions.view.play import act_button
from ksm_widgets.page.html import button, element, row, section

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.kingdom.acts import Act
    from ksm_widgets.companions.kingdom.match import KingdomMatch
    from ksm_widgets.companions.kingdom.places import Place, Spot
    from ksm_widgets.companions.kingdom.view.page import Page
    from ksm_widgets.page.html import Child, Markup

_SINGLE = Buy | Discard | Give | Pave | Score | Sell
"""The acts that have a button each, also where a place means several of them."""


def acts(page: Page) -> Child:
    """The acts open now, in groups; those of a place that was chosen one by one."""
    match = page.match
    if match is None or match.waits or not match.open_acts or match.place is not None:
        return play.acts(page)
    numbered = [*enumerate(match.open_acts)]
    spots = [(at, act.spot) for at, act in numbered if isinstance(act, Put)]
    others = [(at, act) for at, act in numbered if not isinstance(act, Put | Pass)]
    back = button(page.text("kingdom_play.back"), "back", class_="ksm-small")
    return section(
        page.text("shelf_play.acts"),
        _pawns(page, match, spots),
        _by_place(page, match, others),
        row(back) if match.can_take_back else None,
    )


def _pawns(page: Page, match: KingdomMatch, spots: list[tuple[int, Spot]]) -> Iterator[Child]:
    """Buttons for the spots where a pawn can go, each with the number of its act, in groups."""
    kinds = {Action: "actions", Bonus: "bonus", OwnCard: "cards", str: "on_map"}
    groups: dict[str, list[Markup]] = {}
    for at, spot in spots:
        words = page.reader.say(place_phrase(match.view, spot))
        made = act_button(match, at, words, class_="ksm-small")
        groups.setdefault(kinds[type(spot)], []).append(made)
    for name, buttons in groups.items():
        yield element("h3", page.text(f"kingdom_play.{name}"))
        yield row(buttons)


def _by_place(page: Page, match: KingdomMatch, numbered: Iterable[tuple[int, Act]]) -> Child:
    """A button for each act, but only one for all that a card or a pawn offers."""
    view = match.view
    acts = [(at, act, touch_places(view, act)[0]) for at, act in numbered]
    offers = Counter(place for _, _, place in acts)
    buttons: list[Markup] = []
    shown: set[Place] = set()
    for at, act, place in acts:
        if isinstance(act, _SINGLE) or offers[place] == 1:
            buttons.append(act_button(match, at, page.reader.say(match.phrase(view, act))))
        elif place not in shown:
            shown.add(place)
            buttons.append(_more(page, match, place))
    return element("div.ksm-plans.ksm-acts", buttons) if buttons else None


def _more(page: Page, match: KingdomMatch, place: Place) -> Markup:
    """The button that chooses a place with several acts."""
    key = "card" if isinstance(place, Shown) else "place"
    name = page.reader.say(place_phrase(match.view, place))
    return button(page.text(f"kingdom_play.more_{key}", what=name), "touch", str(place))
