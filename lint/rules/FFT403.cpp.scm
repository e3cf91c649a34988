; SPDX-License-Identifier: Apache-2.0
; #pragma GCC optimize
((preproc_call directive: (preproc_directive) @directive) @site (#any-of? @directive "#pragma"))
