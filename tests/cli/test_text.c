/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "files/text.h"

static void clean(const char *from, const char *want)
{
    char to[64];
    text_clean(to, sizeof to, from);
    assert_string_equal(to, want);
}

static void utf8(void **state)
{
    (void)state;
    clean("plain", "plain");
    clean("gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f");
    clean("\xe2\x82\xac \xf0\x9d\x84\x9e", "\xe2\x82\xac \xf0\x9d\x84\x9e");
    clean("\x1b[31mred\n\t\x7f", "?[31mred???");
    clean("\xc2\x9b", "?");            /* the C1 control CSI */
    clean("a\xff\xfe", "a??");         /* never in UTF-8 */
    clean("\xc0\xaf", "??");           /* overlong */
    clean("\xe0\x9f\xbf", "???");      /* overlong */
    clean("\xed\xa0\x80", "???");      /* a surrogate */
    clean("\xf4\x90\x80\x80", "????"); /* above U+10FFFF */
    clean("\xf0\x8f\xbf\xbf", "????"); /* overlong */
    clean("\xe2\x82", "??");           /* cut short */
    clean("\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf");
}

static const char *near(const char *word)
{
    static const char *const words[] = {"fft",  "bits",   "compare",     "verify", "certify",
                                        "conv", "--norm", "--precision", "--real"};
    struct nearest_word n = nearest_to(word, strlen(word));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        nearest_offer(&n, words[i]);
    return n.best;
}

static void the_nearest_word(void **state)
{
    (void)state;
    assert_string_equal(near("ftf"), "fft");        /* exchanged */
    assert_string_equal(near("fffft"), "fft");      /* left out */
    assert_string_equal(near("compre"), "compare"); /* inserted */
    assert_string_equal(near("vorify"), "verify");  /* changed */
    assert_string_equal(near("cert"), "certify");   /* begun */
    assert_string_equal(near("--presicion"), "--precision");
    assert_string_equal(near("--nrom"), "--norm");
    assert_null(near("frobnicate"));
    assert_null(near("x"));
    assert_null(near(""));
    assert_null(near("--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
}

/* A copy that does not fit ends at a whole character. */
static void room(void **state)
{
    (void)state;
    char to[4];
    text_clean(to, sizeof to, "ab\xc3\xbc");
    assert_string_equal(to, "ab");
    text_clean(to, sizeof to, "abcdef");
    assert_string_equal(to, "abc");
    text_clean(to, 1, "abc");
    assert_string_equal(to, "");
}

static void shape(const size_t *lengths, int rank, const char *want)
{
    char to[80];
    text_shape(to, sizeof to, lengths, rank);
    assert_string_equal(to, want);
}

static void shapes(void **state)
{
    (void)state;
    size_t lengths[64] = {3, 4, 5};
    char to[80];
    shape(lengths, 0, "()");
    shape(lengths, 1, "(3,)");
    shape(lengths, 3, "(3, 4, 5)");
    for (int i = 0; i < 64; i++)
        lengths[i] = SIZE_MAX;
    text_shape(to, sizeof to, lengths, 64);
    assert_string_equal(to,
                        "(18446744073709551615, 18446744073709551615, 18446744073709551615, ...)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(utf8), cmocka_unit_test(room),
                                       cmocka_unit_test(shapes),
                                       cmocka_unit_test(the_nearest_word)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
