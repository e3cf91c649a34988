/* SPDX-License-Identifier: Apache-2.0 */
/* Certificates. What is accepted must come back the same when it is written and read again. */
#include "files/certificate.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void write_and_read(const struct certificate *c)
{
    struct certificate again;
    struct error e;
    json_t *json = certificate_json(c);
    char *text = json != NULL ? json_dumps(json, 0) : NULL;
    if (text == NULL || !certificate_parse(&again, text, strlen(text), &e) ||
        memcmp(&again, c, sizeof again) != 0)
        abort();
    free(text);
    json_decref(json);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct certificate c;
    struct error e = {""};
    if (certificate_parse(&c, (const char *)data, size, &e))
        write_and_read(&c);
    else if (e.text[0] == 0)
        abort();
    return 0;
}
