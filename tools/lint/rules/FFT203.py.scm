; SPDX-License-Identifier: Apache-2.0
; A transform whose input may be shifted, and a shift of its output.
((call) @site (#transform? @site "fft" "ifft" "fft2" "ifft2" "fftn" "ifftn" "rfft" "irfft" "rfft2" "irfft2" "rfftn" "irfftn"))
((call) @site (#transform? @site "ifftshift"))
; A shift by half of the size.
((call) @site (#called? @site "roll"))
