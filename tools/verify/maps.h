/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the functions of the tables of hypotheses (see struct hypothesis). They map the right
 * result (maps.c), map single results (mixed.c), transform another input (inputs.c, coarse.c,
 * windows.c), use other roots of unity (twiddles.c, recurrences.c), or mirror axes (mirrored.c). */
#ifndef STET_VERIFY_MAPS_H
#define STET_VERIFY_MAPS_H

#include "verify/suspect.h"

/* Stores c[k + shift] = from[k], cyclically. */
void suspect_roll(double *c, const double *from, int rank, const size_t *shape,
                  const size_t *shift);

/* Recovers the input whose transform v is into r->correlation (full), for one axis, with the size
 * of x. Returns false if there is none or, with e set, if something failed. */
bool suspect_recover(struct suspect *r, struct error *e);
/* Returns the number whose log2(n) bits are those of k in reverse order; n is a power of two. */
size_t bit_reversed(size_t k, size_t n);
/* Applies an fftshift to r->c. */
void suspect_shift(struct suspect *r);

bool map_as_it_is(struct suspect *r, char *text, size_t size, struct error *e);
bool map_reversed(struct suspect *r, char *text, size_t size, struct error *e);
bool map_conjugated(struct suspect *r, char *text, size_t size, struct error *e);
bool map_fftshifted(struct suspect *r, char *text, size_t size, struct error *e);
bool map_ifftshifted(struct suspect *r, char *text, size_t size, struct error *e);
bool map_bit_reversed(struct suspect *r, char *text, size_t size, struct error *e);
bool map_swapped(struct suspect *r, char *text, size_t size, struct error *e);
bool map_transposed(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_conjugated(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_swapped(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_fftshifted(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_ifftshifted(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_bit_reversed(struct suspect *r, char *text, size_t size, struct error *e);
bool map_rolled(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_rolled(struct suspect *r, char *text, size_t size, struct error *e);
bool map_without_first(struct suspect *r, char *text, size_t size, struct error *e);
bool map_without_second(struct suspect *r, char *text, size_t size, struct error *e);
bool map_without_third(struct suspect *r, char *text, size_t size, struct error *e);
bool map_half_only(struct suspect *r, char *text, size_t size, struct error *e);
bool map_real_part(struct suspect *r, char *text, size_t size, struct error *e);
bool map_magnitude(struct suspect *r, char *text, size_t size, struct error *e);
bool map_power(struct suspect *r, char *text, size_t size, struct error *e);
bool map_planar(struct suspect *r, char *text, size_t size, struct error *e);
bool map_untouched(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_real(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_f32(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_f16(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_tf32(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_bf16(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_cut_off(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_whole(struct suspect *r, char *text, size_t size, struct error *e);
bool map_clipped(struct suspect *r, char *text, size_t size, struct error *e);
bool map_truncated(struct suspect *r, char *text, size_t size, struct error *e);
bool map_samples_differ(struct suspect *r, char *text, size_t size, struct error *e);
bool map_decibels(struct suspect *r, char *text, size_t size, struct error *e);
bool map_phase(struct suspect *r, char *text, size_t size, struct error *e);
bool map_hartley(struct suspect *r, char *text, size_t size, struct error *e);
bool map_mean_removed(struct suspect *r, char *text, size_t size, struct error *e);
bool map_one_sided(struct suspect *r, char *text, size_t size, struct error *e);
bool map_one_sided_last(struct suspect *r, char *text, size_t size, struct error *e);
bool map_cut(struct suspect *r, char *text, size_t size, struct error *e);
bool map_index_reversed(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_reversed(struct suspect *r, char *text, size_t size, struct error *e);
bool map_twice(struct suspect *r, char *text, size_t size, struct error *e);
bool map_first_reversed(struct suspect *r, char *text, size_t size, struct error *e);
bool map_second_reversed(struct suspect *r, char *text, size_t size, struct error *e);
bool map_third_reversed(struct suspect *r, char *text, size_t size, struct error *e);
bool map_centred(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_shifted(struct suspect *r, char *text, size_t size, struct error *e);
bool map_samples_zero(struct suspect *r, char *text, size_t size, struct error *e);
bool map_windowed(struct suspect *r, char *text, size_t size, struct error *e);
bool map_detrended(struct suspect *r, char *text, size_t size, struct error *e);
bool map_differences(struct suspect *r, char *text, size_t size, struct error *e);
bool map_pre_emphasis(struct suspect *r, char *text, size_t size, struct error *e);
bool map_padded_cut(struct suspect *r, char *text, size_t size, struct error *e);
bool map_cosine(struct suspect *r, char *text, size_t size, struct error *e);
bool map_half_bin(struct suspect *r, char *text, size_t size, struct error *e);
bool map_mixed(struct suspect *r, char *text, size_t size, struct error *e);
bool map_filtered(struct suspect *r, char *text, size_t size, struct error *e);
bool map_wrong_angle(struct suspect *r, char *text, size_t size, struct error *e);
bool map_wrong_twiddle(struct suspect *r, char *text, size_t size, struct error *e);
bool map_recurrence(struct suspect *r, char *text, size_t size, struct error *e);
bool map_chirp(struct suspect *r, char *text, size_t size, struct error *e);
bool map_mirrored(struct suspect *r, char *text, size_t size, struct error *e);
bool map_stage(struct suspect *r, char *text, size_t size, struct error *e);

/* These hypotheses are for transforms of real numbers to real numbers (real_maps.c). */
bool map_orthonormal(struct suspect *r, char *text, size_t size, struct error *e);
bool map_orthonormal_wrong_end(struct suspect *r, char *text, size_t size, struct error *e);
bool map_other_kind(struct suspect *r, char *text, size_t size, struct error *e);
bool map_other_kind_orthonormal(struct suspect *r, char *text, size_t size, struct error *e);
bool map_ends(struct suspect *r, char *text, size_t size, struct error *e);
bool map_alternating(struct suspect *r, char *text, size_t size, struct error *e);
bool map_real_dft(struct suspect *r, char *text, size_t size, struct error *e);
bool map_input_itself(struct suspect *r, char *text, size_t size, struct error *e);

#endif
