/* SPDX-License-Identifier: Apache-2.0 */
#include "trig_device.h"

#include "files/array.h"
#include "files/progress.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK ((size_t)1 << 22)

/* Numbers and plans for CHUNK floats, however many are requested. */
struct work {
    float *x, *ours, *own, *want;
    stet_gpu_plan *plan[2];
};

static bool open_work(struct device *device, int function, struct work *w, struct error *e)
{
    const struct device_functions *gpu = device_functions();
    const size_t bytes = CHUNK * sizeof(float);
    if (!allocate((void **)&w->x, bytes, e) || !allocate((void **)&w->ours, bytes, e) ||
        !allocate((void **)&w->own, bytes, e) || !allocate((void **)&w->want, bytes, e))
        return false;
    for (int own = 0; own < 2; own++) {
        const int what = function - STET_TRIG_SIN + (own ? STET_GPU_OWN_SIN : STET_GPU_SIN);
        const int status = gpu->plan_experiment(&w->plan[own], device_gpu(device),
                                                (stet_gpu_experiment)what, STET_F32, CHUNK);
        if (status != STET_OK)
            return device_fail(status, "a plan of sines", e);
    }
    return true;
}

static void close_work(struct work *w)
{
    for (int own = 0; own < 2; own++)
        device_functions()->plan_destroy(w->plan[own]);
    free(w->x);
    free(w->ours);
    free(w->own);
    free(w->want);
}

/* Counts the inputs with different results. A NaN has no bits to compare. */
static uint64_t differing(const float *x, const float *a, const float *b, size_t n, uint64_t before,
                          uint32_t *first)
{
    uint64_t count = 0;
    for (size_t i = 0; i < n; i++) {
        if (trig_same_bits(&a[i], &b[i]) || (a[i] != a[i] && b[i] != b[i]))
            continue;
        if (before + count++ == 0)
            memcpy(first, &x[i], sizeof *first);
    }
    return count;
}

static bool one_chunk(int function, struct work *w, size_t n, struct trig_counts *c,
                      struct error *e)
{
    const struct device_functions *gpu = device_functions();
    int status = gpu->execute_host(w->plan[0], w->x, w->ours);
    if (status == STET_OK)
        status = gpu->execute_host(w->plan[1], w->x, w->own);
    if (status != STET_OK)
        return device_fail(status, "sines", e);
    status = stet_trig((stet_trig_function)function, STET_TRIG_CUDA13, (ptrdiff_t)n, w->x, w->want);
    if (status != STET_OK)
        return error_set(e, "sines: %s", stet_strerror(status));
    c->ours_differ += differing(w->x, w->ours, w->want, n, c->ours_differ, &c->first_ours);
    c->own_differ += differing(w->x, w->own, w->want, n, c->own_differ, &c->first_own);
    c->inputs += n;
    return true;
}

bool trig_on_device(struct device *device, int function, uint32_t first, uint32_t step,
                    uint64_t count, struct trig_counts *counts, struct error *e)
{
    struct work w = {.x = NULL};
    *counts = (struct trig_counts){0};
    progress_long("compiling for the device", 1);
    bool ok = open_work(device, function, &w, e);
    progress_phase("floats compared", (size_t)count);
    for (uint64_t done = 0; ok && done < count; progress_at((size_t)done)) {
        const size_t n = count - done < CHUNK ? (size_t)(count - done) : CHUNK;
        for (size_t i = 0; i < CHUNK; i++) {
            const uint32_t bits = first + step * (uint32_t)(done + (i < n ? i : 0));
            memcpy(&w.x[i], &bits, sizeof bits);
        }
        ok = one_chunk(function, &w, n, counts, e);
        done += n;
    }
    progress_end();
    close_work(&w);
    return ok;
}
