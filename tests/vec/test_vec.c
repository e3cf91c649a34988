/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the checks of the vector types that this CPU has. */
#include <stdio.h>
#include <string.h>

#include "base/fpenv.h"
#include "base/isa.h"
#include "vec/check.h"

/* Made by CMakeLists.txt: CHECK(isa, family) of all there are. */
#define CHECK(isa, family) vec_check check_stet_##isa##_##family;
#include "vec_checks.h"
#undef CHECK

static const struct {
    const char *isa, *family;
    vec_check *run;
} checks[] = {
#define CHECK(isa, family) {#isa, #family, check_stet_##isa##_##family},
#include "vec_checks.h"
};

static int wrong;
ptrdiff_t vec_at = 9;

uint64_t vec_random(void)
{
    static uint64_t state = 1;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * UINT64_C(0x9e3779b97f4a7c15);
}

uint64_t vec_number(int bits, int fraction)
{
    const uint64_t sign = vec_random() >> 63 << (bits - 1), one = (uint64_t)1 << fraction;
    const uint64_t infinity = ((uint64_t)1 << (bits - 1)) - one;
    const uint64_t special[] = {0,        1,        one - 1,      one,          infinity - 1,
                                infinity, infinity, infinity + 1, infinity + 3, infinity + one / 2};
    const uint64_t exponent = (infinity / one / 2 + vec_random() % 5 - 2) * one;
    const uint64_t few = (vec_random() & 7) << (fraction - 3);
    switch (vec_random() >> 61) {
    case 0: return sign | special[vec_random() % 10];
    case 1: return sign | (vec_random() & (one - 1)); /* subnormal */
    case 2:
    case 3: return sign | exponent | few;
    case 4: return sign | exponent | few | (vec_random() & 1);
    case 5: return sign | exponent | (vec_random() & (one - 1));
    default: return sign | (vec_random() & (((uint64_t)1 << (bits - 1)) - 1));
    }
}

void vec_wrong(const char *operation, int lane)
{
    if (wrong++ < 20)
        printf("    %s is wrong, lane or element %d\n", operation, lane);
}

void vec_same(const char *operation, const void *got, const void *want, size_t bytes)
{
    const unsigned char *a = (const unsigned char *)got, *b = (const unsigned char *)want;
    for (size_t i = 0; i < bytes; i++)
        if (a[i] != b[i]) {
            if (wrong++ < 20)
                printf("    %s is wrong at byte %d of the array\n", operation, (int)i);
            return;
        }
}

static int can_run(const char *name)
{
    const stet_isa *isa;
    if (strcmp(name, "emulated") == 0)
        name = "avx512";
    for (int i = 0; (isa = stet_isa_at(i)); i++)
        if (strcmp(isa->name, name) == 0)
            return stet_isa_can_run(isa);
    return 0;
}

int main(void)
{
    const uint64_t caller = stet_fpenv_enter();
    int all = 0;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        if (!can_run(checks[i].isa)) {
            printf("%s %s: skipped: no %s on this CPU\n", checks[i].isa, checks[i].family,
                   checks[i].isa);
            continue;
        }
        wrong = 0;
        checks[i].run();
        printf("%s %s: %d wrong\n", checks[i].isa, checks[i].family, wrong);
        all += wrong;
    }
    stet_fpenv_leave(caller);
    return all > 0;
}
