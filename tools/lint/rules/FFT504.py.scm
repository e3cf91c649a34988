; SPDX-License-Identifier: Apache-2.0
; Any number that may be meant for pi.
((float) @site)
