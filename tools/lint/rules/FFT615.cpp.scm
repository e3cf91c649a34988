; SPDX-License-Identifier: Apache-2.0
; Options of the planner.
((binary_expression) @site)
