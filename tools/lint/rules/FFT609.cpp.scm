; SPDX-License-Identifier: Apache-2.0
; What gives memory back.
((call_expression) @site (#called? @site "free" "fftw_free" "fftwf_free" "fftwl_free"))
((delete_expression) @site)
