; SPDX-License-Identifier: Apache-2.0
; A shift of an output.
((call) @site (#transform? @site "fftshift" "ifftshift"))
