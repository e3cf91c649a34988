/* SPDX-License-Identifier: Apache-2.0 */
#include "meaning.h"

#include <stdlib.h>

/* What is known of no variant. */
#define RULE .order = 1, .extremes = 1
struct fpsan_meaning fpsan_meaning = {RULE};
uint64_t fpsan_asked;
uint64_t fpsan_ordered;

void fpsan_orders(void) { fpsan_ordered = 1; }

void fpsan_unknown(uint32_t operation)
{
    const uint64_t bit = UINT64_C(1) << operation;
    if (!(__atomic_load_n(&fpsan_asked, __ATOMIC_RELAXED) & bit))
        __atomic_fetch_or(&fpsan_asked, bit, __ATOMIC_RELAXED);
}

static uint64_t mixed(uint64_t h)
{
    h *= UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 31;
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
        return "FPSAN_OTHER: CLASSES:VARIANT is expected, classes from 0 to 63";
    const char *second = end + 1;
    const unsigned long variant = strtoul(second, &end, 10);
    if (end == second || *end || variant < 1)
        return "FPSAN_OTHER: a variant is a number from 1";
    /* The first variant turns all outcomes round at once. Each other one orders the products of
     * payloads with a factor, which is an order as good as that of payloads (and -x is on the other
     * side of 0 still), but one by which every outcome is another coin's: where two of them meet in
     * one value, as the signs of a product do, they do not change together. */
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
    fpsan_meaning.fractions = classes & FPSAN_FRACTIONS ? ~UINT64_C(0) : 0;
    fpsan_meaning.integers = classes & FPSAN_INTEGERS ? ~UINT64_C(0) : 0;
    return NULL;
}
