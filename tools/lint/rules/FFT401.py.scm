; SPDX-License-Identifier: Apache-2.0
; Flags of the planner as strings or keywords, and wisdom.
((string) @site (#any-of? @site "\"FFTW_MEASURE\"" "\"FFTW_PATIENT\"" "\"FFTW_EXHAUSTIVE\""))
((keyword_argument name: (identifier) @name) @site (#any-of? @name "planner_effort"))
((assignment left: (attribute attribute: (identifier) @name)) @site (#any-of? @name "PLANNER_EFFORT"))
((call) @site (#called? @site "import_wisdom"))
