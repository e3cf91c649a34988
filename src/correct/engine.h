/* SPDX-License-Identifier: Apache-2.0 */
/* Level correct: the interface of this room. */
#ifndef STET_CORRECT_ENGINE_H
#define STET_CORRECT_ENGINE_H

#include "base/engine.h"

extern const stet_engine stet_correct_engine;

/* The engine of STET_R2R. */
extern const stet_engine stet_correct_real_engine;

#endif
