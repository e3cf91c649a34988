; SPDX-License-Identifier: Apache-2.0
; The end of a plan, and what says whether it was made.
((call_expression) @site (#fftw? @site "destroy_plan"))
((call_expression) @site (#called? @site "cufftDestroy" "hipfftDestroy" "cufftPlan1d" "cufftPlan2d" "cufftPlan3d" "cufftPlanMany" "cufftCreate"
 "hipfftPlan1d" "hipfftPlan2d" "hipfftPlan3d" "hipfftPlanMany" "hipfftCreate"))
((field_declaration) @site)
((assignment_expression) @site)
((field_initializer) @site)
