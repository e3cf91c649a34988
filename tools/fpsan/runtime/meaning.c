/* SPDX-License-Identifier: Apache-2.0 */
#include "meaning.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"

/* The meaning when no variant is set. */
#define RULE .order = 1, .extremes = 1
struct fpsan_meaning fpsan_meaning = {RULE};
uint64_t fpsan_asked;
uint64_t fpsan_classes;

static void set_bits(uint64_t *word, uint64_t bits)
{
    if ((__atomic_load_n(word, __ATOMIC_RELAXED) & bits) != bits)
        __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
}

void fpsan_tell(uint32_t classes) { set_bits(&fpsan_classes, classes); }

void fpsan_unknown(uint32_t operation)
{
    set_bits(&fpsan_asked, UINT64_C(1) << operation);
    fpsan_tell(FPSAN_FUNCTIONS);
}

static uint64_t mixed(uint64_t h)
{
    h *= UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 31;
}

static double half_value(uint32_t bits, uint32_t kind)
{
    const int fraction_bits = kind == FPSAN_F16 ? 10 : 7, bias = kind == FPSAN_F16 ? 15 : 127;
    const int field = (int)(bits >> fraction_bits & (kind == FPSAN_F16 ? 31u : 255u));
    const uint32_t rest = bits & ((1u << fraction_bits) - 1);
    const double significand = (double)rest + (field ? 1u << fraction_bits : 0u);
    const double magnitude = field == 2 * bias + 1
                                 ? (rest ? (double)NAN : (double)INFINITY)
                                 : ldexp(significand, (field ? field : 1) - bias - fraction_bits);
    return bits >> 15 ? -magnitude : magnitude;
}

double fpsan_value(uint64_t bits, uint32_t kind)
{
    double number;
    if (kind == FPSAN_F64) {
        memcpy(&number, &bits, sizeof number);
    } else if (kind == FPSAN_F32) {
        float single;
        const uint32_t low = (uint32_t)bits;
        memcpy(&single, &low, sizeof single);
        number = (double)single;
    } else {
        number = half_value((uint32_t)bits, kind);
    }
    return number;
}

/* Reports whether x may be zero with a rounding error, as in cos(pi/2): it is small and has more
 * digits than a person writes. */
static int may_be_zero(double x)
{
    char text[32];
    const int is_float = (double)(float)x == x;
    if (!(fabs(x) < (is_float ? 0x1p-18 : 0x1p-44)))
        return 0;
    snprintf(text, sizeof text, "%.4g", x);
    return is_float ? (double)strtof(text, NULL) != x : strtod(text, NULL) != x;
}

int fpsan_symbol(uint64_t key, double value)
{
    fpsan_tell(FPSAN_FRACTIONS);
    if (!fpsan_meaning.fractions)
        return 0;
    if (may_be_zero(value))
        return -1;
    return (int)(mixed(key ^ mixed(fpsan_meaning.fractions)) % FPSAN_SYMBOL_POWERS);
}

const char *fpsan_meaning_set(const char *text)
{
    char *end;
    const uint64_t precise = fpsan_meaning.precise;
    fpsan_meaning = (struct fpsan_meaning){RULE, .precise = precise};
    if (!text)
        return NULL;
    const unsigned long classes = strtoul(text, &end, 10);
    if (end == text || *end != ':' || classes > FPSAN_ALL_CLASSES)
        return "FPSAN_OTHER: CLASSES:VARIANT is expected, classes from 0 to 255";
    const char *second = end + 1;
    const unsigned long variant = strtoul(second, &end, 10);
    if (end == second || *end || variant < 1)
        return "FPSAN_OTHER: a variant is a number from 1";
    /* The first variant negates all outcomes at once. Every other one compares products of payloads
     * with a factor. That order is as good as the order of payloads (-x is still on the other side
     * of 0), but each outcome is a new coin toss. So two outcomes that meet in one value, as the
     * signs of a product do, do not change together. */
    const uint64_t order = variant == 1 ? ~UINT64_C(0) : mixed(variant) | 1;
    if (classes & FPSAN_COMPARISONS) {
        fpsan_meaning.order = order;
        fpsan_meaning.alike = variant == 1 ? ~UINT64_C(0) : ~UINT64_C(0x8000);
    }
    if (classes & FPSAN_EXTREMES)
        fpsan_meaning.extremes = order;
    if (classes & FPSAN_BITS) {
        fpsan_meaning.bits = mixed(variant) << 1 | 2;
        fpsan_meaning.box_bit = variant == 1 ? 0 : 1 + 7 * variant % 26;
    }
    fpsan_meaning.functions = classes & FPSAN_FUNCTIONS ? variant : 0;
    fpsan_meaning.fractions = classes & FPSAN_FRACTIONS ? variant : 0;
    fpsan_meaning.exponents = (classes & FPSAN_EXPONENTS) != 0;
    fpsan_meaning.casts = classes & FPSAN_CASTS ? mixed(variant) | 1 : 0;
    fpsan_meaning.integers = classes & FPSAN_INTEGERS ? ~UINT64_C(0) : 0;
    return NULL;
}
