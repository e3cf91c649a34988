; SPDX-License-Identifier: Apache-2.0
; A transform, of which the data may be of 16 bits.
((call) @site
 (#transform? @site "fft" "ifft" "fft2" "ifft2" "fftn" "ifftn" "rfft" "irfft" "rfft2" "irfft2" "rfftn" "irfftn" "hfft" "ihfft"))
