# SPDX-License-Identifier: Apache-2.0
"""numpy_patch(): serves the functions of numpy.fft by this library within a context."""
from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from . import _served, fft as _fft
from ._dtypes import InexactError

NAMES = (
    "fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fft2", "ifft2", "rfft2", "irfft2",
    "fftn", "ifftn", "rfftn", "irfftn",
)  # fmt: skip

# NumPy before 2.0 computes in double for every input type.
_IN_DOUBLE = np.lib.NumpyVersion(np.__version__) < "2.0.0"

_NUMPYS = frozenset(("n", "s", "axis", "axes", "norm", "out"))  # the keywords of numpy.fft's functions

_lock = threading.Lock()
_originals: dict[str, Any] = {}
_stack: list[tuple[object, dict[str, Any]]] = []  # the active patches; the last one serves


def _is_foreign(a: Any) -> bool:
    """Reports whether a is an array of another library; numpy.fft passes it on to that library."""
    dispatch = getattr(type(a), "__array_function__", None)
    return dispatch is not None and dispatch is not np.ndarray.__array_function__


def _widened(a: Any) -> Any:
    x = np.asarray(a)
    return x.astype(np.result_type(x.dtype, np.float64)) if x.dtype.char in "efF" else a


_UNNAMED = object()


def _is_deprecated(name: str, s: Any = None, axes: Any = _UNNAMED, *rest: Any, **more: Any) -> bool:
    """Reports whether NumPy 2 warns: lengths without axes, or None among the lengths."""
    if name[-1] not in "2n" or s is None or _IN_DOUBLE:
        return False
    lengths = s if isinstance(s, Sequence) else ()  # iterating would consume an iterator
    unnamed = axes is None or (axes is _UNNAMED and name[-1] == "n")
    return unnamed or any(n is None for n in lengths)


def _patched(original: Any, ours: Callable[..., Any], level: str, workers: int | None) -> Any:
    name = ours.__name__

    @functools.wraps(original)
    def call(a: Any, *args: Any, **kwargs: Any) -> Any:
        out = args[3] if len(args) > 3 else kwargs.get("out")
        if _is_foreign(a) or _is_foreign(out):
            _served.decline(name, "an array of another library")
            return original(a, *args, **kwargs)
        if not _NUMPYS.issuperset(kwargs):
            return original(a, *args, **kwargs)  # NumPy raises its own error for an unknown argument
        if _is_deprecated(name, *args, **kwargs):
            _served.decline(name, "s without axes, or None in s: NumPy warns")
            return original(a, *args, **kwargs)
        try:
            x = _widened(a) if _IN_DOUBLE else a
            result = ours(x, *args, level=level, workers=workers, **kwargs)
        except InexactError:  # NumPy would round silently
            raise
        except (TypeError, ValueError, OverflowError, IndexError) as error:
            _served.decline(name, f"{type(error).__name__}: {error}")
            return original(a, *args, **kwargs)  # NumPy serves it or raises its own error
        _served.serve(name)
        return result

    return call


def _install(functions: dict[str, Any]) -> None:
    for name, function in functions.items():
        setattr(np.fft, name, function)


@contextmanager
def numpy_patch(*, level: str = "native", workers: int | None = None) -> Iterator[None]:
    """Serve numpy.fft by this library, for all threads, until the context ends.

    A name that was imported before (``from numpy.fft import fft``) keeps NumPy's function. Calls that
    this library does not serve (long double, arrays of other libraries, wrong arguments) go to NumPy
    and have its accuracy; `stet.fft.counts` counts them. A `stet.fft.InexactError` is raised.
    Contexts may be nested and may overlap; the one that was entered last is in force.

    >>> import numpy as np
    >>> with stet.numpy_patch(level="correct"):
    ...     np.fft.fft([1.0, 2.0, 3.0])
    array([ 6. +0.j       , -1.5+0.8660254j, -1.5-0.8660254j])
    """
    _fft.fft([1.0], level=level, workers=workers)  # type: ignore[arg-type] # ValueError before anything
    key = object()
    with _lock:
        if not _stack:
            _originals.update({name: getattr(np.fft, name) for name in NAMES})
        functions = {
            name: _patched(_originals[name], getattr(_fft, name), level, workers) for name in NAMES
        }
        _stack.append((key, functions))
        _install(functions)
    try:
        yield
    finally:
        with _lock:
            _stack[:] = [entry for entry in _stack if entry[0] is not key]
            _install(_stack[-1][1] if _stack else _originals)
