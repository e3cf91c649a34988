; SPDX-License-Identifier: Apache-2.0
; A phase, and a factor of a spectrum.
((call) @site (#called? @site "exp"))
((binary_operator) @site)
