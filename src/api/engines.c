/* SPDX-License-Identifier: Apache-2.0 */
/* The levels. */
#include "api/engines.h"

#include <stddef.h>

#include "correct/engine.h"
#include "native/native.h"

static const stet_engine *const engines[] = {
    [STET_LEVEL_NATIVE] = &stet_native_engine,
#if !STET_NATIVE_ONLY
    [STET_LEVEL_EXTENDED] = &stet_extended_engine,
    [STET_LEVEL_CORRECT] = &stet_correct_engine,
    [STET_LEVEL_EXTENDED_FF] = &stet_extended_ff_engine,
#endif
};

const stet_engine *stet_engine_of(stet_level level, stet_kind kind)
{
    const size_t i = (size_t)level;
#if !STET_NATIVE_ONLY
    if (level == STET_LEVEL_CORRECT && kind == STET_R2R)
        return &stet_correct_real_engine;
#endif
    (void)kind;
    return i < sizeof engines / sizeof *engines ? engines[i] : NULL;
}
