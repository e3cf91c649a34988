/* SPDX-License-Identifier: Apache-2.0 */
/* The instances of sines and cosines that this CPU can run, each once, from the lowest upwards. */
#ifndef STET_TESTS_CUDATRIG_INSTANCES_H
#define STET_TESTS_CUDATRIG_INSTANCES_H

#include <stddef.h>

#include "base/isa.h"
#include "cudatrig/cudatrig.h"

/* Number index of them; NULL past the last. */
static inline const stet_isa *trig_instance(int index)
{
    const stet_isa *isa, *last = NULL;
    for (int i = 0; (isa = stet_isa_at(i)); i++) {
        if (!stet_isa_can_run(isa) || (last && isa->trig == last->trig))
            continue;
        if (index-- == 0)
            return isa;
        last = isa;
    }
    return NULL;
}

#endif
