/* SPDX-License-Identifier: Apache-2.0 */
#include "library.h"

#include "backend.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Opens the first library of the list; a name in the environment replaces the list. The error is
 * that of the first name. */
static int open_first(stet_gpu_library *library)
{
    const char *own = library->variable ? getenv(library->variable) : NULL;
    const int count = own && own[0] ? 1 : STET_GPU_NAMES;
    int status = STET_OK;
    for (int i = 0; i < count && !library->handle; i++) {
        const char *name = count == 1 ? own : library->names[i];
        library->handle = name ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : NULL;
        if (!library->handle && name && i == 0) {
            const char *why = dlerror();
            status = stet_gpu_fail(library->missing ? library->missing : STET_GPU_E_DRIVER,
                                   "%s; %s", why ? why : name, library->advice);
        }
    }
    return library->handle ? STET_OK : status;
}

int stet_gpu_library_need(stet_gpu_library *library, void *table, size_t count,
                          const stet_gpu_function *function)
{
    pthread_mutex_lock(&lock);
    int status = STET_OK;
    if (!library->handle) {
        status = open_first(library);
        for (size_t i = 0; i < count && !status; i++) {
            void *address = dlsym(library->handle, function[i].name);
            memcpy((char *)table + function[i].at, &address, sizeof address);
            if (!address)
                status = stet_gpu_fail(library->missing ? library->missing : STET_GPU_E_DRIVER,
                                       "%s has no %s: it is too old", library->names[0],
                                       function[i].name);
        }
        if (status && library->handle) {
            dlclose(library->handle);
            library->handle = NULL;
        }
    }
    pthread_mutex_unlock(&lock);
    return status;
}
