/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded into the command: jansson's allocation number STET_REFUSE, the first being 1, is
 * refused. How many it was asked for is written to STET_REFUSE_COUNT at the end. Those of jansson's
 * reader are not among them: that of 2.14 reads beyond its text where one is refused
 * (lex_scan_string() does not look whether strbuffer_append() could). */
#include <dlfcn.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_long asked;
static long refused;
static _Thread_local bool reads;

static void *allocate(size_t size)
{
    if (reads)
        return malloc(size);
    return atomic_fetch_add(&asked, 1) + 1 == refused ? NULL : malloc(size);
}

__attribute__((constructor)) static void begin(void)
{
    const char *number = getenv("STET_REFUSE");
    refused = number != NULL ? strtol(number, NULL, 10) : 0;
    json_set_alloc_funcs(allocate, free);
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("STET_REFUSE_COUNT");
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "%ld\n", atomic_load(&asked));
    fclose(file);
}

json_t *json_loads(const char *text, size_t flags, json_error_t *error)
{
    json_t *(*real)(const char *, size_t, json_error_t *);
    *(void **)&real = dlsym(RTLD_NEXT, "json_loads");
    reads = true;
    json_t *json = real(text, flags, error);
    reads = false;
    return json;
}

json_t *json_loadb(const char *bytes, size_t size, size_t flags, json_error_t *error)
{
    json_t *(*real)(const char *, size_t, size_t, json_error_t *);
    *(void **)&real = dlsym(RTLD_NEXT, "json_loadb");
    reads = true;
    json_t *json = real(bytes, size, flags, error);
    reads = false;
    return json;
}
