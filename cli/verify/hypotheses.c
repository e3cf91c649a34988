/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/hypotheses.h"
#include "verify/maps.h"

/* clang-format off */
const struct hypothesis hypotheses[] = {
    {"scaled", map_as_it_is, true},
    {"inverse", map_reversed, false},
    {"conjugated", map_conjugated, false},
    {"fftshifted", map_fftshifted, false},
    {"ifftshifted", map_ifftshifted, false},
    {"bit_reversed", map_bit_reversed, false},
    {"swapped_parts", map_swapped, false},
    {"transposed", map_transposed, false},
    {"input_conjugated", map_input_conjugated, false},
    {"input_swapped_parts", map_input_swapped, false},
    {"input_fftshifted", map_input_fftshifted, false},
    {"input_ifftshifted", map_input_ifftshifted, false},
    {"input_bit_reversed", map_input_bit_reversed, false},
    {"rolled", map_rolled, false},
    {"input_rolled", map_input_rolled, false},
    {"index_reversed", map_index_reversed, false},
    {"input_reversed", map_input_reversed, false},
    {"centred", map_centred, false},
    {"axis_missing", map_without_first, false},
    {"axis_missing", map_without_second, false},
    {"axis_missing", map_without_third, false},
    {"axis_reversed", map_first_reversed, false},
    {"axis_reversed", map_second_reversed, false},
    {"axis_reversed", map_third_reversed, false},
    {"half_only", map_half_only, false},
    {"imaginary_missing", map_real_part, false},
    {"magnitude", map_magnitude, true},
    {"power", map_power, true},
    {"decibels", map_decibels, false},
    {"phase", map_phase, false},
    {"hartley", map_hartley, false},
    {"cosine", map_cosine, true},
    {"planar", map_planar, false},
    {"one_sided", map_one_sided, false},
    {"one_sided", map_one_sided_last, false},
    {"mean_removed", map_mean_removed, false},
    {"not_transformed", map_untouched, false},
    {"twice", map_twice, false},
    {"input_real", map_input_real, false},
    {"input_rounded", map_input_f32, false},
    {"input_rounded", map_input_f16, false},
    {"input_rounded", map_input_tf32, false},
    {"input_rounded", map_input_bf16, false},
    {"truncated", map_truncated, false},
    {"samples_differ", map_samples_differ, false},
    {"samples_zero", map_samples_zero, false},
    {NULL, NULL, false}};

const struct hypothesis real_hypotheses[] = {
    {"scaled", map_as_it_is, true},
    {"orthonormal", map_orthonormal, false},
    {"orthonormal_wrong_end", map_orthonormal_wrong_end, false},
    {"other_kind", map_other_kind, false},
    {"other_kind", map_other_kind_orthonormal, false},
    {"ends", map_ends, false},
    {"alternating", map_alternating, false},
    {"index_reversed", map_index_reversed, false},
    {"input_reversed", map_input_reversed, false},
    {"real_part", map_real_dft, false},
    {"not_transformed", map_input_itself, false},
    {"mean_removed", map_mean_removed, false},
    {"input_rounded", map_input_f32, false},
    {"input_rounded", map_input_f16, false},
    {"input_rounded", map_input_tf32, false},
    {"input_rounded", map_input_bf16, false},
    {NULL, NULL, false}};

const struct hypothesis costly_hypotheses[] = {
    {"input_shifted", map_input_shifted, false},
    {"detrended", map_detrended, false},
    {"differences", map_differences, false},
    {"half_bin", map_half_bin, false},
    {"padded_cut", map_padded_cut, false},
    {"windowed", map_windowed, true},
    {"stage", map_stage, false},
    {"wrong_twiddle", map_wrong_twiddle, false},
    {"wrong_angle", map_wrong_angle, false},
    {NULL, NULL, false}};

const struct hypothesis late_hypotheses[] = {
    {"cut", map_cut, false},
    {"mixed", map_mixed, false},
    {"filtered", map_filtered, true},
    {NULL, NULL, false}};

const struct hypothesis shifted_hypotheses[] = {
    {"inverse", map_reversed, false},
    {"conjugated", map_conjugated, false},
    {"swapped_parts", map_swapped, false},
    {"magnitude", map_magnitude, true},
    {"power", map_power, true},
    {"decibels", map_decibels, false},
    {"imaginary_missing", map_real_part, false},
    {NULL, NULL, false}};
/* clang-format on */
