/* SPDX-License-Identifier: Apache-2.0 */
/* FFTW 3 as a contender. The constants and prototypes are those of its manual, section 4 ("FFTW
 * Reference"). The binary interface of version 3 has kept them since 2003. */
#include "bench/contender.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define FFTW_FORWARD (-1)
#define FFTW_MEASURE 0u
#define FFTW_ESTIMATE (1u << 6)

/* Its fftw_iodim64 has the three members of a stet_dim. */
typedef void *plan_c2c(int rank, const stet_dim *dims, int batch_rank, const stet_dim *batch,
                       void *in, void *out, int sign, unsigned flags);
typedef void *plan_real(int rank, const stet_dim *dims, int batch_rank, const stet_dim *batch,
                        void *in, void *out, unsigned flags);
typedef void *plan_r2r(int rank, const stet_dim *dims, int batch_rank, const stet_dim *batch,
                       void *in, void *out, const int *kinds, unsigned flags);
typedef void execute(void *plan, void *in, void *out);

static struct fftw {
    bool loaded;
    plan_c2c *plan_c2c;
    plan_real *plan_r2c, *plan_c2r;
    plan_r2r *plan_r2r;
    execute *execute_c2c, *execute_r2c, *execute_c2r, *execute_r2r;
    void (*destroy_plan)(void *plan);
    void (*set_timelimit)(double seconds);
    void (*forget_wisdom)(void);
    int (*init_threads)(void); /* it and the next may be in a separate library */
    void (*plan_with_nthreads)(int threads);
} loaded[FFTW_BUILDS][2]; /* float, double */

static const struct symbol symbols[] = {{"plan_guru64_dft", offsetof(struct fftw, plan_c2c)},
                                        {"plan_guru64_dft_r2c", offsetof(struct fftw, plan_r2c)},
                                        {"plan_guru64_dft_c2r", offsetof(struct fftw, plan_c2r)},
                                        {"execute_dft", offsetof(struct fftw, execute_c2c)},
                                        {"execute_dft_r2c", offsetof(struct fftw, execute_r2c)},
                                        {"execute_dft_c2r", offsetof(struct fftw, execute_c2r)},
                                        {"plan_guru64_r2r", offsetof(struct fftw, plan_r2r)},
                                        {"execute_r2r", offsetof(struct fftw, execute_r2r)},
                                        {"destroy_plan", offsetof(struct fftw, destroy_plan)},
                                        {"set_timelimit", offsetof(struct fftw, set_timelimit)},
                                        {"forget_wisdom", offsetof(struct fftw, forget_wisdom)}};
static const struct symbol thread_symbols[] = {
    {"init_threads", offsetof(struct fftw, init_threads)},
    {"plan_with_nthreads", offsetof(struct fftw, plan_with_nthreads)}};
#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

static struct fftw *of(enum fftw_build build, stet_precision p)
{
    return &loaded[build][p == STET_F64];
}
static const char *prefix_of(stet_precision p) { return p == STET_F64 ? "fftw_" : "fftwf_"; }

/* Opens libfftw3f.so.3, or with part "_omp" libfftw3f_omp.so.3, of the system or of a folder.
 * RTLD_NOW binds all its names before MKL brings functions with the same names. */
static void *open_library(const char *folder, stet_precision p, const char *part, struct error *e)
{
    char name[4200];
    snprintf(name, sizeof name, "%s%slibfftw3%s%s.so.3", folder != NULL ? folder : "",
             folder != NULL ? "/" : "", p == STET_F64 ? "" : "f", part);
    void *object = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL)
        error_set(e, "%s", dlerror());
    return object;
}

/* Loads the library for threads: fftw3_omp uses OpenMP; fftw3_threads uses POSIX threads, which it
 * starts for each transform. Debian has both. Either asks for libfftw3.so.3 by that name, and gets
 * the one that was loaded first. */
static bool load_threads(struct library *l, struct fftw *f, const char *folder, stet_precision p)
{
    const char *function = p == STET_F64 ? "fftw_execute_dft" : "fftwf_execute_dft";
    struct error *e = &l->missing;
    char path[sizeof l->path];
    void *object = open_library(folder, p, "_omp", e);
    if (object == NULL && (object = open_library(folder, p, "_threads", e)) == NULL)
        return false;
    symbol_path(object, function, path, sizeof path);
    if (strcmp(path, l->path) != 0)
        return error_set(
            e,
            "its threads would be those of %.500s: with --threads above 1 measure one FFTW alone",
            path);
    return symbols_load(object, prefix_of(p), thread_symbols, COUNT(thread_symbols), f, e) &&
           (f->init_threads() != 0 || error_set(e, "this FFTW cannot start threads"));
}

static bool load(struct library *l, struct fftw *f, const char *folder, stet_precision p,
                 int threads)
{
    void *object = open_library(folder, p, "", &l->missing);
    if (object == NULL ||
        !symbols_load(object, prefix_of(p), symbols, COUNT(symbols), f, &l->missing))
        return false;
    const char *version = dlsym(object, p == STET_F64 ? "fftw_version" : "fftwf_version");
    snprintf(l->version, sizeof l->version, "%s", version != NULL ? version : "unknown");
    symbol_path(object, p == STET_F64 ? "fftw_execute_dft" : "fftwf_execute_dft", l->path,
                sizeof l->path);
    f->set_timelimit(FFTW_LIMIT);
    if (threads > 1 && !load_threads(l, f, folder, p))
        return false;
    if (threads > 1)
        f->plan_with_nthreads(threads);
    return true;
}

/* Returns the folder, or its lib/, as a path with a slash, for dlopen(). */
static const char *libraries_of(const char *folder, char *path, size_t size)
{
    struct stat s;
    const char *here = strchr(folder, '/') != NULL ? "" : "./";
    snprintf(path, size, "%s%s/lib", here, folder);
    if (stat(path, &s) != 0)
        snprintf(path, size, "%s%s", here, folder);
    return path;
}

void fftw_load(struct library *l, enum fftw_build build, const char *folder,
               stet_precision precision, int threads)
{
    static const char *const names[FFTW_BUILDS][2] = {{"fftw f32", "fftw f64"},
                                                      {"fftw512 f32", "fftw512 f64"}};
    char path[4100];
    struct fftw *f = of(build, precision);
    *l = (struct library){.name = names[build][precision == STET_F64]};
    if (build == FFTW_FOLDER && folder == NULL) {
        (void)error_set(&l->missing, "no --fftw PATH; scripts/deps fftw512 builds build/fftw512");
        return;
    }
    folder = build == FFTW_FOLDER ? libraries_of(folder, path, sizeof path) : NULL;
    l->loaded = f->loaded = load(l, f, folder, precision, threads);
    if (l->loaded || build == FFTW_FOLDER)
        return;
    struct error reason = l->missing;
    error_write(&l->missing, "%.600s; on Debian: apt-get install libfftw3-single3 libfftw3-double3",
                reason.text);
}

/* This maps each kind to its fftw_r2r_kind. */
static const int r2r_kinds[] = {[STET_R2HC] = 0, [STET_HC2R] = 1, [STET_DHT] = 2,  [STET_DCT1] = 3,
                                [STET_DCT3] = 4, [STET_DCT2] = 5, [STET_DCT4] = 6, [STET_DST1] = 7,
                                [STET_DST3] = 8, [STET_DST2] = 9, [STET_DST4] = 10};

static void *make_plan(const struct fftw *f, const struct work *w, void *in, void *out,
                       unsigned flags)
{
    const int rank = w->shape.rank, batch_rank = w->batch > 1, kind = r2r_kinds[work_r2r(w)];
    const int kinds[SHAPE_AXES] = {kind, kind, kind};
    stet_dim dims[SHAPE_AXES], batch;
    work_dims(w, dims, &batch);
    if (w->kind == STET_C2C)
        return f->plan_c2c(rank, dims, batch_rank, &batch, in, out, FFTW_FORWARD, flags);
    if (work_r2r(w) != 0)
        return f->plan_r2r(rank, dims, batch_rank, &batch, in, out, kinds, flags);
    return (w->kind == STET_R2C ? f->plan_r2c : f->plan_c2r)(rank, dims, batch_rank, &batch, in,
                                                             out, flags);
}

bool contend_fftw(struct contender *c, const struct work *w, enum fftw_build build, bool measure,
                  void *in, void *out, struct error *e)
{
    const struct fftw *f = of(build, w->precision);
    *c = (struct contender){.factor = 1, .release = f->destroy_plan};
    c->name = build == FFTW_FOLDER ? (measure ? "fftw512" : "fftw512-estimate")
              : measure            ? "fftw"
                                   : "fftw-estimate";
    /* c2r overwrites its input by default; to keep it would cost time. */
    c->destroys = w->in_place || w->kind == STET_C2R;
    c->run = w->kind == STET_C2C   ? f->execute_c2c
             : work_r2r(w) != 0    ? f->execute_r2r
             : w->kind == STET_R2C ? f->execute_r2c
                                   : f->execute_c2r;
    f->forget_wisdom(); /* FFTW_ESTIMATE would use the result of an earlier FFTW_MEASURE */
    double start = work_clock(w);
    c->plan = make_plan(f, w, in, out, measure ? FFTW_MEASURE : FFTW_ESTIMATE);
    c->plan_seconds = work_clock(w) - start;
    char shape[SHAPE_TEXT];
    return c->plan != NULL ||
           error_set(e, "%s has no plan for length %s", c->name, shape_text(&w->shape, shape));
}
