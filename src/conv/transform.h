/* SPDX-License-Identifier: Apache-2.0 */
/* Real transforms of one line in float, double or double-double, which plans of stet.h have not.
 * What else knows lines is fft/ and native/. */
#ifndef STET_CONV_TRANSFORM_H
#define STET_CONV_TRANSFORM_H

#include "conv/conv.h"

typedef struct stet_conv_transform stet_conv_transform;

/* Of plan->points points: R2C, with the factor 1/P or without; or C2R. wider: in the next
 * precision. */
stet_status stet_conv_transform_create(stet_conv_transform **made, const stet_conv *plan,
                                       stet_kind kind, int wider, int divided);
void stet_conv_transform_destroy(stet_conv_transform *t);

/* Bytes of workspace, of any alignment of STET_ALIGN; 0 of NULL. */
size_t stet_conv_transform_workspace(const stet_conv_transform *t);

/* in and out are apart. */
stet_status stet_conv_transform_run(const stet_conv_transform *t, const void *in, void *out,
                                    void *work);

#endif
