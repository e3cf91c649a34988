/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "conv/conv.h"
#include "lines/lines.h"

static const stet_conv_options defaults = {
    .size = sizeof defaults,
    .operation = STET_CONV_CAUSAL,
    .combine = STET_CONV_SUM,
    .space = STET_CONV_SPACE_TIME,
    .norm = STET_NORM_FORWARD,
    .precision = STET_F32,
    .level = STET_LEVEL_NATIVE,
    .channels = 1,
    .batch = 1,
    .filter_channels = 1,
};

void stet_conv_options_init_size(stet_conv_options *options, size_t size)
{
    if (!options)
        return;
    memset(options, 0, size);
    memcpy(options, &defaults, size < sizeof defaults ? size : sizeof defaults);
    if (size >= sizeof options->size)
        options->size = size;
}

static int is_flag(int x) { return x == 0 || x == 1; }

static stet_status check_kind(const stet_conv_options *o)
{
    const int operation = (int)o->operation, method = (int)o->method;
    if (operation < STET_CONV_CAUSAL || operation > STET_CONV_FOLDED ||
        (o->combine != STET_CONV_SUM && o->combine != STET_CONV_AVG) ||
        (o->space != STET_CONV_SPACE_TIME && o->space != STET_CONV_SPACE_FREQ))
        return STET_E_OPERATOR;
    if (o->norm != STET_NORM_FORWARD && o->norm != STET_NORM_BACKWARD)
        return STET_E_NORM;
    if (o->precision != STET_F32 && o->precision != STET_F64)
        return STET_E_PRECISION;
    if (!stet_conv_engine_of(o->level))
        return STET_E_LEVEL;
    if (method < STET_CONV_AUTO || method > STET_CONV_STRICT)
        return STET_E_METHOD;
    if (o->extended & ~(unsigned)(STET_CONV_EP_FFT | STET_CONV_EP_FREQMUL))
        return STET_E_EXTENDED;
    return STET_OK;
}

static stet_status check_lengths(const stet_conv_options *o)
{
    const ptrdiff_t most = STET_MAX_LENGTH;
    const int two = stet_conv_has_reverse(o->operation);
    if (o->length < 1 || o->filter_length < 1 || o->filter_length > most ||
        o->reverse_length < two || o->reverse_length > (two ? most : 0) || o->fft_length < 0 ||
        o->fft_length > most)
        return STET_E_LENGTH;
    if (o->operation == STET_CONV_CIRCULAR && o->filter_length > o->length)
        return STET_E_FILTER_LENGTH;
    if (o->channels < 1 || o->batch < 1 ||
        (o->filter_channels != 1 && o->filter_channels != o->channels))
        return STET_E_CHANNELS;
    return STET_OK;
}

/* Checks that the sizes of the caller's arrays do not overflow, with 8 bytes for each number. */
static stet_status check_sizes(const stet_conv_options *o)
{
    ptrdiff_t rows, all;
    if (__builtin_mul_overflow(o->batch, o->channels, &rows) ||
        __builtin_mul_overflow(rows, o->length, &all) ||
        __builtin_mul_overflow(all, (ptrdiff_t)sizeof(double), &all))
        return STET_E_OVERFLOW;
    const ptrdiff_t longer =
        o->filter_length > o->reverse_length ? o->filter_length : o->reverse_length;
    if (__builtin_mul_overflow(o->filter_channels, longer, &all) ||
        __builtin_mul_overflow(all, (ptrdiff_t)sizeof(double), &all))
        return STET_E_OVERFLOW;
    return STET_OK;
}

static stet_status check_rest(const stet_conv_options *o)
{
    if ((int)o->gelu < STET_CONV_GELU_NONE || (int)o->gelu > STET_CONV_GELU_TANH)
        return STET_E_GELU;
    if (!is_flag(o->exact_zeros) || !is_flag(o->has_bias) || !is_flag(o->has_gate))
        return STET_E_FLAG;
    if (!(o->accuracy >= 0))
        return STET_E_ACCURACY;
    if (o->threads < STET_THREADS_ALL)
        return STET_E_THREADS;
    if (o->effort != STET_EFFORT_ESTIMATE && o->effort != STET_EFFORT_MEASURE)
        return STET_E_EFFORT;
    return STET_OK;
}

stet_status stet_conv_options_take(const stet_conv_options *given, stet_conv_options *o)
{
    if (given->size != sizeof *o)
        return STET_E_OPTIONS_SIZE;
    *o = *given;
    stet_status status = check_kind(o);
    if (!status)
        status = check_lengths(o);
    if (!status)
        status = check_rest(o);
    return status ? status : check_sizes(o);
}
