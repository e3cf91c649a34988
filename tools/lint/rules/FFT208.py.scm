; SPDX-License-Identifier: Apache-2.0
; A real inverse, of a library or of a similar object; a grid of frequencies.
((call) @site (#called? @site "irfft" "irfft2" "irfftn"))
((call) @site (#transform? @site "fftshift" "ifftshift"))
((call) @site (#called? @site "linspace"))
