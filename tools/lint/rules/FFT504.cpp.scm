; SPDX-License-Identifier: Apache-2.0
; Any number that may stand for pi, also in a macro.
((number_literal) @site)
((preproc_def) @site)
