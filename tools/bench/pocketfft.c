/* SPDX-License-Identifier: Apache-2.0 */
/* SciPy's pocketfft as a contender, in the library that pocketfft_library.cpp makes of its header.
 */
#include "bench/contender.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_NAME "libstet_pocketfft.so"

static struct functions {
    void *(*create)(int kind, int r2r, int is_double, int threads, int rank, const stet_dim *dims,
                    const stet_dim *batch);
    void (*run)(void *plan, void *in, void *out);
    void (*release)(void *plan);
    const char *(*version)(void);
} pocketfft;

static const struct symbol symbols[] = {{"create", offsetof(struct functions, create)},
                                        {"run", offsetof(struct functions, run)},
                                        {"release", offsetof(struct functions, release)},
                                        {"version", offsetof(struct functions, version)}};

static bool load(struct library *l, const char *given)
{
    char name[4200];
    struct stat s;
    const bool is_folder = stat(given, &s) == 0 && S_ISDIR(s.st_mode);
    snprintf(name, sizeof name, "%s%s%s", strchr(given, '/') != NULL ? "" : "./", given,
             is_folder ? "/" FILE_NAME : "");
    void *object = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL)
        return error_set(&l->missing, "%s", dlerror());
    if (!symbols_load(object, "stet_pocketfft_", symbols, sizeof symbols / sizeof *symbols,
                      &pocketfft, &l->missing))
        return false;
    symbol_path(object, "stet_pocketfft_run", l->path, sizeof l->path);
    snprintf(l->version, sizeof l->version, "%s", pocketfft.version());
    return true;
}

void pocketfft_load(struct library *l, const char *given)
{
    *l = (struct library){.name = "pocketfft"};
    l->loaded = given != NULL ? load(l, given)
                              : error_set(&l->missing, "no --pocketfft PATH; scripts/deps "
                                                       "pocketfft builds build/pocketfft");
}

bool contend_pocketfft(struct contender *c, const struct work *w, struct error *e)
{
    const stet_r2r_kind r2r = work_r2r(w);
    stet_dim dims[SHAPE_AXES], batch;
    *c = (struct contender){.name = "pocketfft", .destroys = w->in_place, .factor = 1};
    c->run = pocketfft.run;
    c->release = pocketfft.release;
    if (w->in_place && w->kind != STET_C2C && r2r == 0)
        return error_set(e, "pocketfft: it has no %s in place", work_kind(w));
    work_dims(w, dims, &batch);
    const double start = work_clock(w);
    c->plan = pocketfft.create((int)w->kind, r2r != 0 ? (int)(r2r - STET_DCT1) + 1 : 0,
                               w->precision == STET_F64, w->threads, w->shape.rank, dims, &batch);
    c->plan_seconds = work_clock(w) - start;
    return c->plan != NULL || error_set(e, "pocketfft: not enough memory");
}
