/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the outputs all of whose products have a zero factor. */
#ifndef STET_CONV_ZEROS_H
#define STET_CONV_ZEROS_H

#include "conv/conv.h"

typedef struct stet_conv_zeros stet_conv_zeros;

/* Makes the state for a plan whose shape is chosen. */
stet_status stet_conv_zeros_create(stet_conv_zeros **zeros, const stet_conv *plan,
                                   const stet_conv_filters *f);
void stet_conv_zeros_destroy(stet_conv_zeros *zeros);

size_t stet_conv_zeros_workspace(const stet_conv_zeros *zeros);

/* Sets live[t] to whether output t of the block has a product without a zero factor. Returns how
 * many have none. A NaN counts as not zero. */
int64_t stet_conv_zeros_find(const stet_conv_zeros *zeros, const stet_conv *plan,
                             const stet_conv_block *b, unsigned char *live, void *work);

#endif
