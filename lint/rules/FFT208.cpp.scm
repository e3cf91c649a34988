; SPDX-License-Identifier: Apache-2.0
; Any call: the name of an inverse is looked for in it.
((call_expression) @site)
