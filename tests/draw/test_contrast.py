"""Colours: what must be told apart can be, in every theme, in grey too.

Contrast is the ratio of relative luminances as WCAG 2 defines it, 1 to 21.
"""

from __future__ import annotations

import pytest

from ksm_widgets.draw import THEMES, Theme
from ksm_widgets.rules import Group

THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_reckoned_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@THEME
def test_the_level_stands_out_from_the_quarry(theme: Theme) -> None:
    """The number at 4.5 as small text must, lamps at 3 from the ground and from unlit ones."""
    assert contrast(theme.number, theme.floor) >= 4.5
    assert contrast(theme.number, theme.well) >= 4.5
    assert contrast(theme.lamp, theme.floor) >= 3
    assert contrast(theme.lamp, theme.lamp_off) >= 3


@THEME
def test_layers_are_told_apart(theme: Theme) -> None:
    for layer in theme.layers:
        assert contrast(layer, theme.layer_line) >= 2
        assert contrast(layer, theme.floor) >= 1.5


@THEME
def test_signs_and_words_stand_out(theme: Theme) -> None:
    for group in Group:
        face = theme.face(group)
        assert contrast(face.ink, face.face) >= 4.5, group
    assert contrast(theme.ink, theme.panel) >= 7
    assert contrast(theme.soft_ink, theme.panel) >= 4.5
    assert contrast(theme.label, theme.page) >= 4.5
    assert contrast(theme.card_ink, theme.card) >= 7
    assert contrast(theme.arrow_ink, theme.arrow) >= 7


@THEME
def test_marks_stand_out_from_the_line_that_sets_them_off(theme: Theme) -> None:
    for colour in (theme.gold, theme.good, theme.bad, theme.bare, theme.focus):
        assert contrast(colour, theme.ring_ground) >= 4.5


@THEME
def test_groups_differ_in_grey_from_curses(theme: Theme) -> None:
    """A curse is darker than any treasure, parchment or magic object, colour or not."""
    for group in (Group.TREASURE, Group.PARCHMENT, Group.MAGIC):
        assert contrast(theme.face(group).face, theme.curse.face) >= 4.5
