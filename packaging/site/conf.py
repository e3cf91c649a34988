# SPDX-License-Identifier: Apache-2.0
"""Sphinx's configuration of the site. The pages are those that stage.py has put together; nothing is loaded from elsewhere."""
import re

import stet

project = "stet"
copyright = "the authors of stet; Apache-2.0"  # pylint: disable=redefined-builtin
version = release = stet.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "index"
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
myst_links_external_new_tab = False
suppress_warnings = ["myst.header"]  # some pages begin their blocks with a small heading
pygments_style, pygments_dark_style = "default", "monokai"
highlight_language = "none"  # indented blocks are transcripts; fences name their language
autodoc_typehints = "none"  # docstrings say them, shorter than NumPy's aliases are when spelt out
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
nitpicky = False
html_theme = "furo"
html_title = f"stet {version}"
html_static_path = html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    # The fonts of the system: none is fetched.
    "light_css_variables": {"font-stack": "system-ui, sans-serif", "font-stack--monospace": "ui-monospace, monospace",
                            "code-font-size": "75%"},
}


def plain_text(app, what, name, obj, options, lines):  # pylint: disable=unused-argument
    """Docstrings are NumPy's, for people: |x| is a modulus and * a product there, and examples follow without a heading."""
    for number, line in enumerate(lines):
        if not line.lstrip().startswith((">>>", "...")):
            lines[number] = re.sub(r"(``.*?``)|([|*])", lambda m: m.group(1) or "\\" + m.group(2), line)
    first = next((number for number, line in enumerate(lines) if line.startswith(">>>")), None)
    if first is not None and "Examples" not in lines:
        lines[first:first] = ["Examples", "--------"]


def setup(app):
    app.connect("autodoc-process-docstring", plain_text, priority=100)  # before napoleon reads them
