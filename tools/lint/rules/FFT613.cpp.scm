; SPDX-License-Identifier: Apache-2.0
; Any call: the predicate looks for cuFFT's.
((call_expression) @site)
