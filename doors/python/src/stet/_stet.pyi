# SPDX-License-Identifier: Apache-2.0
# The extension module. Only the package calls it, with all arguments and by position.
from typing import Any

from numpy.typing import NDArray

version: str
bits_version: int

# op, a, n or s, axis or axes, norm, out, level, workers, half, kind, orthogonalize
def fft1(
    op: int, a: Any, n: Any, axis: Any, norm: Any, out: Any, level: Any, workers: Any, half: Any,
    kind: int, orthogonalize: bool, /,
) -> NDArray[Any]: ...
def fftn(
    op: int, a: Any, s: Any, axes: Any, norm: Any, out: Any, level: Any, workers: Any, half: Any,
    kind: int, orthogonalize: bool, /,
) -> Any: ...
def plan_call(
    op: int, a: Any, s: Any, axes: Any, norm: Any, out: Any, level: Any, workers: Any, half: Any,
    kind: int, orthogonalize: bool, plan: Any, /,
) -> Any: ...
def threads(workers: Any, /) -> int: ...
def plan_cache_info() -> tuple[int, int, int, int, int, int]: ...
def plan_cache_limit(plans: int, nbytes: int, /) -> None: ...
def plan_cache_clear() -> None: ...
def jax_handler() -> Any: ...
def next_fast_len(target: Any, /) -> int: ...
def prev_fast_len(target: Any, /) -> int: ...

# Functions of rest.c, which _judge.py, _sums.py, _conv.py and lab.py call.
_Array = tuple[Any, str, tuple[int, ...]]
_Said = tuple[str, list[tuple[str, str]]]

def identify(array: _Array, /) -> tuple[str, int]: ...
def compare(a: _Array, b: _Array, /) -> _Said: ...
def verify(
    input: _Array,
    spectrum: _Array,
    kind: str,
    inverse: bool,
    norm: str,
    axes: tuple[int, ...] | None,
    n: int,
    expect: str,
    /,
) -> _Said: ...
def certify(certificate: bytes, input: _Array, output: _Array, /) -> _Said: ...
def certificate(
    given: _Array,
    input: _Array,
    kind: str,
    inverse: bool,
    norm: str,
    axes: tuple[int, ...] | None,
    n: int,
    threads: int,
    /,
) -> tuple[bytes, tuple[int, ...], str]: ...
def sum(method: int, size: int, x: Any, out: Any, /) -> None: ...
def dot(size: int, x: Any, y: Any, out: Any, /) -> None: ...
def trig(function: int, flavor: int, x: Any, y: Any, /) -> None: ...
def drift(
    state: Any,
    size: int,
    step: Any,
    reference: Any,
    is_step: bool,
    reference_state: Any,
    reference_size: int,
    steps: int,
    every: int,
    rebase: int,
    cycles: int,
    /,
) -> dict[str, Any]: ...
def drift_work(
    work: int,
    precision: int,
    level: int,
    n: int,
    seed: int,
    steps: int,
    every: int,
    rebase: int,
    cycles: int,
    /,
) -> dict[str, Any]: ...

class ConvPlan:
    def __new__(cls, options: dict[str, Any], filter: Any, reverse: Any, bias: Any, /) -> ConvPlan: ...
    def execute(self, u: Any, gate: Any, y: Any, line_bound: Any, /) -> dict[str, Any]: ...
    def describe(self) -> tuple[str, int, int, float]: ...

class ConvStream:
    def __new__(cls, plan: ConvPlan, /) -> ConvStream: ...
    def ready(self, count: int, /) -> int: ...
    def push(self, count: int, u: Any, gate: Any, y: Any, room: int, /) -> int: ...
def plan(
    op: int, a: Any, s: Any, axes: Any, norm: Any, out: Any, level: Any, workers: Any, half: Any,
    kind: int, orthogonalize: bool, measure: bool, /,
) -> Any: ...
def plan_workspace(plan: Any, /) -> int: ...
def plan_describe(plan: Any, /) -> str: ...
def plan_bound(plan: Any, /) -> tuple[float, float, float, float]: ...
