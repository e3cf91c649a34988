; SPDX-License-Identifier: Apache-2.0
; A sum in memory that all threads share.
((call_expression) @site (#called? @site "atomicAdd" "atomic_add" "atomicAdd_system" "atomicAdd_block" "unsafeAtomicAdd"))
