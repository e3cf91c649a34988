/* SPDX-License-Identifier: Apache-2.0 */
/* Test vectors of NIST: FIPS 180-2 appendix B (abc, 448 bits, a million 'a'), and of the
 * Cryptographic Algorithm Validation Program (the empty message, SHA256ShortMsg). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "files/sha256.h"

#define EMPTY "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
#define ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define TWO_BLOCKS "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
#define FOUR_BLOCKS "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
#define MILLION "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"

static void expect(const void *data, size_t size, const char *want)
{
    struct sha256 h;
    char hex[65];
    sha256_start(&h);
    sha256_add(&h, data, size);
    sha256_finish(&h, hex);
    assert_string_equal(hex, want);
}

static void short_messages(void **state)
{
    (void)state;
    static const char two[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    static const char four[] = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                               "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";
    static const unsigned char one_byte[] = {0xd3};
    expect("", 0, EMPTY);
    expect("abc", 3, ABC);
    expect(two, strlen(two), TWO_BLOCKS);
    expect(four, strlen(four), FOUR_BLOCKS);
    expect(one_byte, 1, "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1");
}

/* In pieces of every size from 1 to 200, so that every way to fill a block is taken. */
static void a_million_a(void **state)
{
    (void)state;
    char as[200], hex[65];
    struct sha256 h;
    size_t left = 1000000, piece = 1;
    memset(as, 'a', sizeof as);
    sha256_start(&h);
    while (left > 0) {
        size_t size = piece < left ? piece : left;
        sha256_add(&h, as, size);
        left -= size;
        piece = piece % 200 + 1;
    }
    sha256_finish(&h, hex);
    assert_string_equal(hex, MILLION);
}

/* Every length from 0 to 200, so around the padding's two cases, added byte by byte. The hash of
 * all these hashes as text is that of Python's hashlib:
 *   d = bytes((7 * i + 1) % 256 for i in range(200))
 *   t = "".join(sha256(d[:n]).hexdigest() for n in range(201)); sha256(t.encode()).hexdigest() */
static void every_length(void **state)
{
    (void)state;
    unsigned char data[200];
    struct sha256 all;
    char hex[65];
    sha256_start(&all);
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)(7 * i + 1);
    for (size_t size = 0; size <= sizeof data; size++) {
        struct sha256 h;
        sha256_start(&h);
        for (size_t i = 0; i < size; i++)
            sha256_add(&h, data + i, 1);
        sha256_finish(&h, hex);
        sha256_add(&all, hex, 64);
        expect(data, size, hex);
    }
    sha256_finish(&all, hex);
    assert_string_equal(hex, "2e4a3cd5a1498d68dbe42f5114a172594576fa45febce02f5d6ad8863181bef0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(short_messages),
                                       cmocka_unit_test(a_million_a),
                                       cmocka_unit_test(every_length)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
