/* SPDX-License-Identifier: Apache-2.0 */
#include "api/options.h"

#include <string.h>

#include "api/engines.h"
#include "base/precision.h"
#include "lines/lines.h"

static const stet_options defaults = {
    .size = sizeof defaults,
    .kind = STET_C2C,
    .precision = STET_F64,
    .level = STET_LEVEL_NATIVE,
    .direction = STET_FORWARD,
    .norm = STET_NORM_BACKWARD,
    .half_mode = STET_HALF_IO,
    .half_exponent = STET_HALF_SAFE,
};

/* Writes no byte beyond the caller's struct. An unknown size stays in it, and stet_plan_create()
 * reports it. */
void stet_options_init_size(stet_options *options, size_t size)
{
    if (!options)
        return;
    memset(options, 0, size);
    memcpy(options, &defaults, size < sizeof defaults ? size : sizeof defaults);
    if (size >= sizeof options->size)
        options->size = size;
}

static int is_kind(stet_kind kind)
{
    return kind == STET_C2C || kind == STET_R2C || kind == STET_C2R || kind == STET_R2R;
}

stet_status stet_dims_contiguous(stet_kind kind, int rank, const ptrdiff_t *n, stet_dim *dims)
{
    if (!n || !dims)
        return STET_E_NULL;
    if (!is_kind(kind))
        return STET_E_KIND;
    if (rank < 1)
        return STET_E_RANK;
    for (int i = 0; i < rank; i++)
        if (n[i] < 1)
            return STET_E_LENGTH;
    /* The first round writes nothing, the second does: on failure dims is unchanged. */
    for (int write = 0; write < 2; write++) {
        ptrdiff_t in = 1, out = 1;
        for (int i = rank - 1; i >= 0; i--) {
            const ptrdiff_t half = i == rank - 1 ? n[i] / 2 + 1 : n[i]; /* R2C and C2R */
            if (write)
                dims[i] = (stet_dim){n[i], in, out};
            if (__builtin_mul_overflow(in, kind == STET_C2R ? half : n[i], &in) ||
                __builtin_mul_overflow(out, kind == STET_R2C ? half : n[i], &out))
                return STET_E_OVERFLOW;
        }
    }
    return STET_OK;
}

static stet_status check_half(const stet_options *o)
{
    const int known = o->half_mode == STET_HALF_IO || o->half_mode == STET_HALF_STORE ||
                      o->half_mode == STET_HALF_NATIVE;
    if (!known || (o->half_mode == STET_HALF_NATIVE && o->precision != STET_F16))
        return STET_E_HALF_MODE;
    if (o->half_exponent != STET_HALF_SAFE && (o->half_exponent < -100 || o->half_exponent > 100))
        return STET_E_HALF_EXPONENT;
    return STET_OK;
}

static stet_status check_r2r(const stet_options *o)
{
    if (stet_is_half(o->precision))
        return STET_E_PRECISION;
    if (!o->r2r)
        return STET_E_NULL;
    for (int i = 0; i < o->rank; i++)
        if (o->r2r[i] < STET_R2HC || o->r2r[i] > STET_DST4)
            return STET_E_R2R_KIND;
    return STET_OK;
}

static stet_status check_options(const stet_options *o)
{
    if (!is_kind(o->kind))
        return STET_E_KIND;
    if (o->precision != STET_F32 && o->precision != STET_F64 && !stet_is_half(o->precision))
        return STET_E_PRECISION;
    if (!stet_engine_of(o->level, o->kind))
        return STET_NATIVE_ONLY && (int)o->level >= STET_LEVEL_NATIVE &&
                       (int)o->level <= STET_LEVEL_EXTENDED_FF
                   ? STET_E_BUILD
                   : STET_E_LEVEL;
    if ((o->direction != STET_FORWARD && o->direction != STET_INVERSE) ||
        (o->kind == STET_R2C && o->direction != STET_FORWARD) ||
        (o->kind == STET_C2R && o->direction != STET_INVERSE))
        return STET_E_DIRECTION;
    if (o->norm != STET_NORM_BACKWARD && o->norm != STET_NORM_ORTHO && o->norm != STET_NORM_FORWARD)
        return STET_E_NORM;
    if (o->rank < 1 || o->batch_rank < 0)
        return STET_E_RANK;
    if (!o->dims || (o->batch_rank > 0 && !o->batch))
        return STET_E_NULL;
    if (o->threads < STET_THREADS_ALL)
        return STET_E_THREADS;
    if (o->policy != STET_CORRECT_ADAPTIVE && o->policy != STET_CORRECT_STEADY)
        return STET_E_POLICY;
    if (o->effort != STET_EFFORT_ESTIMATE && o->effort != STET_EFFORT_MEASURE)
        return STET_E_EFFORT;
    const stet_status status = o->kind == STET_R2R          ? check_r2r(o)
                               : stet_is_half(o->precision) ? check_half(o)
                                                            : STET_OK;
    const stet_engine *engine = stet_engine_of(o->level, o->kind);
    if (!status && STET_NATIVE_ONLY && (o->kind == STET_R2R || stet_is_half(o->precision)))
        return STET_E_BUILD;
    return !status && engine->accepts ? engine->accepts(o) : status;
}

/* With 64-bit pointers, effort occupies the last bytes of older structs. They are padding there,
 * which stet_options_init() clears in every version. */
stet_status stet_options_take(const stet_options *given, stet_options *o)
{
    stet_options_init(o);
    if (given->size != sizeof *o && given->size != offsetof(stet_options, threads) &&
        given->size != offsetof(stet_options, policy) &&
        given->size != offsetof(stet_options, effort) && given->size != offsetof(stet_options, r2r))
        return STET_E_OPTIONS_SIZE;
    memcpy(o, given, given->size);
    return check_options(o);
}

static int is_half(const stet_options *o, int i, stet_kind side)
{
    return i == o->rank - 1 && o->kind == side;
}

/* Describes the two arrays as axes in bytes. */
static stet_status check_lengths(const stet_options *o, stet_plan *plan, stet_axis *in,
                                 stet_axis *out)
{
    for (int i = 0; i < o->rank + o->batch_rank; i++) {
        const stet_dim d = stet_options_dim(o, i);
        const int r2r = o->kind == STET_R2R && i < o->rank;
        if (d.n < 1 || (r2r && o->r2r[i] == STET_DCT1 && d.n < 2))
            return STET_E_LENGTH;
        if (i < o->rank && d.n > (r2r ? STET_MAX_R2R_LENGTH : STET_MAX_LENGTH))
            return STET_E_OVERFLOW;
        in[i].n = is_half(o, i, STET_C2R) ? d.n / 2 + 1 : d.n;
        out[i].n = is_half(o, i, STET_R2C) ? d.n / 2 + 1 : d.n;
        if (__builtin_mul_overflow(d.in_stride, plan->in_element, &in[i].stride) ||
            __builtin_mul_overflow(d.out_stride, plan->out_element, &out[i].stride))
            return STET_E_OVERFLOW;
    }
    return STET_OK;
}

/* In place needs equal layouts; a real line begins where its complex line begins. */
static int allows_in_place(const stet_options *o, const stet_axis *in, const stet_axis *out)
{
    for (int i = 0; i < o->rank + o->batch_rank; i++) {
        if (i == o->rank - 1 && (o->kind == STET_R2C || o->kind == STET_C2R)) {
            const stet_dim d = stet_options_dim(o, i);
            if (d.n > 1 && (d.in_stride != 1 || d.out_stride != 1))
                return 0;
        } else if (in[i].n > 1 && in[i].stride != out[i].stride) {
            return 0;
        }
    }
    return 1;
}

stet_status stet_options_layout(const stet_options *o, stet_plan *plan, stet_axis *in,
                                stet_axis *out)
{
    const int rank = o->rank + o->batch_rank;
    stet_status status = check_lengths(o, plan, in, out);
    if (status)
        return status;
    if (!stet_layout_extent(rank, in, plan->in_element, &plan->in_extent) ||
        !stet_layout_extent(rank, out, plan->out_element, &plan->out_extent))
        return STET_E_OVERFLOW;
    plan->gcd = stet_layout_gcd(rank, out, stet_layout_gcd(rank, in, 0));
    plan->in_place = allows_in_place(o, in, out);
    if (!stet_layout_is_disjoint(rank, out, plan->out_element))
        return STET_E_STRIDE;
    plan->in_place = plan->in_place && stet_layout_is_disjoint(rank, in, plan->in_element);
    return STET_OK;
}
