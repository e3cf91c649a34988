; SPDX-License-Identifier: Apache-2.0
; A call as a statement.
((expression_statement) @site)
