# SPDX-License-Identifier: Apache-2.0
"""Provides the names that the docstrings' examples use, and clears the plan cache between tests."""
from __future__ import annotations

import numpy as np
import pytest

import stet


@pytest.fixture(autouse=True)
def doctest_names(doctest_namespace: dict[str, object]) -> None:
    doctest_namespace.update(stet=stet, np=np)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20)
