"""How Sphinx makes the site of the pages that `documents.py` laid out."""
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project, author, release = PROJECT["name"], PROJECT["authors"][0]["name"], PROJECT["version"]
project_copyright = author
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
default_role = "code"                   # docstrings name code between single backticks
nitpicky = False                        # types of signatures are of pandas and others, which have no pages here

myst_heading_anchors = 4                # the anchors that repository viewers make too
suppress_warnings = ["toc.not_included",    # pages of results are reached by links, not from the list of pages
                     "myst.header"]     # a page may begin a chapter below a title of its own
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
add_module_names = False

html_theme = "furo"
html_title = f"{project} {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
pygments_style, pygments_dark_style = "friendly", "monokai"
