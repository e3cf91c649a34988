# SPDX-License-Identifier: Apache-2.0
"""Drift of a repeated computation: how far it is from a reference, and how to put it back. It calls libstet_lab.

``stet.drift``, ``stet.Drift`` and ``stet.DriftRecord`` are the same objects.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _stet
from ._arrays import choice, unmasked

__all__ = ["Drift", "DriftRecord", "drift"]

Step = Callable[[npt.NDArray[Any], int], Any]
_CYCLES = {"ignore": 0, "stop": 1, "verify": 2}
_WORKS = {"roundtrip": 0, "conv": 1}
_LEVELS = {"native": 1, "extended": 2, "correct": 3}


@dataclass(frozen=True)
class DriftRecord:
    """One comparison: errors in ulp of each number, and in ulp of the state's rms."""

    step: int
    max_ulp: float
    rms_ulp: float
    max_scale: float
    rms_scale: float
    norm: float
    same: int
    not_finite: int
    rebased: bool


@dataclass(frozen=True)
class Drift:
    """The result of a run: stet_drift_result of stet_lab.h."""

    steps: int
    comparisons: int
    rebases: int
    cycle_seen: int
    cycle_length: int
    cycle_broken: int
    first: DriftRecord
    last: DriftRecord
    worst: DriftRecord
    records: tuple[DriftRecord, ...]
    state: npt.NDArray[Any] | None = None


def _build(told: dict[str, Any], state: npt.NDArray[Any] | None) -> Drift:
    for name in ("first", "last", "worst"):
        told[name] = DriftRecord(**told[name])
    told["records"] = tuple(DriftRecord(**r) for r in told["records"])
    return Drift(**told, state=state)


def _counts(*named: tuple[str, int]) -> None:
    for name, value in named:
        if not 0 <= value < 2**63:
            raise ValueError(f"Invalid {name} value {value}; should not be negative.")


def drift(
    step: Step | Literal["roundtrip", "conv"],
    state: npt.ArrayLike | None = None,
    *,
    steps: int,
    every: int = 0,
    rebase: int = 0,
    cycles: Literal["ignore", "stop", "verify"] = "ignore",
    reference: Step | None = None,
    reference_dtype: npt.DTypeLike = np.float64,
    reference_at: Callable[[int], npt.ArrayLike] | None = None,
    n: int = 1024,
    dtype: npt.DTypeLike = np.float32,
    level: Literal["native", "extended", "correct"] = "native",
    seed: int = 1,
) -> Drift:
    """Apply a step to a state repeatedly, and measure how far the state is from a reference.

    An exception in a callable ends the run, and so does Control-C.

    Parameters
    ----------
    step : callable(state, i), or "roundtrip" or "conv"
        Changes the array in place; i counts from 0. Its return value is ignored. The words name the
        steps of the command ``stet-lab drift``: a transform and its inverse, or a convolution with an
        all-pass filter, on a random state; n, dtype, level and seed are for these two alone.
    state : array_like
        The initial state: float32, float64 or complex numbers of these. It is copied.
    steps : int
    every : int
        Number of steps between comparisons; 0: after 1, 2, ..., 10, 20, ..., 100, 200, ... and the last.
    rebase : int
        Sets the state to the rounded reference after every ``rebase`` steps; 0: never.
    cycles : {"ignore", "stop", "verify"}
        The action if a state recurs bit for bit.
    reference : callable(state, i), optional
        A step for a second state, of reference_dtype, that starts with the same numbers.
    reference_at : callable(i), optional
        Returns the reference after i steps. Without both, the reference is the initial state.

    >>> import numpy as np, stet.lab
    >>> def half(x, i): x *= np.float32(0.5)
    >>> d = stet.lab.drift(half, np.float32([1, 3]), steps=3, reference_at=lambda i: [2.0**-i, 3 * 2.0**-i])
    >>> d.last.max_ulp, d.state
    (0.0, array([0.125, 0.375], dtype=float32))
    >>> stet.lab.drift("roundtrip", steps=100, level="correct", cycles="stop").cycle_length
    1
    """
    _counts(("steps", steps), ("every", every), ("rebase", rebase))
    how = choice("cycles", cycles, _CYCLES)
    if isinstance(step, str):
        if state is not None or reference is not None or reference_at is not None:
            raise TypeError(f'step "{step}" makes a state and a reference of its own: do not pass them')
        work, number = choice("step", step, _WORKS), choice("level", level, _LEVELS)
        kind = np.dtype(dtype)
        if kind not in (np.float32, np.float64):
            raise TypeError(f"array type {kind.name} is not supported")
        if work == 1 and n % 4:
            raise ValueError(f"Invalid n value {n}; should be a multiple of 4.")
        if not 1 <= n <= 2**30 or not 0 <= seed < 2**63:
            raise ValueError(f"Invalid n or seed value ({n}, {seed}).")
        told = _stet.drift_work(
            work, 1 if kind == np.float32 else 2, number, n, seed, steps, every, rebase, how
        )
        return _build(told, None)
    if not callable(step):
        raise TypeError("step must be callable, or \"roundtrip\" or \"conv\"")
    return _run(step, state, steps, every, rebase, how, reference, reference_dtype, reference_at)


def _real_size(dtype: np.dtype[Any]) -> int:
    return dtype.itemsize // (2 if dtype.kind == "c" else 1)


def _run(
    step: Step,
    state: npt.ArrayLike | None,
    steps: int,
    every: int,
    rebase: int,
    how: int,
    reference: Step | None,
    reference_dtype: npt.DTypeLike,
    reference_at: Callable[[int], npt.ArrayLike] | None,
) -> Drift:
    if state is None:
        raise TypeError("a callable step needs state=")
    x = np.array(unmasked(state), order="C")
    if x.dtype not in (np.float32, np.float64, np.complex64, np.complex128) or not x.dtype.isnative:
        raise TypeError(f"array type {x.dtype.name} is not supported")
    if reference is not None and reference_at is not None:
        raise TypeError("reference and reference_at exclude each other: pass one of them")
    wide = np.dtype(np.float64 if reference_at is not None else reference_dtype)
    if wide not in (np.float32, np.float64):
        raise TypeError(f"array type {wide.name} is not supported")
    is_complex = x.dtype.kind == "c"
    other = np.empty(x.shape, np.result_type(wide, np.complex64) if is_complex else wide)
    follow: Callable[[int], Any] | None = None
    if reference is not None:
        chosen = reference

        def follow(i: int) -> None:
            chosen(other, i)

    elif reference_at is not None:
        known = reference_at

        def follow(i: int) -> None:
            other[...] = known(i)

    told = _stet.drift(
        x.reshape(-1),
        _real_size(x.dtype),
        lambda i: step(x, i),
        follow,
        reference is not None,
        None if follow is None else other.reshape(-1),
        wide.itemsize,
        steps,
        every,
        rebase,
        how,
    )
    return _build(told, x)
