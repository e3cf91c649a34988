/* SPDX-License-Identifier: Apache-2.0 */
/* libFuzzer target: bytes are read as a profile. One that is taken is valid, written, taken again
 * and the same; a refusal has its reason, with line and column, and changes nothing. */
#include <string.h>

#include "lib/fuzz.h"
#include "stet_lab.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char reason[300], text[1000];
    stet_profile p, q;
    stet_profile_init(&p);
    q = p;
    char *copy = malloc(size ? size : 1); /* a byte too far is the sanitizer's */
    REQUIRE(copy != NULL);
    memcpy(copy, data, size);
    const stet_status status = stet_profile_read(&p, "fuzz", copy, size, reason, sizeof reason);
    free(copy);
    REQUIRE((status == STET_OK) == (reason[0] == 0));
    if (status != STET_OK) {
        REQUIRE(status == STET_E_PROFILE && strncmp(reason, "fuzz: line ", 11) == 0);
        REQUIRE(memcmp(&p, &q, sizeof p) == 0);
        return 0;
    }
    const size_t length = stet_profile_write(&p, text, sizeof text);
    REQUIRE(length > 0 && length < sizeof text);
    REQUIRE(stet_profile_read(&q, NULL, text, length, NULL, 0) == STET_OK);
    REQUIRE(memcmp(&p, &q, sizeof p) == 0);
    return 0;
}
