/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as .stet-lint.toml, and as pyproject.toml. */
#include "fuzz_tally.h"
#include "lint.h"

#include <stdlib.h>
#include <string.h>

static void parse(const char *path, const char *text, size_t size)
{
    struct lint_config config;
    struct error e = {""};
    lint_config_init(&config, &e);
    if (!lint_config_parse(&config, path, text, size, &e) &&
        strncmp(e.text, path, strlen(path)) != 0)
        abort(); /* an error names the file */
    lint_config_free(&config);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    parse(".stet-lint.toml", text, size);
    parse("pyproject.toml", text, size);
    free(text);
    fuzz_tally(0);
    return 0;
}
