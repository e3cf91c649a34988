/* Golden hashes: the bits of every function of this room, on every CPU, with every compiler,
 * with and without hardware fma. The other tests say that the bits are right; this one says
 * that they are the same where the others cannot run.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * A hash that changes means that bits have changed: see STET_BITS_VERSION in stet.h. The
 * test prints the hash it finds. */
#include "arith_test.h"

#include "arith/dd.h"
#include "arith/ff.h"
#include "stet.h"

#include <inttypes.h>

enum { SAMPLES = 20000 };

/* FNV-1a over words; every NaN counts as one word. */
struct hash {
    uint64_t value;
};

static void hash_u64(struct hash *h, uint64_t word)
{
    for (int i = 0; i < 8; i++)
        h->value = (h->value ^ (word >> 8 * i & 0xff)) * 0x100000001b3;
}

static void hash_f64(struct hash *h, double x) { hash_u64(h, x != x ? 1 : stet_bits_f64(x)); }
static void hash_f32(struct hash *h, float x) { hash_u64(h, x != x ? 1 : stet_bits_f32(x)); }

static void hash_dd(struct hash *h, stet_dd x)
{
    hash_f64(h, x.hi);
    hash_f64(h, x.lo);
}

static void hash_ff(struct hash *h, stet_ff x)
{
    hash_f32(h, x.hi);
    hash_f32(h, x.lo);
}

static void require_hash(struct hash h, uint64_t golden)
{
    if (h.value != golden)
        fail_msg("the bits hash to 0x%016" PRIx64 ", not to 0x%016" PRIx64, h.value, golden);
}

static void fma_bits(void **state)
{
    (void)state;
    struct hash h = {0xcbf29ce484222325};
    struct rng r = {1};
    for (int i = 0; i < SAMPLES; i++) {
        double a = rng_f64(&r, 0, 2047), b = rng_f64(&r, 0, 2047), c = rng_f64(&r, 0, 2047);
        float s = rng_f32(&r, 0, 255), t = rng_f32(&r, 0, 255), u = rng_f32(&r, 0, 255);
        hash_f64(&h, stet_fma_f64(a, b, c));
        hash_f64(&h, stet_fma_f64(a, b, -(a * b)));
        hash_f32(&h, stet_fma_f32(s, t, u));
        hash_f32(&h, stet_fma_f32(s, t, -(s * t)));
    }
    require_hash(h, 0xf00d61f8562a6862);
}

static void half_bits(void **state)
{
    (void)state;
    struct hash h = {0xcbf29ce484222325};
    struct rng r = {2};
    for (unsigned i = 0; i <= 0xffff; i++) {
        double x = rng_f64(&r, 0, 2047);
        float s = rng_f32(&r, 0, 255);
        hash_f32(&h, stet_f16_to_f32((uint16_t)i));
        hash_f32(&h, stet_bf16_to_f32((uint16_t)i));
        hash_u64(&h, stet_f16_from_f64(x));
        hash_u64(&h, stet_bf16_from_f64(x));
        hash_u64(&h, stet_f16_from_f32(s));
        hash_u64(&h, stet_bf16_from_f32(s));
    }
    require_hash(h, 0x964e6e58caf34276);
}

static stet_dd random_dd(struct rng *r)
{
    double hi = rng_f64(r, 1000, 1040);
    double lo = rng_f64(r, 940, 990);
    return stet_dd_two_sum(hi, lo);
}

static stet_ff random_ff(struct rng *r)
{
    float hi = rng_f32(r, 115, 140);
    float lo = rng_f32(r, 85, 110);
    return stet_ff_two_sum(hi, lo);
}

static void dd_bits(void **state)
{
    (void)state;
    struct hash h = {0xcbf29ce484222325};
    struct rng r = {3};
    stet_ddc sum = {{0, 0}, {0, 0}};
    for (int i = 0; i < SAMPLES; i++) {
        stet_dd x = random_dd(&r);
        stet_dd y = random_dd(&r);
        stet_ddc z = stet_dd_cmul((stet_ddc){x, y}, (stet_ddc){y, x});
        sum = stet_dd_cadd(sum, z);
        hash_dd(&h, stet_dd_add(x, y));
        hash_dd(&h, stet_dd_sub(x, y));
        hash_dd(&h, stet_dd_add_single(x, y.hi));
        hash_dd(&h, stet_dd_mul(x, y));
        hash_dd(&h, stet_dd_mul_single(x, y.hi));
        hash_dd(&h, stet_dd_div(x, y));
        hash_dd(&h, stet_dd_sqrt(x));
        hash_dd(&h, z.re);
        hash_dd(&h, z.im);
        z = stet_dd_csub(sum, z);
        hash_dd(&h, z.re);
        hash_dd(&h, z.im);
    }
    require_hash(h, 0x81cf9fb7ea541718);
}

static void ff_bits(void **state)
{
    (void)state;
    struct hash h = {0xcbf29ce484222325};
    struct rng r = {4};
    stet_ffc sum = {{0, 0}, {0, 0}};
    for (int i = 0; i < SAMPLES; i++) {
        stet_ff x = random_ff(&r);
        stet_ff y = random_ff(&r);
        stet_ffc z = stet_ff_cmul((stet_ffc){x, y}, (stet_ffc){y, x});
        sum = stet_ff_cadd(sum, z);
        hash_ff(&h, stet_ff_add(x, y));
        hash_ff(&h, stet_ff_sub(x, y));
        hash_ff(&h, stet_ff_add_single(x, y.hi));
        hash_ff(&h, stet_ff_mul(x, y));
        hash_ff(&h, stet_ff_mul_single(x, y.hi));
        hash_ff(&h, stet_ff_div(x, y));
        hash_ff(&h, stet_ff_sqrt(x));
        hash_ff(&h, z.re);
        hash_ff(&h, z.im);
        z = stet_ff_csub(sum, z);
        hash_ff(&h, z.re);
        hash_ff(&h, z.im);
    }
    require_hash(h, 0x4f34f5c18980b3f4);
}

static void sum_bits(void **state)
{
    (void)state;
    struct hash h = {0xcbf29ce484222325};
    struct rng r = {5};
    double x[64], y[64], sum = 0;
    float s[64], t[64], single = 0;
    for (int k = 0; k < SAMPLES / 10; k++) {
        int n = rng_int(&r, 1, 64), lo = rng_int(&r, 0, 253);
        for (int i = 0; i < n; i++) {
            x[i] = rng_f64(&r, 8 * lo, 8 * lo + 14);
            y[i] = rng_f64(&r, 0, 2046);
            s[i] = rng_f32(&r, lo, 254);
            t[i] = rng_f32(&r, 0, 254);
        }
        for (int m = STET_SUM_EXACT; m <= STET_SUM_COMPENSATED; m++) {
            assert_int_equal(stet_sum_f64((stet_sum_method)m, n, x, 1, &sum), STET_OK);
            assert_int_equal(stet_sum_f32((stet_sum_method)m, n, s, 1, &single), STET_OK);
            hash_f64(&h, sum);
            hash_f32(&h, single);
        }
        assert_int_equal(stet_dot_f64(n, x, 1, y, 1, &sum), STET_OK);
        assert_int_equal(stet_dot_f32(n, s, 1, t, 1, &single), STET_OK);
        hash_f64(&h, sum);
        hash_f32(&h, single);
    }
    require_hash(h, 0x369f609a4ea6503c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fma_bits), cmocka_unit_test(half_bits), cmocka_unit_test(dd_bits),
        cmocka_unit_test(ff_bits),  cmocka_unit_test(sum_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
