; SPDX-License-Identifier: Apache-2.0
; #pragma GCC optimize
((preproc_call) @site)
