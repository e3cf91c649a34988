/* SPDX-License-Identifier: Apache-2.0 */
/* The environment variables of users: what is understood, and what is said where it is not. */
#include "lib/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *refused(const char *name, const char *value)
{
    static char text[900];
    setenv(name, value, 1);
    const size_t length = stet_setting_refused(name, text, sizeof text);
    assert_int_equal(length, strlen(text));
    unsetenv(name);
    return text;
}

/* Of every variable: the empty string. */
static void test_names(void **state)
{
    (void)state;
    int count = 0;
    const char *name;
    for (; (name = stet_setting_name(count)); count++) {
        assert_memory_equal(name, "STET_", 5);
        assert_string_equal(refused(name, ""), "");
        assert_int_equal(stet_setting_refused(name, NULL, 0), 0);
    }
    assert_int_equal(count, 12);
    assert_null(stet_setting_name(-1));
    assert_string_equal(refused("STET_NO_SETTING", "x"), "");
    assert_int_equal(stet_setting_refused(NULL, NULL, 0), 0);
}

/* The table of the page and that of stet.h have every variable. */
static void test_documents(void **state)
{
    (void)state;
    static const char *const files[] = {STET_PAGE, STET_HEADER}, *const before[] = {"\n| `",
                                                                                    "\n *   "};
    static char text[400000];
    for (int f = 0; f < 2; f++) {
        FILE *file = fopen(files[f], "rb");
        assert_non_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
        const char *name;
        for (int i = 0; (name = stet_setting_name(i)); i++) {
            char row[60];
            snprintf(row, sizeof row, "%s%s", before[f], name);
            assert_non_null(strstr(text, row));
        }
    }
}

static void test_values(void **state)
{
    (void)state;
    static const char *const good[][2] = {
        {"STET_ISA", "soft"},        {"STET_ISA", "avx512fp16"}, {"STET_ISA", "neon"},
        {"STET_LEVEL", "native"},    {"STET_LEVEL", "extended"}, {"STET_LEVEL", "extended-ff"},
        {"STET_LEVEL", "correct"},   {"STET_THREADS", "1"},      {"STET_THREADS", "1024"},
        {"STET_THREADS", "0000002"}, {"STET_THREADS", "all"},    {"STET_MKL", "/nowhere"}};
    static const char *const bad[][2] = {{"STET_ISA", "avx9"},
                                         {"STET_ISA", "soft "},
                                         {"STET_LEVEL", "Correct"},
                                         {"STET_LEVEL", "0"},
                                         {"STET_THREADS", "0"},
                                         {"STET_THREADS", "1025"},
                                         {"STET_THREADS", "-1"},
                                         {"STET_THREADS", "+1"},
                                         {"STET_THREADS", " 1"},
                                         {"STET_THREADS", "1 "},
                                         {"STET_THREADS", "ALL"},
                                         {"STET_THREADS", "4294967297"},
                                         {"STET_THREADS", "99999999999999999999"}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_string_equal(refused(good[i][0], good[i][1]), "");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char start[60];
        snprintf(start, sizeof start, "%s=%s: ", bad[i][0], bad[i][1]);
        assert_memory_equal(refused(bad[i][0], bad[i][1]), start, strlen(start));
    }
    assert_string_equal(refused("STET_LEVEL", "a\nb\033"),
                        "STET_LEVEL=a?b?: no such level; unset it or use one of native, extended, "
                        "extended-ff, correct");
}

static void test_text(void **state)
{
    (void)state;
    char whole[900], cut[900], value[2000];
    memset(value, 'x', sizeof value - 1);
    value[sizeof value - 1] = 0;
    setenv("STET_ISA", value, 1);
    const size_t length = stet_setting_refused("STET_ISA", whole, sizeof whole);
    assert_int_equal(length, strlen(whole));
    for (size_t size = 1; size <= length; size++) {
        assert_int_equal(stet_setting_refused("STET_ISA", cut, size), length);
        assert_int_equal(strlen(cut), size - 1);
        assert_memory_equal(cut, whole, size - 1);
    }
    unsetenv("STET_ISA");
}

/* Last but one: each is told once in a process. */
static void test_untold(void **state)
{
    (void)state;
    char text[900];
    assert_int_equal(stet_setting_untold(text, sizeof text), 0);
    assert_string_equal(text, "");
    setenv("STET_THREADS", "none", 1);
    setenv("STET_LEVEL", "none", 1);
    assert_true(stet_setting_untold(text, sizeof text) > 0);
    assert_memory_equal(text, "STET_LEVEL=none: ", 17);
    assert_true(stet_setting_untold(text, sizeof text) > 0);
    assert_memory_equal(text, "STET_THREADS=none: ", 19);
    assert_int_equal(stet_setting_untold(text, sizeof text), 0);
    unsetenv("STET_THREADS");
    unsetenv("STET_LEVEL");
}

/* Names that are nearly one of those. */
static void test_misspelt(void **state)
{
    (void)state;
    static const char *const names[] = {"STET_THREAD", "STET_LEVLE", "STET_LEVELL", "STET_TUNINH",
                                        "STET_MKLS"};
    static const char *const meant[] = {"STET_THREADS", "STET_LEVEL", "STET_LEVEL", "STET_TUNING",
                                        "STET_MKL"};
    static const char *const others[] = {"STET_TUNED", "STET_COMMAND", "STET_", "STET", "TET_ISA"};
    char text[200], wanted[200];
    for (int i = 0; i < 5; i++)
        setenv(others[i], "1", 1);
    assert_int_equal(stet_setting_untold(text, sizeof text), 0);
    for (int i = 0; i < 5; i++) {
        setenv(names[i], "1", 1);
        snprintf(wanted, sizeof wanted, "%s: no such variable; did you mean %s?", names[i],
                 meant[i]);
        const size_t length = stet_setting_untold(text, sizeof text);
        assert_int_equal(length, i == 2 ? 0 : strlen(wanted)); /* one of STET_LEVEL was told */
        assert_string_equal(text, i == 2 ? "" : wanted);
        unsetenv(names[i]);
    }
}

/* Last, for it is read once. */
static void test_tuning(void **state)
{
    (void)state;
    char text[900];
    setenv("STET_TUNING", "/nowhere/t.json", 1);
    assert_true(stet_setting_untold(text, sizeof text) > 0);
    assert_string_equal(text,
                        "STET_TUNING=/nowhere/t.json: the file does not exist or cannot be opened");
    stet_tuning_clear();
    assert_int_equal(stet_setting_refused("STET_TUNING", text, sizeof text), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),  cmocka_unit_test(test_documents),
        cmocka_unit_test(test_values), cmocka_unit_test(test_text),
        cmocka_unit_test(test_untold), cmocka_unit_test(test_misspelt),
        cmocka_unit_test(test_tuning)};
    unsetenv("STET_ISA"); /* ctest may have one */
    unsetenv("STET_TUNING");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
