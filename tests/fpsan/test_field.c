/* SPDX-License-Identifier: Apache-2.0 */
/* The field against field.golden, which field_reference.py computed from the definitions, and
 * the identities that its maps must keep. */
#include "lib/check.h"

#include <stdio.h>
#include <string.h>

#include "field.h"
#include "meaning.h"

static const uint32_t ORDERS[] = {4096, 192};

static void use(uint32_t p, uint64_t seed)
{
    static uint32_t prime;
    static uint64_t seeded;
    if (p == prime && seed == seeded)
        return;
    assert_null(fpsan_field_setup(p, seed, ORDERS, 2));
    prime = p, seeded = seed;
}

static uint32_t angle(uint32_t k, uint32_t n, uint32_t of_pi)
{
    const uint32_t turns = fpsan_multiply(fpsan_from_integer(k), fpsan_invert(n));
    return of_pi ? turns : fpsan_multiply(turns, fpsan_multiply(2, fpsan_pi()));
}

static uint32_t evaluate(const char *name, uint64_t a, uint32_t b)
{
    const uint32_t k = (uint32_t)a;
    if (strcmp(name, "embed32") == 0)
        return fpsan_field_embed(a, FPSAN_F32);
    if (strcmp(name, "embed64") == 0)
        return fpsan_field_embed(a, FPSAN_F64);
    if (strcmp(name, "sqrt") == 0)
        return fpsan_field_call(FPSAN_OP_sqrt, FPSAN_F64, k, 0);
    const uint32_t operation = strcmp(name, "cos") == 0     ? FPSAN_OP_cos
                               : strcmp(name, "sin") == 0   ? FPSAN_OP_sin
                               : strcmp(name, "tan") == 0   ? FPSAN_OP_tan
                               : strcmp(name, "cospi") == 0 ? FPSAN_OP_cospi
                                                            : FPSAN_OP_sinpi;
    const uint32_t x = angle(k, b, operation >= FPSAN_OP_sinpi);
    return fpsan_field_call(operation, FPSAN_F64, x, 0);
}

static void golden(void **state)
{
    (void)state;
    FILE *file = fopen(FPSAN_GOLDEN, "r");
    assert_non_null(file);
    char line[256];
    int lines = 0, wrong = 0;
    while (fgets(line, sizeof line, file)) {
        char name[32];
        unsigned p;
        unsigned long long v[3] = {0};
        const int n = sscanf(line, "%31s %u %llx %llx %llx", name, &p, &v[0], &v[1], &v[2]);
        assert_in_range(n, 4, 5);
        use(p, 1);
        const uint32_t got = evaluate(name, v[0], n == 5 ? (uint32_t)v[1] : 0);
        if (got != v[n - 3] && wrong++ < 10)
            print_error("%x for %s", got, line);
        lines++;
    }
    fclose(file);
    assert_int_equal(wrong, 0);
    assert_true(lines > 1000);
}

static uint64_t next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state ^ *state >> 29;
}

/* embed(unembed(v)) = v for every payload of 32 and 64 bits, and of 16 bits modulo 12289; and
 * embed(-x) = -embed(x) for any bits. */
static void boxes(void **state)
{
    (void)state;
    static const uint32_t primes[] = {1321205761, 880803841, 12289, 97, 5};
    uint64_t seed = 1;
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) {
        use(primes[i], 3);
        for (int j = 0; j < 20000; j++) {
            const uint32_t kind = (uint32_t)j % FPSAN_KINDS;
            uint32_t v = (uint32_t)(next(&seed) % primes[i]);
            if (j < 8 || (primes[i] > 12289 && kind < FPSAN_F32))
                v = (uint32_t)j % primes[i];
            if (kind < FPSAN_F32)
                v %= primes[i] > 12289 ? 256 : primes[i];
            if (j % 100 == 99)
                v = FPSAN_TAINT;
            assert_int_equal(fpsan_field_embed(fpsan_field_unembed(v, kind), kind), v);
            const uint64_t bits = next(&seed) >> (kind == FPSAN_F64   ? 0
                                                  : kind == FPSAN_F32 ? 32
                                                                      : 48);
            const uint64_t sign = UINT64_C(1) << (kind == FPSAN_F64   ? 63
                                                  : kind == FPSAN_F32 ? 31
                                                                      : 15);
            const uint32_t x = fpsan_field_embed(bits, kind),
                           y = fpsan_field_embed(bits ^ sign, kind);
            assert_true(x == FPSAN_TAINT ? y == x : fpsan_add(x, y) == 0);
        }
    }
}

/* Undefined stays undefined; division by what is not zero is exact. */
static void division(void **state)
{
    (void)state;
    use(1321205761, 1);
    uint64_t seed = 5;
    for (int i = 0; i < 2000; i++) {
        const uint32_t a = (uint32_t)(next(&seed) % 1321205761),
                       b = (uint32_t)(next(&seed) % 1321205760) + 1;
        const uint32_t q = fpsan_field_call(FPSAN_OP_div, FPSAN_F32, a, b);
        assert_int_equal(fpsan_multiply(q, b), a);
        assert_int_equal(fpsan_field_call(FPSAN_OP_div, FPSAN_F32, a, 0), FPSAN_TAINT);
        assert_int_equal(fpsan_field_call(FPSAN_OP_sqrt, FPSAN_F32, FPSAN_TAINT, 0), FPSAN_TAINT);
    }
}

/* Values that C programs make of pi. */
static void pi(void **state)
{
    (void)state;
    use(880803841, 9);
    const uint32_t one = 1, quarter = fpsan_field_call(FPSAN_OP_atan, FPSAN_F64, one, 0);
    assert_int_equal(fpsan_multiply(4, quarter), fpsan_pi());
    assert_int_equal(fpsan_field_embed(0x400921fb54442d18, FPSAN_F64), fpsan_pi());
    assert_int_equal(fpsan_field_embed(0x40490fdb, FPSAN_F32), fpsan_pi());
    assert_int_equal(fpsan_field_embed(0x401921fb54442d18, FPSAN_F64),
                     fpsan_multiply(2, fpsan_pi()));
    assert_int_equal(fpsan_field_call(FPSAN_OP_cos, FPSAN_F64, fpsan_pi(), 0), 880803840);
    /* An angle that was not reduced: cos(2 pi 100003/64). */
    const uint32_t big = angle(100003, 64, 0);
    assert_int_equal(fpsan_field_call(FPSAN_OP_cos, FPSAN_F64, big, 0),
                     fpsan_cosine(100003 % 64, 64));
}

static void names(void **state)
{
    (void)state;
    use(1321205761, 1);
    char text[80];
    fpsan_field_name(fpsan_cosine(3, 64), text, sizeof text);
    assert_string_equal(text, "cos(2 pi 3/64)");
    fpsan_field_name(fpsan_subtract(0, fpsan_cosine(6, 64)), text, sizeof text);
    assert_string_equal(text, "-cos(2 pi 3/32)");
    fpsan_field_name(fpsan_multiply(3, fpsan_invert(4)), text, sizeof text);
    assert_string_equal(text, "3/4");
    fpsan_field_name(fpsan_field.p - 7, text, sizeof text);
    assert_string_equal(text, "-7");
    fpsan_field_name(FPSAN_TAINT, text, sizeof text);
    assert_string_equal(text, "undefined");
}

/* The largest primes for the orders: the first is the one that fits a box exactly. */
static void primes(void **state)
{
    (void)state;
    assert_int_equal(fpsan_field_prime(0, ORDERS, 1), 1321205761);
    const uint32_t orders[] = {720, 1001};
    for (int i = 0; i < 3; i++) {
        const uint32_t p = fpsan_field_prime(i, orders, 2);
        assert_true(fpsan_is_prime(p) && p <= FPSAN_LARGEST_PRIME);
        assert_int_equal((p - 1) % (4 * 720), 0);
        assert_int_equal((p - 1) % (4 * 1001), 0);
    }
    assert_non_null(fpsan_field_setup(1321205763, 1, ORDERS, 1));
    assert_non_null(fpsan_field_setup(4293918721, 1, ORDERS, 1));
    assert_non_null(fpsan_field_setup(7, 1, ORDERS, 1));
}

static uint64_t bits_of(double x)
{
    union {
        double number;
        uint64_t bits;
    } u = {x};
    return u.bits;
}

/* What is kept is kept for its pattern, its format and its setup: twice as many numbers as there is
 * room for, in two rounds, and a hash that another seed changes. */
static void kept(void **state)
{
    (void)state;
    enum { MANY = 1 << 19 };
    use(1321205761, 3);
    for (int round = 0; round < 2; round++)
        for (uint32_t n = 1; n <= MANY; n++)
            assert_int_equal(fpsan_field_embed(bits_of(n), FPSAN_F64), n);
    const uint32_t bits =
        0x3f123457; /* an odd part of 24 bits: a hash as a float, as a double exact */
    const uint32_t hash = fpsan_field_embed(bits, FPSAN_F32);
    assert_int_not_equal(fpsan_field_embed(bits, FPSAN_F64), hash);
    use(1321205761, 4);
    assert_int_not_equal(fpsan_field_embed(bits, FPSAN_F32), hash);
    use(1321205761, 3);
    assert_int_equal(fpsan_field_embed(bits, FPSAN_F32), hash);
}

static int close(void **state)
{
    (void)state;
    fpsan_field_close();
    return 0;
}

/* Other meanings change functions that are tags, and nothing else; their text is checked. */
static void meanings(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",     "1",   "1:",  ":1",   "256:1",
                                        "-1:1", "1:0", "1:x", "1:1,", "x:1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_non_null(fpsan_meaning_set(wrong[i]));
    assert_null(fpsan_field_setup(FPSAN_LARGEST_PRIME, 1, ORDERS, 2));
    const uint32_t x = 123456789, tag = fpsan_field_call(FPSAN_OP_exp, FPSAN_F64, x, 0),
                   quotient = fpsan_field_call(FPSAN_OP_div, FPSAN_F64, x, 7);
    assert_true(fpsan_asked >> FPSAN_OP_exp & 1);
    assert_false(fpsan_asked >> FPSAN_OP_div & 1);
    assert_null(fpsan_meaning_set("1:1"));
    assert_int_not_equal(fpsan_field_call(FPSAN_OP_exp, FPSAN_F64, x, 0), tag);
    assert_int_equal(fpsan_field_call(FPSAN_OP_div, FPSAN_F64, x, 7), quotient);
    assert_null(fpsan_meaning_set(NULL));
    assert_int_equal(fpsan_field_call(FPSAN_OP_exp, FPSAN_F64, x, 0), tag);
}

enum { MANY = 6000 };

static uint32_t residue(uint32_t i)
{
    const uint32_t p = FPSAN_LARGEST_PRIME;
    return i < 2500 ? i : i < 5000 ? p - 1 - (i - 2500) : (uint32_t)((uint64_t)i * 1000003 % p);
}

/* Returns how many boxes are other bits than before; all read as the same residues. */
static unsigned boxes_that_differ(uint64_t bits[2][MANY])
{
    unsigned differ = 0;
    for (uint32_t i = 0; i < 2 * MANY; i++) {
        const uint32_t v = residue(i / 2), kind = i % 2 ? FPSAN_F64 : FPSAN_F32;
        const uint64_t other = fpsan_field_unembed(v, kind);
        const int differs = bits[i % 2][i / 2] != other;
        if (v <= FPSAN_SMALL || v >= FPSAN_LARGEST_PRIME - FPSAN_SMALL)
            assert_false(differs);
        differ += (unsigned)differs;
        assert_int_equal(fpsan_field_embed(other, kind), v);
    }
    return differ;
}

/* Other boxes have other signs, all of them or those of one half; small integers are themselves. */
static void other_boxes(void **state)
{
    (void)state;
    static uint64_t bits[2][MANY];
    const unsigned boxes = 2 * (MANY - 2 * FPSAN_SMALL - 1);
    assert_null(fpsan_field_setup(FPSAN_LARGEST_PRIME, 1, ORDERS, 2));
    for (uint32_t i = 0; i < 2 * MANY; i++)
        bits[i % 2][i / 2] = fpsan_field_unembed(residue(i / 2), i % 2 ? FPSAN_F64 : FPSAN_F32);
    static const char *const others[] = {"8:1", "8:2", "8:3", "8:4"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_null(fpsan_meaning_set(others[i]));
        assert_null(fpsan_field_setup(FPSAN_LARGEST_PRIME, 1, ORDERS, 2));
        const unsigned differ = boxes_that_differ(bits);
        if (i == 0)
            assert_int_equal(differ, boxes);
        else
            assert_in_range(differ, boxes / 8, boxes * 7 / 8);
    }
    const uint64_t undefined = fpsan_field_unembed(FPSAN_TAINT, FPSAN_F64);
    assert_int_equal(fpsan_field_embed(undefined, FPSAN_F64), FPSAN_TAINT);
    assert_null(fpsan_meaning_set(NULL));
    assert_null(fpsan_field_setup(FPSAN_LARGEST_PRIME, 1, ORDERS, 2));
}

/* A float without a name is a symbol, and half of it is half of the symbol. */
static void symbols(void **state)
{
    (void)state;
    assert_null(fpsan_field_setup(FPSAN_LARGEST_PRIME, 1, ORDERS, 2));
    const uint32_t one = fpsan_field_embed(0x3f393477, FPSAN_F32), /* 0.72345678f */
        half = fpsan_field_embed(0x3eb93477, FPSAN_F32);
    assert_int_equal(fpsan_add(half, half), one);
}

/* A double of float precision is what it is meant for, or what it is. */
static void precision(void **state)
{
    (void)state;
    assert_null(fpsan_field_setup(FPSAN_LARGEST_PRIME, 1, ORDERS, 2));
    const uint64_t tenth = 0x3fb999999999999a, of_float = 0x3fb99999a0000000;
    const uint32_t value = fpsan_field_embed(tenth, FPSAN_F64);
    assert_int_equal(fpsan_field_embed(of_float, FPSAN_F64), value);
    fpsan_meaning.precise = 1;
    assert_null(fpsan_field_setup(FPSAN_LARGEST_PRIME, 1, ORDERS, 2));
    assert_int_equal(fpsan_field_embed(tenth, FPSAN_F64), value);
    assert_int_not_equal(fpsan_field_embed(of_float, FPSAN_F64), value);
    assert_int_equal(fpsan_field_embed(0x3dcccccd, FPSAN_F32), value); /* a float's is a float's */
    fpsan_meaning.precise = 0;
    assert_null(fpsan_field_setup(FPSAN_LARGEST_PRIME, 1, ORDERS, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden),  cmocka_unit_test(boxes),    cmocka_unit_test(division),
        cmocka_unit_test(pi),      cmocka_unit_test(names),    cmocka_unit_test(primes),
        cmocka_unit_test(kept),    cmocka_unit_test(meanings), cmocka_unit_test(other_boxes),
        cmocka_unit_test(symbols), cmocka_unit_test(precision)};
    return cmocka_run_group_tests(tests, NULL, close);
}
