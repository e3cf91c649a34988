/* SPDX-License-Identifier: Apache-2.0 */
/* Runs Intel oneMKL as a contender, through its DFTI interface. Constants and prototypes are those
 * of the oneMKL Developer Reference for C, "Fourier Transform Functions" and "Conditional Numerical
 * Reproducibility Control". */
#include "bench/contender.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    NUMBER_OF_TRANSFORMS = 7,
    CONJUGATE_EVEN_STORAGE = 10,
    PLACEMENT = 11,
    INPUT_STRIDES = 12,
    OUTPUT_STRIDES = 13,
    INPUT_DISTANCE = 14,
    OUTPUT_DISTANCE = 15,
    THREAD_LIMIT = 27
};
enum {
    COMPLEX = 32,
    REAL = 33,
    SINGLE = 35,
    DOUBLE = 36,
    COMPLEX_COMPLEX = 39,
    INPLACE = 43,
    NOT_INPLACE = 44
};
enum { LAYER_INTEL = 0, LAYER_SEQUENTIAL = 1, LAYER_GNU = 3 };
#define CBWR_BRANCH 1

typedef long compute(void *descriptor, void *in, ...);

static struct mkl {
    int (*set_threading_layer)(int layer);
    int (*cbwr_get)(int what);
    void (*get_version_string)(char *text, int size);
    long (*create)(void **descriptor, int precision, int domain, long rank, ...);
    long (*set_value)(void *descriptor, int parameter, ...);
    long (*commit)(void *descriptor);
    long (*free_descriptor)(void **descriptor);
    compute *forward, *backward;
} mkl;

static const struct symbol symbols[] = {
    {"MKL_Set_Threading_Layer", offsetof(struct mkl, set_threading_layer)},
    {"MKL_CBWR_Get", offsetof(struct mkl, cbwr_get)},
    {"MKL_Get_Version_String", offsetof(struct mkl, get_version_string)},
    {"DftiCreateDescriptor", offsetof(struct mkl, create)},
    {"DftiSetValue", offsetof(struct mkl, set_value)},
    {"DftiCommitDescriptor", offsetof(struct mkl, commit)},
    {"DftiFreeDescriptor", offsetof(struct mkl, free_descriptor)},
    {"DftiComputeForward", offsetof(struct mkl, forward)},
    {"DftiComputeBackward", offsetof(struct mkl, backward)}};
#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

/* These two are timed. take_short_cut() replaces them by faster entries. */
static const struct symbol computing[] = {{"DftiComputeForward", offsetof(struct mkl, forward)},
                                          {"DftiComputeBackward", offsetof(struct mkl, backward)}};

struct descriptor {
    void *handle;
    compute *compute;
};

static void run_to(void *plan, void *in, void *out)
{
    const struct descriptor *d = plan;
    (void)d->compute(d->handle, in, out);
}

static void run_in_place(void *plan, void *in, void *out)
{
    const struct descriptor *d = plan;
    (void)out;
    (void)d->compute(d->handle, in);
}

static void release(void *plan)
{
    struct descriptor *d = plan;
    if (d->handle != NULL)
        (void)mkl.free_descriptor(&d->handle);
    free(d);
}

/* Sets the layout of one side. MKL's strides begin with an offset. */
static long set_side(void *handle, const struct work *w, int which)
{
    const struct side s = work_side(w, which);
    long strides[1 + SHAPE_AXES] = {0};
    for (int i = 0; i < w->shape.rank; i++)
        strides[1 + i] = (long)s.strides[i];
    return mkl.set_value(handle, which == SIDE_IN ? INPUT_STRIDES : OUTPUT_STRIDES, strides) ||
           mkl.set_value(handle, which == SIDE_IN ? INPUT_DISTANCE : OUTPUT_DISTANCE,
                         (long)s.distance);
}

static long create(void **handle, const struct work *w)
{
    const int precision = w->precision == STET_F32 ? SINGLE : DOUBLE;
    const int domain = w->kind == STET_C2C ? COMPLEX : REAL, rank = w->shape.rank;
    long lengths[SHAPE_AXES];
    for (int i = 0; i < rank; i++)
        lengths[i] = (long)w->shape.n[i];
    return rank == 1 ? mkl.create(handle, precision, domain, 1L, lengths[0])
                     : mkl.create(handle, precision, domain, (long)rank, lengths);
}

static long make_plan(void **handle, const struct work *w)
{
    return create(handle, w) ||
           mkl.set_value(*handle, PLACEMENT, w->in_place ? INPLACE : NOT_INPLACE) ||
           (w->kind != STET_C2C &&
            mkl.set_value(*handle, CONJUGATE_EVEN_STORAGE, COMPLEX_COMPLEX)) ||
           mkl.set_value(*handle, THREAD_LIMIT, (long)w->threads) ||
           mkl.set_value(*handle, NUMBER_OF_TRANSFORMS, (long)w->batch) ||
           set_side(*handle, w, SIDE_IN) || set_side(*handle, w, SIDE_OUT) || mkl.commit(*handle);
}

bool contend_mkl(struct contender *c, const struct work *w, struct error *e)
{
    struct descriptor *d = calloc(1, sizeof *d);
    *c = (struct contender){
        .name = "mkl", .destroys = w->in_place, .factor = 1, .release = release, .plan = d};
    if (d == NULL)
        return error_set(e, "not enough memory for a descriptor");
    c->run = w->in_place ? run_in_place : run_to;
    d->compute = w->kind == STET_C2R ? mkl.backward : mkl.forward;
    double start = work_clock(w);
    long failed = make_plan(&d->handle, w);
    c->plan_seconds = work_clock(w) - start;
    if (!failed)
        return true;
    release(d);
    char shape[SHAPE_TEXT];
    return error_set(e, "mkl has no plan for length %s", shape_text(&w->shape, shape));
}

const char *mkl_branch(void)
{
    static const char *const names[] = {
        [1] = "off", [2] = "AUTO",  [3] = "COMPATIBLE", [4] = "SSE2",       [8] = "SSE4_2",
        [9] = "AVX", [10] = "AVX2", [12] = "AVX512",    [14] = "AVX512_E1", [15] = "AVX10"};
    int branch = mkl.cbwr_get(CBWR_BRANCH);
    if (branch < 0 || branch >= COUNT(names) || names[branch] == NULL)
        return "unknown";
    return names[branch];
}

/* libmkl_rt.so.N finds the layers that do the work, and its functions forward each call, which
 * costs some nanoseconds. A program linked for speed calls the interface layer directly. So the
 * timed functions come from that layer, if it is beside libmkl_rt.so.N. */
static void take_short_cut(const char *path)
{
    char layer[4200];
    struct error ignored;
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    if (strncmp(name, "libmkl_rt", 9) != 0)
        return;
    snprintf(layer, sizeof layer, "%.*slibmkl_intel_lp64%s", (int)(name - path), path, name + 9);
    void *object = dlopen(layer, RTLD_NOW | RTLD_NOLOAD);
    if (object != NULL) {
        symbols_load(object, "", computing, COUNT(computing), &mkl, &ignored);
        mkl_trig_load(object);
    }
}

/* Chooses MKL's threading layer: the OpenMP of the process if it is GNU's or replaces it
 * (LD_PRELOAD), because functions such as omp_get_thread_num() are then found there first. With
 * Intel's runtime both threads would compute the part of thread 0, and the transform would be
 * wrong. Otherwise it chooses Intel's, which comes with MKL from PyPI. */
static int choose_layer(const char *path, int threads)
{
    char openmp[4200];
    const char *slash = strrchr(path, '/');
    if (threads == 1)
        return LAYER_SEQUENTIAL;
    snprintf(openmp, sizeof openmp, "%.*s/libiomp5.so", slash ? (int)(slash - path) : 0, path);
    bool gnu = dlsym(RTLD_DEFAULT, "GOMP_parallel") != NULL;
    return !gnu && access(openmp, R_OK) == 0 ? LAYER_INTEL : LAYER_GNU;
}

static bool load(struct library *l, int threads, struct error *e)
{
    static const struct work probe = {
        .kind = STET_C2C, .precision = STET_F32, .shape = {1, {16}}, .batch = 1, .threads = 1};
    struct contender c;
    void *object = dlopen(l->path, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL)
        return error_set(e, "%s", dlerror());
    if (!symbols_load(object, "", symbols, COUNT(symbols), &mkl, e))
        return false;
    mkl.set_threading_layer(choose_layer(l->path, threads));
    mkl.get_version_string(l->version, (int)sizeof l->version - 1);
    if (!contend_mkl(&c, &probe, e)) /* the layers are loaded now */
        return false;
    c.release(c.plan);
    mkl_trig_load(object);
    take_short_cut(l->path);
    return true;
}

/* Loads MKL in a child process. If a layer is missing, MKL prints a message and ends the
 * process. */
static bool survives(struct library *l, int threads, struct error *e)
{
    int status;
    fflush(NULL); /* otherwise the child prints buffered text again */
    pid_t child = fork();
    if (child == 0) {
        (void)dup2(STDERR_FILENO, STDOUT_FILENO); /* stdout is for our table or JSON */
        _exit(load(l, threads, e) ? 0 : 1);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return error_errno(e, l->path, "cannot try it in a process of its own");
    if (WIFEXITED(status) && WEXITSTATUS(status) <= 1)
        return true; /* load() reports any error */
    return error_set(e, "%s ends the process that uses it: parts of it are missing", l->path);
}

void mkl_load(struct library *l, int threads)
{
    if (threads > 1) /* in milliseconds; 200 by default, longer than measure() rests */
        (void)setenv("KMP_BLOCKTIME", "1", 0);
    l->loaded = survives(l, threads, &l->missing) && load(l, threads, &l->missing);
}
