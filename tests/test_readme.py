"""What the README promises is so."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from ksm_widgets.rules import parse_cards
from ksm_widgets.solver import Problem, solve, solve_covered
from ksm_widgets.solver.problem_reading import _KEYS

PROJECT = Path(__file__).parents[1]
README = (PROJECT / "README.md").read_text(encoding="utf-8")


def test_the_lines_of_python_run() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    (printed,) = re.findall(r"```text\n(.*?)```", README, re.DOTALL)
    assert done.stdout == printed


def test_the_lines_of_a_file_of_problems_have_every_key_and_an_answer() -> None:
    (lines,) = re.findall(r"```json\n(.*?)\n```", README, re.DOTALL)
    problems = [json.loads(line) for line in lines.splitlines()]
    assert set().union(*problems) == _KEYS
    for problem in problems:
        told = Problem.from_dict(problem)
        # The plan that looks ends with what to do then.
        assert solve(told).plan if told.reactions is None else solve_covered(told).then


def test_the_card_file_can_be_read() -> None:
    (text,) = re.findall(r"```csv\n(.*?)```", README, re.DOTALL)
    assert [card.number for card in parse_cards(text)] == [1, 15]


def test_every_target_named_can_be_made() -> None:
    contributing = (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?:`|^    )make ([a-z-]+)", README + contributing, re.MULTILINE))
    assert "test" in named
    command = ["make", "--dry-run", *sorted(named)]
    subprocess.run(command, cwd=PROJECT, check=True, capture_output=True)
