/* SPDX-License-Identifier: Apache-2.0 */
/* Runs real transforms of one line in float, double or double-double. Plans of stet.h do not offer
 * double-double. Nothing else in this room uses lines/ and native/. */
#ifndef STET_CONV_TRANSFORM_H
#define STET_CONV_TRANSFORM_H

#include "conv/conv.h"

typedef struct stet_conv_transform stet_conv_transform;

/* Makes a transform of plan->points points: R2C, with the factor 1/P or without; or C2R. wider: in
 * the next precision. */
stet_status stet_conv_transform_create(stet_conv_transform **made, const stet_conv *plan,
                                       stet_kind kind, int wider, int divided);
void stet_conv_transform_destroy(stet_conv_transform *t);

/* Returns the bytes of workspace, aligned to STET_ALIGN; 0 for NULL. */
size_t stet_conv_transform_workspace(const stet_conv_transform *t);

/* Runs the transform; in and out do not overlap. */
stet_status stet_conv_transform_run(const stet_conv_transform *t, const void *in, void *out,
                                    void *work);

#endif
