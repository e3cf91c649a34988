# SPDX-License-Identifier: Apache-2.0
"""Counts the calls of SciPy and NumPy that were served here, and the others by reason."""
from __future__ import annotations

from _thread import allocate_lock  # threading takes a millisecond to import
from collections import Counter
from typing import NamedTuple


class Counts(NamedTuple):
    """Calls by name of the function, and declined calls by (name, reason)."""

    served: dict[str, int]
    declined: dict[tuple[str, str], int]


_lock = allocate_lock()
_served: Counter[str] = Counter()
_declined: Counter[tuple[str, str]] = Counter()


def serve(name: str) -> None:
    with _lock:
        _served[name] += 1


def decline(name: str, reason: str) -> None:
    with _lock:
        _declined[name, reason] += 1


def counts() -> Counts:
    """Counts of the SciPy backend and the NumPy patch since the process began or since `reset_counts`."""
    with _lock:
        return Counts(dict(_served), dict(_declined))


def reset_counts() -> None:
    """Sets all counts to 0."""
    with _lock:
        _served.clear()
        _declined.clear()
