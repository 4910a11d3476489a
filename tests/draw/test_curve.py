"""The curve of a game: every choice can be touched, what it cost stands out from luck."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from ksm_widgets.draw import Circle, Path, Scene, Text
from ksm_widgets.draw.charts import curve_scene
from ksm_widgets.draw.themes import DARK
from tests.draw.scenes import CHOICES, Choice

FINGER = 44


def targets(scene: Scene) -> list[int]:
    return [int(str(area.target).removeprefix("choice:")) for area in scene.hits]


def dots(scene: Scene, colour: str) -> list[Circle]:
    return [one for one in scene.items if isinstance(one, Circle) and one.fill == colour]


def test_wherever_it_is_touched_there_is_a_choice() -> None:
    scene = curve_scene(CHOICES, 11)
    for one, other in pairwise(scene.hits):
        assert one.x + one.width == pytest.approx(other.x)
    assert targets(scene) == sorted(targets(scene))
    # Three choices are still to come, and the last column is the end, which is none.
    first, last = scene.hits[0], scene.hits[-1]
    room = scene.width - first.x - 14
    assert last.x + last.width - first.x == pytest.approx(room * 8 / 12)


@pytest.mark.parametrize("choices", [8, 24, 40])
def test_a_choice_that_cost_something_is_as_wide_as_a_finger(choices: int) -> None:
    spots = [Choice(at // 2 + 1, 3, -at % 7, at in (0, 9, choices - 1)) for at in range(choices)]
    spots = [*spots, Choice(spots[-1].round, -1, -1)]
    scene = curve_scene(spots, choices)
    wide = {at: area.width for at, area in zip(targets(scene), scene.hits, strict=True)}
    for at, spot in enumerate(spots):
        at_the_edge = at in (0, choices - 1)
        if spot.flawed:
            assert wide[at] >= (FINGER / 2 if at_the_edge else FINGER)
    for at in set(range(choices)) - set(wide):
        assert not spots[at].flawed
    assert len(wide) >= min(choices // 3, 5)


def test_two_dear_choices_side_by_side_share_the_room() -> None:
    spots = [Choice(at + 1, 3, 0, at in (5, 6)) for at in range(24)]
    scene = curve_scene(spots, 24)
    wide = {at: area.width for at, area in zip(targets(scene), scene.hits, strict=True)}
    assert wide[5] == pytest.approx(wide[6])
    assert wide[5] > FINGER / 2


def test_the_more_a_choice_cost_the_larger_its_dot() -> None:
    spots = [Choice(1, 3, 2, True), Choice(2, 3, -3, True), Choice(3, 3, -40, True)]
    sizes = [dot.radius for dot in dots(curve_scene(spots, 3), DARK.bad)]
    assert sizes == sorted(set(sizes))
    assert sizes[-1] < FINGER / 2


def test_luck_is_dotted_and_cost_is_drawn_straight_down() -> None:
    scene = curve_scene(CHOICES, 7)
    luck = [one for one in scene.items if isinstance(one, Path) and one.dash]
    cost = [one for one in scene.items if isinstance(one, Path) and one.stroke == DARK.bad]
    assert len(luck) == len(CHOICES) - 1
    assert len(cost) == sum(one.flawed for one in CHOICES)
    for each in cost:
        start, _, end = each.d.partition(" L")
        assert start.removeprefix("M").split()[0] == end.split()[0]


def test_the_chosen_one_is_ringed_and_all_stay_on_the_picture() -> None:
    spots = [Choice(1, 90, -130, True), Choice(2, 400, 380)]
    scene = curve_scene(spots, 2, chosen=1)
    assert [
        ring.radius for ring in scene.items if isinstance(ring, Circle) and ring.stroke == DARK.gold
    ]
    for dot in dots(scene, DARK.bad):
        assert 0 < dot.y < scene.height


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("choices", "low"), [(7, 0), (24, -60), (40, 3)])
def test_words_and_numbers_are_apart(choices: int, low: int, language: str) -> None:
    """The axes are named, and no name touches a number, however many choices there are."""
    spots = [Choice(at // 3 + 1, low, low) for at in range(choices)]
    scene = curve_scene(spots, choices, language=language)
    texts = [one for one in scene.items if isinstance(one, Text)]
    names = {one.text for one in texts if not one.text.lstrip("+−").isdigit()}
    assert (
        names
        == {
            "en": {"points ahead of the others' average", "round"},
            "de": {"Punkte über dem Schnitt der anderen", "Runde"},
        }[language]
    )
    for one, other in combinations(map(_box, texts), 2):
        apart_by = max(other[0] - one[1], one[0] - other[1], other[2] - one[3], one[2] - other[3])
        assert apart_by >= 3
    assert all(box[0] > 0 and box[3] < scene.height for box in map(_box, texts))


def _box(text: Text) -> tuple[float, float, float, float]:
    """Left, right, top and bottom of a text, as wide as a plain font is."""
    width = 0.62 * text.size * len(text.text)
    left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    return left, left + width, text.y - 0.75 * text.size, text.y + 0.05 * text.size


def test_it_is_told_in_words_too() -> None:
    scene = curve_scene(CHOICES, 11, language="de")
    assert "Runde 3: Vorsprung −6, mit der besten Entscheidung 5" in scene.description
