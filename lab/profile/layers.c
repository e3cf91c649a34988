/* SPDX-License-Identifier: Apache-2.0 */
/* Returns the mode that a profile gives a layer. */
#include "stet_lab.h"

stet_layer_mode stet_layer_mode_of(const stet_profile *profile, stet_layer layer, stet_level level)
{
    stet_profile defaults;
    stet_profile_init(&defaults);
    const stet_profile *p = profile ? profile : &defaults;
    const int known = layer >= STET_LAYER_DEPTHWISE && layer <= STET_LAYER_NORM;
    if (!known || level < STET_LEVEL_NATIVE || level > STET_LEVEL_CORRECT)
        return STET_LAYER_NO_MODE;
    if (level != STET_LEVEL_NATIVE || (layer == STET_LAYER_DEPTHWISE && p->ep_depthwise))
        return STET_LAYER_EXTENDED;
    const int strict = layer == STET_LAYER_NORM ? p->layer_norm_strict : p->strict_kernels;
    return strict ? STET_LAYER_STRICT : STET_LAYER_FUSED;
}
