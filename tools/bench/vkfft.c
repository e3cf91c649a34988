/* SPDX-License-Identifier: Apache-2.0 */
/* VkFFT, which is only a header. libstet_vkfft of the build contains it
 * (tools/bench/vkfft_library.c). */
#include "bench/contender.h"
#include "bench/device_peer.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct functions {
    void *(*create)(void *context, void *device, void *queue, int is_double, long n, long batch,
                    void *in, void *out, int *code);
    int (*run)(void *plan, void *in, void *out);
    void (*release)(void *plan);
    int (*version)(void);
} vkfft;

static const struct symbol symbols[] = {{"create", offsetof(struct functions, create)},
                                        {"run", offsetof(struct functions, run)},
                                        {"release", offsetof(struct functions, release)},
                                        {"version", offsetof(struct functions, version)}};

static void *create(struct device *device, const struct work *w, void *in, void *out,
                    struct error *e)
{
    const struct device_functions *f = device_functions();
    const stet_gpu *gpu = device_gpu(device);
    const ptrdiff_t n = shape_points(&w->shape);
    int code = -1;
    if (w->kind != STET_C2C || w->stride != 0 || w->in_place ||
        (w->precision != STET_F32 && w->precision != STET_F64)) {
        error_set(e, "VkFFT is compared only for c2c of float32 and float64 in rows");
        return NULL;
    }
    void *plan = vkfft.create(f->context(gpu), f->device(gpu), f->queue(gpu),
                              w->precision == STET_F64, (long)n, (long)w->batch, in, out, &code);
    if (plan == NULL)
        error_set(e, "VkFFT: error %d for %td points", code, n);
    return plan;
}

static bool run(void *plan, void *in, void *out) { return vkfft.run(plan, in, out) == 0; }
static void release(void *plan) { vkfft.release(plan); }

/* Opens the library beside the command. */
static void *open_library(const char *name)
{
    char path[4200];
    const ssize_t length = readlink("/proc/self/exe", path, 4000);
    if (length <= 0)
        return NULL;
    path[length] = 0;
    char *slash = strrchr(path, '/');
    snprintf(slash + 1, sizeof path - (size_t)(slash + 1 - path), "%s", name);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

void vkfft_load(struct device_peer *peer, struct device *device)
{
    *peer = (struct device_peer){.name = "vkfft", .create = create, .run = run, .release = release};
    const char *name = device_is_cuda(device) ? "libstet_vkfft_cuda.so" : "libstet_vkfft_opencl.so";
    void *object = open_library(name);
    if (object == NULL) {
        error_set(&peer->missing,
                  "no %s beside the command: it is built where vkFFT.h (Debian: libvkfft-dev) and "
                  "the headers and libraries of OpenCL or CUDA are",
                  name);
        return;
    }
    peer->loaded = symbols_load(object, "stet_vkfft_", symbols, sizeof symbols / sizeof *symbols,
                                &vkfft, &peer->missing);
    if (peer->loaded) {
        const int version = vkfft.version();
        snprintf(peer->version, sizeof peer->version, "%d.%d.%d", version / 10000,
                 version / 100 % 100, version % 100);
    }
}
