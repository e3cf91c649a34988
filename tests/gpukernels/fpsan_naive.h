/* SPDX-License-Identifier: Apache-2.0 */
/* The DFT by its definition, and the comparison with the kernels. A template over T and NAME(x). */

static void NAME(input)(T *x, size_t n, long unit)
{
    if (unit < 0 && sizeof(T) == 4)
        fpsan_input_f32((float *)(void *)x, n);
    else if (unit < 0)
        fpsan_input_f64((double *)(void *)x, n);
    for (size_t i = 0; unit >= 0 && i < n; i++)
        x[i] = (T)((long)i == unit);
}

/* n complex numbers of the definition's input; in C2R the missing half is the conjugate of the
 * other. */
static void NAME(widen)(long n, stet_kind kind, const T *x, T *full)
{
    for (long j = 0; j < n; j++) {
        const int mirrored = kind == STET_C2R && 2 * j > n, is_end = j == 0 || 2 * j == n;
        const long from = mirrored ? n - j : j;
        full[2 * j] = kind == STET_R2C ? x[j] : x[2 * from];
        full[2 * j + 1] = kind == STET_R2C || (kind == STET_C2R && is_end) ? 0 : x[2 * from + 1];
        if (mirrored)
            full[2 * j + 1] = 0 - full[2 * j + 1];
    }
}

static void NAME(naive)(long n, stet_kind kind, stet_direction d, const T *x, T *y)
{
    T *w = malloc((size_t)n * 2 * sizeof *w), *full = malloc((size_t)n * 2 * sizeof *full);
    for (long k = 0; k < n; k++) { /* called, so that they are exact elements */
        const double angle = 2 * 3.14159265358979323846 * (double)k / (double)n;
        w[2 * k] = (T)cos(angle);
        w[2 * k + 1] = d == STET_INVERSE ? (T)sin(angle) : 0 - (T)sin(angle);
    }
    NAME(widen)(n, kind, x, full);
    for (long k = 0; k < (kind == STET_R2C ? n / 2 + 1 : n); k++) {
        T re = 0, im = 0;
        for (long j = 0, at = 0; j < n; j++, at = at + k < n ? at + k : at + k - n) {
            re += full[2 * j] * w[2 * at] - full[2 * j + 1] * w[2 * at + 1];
            im += full[2 * j] * w[2 * at + 1] + full[2 * j + 1] * w[2 * at];
        }
        y[kind == STET_C2R ? k : 2 * k] = re;
        if (kind != STET_C2R)
            y[2 * k + 1] = im;
    }
    free(w);
    free(full);
}

static int NAME(compare)(long n, stet_kind kind, stet_direction d, const stet_gpu_limits *limits)
{
    const stet_dim dim = {n, 1, 1};
    const size_t in = (size_t)(kind == STET_C2C ? 2 * n : kind == STET_R2C ? n : 2 * (n / 2 + 1));
    const size_t out = (size_t)(kind == STET_C2C ? 2 * n : kind == STET_C2R ? n : 2 * (n / 2 + 1));
    stet_options o;
    stet_options_init(&o);
    o.kind = kind, o.direction = d,
    o.norm = d == STET_FORWARD ? STET_NORM_BACKWARD : STET_NORM_FORWARD;
    o.precision = sizeof(T) == 4 ? STET_F32 : STET_F64;
    o.rank = 1, o.dims = &dim;
    stet_gpu_lowering *plan;
    if (stet_gpu_lower(&plan, &o, limits))
        exit(2);
    plant(plan);
    T *x = malloc(in * sizeof *x), *y = malloc(out * sizeof *y), *z = malloc(out * sizeof *z);
    void *work = malloc(plan->workspace + 1);
    int same = 1;
    for (long unit = -1; unit < (n <= 32 ? (long)in : 0) && same; unit++) {
        NAME(input)(x, in, unit);
        NAME(naive)(n, kind, d, x, z);
        const stet_gpu_arrays arrays = {x, y, work, 0};
        if (stet_gpu_emulate(plan, &arrays))
            exit(2);
        same = memcmp(y, z, out * sizeof *y) == 0;
        compared++;
    }
    if (!same && !*bug)
        printf("DIFFERENT: n %ld kind %d direction %d, %zu bytes\n", n, (int)kind, (int)d,
               sizeof(T));
    free(x);
    free(y);
    free(z);
    free(work);
    stet_gpu_lowering_destroy(plan);
    return same;
}
