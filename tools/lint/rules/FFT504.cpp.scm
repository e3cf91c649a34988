; SPDX-License-Identifier: Apache-2.0
; Any number that may be meant for pi; one in a macro, too.
((number_literal) @site)
((preproc_def) @site)
