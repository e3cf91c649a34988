/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/generate.h"

#include <string.h>

/* A binary format as integers: a number is sign, exponent field, fraction field. */
struct format {
    int fraction_bits, exponent_bits, bias;
};

static const struct format f32_format = {23, 8, 127}, f64_format = {52, 11, 1023},
                           f16_format = {10, 5, 15}, bf16_format = {7, 8, 127};

static const char *const names[GENERATE_FAMILIES] = {
    "uniform", "integer", "impulse",    "constant", "mixed",      "subnormal", "huge",
    "large",   "negzero", "allnegzero", "infinity", "infinities", "nan",       "zeros"};

const char *generate_name(enum generate_family family) { return names[family]; }

enum generate_family generate_find(const char *name)
{
    int family = 0;
    while (family < GENERATE_FAMILIES && strcmp(names[family], name) != 0)
        family++;
    return (enum generate_family)family;
}

uint64_t generate_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

size_t generate_below(uint64_t *state, size_t bound)
{
    return (size_t)(generate_next(state) % bound);
}

static uint64_t assemble(const struct format *f, uint64_t sign, uint64_t exponent,
                         uint64_t fraction)
{
    uint64_t bits = sign << f->exponent_bits | exponent;
    return bits << f->fraction_bits | (fraction & ((UINT64_C(1) << f->fraction_bits) - 1));
}

/* The number (-1)^sign k 2^scale, for 0 <= k < 2^(fraction_bits + 1), without rounding. */
static uint64_t scaled_integer(const struct format *f, uint64_t sign, uint64_t k, int scale)
{
    if (k == 0)
        return 0;
    int top = f->fraction_bits;
    while (k >> top == 0)
        top--;
    return assemble(f, sign, (uint64_t)(f->bias + scale + top), k << (f->fraction_bits - top));
}

static uint64_t uniform(const struct format *f, uint64_t r)
{
    return scaled_integer(f, r & 1, r >> (63 - f->fraction_bits), -(f->fraction_bits + 1));
}

static uint64_t any_with_exponent(const struct format *f, uint64_t r, uint64_t exponent)
{
    return assemble(f, r & 1, exponent, r >> 12);
}

/* Corner cases turn up often, each class in several places of one array. */
static uint64_t mixed(const struct format *f, uint64_t r, uint64_t *state)
{
    uint64_t top = (UINT64_C(1) << f->exponent_bits) - 2;
    switch (generate_below(state, 8)) {
    case 0: return assemble(f, r & 1, 0, 0);
    case 1: return any_with_exponent(f, r, 0);
    case 2: return any_with_exponent(f, r, top);
    case 3: return assemble(f, r & 1, 1 + (r >> 1) % top, 0);
    case 4: return uniform(f, r);
    default: return any_with_exponent(f, r, 1 + (r >> 1) % top);
    }
}

static uint64_t infinity(const struct format *f, uint64_t sign)
{
    return assemble(f, sign, (UINT64_C(1) << f->exponent_bits) - 1, 0);
}

/* The number at one index; special is the index of the odd one out. */
static uint64_t number(const struct format *f, enum generate_family family, size_t index,
                       size_t special, uint64_t *state)
{
    uint64_t r = generate_next(state);
    uint64_t top = (UINT64_C(1) << f->exponent_bits) - 2;
    switch (family) {
    case GENERATE_INTEGER: return scaled_integer(f, r & 1, (r >> 57) + (r & 1), 0);
    case GENERATE_IMPULSE: return index == special ? scaled_integer(f, 0, 1, 0) : 0;
    case GENERATE_MIXED: return mixed(f, r, state);
    case GENERATE_SUBNORMAL: return any_with_exponent(f, r, 0);
    case GENERATE_HUGE: return any_with_exponent(f, r, top);
    case GENERATE_LARGE: return any_with_exponent(f, r, top - 24);
    case GENERATE_NEGZERO: return index == special ? uniform(f, r) : assemble(f, 1, 0, 0);
    case GENERATE_ALLNEGZERO: return assemble(f, 1, 0, 0);
    case GENERATE_ZEROS: return assemble(f, r & 1, 0, 0);
    case GENERATE_INFINITY: return index == special ? infinity(f, r & 1) : uniform(f, r);
    case GENERATE_INFINITIES: return r >> 61 == 0 ? infinity(f, r & 1) : uniform(f, r);
    case GENERATE_NAN: return index == special ? infinity(f, r & 1) | 1 : uniform(f, r);
    default: return uniform(f, r);
    }
}

static void store(unsigned char *x, stet_precision precision, uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    uint16_t half = (uint16_t)bits;
    if (precision == STET_F16 || precision == STET_BF16)
        memcpy(x, &half, sizeof half);
    else if (precision == STET_F32)
        memcpy(x, &low, sizeof low);
    else
        memcpy(x, &bits, sizeof bits);
}

void generate_reals(void *x, stet_precision precision, size_t count, enum generate_family family,
                    uint64_t seed)
{
    const struct format *f = precision == STET_F16    ? &f16_format
                             : precision == STET_BF16 ? &bf16_format
                             : precision == STET_F32  ? &f32_format
                                                      : &f64_format;
    uint64_t state = seed;
    for (size_t i = 0; i < count; i++) {
        if (family == GENERATE_CONSTANT)
            state = seed;
        uint64_t bits = number(f, family, i, (size_t)(seed % count), &state);
        store((unsigned char *)x + i * generate_size(precision), precision, bits);
    }
}
