/* SPDX-License-Identifier: Apache-2.0
 * A stand-in for libmkl_rt.so: the functions that stet bench calls, on the definition of the DFT.
 * FAKE_MKL=wrong   one number of each output is off
 * FAKE_MKL=idle    it writes nothing
 * FAKE_MKL=old     it knows no branch but COMPATIBLE
 * FAKE_MKL=dies    it ends the process, as MKL does where a layer of it is missing
 * FAKE_MKL=aborts  it ends the process when it plans 30 points */
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AXES 3
enum { BATCH = 7, STORAGE = 10, PLACEMENT, IN_STRIDES, OUT_STRIDES, IN_DISTANCE, OUT_DISTANCE };
enum { REAL = 33, SINGLE = 35, COMPLEX_COMPLEX = 39, INPLACE = 43 };

struct descriptor {
    bool real, single, in_place, committed;
    int rank;
    long lengths[AXES], n, batch; /* n: all points */
    long in_strides[AXES], out_strides[AXES], in_distance, out_distance;
};

static bool behaves(const char *how)
{
    const char *set = getenv("FAKE_MKL");
    return set != NULL && strcmp(set, how) == 0;
}

int MKL_Set_Threading_Layer(int layer);
int MKL_Set_Threading_Layer(int layer) { return layer; }

/* As MKL: read once. */
int MKL_CBWR_Get(int what);
int MKL_CBWR_Get(int what)
{
    const char *branch = getenv("MKL_CBWR");
    if (what != 1 || branch == NULL)
        return 1;
    return strcmp(branch, "COMPATIBLE") == 0 || behaves("old") ? 3 : 10;
}

void MKL_Get_Version_String(char *text, int size);
void MKL_Get_Version_String(char *text, int size)
{
    const char *active = getenv("KMP_BLOCKTIME");
    snprintf(text, (size_t)size, "fake%s%s", active != NULL ? ", waits actively for ms: " : "",
             active != NULL ? active : "");
}

long DftiCreateDescriptor(void **handle, int precision, int domain, long rank, ...);
long DftiCreateDescriptor(void **handle, int precision, int domain, long rank, ...)
{
    struct descriptor *d = calloc(1, sizeof *d);
    va_list arguments;
    if (behaves("dies"))
        exit(2);
    va_start(arguments, rank);
    *d = (struct descriptor){.real = domain == REAL, .single = precision == SINGLE, .batch = 1};
    d->rank = (int)rank;
    if (rank == 1)
        d->lengths[0] = va_arg(arguments, long);
    else
        memcpy(d->lengths, va_arg(arguments, const long *), (size_t)rank * sizeof *d->lengths);
    va_end(arguments);
    d->n = 1;
    for (int i = 0; i < d->rank; i++)
        d->n *= d->lengths[i];
    d->in_strides[rank - 1] = d->out_strides[rank - 1] = 1;
    d->in_place = true;
    *handle = d;
    return rank > AXES;
}

long DftiSetValue(void *handle, int parameter, ...);
long DftiSetValue(void *handle, int parameter, ...)
{
    struct descriptor *d = handle;
    va_list arguments;
    long status = 0;
    va_start(arguments, parameter);
    switch (parameter) {
    case BATCH: d->batch = va_arg(arguments, long); break;
    case STORAGE: status = va_arg(arguments, int) != COMPLEX_COMPLEX; break;
    case PLACEMENT: d->in_place = va_arg(arguments, int) == INPLACE; break;
    case IN_STRIDES:
    case OUT_STRIDES:
        memcpy(parameter == IN_STRIDES ? d->in_strides : d->out_strides,
               va_arg(arguments, const long *) + 1, (size_t)d->rank * sizeof *d->in_strides);
        break;
    case IN_DISTANCE: d->in_distance = va_arg(arguments, long); break;
    case OUT_DISTANCE: d->out_distance = va_arg(arguments, long); break;
    default: break;
    }
    va_end(arguments);
    return status;
}

long DftiCommitDescriptor(void *handle);
long DftiCommitDescriptor(void *handle)
{
    struct descriptor *d = handle;
    if (behaves("aborts") && d->n == 30)
        exit(2);
    d->committed = true;
    return 0;
}

long DftiFreeDescriptor(void **handle);
long DftiFreeDescriptor(void **handle)
{
    free(*handle);
    *handle = NULL;
    return 0;
}

static double get(const struct descriptor *d, const void *x, long i)
{
    return d->single ? (double)((const float *)x)[i] : ((const double *)x)[i];
}

static void put(const struct descriptor *d, void *x, long i, double value)
{
    if (d->single)
        ((float *)x)[i] = (float)value;
    else
        ((double *)x)[i] = value;
}

/* The indices of point i along the axes, or of its mirror point. */
static void indices(const struct descriptor *d, long i, bool mirrored, long at[AXES])
{
    for (int axis = d->rank - 1; axis >= 0; i /= d->lengths[axis--]) {
        const long n = d->lengths[axis], k = i % n;
        at[axis] = mirrored ? (n - k) % n : k;
    }
}

static long place(const struct descriptor *d, const long at[AXES], const long strides[AXES])
{
    long sum = 0;
    for (int axis = 0; axis < d->rank; axis++)
        sum += at[axis] * strides[axis];
    return sum;
}

/* Reports whether half a spectrum has the point itself, and not its mirror point. */
static bool is_kept(const struct descriptor *d, const long at[AXES])
{
    return at[d->rank - 1] <= d->lengths[d->rank - 1] / 2;
}

/* Point i of a signal as a complex number. Of half a spectrum the other half is its mirror, and of
 * the two bins of a kept plane that mirror each other only the first one is read. */
static void read_element(const struct descriptor *d, bool real, bool half, const void *in,
                         long first, long i, double value[2])
{
    long k[AXES], opposite[AXES];
    indices(d, i, false, k);
    indices(d, i, true, opposite);
    const bool mirrored =
        half && is_kept(d, opposite) &&
        (!is_kept(d, k) || place(d, opposite, d->in_strides) < place(d, k, d->in_strides));
    const long at = first + place(d, mirrored ? opposite : k, d->in_strides);
    value[0] = get(d, in, real ? at : 2 * at);
    value[1] = real ? 0 : get(d, in, 2 * at + 1) * (mirrored ? -1 : 1);
}

static void bin(const struct descriptor *d, const double *x, long k, int sign, double sum[2])
{
    long at[AXES], to[AXES];
    indices(d, k, false, to);
    sum[0] = sum[1] = 0;
    for (long i = 0; i < d->n; i++) {
        double turns = 0;
        indices(d, i, false, at);
        for (int axis = 0; axis < d->rank; axis++)
            turns += (double)(at[axis] * to[axis] % d->lengths[axis]) / (double)d->lengths[axis];
        const double angle = sign * 6.283185307179586 * turns, c = cos(angle), s = sin(angle);
        sum[0] += x[2 * i] * c - x[2 * i + 1] * s;
        sum[1] += x[2 * i] * s + x[2 * i + 1] * c;
    }
}

static long transform(const struct descriptor *d, const void *in, void *out, int sign)
{
    const bool real_in = d->real && sign < 0, real_out = d->real && sign > 0;
    double *x = malloc(4 * (size_t)d->n * sizeof *x), *y = x + 2 * d->n, sum[2];
    for (long b = 0; b < d->batch; b++) {
        for (long i = 0; i < d->n; i++)
            read_element(d, real_in, real_out, in, b * d->in_distance, i, x + 2 * i);
        for (long k = 0; k < d->n; k++) {
            bin(d, x, k, sign, sum);
            y[2 * k] = sum[0] * (behaves("wrong") && k == 1 ? 1.001 : 1);
            y[2 * k + 1] = sum[1];
        }
        for (long k = 0; k < d->n; k++) {
            long to[AXES];
            indices(d, k, false, to);
            if (real_in && !is_kept(d, to))
                continue;
            const long at = b * d->out_distance + place(d, to, d->out_strides);
            put(d, out, real_out ? at : 2 * at, y[2 * k]);
            if (!real_out)
                put(d, out, 2 * at + 1, y[2 * k + 1]);
        }
    }
    free(x);
    return !d->committed;
}

/* From the first number of the input to its last. */
static long numbers_of_input(const struct descriptor *d, int sign)
{
    const int last = d->rank - 1;
    const bool real = d->real && sign < 0, half = d->real && sign > 0;
    long end = 1 + (d->batch - 1) * d->in_distance;
    for (int axis = 0; axis <= last; axis++) {
        const long n = half && axis == last ? d->lengths[axis] / 2 + 1 : d->lengths[axis];
        end += (n - 1) * d->in_strides[axis];
    }
    return real ? end : 2 * end;
}

static long compute(const struct descriptor *d, void *in, int sign, va_list arguments)
{
    if (behaves("idle"))
        return 1;
    if (!d->in_place)
        return transform(d, in, va_arg(arguments, void *), sign);
    /* Strides that cross would let one transform overwrite the next one's input. */
    size_t bytes = (size_t)numbers_of_input(d, sign) * (d->single ? sizeof(float) : sizeof(double));
    void *copy = malloc(bytes);
    memcpy(copy, in, bytes);
    long status = transform(d, copy, in, sign);
    free(copy);
    return status;
}

long DftiComputeForward(void *handle, void *in, ...);
long DftiComputeForward(void *handle, void *in, ...)
{
    va_list arguments;
    va_start(arguments, in);
    long status = compute(handle, in, -1, arguments);
    va_end(arguments);
    return status;
}

long DftiComputeBackward(void *handle, void *in, ...);
long DftiComputeBackward(void *handle, void *in, ...)
{
    va_list arguments;
    va_start(arguments, in);
    long status = compute(handle, in, 1, arguments);
    va_end(arguments);
    return status;
}

/* Trigonometric transforms, by the formulas of MKL's reference: of n, number i of f, k of F. */
enum { SINE, COSINE, STAGGERED_COSINE, STAGGERED_SINE, STAGGERED2_COSINE, STAGGERED2_SINE };
enum { SIZE = 0, TYPE = 5 }; /* of ipar; the second is this file's own */

static double trig_factor(int type, long n, long i, long k)
{
    const double half_turn = 3.141592653589793 / (double)n;
    switch (type) {
    case SINE: return sin(half_turn * (double)(i * k));
    case COSINE: return cos(half_turn * (double)(i * k));
    case STAGGERED_COSINE: return cos(half_turn * (double)i * ((double)k + 0.5));
    case STAGGERED_SINE: return sin(half_turn * (double)i * ((double)k - 0.5));
    case STAGGERED2_COSINE: return cos(half_turn * ((double)i + 0.5) * ((double)k + 0.5));
    default: return sin(half_turn * ((double)i + 0.5) * ((double)k + 0.5));
    }
}

/* Whether a number counts half in a sum: the ends of f, and of F where it has both. */
static bool is_half(int type, bool forward, long n, long at)
{
    return (type == COSINE && (at == 0 || at == n)) ||
           (type == STAGGERED_COSINE && forward && at == 0) ||
           (type == STAGGERED_SINE && forward && at == n);
}

static void trig_transform(void *f, bool single, bool forward, const int *ipar)
{
    const struct descriptor d = {.single = single};
    const long n = ipar[SIZE], first = ipar[TYPE] == SINE || ipar[TYPE] == STAGGERED_SINE;
    const long last = ipar[TYPE] == COSINE || ipar[TYPE] == STAGGERED_SINE ? n : n - 1;
    double *sums = calloc((size_t)n + 1, sizeof *sums);
    if (behaves("idle")) {
        free(sums);
        return;
    }
    for (long to = first; to <= last; to++)
        for (long from = first; from <= last; from++)
            sums[to] += trig_factor(ipar[TYPE], n, forward ? from : to, forward ? to : from) *
                        get(&d, f, from) * (is_half(ipar[TYPE], forward, n, from) ? 0.5 : 1) *
                        (forward ? 2.0 / (double)n : 1);
    if (ipar[TYPE] != STAGGERED2_COSINE && ipar[TYPE] != STAGGERED2_SINE) {
        /* What must be zero is, and stays it. */
        if ((first == 1 && get(&d, f, 0) != 0) || (last < n && get(&d, f, n) != 0))
            sums[first] = 1e30;
        if (last < n)
            put(&d, f, n, 0);
    }
    for (long to = first; to <= last; to++)
        put(&d, f, to, sums[to] * (behaves("wrong") && to == 1 ? 1.001 : 1));
    free(sums);
}

static void trig_init(const int *n, const int *type, int *ipar, int *status)
{
    ipar[SIZE] = *n;
    ipar[TYPE] = *type;
    *status = *n < 2;
}

/* Pointers to numbers are void here: the command calls both precisions through one type. */
#define TRIG(letter, number, single)                                                               \
    void letter##_init_trig_transform(int *n, int *type, int *ipar, void *par, int *status);       \
    void letter##_init_trig_transform(int *n, int *type, int *ipar, void *par, int *status)        \
    {                                                                                              \
        ((number *)par)[5 * (long)*n / 2 + 1] = 0; /* the last that it may use */                  \
        trig_init(n, type, ipar, status);                                                          \
    }                                                                                              \
    void letter##_commit_trig_transform(void *f, void **handle, int *ipar, void *par,              \
                                        int *status);                                              \
    void letter##_commit_trig_transform(void *f, void **handle, int *ipar, void *par, int *status) \
    {                                                                                              \
        (void)par;                                                                                 \
        *handle = malloc(1);                                                                       \
        *status = ipar[SIZE] < 2 || *(number *)f != 0;                                             \
    }                                                                                              \
    void letter##_forward_trig_transform(void *f, void **handle, int *ipar, void *par,             \
                                         int *status);                                             \
    void letter##_forward_trig_transform(void *f, void **handle, int *ipar, void *par,             \
                                         int *status)                                              \
    {                                                                                              \
        (void)par;                                                                                 \
        *status = *handle == NULL;                                                                 \
        trig_transform(f, single, true, ipar);                                                     \
    }                                                                                              \
    void letter##_backward_trig_transform(void *f, void **handle, int *ipar, void *par,            \
                                          int *status);                                            \
    void letter##_backward_trig_transform(void *f, void **handle, int *ipar, void *par,            \
                                          int *status)                                             \
    {                                                                                              \
        (void)par;                                                                                 \
        *status = *handle == NULL;                                                                 \
        trig_transform(f, single, false, ipar);                                                    \
    }
TRIG(s, float, true)
TRIG(d, double, false)

void free_trig_transform(void **handle, int *ipar, int *status);
void free_trig_transform(void **handle, int *ipar, int *status)
{
    (void)ipar;
    *status = 0;
    free(*handle);
    *handle = NULL;
}
