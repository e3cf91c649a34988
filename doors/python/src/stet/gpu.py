# SPDX-License-Identifier: Apache-2.0
"""Transforms arrays in the memory of a CUDA device, with the bits of the CPU, by libstet_gpu. No GPU has run it yet.

The input is any array with ``__cuda_array_interface__`` or DLPack: arrays of CuPy, JAX and Numba, tensors of PyTorch.
The library of the input (CuPy, PyTorch) allocates the result, unless ``out`` is given. Work is enqueued on the stream
of the input, or on ``stream``; level "correct" waits for it. STET_GPU_LIBRARY in the environment names the library
file; else the loader searches ``libstet_gpu.so.0.2``. The library is not part of the wheel.

>>> import cupy, stet.gpu
>>> stet.gpu.fft(cupy.arange(4, dtype=cupy.complex64))

The types are float32, float64, complex64 and complex128. This module needs the standard library alone.
"""

from __future__ import annotations

import contextlib
import ctypes
import operator
import os
import threading
from collections.abc import Iterator, Sequence
from typing import Any, Optional

__all__ = ["GpuError", "devices", "fft", "fftn", "ifft", "ifftn", "irfft", "irfftn", "rfft", "rfftn"]

_C2C, _R2C, _C2R = 1, 2, 3
_LEVELS = {"native": 1, "extended": 2, "correct": 3, "extended-ff": 4}
_NORMS = {None: 1, "backward": 1, "ortho": 2, "forward": 3}
_APIS = {"cuda": 1, "opencl": 2}
_CAPTURED = {"f": (1, 4, False), "F": (1, 8, True), "d": (2, 8, False), "D": (2, 16, True)}
# Type strings of the array interface: precision, bytes, complex or not.
_TYPES = {"<f4": "f", "<c8": "F", "<f8": "d", "<c16": "D"}
_NAMES = {"f": "float32", "d": "float64", "F": "complex64", "D": "complex128", "B": "uint8"}


class GpuError(RuntimeError):
    """A call of stet_gpu.h failed: ``status`` is the number of its stet_status."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class _Dim(ctypes.Structure):
    _fields_ = [(name, ctypes.c_ssize_t) for name in ("n", "in_stride", "out_stride")]


class _Options(ctypes.Structure):
    """stet_options of the version of stet.h that this file knows; the library fills in newer fields."""

    _fields_ = [("size", ctypes.c_size_t)]
    _fields_ += [(name, ctypes.c_int) for name in ("kind", "precision", "level", "direction", "norm", "rank", "batch_rank")]
    _fields_ += [("dims", ctypes.POINTER(_Dim)), ("batch", ctypes.POINTER(_Dim)), ("threads", ctypes.c_int)]
    _fields_ += [("parallel", ctypes.c_void_p), ("parallel_context", ctypes.c_void_p)]
    _fields_ += [(name, ctypes.c_int) for name in ("policy", "half_mode", "half_exponent", "effort")]
    _fields_ += [("r2r", ctypes.c_void_p)]


class _Library:
    """Holds libstet_gpu with the devices and plans that this process made."""

    def __init__(self) -> None:
        name = os.environ.get("STET_GPU_LIBRARY", "libstet_gpu.so.0.2")
        try:
            self.gpu = ctypes.CDLL(name)
        except OSError as error:
            raise ImportError(f"{error}: stet.gpu needs libstet_gpu; set STET_GPU_LIBRARY to its path") from error
        self.gpu.stet_gpu_strerror.restype = ctypes.c_char_p
        self.gpu.stet_gpu_reason.restype = ctypes.c_size_t
        self.gpu.stet_gpu_device_describe.restype = ctypes.c_size_t
        self.gpu.stet_gpu_plan_workspace.restype = ctypes.c_size_t
        self.gpu.stet_options_init_size.restype = None
        for call in ("plan_create", "execute", "count", "open", "alloc"):
            getattr(self.gpu, "stet_gpu_" + call).restype = ctypes.c_int
        self.gpu.stet_gpu_free.restype = None
        self.devices: dict[int, ctypes.c_void_p] = {}
        self.plans: dict[tuple[Any, ...], ctypes.c_void_p] = {}
        self.lock = threading.Lock()  # protects running plans from destruction

    def check(self, status: int) -> None:
        if status == 0:
            return
        reason = ctypes.create_string_buffer(2048)
        self.gpu.stet_gpu_reason(reason, ctypes.c_size_t(len(reason)))
        more = f" ({reason.value.decode(errors='replace')})" if reason.value else ""
        raise GpuError(status, self.gpu.stet_gpu_strerror(status).decode() + more)

    def device(self, ordinal: int) -> ctypes.c_void_p:
        if ordinal not in self.devices:
            opened = ctypes.c_void_p()
            self.check(self.gpu.stet_gpu_open(ctypes.byref(opened), _APIS["cuda"], ordinal))
            self.devices[ordinal] = opened
        return self.devices[ordinal]

    def plan(
        self, ordinal: int, numbers: tuple[int, ...], dims: tuple[tuple[int, ...], ...], batch: tuple[tuple[int, ...], ...]
    ) -> ctypes.c_void_p:
        key = (ordinal, numbers, dims, batch)
        if key in self.plans:
            return self.plans[key]
        options = _Options()
        self.gpu.stet_options_init_size(ctypes.byref(options), ctypes.c_size_t(ctypes.sizeof(options)))
        options.kind, options.precision, options.level, options.direction, options.norm = numbers
        options.rank, options.batch_rank = len(dims), len(batch)
        options.dims = (_Dim * len(dims))(*[_Dim(*d) for d in dims])
        options.batch = (_Dim * max(1, len(batch)))(*[_Dim(*b) for b in batch])
        plan = ctypes.c_void_p()
        self.check(self.gpu.stet_gpu_plan_create(ctypes.byref(plan), self.device(ordinal), ctypes.byref(options)))
        if len(self.plans) >= 64:  # drops the oldest plan
            self.gpu.stet_gpu_plan_destroy(self.plans.pop(next(iter(self.plans))))
        self.plans[key] = plan
        return plan


_the_library: Optional[_Library] = None
_the_lock = threading.Lock()


def _library() -> _Library:
    global _the_library
    with _the_lock:
        if _the_library is None:
            _the_library = _Library()
        return _the_library


class _Array:
    """An array's address, shape, strides in elements, letter of its type, and stream."""

    def __init__(self, x: Any, for_writing: bool = False, stream: int = 1) -> None:
        self.keep = x
        interface = getattr(x, "__cuda_array_interface__", None)
        if interface is not None:
            self._from_interface(interface, for_writing)
        elif hasattr(x, "__dlpack__") and hasattr(x, "__dlpack_device__"):
            self._from_dlpack(x, stream)
        else:
            raise TypeError(f"{type(x).__name__} is not an array on a CUDA device: it has no __cuda_array_interface__ or DLPack")

    def _from_interface(self, interface: dict[str, Any], for_writing: bool) -> None:
        if interface.get("mask") is not None:
            raise TypeError("masked arrays are not supported")
        self.letter = _TYPES.get(interface["typestr"], "")
        if not self.letter:
            raise TypeError(f"arrays of {interface['typestr']} are not supported: use float32, float64, complex64 or complex128")
        size = _CAPTURED[self.letter][1]
        self.address, read_only = interface["data"]
        if read_only and for_writing:
            raise ValueError("out is read only")
        self.shape = tuple(interface["shape"])
        strides = interface.get("strides")
        if strides is None:
            self.strides = _contiguous(self.shape)
        elif any(s % size for s in strides):
            raise ValueError("strides must be multiples of the element size: pass a contiguous copy")
        else:
            self.strides = tuple(s // size for s in strides)
        # Version 3: None: no wait is needed; 1: the legacy default stream; 2: the thread's default stream.
        self.stream = interface.get("stream")

    def _from_dlpack(self, x: Any, stream: int) -> None:
        kind, self.ordinal = x.__dlpack_device__()
        if kind not in (2, 13):  # kDLCUDA, kDLCUDAManaged
            raise TypeError("the array is not on a CUDA device")
        capsule = x.__dlpack__(stream=stream or 1)  # this stream waits for x; DLPack: 0 is ambiguous
        get = ctypes.pythonapi.PyCapsule_GetPointer
        get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        at = ctypes.cast(get(capsule, b"dltensor"), ctypes.POINTER(_Tensor)).contents
        code = (at.code, at.bits, at.lanes)
        letters = {(2, 32, 1): "f", (2, 64, 1): "d", (5, 64, 1): "F", (5, 128, 1): "D"}
        if code not in letters:
            raise TypeError("arrays of this type are not supported: use float32, float64, complex64 or complex128")
        self.letter = letters[code]
        self.address = at.data + at.byte_offset
        self.shape = tuple(at.shape[i] for i in range(at.ndim))
        self.strides = tuple(at.strides[i] for i in range(at.ndim)) if at.strides else _contiguous(self.shape)
        self.stream = stream or 1
        self.keep = (x, capsule)  # the capsule's deleter runs when this is freed


class _Tensor(ctypes.Structure):
    """DLTensor, version 0 and 1."""

    _fields_ = [("data", ctypes.c_size_t), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32)]
    _fields_ += [("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]
    _fields_ += [("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64))]
    _fields_ += [("byte_offset", ctypes.c_uint64)]


def _contiguous(shape: tuple[int, ...]) -> tuple[int, ...]:
    strides, step = [], 1
    for n in reversed(shape):
        strides.append(step)
        step *= n
    return tuple(reversed(strides))


def _ordinal(x: Any) -> int:
    device = getattr(x, "device", None)
    for name in ("index", "id"):  # PyTorch, CuPy
        if isinstance(getattr(device, name, None), int):
            return int(getattr(device, name))
    return int(x.__dlpack_device__()[1]) if hasattr(x, "__dlpack_device__") else 0


def _home(x: Any) -> str:
    """Returns the library of x: "torch", "cupy", or "". A subclass belongs to its base class's library."""
    homes = {c.__module__.split(".")[0] for c in type(x).__mro__}
    return "torch" if "torch" in homes else "cupy" if "cupy" in homes else ""


def _resolved(x: Any) -> Any:
    """Applies the conjugate and negative flags of a PyTorch tensor, which the array interface does not report."""
    for name in ("resolve_conj", "resolve_neg"):
        x = getattr(x, name)() if hasattr(x, name) else x
    return x


def _handle(stream: Any) -> int:
    """Returns the handle of a stream: a number, a stream of PyTorch or CuPy, or one with __cuda_stream__."""
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1])
    for name in ("cuda_stream", "ptr"):
        stream = getattr(stream, name, stream)
    return int(stream)


def _empty(x: Any, shape: tuple[int, ...], letter: str) -> Any:
    """Returns a new array on the device of x, made by the library of x."""
    name = _NAMES[letter]
    module = _home(x)
    if module == "torch":
        import torch  # type: ignore[import-not-found, unused-ignore]

        return x.new_empty(shape, dtype=getattr(torch, name))
    if module == "cupy":
        import cupy  # type: ignore[import-not-found, unused-ignore]

        with x.device:
            return cupy.empty(shape, dtype=name)
    if hasattr(x, "stet_empty"):  # other libraries, and tests
        return x.stet_empty(shape, name)
    raise TypeError(f"cannot allocate the result for a {type(x).__name__}: pass out= of shape {shape} and dtype {name}")


def _stream_of(x: Any, a: _Array, stream: Any) -> int:
    if stream is not None:
        return _handle(stream)
    if _home(x) == "torch":
        import torch

        return int(torch.cuda.current_stream(x.device).cuda_stream)
    return int(a.stream or 0)


@contextlib.contextmanager
def _workspace(library: _Library, x: Any, size: int) -> Iterator[Optional[int]]:
    """Yields the address of device memory, made by the library of x or by ours. Ours is freed when its work is done."""
    if size == 0:
        yield None
    elif _home(x):
        work = _empty(x, (size,), "B")
        yield int(work.__cuda_array_interface__["data"][0])
    else:
        device, work = library.device(_ordinal(x)), ctypes.c_void_p()
        library.check(library.gpu.stet_gpu_alloc(device, ctypes.c_size_t(size), ctypes.byref(work)))
        try:
            yield work.value
        finally:
            library.gpu.stet_gpu_free(device, work)  # waits for the enqueued work


def _on(x: Any, stream: Any) -> Any:
    """Returns a context in which allocations belong to the stream, so that no memory is reused before its work is done."""
    module = _home(x)
    if stream is None or not module:
        return contextlib.nullcontext()
    if module == "torch":
        import torch

        return torch.cuda.stream(stream if hasattr(stream, "cuda_stream") else torch.cuda.ExternalStream(_handle(stream)))
    import cupy

    return stream if hasattr(stream, "ptr") else cupy.cuda.ExternalStream(_handle(stream))


def _axes(shape: tuple[int, ...], axes: Sequence[int]) -> list[int]:
    for axis in axes:
        if not -len(shape) <= axis < len(shape):
            raise IndexError(f"axis {axis} is out of bounds for an array of {len(shape)} dimensions")
    found = [axis % len(shape) for axis in axes]
    if len(set(found)) < len(found) or not found:
        raise ValueError("each axis must be named once, and at least one must be named")
    return found


def _run(
    kind: int, inverse: bool, x: Any, s: Optional[Sequence[Optional[int]]], axes: Optional[Sequence[int]], norm: Optional[str],
    level: str, out: Any, stream: Any,
) -> Any:
    if norm not in _NORMS:
        raise ValueError(f"norm must be backward, ortho or forward, not {norm!r}")
    if level not in _LEVELS:
        raise ValueError(f"level must be one of {', '.join(_LEVELS)}, not {level!r}")
    x = _resolved(x)
    a = _Array(x, stream=1 if stream is None else _handle(stream))
    precision, _, is_complex = _CAPTURED[a.letter]
    if is_complex != (kind != _R2C):
        raise TypeError("rfft needs real numbers; the other transforms need complex ones")
    if level == "extended-ff" and precision != 1:
        raise ValueError('level "extended-ff" supports only float32 and complex64: use "extended"')
    if axes is None:
        axes = range(len(a.shape)) if s is None else range(-len(s), 0)
    axes = _axes(a.shape, [operator.index(axis) for axis in axes])
    if s is not None and len(s) != len(axes):
        raise ValueError(f"s has {len(s)} lengths, but there are {len(axes)} axes")
    shape, lengths = list(a.shape), []
    for i, axis in enumerate(axes):
        given, have, is_last = s[i] if s is not None else None, a.shape[axis], i == len(axes) - 1
        length = operator.index(given) if given is not None else 2 * (have - 1) if kind == _C2R and is_last else have
        need = length // 2 + 1 if kind == _C2R and is_last else length
        if length < 1 or need > have:
            raise ValueError(f"n={length} needs {need} numbers along the axis, but the array has {have}; stet.gpu does not pad")
        shape[axis] = length // 2 + 1 if kind == _R2C and is_last else length
        lengths.append(length)
    letter = a.letter.lower() if kind == _C2R else a.letter.upper()
    if 0 in shape:
        raise ValueError("the array is empty")
    with _on(x, stream):
        result = out if out is not None else _empty(x, tuple(shape), letter)
        if any(getattr(result, name, bool)() for name in ("is_conj", "is_neg")):
            raise ValueError("out is conjugated or negated by a flag: pass a tensor without one")
        b = _Array(result, for_writing=True, stream=_stream_of(x, a, stream))
        if b.shape != tuple(shape) or b.letter != letter:
            raise ValueError(f"out must have shape {tuple(shape)} and dtype {_NAMES[letter]}, but has {b.shape} and {_NAMES[b.letter]}")
        dims = tuple((n, a.strides[axis], b.strides[axis]) for n, axis in zip(lengths, axes))
        batch = tuple((a.shape[i], a.strides[i], b.strides[i]) for i in range(len(shape)) if i not in axes)
        library = _library()
        numbers = (kind, precision, _LEVELS[level], 2 if inverse else 1, _NORMS[norm])
        with library.lock:
            plan = library.plan(_ordinal(x), numbers, dims, batch)
            size = library.gpu.stet_gpu_plan_workspace(plan)
            with _workspace(library, x, size) as address:
                library.check(
                    library.gpu.stet_gpu_execute(
                        plan,
                        ctypes.c_void_p(a.address),
                        ctypes.c_void_p(b.address),
                        ctypes.c_void_p(address),
                        ctypes.c_void_p(_stream_of(x, a, stream)),
                    )
                )
    return result


def fft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None, *, level: str = "native", out: Any = None, stream: Any = None) -> Any:
    """Returns the transform of complex numbers along an axis, of its first n."""
    return _run(_C2C, False, x, [n], [axis], norm, level, out, stream)


def ifft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None, *, level: str = "native", out: Any = None, stream: Any = None) -> Any:
    """Returns the inverse of fft()."""
    return _run(_C2C, True, x, [n], [axis], norm, level, out, stream)


def rfft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None, *, level: str = "native", out: Any = None, stream: Any = None) -> Any:
    """Returns the transform of real numbers: n//2 + 1 numbers along the axis."""
    return _run(_R2C, False, x, [n], [axis], norm, level, out, stream)


def irfft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None, *, level: str = "native", out: Any = None, stream: Any = None) -> Any:
    """Returns the inverse of rfft(): n real numbers, by default 2 (m - 1) for m numbers."""
    return _run(_C2R, True, x, [n], [axis], norm, level, out, stream)


def fftn(
    x: Any, s: Optional[Sequence[Optional[int]]] = None, axes: Optional[Sequence[int]] = None, norm: Optional[str] = None, *,
    level: str = "native", out: Any = None, stream: Any = None,
) -> Any:
    """Returns the transform along several axes (default: all), starting with the axis that is named last."""
    return _run(_C2C, False, x, s, axes, norm, level, out, stream)


def ifftn(
    x: Any, s: Optional[Sequence[Optional[int]]] = None, axes: Optional[Sequence[int]] = None, norm: Optional[str] = None, *,
    level: str = "native", out: Any = None, stream: Any = None,
) -> Any:
    """Returns the inverse of fftn()."""
    return _run(_C2C, True, x, s, axes, norm, level, out, stream)


def rfftn(
    x: Any, s: Optional[Sequence[Optional[int]]] = None, axes: Optional[Sequence[int]] = None, norm: Optional[str] = None, *,
    level: str = "native", out: Any = None, stream: Any = None,
) -> Any:
    """Returns rfft() along the last of the axes, then fft() along the others."""
    return _run(_R2C, False, x, s, axes, norm, level, out, stream)


def irfftn(
    x: Any, s: Optional[Sequence[Optional[int]]] = None, axes: Optional[Sequence[int]] = None, norm: Optional[str] = None, *,
    level: str = "native", out: Any = None, stream: Any = None,
) -> Any:
    """Returns the inverse of rfftn()."""
    return _run(_C2R, True, x, s, axes, norm, level, out, stream)


def devices() -> list[str]:
    """Returns a text for each CUDA and OpenCL device: "cuda:0 NAME", and what the device lacks."""
    gpu, found = _library().gpu, []
    for name, api in _APIS.items():
        count = ctypes.c_int()
        gpu.stet_gpu_count(api, ctypes.byref(count))
        for index in range(count.value):
            text = ctypes.create_string_buffer(800)
            gpu.stet_gpu_device_describe(api, index, text, ctypes.c_size_t(len(text)))
            found.append(f"{name}:{index} {text.value.decode(errors='replace')}".replace("\n", "; "))
    return found
