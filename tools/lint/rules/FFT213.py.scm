; SPDX-License-Identifier: Apache-2.0
; A length, and a slice.
((call) @site (#transform? @site "fft" "ifft" "rfft" "irfft" "hfft" "ihfft" "fftfreq" "rfftfreq"))
((subscript) @site)
