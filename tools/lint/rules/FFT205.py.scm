; SPDX-License-Identifier: Apache-2.0
; An inverse; the predicate goes back to its forward transforms.
((call) @site (#transform? @site "ifft" "ifft2" "ifftn" "irfft" "irfft2" "irfftn"))
; ducc0.fft.c2r, pypocketfft.c2r: their sign is an argument.
((call) @site (#called? @site "c2r"))
