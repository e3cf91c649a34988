# SPDX-License-Identifier: Apache-2.0
"""Plans: a transform of one shape, made ahead."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from . import _stet
from ._arrays import axes_tuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike, NDArray

    from .fft import Half, Level, Norm

_OPERATIONS = {
    name: op for op, name in enumerate(("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"))
}


class ErrorBound(NamedTuple):
    """How far a result is from the exact one at most: ``stet_error_bound`` of stet.h.

    With |.| the modulus and \\|.\\| the 2-norm of one transform, X exact and Y the result before it
    is rounded to ``dtype``: ``|Y[k] - X[k]| <= each \\|X\\| + underflow``, ``\\|Y - X\\| <= rms \\|X\\| +
    sqrt(N) underflow``; then each real number is off by at most ``unit`` times itself. NaN-free; inf
    where no bound is known.
    """

    unit: float
    each: float
    rms: float
    underflow: float


class Plan:
    """A transform of arrays of one shape and dtype, its tables made ahead and kept.

    ``name``: "fft", "ifft", "rfft", "irfft", "hfft" or "ihfft", of ``shape`` (the input's) along
    ``axes`` (all of them by default). ``n`` is the length of the real side of the last of the axes
    for irfft and hfft. ``effort="measure"`` times candidates, a tenth of a second each, and changes
    speed alone; what it finds counts for all plans that this process makes from then on.

    Plans can be used by several threads at once. They are for compact arrays: of one with other
    strides the plan is in the cache of plans, as those of functions. Functions of `stet.fft` find plans by themselves:
    this is for keeping one, for measuring, and for its error bound.

    >>> plan = stet.Plan("rfft", (3, 8), axes=[-1])
    >>> plan(np.ones((3, 8))).shape
    (3, 5)
    >>> plan.error_bound().each < 1e-14
    True
    """

    def __init__(
        self, name: str, shape: int | Sequence[int], dtype: DTypeLike | None = None, *,
        axes: Sequence[int] | int | None = None, n: int | None = None, norm: Norm = None,
        level: Level = "native", workers: int | None = None, half: Half = None,
        effort: Literal["estimate", "measure"] = "estimate",
    ) -> None:
        if name not in _OPERATIONS:
            raise ValueError(f"Invalid name {name!r}; should be one of {', '.join(_OPERATIONS)}.")
        if effort not in ("estimate", "measure"):
            raise ValueError(f'Invalid effort {effort!r}; should be "estimate" or "measure".')
        real = name in ("rfft", "ihfft")
        self.name = name
        self.dtype = np.dtype((np.float64 if real else np.complex128) if dtype is None else dtype)
        blank = np.empty(shape, self.dtype)  # never touched: it takes no memory
        self.shape = blank.shape
        named = range(blank.ndim) if axes is None else axes if np.iterable(axes) else [axes]
        self.axes = tuple(map(operator.index, named))
        axes_tuple(self.axes, blank.ndim)
        lengths = [-1] * len(self.axes)
        if name in ("irfft", "hfft") and self.axes:
            lengths[-1] = 2 * (blank.shape[self.axes[-1]] - 1) if n is None else n
            if lengths[-1] // 2 + 1 != blank.shape[self.axes[-1]]:
                raise ValueError(f"n={n} does not belong to {blank.shape[self.axes[-1]]} numbers")
        elif n is not None:
            raise ValueError("n= is for irfft and hfft alone")
        self._lengths = lengths
        self._options = (level, workers, half, 0, False)
        self._norm = norm
        self._plan = _stet.plan(
            _OPERATIONS[name], blank, lengths, self.axes, norm, None, *self._options,
            effort == "measure",
        )
        if self._plan is NotImplemented:
            raise ValueError("at least one axis must be transformed")

    def __call__(self, a: Any, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """The transform of ``a``, which has the plan's shape and dtype; its strides are free."""
        a = np.asarray(a)
        if a.shape != self.shape or a.dtype != self.dtype:
            raise ValueError(
                f"the plan is for {self.dtype} of shape {self.shape}, not {a.dtype} of {a.shape}"
            )
        return _stet.plan_call(  # type: ignore[no-any-return]
            _OPERATIONS[self.name], a, self._lengths, self.axes, self._norm, out, *self._options,
            self._plan,
        )

    @property
    def workspace(self) -> int:
        """Bytes that one execution needs beside its arrays."""
        return _stet.plan_workspace(self._plan)

    def describe(self) -> dict[str, str]:
        """What the plan chose, for people: the lines of ``stet info --plan``."""
        lines = _stet.plan_describe(self._plan).splitlines()
        pairs = (line.partition(":") for line in lines)
        return {key.strip(): value.strip() for key, colon, value in pairs if colon}

    def error_bound(self) -> ErrorBound:
        """A proved bound of the error, before any number is known."""
        return ErrorBound(*_stet.plan_bound(self._plan))

    def __repr__(self) -> str:
        return f"<stet.Plan {self.name} of {self.dtype} {self.shape}, axes {self.axes}>"
