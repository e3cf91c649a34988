; SPDX-License-Identifier: Apache-2.0
; The end of a plan, also by a function of the project, and what says whether it was made.
((call_expression) @site)
((field_declaration) @site)
((assignment_expression) @site)
((field_initializer) @site)
