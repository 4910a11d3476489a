"""The browser's part of keeping progress, in Node, with a storage as small as the test wants it."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any
from urllib.parse import quote

import pytest

from ksm_widgets.page.part import STATIC

PLACE, ASIDE = "ksm-progress", "ksm-progress-damaged"
_RUN = """
let asked = "";
for await (const piece of process.stdin) asked += piece;
const { kept, room, parts } = JSON.parse(asked);
const size = (all) => Object.entries(all).flat().join("").length;
globalThis.localStorage = {
  getItem: (name) => kept[name] ?? null,
  removeItem: (name) => { delete kept[name]; },
  setItem: (name, text) => {
    if (size({ ...kept, [name]: text }) > room) throw new Error("QuotaExceededError");
    kept[name] = text;
  },
};
globalThis.addEventListener = () => {};
const { default: keeper } = await import(process.argv[1]);
const said = [];
for (const messages of parts) {
  let receive;
  const on = (_, listener) => { receive = listener; };
  const model = { on, off: () => {}, send: (what) => said.push(what) };
  const end = keeper().initialize({ model });
  messages.forEach((message) => receive(message));
  end();
}
console.log(JSON.stringify({ kept, said }));
"""


def storage(
    kept: dict[str, str], *pages: list[dict[str, object]], room: int = 5_000
) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """What a storage has once pages, one after another, got these messages; what they said."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("There is no Node.")
    source = "data:text/javascript," + quote((STATIC / "keeper.js").read_text(encoding="utf-8"))
    done = subprocess.run(
        [node, "--input-type=module", "--eval", _RUN, source],
        input=json.dumps({"kept": kept, "room": room, "parts": pages}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return found["kept"], [one for one in found["said"] if "there" not in one]


def damaged(text: str = "new") -> list[dict[str, object]]:
    """The messages to a page that finds damaged progress."""
    return [{"aside": True}, {"keep": text, "number": 1}]


def test_damaged_progress_is_kept_under_a_name_of_its_own() -> None:
    kept, said = storage({PLACE: "old"}, damaged())
    assert kept == {PLACE: "new", ASIDE: "old"}
    assert said == [{"aside": ASIDE}, {"kept": 1}]


def test_a_second_damage_takes_the_place_of_no_earlier_one() -> None:
    kept, said = storage({PLACE: "second", ASIDE: "first"}, damaged())
    assert kept == {PLACE: "new", ASIDE: "first", f"{ASIDE}-2": "second"}
    assert said[0] == {"aside": f"{ASIDE}-2"}
    kept, _ = storage({PLACE: "first", ASIDE: "first"}, damaged())
    assert kept == {PLACE: "new", ASIDE: "first"}


def test_without_room_for_a_copy_it_is_renamed() -> None:
    kept, said = storage({PLACE: "x" * 4_000}, damaged())
    assert kept == {PLACE: "new", ASIDE: "x" * 4_000}
    assert said == [{"aside": ASIDE}, {"kept": 1}]


@pytest.mark.parametrize("new", ["new", "y" * 2_000, "y" * 4_990])
def test_without_any_room_everything_stays_as_it_is(new: str) -> None:
    before = {PLACE: "x" * (4_000 if len(new) > 3 else 4_985)}
    kept, said = storage(dict(before), damaged(new))
    assert kept == before
    assert said == [{"failed": True}]


def test_what_is_sound_is_replaced_without_a_copy() -> None:
    messages: list[dict[str, object]] = [{"keep": text, "number": 1} for text in ("new", "newer")]
    kept, said = storage({PLACE: "old"}, messages)
    assert kept == {PLACE: "newer"}
    assert said == [{"kept": 1}, {"kept": 1}]
    kept, _ = storage({PLACE: "old"}, [*damaged(), {"keep": "newer", "number": 2}])
    assert kept == {PLACE: "newer", ASIDE: "old"}
