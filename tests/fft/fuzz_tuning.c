/* SPDX-License-Identifier: Apache-2.0 */
/* libFuzzer target: bytes are read as a tuning file, or if they begin with a + as its entries. One
 * that is taken is written, and what was written is taken and written again, the same; a refusal
 * has its reason, and changes nothing. */
#include <string.h>

#include "lib/fuzz.h"
#include "stet.h"

static char *written(size_t *size)
{
    *size = stet_tuning_write(NULL, 0);
    char *text = malloc(*size + 1);
    REQUIRE(text != NULL && stet_tuning_write(text, *size + 1) == *size);
    return text;
}

/* The bytes, or a file of these instructions around them. */
static char *text_of(const uint8_t *data, size_t *size)
{
    const int entries = *size > 0 && *data == '+';
    char *text = malloc(*size + 200), *at = text;
    REQUIRE(text != NULL);
    if (entries) {
        at +=
            sprintf(at,
                    "{\"format\": \"stet tuning\", \"version\": 1, \"cpu\": \"\", \"isa\": \"%s\", "
                    "\"entries\": [",
                    stet_isa_name());
    }
    memcpy(at, data + entries, *size - (size_t)entries);
    at += *size - (size_t)entries;
    if (entries)
        at += sprintf(at, "]}");
    *size = (size_t)(at - text);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char reason[300];
    size_t before, after;
    stet_tuning_clear();
    char *first = written(&before), *text = text_of(data, &size);
    const stet_status status = stet_tuning_read(text, size, reason, sizeof reason);
    free(text);
    REQUIRE((status == STET_OK) == (reason[0] == 0));
    char *second = written(&after);
    if (status != STET_OK) {
        REQUIRE(status == STET_E_TUNING && strcmp(first, second) == 0);
    } else {
        REQUIRE(stet_tuning_read(second, after, reason, sizeof reason) == STET_OK);
        char *third = written(&before);
        REQUIRE(strcmp(second, third) == 0);
        free(third);
    }
    free(first), free(second);
    return 0;
}
