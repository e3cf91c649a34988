/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses methods and lengths of transforms as functions of the options alone. */
#ifndef STET_CONV_SHAPE_H
#define STET_CONV_SHAPE_H

#include "conv/conv.h"

/* Returns P of the rule: the caller's, or that of least cost; 0 if the caller's does not fit, or if
 * there is none. */
ptrdiff_t stet_conv_points(const stet_conv *plan);

/* Sets method, points, step and periodic for a level that has these methods. */
stet_status stet_conv_shape(stet_conv *plan);

#endif
