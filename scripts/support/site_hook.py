"""Extends mkdocs for scripts/site: formulas between $` and `$ as MathML, and the anchors that GitHub makes of headings."""
import re

import latex2mathml.converter


def slug(text, separator):
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", separator)


def mathml(formula):
    """A formula in a box that scrolls if it is wider than the page."""
    return f'<span style="display: inline-block; max-width: 100%; overflow-x: auto; vertical-align: middle">{latex2mathml.converter.convert(formula)}</span>'


def on_page_markdown(markdown, **_):
    """Converts formulas in sentences; blocks of code are unchanged."""
    parts = re.split(r"(^ *```.*?^ *```$)", markdown, flags=re.S | re.M)
    parts[::2] = [re.sub(r"\$`([^`]+)`\$", lambda formula: mathml(formula[1]), part) for part in parts[::2]]
    return "".join(parts)
