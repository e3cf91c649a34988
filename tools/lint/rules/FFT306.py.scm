; SPDX-License-Identifier: Apache-2.0
; A complex inverse.
((call) @site (#transform? @site "ifft" "ifft2" "ifftn"))
