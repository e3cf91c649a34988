# SPDX-License-Identifier: Apache-2.0
"""Computes long convolutions, by definition or through the FFT, with an error bound."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _stet
from ._arrays import choice, unmasked
from ._dtypes import require_exact

_OPERATORS = {"causal": 1, "circular": 2, "time": 3, "conj": 4, "freq": 5, "folded": 6}
_COMBINE = {"sum": 1, "avg": 2}
_SPACES = {"time": 1, "freq": 2}
_NORMS = {"forward": 3, "backward": 1}
_LEVELS = {"native": 1, "extended": 2, "correct": 3}
_METHODS = {"auto": 0, "direct": 1, "fft": 2, "strict": 3}
_GELU = {"none": 0, "erf": 1, "tanh": 2}
_EXTENDED = {"fft": 1, "freqmul": 2}


class ConvInfo(NamedTuple):
    """Figures about one execution. The fields are those of stet_conv_result in stet_conv.h."""

    bound: float
    """|y - exact value| is at most this for all outputs, before GELU and gate. The exact value is that of the
    numbers in the plan's dtype."""
    line_bound: npt.NDArray[np.float64]
    """The bound of each sequence, (batch, channels)."""
    blocks: int
    zeros: int
    stages: dict[str, int]
    """Level correct: the number of outputs that each of its stages decided."""


def _real(array: npt.ArrayLike, what: str) -> npt.NDArray[Any]:
    a = unmasked(array, what)
    if a.dtype.kind not in "biuf" or a.dtype.itemsize > 8:
        raise TypeError(f"{what}: array type {a.dtype.name} is not supported")
    return a


class Conv:
    """A filter that is prepared for sequences of one length. :func:`conv` makes one for each call.

    An object is immutable, and any number of threads may call it at once. It can be copied and pickled; the copy
    is made from the same arguments. At level "correct" a number that dtype does not hold raises
    `stet.fft.InexactError`. At the other levels it is rounded first, and the bounds do not count that rounding.

    Parameters
    ----------
    filter : array_like, (M,) or (channels, M)
        The taps: one row for all channels, or one row for each channel.
    length : int
        Length of the sequences.
    reverse : array_like, (R,) or (channels, R)
        The second filter; only for the operators "time", "conj", "freq" and "folded".
    operator, combine, space, norm, level, method, gelu : str
        See :func:`conv`.
    channels, batch : int
        Number of sequences: arrays have the shape (batch, channels, length).
    bias : array_like, (channels,)
        Adds bias u to y.
    gate : bool
        If true, each call takes a second array, and y is multiplied by it.
    dtype : "float32" or "float64"
        The type of all arrays.

    >>> import numpy as np, stet
    >>> stet.Conv([1.0, 0.5], 4)([1.0, 0.0, 0.0, 2.0])
    array([1. , 0.5, 0. , 2. ])
    """

    def __init__(
        self,
        filter: npt.ArrayLike,
        length: int,
        *,
        reverse: npt.ArrayLike | None = None,
        operator: str = "causal",
        combine: str = "sum",
        space: str = "time",
        norm: str = "forward",
        level: str = "native",
        method: str = "auto",
        extended: Iterable[str] = (),
        gelu: str = "none",
        bias: npt.ArrayLike | None = None,
        gate: bool = False,
        exact_zeros: bool = False,
        accuracy: float = 0.0,
        fft_length: int = 0,
        channels: int = 1,
        batch: int = 1,
        workers: int | None = None,
        dtype: npt.DTypeLike = np.float64,
    ) -> None:
        extended = tuple(extended)
        self._arguments = {name: value for name, value in locals().items() if name != "self"}
        self.dtype = np.dtype(dtype)
        if self.dtype not in (np.float32, np.float64):
            raise TypeError(f"array type {self.dtype.name} is not supported; use float32 or float64")
        self.shape = (batch, channels, length)
        self._is_exact = level == "correct"
        taps = self._rows(filter, "filter")
        back = None if reverse is None else self._rows(reverse, "reverse")
        if back is not None and back.shape[0] != taps.shape[0]:
            raise ValueError(
                f"filter has {taps.shape[0]} rows, but reverse has {back.shape[0]}: the numbers must be equal"
            )
        offset = None
        if bias is not None:
            given = _real(bias, "bias")
            if given.shape not in ((), (channels,)):
                raise ValueError(f"bias has shape {given.shape}, expected ({channels},)")
            offset = self._ready(np.broadcast_to(given, (channels,)), "bias")
        self._gated = bool(gate)
        self._plan = _stet.ConvPlan(
            {
                "operator": choice("operator", operator, _OPERATORS),
                "combine": choice("combine", combine, _COMBINE),
                "space": choice("space", space, _SPACES),
                "norm": choice("norm", norm, _NORMS),
                "precision": 1 if self.dtype == np.float32 else 2,
                "level": choice("level", level, _LEVELS),
                "method": choice("method", method, _METHODS),
                "extended": sum({choice("extended", part, _EXTENDED) for part in extended}),
                "length": length,
                "filter_length": taps.shape[1],
                "reverse_length": 0 if back is None else back.shape[1],
                "channels": channels,
                "batch": batch,
                "filter_channels": taps.shape[0],
                "exact_zeros": int(exact_zeros),
                "gelu": choice("gelu", gelu, _GELU),
                "has_bias": int(offset is not None),
                "has_gate": int(self._gated),
                "accuracy": float(accuracy),
                "fft_length": fft_length,
                "threads": _stet.threads(workers),
            },
            taps,
            back,
            offset,
        )
        arrays = {"filter": taps, "reverse": back, "bias": offset}  # copies: the caller may change the originals
        self._arguments |= {name: None if a is None else a.copy() for name, a in arrays.items()}

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), **self._arguments), ()

    def _ready(self, a: npt.NDArray[Any], what: str) -> npt.NDArray[Any]:
        if self._is_exact:
            require_exact(a, self.dtype, what)
        return np.require(a, self.dtype, ["C", "A"])

    def _rows(self, array: npt.ArrayLike, what: str) -> npt.NDArray[Any]:
        a = self._ready(np.atleast_1d(_real(array, what)), what)
        if a.ndim not in (1, 2) or a.shape[-1] == 0:
            raise ValueError(f"{what} has shape {a.shape}, expected (taps,) or (channels, taps)")
        rows = a.reshape(-1, a.shape[-1])
        if rows.shape[0] not in (1, self.shape[1]):
            raise ValueError(f"{what} has {rows.shape[0]} rows, expected 1 or {self.shape[1]}")
        return rows

    @property
    def method(self) -> str:
        """The method that computes: "direct", "fft" or "strict"."""
        number = self._plan.describe()[2]
        return next((name for name, value in _METHODS.items() if value == number and value), "auto")

    @property
    def fft_length(self) -> int:
        """Number of points of the transforms; 0 for a direct method."""
        points: int = self._plan.describe()[1]
        return points

    @property
    def relative_bound(self) -> float:
        """The constant C of the bound C |u|_2 |g|_2 of each error. It does not depend on the input u."""
        bound: float = self._plan.describe()[3]
        return bound

    def describe(self) -> str:
        """Describes in a text what the plan chose."""
        text: str = self._plan.describe()[0]
        return text

    def _sequences(self, array: npt.ArrayLike, what: str, n: int) -> npt.NDArray[Any]:
        a = _real(array, what)
        batch, channels, _ = self.shape
        if a.ndim == 0 or a.shape[-1] != n or a.size != batch * channels * n:
            raise ValueError(f"{what} has shape {a.shape}, expected ({batch}, {channels}, {n})")
        return self._ready(a, what)

    def _check_gate(self, gate: npt.ArrayLike | None) -> None:
        if (gate is None) == self._gated:
            raise TypeError("this plan has " + ("a gate: pass gate=" if self._gated else "no gate: make it with gate=True"))

    def run(self, u: npt.ArrayLike, gate: npt.ArrayLike | None = None) -> tuple[Any, ConvInfo]:
        """Convolves u. Returns the output, in the shape of u, and its :class:`ConvInfo`."""
        self._check_gate(gate)
        x = self._sequences(u, "u", self.shape[2])
        g = None if gate is None else self._sequences(gate, "gate", self.shape[2])
        y = np.empty(x.shape, self.dtype)
        lines = np.empty(self.shape[:2], np.float64)
        told = self._plan.execute(x, g, y, lines)
        info = ConvInfo(told.pop("bound"), lines, told.pop("blocks"), told.pop("zeros"), told)
        return y, info

    def __call__(self, u: npt.ArrayLike, gate: npt.ArrayLike | None = None) -> npt.NDArray[Any]:
        """Returns the convolution of u: (batch, channels, length), or another shape with as many numbers."""
        y: npt.NDArray[Any] = self.run(u, gate)[0]
        return y

    def stream(self) -> ConvStream:
        """Returns a stream for sequences that arrive in pieces. The operator "circular" has none."""
        return ConvStream(self)


class ConvStream:
    """Convolves sequences that arrive in pieces. The bits are those of one call with the whole sequence.

    One thread at a time may use a stream.

    >>> import numpy as np, stet
    >>> s = stet.Conv([1.0, 1.0], 5).stream()
    >>> pieces = [s.push([1.0, 2.0]), s.push([3.0, 4.0, 5.0]), s.finish()]
    >>> np.concatenate(pieces)
    array([1., 3., 5., 7., 9.])
    """

    def __init__(self, conv: Conv) -> None:
        self._conv = conv
        self._stream = _stet.ConvStream(conv._plan)
        self._flat = conv.shape[:2] == (1, 1)

    def _outputs(self, count: int, u: Any, gate: Any) -> npt.NDArray[Any]:
        room = self._stream.ready(count)
        y = np.empty((*self._conv.shape[:2], room), self._conv.dtype)
        self._stream.push(count, u, gate, y, room)
        return y.reshape(-1) if self._flat else y

    def push(self, u: npt.ArrayLike, gate: npt.ArrayLike | None = None) -> npt.NDArray[Any]:
        """Takes the next inputs, (batch, channels, count). Returns the outputs that they determine."""
        self._conv._check_gate(gate)
        a = _real(u, "u")
        count = a.shape[-1] if a.ndim else -1
        if count < 0:
            raise ValueError("u has no dimension")
        x = self._conv._sequences(a, "u", count)
        g = None if gate is None else self._conv._sequences(gate, "gate", count)
        return self._outputs(count, x, g)

    def finish(self) -> npt.NDArray[Any]:
        """Returns the remaining outputs. The stream takes no input afterwards."""
        return self._outputs(-1, None, None)


def conv(
    u: npt.ArrayLike,
    filter: npt.ArrayLike,
    reverse: npt.ArrayLike | None = None,
    *,
    operator: Literal["causal", "circular", "time", "conj", "freq", "folded"] = "causal",
    combine: Literal["sum", "avg"] = "sum",
    space: Literal["time", "freq"] = "time",
    norm: Literal["forward", "backward"] = "forward",
    level: Literal["native", "extended", "correct"] = "native",
    method: Literal["auto", "direct", "fft", "strict"] = "auto",
    extended: Iterable[Literal["fft", "freqmul"]] = (),
    gelu: Literal["none", "erf", "tanh"] = "none",
    bias: npt.ArrayLike | None = None,
    gate: npt.ArrayLike | None = None,
    exact_zeros: bool = False,
    accuracy: float = 0.0,
    fft_length: int = 0,
    workers: int | None = None,
) -> npt.NDArray[Any]:
    """Convolve sequences with a filter. The bits depend on the numbers and the options alone.

    Parameters
    ----------
    u : array_like, (length,), (channels, length) or (batch, channels, length)
        float32 stays float32; every other type becomes float64.
    filter, reverse : array_like, (taps,) or (channels, taps)
        The filter k, and the second filter r of the operators that use two.
    operator : str
        "causal": y[t] = sum over i <= t of u[i] k[t - i]. "circular": indices modulo the length.
        docs/conv.md has the equations of "time", "conj", "freq" and "folded".
    level : str
        "native", "extended" (computed in the next precision, rounded once), or "correct" (the exact
        sum, rounded once). "correct" refuses every argument with a number that the dtype does not hold.
    method : str
        "auto", "direct" (the definition), "fft" or "strict" (each operation rounded).
    bias, gate, gelu
        y += bias u; then y = GELU(y); then y *= gate.
    accuracy : float
        The largest error bound, relative to |u|_2 |g|_2, that the method may have; 0: any bound.
    workers : int, optional
        Number of threads; -1: all processors. It changes no bit.

    Returns
    -------
    ndarray of the shape of u

    Raises
    ------
    ValueError
        The shapes do not fit, a word is unknown, a filter is longer than a circular sequence, ...
    TypeError
        The numbers are not real, or wider than 64 bits.
    stet.fft.InexactError
        At level "correct" a number would be rounded: an integer of more than 53 bits, or 0.1 in
        another argument if u is float32.

    >>> import stet
    >>> stet.conv([1.0, 2.0, 3.0, 4.0], [1.0, 1.0])
    array([1., 3., 5., 7.])
    >>> stet.conv([1.0, 2.0, 3.0, 4.0], [1.0, 1.0], operator="circular")
    array([5., 3., 5., 7.])
    """
    x = _real(u, "u")
    if not 1 <= x.ndim <= 3 or x.size == 0:
        raise ValueError(f"u has shape {x.shape}, expected (batch, channels, length)")
    batch, channels, length = (1,) * (3 - x.ndim) + x.shape
    if gate is not None and np.shape(gate) != x.shape:
        raise ValueError(f"gate has shape {np.shape(gate)}, expected {x.shape}")
    plan = Conv(
        filter,
        length,
        reverse=reverse,
        operator=operator,
        combine=combine,
        space=space,
        norm=norm,
        level=level,
        method=method,
        extended=extended,
        gelu=gelu,
        bias=bias,
        gate=gate is not None,
        exact_zeros=exact_zeros,
        accuracy=accuracy,
        fft_length=fft_length,
        channels=channels,
        batch=batch,
        workers=workers,
        dtype=np.float32 if x.dtype.newbyteorder("=") == np.float32 else np.float64,
    )
    return plan(x, gate)
