/* SPDX-License-Identifier: Apache-2.0 */
/* The double-double level: level 1 of double, the second of narrower formats; and direct sums for a few numbers. */
#include <string.h>

#include "arith/eft.h"
#include "base/alloc.h"
#include "correct/correct.h"

/* ---------------------------------------------------------------- decide -- */

/* An integer for each number of the narrow format in their order, -0 just below +0. */
static int64_t place_of(stet_precision p, uint32_t bits)
{
    const uint32_t sign = p == STET_F32 ? 0x80000000 : 0x8000;
    return bits & sign ? -(int64_t)(bits & (sign - 1)) - 1 : (int64_t)bits;
}

/* The value, where an infinity is the power of two that would be next to the largest number. */
static double value_of(stet_precision p, uint32_t bits)
{
    const uint32_t sign = p == STET_F32 ? 0x80000000 : 0x8000, size = bits & (sign - 1);
    const double beyond = p == STET_F16 ? 0x1p16 : 0x1p128;
    double value = beyond;
    if (size < stet_number_format(p).infinity)
        value = (double)(p == STET_F32 ? stet_from_bits_f32(size)
                                       : stet_from_16(p == STET_F16, (uint16_t)size));
    return bits & sign ? -value : value;
}

/* The narrow number nearest to X, |X - (v.hi + v.lo)| <= e; 0 if that is not known. If the high word alone
 * does not tell, X is near a point where rounding changes, from a to b: their midpoint M, a double.
 * On which side? X - M = (hi - M) + lo, the difference exact as a sum of two doubles, and each of the
 * next two additions is off by at most u times its terms. */
static int decide_narrow(stet_precision p, stet_dd v, double e, uint32_t *out)
{
    const double around = 0x1p-51 * (v.hi < 0 ? -v.hi : v.hi) + 2 * e;
    const uint32_t a = stet_narrow_of(p, v.hi - around), b = stet_narrow_of(p, v.hi + around);
    *out = a;
    if (a == b)
        return 1;
    if (place_of(p, b) != place_of(p, a) + 1)
        return 0;
    double rest;
    const double s = stet_two_sum_f64(v.hi, -((value_of(p, a) + value_of(p, b)) / 2), &rest);
    rest += v.lo;
    const double side = s + rest;
    const double margin = 0x1p-51 * ((s < 0 ? -s : s) + (rest < 0 ? -rest : rest)) + e * 1.001;
    *out = side > 0 ? b : a;
    return side > margin || -side > margin;
}

/* The double nearest to X 2^exponent, 2^exponent = power[0] power[1]; the rest as above. fl(lo -+ e) with
 * e enlarged by that rounding encloses X - hi, so rounding hi plus that encloses the rounding of X, by
 * monotonicity, and the scaling is exact. Where the result may be subnormal or overflow, the
 * scaling rounds too: there the ends move outwards by more than their rounding first, so that they
 * enclose X itself. */
static int decide_f64(stet_dd v, double e, const double *power, double *out)
{
    const double size = v.hi < 0 ? -v.hi : v.hi, result = size * power[0] * power[1];
    e += 0x1p-51 * ((v.lo < 0 ? -v.lo : v.lo) + e);
    double low = v.hi + (v.lo - e), high = v.hi + (v.lo + e);
    if (!(result >= 0x1p-1000 && result < 0x1p1023)) {
        low -= 0x1p-51 * size;
        high += 0x1p-51 * size;
    }
    low = low * power[0] * power[1];
    high = high * power[0] * power[1];
    *out = low;
    return size > 0x1p-400 && stet_bits_f64(low) == stet_bits_f64(high);
}

/* What the norm makes of a value: the scale is off by less than 16 u^2, the product by 4 u^2. */
static stet_dd scaled(const struct stet_correct *c, stet_dd v, double *error)
{
    double e = *error * c->scale.hi;
    if (c->scale_is_exact) {
        v = (stet_dd){v.hi * c->scale.hi, v.lo * c->scale.hi};
    } else {
        v = stet_dd_mul(v, c->scale);
        e += 0x1p-100 * (v.hi < 0 ? -v.hi : v.hi) + 0x1p-50 * e;
    }
    *error = e;
    return v;
}

int stet_correct_decide(const struct stet_correct *c, stet_dd v, double error, const double *power,
                        uint64_t *bits)
{
    double wide = 0;
    uint32_t narrow = 0;
    if (c->narrow && c->scale_is_exact && __builtin_fabs(v.lo) > error) {
        *bits = stet_narrow_of(c->precision, stet_rounded_to_odd(v.hi, v.lo) * c->scale.hi);
        return 1;
    }
    v = scaled(c, v, &error);
    const int known = c->narrow ? decide_narrow(c->precision, v, error, &narrow)
                                : decide_f64(v, error, power, &wide);
    *bits = c->narrow ? narrow : stet_bits_f64(wide);
    return known;
}

/* ----------------------------------------------------------------- level -- */

/* Output number f of the forward transform that is run is output k of the one asked for: k = f, or, if
 * that is inverse, the opposite index. */
typedef struct {
    stet_correct_job *job;
    uint8_t *wanted;
    double error;    /* of a value before the norm's scale */
    double power[2]; /* of two: their product is what the input was divided by; 1 if narrow */
    int is_real;     /* outputs f and n - f are conjugates, and one of them is computed */
} level;

static inline ptrdiff_t opposite_index(const struct stet_correct *c, ptrdiff_t f)
{
    return stet_opposite_index(c->rank, c->lengths, f);
}

static inline ptrdiff_t asked_index(const struct stet_correct *c, ptrdiff_t f)
{
    return c->direction == STET_FORWARD ? f : opposite_index(c, f);
}

static inline int decide(const level *l, stet_dd v, uint64_t *bits)
{
    return stet_correct_decide(l->job->c, v, l->error, l->power, bits);
}

static inline void settle(const level *l, ptrdiff_t k, int part, uint64_t bits)
{
    if ((l->wanted[k] >> part & 1) == 0)
        return;
    l->wanted[k] &= (uint8_t)~(1 << part);
    stet_correct_put(l->job, 2 * k + part, bits);
}

/* Output f of the transform that was run, and its conjugate where that is an output too. */
static inline void settle_output(const level *l, ptrdiff_t f, const double *z, ptrdiff_t i)
{
    const struct stet_correct *c = l->job->c;
    const ptrdiff_t k = asked_index(c, f), other = l->is_real ? opposite_index(c, k) : k;
    const unsigned parts = l->wanted[k] | l->wanted[other];
    if (parts == 0)
        return;
    const stet_ddc value = stet_dd_get(z, i);
    const uint64_t sign = (uint64_t)1 << (8 * stet_number_size(c->precision) - 1);
    uint64_t bits;
    if (parts & STET_PART_RE && decide(l, value.re, &bits)) {
        settle(l, k, 0, bits);
        settle(l, other, 0, bits);
    }
    if (parts & STET_PART_IM && decide(l, value.im, &bits)) {
        settle(l, k, 1, bits);
        settle(l, other, 1, bits ^ sign);
    }
}

static void put(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count, const double *z)
{
    const level *l = (const level *)data;
    for (ptrdiff_t i = 0; i < count; i++)
        settle_output(l, first + i * step, z, i);
}

/* ------------------------------------------------------------------ input -- */

static double largest_of(const double *x, ptrdiff_t count)
{
    double most = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const double size = x[i] < 0 ? -x[i] : x[i];
        most = size > most ? size : most;
    }
    return most;
}

/* Factors whose product brings numbers of that size to at most 1, in steps of 2^64, and the
 * inverse ones. Each is a normal number. */
void stet_correct_choose_powers(double most, double *down, double *up)
{
    int steps = 0;
    for (; most > 1; most *= 0x1p-64)
        steps++;
    for (; most > 0 && most < 0x1p-64; most *= 0x1p64)
        steps--;
    down[0] = down[1] = up[0] = up[1] = 1;
    for (int i = 0; i < steps; i++) {
        down[i % 2] *= 0x1p-64;
        up[i % 2] *= 0x1p64;
    }
    for (int i = 0; i < -steps; i++) {
        down[i % 2] *= 0x1p64;
        up[i % 2] *= 0x1p-64;
    }
}

/* Doubles of any size are brought to at most 1, so that no sum overflows and what underflows is
 * small beside the rest; narrow formats are in the middle of double's range anyway. Returns the input. */
static const double *prepare(level *l)
{
    const stet_correct_job *job = l->job;
    const ptrdiff_t count = 2 * job->c->n;
    const double *x = job->x;
    double squares[4] = {job->squares, 0, 0, 0}, down[2];
    l->power[0] = l->power[1] = 1;
    if (job->c->precision == STET_F64) {
        stet_correct_choose_powers(largest_of(x, count), down, l->power);
        for (ptrdiff_t i = 0; i < count; i++)
            job->y[i] = x[i] * down[0] * down[1];
        x = job->y;
    }
    for (ptrdiff_t i = 0; i < count && job->squares == 0; i++)
        squares[i % 4] += x[i] * x[i];
    const double norm = __builtin_sqrt((squares[0] + squares[1]) + (squares[2] + squares[3]));
    l->error = job->c->dd_error * norm * (1 + 0x1p-20) + 0x1p-900;
    return x;
}

/* ------------------------------------------------------- several dimensions -- */

/* One line of an array of double-doubles on its way through a transform. */
typedef struct {
    double *all;
    ptrdiff_t first, stride;
} line;

/* Number i of one array becomes number j of another. */
static void copy_words(const double *from, ptrdiff_t i, double *to, ptrdiff_t j)
{
    from += stet_dd_at(i);
    to += stet_dd_at(j);
    for (ptrdiff_t word = 0; word < STET_DD_WORDS * STET_DD_BLOCK; word += STET_DD_BLOCK)
        to[word] = from[word];
}

static void put_line(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count, const double *z)
{
    const line *l = (const line *)data;
    for (ptrdiff_t i = 0; i < count; i++)
        copy_words(z, i, l->all, l->first + (first + i * step) * l->stride);
}

static void transform_axis(const struct stet_correct *c, int axis, double *all, double *from,
                           void *work)
{
    const ptrdiff_t n = c->lengths[axis];
    ptrdiff_t stride = 1;
    for (int i = axis + 1; i < c->rank; i++)
        stride *= c->lengths[i];
    for (ptrdiff_t at = 0; at < c->n; at++) {
        if (at / stride % n != 0)
            continue;
        line l = {all, at, stride};
        for (ptrdiff_t j = 0; j < n; j++)
            copy_words(all, at + j * stride, from, j);
        stet_dd_fft_run(c->dd[axis], from, 0, NULL, put_line, &l, work);
    }
}

/* The pieces of the workspace: for a transform of one line; in several dimensions also all
 * numbers and one line of them. */
static size_t line_work(const struct stet_correct *c, ptrdiff_t *longest)
{
    size_t most = 0;
    *longest = 0;
    for (int i = 0; i < c->rank; i++) {
        const size_t size = stet_dd_fft_work(c->dd[i]);
        most = size > most ? size : most;
        *longest = c->lengths[i] > *longest ? c->lengths[i] : *longest;
    }
    return (most + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN;
}

size_t stet_correct_dd_work(const struct stet_correct *c)
{
    ptrdiff_t longest;
    const size_t one = line_work(c, &longest);
    if (c->rank == 1)
        return one + (size_t)c->n;
    return one + (size_t)(stet_dd_words(c->n) + stet_dd_words(longest)) * sizeof(double);
}

int stet_correct_is_real(const double *x, ptrdiff_t n)
{
    enum { CHUNK = 64 };
    for (ptrdiff_t j = 0; j < n; j += CHUNK) {
        uint64_t any = 0;
        for (ptrdiff_t i = j; i < j + CHUNK && i < n; i++)
            any |= stet_bits_f64(x[2 * i + 1]);
        if (any << 1 != 0)
            return 0;
    }
    return 1;
}

/* What is wanted of the transform that is run. */
static const uint8_t *wish_of(const level *l)
{
    const struct stet_correct *c = l->job->c;
    ptrdiff_t longest;
    uint8_t *wish = (uint8_t *)l->job->work + line_work(c, &longest);
    if (c->direction == STET_FORWARD && !l->is_real)
        return l->wanted;
    memset(wish, 0, (size_t)c->n);
    for (ptrdiff_t k = 0; k < c->n; k++) {
        uint64_t rest = 0;
        if (k + 8 <= c->n)
            memcpy(&rest, l->wanted + k, sizeof rest);
        if (k + 8 <= c->n && rest == 0) {
            k += 7;
        } else if (l->wanted[k]) {
            const ptrdiff_t f = asked_index(c, k); /* which is its own inverse */
            wish[l->is_real ? stet_dd_fft_one_of_both(c->dd[0], f) : f] = 1;
        }
    }
    return wish;
}

/* An input as it is, and where from. */
typedef struct {
    const void *x;
    int source;
} given;

static given given_of(const stet_correct_job *job)
{
    if (job->reals)
        return (given){job->reals, STET_REALS};
    return job->floats ? (given){job->floats, STET_FLOAT_PAIRS} : (given){job->x, STET_PAIRS};
}

static int is_real_input(const stet_correct_job *job, given in)
{
    if (job->c->kind == STET_R2C || in.source == STET_REALS || job->is_real)
        return 1;
    return in.source == STET_PAIRS && job->c->policy == STET_CORRECT_ADAPTIVE &&
           stet_correct_is_real((const double *)in.x, job->c->n);
}

/* In double-double size is NULL. */
static void run_line(level *l, given in, const stet_dd_size *size)
{
    const struct stet_correct *c = l->job->c;
    l->is_real = is_real_input(l->job, in);
    if (size)
        stet_dd_fft_run_on_grid(c->dd[0], in.x, in.source, *size, wish_of(l), put, l, l->job->work);
    else
        stet_dd_fft_run(c->dd[0], (const double *)in.x, 1, wish_of(l), put, l, l->job->work);
}

static void run_dimensions(level *l, const double *x)
{
    const struct stet_correct *c = l->job->c;
    ptrdiff_t longest;
    double *all = (double *)((char *)l->job->work + line_work(c, &longest));
    double *from = all + stet_dd_words(c->n);
    memset(all, 0, (size_t)stet_dd_words(c->n) * sizeof(double));
    for (ptrdiff_t j = 0; j < c->n; j++) {
        all[stet_dd_at(j)] = x[2 * j];
        all[stet_dd_at(j) + 2 * STET_DD_BLOCK] = x[2 * j + 1];
    }
    for (int axis = c->rank - 1; axis >= 0; axis--)
        transform_axis(c, axis, all, from, l->job->work);
    put(l, 0, 1, c->n, all);
}

static void put_direct(void *data, ptrdiff_t f, stet_ddc z)
{
    const level *l = (const level *)data;
    const double words[STET_DD_WORDS * STET_DD_BLOCK] = {[0] = z.re.hi,
                                                         [STET_DD_BLOCK] = z.re.lo,
                                                         [2 * STET_DD_BLOCK] = z.im.hi,
                                                         [3 * STET_DD_BLOCK] = z.im.lo};
    settle_output(l, f, words, 0);
}

static double norm_of(const stet_correct_job *job)
{
    return __builtin_sqrt(job->squares) * (1 + 0x1p-20);
}

int stet_correct_direct_level(stet_correct_job *job, uint8_t *wanted)
{
    const struct stet_correct *c = job->c;
    ptrdiff_t list[STET_MOST_DIRECT];
    level l = {.job = job, .wanted = wanted};
    if (!(job->squares > 0) || job->count > c->most_direct)
        return 0;
    const double norm = norm_of(job);
    const int most = stet_direct_sum_most(c->direct);
    const given in = given_of(job);
    l.error = stet_direct_sum_error(c->direct, norm) + 0x1p-900;
    l.is_real = is_real_input(job, in);
    int count = 0;
    for (ptrdiff_t i = 0; i < job->count; i++) {
        const ptrdiff_t k = job->undecided[i] / 2, f = asked_index(c, k);
        const int is_other = l.is_real && 2 * k > c->n && wanted[c->n - k] != 0;
        if (wanted[k] && !is_other && (count == 0 || list[count - 1] != f))
            list[count++] = f;
        if (count == most || (i + 1 == job->count && count > 0)) {
            stet_direct_sum_run(c->direct, in.x, in.source, norm, list, count, put_direct, &l,
                                job->work);
            count = 0;
        }
    }
    return 1;
}

static stet_dd_size size_of(const stet_correct_job *job, given in)
{
    const ptrdiff_t n = job->c->n;
    const stet_correct_kernels *k = job->c->kernels;
    if (in.source == STET_REALS)
        return (stet_dd_size){norm_of(job), k->largest((const double *)in.x, n)};
    const double most = in.source == STET_PAIRS ? k->largest((const double *)in.x, 2 * n)
                                                : k->largest_f32(in.x, 2 * n);
    return (stet_dd_size){norm_of(job), most * 0x1.6a09e8p0}; /* a little more than sqrt 2 */
}

int stet_correct_grid_level(stet_correct_job *job, uint8_t *wanted)
{
    const struct stet_correct *c = job->c;
    if (!c->native || c->rank != 1 || c->policy != STET_CORRECT_ADAPTIVE || !(job->squares > 0))
        return 0;
    const given in = given_of(job);
    const stet_dd_size size = size_of(job, in);
    const double error = stet_dd_fft_grid_error(c->dd[0], size) + 0x1p-900;
    level l = {.job = job, .wanted = wanted, .error = error};
    if (!(error < __builtin_inf()))
        return 0;
    run_line(&l, in, &size);
    return 1;
}

void stet_correct_dd_level(stet_correct_job *job, uint8_t *wanted)
{
    level l = {.job = job, .wanted = wanted};
    const double *x = prepare(&l);
    if (job->c->rank == 1)
        run_line(&l, (given){x, STET_PAIRS}, NULL);
    else
        run_dimensions(&l, x);
}
