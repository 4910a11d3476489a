"""The page of a game, for the tests of one and for those over all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.widgets import shelf_game

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def page(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The page of the parameter `game`, or of its module's GAME."""
    one = "game" in request.fixturenames
    name = request.getfixturevalue("game") if one else request.module.GAME
    found = shelf_game(name, language="en")
    yield found
    found.close()
