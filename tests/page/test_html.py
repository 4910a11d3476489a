"""HTML as values: what stands in an element or an attribute stays what it was, whatever it is."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.draw import tile_scene
from ksm_widgets.page.html import (
    Markup,
    button,
    choice,
    element,
    joined,
    legible,
    number_field,
    picture,
)
from ksm_widgets.rules import Tile

HOSTILE = (
    '"><script>alert(1)</script>',
    "' onfocus='alert(1)",
    "&quot; &amp; &lt;",
    "</button><img src=x onerror=alert(1)>",
    "\ud800 half a character",
)
# What an HTML parser reads as nothing or as another line ending is not for attributes to keep.
texts = st.text(st.characters(exclude_characters="\r\0")) | st.sampled_from(HOSTILE)


class Read(HTMLParser):
    """The elements of a text with their attributes, and all that stands between them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


@given(texts, texts)
def test_attributes_and_words_are_read_back_as_they_were(value: str, words: str) -> None:
    read = Read(element("p", words, title=value, data_value=value))
    value, words = legible(value), legible(words)
    assert read.found == [("p", {"title": value, "data-value": value})]
    assert read.words == words


@pytest.mark.parametrize("hostile", HOSTILE)
def test_no_control_lets_a_value_out_of_its_attribute(hostile: str) -> None:
    made = joined(
        [
            button(hostile, "act", hostile, label=hostile, from_=hostile, copy=hostile),
            choice(hostile, "act", [(hostile, hostile)], hostile, id_=hostile),
            number_field(hostile, "act", hostile, id_=hostile),
        ]
    )
    kinds = [tag for tag, _ in Read(made).found]
    assert kinds == ["button", "span", "label", "select", "option", "span", "label", "input"]
    values = {value for _, attributes in Read(made).found for value in attributes.values()}
    assert legible(hostile) in values
    assert not [name for _, attributes in Read(made).found for name in attributes if "on" in name]
    made.encode()


def test_markup_is_taken_as_it_is_and_text_is_not() -> None:
    inner = element("b", "1 < 2")
    assert joined([inner, "<", None]) == Markup("<b>1 &lt; 2</b>&lt;")
    assert element("input", disabled=True, name=None, checked=False) == "<input disabled>"


def test_only_a_picture_that_stands_alone_has_words() -> None:
    """A browser shows an inner title to who points at a button, instead of the button's own."""
    scene = tile_scene(Tile("x"))
    assert f"<title>{scene.title}</title>" in picture(scene, decorative=False)
    assert scene.title not in picture(scene)
    assert "<title" not in picture(scene)
