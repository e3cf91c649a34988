/* SPDX-License-Identifier: Apache-2.0 */
#include "files/hash.h"
#include "files/progress.h"
#include "files/sha256.h"

#include <math.h>
#include <string.h>

void to_little_endian(void *data, enum component c, size_t count)
{
    if (!host_is_little())
        swap_bytes(data, component_size(c), count);
}

static size_t unify_nans(unsigned char *data, enum component c, size_t count)
{
    static const uint16_t nan16 = 0x7e00, nanb16 = 0x7fc0;
    static const uint32_t nan32 = 0x7fc00000;
    static const uint64_t nan64 = 0x7ff8000000000000;
    size_t nans = 0, size = component_size(c);
    if (component_is_integer(c))
        return 0;
    for (size_t i = 0; i < count; i++, data += size) {
        if (!isnan(component_get(data, c)))
            continue;
        nans++;
        if (c == COMPONENT_F16 || c == COMPONENT_BF16)
            memcpy(data, c == COMPONENT_F16 ? &nan16 : &nanb16, size);
        else if (c == COMPONENT_F32)
            memcpy(data, &nan32, size);
        else
            memcpy(data, &nan64, size);
    }
    return nans;
}

/* Copies the next count elements of the walk, in C order. A C-order array has them in one block. */
static void gather(struct walk *w, const unsigned char *data, unsigned char *block, size_t first,
                   size_t count)
{
    size_t size = w->layout->dtype->size;
    if (!w->layout->fortran) {
        memcpy(block, data + first * size, count * size);
        return;
    }
    for (size_t i = 0; i < count; i++, block += size) {
        memcpy(block, data + w->at * size, size);
        walk_next(w);
    }
}

void array_identify(const struct array *a, struct identity *id)
{
    unsigned char block[1 << 14];
    const struct layout *l = &a->layout;
    size_t most = sizeof block / l->dtype->size;
    struct sha256 h;
    struct walk w;
    sha256_start(&h);
    walk_start(&w, l);
    id->nans = 0;
    progress_phase("hashing", l->count);
    for (size_t done = 0; done < l->count;) {
        size_t count = l->count - done < most ? l->count - done : most;
        size_t components = count * (size_t)l->dtype->parts;
        gather(&w, a->data, block, done, count);
        id->nans += unify_nans(block, l->dtype->component, components);
        to_little_endian(block, l->dtype->component, components);
        sha256_add(&h, block, count * l->dtype->size);
        progress_at(done += count);
    }
    progress_end();
    sha256_finish(&h, id->sha256);
}
