/* SPDX-License-Identifier: Apache-2.0 */
/* What libFuzzer targets share: a requirement, and bytes that are taken one by one. */
#ifndef STET_TESTS_LIB_FUZZ_H
#define STET_TESTS_LIB_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is left of the input; past its end there are zeros. */
struct bytes {
    const uint8_t *data;
    size_t size;
};

static inline unsigned take(struct bytes *b)
{
    if (b->size == 0)
        return 0;
    b->size--;
    return *b->data++;
}

#endif
