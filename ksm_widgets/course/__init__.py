"""The course: lessons, practice and the final test; here, the names of the files it writes."""

from pathlib import Path

DIGESTS = Path(__file__).parent / "notebooks.sha256"
"""The digests of the notebooks, as `sha256sum` writes them."""
EXPLORER, PLAY, PUZZLES = "explorer.ipynb", "play.ipynb", "puzzles.ipynb"
"""Notebooks that are the same in every language."""
SHELF = "shelf.ipynb"
"""The notebook of other games."""
HOME, RULES_PAGE = "home.md", "rules.md"
"""The start page in JupyterLab, and each language's rules."""
ONLY_NOTEBOOK = "ksm-notebook-only"
"""The tag of a cell that makes sense only in a notebook."""
