; SPDX-License-Identifier: Apache-2.0
; Any call, whose name may be that of an inverse. A product, for padded rows. An element, for half-complex order.
((call_expression) @site)
((binary_expression) @site)
((subscript_expression) @site)
