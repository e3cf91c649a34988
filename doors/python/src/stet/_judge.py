# SPDX-License-Identifier: Apache-2.0
"""Identifies arrays and judges spectra; the results of the commands are objects."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeVar

import numpy as np
import numpy.typing as npt

from . import _stet
from ._arrays import axes_tuple, choice, plain, triple
from ._dtypes import require_exact

Kind = Literal["c2c", "r2c", "c2r"]
Norm = Literal["backward", "ortho", "forward"]
Expect = Literal["f64", "f32", "tf32", "f16", "bf16"]
Index = tuple[int, ...]
Table = tuple[tuple[str, str], ...]


_KINDS = {"c2c": 1, "r2c": 2, "c2r": 3}
_REAL_KINDS = frozenset("dct1 dct2 dct3 dct4 dst1 dst2 dst3 dst4 dht r2hc hc2r".split())
_NORMS = {"backward": 1, "ortho": 2, "forward": 3}


def _lists_to_tuples(value: Any) -> Any:
    return tuple(map(_lists_to_tuples, value)) if isinstance(value, list) else value


@dataclass(frozen=True, kw_only=True)
class Report:
    """The result of a command. ``str()`` gives the command's table; the attributes are the keys of its ``--json``.

    An attribute is ``None`` if it does not apply, or if its number is not finite.
    """

    table: Table = field(repr=False, compare=False)

    def __str__(self) -> str:
        return "\n".join(f"{label:<11} {text}" for label, text in self.table)


R = TypeVar("R", bound=Report)


def _build(kind: type[R], said: tuple[str, list[tuple[str, str]]]) -> R:
    keys = json.loads(said[0])
    names = {f.name for f in fields(kind)} - {"table"}
    values = {name: _lists_to_tuples(value) for name, value in keys.items() if name in names}
    return kind(table=tuple(said[1]), **values)


@dataclass(frozen=True, kw_only=True)
class Verdict(Report):
    """The result of :func:`verify`. It is true if the spectrum passed."""

    verdict: Literal[
        "correctly_rounded",
        "not_decided",
        "zero_sign",
        "ordinary_rounding",
        "bug",
        "inaccurate",
        "unexplained",
    ]
    text: str  # the verdict in words
    passed: bool
    kind: str
    direction: Literal["forward", "inverse"]
    norm: Norm
    axes: tuple[int, ...]
    lengths: tuple[int, ...]
    rows: int
    format: str
    input_rounded: bool
    relative_l2: float | None
    usual_l2: float | None
    max_ulp: float | None
    max_ulp_at: Index | None
    numbers: int
    correct: int
    proved_exact: int
    by_library: int
    not_correct: int
    first_not_correct: Index | None
    zero_signs: int
    undecided: int
    not_finite: int
    bound: float | None
    bug: str | None
    factor: float | None
    residual: float | None
    also: str
    looks_like: str | None
    looks_what: str | None
    bad_twiddles: bool
    wrong_rows: int
    wrong_rows_first: tuple[int, ...]
    right_results: int | None
    right_where: str
    wrong_at: Index | None
    wrong_ulp: float | None

    def __bool__(self) -> bool:
        return self.passed


@dataclass(frozen=True, kw_only=True)
class Comparison(Report):
    """The result of :func:`compare`. It is true if the bits are the same."""

    same: bool
    reason: str | None
    components: int | None = None
    different: int | None = None
    signed_zeros: int | None = None
    nan: int | None = None
    nan_mismatches: int | None = None
    ulp_format: str | None = None
    max_ulp: int | float | None = None
    max_abs: float | None = None
    relative_l2: float | None = None
    max_ulp_at: dict[str, Any] | None = None
    max_abs_at: dict[str, Any] | None = None

    def __bool__(self) -> bool:
        return self.same


@dataclass(frozen=True, kw_only=True)
class Confirmation(Report):
    """The result of :func:`certify`. It is true if the certificate was confirmed."""

    result: Literal["confirmed", "refused", "false", "not_decided"]
    text: str
    made_by: str
    bits_version: int
    same_bits_version: bool
    numbers: int
    right: int
    proved_exact: int
    wrong: int
    by_fixed_point: int
    undecided: int
    bound: float | None

    def __bool__(self) -> bool:
        return self.result == "confirmed"


def bits(array: npt.ArrayLike) -> str:
    """Returns the SHA-256 of the elements; ``stet bits`` prints the same for the array in a file.

    The elements are hashed in C order, each part little-endian, whatever the order in memory; every NaN
    counts as the positive quiet one with payload 0. Two arrays of one type and shape have the same
    hash if and only if they have the same bits.

    >>> import numpy as np, stet
    >>> stet.bits(np.array([1.0, 2.0]))
    'dc91ce9a50ddc828740aa26743716897fdb2bb64f1db662fe263a59be56145ae'
    >>> stet.bits(np.array([1.0, 2.0], dtype='>f8')) == stet.bits([1.0, 2.0])
    True
    """
    digest: str = _stet.identify(triple(array))[0]
    return digest


def compare(a: npt.ArrayLike, b: npt.ArrayLike) -> Comparison:
    """Reports whether two arrays hold the same bits, and how far apart they are: ``stet compare``.

    They are the same if type, shape and all bits agree; byte order and strides do not count, and any
    NaN equals any NaN. Distances are counted per real number in ulp of the narrower of the two
    formats; ``relative_l2`` is the norm of ``a - b`` over that of ``b``.

    >>> import numpy as np, stet
    >>> c = stet.compare(np.float64([1, 2]), np.float64([1, np.nextafter(2, 3)]))
    >>> c.same, c.max_ulp, c.max_ulp_at['index']
    (False, 1, (1,))
    """
    c = _build(Comparison, _stet.compare(triple(a), triple(b)))
    for at in (c.max_ulp_at, c.max_abs_at):
        if at is not None:
            at["index"] = tuple(at["index"])
    return c


def verify(
    input: npt.ArrayLike,
    spectrum: npt.ArrayLike,
    *,
    kind: str | None = None,
    inverse: bool = False,
    norm: Norm | None = None,
    axes: int | tuple[int, ...] | None = None,
    n: int | None = None,
    expect: Expect | None = None,
    complex: bool = False,
) -> Verdict:
    """Judges a spectrum that any program computed: correct, rounded, or wrong and in which way.

    ``stet verify`` does the same for files. The exact values come from a transform in double-double
    with a proved bound, so the verdict does not rely on the transforms of this library.

    Parameters
    ----------
    input, spectrum : array_like
        The input of a transform, and the output that a program computed from it.
    kind : str, optional
        "c2c", "r2c" or "c2r"; for real input and output "dct1" to "dct4", "dst1" to "dst4",
        "dht", "r2hc" or "hc2r": one for all axes, or a list with commas. The default is the kind that
        fits types, shapes and values.
    inverse : bool
        True if the transform was inverse.
    norm : {"backward", "ortho", "forward"}, optional
        As in NumPy.
    axes : int or tuple of ints, optional
        The axes that were transformed; the default is the last one.
    n : int, optional
        The length to which the input was cropped or padded with zeros.
    expect : {"f64", "f32", "tf32", "f16", "bf16"}, optional
        The least accuracy that passes; the default is that of the spectrum's type.
    complex : bool
        True if an input of 16-bit numbers is complex: its last dimension, of length 2, holds real
        and imaginary parts. A 16-bit spectrum is always complex, except for kind "c2r".

    Returns
    -------
    Verdict

    Raises
    ------
    ValueError
        The arrays cannot belong together, or the input is empty or not finite.
    TypeError
        The library has no such type of numbers.

    >>> import numpy as np, stet
    >>> x = np.random.default_rng(1).standard_normal(64)
    >>> v = stet.verify(x, np.fft.fft(x) / 64)
    >>> v.passed, v.bug
    (False, 'scaled')
    >>> print(v.text)
    bug: the right values, times 1/N
    """
    x = triple(input, pairs=complex)
    y = triple(spectrum, pairs=kind in (None, "c2c", "r2c"))
    settled = axes_tuple(axes, len(x[2]))
    is_real = isinstance(kind, str) and set(kind.split(",")) <= _REAL_KINDS
    _check(None if is_real else kind, norm)
    try:
        said = _stet.verify(
            x, y, kind or "", inverse, norm or "backward", settled, _length(n), expect or ""
        )
    except ValueError as error:  # the command's message names options
        raise ValueError(re.sub(r"--(\w+)", r"\1=", str(error))) from None
    return _build(Verdict, said)


def _check(kind: str | None, norm: str | None) -> None:
    if kind is not None:
        choice("kind", kind, _KINDS)
    if norm is not None:
        choice("norm", norm, _NORMS)


def _length(n: int | None) -> int:
    if n is not None and n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    return n or 0


def certify(
    certificate: str | bytes | dict[str, Any], input: npt.ArrayLike, output: npt.ArrayLike
) -> Confirmation:
    """Checks a certificate with code that its maker does not use: ``stet certify``.

    A certificate comes from :func:`certificate` or from ``stet fft --level correct --certificate``.
    It names the arrays by their SHA-256; other arrays are refused.

    >>> import numpy as np, stet
    >>> x = np.float32([1, 2, 3, 4])
    >>> y, paper = stet.certificate(x)
    >>> stet.certify(paper, x, y).result
    'confirmed'
    >>> print(stet.certify(paper, x, y + 1).text)
    refused: OUT is not the output of the certificate: the values are others
    """
    text = json.dumps(certificate) if isinstance(certificate, dict) else certificate
    if not isinstance(text, (str, bytes)):
        raise TypeError("certificate must be JSON text or a dict")
    if isinstance(text, str):
        text = text.encode()
    return _build(Confirmation, _stet.certify(text, triple(input), triple(output)))


def certificate(
    input: npt.ArrayLike,
    *,
    kind: Kind | None = None,
    inverse: bool = False,
    norm: Norm | None = None,
    axes: int | tuple[int, ...] | None = None,
    n: int | None = None,
    workers: int | None = None,
) -> tuple[npt.NDArray[Any], str]:
    """Transforms at level correct. Returns the output, and what was proved about it as JSON text.

    The text is that of ``stet fft --level correct --certificate``. float32 and complex64 keep their
    type, other numbers become float64; an integer that float64 does not hold raises
    `stet.fft.InexactError`. The default of kind is "c2c"; n is the length of the real signal of "c2r".

    >>> import numpy as np, stet
    >>> y, paper = stet.certificate([1.0, 2.0, 3.0], kind="r2c")
    >>> y
    array([ 6. +0.j       , -1.5+0.8660254j])
    """
    given = plain(input, "certificate")
    _check(kind, norm)
    kind = kind or "c2c"
    if kind == "r2c" and given.dtype.kind == "c":
        raise TypeError("r2c needs real input")
    if given.ndim == 0:
        raise ValueError("input is a single number: a transform needs at least one axis")
    single = given.dtype in (np.float32, np.complex64)
    wanted: npt.DTypeLike
    if kind == "r2c":
        wanted = np.float32 if single else np.float64
    else:
        wanted = np.complex64 if single else np.complex128
    require_exact(given, np.dtype(wanted), "certificate")
    x = given.astype(wanted, copy=False)
    data, shape, text = _stet.certificate(
        triple(given),
        triple(x),
        kind,
        inverse,
        norm or "backward",
        axes_tuple(axes, given.ndim),
        _length(n),
        _stet.threads(workers),
    )
    result = {"c2r": np.float32, "r2c": np.complex64, "c2c": np.complex64}[kind]
    out = np.frombuffer(bytearray(data), result if single else _wide(result)).reshape(shape)
    return out, text


def _wide(single: type[np.generic]) -> npt.DTypeLike:
    return np.float64 if single is np.float32 else np.complex128
