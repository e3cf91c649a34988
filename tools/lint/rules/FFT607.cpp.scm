; SPDX-License-Identifier: Apache-2.0
; A call that may be of the planner, also by a pointer or a macro of a project.
((call_expression) @site)
