/* SPDX-License-Identifier: Apache-2.0 */
/* dlclose LIBSTET.SO: load it, transform with four threads, unload it, again and again. Threads of
 * an OpenMP runtime are still there after dlclose(), and wait a moment for more work. */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <stet.h>

enum { N = 1 << 16, ROUNDS = 20, EXIT_SKIPPED = 77 };
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
    const char *(*threading)(void);
    if (!find(library, "stet_options_init_size", &init) || !find(library, "stet_transform", &run) ||
        !find(library, "stet_threading_name", &threading))
        return 2;
    if (strcmp(threading(), "none") == 0) {
        puts("skipped: the library was built without OpenMP");
        return EXIT_SKIPPED;
    }
    stet_dim dim = {N, 1, 1};
    stet_options options;
    init(&options, sizeof options);
    options.rank = 1, options.dims = &dim, options.threads = 4;
    memset(out, 0xff, sizeof out);
    return run(&options, in, out) == STET_OK ? 0 : 1;
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
        const int status = transform(library);
        dlclose(library);
        if (status)
            return status;
        if (round == 0)
            memcpy(first, out, sizeof first);
        if (memcmp(first, out, sizeof first) != 0)
            return 1;
        nanosleep(&(struct timespec){0, 20000000}, NULL);
    }
    printf("loaded, used by four threads and unloaded %d times\n", ROUNDS);
    return 0;
}
