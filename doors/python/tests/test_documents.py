# SPDX-License-Identifier: Apache-2.0
"""The Python examples of README.md, docs/python.md and doors/python/README.md give the outputs that they show."""

import doctest
import importlib.util
import re
from pathlib import Path

import numpy as np
import pytest

import stet

ROOT = Path(__file__).parents[3]


def examples():
    for path in ("README.md", "docs/python.md", "doors/python/README.md"):
        for section in re.split(r"^#+ ", (ROOT / path).read_text(), flags=re.M):
            if ">>> " in section:
                yield pytest.param(path, section, id=f"{path}: {section.splitlines()[0]}")


@pytest.mark.parametrize("path, section", list(examples()))
def test_examples(path, section):
    """Runs the examples of one section in order, in one namespace; skips those of packages that are not installed."""
    names = {"np": np, "stet": stet, "x": np.random.default_rng(1).standard_normal(64)}
    runner = doctest.DocTestRunner()
    absent = []
    for block in re.findall(r"(?:^    .*\n)+", section, flags=re.M):
        if ">>> " not in block:
            continue
        wanted = {name.split(".")[0] for name in re.findall(r">>> import ([\w.]+)", block)}
        missing = [name for name in wanted if importlib.util.find_spec(name) is None]
        if missing:
            absent += missing
            continue
        test = doctest.DocTestParser().get_doctest(block, names, path, path, 0)
        test.globs = names
        runner.run(test, clear_globs=False)
    assert runner.tries > 0 and runner.failures == 0
    if absent:
        pytest.skip(f"skipped: the examples with {', '.join(absent)}, which are not here")
