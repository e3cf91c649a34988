# SPDX-License-Identifier: Apache-2.0
"""Has assertions about bits and spectra for tests. The AssertionError says what is wrong."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from ._judge import Verdict, compare, verify

__all__ = ["assert_correct_fft", "assert_same_bits"]


def assert_same_bits(actual: npt.ArrayLike, desired: npt.ArrayLike, *, err_msg: str = "") -> None:
    """Asserts that type, shape and all bits agree; any NaN equals any NaN. See :func:`stet.compare`.

    >>> import numpy as np
    >>> from stet.testing import assert_same_bits
    >>> assert_same_bits([0.0, 1.0], np.array([0.0, 1.0]))
    >>> assert_same_bits([0.0, 1.0], [-0.0, 1.0])
    Traceback (most recent call last):
    AssertionError: the arrays do not hold the same bits
    a           a: float64 (2,)
    b           b: float64 (2,)
    result      different: the bits differ
    different   1 of 2 components
    zeros       1 differ in the sign of a zero only: 0 ulp, other bits
    relative L2 0
    """
    __tracebackhide__ = True
    told = compare(actual, desired)
    if not told.same:
        _fail("the arrays do not hold the same bits", told, err_msg)


def assert_correct_fft(
    input: npt.ArrayLike,
    spectrum: npt.ArrayLike,
    *,
    correctly_rounded: bool = False,
    err_msg: str = "",
    **wish: Any,
) -> None:
    """Asserts that the spectrum is that of the input, with the accuracy of its type.

    correctly_rounded: the error of each number must be its own rounding alone. The other arguments are
    those of :func:`stet.verify`: kind, inverse, norm, axes, n, expect, complex.

    >>> import numpy as np
    >>> from stet.testing import assert_correct_fft
    >>> x = np.cos(np.arange(32.0))
    >>> assert_correct_fft(x, np.fft.rfft(x))
    >>> assert_correct_fft(x, np.fft.rfft(x), norm="ortho")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    AssertionError: bug: the right values, times ...
    """
    __tracebackhide__ = True
    verdict: Verdict = verify(input, spectrum, **wish)
    proved = verdict.verdict == "correctly_rounded"
    if not verdict.passed or (correctly_rounded and not proved):
        wanted = "; wanted: correctly rounded" if verdict.passed else ""
        _fail(verdict.text + wanted, verdict, err_msg)


def _fail(what: str, told: object, err_msg: str) -> None:
    __tracebackhide__ = True
    raise AssertionError("\n".join(filter(None, (err_msg, what, str(told)))))

