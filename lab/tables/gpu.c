/* SPDX-License-Identifier: Apache-2.0 */
/* stet-lab tables gpu compares an article's kernels and ours on a device with the CPU's bits. */
#include "files/array.h"
#include "files/device.h"
#include "files/progress.h"
#include "tables/table.h"
#include "trig_device.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 3, LONGEST_SUM = 2048, SINES = 1 << 22 };

static const ptrdiff_t lengths[] = {250, 256, 1009, 1024, 4096, 16384, 65536, 262144};

/* A method for the spectrum. The article's kernels in double get the floats, and are rounded once.
 */
enum way { NATIVE, CORRECT, LEVELS, LEVELS_WIDE, SUM, WAYS };
static const char *const names[] = {"stet, level native", "stet, level correct",
                                    "article: bit reversal, a launch a level",
                                    "the same in double, rounded once", "article: direct DFT"};

struct run {
    struct device *device;
    ptrdiff_t n;
    size_t count; /* reals of one side */
    float *x, *y, *native, *correct;
    double *wide;
    void *in, *out, *work;
};

static bool is_power_of_two(ptrdiff_t n) { return (n & (n - 1)) == 0; }

static stet_options options_of(const stet_dim *dim, stet_level level)
{
    stet_options o;
    stet_options_init(&o);
    o.precision = STET_F32;
    o.level = level;
    o.rank = 1;
    o.dims = dim;
    return o;
}

static int make_plan(const struct run *r, enum way way, stet_gpu_plan **plan)
{
    const struct device_functions *gpu = device_functions();
    const stet_dim dim = {r->n, 1, 1};
    const stet_options o = options_of(&dim, way == NATIVE ? STET_LEVEL_NATIVE : STET_LEVEL_CORRECT);
    if (way < LEVELS)
        return gpu->plan_create(plan, device_gpu(r->device), &o);
    return gpu->plan_experiment(plan, device_gpu(r->device),
                                way == SUM ? STET_GPU_DEFINITION : STET_GPU_STAGES,
                                way == LEVELS_WIDE ? STET_F64 : STET_F32, r->n);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Measures the median time of some runs, each until the device is done. */
static int time_plan(struct run *r, stet_gpu_plan *plan, double *seconds)
{
    const struct device_functions *gpu = device_functions();
    double time[TURNS];
    for (int i = -1; i < TURNS; i++) {
        const double start = clock_seconds();
        int status = device_execute(r->device, plan, r->in, r->out, r->work);
        if (status == STET_OK)
            status = gpu->wait(device_gpu(r->device));
        if (status != STET_OK)
            return status;
        if (i >= 0)
            time[i] = clock_seconds() - start;
    }
    qsort(time, TURNS, sizeof *time, by_size);
    *seconds = time[TURNS / 2];
    return STET_OK;
}

static int run_plan(struct run *r, enum way way, stet_gpu_plan *plan, double *seconds)
{
    const struct device_functions *gpu = device_functions();
    stet_gpu *const device = device_gpu(r->device);
    const bool wide = way == LEVELS_WIDE;
    const size_t bytes = r->count * (wide ? sizeof(double) : sizeof(float));
    for (size_t i = 0; i < r->count; i++)
        r->wide[i] = (double)r->x[i];
    int status = STET_OK;
    if (gpu->plan_workspace(plan) > 0)
        status = gpu->alloc(device, gpu->plan_workspace(plan), &r->work);
    if (status == STET_OK)
        status = gpu->write(device, r->in, wide ? (const void *)r->wide : r->x, bytes);
    if (status == STET_OK)
        status = time_plan(r, plan, seconds);
    if (status == STET_OK)
        status = gpu->read(device, wide ? (void *)r->wide : r->y, r->out, bytes);
    gpu->free(device, r->work);
    r->work = NULL;
    for (size_t i = 0; wide && i < r->count; i++)
        r->y[i] = (float)r->wide[i];
    return status;
}

static json_int_t equal(const float *a, const float *b, size_t n)
{
    json_int_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += trig_same_bits(&a[i], &b[i]);
    return count;
}

/* Ways whose bits are promised must have them. */
static bool one_way(struct run *r, enum way way, json_t *rows, struct error *e)
{
    stet_gpu_plan *plan = NULL;
    double seconds = 0;
    const struct device_functions *gpu = device_functions();
    int status = make_plan(r, way, &plan);
    if (status == STET_OK)
        status = run_plan(r, way, plan, &seconds);
    stet_gpu_stats stats = {.size = sizeof stats};
    if (status == STET_OK)
        gpu->plan_stats(plan, &stats);
    gpu->plan_destroy(plan);
    if (status != STET_OK)
        return device_fail(status, names[way], e);
    const json_int_t native = equal(r->y, r->native, r->count);
    const json_int_t correct = equal(r->y, r->correct, r->count);
    json_array_append_new(
        rows, json_pack("{s:I, s:s, s:I, s:I, s:I, s:i, s:I, s:f}", "n", (json_int_t)r->n, "way",
                        names[way], "numbers", (json_int_t)r->count, "native", native, "correct",
                        correct, "launches", stats.launches, "by_cpu",
                        (json_int_t)stats.cpu_transforms, "microseconds", seconds * 1e6));
    const json_int_t all = (json_int_t)r->count;
    if ((way == CORRECT && correct < all) || ((way == NATIVE || way == LEVELS) && native < all))
        return error_set(e, "%s, %td points: the bits are not the CPU's", names[way], r->n);
    return true;
}

static bool open_length(struct run *r, struct error *e)
{
    const struct device_functions *gpu = device_functions();
    const size_t bytes = r->count * sizeof(float);
    if (!allocate((void **)&r->x, bytes, e) || !allocate((void **)&r->y, bytes, e) ||
        !allocate((void **)&r->native, bytes, e) || !allocate((void **)&r->correct, bytes, e) ||
        !allocate((void **)&r->wide, 2 * bytes, e))
        return false;
    uint32_t seed = 1;
    for (size_t i = 0; i < r->count; i++) {
        seed = seed * 1664525 + 1013904223;
        r->x[i] = (float)(seed >> 8) * 0x1p-23F - 1;
    }
    const stet_dim dim = {r->n, 1, 1};
    const stet_options native = options_of(&dim, STET_LEVEL_NATIVE);
    const stet_options correct = options_of(&dim, STET_LEVEL_CORRECT);
    stet_status cpu = stet_transform(&native, r->x, r->native);
    if (cpu == STET_OK)
        cpu = stet_transform(&correct, r->x, r->correct);
    if (cpu != STET_OK)
        return error_set(e, "%td points: %s", r->n, stet_strerror(cpu));
    int status = gpu->alloc(device_gpu(r->device), 2 * bytes, &r->in);
    if (status == STET_OK)
        status = gpu->alloc(device_gpu(r->device), 2 * bytes, &r->out);
    return status == STET_OK || device_fail(status, "memory", e);
}

static bool one_length(struct device *device, ptrdiff_t n, json_t *rows, struct error *e)
{
    struct run r = {.device = device, .n = n, .count = 2 * (size_t)n};
    bool ok = open_length(&r, e);
    for (int way = 0; ok && way < WAYS; way++) {
        const bool by_levels = way == LEVELS || way == LEVELS_WIDE;
        if ((by_levels && !is_power_of_two(n)) || (way == SUM && n > LONGEST_SUM))
            continue;
        ok = one_way(&r, (enum way)way, rows, e);
    }
    device_functions()->free(device_gpu(device), r.in);
    device_functions()->free(device_gpu(device), r.out);
    free(r.x), free(r.y), free(r.native), free(r.correct), free(r.wide);
    return ok;
}

static bool transforms(struct tables *t, struct device *device, struct error *e)
{
    static const struct column columns[] = {{"n", "points", NULL},
                                            {"way", "kernels", NULL},
                                            {"numbers", "numbers", NULL},
                                            {"native", "as native", NULL},
                                            {"correct", "as correct", NULL},
                                            {"launches", "launches", NULL},
                                            {"by_cpu", "by the CPU", NULL},
                                            {"microseconds", "us", "%.1f"},
                                            {NULL, NULL, NULL}};
    const size_t count = sizeof lengths / sizeof *lengths;
    json_t *rows = json_array();
    bool ok = true;
    progress_long("transforms", count);
    for (size_t i = 0; ok && i < count; progress_at(++i))
        ok = one_length(device, lengths[i], rows, e);
    progress_end();
    if (ok)
        section(t, "transforms",
                "One transform of float32: numbers with the bits of the CPU's levels", columns,
                rows,
                "Times are medians, on arrays of the device, until it is done. \"by the CPU\": "
                "transforms\nof level correct that the device left, all turns together.");
    else
        json_decref(rows);
    return ok;
}

static bool sines(struct tables *t, struct device *device, struct error *e)
{
    static const char *const functions[] = {"sinf", "cosf", "sinpif", "cospif"};
    static const struct column columns[] = {{"function", "function", NULL},
                                            {"numbers", "numbers", NULL},
                                            {"ours", "ours differ", NULL},
                                            {"own", "the device's differ", NULL},
                                            {NULL, NULL, NULL}};
    json_t *rows = json_array();
    for (int f = STET_TRIG_SIN; f <= STET_TRIG_COSPI; f++) {
        struct trig_counts c;
        if (!trig_on_device(device, f, 1, 1021, SINES, &c, e)) {
            json_decref(rows);
            return false;
        }
        json_array_append_new(
            rows, json_pack("{s:s, s:I, s:I, s:I}", "function", functions[f - STET_TRIG_SIN],
                            "numbers", (json_int_t)c.inputs, "ours", (json_int_t)c.ours_differ,
                            "own", (json_int_t)c.own_differ));
        if (c.ours_differ > 0) {
            json_decref(rows);
            return error_set(e, "%s: the bits are not the CPU's", functions[f - STET_TRIG_SIN]);
        }
    }
    section(t, "sines", "CUDA's sines and cosines: from those of the CPU (stet trig)", columns,
            rows, "Every 1021st float; stet trig FUNCTION --check --device DEVICE has all 2^32.");
    return true;
}

static bool run(struct tables *t, struct error *e)
{
    struct device *device;
    char name[500];
    if (!device_open(t->device != NULL ? t->device : "cuda", &device, e)) {
        if (t->device != NULL || !device_open("opencl", &device, e))
            return false;
    }
    device_name(device, name, sizeof name);
    if (!t->as_json)
        printf("%s\n\n", name);
    json_object_set_new(t->json, "device", json_string(name));
    const bool ok = transforms(t, device, e) && sines(t, device, e);
    device_close(device);
    return ok;
}

const struct table table_gpu = {
    .name = "gpu", .summary = "an article's kernels on a device", .run = run};
