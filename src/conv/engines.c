/* SPDX-License-Identifier: Apache-2.0 */
/* The levels of convolutions. */
#include "conv/conv.h"
#include "conv/floating.h"

static const stet_conv_engine *const engines[] = {
    [STET_LEVEL_NATIVE] = &stet_conv_native,
    [STET_LEVEL_EXTENDED] = &stet_conv_extended,
};

const stet_conv_engine *stet_conv_engine_of(stet_level level)
{
    const size_t i = (size_t)level;
    return i < sizeof engines / sizeof *engines ? engines[i] : NULL;
}
