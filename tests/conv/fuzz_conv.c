/* SPDX-License-Identifier: Apache-2.0 */
/* libFuzzer target: bytes become options, valid or not; a plan that is made of them is executed,
 * on arrays of just the size, and run as a stream in pieces. Nothing may crash, leak, read or write
 * outside, or give two results. */
#include <stdbool.h>
#include <string.h>

#include "lib/fuzz.h"
#include "lib/generate.h"
#include "lib/transform.h"
#include "stet_conv.h"

enum { MOST = 600 };

/* Small as a rule, sometimes near a limit. */
static ptrdiff_t take_number(struct bytes *b)
{
    static const ptrdiff_t limits[] = {PTRDIFF_MAX, PTRDIFF_MIN, PTRDIFF_MAX / 8, -1};
    const int first = (int)take(b);
    return first >= 252 ? limits[first - 252] : first + (first > 200 ? (int)take(b) : 0);
}

static void take_options(struct bytes *b, stet_conv_options *o)
{
    stet_conv_options_init(o);
    o->operation = (stet_conv_operator)(take(b) % 8);
    o->combine = (stet_conv_combine)(1 + take(b) % 2);
    o->space = (stet_conv_space)(1 + take(b) % 2);
    o->norm = take(b) % 2 ? STET_NORM_FORWARD : STET_NORM_BACKWARD;
    o->precision = (stet_precision)(1 + take(b) % 2);
    o->level = (stet_level)(1 + take(b) % 3);
    o->method = (stet_conv_method)(take(b) % 5);
    o->extended = take(b) > 200 ? take(b) % 5 : 0;
    o->length = take_number(b);
    o->filter_length = take_number(b);
    o->reverse_length = o->operation >= STET_CONV_TIME ? take_number(b) : 0;
    o->channels = 1 + take(b) % 3;
    o->batch = 1 + take(b) % 2;
    o->filter_channels = take(b) % 2 ? 1 : o->channels;
    const int flags = (int)take(b);
    o->exact_zeros = flags % 2, o->has_bias = flags / 2 % 2, o->has_gate = flags / 4 % 2;
    o->gelu = (stet_conv_gelu)(flags / 8 % 4);
    o->fft_length = flags > 128 ? take_number(b) : 0;
    o->threads = (int)(take(b) % 3);
}

static void *numbers(const stet_conv_options *o, size_t count, enum generate_family family,
                     uint64_t seed)
{
    void *x = malloc(count * generate_size(o->precision) + 1);
    REQUIRE(x != NULL);
    generate_reals(x, o->precision, count, family, seed);
    return x;
}

/* The rows of a (rows, length) array from column `from` on, packed. */
static void move(const stet_conv_options *o, ptrdiff_t width, const char *from, ptrdiff_t from_row,
                 char *to, ptrdiff_t to_row)
{
    const size_t size = generate_size(o->precision);
    for (ptrdiff_t i = 0; i < o->batch * o->channels; i++)
        memcpy(to + (size_t)(i * to_row) * size, from + (size_t)(i * from_row) * size,
               (size_t)width * size);
}

static void stream(const stet_conv *plan, const stet_conv_options *o, const char *u,
                   const char *gate, const char *y, struct bytes *b)
{
    const size_t size = generate_size(o->precision), lines = (size_t)(o->batch * o->channels);
    stet_conv_stream *s;
    REQUIRE(stet_conv_stream_create(&s, plan) == STET_OK);
    char *all = malloc(lines * (size_t)o->length * size);
    REQUIRE(all != NULL);
    ptrdiff_t out = 0, written;
    for (ptrdiff_t in = 0; in < o->length;) {
        const ptrdiff_t left = o->length - in, asked = 1 + take(b);
        const ptrdiff_t count = b->size > 0 && asked < left ? asked : left;
        const ptrdiff_t room = stet_conv_stream_ready(s, count);
        char *x = malloc(lines * (size_t)count * size), *g = malloc(lines * (size_t)count * size);
        char *part = malloc(lines * (size_t)room * size + 1);
        REQUIRE(x != NULL && g != NULL && part != NULL);
        move(o, count, u + (size_t)in * size, o->length, x, count);
        if (gate != NULL)
            move(o, count, gate + (size_t)in * size, o->length, g, count);
        REQUIRE(stet_conv_stream_push(s, count, x, gate != NULL ? g : NULL, part, room, &written) ==
                STET_OK);
        REQUIRE(written == room);
        move(o, written, part, room, all + (size_t)out * size, o->length);
        in += count, out += written;
        free(x), free(g), free(part);
    }
    char *rest = malloc(lines * (size_t)o->length * size);
    REQUIRE(rest != NULL);
    REQUIRE(stet_conv_stream_finish(s, rest, o->length, &written) == STET_OK);
    REQUIRE(out + written == o->length);
    move(o, written, rest, o->length, all + (size_t)out * size, o->length);
    const size_t count = lines * (size_t)o->length;
    REQUIRE(first_difference(all, y, o->precision, count) == count);
    stet_conv_stream_destroy(s);
    free(all), free(rest);
}

static void execute(const stet_conv *plan, const stet_conv_options *o, struct bytes *b)
{
    const size_t all = (size_t)(o->batch * o->channels * o->length);
    const enum generate_family family = (enum generate_family)(take(b) % GENERATE_FAMILIES);
    void *u = numbers(o, all, family, (uint64_t)take(b)), *y = numbers(o, all, GENERATE_NAN, 1);
    void *gate = o->has_gate ? numbers(o, all, GENERATE_UNIFORM, 2) : NULL;
    stet_conv_result result = {.size = sizeof result};
    REQUIRE(stet_conv_execute(plan, u, gate, y, &result) == STET_OK);
    if (o->operation != STET_CONV_CIRCULAR)
        stream(plan, o, u, gate, y, b);
    REQUIRE(stet_conv_execute(plan, u, gate, u, NULL) == STET_OK);
    REQUIRE(first_difference(u, y, o->precision, all) == all);
    free(u), free(y), free(gate);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {data, size};
    stet_conv_options o;
    take_options(&b, &o);
    /* What is checked before the filters are read may be anything; other numbers stay small. */
    const bool is_small = o.length <= MOST && o.filter_length <= MOST && o.reverse_length <= MOST &&
                          o.fft_length <= 8 * MOST;
    const size_t rows = (size_t)o.filter_channels;
    const size_t m = is_small && o.filter_length > 0 ? (size_t)o.filter_length : 1;
    const size_t n = is_small && o.reverse_length > 0 ? (size_t)o.reverse_length : 1;
    void *k = numbers(&o, rows * m, GENERATE_UNIFORM, 3);
    void *r = numbers(&o, rows * n, GENERATE_UNIFORM, 4);
    void *d = numbers(&o, (size_t)o.channels, GENERATE_UNIFORM, 5);
    stet_conv *plan = NULL;
    if (is_small || o.length < 0 || o.filter_length > (ptrdiff_t)1 << 40) {
        const stet_status status = stet_conv_create(&plan, &o, k, r, d);
        REQUIRE((status == STET_OK) == (plan != NULL));
        REQUIRE(status != STET_E_MEMORY && strcmp(stet_strerror(status), stet_strerror(1)) != 0);
    }
    if (plan != NULL)
        execute(plan, &o, &b);
    stet_conv_destroy(plan);
    free(k), free(r), free(d);
    return 0;
}
