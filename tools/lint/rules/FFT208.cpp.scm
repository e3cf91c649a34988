; SPDX-License-Identifier: Apache-2.0
; Any call: the name of an inverse is looked for in it. A product: of rows that are padded. An element: of half-complex order.
((call_expression) @site)
((binary_expression) @site)
((subscript_expression) @site)
