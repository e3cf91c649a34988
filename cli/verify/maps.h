/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the table of hypotheses: maps of the right result in maps.c, transforms of another
 * input in inputs.c. All as struct hypothesis says. */
#ifndef STET_CLI_VERIFY_MAPS_H
#define STET_CLI_VERIFY_MAPS_H

#include "verify/suspect.h"

/* c[k + shift] = from[k], cyclically. */
void suspect_roll(double *c, const double *from, int rank, const size_t *shape,
                  const size_t *shift);

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
bool map_truncated(struct suspect *r, char *text, size_t size, struct error *e);
bool map_samples_differ(struct suspect *r, char *text, size_t size, struct error *e);

#endif
