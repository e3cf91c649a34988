; SPDX-License-Identifier: Apache-2.0
; Flags of the planner, threads and wisdom.
((identifier) @site (#any-of? @site "FFTW_MEASURE" "FFTW_PATIENT" "FFTW_EXHAUSTIVE"))
((call_expression) @site (#fftw? @site "plan_with_nthreads" "import_wisdom_from_filename" "import_wisdom_from_file"
 "import_wisdom_from_string" "import_system_wisdom" "import_wisdom"))
