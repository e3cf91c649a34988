; SPDX-License-Identifier: Apache-2.0
; Any call: the name of an inverse is looked for in it. And a product: of rows that are padded.
((call_expression) @site)
((binary_expression) @site)
