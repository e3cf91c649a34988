/* SPDX-License-Identifier: Apache-2.0 */
#include "files/json.h"

#include <stdlib.h>

static void *(*allocate_unwatched)(size_t);
static _Thread_local bool refused;

static void *allocate_watched(size_t size)
{
    void *block = allocate_unwatched(size);
    refused = refused || block == NULL;
    return block;
}

void json_watch(void)
{
    void (*release)(void *);
    if (allocate_unwatched != NULL)
        return;
    json_get_alloc_funcs(&allocate_unwatched, &release);
    json_set_alloc_funcs(allocate_watched, release);
}

void json_begin(void) { refused = false; }

void json_refuse(void) { refused = true; }

char *json_whole(const json_t *json, size_t flags)
{
    char *text = json != NULL && !refused ? json_dumps(json, flags) : NULL;
    if (text == NULL || !refused)
        return text;
    free(text);
    return NULL;
}

bool json_print(json_t *json, size_t flags, FILE *to, const char *name, struct error *e)
{
    char *text = json_whole(json, flags);
    json_decref(json);
    if (text == NULL)
        return error_set(e, "not enough memory for the JSON");
    const bool ok = fputs(text, to) >= 0 && putc('\n', to) != EOF;
    free(text);
    return ok || error_errno(e, name, "cannot write");
}
