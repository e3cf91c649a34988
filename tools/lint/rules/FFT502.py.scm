; SPDX-License-Identifier: Apache-2.0
; A sine, cosine or exponential.
((call) @site (#called? @site "sin" "cos" "exp" "polar"))
