/* SPDX-License-Identifier: Apache-2.0 */
/* This is cuFFT, called through the functions of its manual ("cuFFT API Reference"). */
#include "bench/contender.h"
#include "bench/device_peer.h"

#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { R2C = 0x2a, C2R = 0x2c, C2C = 0x29, D2Z = 0x6a, Z2D = 0x6c, Z2Z = 0x69, FORWARD = -1 };

static struct functions {
    int (*PlanMany)(int *plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                    int ostride, int odist, int type, int batch);
    int (*SetStream)(int plan, void *stream);
    int (*Destroy)(int plan);
    int (*GetVersion)(int *version);
    int (*ExecC2C)(int plan, void *in, void *out, int direction);
    int (*ExecZ2Z)(int plan, void *in, void *out, int direction);
    int (*ExecR2C)(int plan, void *in, void *out);
    int (*ExecD2Z)(int plan, void *in, void *out);
    int (*ExecC2R)(int plan, void *in, void *out);
    int (*ExecZ2D)(int plan, void *in, void *out);
} cufft;

static const struct symbol symbols[] = {
#define SYMBOL(name) {#name, offsetof(struct functions, name)}
    SYMBOL(PlanMany), SYMBOL(SetStream), SYMBOL(Destroy), SYMBOL(GetVersion), SYMBOL(ExecC2C),
    SYMBOL(ExecZ2Z),  SYMBOL(ExecR2C),   SYMBOL(ExecD2Z), SYMBOL(ExecC2R),    SYMBOL(ExecZ2D)};

struct plan {
    int handle, type;
};

static void *create(struct device *device, const struct work *w, void *in, void *out,
                    struct error *e)
{
    const bool wide = w->precision == STET_F64;
    const ptrdiff_t length = shape_points(&w->shape);
    int n = (int)length;
    const struct side a = work_side(w, SIDE_IN), b = work_side(w, SIDE_OUT);
    struct plan *p = calloc(1, sizeof *p);
    (void)in;
    (void)out;
    if (p == NULL || (w->precision != STET_F32 && !wide) || length > INT_MAX ||
        w->batch > INT_MAX) {
        free(p);
        error_set(e, "cuFFT has no such transform");
        return NULL;
    }
    p->type = w->kind == STET_C2C   ? (wide ? Z2Z : C2C)
              : w->kind == STET_R2C ? (wide ? D2Z : R2C)
                                    : (wide ? Z2D : C2R);
    int code = cufft.PlanMany(&p->handle, 1, &n, &n, (int)a.strides[0], (int)a.distance, &n,
                              (int)b.strides[0], (int)b.distance, p->type, (int)w->batch);
    if (code == 0) {
        code = cufft.SetStream(p->handle, device_functions()->queue(device_gpu(device)));
        if (code != 0)
            cufft.Destroy(p->handle);
    }
    if (code == 0)
        return p;
    free(p);
    error_set(e, "cuFFT: error %d for %td points", code, length);
    return NULL;
}

static bool run(void *plan, void *in, void *out)
{
    const struct plan *p = plan;
    switch (p->type) {
    case C2C: return cufft.ExecC2C(p->handle, in, out, FORWARD) == 0;
    case Z2Z: return cufft.ExecZ2Z(p->handle, in, out, FORWARD) == 0;
    case R2C: return cufft.ExecR2C(p->handle, in, out) == 0;
    case D2Z: return cufft.ExecD2Z(p->handle, in, out) == 0;
    case C2R: return cufft.ExecC2R(p->handle, in, out) == 0;
    default: return cufft.ExecZ2D(p->handle, in, out) == 0;
    }
}

static void release(void *plan)
{
    const struct plan *p = plan;
    cufft.Destroy(p->handle);
    free(plan);
}

/* Opens the library of the environment, the system, the toolkit, or a wheel. */
static void *open_library(void)
{
    static const char *const names[] = {"libcufft.so.12", "libcufft.so.11", "libcufft.so.10",
                                        "/usr/local/cuda/lib64/libcufft.so"};
    const char *given = getenv("STET_CUFFT");
    if (given != NULL && *given != 0)
        return dlopen(given, RTLD_NOW | RTLD_LOCAL);
    void *object = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && object == NULL; i++)
        object = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    glob_t found;
    if (object == NULL && glob("build/cuda/lib/python3*/site-packages/nvidia/*/lib/libcufft.so.*",
                               0, NULL, &found) == 0) {
        object = dlopen(found.gl_pathv[0], RTLD_NOW | RTLD_LOCAL);
        globfree(&found);
    }
    return object;
}

void cufft_load(struct device_peer *peer, struct device *device)
{
    *peer = (struct device_peer){.name = "cufft", .create = create, .run = run, .release = release};
    if (!device_is_cuda(device)) {
        error_set(&peer->missing, "it is for --device cuda");
        return;
    }
    void *object = open_library();
    int version = 0;
    if (object == NULL) {
        error_set(&peer->missing, "no libcufft.so: the CUDA toolkit has it, and scripts/deps cuda; "
                                  "STET_CUFFT names a file");
        return;
    }
    peer->loaded = symbols_load(object, "cufft", symbols, sizeof symbols / sizeof *symbols, &cufft,
                                &peer->missing);
    if (peer->loaded && cufft.GetVersion(&version) == 0)
        snprintf(peer->version, sizeof peer->version, "%d.%d.%d", version / 1000,
                 version % 1000 / 100, version % 100);
}
