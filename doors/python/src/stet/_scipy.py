# SPDX-License-Identifier: Apache-2.0
"""The backend for scipy.fft: ``scipy.fft.set_global_backend(stet.scipy_backend)``.

If this library does not serve a call, the backend returns NotImplemented; SciPy then serves the call
or raises its own error. `stet.fft.counts` counts these calls by reason.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.fft  # type: ignore[import-untyped, unused-ignore]

from . import _served, fft as _fft
from ._dtypes import InexactError
from ._stet import fft1 as _one, fftn as _many

# set_global_backend(B) replaces SciPy in the global slot, so a NotImplemented of B would be an error.
# SciPy is registered as one more backend, and is asked after B.
scipy.fft.register_backend("scipy")


class _Declined(Exception):
    """Carries the reason why a call is left to SciPy."""


def _threads(workers: Any) -> Any:
    return scipy.fft.get_workers() if workers is None else workers


def _no_plan(plan: Any) -> None:
    if plan is not None:
        raise _Declined("plan=")


def _no_foreign(x: Any) -> None:
    """Declines arrays of another library, which SciPy passes on if SCIPY_ARRAY_API=1."""
    kind = type(x)
    if not issubclass(kind, np.ndarray) and (hasattr(kind, "__dlpack__") or hasattr(kind, "__array_function__")):
        raise _Declined("an array of another library")


def _along_axis(op: int) -> Callable[..., Any]:
    def call(
        level: str, x: Any, n: Any = None, axis: Any = -1, norm: Any = None,
        overwrite_x: Any = False, workers: Any = None, *, plan: Any = None,
    ) -> Any:
        _no_plan(plan)
        return _one(op, x, n, axis, norm, None, level, _threads(workers), None, 0, False)

    return call


def _along_axes(op: int, default: Any) -> Callable[..., Any]:
    def call(
        level: str, x: Any, s: Any = None, axes: Any = default, norm: Any = None,
        overwrite_x: Any = False, workers: Any = None, *, plan: Any = None,
    ) -> Any:
        _no_plan(plan)
        return _several(op, x, s, axes, norm, level, workers, 0, False)

    return call


def _real_along_axis(op: int, kinds: tuple[int, ...]) -> Callable[..., Any]:
    def call(
        level: str, x: Any, type: Any = 2, n: Any = None, axis: Any = -1, norm: Any = None,
        overwrite_x: Any = False, workers: Any = None, orthogonalize: Any = None,
    ) -> Any:
        code, orthogonal = _fft._real_kind(op, kinds, type, norm, orthogonalize)
        return _one(op, x, n, axis, norm, None, level, _threads(workers), None, code, orthogonal)

    return call


def _real_along_axes(op: int, kinds: tuple[int, ...]) -> Callable[..., Any]:
    def call(
        level: str, x: Any, type: Any = 2, s: Any = None, axes: Any = None, norm: Any = None,
        overwrite_x: Any = False, workers: Any = None, *, orthogonalize: Any = None,
    ) -> Any:
        code, orthogonal = _fft._real_kind(op, kinds, type, norm, orthogonalize)
        return _several(op, x, s, axes, norm, level, workers, code, orthogonal)

    return call


def _several(
    op: int, x: Any, s: Any, axes: Any, norm: Any, level: str, workers: Any, code: int, orthogonal: bool
) -> Any:
    result = _many(op, x, s, axes, norm, None, level, _threads(workers), None, code, orthogonal)
    if result is NotImplemented:
        raise _Declined("no axis, or one named twice")
    return result


def _table() -> dict[str, Callable[..., Any]]:
    table: dict[str, Callable[..., Any]] = {}
    for op, name in enumerate(("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")):
        table[name] = _along_axis(op)
        table[name + "2"] = _along_axes(op, (-2, -1))
        table[name + "n"] = _along_axes(op, None)
    for name, kinds in (("dct", _fft._DCT), ("dst", _fft._DST)):
        for prefix, op in (("", _fft._R2R), ("i", _fft._IR2R)):
            table[prefix + name] = _real_along_axis(op, kinds)
            table[prefix + name + "n"] = _real_along_axes(op, kinds)
    return table


class ScipyBackend:
    """A backend of scipy.fft at one level of accuracy.

    >>> import scipy.fft
    >>> with scipy.fft.set_backend(stet.scipy_backend.at("correct")):
    ...     scipy.fft.fft([1.0, 2.0, 3.0])
    array([ 6. +0.j       , -1.5+0.8660254j, -1.5-0.8660254j])
    """

    __ua_domain__ = "numpy.scipy.fft"
    _functions = _table()

    def __init__(self, level: str = "native") -> None:
        _one(0, [1.0], None, -1, None, None, level, None, None, 0, False)  # ValueError for a wrong level
        self.level = level

    def at(self, level: str) -> ScipyBackend:
        """Returns this backend at another level."""
        return ScipyBackend(level)

    def __ua_function__(self, method: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        name = method.__name__
        function = self._functions.get(name)
        try:
            if function is None:
                raise _Declined("not a transform of stet's")
            _no_foreign(args[0] if args else kwargs.get("x"))
            result = function(self.level, *args, **kwargs)
        except _Declined as reason:
            _served.decline(name, str(reason))
            return NotImplemented
        except InexactError:  # SciPy would round silently
            raise
        except (TypeError, ValueError, OverflowError) as error:  # SciPy raises its own error
            _served.decline(name, f"{type(error).__name__}: {error}")
            return NotImplemented
        _served.serve(name)
        return result

    def __repr__(self) -> str:
        return f"<stet's backend for scipy.fft, level {self.level}>"


scipy_backend = ScipyBackend()
