; SPDX-License-Identifier: Apache-2.0
; A call that may belong to the planner, also through a pointer or a macro of a project.
((call_expression) @site)
