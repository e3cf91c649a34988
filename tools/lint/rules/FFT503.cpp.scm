; SPDX-License-Identifier: Apache-2.0
; A sine or cosine.
((call_expression) @site (#called? @site "sin" "cos" "sinf" "cosf" "sincosf" "sincos" "sinpi" "cospi" "sinpif" "cospif" "__sinf" "__cosf" "polar" "exp" "cexp" "cexpf"))
