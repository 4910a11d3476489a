"""The program of a notebook's page as one file."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.site.parts import whole_program

if TYPE_CHECKING:
    from pathlib import Path


def test_a_program_comes_after_all_pieces_that_it_would_load(tmp_path: Path) -> None:
    static, widgets = tmp_path / "static", tmp_path / "extensions" / "@some" / "widgets" / "static"
    for folder in (static, widgets, tmp_path / "extensions" / "denied" / "static"):
        folder.mkdir(parents=True)
    (static / "voila.js").write_text("main(x.e(12), Promise.all([r.e(3), r.e(4)]), some(5))")
    for number in (12, 3, 5):
        (static / f"{number}.voila.js").write_text(f'"use strict";piece{number}// end')
    (widgets / "7.abc.js").write_text("piece7")
    (widgets / "remoteEntry.abc.js").write_text("entry")
    (tmp_path / "extensions" / "denied" / "static" / "8.js").write_text("piece8")
    places = [str(tmp_path / "none"), str(static)], [str(tmp_path / "extensions")]
    version, packed = whole_program(*places, ["@some/widgets", "unknown"])
    whole = gzip.decompress(packed).decode()
    # A piece that is not there, 4, is left to the program, as is all that it does not name.
    assert whole == (
        "(function () {piece7\n})();\n"
        '(function () {"use strict";piece3// end\n})();\n'
        '(function () {"use strict";piece12// end\n})();\n'
        "main(x.e(12), Promise.all([r.e(3), r.e(4)]), some(5))"
    )
    assert whole_program(*places, ["@some/widgets"]) == (version, packed)
    assert whole_program(*places, [])[0] != version


def test_without_a_program_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        whole_program([str(tmp_path)], [], [])
