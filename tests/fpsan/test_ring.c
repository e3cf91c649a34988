/* SPDX-License-Identifier: Apache-2.0 */
/* The ring against ring.golden, which ring_reference.py computed from the definitions. */
#include "lib/check.h"

#include <stdio.h>
#include <string.h>

#include "ring.h"

static const char *const KINDS[FPSAN_KINDS] = {"f16", "bf16", "f32", "f64"};

static const char *const OPERATIONS[] = {
#define NAME(name, arguments) #name,
    FPSAN_OPERATIONS(NAME)};

static int find(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static uint64_t smaller(uint64_t a, uint64_t b, int kind, int want_max)
{
    const unsigned shift = 64 - fpsan_ring_formats[kind].width;
    const int less = (int64_t)(a << shift) < (int64_t)(b << shift);
    return less != want_max ? a : b;
}

/* What the library says about one line of the golden file. */
static uint64_t evaluate(const char *name, int kind, uint64_t a, uint64_t b)
{
    if (strcmp(name, "embed") == 0) {
        assert_int_equal(fpsan_ring_unembed(fpsan_ring_embed(a, kind), kind), a);
        return fpsan_ring_embed(a, kind);
    }
    if (strncmp(name, "cast_", 5) == 0 || strncmp(name, "fold_", 5) == 0) {
        fpsan_ring_configure(NULL, *name == 'f' ? "fold" : "homomorphic");
        return fpsan_ring_cast(a, kind, find(KINDS, FPSAN_KINDS, name + 5));
    }
    if (strcmp(name, "min") == 0 || strcmp(name, "max") == 0)
        return smaller(a, b, kind, name[1] == 'a');
    const int article = strcmp(name, "exp2_article") == 0;
    fpsan_ring_configure(article ? "article" : "2026", NULL);
    const int operation = find(OPERATIONS, FPSAN_OP_COUNT, article ? "exp2" : name);
    assert_true(operation >= 0);
    return fpsan_ring_call((uint32_t)operation, (uint32_t)kind, a, b);
}

static void golden(void **state)
{
    (void)state;
    FILE *file = fopen(FPSAN_GOLDEN, "r");
    assert_non_null(file);
    char line[256];
    int lines = 0;
    while (fgets(line, sizeof line, file)) {
        char name[32], type[8];
        unsigned long long v[3] = {0};
        const int n = sscanf(line, "%31s %7s %llx %llx %llx", name, type, &v[0], &v[1], &v[2]);
        assert_in_range(n, 4, 5);
        const int kind = find(KINDS, FPSAN_KINDS, type);
        const uint64_t got = evaluate(name, kind, v[0], n == 5 ? v[1] : 0);
        if (got != v[n - 3])
            fail_msg("%s", line);
        lines++;
    }
    fclose(file);
    assert_int_equal(lines, 3072);
}

static uint64_t next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state ^ *state >> 29;
}

/* The article's identities, on payloads. */
static void identities(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 4000; i++) {
        const uint32_t kind = (uint32_t)i % FPSAN_KINDS;
        const uint64_t mask = ~UINT64_C(0) >> (64 - fpsan_ring_formats[kind].width);
        const uint64_t x = next(&seed) & mask, y = next(&seed) & mask, sum = (x + y) & mask;
        fpsan_ring_configure(i & 4 ? "article" : NULL, NULL);
#define CALL(name, a) fpsan_ring_call(FPSAN_OP_##name, kind, a, 0)
        assert_int_equal(CALL(exp, sum), CALL(exp, x) * CALL(exp, y) & mask);
        assert_int_equal(CALL(exp2, sum), CALL(exp2, x) * CALL(exp2, y) & mask);
        assert_int_equal(CALL(exp, 0), 1);
        assert_int_equal(CALL(rcp, CALL(rcp, x)), x);
        const uint64_t c = CALL(cos, x), s = CALL(sin, x), d = CALL(cos, y), t = CALL(sin, y);
        assert_int_equal((c * c + s * s) & mask, 1);
        assert_int_equal(CALL(cos, sum), (c * d - s * t) & mask);
        assert_int_equal(CALL(sin, sum), (s * d + c * t) & mask);
    }
}

/* -1, 0 and 1 survive every cast; up and down again is the identity, folding or not. */
static void casts(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int from = 0; from < FPSAN_KINDS; from++)
        for (int to = 0; to < FPSAN_KINDS; to++)
            for (int i = 0; i < 200; i++) {
                const unsigned w = fpsan_ring_formats[from].width, v = fpsan_ring_formats[to].width;
                const uint64_t m = ~UINT64_C(0) >> (64 - w), n = ~UINT64_C(0) >> (64 - v);
                fpsan_ring_configure(NULL, i & 1 ? "fold" : NULL);
                assert_int_equal(fpsan_ring_cast(0, from, to), 0);
                assert_int_equal(fpsan_ring_cast(1, from, to), 1);
                assert_int_equal(fpsan_ring_cast(m, from, to), n);
                const uint64_t x = next(&seed) & m;
                if (v >= w)
                    assert_int_equal(fpsan_ring_cast(fpsan_ring_cast(x, from, to), to, from), x);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(golden), cmocka_unit_test(identities),
                                       cmocka_unit_test(casts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
