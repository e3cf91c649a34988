; SPDX-License-Identifier: Apache-2.0
; 1 / n
((binary_expression) @site)
