/* Arithmetic of binary16 on every vector type that has it, against exact integers: no oracle here
 * rounds in floating point.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_round16 --long: sums and products of all 2^32 pairs. */
#include "arith_test.h"

#include "arith/bits.h"
#include "arith/fma.h"
#include "arith/round.h"
#include "base/cpu.h"
#include "ops16.h"
#include "stet.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    ops16 *run;
    unsigned needs;
} instances[] = {
    {"soft", ops16_soft, 0},
#ifdef STET_TEST_X86
    {"avx2", ops16_avx2, STET_CPU_FMA | STET_CPU_AVX2 | STET_CPU_F16C},
    {"avx512", ops16_avx512, STET_CPU_AVX512 | STET_CPU_F16C},
#endif
};

enum { INSTANCES = sizeof instances / sizeof *instances, BATCH = 4096 };

/* A finite number as m 2^-24. */
static int64_t integer(uint16_t bits)
{
    const int field = bits >> 10 & 0x1f;
    const int64_t m = field ? (int64_t)(0x400 | (bits & 0x3ff)) << (field - 1) : bits & 0x3ff;
    return bits >> 15 ? -m : m;
}

/* x 2^-48, rounded; zero gets the sign. */
static uint16_t rounded(stet_i128 x, int zero_sign)
{
    if (x == 0)
        return zero_sign ? 0x8000 : 0;
    stet_u128 m = x < 0 ? -(stet_u128)x : (stet_u128)x;
    int q = -48;
    if (m >> 61)                                      /* |x| < 2^83 */
        m = m >> 22 | ((m & 0x3fffff) != 0), q += 22; /* to odd */
    return (uint16_t)((x < 0 ? 0x8000 : 0) | stet_round_bits(STET_FORMAT_F16, (uint64_t)m, q));
}

static int is_nan(uint16_t a) { return (a & 0x7fff) > 0x7c00; }
static int is_inf(uint16_t a) { return (a & 0x7fff) == 0x7c00; }
static int is_zero(uint16_t a) { return (a & 0x7fff) == 0; }

enum { NAN16 = 0x7e00 };

/* a b + c; a plain product has c = -0, or +0 where the product is negative: no_sum is then 1. */
static uint16_t oracle_fma(uint16_t a, uint16_t b, uint16_t c, int no_sum)
{
    const uint16_t sign = (a ^ b) & 0x8000;
    if (is_nan(a) || is_nan(b) || is_nan(c) || (is_inf(a) && is_zero(b)) ||
        (is_zero(a) && is_inf(b)))
        return NAN16;
    if (is_inf(a) || is_inf(b))
        return is_inf(c) && (c & 0x8000) != sign ? NAN16 : sign | 0x7c00;
    if (is_inf(c))
        return c;
    const stet_i128 p = (stet_i128)integer(a) * integer(b);
    const stet_i128 sum = p + (stet_i128)integer(c) * (1 << 24);
    /* An exact zero is -0 if both terms are. A product that underflows keeps its sign. */
    const int negative = no_sum ? sign != 0 : p == 0 && sign && c == 0x8000;
    return no_sum && sum != 0 ? (uint16_t)(rounded(sum, 0) | sign) : rounded(sum, negative);
}

static uint16_t oracle(enum op16 op, uint16_t a, uint16_t b, uint16_t c)
{
    switch (op) {
    case OP16_ADD: return oracle_fma(a, 0x3c00, b, 0);
    case OP16_SUB: return oracle_fma(a, 0x3c00, b ^ 0x8000, 0);
    case OP16_MUL: return oracle_fma(a, b, (a ^ b) & 0x8000, 1);
    case OP16_FMA: return oracle_fma(a, b, c, 0);
    default: return oracle_fma(a ^ 0x8000, b, c, 0);
    }
}

struct batch {
    uint16_t a[BATCH], b[BATCH], c[BATCH];
    int count;
    long checked;
};

static void check_batch(struct batch *t)
{
    static float wide[0x10000], a[BATCH], b[BATCH], c[BATCH], result[BATCH];
    static uint16_t want[BATCH];
    static unsigned features;
    if (wide[0x3c00] != 1) {
        features = stet_cpu_features(); /* CPUID takes its time in a virtual machine */
        for (unsigned h = 0; h <= 0xffff; h++)
            wide[h] = stet_f16_to_f32((uint16_t)h);
    }
    while (t->count % 16)
        t->a[t->count] = t->b[t->count] = t->c[t->count] = 0, t->count++;
    for (int i = 0; i < t->count; i++)
        a[i] = wide[t->a[i]], b[i] = wide[t->b[i]], c[i] = wide[t->c[i]];
    for (enum op16 op = 0; op < OPS16; op++) {
        for (int i = 0; i < t->count; i++)
            want[i] = oracle(op, t->a[i], t->b[i], t->c[i]);
        for (int k = 0; k < INSTANCES; k++) {
            if (instances[k].needs & ~features)
                continue;
            instances[k].run(op, t->count, a, b, c, result);
            for (int i = 0; i < t->count; i++)
                if (is_nan(want[i]) ? !isnan(result[i])
                                    : stet_bits_f32(result[i]) != stet_bits_f32(wide[want[i]]))
                    fail_msg("%s: operation %d of %04x %04x %04x is %a, not %04x",
                             instances[k].name, (int)op, t->a[i], t->b[i], t->c[i],
                             (double)result[i], want[i]);
        }
    }
    t->checked += t->count;
    t->count = 0;
}

static void add_case(struct batch *t, unsigned a, unsigned b, unsigned c)
{
    t->a[t->count] = (uint16_t)a;
    t->b[t->count] = (uint16_t)b;
    t->c[t->count++] = (uint16_t)c;
    if (t->count == BATCH)
        check_batch(t);
}

static struct batch batch;

/* Zeros, subnormals, powers of two and their neighbours, the ends, infinities, NaN. */
static int special(uint16_t list[64])
{
    static const uint16_t some[] = {0x0000, 0x0001, 0x0002, 0x0003, 0x01ff, 0x0200, 0x03ff, 0x0400,
                                    0x0401, 0x07ff, 0x0800, 0x1400, 0x2e66, 0x37ff, 0x3800, 0x3801,
                                    0x3bff, 0x3c00, 0x3c01, 0x4000, 0x4100, 0x5bff, 0x5c00, 0x6c00,
                                    0x77ff, 0x7800, 0x7bfe, 0x7bff, 0x7c00, 0x7e00};
    int count = 0;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        list[count++] = some[i];
        list[count++] = some[i] | 0x8000;
    }
    return count;
}

static void test_specials(void **state)
{
    (void)state;
    uint16_t list[64];
    const int count = special(list);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            for (int k = 0; k < count; k++)
                add_case(&batch, list[i], list[j], list[k]);
    check_batch(&batch);
}

/* Every number with every special one and some others. */
static void test_all_first_operands(void **state)
{
    (void)state;
    uint16_t list[64];
    struct rng r = {1};
    const int count = special(list);
    for (unsigned a = 0; a <= 0xffff; a++)
        for (int i = 0; i < 4; i++) {
            const unsigned b = (unsigned)rng_u64(&r) & 0xffff;
            add_case(&batch, a, b, list[rng_below(&r, (uint64_t)count)]);
        }
    check_batch(&batch);
}

/* c such that a b + c is at, or next to, the middle between two numbers: where rounding twice
 * errs. And products that are such a middle, with a c far below. */
static void test_near_midpoints(void **state)
{
    (void)state;
    struct rng r = {2};
    for (int i = 0; i < 300000; i++) {
        const uint64_t bits = rng_u64(&r);
        const uint16_t a = bits & 0xffff, b = bits >> 16 & 0xffff, y = bits >> 32 & 0xffff;
        if ((a & 0x7c00) == 0x7c00 || (b & 0x7c00) == 0x7c00 || (y & 0x7c00) == 0x7c00)
            continue;
        const double x = (double)stet_f16_to_f32(y);
        const double middle = (x + (double)stet_f16_to_f32((uint16_t)(y + 1))) / 2;
        const double p = (double)stet_f16_to_f32(a) * (double)stet_f16_to_f32(b);
        const uint16_t c = stet_f16_from_f64(middle - p);
        for (int d = -1; d <= 1; d++)
            add_case(&batch, a, b, (c + d) & 0xffff);
        const uint16_t tiny = (uint16_t)(bits >> 48 & 0x8000) | (uint16_t)(bits >> 50 & 0x1f);
        add_case(&batch, a | 1, b | 1, tiny);
        add_case(&batch, 0x3c00 | (a & 0x3ff), 0x3c00 | (b & 0x3ff), tiny);
        add_case(&batch, 0x3c00, a, tiny | (b & 0x7000));
    }
    check_batch(&batch);
}

static void test_random(void **state)
{
    (void)state;
    struct rng r = {3};
    for (int i = 0; i < 2000000; i++) {
        const uint64_t bits = rng_u64(&r);
        add_case(&batch, bits & 0xffff, bits >> 16 & 0xffff, bits >> 32 & 0xffff);
    }
    check_batch(&batch);
}

/* Why the fma is not taken through float: 3 683 = 2049 is the middle of 2048 and 2050, and the last
 * place of float is far above 2^-24. */
static void test_cases_tell(void **state)
{
    (void)state;
    const uint16_t three = 0x4200, b = stet_f16_from_f32(683), tiny = 0x0001;
    assert_int_equal(stet_f16_from_f32(stet_fma_f32(3, 683, 0x1p-24f)), stet_f16_from_f32(2048));
    assert_int_equal(oracle(OP16_FMA, three, b, tiny), stet_f16_from_f32(2050));
    add_case(&batch, three, b, tiny);
    check_batch(&batch);
}

static int all_pairs(void)
{
    for (unsigned a = 0; a <= 0xffff; a++)
        for (unsigned b = 0; b <= 0xffff; b++)
            add_case(&batch, a, b, (a * 40503u + b) & 0xffff);
    check_batch(&batch);
    printf("%ld cases\n", batch.checked);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--long") == 0)
        return all_pairs();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_specials),       cmocka_unit_test(test_all_first_operands),
        cmocka_unit_test(test_near_midpoints), cmocka_unit_test(test_random),
        cmocka_unit_test(test_cases_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
