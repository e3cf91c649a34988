/* SPDX-License-Identifier: Apache-2.0 */
/* The parser of .npy headers, without a file: each case is a header text, put behind a correct
 * preamble, and the number of bytes that the file has after it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "files/npy.h"

static bool parse(struct npy *npy, int version, const char *text, uint64_t payload, struct error *e)
{
    unsigned char bytes[4096];
    size_t length = strlen(text), start = version == 1 ? 10 : 12;
    memset(e, 0, sizeof *e);
    memcpy(bytes, "\x93NUMPY", 6);
    bytes[6] = (unsigned char)version;
    bytes[7] = 0;
    memset(bytes + 8, 0, 4);
    bytes[8] = (unsigned char)(length & 0xff);
    bytes[9] = (unsigned char)(length >> 8);
    memcpy(bytes + start, text, length);
    return npy_parse(npy, bytes, start + length, start + length + payload, e);
}

#define HEAD "{'descr': '<f4', 'fortran_order': False, 'shape': "

static void accept(const char *text, uint64_t payload, const char *dtype, int rank, size_t count)
{
    for (int version = 1; version <= 3; version++) {
        struct npy npy;
        struct error e;
        if (!parse(&npy, version, text, payload, &e))
            fail_msg("%s: %s", text, e.text);
        assert_string_equal(npy.layout.dtype->name, dtype);
        assert_int_equal(npy.layout.rank, rank);
        assert_int_equal(npy.layout.count, count);
        assert_int_equal(npy.payload, strlen(text) + (version == 1 ? 10 : 12));
    }
}

static void accepted(void **state)
{
    (void)state;
    accept(HEAD "(3,), }\n", 12, "float32", 1, 3);
    accept(HEAD "(3, 4), }     \n", 48, "float32", 2, 12);
    accept(HEAD "(), }", 4, "float32", 0, 1);
    accept(HEAD "(0,)}", 0, "float32", 1, 0);
    accept(HEAD "(0, 1152921504606846976)}", 0, "float32", 2, 0);
    accept("{\"shape\":(2L,3L,),'fortran_order':True,'descr':'>c16'}", 96, "complex128", 2, 6);
    accept("{'descr': '<i2', 'fortran_order': False, 'shape': (1, 1, 1, 5)}", 10, "int16", 4, 5);
    accept("{'descr': '>f8', 'fortran_order': False, 'shape': (2,)}", 16, "float64", 1, 2);
    accept("{'descr': '<c8', 'fortran_order': False, 'shape': (2,)}", 16, "complex64", 1, 2);
}

static void details(void **state)
{
    (void)state;
    struct npy npy;
    struct error e;
    assert_true(parse(&npy, 1, "{'descr':'>f8','fortran_order':True,'shape':(2,3)}", 48, &e));
    assert_true(npy.big_endian && npy.layout.fortran);
    assert_int_equal(npy.layout.shape[0], 2);
    assert_int_equal(npy.layout.shape[1], 3);
    assert_true(parse(&npy, 1, HEAD "(2, 3)}", 24, &e));
    assert_false(npy.big_endian || npy.layout.fortran);
}

/* What must be refused, the byte that the error must name, and a word of its reason. */
static const struct {
    const char *text;
    uint64_t payload;
    const char *byte, *reason;
} bad[] = {
    {"", 0, "byte 10:", "not a dict"},
    {"{", 0, "byte 11:", "quoted string"},
    {"{'descr'", 0, "byte 18:", "expected ':'"},
    {"{'descr': ", 0, "byte 20:", "quoted string"},
    {"{'descr': '<f4", 0, "byte 24:", "no end"},
    {"{'descr': '<f4' 'shape': (1,)}", 4, "byte 26:", "expected ','"},
    {"{'descr': '<f4', 'descr': '<f4'}", 0, "byte 27:", "there before"},
    {"{'descr': '<f4', 'colour': 1}", 0, "byte 27:", "not descr"},
    {"{'descr': '<f4', 'shape': (1,)}", 4, "byte 41:", "no fortran_order"},
    {"{'descr': '<f4', 'fortran_order': False}", 4, "byte 50:", "no shape"},
    {"{}", 0, "byte 12:", "no descr"},
    {"{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}", 4, "byte 44:", "neither True"},
    {"{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", 8, "byte 20:", "pickled"},
    {"{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,)}", 4,
     "byte 20:", "structured"},
    {"{'descr': '<U4', 'fortran_order': False, 'shape': (1,)}", 16, "byte 20:", "'<U4'"},
    {"{'descr': '=f4', 'fortran_order': False, 'shape': (1,)}", 4, "byte 20:", "'=f4'"},
    {"{'descr': '', 'fortran_order': False, 'shape': (1,)}", 4, "byte 20:", "''"},
    {"{'descr': '<\\x664', 'fortran_order': False, 'shape': (1,)}", 4, "byte 22:", "escape"},
    {HEAD "3}", 12, "byte 60:", "not a tuple"},
    {HEAD "(3)}", 12, "byte 63:", "comma"},
    {HEAD "(-3,)}", 12, "byte 61:", "not negative"},
    {HEAD "(3,,)}", 12, "byte 63:", "a length"},
    {HEAD "(3 4)}", 48, "byte 63:", "expected ','"},
    {HEAD "(1.5,)}", 4, "byte 62:", "expected ','"},
    {HEAD "(3,)", 12, "byte 64:", "expected ','"},
    {HEAD "(3,)} x", 12, "byte 66:", "after the header"},
    {HEAD "(99999999999999999999,)}", 4, "byte 61:", "address space"},
    {HEAD "(9223372036854775807,)}", 4, "byte 61:", "address space"},
    {HEAD "(4294967296, 4294967296)}", 0, "byte 85:", "address space"},
    {HEAD "(4294967296, 4294967296, 0)}", 0, "byte 88:", "address space"},
    {HEAD "(3,)}", 11, "byte 76:", "promises 12 bytes"},
    {HEAD "(3,)}", 13, "byte 77:", "1 byte more"},
    {HEAD "(1152921504606846975,)}", 4, "byte 87:", "promises"},
};

static void refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct npy npy;
        struct error e;
        if (parse(&npy, 1, bad[i].text, bad[i].payload, &e))
            fail_msg("accepted: %s", bad[i].text);
        if (strncmp(e.text, bad[i].byte, strlen(bad[i].byte)) != 0 ||
            strstr(e.text, bad[i].reason) == NULL)
            fail_msg("%s\n  gave: %s\n  want: %s ... %s", bad[i].text, e.text, bad[i].byte,
                     bad[i].reason);
    }
}

static void many_dimensions(void **state)
{
    (void)state;
    char text[400] = HEAD "(";
    struct npy npy;
    struct error e;
    for (int i = 0; i < 64; i++)
        strcat(text, "1,");
    size_t used = strlen(text);
    strcpy(text + used, ")}");
    assert_true(parse(&npy, 1, text, 4, &e));
    assert_int_equal(npy.layout.rank, 64);
    strcpy(text + used, "1)}");
    assert_false(parse(&npy, 1, text, 4, &e));
    assert_non_null(strstr(e.text, "64 dimensions"));
}

/* Cut off after every byte, a file must be refused and never be read past its end: each prefix
 * is parsed from a block of exactly its size, which the sanitizer builds watch. */
static void every_prefix(void **state)
{
    (void)state;
    static const char whole[] = "\x93NUMPY\x02\x00\x3a\x00\x00\x00" HEAD "(1,)}  \n";
    size_t size = sizeof whole - 1;
    struct npy npy;
    struct error e;
    assert_true(npy_parse(&npy, (const unsigned char *)whole, size, size + 4, &e));
    for (size_t cut = 0; cut < size; cut++) {
        unsigned char *bytes = test_malloc(cut + 1);
        memcpy(bytes, whole, cut);
        assert_false(npy_parse(&npy, bytes, cut, cut, &e));
        assert_int_equal(strncmp(e.text, "byte ", 5), 0);
        /* The same if the file became shorter after its size was asked. */
        assert_false(npy_parse(&npy, bytes, cut, size + 4, &e));
        assert_non_null(strstr(e.text, cut < 6 ? "magic" : "the file ends before its header"));
        test_free(bytes);
    }
}

static void preambles(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        uint64_t file_size;
        const char *message;
    } cases[] = {
        {"NUMPY\x93\x01\x00\x00\x00\x00\x00", 12, "byte 0: not the magic"},
        {"\x93NUMPY\x04\x00\x00\x00\x00\x00", 12, "byte 6: .npy format version 4.0"},
        {"\x93NUMPY\x01\x01\x00\x00\x00\x00", 12, "byte 6: .npy format version 1.1"},
        {"\x93NUMPY\x00\x00\x00\x00\x00\x00", 12, "byte 6: .npy format version 0.0"},
        {"\x93NUMPY\x01\x00\xff\xff\x00\x00", 12, "byte 8: a header of 65535 bytes, but"},
        {"\x93NUMPY\x02\x00\xff\xff\xff\xff", 12, "byte 8: a header of 4294967295 bytes, but"},
        {"\x93NUMPY\x02\x00\x00\x00\x01\x00", 99999, "byte 8: a header of 65536 bytes; stet"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct npy npy;
        struct error e;
        const unsigned char *bytes = (const unsigned char *)cases[i].bytes;
        assert_false(npy_parse(&npy, bytes, 12, cases[i].file_size, &e));
        if (strncmp(e.text, cases[i].message, strlen(cases[i].message)) != 0)
            fail_msg("case %zu: %s", i, e.text);
    }
}

/* What we write, we read; the header is a multiple of 64 bytes and ends a line. */
static void written(void **state)
{
    (void)state;
    static const struct layout cases[] = {
        {NULL, false, 0, {0}, 1},
        {NULL, true, 1, {17}, 17},
        {NULL, false, 3, {2, 1, 5}, 10},
        {NULL, true, 2, {1000000, 3000000}, 3000000000000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        unsigned char header[NPY_WRITTEN_MAX];
        struct layout l = cases[i];
        struct npy npy;
        struct error e;
        l.dtype = dtype_of(COMPONENT_F32, 2);
        size_t size = npy_header(header, &l);
        assert_int_equal(size % 64, 0);
        assert_int_equal(header[size - 1], '\n');
        assert_true(npy_parse(&npy, header, size, size + 8 * l.count, &e));
        assert_ptr_equal(npy.layout.dtype, l.dtype);
        assert_int_equal(npy.layout.fortran, l.fortran);
        assert_int_equal(npy.layout.rank, l.rank);
        assert_memory_equal(npy.layout.shape, l.shape, sizeof l.shape);
    }
}

/* The longest header there can be fits the room for it. */
static void longest_written(void **state)
{
    (void)state;
    unsigned char header[NPY_WRITTEN_MAX];
    struct layout l = {dtype_of(COMPONENT_F64, 2), false, RANK_MAX, {0}, 0};
    for (int i = 0; i < RANK_MAX; i++)
        l.shape[i] = SIZE_MAX;
    size_t size = npy_header(header, &l);
    assert_true(size <= NPY_WRITTEN_MAX);
    assert_int_equal(header[size - 1], '\n');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepted),     cmocka_unit_test(details),
        cmocka_unit_test(refused),      cmocka_unit_test(many_dimensions),
        cmocka_unit_test(every_prefix), cmocka_unit_test(preambles),
        cmocka_unit_test(written),      cmocka_unit_test(longest_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
