"""Configuration of the documentation: `make docs`, or `python -m sphinx -c docs . build/docs`.

The source folder is the whole project, so a link means the same here and on a code-hosting page,
and Sphinx checks them all: pages of `docs`, rules and lessons from `notebooks`, the benchmarks. The
theme is Furo: it follows the reader's light or dark mode, fits a phone and fetches nothing.
"""

from __future__ import annotations

import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "ksm_widgets"
author = "the ksm_widgets authors"
project_copyright = author
version = release = version_of("ksm-widgets")
language = "en"

extensions = ["myst_nb", "sphinx.ext.autodoc", "in_the_pages", "stacks"]

root_doc = "docs/index"
include_patterns = [
    "docs/**.md",
    "notebooks/en/**",
    "notebooks/de/**",
    "benchmarks/*.md",
    "benchmarks/*.ipynb",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
]
# Not searched for pages.
exclude_patterns = [
    ".*",
    "build",
    "dist",
    "ksm_widgets",
    "notebooks/*.*",
    "tests",
    "**/.ipynb_checkpoints",
]

# Notebooks are shown as they are stored: `make test` runs them. Their code only calls widgets, so
# it is left out; pages with code to read are Markdown.
nb_execution_mode = "off"
nb_remove_code_source = True
myst_heading_anchors = 3
myst_heading_slug_func = "in_the_pages.slug"
myst_enable_extensions = ["attrs_block", "colon_fence", "deflist"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "King Solomon's Mines"
html_extra_path = ["_front"]
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_copy_source = False
html_show_sphinx = False
