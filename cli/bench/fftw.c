/* SPDX-License-Identifier: Apache-2.0 */
/* FFTW 3 as a contender. The constants and prototypes are those of its manual, section 4
 * ("FFTW Reference"): the binary interface of version 3 has kept them since 2003. */
#include "bench/contender.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define FFTW_FORWARD (-1)
#define FFTW_MEASURE 0u
#define FFTW_ESTIMATE (1u << 6)

typedef void *plan_many(int rank, const int *n, int howmany, void *in, const int *inembed,
                        int istride, int idist, void *out, const int *onembed, int ostride,
                        int odist, int sign, unsigned flags);
typedef void *plan_many_real(int rank, const int *n, int howmany, void *in, const int *inembed,
                             int istride, int idist, void *out, const int *onembed, int ostride,
                             int odist, unsigned flags);
typedef void execute(void *plan, void *in, void *out);

static struct fftw {
    bool loaded;
    plan_many *plan_c2c;
    plan_many_real *plan_r2c, *plan_c2r;
    execute *execute_c2c, *execute_r2c, *execute_c2r;
    void (*destroy_plan)(void *plan);
    void (*set_timelimit)(double seconds);
    void (*forget_wisdom)(void);
    int (*init_threads)(void); /* this and the next in a library of their own */
    void (*plan_with_nthreads)(int threads);
} loaded[2]; /* float, double */

static const struct symbol symbols[] = {{"plan_many_dft", offsetof(struct fftw, plan_c2c)},
                                        {"plan_many_dft_r2c", offsetof(struct fftw, plan_r2c)},
                                        {"plan_many_dft_c2r", offsetof(struct fftw, plan_c2r)},
                                        {"execute_dft", offsetof(struct fftw, execute_c2c)},
                                        {"execute_dft_r2c", offsetof(struct fftw, execute_r2c)},
                                        {"execute_dft_c2r", offsetof(struct fftw, execute_c2r)},
                                        {"destroy_plan", offsetof(struct fftw, destroy_plan)},
                                        {"set_timelimit", offsetof(struct fftw, set_timelimit)},
                                        {"forget_wisdom", offsetof(struct fftw, forget_wisdom)}};
static const struct symbol thread_symbols[] = {
    {"init_threads", offsetof(struct fftw, init_threads)},
    {"plan_with_nthreads", offsetof(struct fftw, plan_with_nthreads)}};
#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

static struct fftw *of(stet_precision p) { return &loaded[p == STET_F64]; }
static const char *prefix_of(stet_precision p) { return p == STET_F64 ? "fftw_" : "fftwf_"; }

/* RTLD_NOW: every name in it is bound before MKL brings functions of the same names along. */
static void *open_library(const char *name, struct error *e)
{
    void *object = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL)
        error_set(e, "%s", dlerror());
    return object;
}

/* fftw3_threads runs on POSIX threads, fftw3_omp on OpenMP; Debian has both. */
static bool load_threads(struct fftw *f, stet_precision p, struct error *e)
{
    void *object =
        open_library(p == STET_F64 ? "libfftw3_threads.so.3" : "libfftw3f_threads.so.3", e);
    return object != NULL &&
           symbols_load(object, prefix_of(p), thread_symbols, COUNT(thread_symbols), f, e) &&
           (f->init_threads() != 0 || error_set(e, "it cannot start threads"));
}

static bool load(struct library *l, struct fftw *f, stet_precision p, int threads)
{
    void *object = open_library(p == STET_F64 ? "libfftw3.so.3" : "libfftw3f.so.3", &l->missing);
    if (object == NULL ||
        !symbols_load(object, prefix_of(p), symbols, COUNT(symbols), f, &l->missing))
        return false;
    const char *version = dlsym(object, p == STET_F64 ? "fftw_version" : "fftwf_version");
    snprintf(l->version, sizeof l->version, "%s", version != NULL ? version : "unknown");
    symbol_path(object, p == STET_F64 ? "fftw_execute_dft" : "fftwf_execute_dft", l->path,
                sizeof l->path);
    f->set_timelimit(FFTW_LIMIT);
    if (threads > 1 && !load_threads(f, p, &l->missing))
        return false;
    if (threads > 1)
        f->plan_with_nthreads(threads);
    return true;
}

void fftw_load(struct library *l, stet_precision precision, int threads)
{
    struct fftw *f = of(precision);
    *l = (struct library){.name = precision == STET_F64 ? "fftw f64" : "fftw f32"};
    l->loaded = f->loaded = load(l, f, precision, threads);
    if (l->loaded)
        return;
    struct error reason = l->missing;
    error_write(&l->missing, "%.600s; on Debian: apt-get install libfftw3-single3 libfftw3-double3",
                reason.text);
}

static void *make_plan(const struct fftw *f, const struct work *w, void *in, void *out,
                       unsigned flags)
{
    struct side i = work_side(w, SIDE_IN), o = work_side(w, SIDE_OUT);
    int n = (int)w->n, batch = (int)w->batch;
    if (w->kind == STET_C2C)
        return f->plan_c2c(1, &n, batch, in, NULL, (int)i.stride, (int)i.distance, out, NULL,
                           (int)o.stride, (int)o.distance, FFTW_FORWARD, flags);
    return (w->kind == STET_R2C ? f->plan_r2c : f->plan_c2r)(1, &n, batch, in, NULL, (int)i.stride,
                                                             (int)i.distance, out, NULL,
                                                             (int)o.stride, (int)o.distance, flags);
}

bool contend_fftw(struct contender *c, const struct work *w, bool measure, void *in, void *out,
                  struct error *e)
{
    const struct fftw *f = of(w->precision);
    *c = (struct contender){.name = measure ? "fftw" : "fftw-estimate", .release = f->destroy_plan};
    /* c2r overwrites its input unless told not to, which would slow it down. */
    c->destroys = w->in_place || w->kind == STET_C2R;
    c->run = w->kind == STET_C2C   ? f->execute_c2c
             : w->kind == STET_R2C ? f->execute_r2c
                                   : f->execute_c2r;
    f->forget_wisdom(); /* FFTW_ESTIMATE too would use what an earlier FFTW_MEASURE found */
    double start = work_clock(w);
    c->plan = make_plan(f, w, in, out, measure ? FFTW_MEASURE : FFTW_ESTIMATE);
    c->plan_seconds = work_clock(w) - start;
    return c->plan != NULL || error_set(e, "%s has no plan for length %td", c->name, w->n);
}
