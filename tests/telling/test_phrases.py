"""What is told is in the reader's language, and in the words of the edition they play."""

from __future__ import annotations

import pytest

from ksm_widgets.rules import Move, Position
from ksm_widgets.telling.phrases import Notice, Phrase, Reader
from ksm_widgets.telling.plans import move_phrase


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


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "de",
            "Als Nächstes: Die Mumie rückt von a1 nach b1 und bleibt auf Ebene 1; a1 wird leer.",
        ),
        ("en", "Next: the mummy on a1 moves to b1, staying on level 1; a1 is left empty."),
    ],
)
def test_a_sentence_after_a_colon_begins_as_in_its_language(language: str, told: str) -> None:
    step = move_phrase(Position.near("z,-"), Move.parse("a1-b1"))
    assert Reader(language).say(Phrase.of("hint.move", step=step)) == told
