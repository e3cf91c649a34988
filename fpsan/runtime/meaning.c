/* SPDX-License-Identifier: Apache-2.0 */
#include "meaning.h"

#include <stdlib.h>

struct fpsan_meaning fpsan_meaning;
uint64_t fpsan_asked;

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
    fpsan_meaning = (struct fpsan_meaning){.precise = precise};
    if (!text)
        return NULL;
    const unsigned long classes = strtoul(text, &end, 10);
    if (end == text || *end != ':' || classes > FPSAN_ALL_CLASSES)
        return "FPSAN_OTHER: CLASSES:VARIANT is expected, classes from 0 to 63";
    const char *second = end + 1;
    const unsigned long variant = strtoul(second, &end, 10);
    if (end == second || *end || variant < 1)
        return "FPSAN_OTHER: a variant is a number from 1";
    /* The first variant turns every order round; the others some bits of what is compared, so that
     * comparisons whose outcomes meet in one value do not change together. */
    const uint64_t order = variant == 1 ? ~UINT64_C(0) : mixed(variant);
    fpsan_meaning.order = classes & FPSAN_COMPARISONS ? order : 0;
    fpsan_meaning.extremes = classes & FPSAN_EXTREMES ? order : 0;
    fpsan_meaning.functions = classes & FPSAN_FUNCTIONS ? variant : 0;
    fpsan_meaning.bits = (classes & FPSAN_BITS) != 0;
    fpsan_meaning.fractions = classes & FPSAN_FRACTIONS ? ~UINT64_C(0) : 0;
    fpsan_meaning.integers = classes & FPSAN_INTEGERS ? ~UINT64_C(0) : 0;
    return NULL;
}
