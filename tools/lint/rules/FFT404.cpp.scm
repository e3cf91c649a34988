; SPDX-License-Identifier: Apache-2.0
; Sines and cosines of few digits.
((call_expression) @site (#called? @site "__sinf" "__cosf" "__sincosf" "native_sin" "native_cos" "native_sincos"))
((call_expression) @site (#called? @site "sin" "cos" "sincos"))
