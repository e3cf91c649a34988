# SPDX-License-Identifier: Apache-2.0
"""Transforms of arrays that are distributed over the ranks of mpi4py, with the bits of one process.

It calls libstet_mpi for the MPI that mpi4py was built with (``libstet_mpi-openmpi.so``, ``libstet_mpi-mpich.so``). The
wheel does not contain that library: ``STET_MPI_LIBRARY`` names its file, or the loader finds it.

>>> from mpi4py import MPI
>>> from stet import mpi
>>> plan = mpi.Plan(MPI.COMM_WORLD, (64, 48, 50))
>>> x = plan.empty()                      # this rank's part of the input
>>> plan.slices                           # its place in the whole array
>>> y = plan(x)                           # this rank's part of the output, at plan.out_slices
"""
from __future__ import annotations

import ctypes
import os
from typing import Any, Literal, Sequence

import numpy as np
from mpi4py import MPI  # type: ignore[import-not-found, unused-ignore]

__all__ = ["Error", "Plan", "dot", "sum"]

_MAX_RANK = 8
_KINDS = {"fft": (1, 1), "ifft": (1, 2), "rfft": (2, 1), "irfft": (3, 2)}
_NORMS = {None: 1, "backward": 1, "ortho": 2, "forward": 3}
_LEVELS = {"native": 1, "extended": 2, "correct": 3, "extended-ff": 4}
_LAYOUTS = {"natural": 1, "transposed": 2, "cyclic": 3}
_EXCHANGES = {"auto": 0, "alltoallv": 1, "alltoallw": 2, "shared": 3}
_STATUS = {
    -1: "an array is missing", -9: "a length is below 1 or above the limit", -13: "not enough memory on a rank",
    -30: "the file cannot be read or written", -45: "an MPI call failed: close the plan",
    -46: "MPI is not running, or was not initialised with MPI_THREAD_FUNNELED",
    -47: "the options differ between ranks",
    -48: "the grid's product is not the number of ranks, or it has too many dimensions",
    -49: "this transform does not support the layout", -50: "the sum of the blocks is not the length",
    -51: "shared memory between ranks on several nodes",
    -52: "one rank must hold the whole array, which does not fit",
    -53: "the file does not hold an array of this shape and type",
}


class Error(RuntimeError):
    """A call of libstet_mpi failed, on all ranks alike: ``status`` is the number of stet.h."""

    def __init__(self, status: int) -> None:
        super().__init__(_STATUS.get(status, f"status {status} of stet.h"))
        self.status = status


class _Axis(ctypes.Structure):
    _fields_ = [(name, ctypes.c_ssize_t) for name in ("n", "start", "count", "width", "step", "stride")]


class _Box(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("precision", ctypes.c_int), ("is_complex", ctypes.c_int),
                ("element", ctypes.c_size_t), ("rank", ctypes.c_int), ("howmany", ctypes.c_ssize_t),
                ("elements", ctypes.c_ssize_t), ("axis", _Axis * _MAX_RANK)]


class _Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("kind", ctypes.c_int), ("precision", ctypes.c_int), ("level", ctypes.c_int),
                ("direction", ctypes.c_int), ("norm", ctypes.c_int), ("rank", ctypes.c_int),
                ("n", ctypes.POINTER(ctypes.c_ssize_t)), ("howmany", ctypes.c_ssize_t), ("padded", ctypes.c_int),
                ("threads", ctypes.c_int), ("grid_rank", ctypes.c_int), ("grid", ctypes.POINTER(ctypes.c_int)),
                ("in_", ctypes.c_int), ("out", ctypes.c_int), ("in_blocks", ctypes.POINTER(ctypes.c_ssize_t)),
                ("out_blocks", ctypes.POINTER(ctypes.c_ssize_t)), ("exchange", ctypes.c_int), ("chunks", ctypes.c_int),
                ("half_mode", ctypes.c_int), ("half_exponent", ctypes.c_int), ("policy", ctypes.c_int),
                ("gather_limit", ctypes.c_size_t)]


def _load() -> ctypes.CDLL:
    vendor = MPI.get_vendor()[0]
    name = "libstet_mpi-openmpi.so" if vendor == "Open MPI" else "libstet_mpi-mpich.so"
    tried = [os.environ["STET_MPI_LIBRARY"]] if "STET_MPI_LIBRARY" in os.environ else [name + ".0.2", name]
    for path in tried:
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            why = error
    raise ImportError(f"{name}: {why}; build it with an MPI that is {vendor} (scripts/deps mpi, make) and set STET_MPI_LIBRARY to its path")


_library = _load()
# A communicator is an int in MPICH and a pointer in Open MPI.
_Comm: Any = ctypes.c_int if MPI._sizeof(MPI.Comm) == ctypes.sizeof(ctypes.c_int) else ctypes.c_void_p
_pointer, _size = ctypes.c_void_p, ctypes.c_ssize_t


def _declare(name: str, *arguments: Any, result: Any = ctypes.c_int) -> None:
    function = getattr(_library, "stet_mpi_" + name)
    function.argtypes, function.restype = arguments, result


_declare("options_init_size", _pointer, ctypes.c_size_t, result=None)
_declare("plan_create", _pointer, _Comm, _pointer)
_declare("plan_destroy", _pointer, result=None)
_declare("plan_box", _pointer, ctypes.c_int, ctypes.c_int, _pointer)
_declare("plan_local", _pointer, result=_size)
_declare("plan_exchanges", _pointer)
_declare("plan_bytes", _pointer, result=ctypes.c_int64)
_declare("plan_describe", _pointer, ctypes.c_char_p, ctypes.c_size_t, result=ctypes.c_size_t)
_declare("execute", _pointer, _pointer, _pointer)
_declare("digest", _pointer, ctypes.c_int, _pointer, _pointer)
for _name in ("save", "load"):
    _declare(_name, _pointer, ctypes.c_int, _pointer, ctypes.c_char_p)
for _name in ("f32", "f64"):
    _declare("sum_" + _name, _Comm, _size, _pointer, _size, _pointer)
    _declare("dot_" + _name, _Comm, _size, _pointer, _size, _pointer, _size, _pointer)


def _check(status: int) -> None:
    if status == -13:
        raise MemoryError(_STATUS[status])
    if status == -30:
        raise OSError(_STATUS[status])
    if status != 0:
        raise Error(status)


def _holds(dtype: Any, a: np.ndarray[Any, Any]) -> bool:
    """Reports whether the type holds all numbers of an array."""
    if a.dtype.kind not in "iu":
        with np.errstate(all="ignore"):
            return np.can_cast(a.dtype, dtype) or (
                np.can_cast(a.dtype, dtype, "same_kind") and bool(np.all((a.astype(dtype) == a) | (a != a))))
    if a.size == 0 or max(-int(a.min()), int(a.max())) <= 2 ** (np.finfo(dtype).nmant + 1):
        return True
    return bool(np.all(a.astype(dtype).astype(object) == a.astype(object)))


def _require_exact(comm: Any, dtype: Any, *arrays: np.ndarray[Any, Any]) -> None:
    """Raises ValueError on all ranks if a number of an array of any rank would be rounded."""
    if not comm.allreduce(all(_holds(dtype, a) for a in arrays), op=MPI.LAND):
        raise ValueError(
            f"a rank has numbers that {np.dtype(dtype)} does not hold, and the exact computation must not round its input: "
            f"pass x.astype('{np.dtype(dtype)}') if rounding is acceptable"
        )


def _handle(comm: Any) -> Any:
    return _Comm.from_address(MPI._addressof(comm))


class _Side:
    """Describes this rank's part of the input or of the output."""

    def __init__(self, box: _Box, dtype: np.dtype[Any]) -> None:
        axes = box.axis[: box.rank]
        self.dtype = dtype
        self.elements = box.elements
        self.whole = tuple(a.n for a in axes)
        self.shape = tuple(a.count for a in axes)
        self.strides = tuple(a.stride * dtype.itemsize for a in axes)
        self.slices = tuple(self._indices(a) for a in axes)

    @staticmethod
    def _indices(a: _Axis) -> Any:
        """Returns a slice if a slice describes the indices, else the indices."""
        if a.count == 0:
            return slice(0, 0)
        if a.step == 0 or a.count <= a.width:
            return slice(a.start, a.start + a.count)
        if a.width == 1:
            return slice(a.start, a.n, a.step)
        i = np.arange(a.count)
        return a.start + i // a.width * a.step + i % a.width

    def empty(self) -> np.ndarray[Any, Any]:
        memory = np.empty(max(self.elements, 1), self.dtype)
        return np.ndarray(self.shape, self.dtype, memory, 0, self.strides)

    def fits(self, array: np.ndarray[Any, Any]) -> bool:
        """Reports whether array has the memory layout of libstet_mpi. The stride of an axis of one number does not matter."""
        return array.dtype == self.dtype and all(
            n <= 1 or have == want for n, have, want in zip(self.shape, array.strides, self.strides))


class Plan:
    """Transforms one global shape along all its axes, over the ranks of a communicator. All ranks make, call and close
    their plans in the same order.

    ``name`` is "fft", "ifft", "rfft" or "irfft"; ``shape`` is that of the whole signal (of the real array for rfft and
    irfft). ``dtype`` is that of the input: float32 or complex64, float64 or complex128. ``layout`` says how the spectrum is
    distributed: "natural", "transposed", or "cyclic" (input and output alike, one exchange; in one dimension complex
    alone). ``grid`` is the number of ranks along the first axis, or along the first two. None of these changes a bit.

    Parts are ndarrays in the order of the axes; ``slices`` and ``out_slices`` say where they are in the whole array.
    `empty()` returns an array with the library's memory layout; arrays with another layout are copied.
    """

    def __init__(
        self, comm: Any, shape: int | Sequence[int], name: Literal["fft", "ifft", "rfft", "irfft"] = "fft", dtype: Any = None, *,
        norm: Literal[None, "backward", "ortho", "forward"] = None, level: str = "native",
        layout: Literal["natural", "transposed", "cyclic"] = "natural", grid: Sequence[int] | None = None,
        exchange: Literal["auto", "alltoallv", "alltoallw", "shared"] = "auto", workers: int = 1,
    ) -> None:
        for what, value, known in (("name", name, _KINDS), ("norm", norm, _NORMS), ("level", level, _LEVELS),
                                   ("layout", layout, _LAYOUTS), ("exchange", exchange, _EXCHANGES)):
            if value not in known:
                raise ValueError(f"Invalid {what} {value!r}; should be one of {', '.join(map(repr, known))}.")
        self._plan = ctypes.c_void_p()
        self.name, self.shape = name, (shape,) if isinstance(shape, int) else tuple(shape)
        if not 1 <= len(self.shape) <= _MAX_RANK:
            raise ValueError(f"shape {self.shape}: it must have 1 to {_MAX_RANK} dimensions")
        real = np.dtype(dtype if dtype is not None else np.float64)
        if real.type not in (np.float32, np.float64, np.complex64, np.complex128):
            raise TypeError(f"dtype {real} is not supported: use float32, float64, complex64 or complex128")
        double = real in (np.float64, np.complex128)
        if level == "extended-ff" and double:
            raise ValueError('level "extended-ff" supports only float32 and complex64: use "extended"')
        dtypes = [np.dtype(np.float64 if double else np.float32), np.dtype(np.complex128 if double else np.complex64)]
        o = _Options()
        _library.stet_mpi_options_init_size(ctypes.byref(o), ctypes.sizeof(o))
        o.kind, o.direction = _KINDS[name]
        o.precision = 2 if double else 1
        o.level, o.norm, o.exchange, o.threads = _LEVELS[level], _NORMS[norm], _EXCHANGES[exchange], workers
        lengths = (ctypes.c_ssize_t * len(self.shape))(*self.shape)
        o.rank, o.n = len(self.shape), lengths
        if grid is not None:
            ranks = (ctypes.c_int * len(grid))(*grid)
            o.grid_rank, o.grid = len(grid), ranks
        inverse = o.direction == 2
        o.in_ = _LAYOUTS[layout if inverse or layout == "cyclic" else "natural"]
        o.out = _LAYOUTS[layout if not inverse or layout == "cyclic" else "natural"]
        _check(_library.stet_mpi_plan_create(ctypes.byref(self._plan), _handle(comm), ctypes.byref(o)))
        self._rank, self._comm, self._is_exact = comm.Get_rank(), comm, level == "correct"
        self._sides = [self._side(side, dtypes) for side in (0, 1)]

    def _side(self, side: int, dtypes: list[np.dtype[Any]]) -> _Side:
        box = _Box(size=ctypes.sizeof(_Box))
        _check(_library.stet_mpi_plan_box(self._plan, side, self._rank, ctypes.byref(box)))
        return _Side(box, dtypes[box.is_complex])

    @property
    def slices(self) -> tuple[Any, ...]:
        """Says where this rank's part is in the whole input."""
        return self._sides[0].slices

    @property
    def out_slices(self) -> tuple[Any, ...]:
        """Says where this rank's part is in the whole output."""
        return self._sides[1].slices

    @property
    def out_shape(self) -> tuple[int, ...]:
        """The shape of the whole output."""
        return self._sides[1].whole

    @property
    def exchanges(self) -> int:
        """Number of exchanges of one call."""
        return int(_library.stet_mpi_plan_exchanges(self._plan))

    @property
    def bytes(self) -> int:
        """Bytes that this rank sends to other ranks in one call."""
        return int(_library.stet_mpi_plan_bytes(self._plan))

    def describe(self) -> str:
        """Describes in a text what the plan chose."""
        size = _library.stet_mpi_plan_describe(self._plan, None, 0) + 1
        text = ctypes.create_string_buffer(size)
        _library.stet_mpi_plan_describe(self._plan, text, size)
        return text.value.decode()

    def empty(self) -> np.ndarray[Any, Any]:
        """Returns a new array for this rank's part of the input."""
        return self._sides[0].empty()

    def empty_out(self) -> np.ndarray[Any, Any]:
        """Returns a new array for this rank's part of the output."""
        return self._sides[1].empty()

    def part(self, whole: Any) -> np.ndarray[Any, Any]:
        """Returns this rank's part of an input that every rank has whole."""
        side, whole = self._sides[0], np.asarray(whole)
        if self._is_exact:
            _require_exact(self._comm, side.dtype, whole)
        if whole.shape != side.whole:
            raise ValueError(f"the whole array has the shape {side.whole}, not {whole.shape}")
        array = side.empty()
        index = tuple(np.arange(n)[s] for n, s in zip(side.whole, side.slices))
        array[...] = whole[np.ix_(*index)]
        return array

    def _as_part(self, array: Any, side: _Side) -> Any:
        array = np.asarray(array)
        if array.shape != side.shape:
            raise ValueError(f"this rank's part has the shape {side.shape}, not {array.shape}")
        if side.fits(array):
            return array
        copy = side.empty()
        copy[...] = array
        return copy

    def __call__(self, x: Any, out: np.ndarray[Any, Any] | None = None) -> np.ndarray[Any, Any]:
        """Returns the transform. ``out``, if given, is written and returned; it may be any array of this rank's shape and dtype.
        Level "correct" rounds no number of ``x``: ValueError on all ranks if the plan's type does not hold one."""
        if self._is_exact:
            _require_exact(self._comm, self._sides[0].dtype, np.asarray(x))
        x = self._as_part(x, self._sides[0])
        side = self._sides[1]
        if out is not None and (out.shape != side.shape or out.dtype != side.dtype):
            raise ValueError(f"out has the shape {out.shape} and dtype {out.dtype}; wanted are {side.shape} and {side.dtype}")
        result = side.empty() if out is None or not side.fits(out) or np.shares_memory(x, out) else out
        _check(_library.stet_mpi_execute(self._plan, x.ctypes.data, result.ctypes.data))
        if out is None or out is result:
            return result
        out[...] = result
        return out

    def digest(self, array: Any, side: Literal["in", "out"] = "out") -> str:
        """Returns 32 hexadecimal digits. They depend on the whole array alone, not on the number of ranks or the layout."""
        number = ("in", "out").index(side)
        found = (ctypes.c_uint64 * 2)()
        _check(_library.stet_mpi_digest(self._plan, number, self._as_part(array, self._sides[number]).ctypes.data, found))
        return f"{found[0]:016x}{found[1]:016x}"

    def save(self, path: str | os.PathLike[str], array: Any, side: Literal["in", "out"] = "out") -> None:
        """Writes the whole array as one .npy file; all ranks call it together."""
        number = ("in", "out").index(side)
        part = self._as_part(array, self._sides[number])
        _check(_library.stet_mpi_save(self._plan, number, part.ctypes.data, os.fsencode(path)))

    def load(self, path: str | os.PathLike[str], side: Literal["in", "out"] = "in") -> np.ndarray[Any, Any]:
        """Returns this rank's part of the whole array in a .npy file."""
        number = ("in", "out").index(side)
        part = self._sides[number].empty()
        _check(_library.stet_mpi_load(self._plan, number, part.ctypes.data, os.fsencode(path)))
        return part

    def close(self) -> None:
        """Frees the plan. All ranks call it before MPI ends. Garbage collection does not free it: its order differs by rank."""
        plan, self._plan = self._plan, ctypes.c_void_p()
        if plan:
            _library.stet_mpi_plan_destroy(plan)

    def __enter__(self) -> Plan:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()


def _flat(comm: Any, dtype: Any, *arrays: Any) -> Any:
    _require_exact(comm, dtype, *map(np.asarray, arrays))
    return [np.ascontiguousarray(x, dtype).reshape(-1) for x in arrays]


def sum(comm: Any, x: Any) -> Any:  # noqa: A001
    """Returns the exact sum of all numbers of all ranks, rounded once, on every rank. The number of ranks does not change it.
    float32 or float64; integers as float64, and ValueError on all ranks if float64 does not hold one."""
    dtype = np.float32 if np.asarray(x).dtype == np.float32 else np.float64
    (x,), total = _flat(comm, dtype, x), np.zeros(1, dtype)
    call = _library.stet_mpi_sum_f32 if dtype is np.float32 else _library.stet_mpi_sum_f64
    _check(call(_handle(comm), x.size, x.ctypes.data, 1, total.ctypes.data))
    return total[0]


def dot(comm: Any, x: Any, y: Any) -> Any:
    """Returns the exact sum of all products x[i] y[i] of all ranks, rounded once."""
    dtype = np.float32 if np.asarray(x).dtype == np.float32 == np.asarray(y).dtype else np.float64
    (x, y), total = _flat(comm, dtype, x, y), np.zeros(1, dtype)
    if x.size != y.size:
        raise ValueError(f"x has {x.size} numbers and y has {y.size}: both must have the same number")
    call = _library.stet_mpi_dot_f32 if dtype is np.float32 else _library.stet_mpi_dot_f64
    _check(call(_handle(comm), x.size, x.ctypes.data, 1, y.ctypes.data, 1, total.ctypes.data))
    return total[0]
