; SPDX-License-Identifier: Apache-2.0
; A transform, whose data may be in single precision.
((call) @site
 (#transform? @site "fft" "ifft" "fft2" "ifft2" "fftn" "ifftn" "rfft" "irfft" "rfft2" "irfft2" "rfftn" "irfftn" "hfft" "ihfft"))
