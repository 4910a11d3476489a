"""Attacks by links: cut off, mangled on the way, or made up; what can't be read is told."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ksm_widgets as ksm
from ksm_widgets.explorer.links import EXAMPLES, link_of, situation_of
from ksm_widgets.lite import pages
from ksm_widgets.puzzles.pack import Pack, shipped_pack
from ksm_widgets.rules import KsmError
from ksm_widgets.solving.links import link_of_puzzle, puzzle_of
from ksm_widgets.words import LANGUAGES
from tests.mines import CURSED
from tests.puzzles import samples

ADDRESSES = Path(pages.__file__).parent / "templates" / "address.js"
UNSEEN = link_of(situation_of(f"{EXAMPLES[1].link.replace('x', '?')}&unseen=1.5&money=7"))
PUZZLE = samples.puzzle("dig")
FEW = Pack(shipped_pack().puzzles[:3])
WHOLE = link_of_puzzle(PUZZLE, FEW)
LINKS = (UNSEEN, *(example.link for example in EXAMPLES), WHOLE)
MANGLED = "%=&?#+,/:;\x00é\ud800<'\" "


def read(link: str) -> None:
    """Read a link as both pages that have links do; only its own errors may come of it."""
    for language in LANGUAGES:
        for reading in (situation_of, lambda query: puzzle_of(query, FEW)):
            told = None
            try:
                reading(link)
            except KsmError as error:
                told = error.sentence(language)
            assert told != ""


def test_a_link_is_read_as_it_is_written() -> None:
    assert UNSEEN.count("?") > 9
    assert link_of(situation_of(UNSEEN)) == UNSEEN
    assert link_of(situation_of(f"?{unquote(UNSEEN)}")) == UNSEEN
    assert link_of(situation_of(quote(UNSEEN, safe="=&"))) == UNSEEN


@pytest.mark.parametrize("link", LINKS, ids=lambda link: link[:20])
def test_a_link_may_be_cut_anywhere(link: str) -> None:
    coded = quote(link, safe="=&")
    for place in range(0, len(coded), 7):
        for end in range(3):
            read(coded[: place + end])
            read(link[: place + end])


@given(
    st.sampled_from(LINKS),
    st.integers(0, 500),
    st.integers(0, 20),
    st.text(alphabet=st.characters() | st.sampled_from(MANGLED), max_size=9),
)
def test_a_link_may_be_mangled(link: str, at: int, gone: int, put: str) -> None:
    read(link[:at] + put + link[at + gone :])


PARTS = ("card", "money", "shape", "powers", "holding", "others", "players", "variant", "unseen")


@given(st.sampled_from(PARTS) | st.text(max_size=20), st.text(max_size=50))
def test_a_link_may_be_made_up(part: str, text: str) -> None:
    read(f"board={CURSED}&{part}={quote(text, errors='replace')}")
    read(f"puzzle=0123456789&whole={text}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("start", [UNSEEN[:60], "board=%", "board=%E0%A4", "card=99", "x=%FF"])
def test_a_page_opens_on_a_link_it_cannot_read_and_says_so(language: str, start: str) -> None:
    explorer = ksm.Explorer(start, language=language)
    assert explorer.page.session.notice is not None
    explorer.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("start", ["puzzle=%", "puzzle=0123456789&whole=%C3", WHOLE[:60]])
def test_a_puzzle_is_asked_though_the_link_to_one_is_damaged(language: str, start: str) -> None:
    puzzles = ksm.Puzzles(language=language, start=start)
    assert puzzles.page.told
    puzzles.close()


# The address of the page without a server, which JavaScript reads.

SITE = {
    "languages": list(LANGUAGES),
    "pages": ["en/rules.md", "de/rules.md", "en/03-card.ipynb", "explorer.ipynb", "puzzles.ipynb"],
    "rulebooks": {"R": "rules.md"},
}
_RUN = """
const { readAddress } = await import(process.argv[1]);
const { site, asked } = JSON.parse(await new Promise((done) => {
  let text = "";
  process.stdin.setEncoding("utf8").on("data", (more) => { text += more; });
  process.stdin.on("end", () => done(text));
}));
console.log(JSON.stringify(asked.map(([hash, language]) => readAddress(hash, site, language))));
"""


def addresses(*hashes: str, language: str = "en") -> list[dict[str, Any]]:
    """What the page makes of what comes after its `#`; nothing may be thrown."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("There is no Node.")
    source = "data:text/javascript," + quote(ADDRESSES.read_text(encoding="utf-8"))
    done = subprocess.run(
        [node, "--input-type=module", "--eval", _RUN, source],
        input=json.dumps({"site": SITE, "asked": [[one, language] for one in hashes]}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def coded(text: str) -> str:
    """A text as a browser's encodeURIComponent codes it."""
    return quote(text, safe="!'()*-._~")


@pytest.mark.long
@pytest.mark.parametrize("query", [*LINKS, unquote(UNSEEN), quote(UNSEEN, safe="=&")])
def test_the_share_field_s_address_is_read_whole(query: str) -> None:
    """Also after a program on its way has coded some or all of it."""
    address = f"explorer.ipynb?{query}"
    some, whole = address.replace(",", "%2C").replace("/", "%2F"), coded(address)
    small = re.sub("%[0-9A-F]{2}", lambda found: found[0].lower(), whole)
    for found in addresses(address, f"#{address}", some, whole, small):
        assert (found["path"], found["known"]) == ("explorer.ipynb", True)
        if query is not WHOLE:
            assert link_of(situation_of(found["query"])) == link_of(situation_of(query))
        else:
            assert puzzle_of(found["query"], Pack(())) == PUZZLE


def test_an_address_may_be_cut_anywhere() -> None:
    whole = [f"#{path}?{quote(UNSEEN, safe='')}" for path in ("explorer.ipynb", "en/rules.md")]
    whole += [
        coded(f"explorer.ipynb?{UNSEEN}"),
        "#de/rules.md%23R13?language=de",
        "#R13",
        "#%E2%82",
    ]
    cut = [address[:place] for address in whole for place in range(len(address) + 1)]
    for language in LANGUAGES:
        for address, found in zip(cut, addresses(*cut, language=language), strict=True):
            assert found["language"] in LANGUAGES, address
            assert found["known"] is (found["path"] in ("", *SITE["pages"])), address


def test_an_address_may_be_anything() -> None:
    chance = random.Random(7)
    letters = "%?#&=/+.enRd01é\u2028\U0001f48e<>\"'`\\\x00"
    made = ["".join(chance.choices(letters, k=chance.randrange(60))) for _ in range(3000)]
    made += ["#" * 5000, "%" * 5000, "?" * 5000, "__proto__", "constructor", "R", "R" + "1" * 400]
    for language in LANGUAGES:
        for address, found in zip(made, addresses(*made, language=language), strict=True):
            assert found["language"] in LANGUAGES, address
            assert found["known"] is (found["path"] in ("", *SITE["pages"])), address


def test_languages_rules_and_places_are_found() -> None:
    german, rule, place, home, old = addresses(
        "#explorer.ipynb?language=de&card=1", "#R13", "#de/rules.md#R9", "#", "#home.md"
    )
    assert (german["language"], german["query"]) == ("de", "card=1")
    assert (rule["path"], rule["place"], rule["known"]) == ("en/rules.md", "R13", True)
    assert (place["path"], place["place"], place["language"]) == ("de/rules.md", "R9", "de")
    assert [found["path"] for found in (home, old)] == ["", ""]
