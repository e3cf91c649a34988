# SPDX-License-Identifier: Apache-2.0
"""The pytest plugin: it provides assertions as fixtures, and prints the bits version in the header of the run.

::

    def test_spectrum(assert_correct_fft, assert_same_bits):
        assert_correct_fft(x, my_fft(x))
        assert_same_bits(my_fft(x), recorded)
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from . import __version__, bits_version


@pytest.fixture(scope="session")
def assert_same_bits() -> Callable[..., None]:
    """Returns :func:`stet.testing.assert_same_bits`."""
    from .testing import assert_same_bits as function

    return function


@pytest.fixture(scope="session")
def assert_correct_fft() -> Callable[..., None]:
    """Returns :func:`stet.testing.assert_correct_fft`."""
    from .testing import assert_correct_fft as function

    return function


def pytest_report_header(config: pytest.Config) -> str:
    """Returns the header line with the package's version and the bits version."""
    return f"stet: {__version__}, bits version {bits_version}"
