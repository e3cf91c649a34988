; SPDX-License-Identifier: Apache-2.0
; A sine or cosine.
((call_expression) @site (#called? @site "sin" "cos" "sinf" "cosf" "sincosf" "sincos" "__sinf" "__cosf" "cexpf" "polar" "expf"))
