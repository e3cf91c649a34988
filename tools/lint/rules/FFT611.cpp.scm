; SPDX-License-Identifier: Apache-2.0
; The end of a plan, also through a function of the project, and code that sets the plan.
((call_expression) @site)
((field_declaration) @site)
((assignment_expression) @site)
((field_initializer) @site)
