"""`python -m ksm_widgets.lite NOTEBOOKS FOLDER` builds the page; `ksm site` starts it."""

from __future__ import annotations

import argparse
from pathlib import Path

from ksm_widgets.lite.building import Wishes, build
from ksm_widgets.lite.packages import CDN


def main() -> None:
    """Read what is wished for, and build; what the wishes mean is told by `ksm site --help`."""
    parser = argparse.ArgumentParser(prog="python -m ksm_widgets.lite")
    parser.add_argument("notebooks", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--base", default=CDN)
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--core", type=Path)
    given = parser.parse_args()
    base = None if given.alone else given.base
    build(given.notebooks.resolve(), given.folder.resolve(), Wishes(base, given.core))


if __name__ == "__main__":
    main()
