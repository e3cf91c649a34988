# SPDX-License-Identifier: Apache-2.0
"""Plans: a transform of one shape that is prepared once."""
from __future__ import annotations

import math
import operator
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from . import _stet, fft as _fft
from ._arrays import axes_tuple
from ._dtypes import require_as_given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike, NDArray

    from .fft import Half, Kind, Level, Norm

_OPERATIONS = {
    name: op for op, name in enumerate(("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"))
}
# Maps dct and dst to the operation and its kinds.
_REAL = {
    "dct": (_fft._R2R, _fft._DCT), "idct": (_fft._IR2R, _fft._DCT),
    "dst": (_fft._R2R, _fft._DST), "idst": (_fft._IR2R, _fft._DST),
}  # fmt: skip


class ErrorBound(NamedTuple):
    """Bounds the distance of a result from the exact one: ``stet_error_bound`` of stet.h.

    |.| is the modulus and \\|.\\| the 2-norm of one transform, X the exact result and Y the result before
    it is rounded to ``dtype``. The bounds are ``|Y[k] - X[k]| <= each \\|X\\| + underflow`` and
    ``\\|Y - X\\| <= rms \\|X\\| + sqrt(N) underflow``; the rounding adds at most ``unit`` times each
    real number. X is the transform of the numbers after they are read: an integer that no double
    equals is rounded first. No field is NaN; a field is inf if no bound is known.
    """

    unit: float
    each: float
    rms: float
    underflow: float


class Plan:
    """Transforms arrays of one shape and dtype; makes its tables once and keeps them.

    ``name`` is "fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "dct", "idct", "dst" or "idst"; ``shape``
    is the input's; ``axes`` are all of them by default. For irfft and hfft ``n`` is the length of the real
    output along the last of the axes. For the last four names ``type`` (2 by default) and ``orthogonalize``
    are those of `stet.fft.dct`. ``effort="measure"`` times candidates, a tenth of a second each. It changes
    the speed alone, and its result serves all plans that this process makes later.

    Several threads may use a plan at once. A plan can be copied, pickled and sent to another process; the
    copy is made there from the same arguments. A plan is for compact arrays; for an array with other strides
    it takes a plan from the cache, as the functions of `stet.fft` do. Those functions find their plans by
    themselves: make a Plan to keep its tables, to measure, or to get its error bound.

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
        type: Kind | None = None, orthogonalize: bool | None = None,
        effort: Literal["estimate", "measure"] = "estimate",
    ) -> None:
        arguments = {key: value for key, value in locals().items() if key != "self"}
        if name not in _OPERATIONS and name not in _REAL:
            raise ValueError(f"Invalid name {name!r}; should be one of {', '.join([*_OPERATIONS, *_REAL])}.")
        if effort not in ("estimate", "measure"):
            raise ValueError(f'Invalid effort {effort!r}; should be "estimate" or "measure".')
        real = name in ("rfft", "ihfft", *_REAL)
        self.name = name
        self.dtype = np.dtype((np.float64 if real else np.complex128) if dtype is None else dtype)
        blank = np.empty(shape, self.dtype)  # never touched, so the system gives it no memory
        self.shape = blank.shape
        named = range(blank.ndim) if axes is None else axes if np.iterable(axes) else [axes]
        self.axes = tuple(map(operator.index, named))
        self._arguments = {**arguments, "shape": self.shape, "dtype": self.dtype, "axes": self.axes}
        axes_tuple(self.axes, blank.ndim)
        lengths = [-1] * len(self.axes)
        if name in ("irfft", "hfft") and self.axes:
            lengths[-1] = 2 * (blank.shape[self.axes[-1]] - 1) if n is None else n
            if lengths[-1] // 2 + 1 != blank.shape[self.axes[-1]]:
                raise ValueError(f"n={n} needs {lengths[-1] // 2 + 1} numbers along the last axis, but the shape has {blank.shape[self.axes[-1]]}")
        elif n is not None:
            raise ValueError("only irfft and hfft take n=")
        code, orthogonal = 0, False
        if name in _REAL:
            if half is not None:
                raise TypeError(f"{name} does not take half=")
            self._operation, kinds = _REAL[name]
            code, orthogonal = _fft._real_kind(self._operation, kinds, 2 if type is None else type, norm, orthogonalize)
        elif type is not None or orthogonalize is not None:
            raise ValueError("only dct, idct, dst and idst take type= and orthogonalize=")
        else:
            self._operation = _OPERATIONS[name]
        self._lengths = lengths
        self._options = (level, workers, half, code, orthogonal)
        self._norm = norm
        self._plan = _stet.plan(
            self._operation, blank, lengths, self.axes, norm, None, *self._options, effort == "measure",
        )
        if self._plan is NotImplemented:
            raise ValueError("at least one axis must be transformed")

    def __call__(self, a: Any, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Returns the transform of ``a``, which has the plan's shape and dtype (else ValueError) and any strides.
        ``out`` and `InexactError` are as in `stet.fft`."""
        given, a = a, np.asarray(a)
        if self._options[0] == "correct":
            require_as_given(given, a, self.name)
        if a.shape != self.shape or a.dtype != self.dtype:
            raise ValueError(
                f"the plan is for {self.dtype} of shape {self.shape}, not {a.dtype} of {a.shape}"
            )
        return _stet.plan_call(  # type: ignore[no-any-return]
            self._operation, a, self._lengths, self.axes, self._norm, out, *self._options, self._plan,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), **self._arguments), ()

    @property
    def workspace(self) -> int:
        """Bytes that one execution needs in addition to its arrays."""
        return _stet.plan_workspace(self._plan)

    def describe(self) -> dict[str, str]:
        """Returns the lines of ``stet info --plan``: what the plan chose."""
        lines = _stet.plan_describe(self._plan).splitlines()
        pairs = (line.partition(":") for line in lines)
        return {key.strip(): value.strip() for key, colon, value in pairs if colon}

    def error_bound(self) -> ErrorBound:
        """A proved error bound that holds for all inputs. The factors of ``orthogonalize`` have none: inf."""
        bound = ErrorBound(*_stet.plan_bound(self._plan))
        return bound._replace(each=math.inf, rms=math.inf) if self._options[4] else bound

    def __repr__(self) -> str:
        return f"<stet.Plan {self.name} of {self.dtype} {self.shape}, axes {self.axes}>"
