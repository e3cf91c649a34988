; SPDX-License-Identifier: Apache-2.0
; Any number that may stand for pi.
((float) @site)
