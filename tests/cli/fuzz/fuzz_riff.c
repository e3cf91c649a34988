/* SPDX-License-Identifier: Apache-2.0 */
/* The chunks of a WAV file, on arbitrary bytes. */
#include "files/riff.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

struct bytes {
    const unsigned char *data;
    size_t size;
};

static bool read_at(void *context, uint64_t at, unsigned char *to, size_t size)
{
    const struct bytes *b = context;
    if (at > b->size || size > b->size - at)
        return false;
    memcpy(to, b->data + at, size);
    return true;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct bytes b = {data, size};
    struct error e = {""};
    struct riff r;
    bool ok = riff_read(&r, read_at, &b, size, &e);
    if (ok ? r.data > size || r.size > size - r.data : strncmp(e.text, "byte ", 5) != 0)
        abort();
    return 0;
}
