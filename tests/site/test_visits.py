"""Who visits the site: what is taken from a browser, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ksm_widgets.site.visits import Visit, preferred, visit


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("fr, EN-gb;q=0.7, de;q=0.3", "en"),
        ("fr", "en"),
        ("", "en"),
        (";;,,*", "en"),
    ],
)
def test_the_first_language_we_have_is_taken(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


def test_what_was_chosen_goes_before_all_else() -> None:
    chosen = {"ksm-language": "de", "ksm-look": "contrast"}
    assert visit(chosen, "en", usual="en", shared=False) == Visit("de", "contrast")
    assert visit({}, "de", usual="en", shared=False) == Visit("en")
    assert visit({}, "de", shared=False) == Visit("de")


@pytest.mark.parametrize("name", ["ksm-language", "ksm-look", "ksm-guest"])
@pytest.mark.parametrize("text", ["", "../..", "xx", "<script>", "0" * 31, "DE"])
def test_a_strange_cookie_counts_for_nothing(name: str, text: str) -> None:
    assert visit({name: text}, "", shared=False) == Visit("en")
    guest = visit({name: text}, "", shared=True).guest
    assert len(guest) == 32
    assert set(guest) <= set("0123456789abcdef")


def test_guests_have_data_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KSM_DATA", str(tmp_path))
    first = visit({}, "", shared=True)
    second = visit({}, "", shared=True)
    again = visit({"ksm-guest": first.guest}, "", shared=True)
    folders = [Path(guest.surroundings["KSM_DATA"]) for guest in (first, second, again)]
    assert folders[0] == folders[2] != folders[1]
    assert all(folder.is_relative_to(tmp_path) and folder != tmp_path for folder in folders)
    assert "KSM_DATA" not in visit({}, "", shared=False).surroundings
