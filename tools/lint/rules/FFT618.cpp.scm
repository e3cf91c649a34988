; SPDX-License-Identifier: Apache-2.0
; A call that may make a plan of FFTW.
((call_expression) @site)
