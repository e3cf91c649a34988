; SPDX-License-Identifier: Apache-2.0
; A call that frees memory.
((call_expression) @site (#called? @site "free" "fftw_free" "fftwf_free" "fftwl_free"))
((delete_expression) @site)
