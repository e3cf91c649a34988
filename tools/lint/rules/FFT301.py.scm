; SPDX-License-Identifier: Apache-2.0
; A transform, whose data may have 16 bits.
((call) @site
 (#transform? @site "fft" "ifft" "fft2" "ifft2" "fftn" "ifftn" "rfft" "irfft" "rfft2" "irfft2" "rfftn" "irfftn" "hfft" "ihfft"))
