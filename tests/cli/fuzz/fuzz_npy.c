/* SPDX-License-Identifier: Apache-2.0 */
/* The parser of .npy headers on arbitrary bytes. What it accepts must be true of the file. */
#include "files/npy.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check(const struct npy *npy, uint64_t file_size)
{
    size_t count = 1;
    for (int i = 0; i < npy->layout.rank; i++)
        count *= npy->layout.shape[i];
    if (npy->layout.count != count || npy->layout.rank < 0 || npy->layout.rank > RANK_MAX ||
        npy->payload + layout_bytes(&npy->layout) != file_size)
        abort();
}

/* A header that we write for what we read must be read as the same. Bfloat16 is written as uint16.
 */
static void round_trip(const struct npy *npy)
{
    unsigned char header[NPY_WRITTEN_MAX];
    struct npy again;
    struct error e;
    struct layout written = npy->layout;
    if (written.dtype == dtype_of(COMPONENT_BF16, 1))
        written.dtype = dtype_of(COMPONENT_U16, 1);
    size_t size = npy_header(header, &npy->layout);
    if (!npy_parse(&again, header, size, size + layout_bytes(&npy->layout), &e) ||
        memcmp(&again.layout, &written, sizeof written) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct npy npy;
    struct error e = {""};
    size_t prefix = size < NPY_PREFIX_MAX ? size : NPY_PREFIX_MAX;
    /* The true size, and one that makes room for whatever the header promises. */
    uint64_t sizes[] = {size, size + ((uint64_t)1 << 40)};
    for (int i = 0; i < 2; i++) {
        if (npy_parse(&npy, data, prefix, sizes[i], &e)) {
            check(&npy, sizes[i]);
            round_trip(&npy);
        } else if (strncmp(e.text, "byte ", 5) != 0) {
            abort();
        }
    }
    return 0;
}
