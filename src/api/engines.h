/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_API_ENGINES_H
#define STET_API_ENGINES_H

/* STET_NATIVE_ONLY is 1 if the build has level native of f32 and f64 alone. */
#ifndef STET_NATIVE_ONLY
#define STET_NATIVE_ONLY 0
#endif

#include "base/engine.h"

/* Returns the engine of a level for transforms of a kind; NULL if there is no such level. */
const stet_engine *stet_engine_of(stet_level level, stet_kind kind);

#endif
