"""The account and the balance of a turn as pictures."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ksm_widgets.draw import DARK, Scene, balance_scene, paint_svg
from ksm_widgets.draw.shapes import Rect, Text
from ksm_widgets.rules import Account, Balance
from ksm_widgets.words import LANGUAGES, sentence


def frame(scene: Scene) -> str | None:
    """The colour of the frame around the net."""
    (found,) = (item for item in scene.items if isinstance(item, Rect) and item.y == 132)
    return found.stroke


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("dug", [True, False])
def test_only_a_dig_makes_the_net_final(dug: bool, language: str) -> None:
    scene = balance_scene(Balance(Account(0, 0, 0, 10), dug=dug), language=language)
    written = {item.text for item in scene.items if isinstance(item, Text)}
    final, so_far = (sentence(key, language) for key in ("draw.net", "draw.net_so_far"))
    assert (final in written, so_far in written) == (dug, not dug)


def test_what_is_paid_before_the_dig_is_no_loss_yet() -> None:
    paid = Account(2, 0, 0, 10)
    assert frame(balance_scene(Balance(paid, dug=True))) == DARK.bad
    assert frame(balance_scene(Balance(paid))) == DARK.panel_rim
    assert frame(balance_scene(Balance(paid, Decimal(2), dug=True))) == DARK.gold


def test_the_net_drawn_is_the_balance_s() -> None:
    balance = Balance(Account(3, 2, 4, 10), Decimal("2.5"), dug=True)
    assert balance.net == Decimal("1.5")
    assert "treasures 4 + other tiles 2.5 − 5 to pay = 1.5" in paint_svg(balance_scene(balance))


@pytest.mark.parametrize(
    ("language", "sums"),
    [
        ("en", "treasures 4 + other tiles 2.5 − 5 to pay − 2 for objects spent = −0.5"),
        ("de", "Schätze 4 + andere Plättchen 2,5 − 5 zu zahlen − 2 für eingesetzte Objekte = −0,5"),
    ],
)
def test_objects_spent_are_taken_off_at_their_worth(language: str, sums: str) -> None:
    balance = Balance(Account(3, 2, 4, 10), Decimal("2.5"), dug=True, kept=Decimal(2))
    scene = balance_scene(balance, language=language)
    assert sums in paint_svg(scene)
    written = [item.text for item in scene.items if isinstance(item, Text)]
    assert sentence("draw.objects", language) in written
    kept = balance_scene(Balance(balance.account, balance.others, dug=True), language=language)
    written = [item.text for item in kept.items if isinstance(item, Text)]
    assert sentence("draw.objects", language) not in written
