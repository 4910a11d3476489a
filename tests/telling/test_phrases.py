"""What is told is in the reader's language, and in the words of the edition they play."""

from __future__ import annotations

import pytest

from ksm_widgets.rules import Position
from ksm_widgets.telling.phrases import Notice, Reader


@pytest.mark.parametrize(
    ("language", "played", "name"),
    [
        ("en", "en", "flying carpet"),
        ("en", "de", "magic axe"),
        ("de", "de", "magisches Beil"),
        ("de", "en", "fliegender Teppich"),
    ],
)
def test_a_refusal_names_the_tile_of_r22_as_the_edition_played_does(
    language: str, played: str, name: str
) -> None:
    (error,) = Position.near("CCC,CCC,CCC,CCC").warnings()
    (said,) = Notice.refusal(error).sentences(Reader(language, played))
    assert f"({name})" in said
