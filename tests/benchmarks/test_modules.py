"""No module of the benchmarks has been left behind by what it measures."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import benchmarks

FOLDER = Path(benchmarks.__file__).parent
MODULES = ["benchmarks"] + [
    ".".join(path.relative_to(FOLDER.parent).with_suffix("").parts)
    for path in sorted(FOLDER.rglob("*.py"))
    if path.name != "__init__.py"
]
OURS = ("benchmarks", "ksm_widgets")


def test_all_are_found() -> None:
    """Folders of modules are packages, so that each can be run by its name."""
    walked = {module.name for module in walk_packages(benchmarks.__path__, "benchmarks.")}
    assert set(MODULES) - {"benchmarks"} <= walked


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")  # what the general tools warn of is theirs
@pytest.mark.parametrize("name", MODULES)
def test_it_can_be_imported(name: str) -> None:
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        if str(error.name).startswith(OURS):
            raise
        pytest.importorskip(str(error.name), reason="comes with the extra bench")
