"""Acts, positions and data files, for the tests of any game on the shelf."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Generic

import pytest

from ksm_widgets.companions.position import PositionT
from ksm_widgets.rules.errors import FaultyPosition, KsmError, RuleError
from ksm_widgets.words import LANGUAGES
from tests.page.kernelless import click

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from ksm_widgets.companions.companion import Companion


@dataclass(frozen=True)
class InText(Generic[PositionT]):
    """A game, its acts and positions in text."""

    game: Companion[PositionT, Any]

    def played(self, position: PositionT, *acts: str) -> PositionT:
        """The position after some acts."""
        for act in acts:
            position = self.game.apply(position, self.game.parse_act(act))
        return position

    def names(self, position: PositionT) -> list[str]:
        """The legal acts."""
        return [self.game.act_text(act) for act in self.game.legal(position)]

    def refused(self, position: PositionT, act: str) -> str:
        """The rule that forbids an act, which is not among the legal ones either."""
        assert act not in self.names(position)
        with pytest.raises(RuleError) as caught:
            self.played(position, act)
        for language in LANGUAGES:
            assert caught.value.sentence(language)
        return caught.value.rule

    def faults(self, text: str) -> list[str]:
        """The keys of all faults of a position, without their table."""
        with pytest.raises(FaultyPosition) as caught:
            self.game.parse(text)
        for language in LANGUAGES:
            assert caught.value.sentence(language)
        return [fault.key.partition(".")[2] for fault in caught.value.faults]


def positions_of(name: str) -> ModuleType:
    """The positions for tests of a game, which has two at least: `EXAMPLE_1` and `EXAMPLE_2`."""
    return import_module(f"tests.companions.{name}_positions")


def changed(text: str, *changes: tuple[str, str]) -> str:
    """A text with changes, each of which must be possible."""
    for right, wrong in changes:
        assert right in text, right
        text = text.replace(right, wrong, 1)
    return text


def do(page: Any, at: int) -> None:
    """Press the button of an open act, by its number among them."""
    page.act("do", f"{page.page.match.stage},{at}")


def touch(page: Any, *steps: str) -> None:
    """Acts (`tool=bend`) and touches on the board (`n2w1`), in order."""
    for step in steps:
        name, is_act, value = step.partition("=")
        if is_act:
            page.act(name, value)
        else:
            click(page, step)


def box_faults(parse: Callable[..., object], *texts: str) -> list[KsmError]:
    """The faults of data files, all of which can be told in every language."""
    with pytest.raises(FaultyPosition) as caught:
        parse(*texts)
    for language in LANGUAGES:
        assert caught.value.sentence(language)
    return list(caught.value.faults)
