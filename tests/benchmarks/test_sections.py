"""The file of results: whatever command writes its part, the others' parts stay."""

from __future__ import annotations

from pathlib import Path

import pytest

import benchmarks
from benchmarks.report import missed_goals
from benchmarks.sections import others_of, put_section

RESULTS = Path(benchmarks.__file__).parent / "RESULTS.md"
OF_MAKE_BENCH = ("The explorer", "The solver", "Beside general tools")


def headings(text: str) -> list[str]:
    """The headings of the parts, in order."""
    return [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]


def test_measuring_the_solver_keeps_what_others_wrote() -> None:
    kept = headings("\n".join(others_of(RESULTS)))
    assert [*OF_MAKE_BENCH, *kept] == headings(RESULTS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("heading", headings("\n".join(others_of(RESULTS))))
def test_a_part_is_put_in_its_place(heading: str, tmp_path: Path) -> None:
    file = tmp_path / "RESULTS.md"
    file.write_text(RESULTS.read_text(encoding="utf-8"), encoding="utf-8")
    put_section(file, heading, "Measured anew.")
    text = file.read_text(encoding="utf-8")
    assert f"\n## {heading}\n\nMeasured anew.\n" in text
    assert headings(text) == headings(RESULTS.read_text(encoding="utf-8"))


def test_families_that_miss_their_goals_are_named() -> None:
    def family(*seconds: float, status: str = "optimal") -> dict[str, object]:
        rows = [{"seconds": each, "status": "optimal"} for each in seconds]
        return {"rows": [*rows[:-1], {**rows[-1], "status": status}]}

    told = missed_goals(
        {
            "quick": family(0.01, 0.02),
            "slow": family(0.3, 0.3),
            "slower": family(0.5, 3.0, status="feasible"),
        }
    )
    assert "Not proven: slower (1 of 2)." in told
    assert "99 % take longer than 0.1 s: slower (3 s); slow (0.3 s)." in told
    assert "The worst takes longer than 2 s: slower (3 s)." in told
