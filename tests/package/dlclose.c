/* SPDX-License-Identifier: Apache-2.0 */
/* dlclose LIBSTET.SO: load it, transform with four threads, unload it, again and again. Its threads
 * are to be gone before its code is. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <stet.h>

enum { N = 1 << 16, ROUNDS = 20 };
static double in[2 * N], out[2 * N], first[2 * N];

/* Functions as dlsym() gives them: POSIX lets a pointer to void be read as one to a function. */
static int find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    if (found)
        memcpy(function, &found, sizeof found);
    else
        fprintf(stderr, "%s\n", dlerror());
    return found != NULL;
}

static int transform(void *library)
{
    void (*init)(stet_options *, size_t);
    stet_status (*run)(const stet_options *, const void *, void *);
    if (!find(library, "stet_options_init_size", &init) || !find(library, "stet_transform", &run))
        return 2;
    stet_dim dim = {N, 1, 1};
    stet_options options;
    init(&options, sizeof options);
    options.rank = 1, options.dims = &dim, options.threads = 4;
    memset(out, 0xff, sizeof out);
    return run(&options, in, out) == STET_OK ? 0 : 1;
}

/* 0 where the system does not tell. */
static int threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;
    while (tasks && readdir(tasks))
        count++;
    if (tasks)
        closedir(tasks);
    return count > 2 ? count - 2 : 0; /* . and .. */
}

int main(int argc, char **argv)
{
    for (int i = 0; i < 2 * N; i++)
        in[i] = i % 977;
    for (int round = 0; round < ROUNDS; round++) {
        void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
        if (!library) {
            fprintf(stderr, "%s\n", argc == 2 ? dlerror() : "usage: dlclose LIBSTET.SO");
            return 2;
        }
        const int status = transform(library), working = threads();
        dlclose(library);
        if (status)
            return status;
        if (dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD) || threads() > 1 || working == 1) {
            fprintf(stderr, "%d threads, and %d after dlclose()\n", working, threads());
            return 1;
        }
        if (round == 0)
            memcpy(first, out, sizeof first);
        if (memcmp(first, out, sizeof first) != 0)
            return 1;
        nanosleep(&(struct timespec){0, 20000000}, NULL);
    }
    printf("loaded, used by four threads and unloaded %d times\n", ROUNDS);
    return 0;
}
