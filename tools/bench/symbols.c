/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/contender.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

bool symbols_load(void *object, const char *prefix, const struct symbol *symbols, int count,
                  void *functions, struct error *e)
{
    for (int i = 0; i < count; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s%s", prefix, symbols[i].name);
        void *function = dlsym(object, name);
        if (function == NULL)
            return error_set(e, "it has no function %s", name);
        /* C has no conversion from an object's address to a function's; in POSIX both have the same
         * form. */
        memcpy((char *)functions + symbols[i].offset, (const void *)&function, sizeof function);
    }
    return true;
}

void symbol_path(void *object, const char *name, char *path, size_t size)
{
    Dl_info info;
    void *symbol = dlsym(object, name);
    path[0] = 0;
    if (symbol != NULL && dladdr(symbol, &info) != 0 && info.dli_fname != NULL)
        snprintf(path, size, "%s", info.dli_fname);
}
