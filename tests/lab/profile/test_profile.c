/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* setenv */
/* Profiles: read, refused with line and column, written, loaded, applied. */
#include <stdio.h>
#include <string.h>

#include "lib/check.h"
#include "lib/failing.h"
#include "stet_lab.h"

static stet_status read_text(stet_profile *p, const char *text, char reason[300])
{
    return stet_profile_read(p, "FILE", text, strlen(text), reason, 300);
}

static stet_profile profile_of(const char *text)
{
    char reason[300];
    stet_profile p;
    stet_profile_init(&p);
    if (read_text(&p, text, reason) != STET_OK)
        fail_msg("%s", reason);
    assert_string_equal(reason, "");
    return p;
}

static void refuse(const char *text, const char *expected)
{
    char reason[300];
    stet_profile p, before;
    stet_profile_init(&p);
    p.ep_fft = 1;
    before = p;
    assert_int_equal(read_text(&p, text, reason), STET_E_PROFILE);
    assert_string_equal(reason, expected);
    assert_memory_equal(&p, &before, sizeof p);
}

static void test_defaults(void **unused)
{
    (void)unused;
    const stet_profile p = profile_of("{}");
    assert_int_equal(p.bidir_space, STET_CONV_SPACE_TIME);
    assert_int_equal(p.bidir_combine, STET_CONV_AVG);
    assert_int_equal(p.fft_norm, STET_NORM_FORWARD);
    assert_int_equal(p.gelu_mode, STET_CONV_GELU_ERF);
    assert_false(p.ep_freqmul || p.ep_depthwise || p.ep_fft);
    assert_false(p.strict_kernels || p.layer_norm_strict);
    assert_string_equal(p.name, "default");
    assert_string_equal(p.description, "");
}

static void test_every_key(void **unused)
{
    (void)unused;
    const stet_profile p = profile_of(
        " { \"name\":\"a b\",\n\"description\" : \"c\", \"bidir_space\": \"freq\","
        "\"bidir_combine\": \"sum\", \"fft_norm\": \"backward\", \"gelu_mode\": \"tanh\","
        "\"ep_freqmul\": true, \"ep_depthwise\": true, \"ep_fft\": true,"
        "\"strict_kernels\": false, \"layer_norm_strict\":true}\n");
    assert_int_equal(p.bidir_space, STET_CONV_SPACE_FREQ);
    assert_int_equal(p.bidir_combine, STET_CONV_SUM);
    assert_int_equal(p.fft_norm, STET_NORM_BACKWARD);
    assert_int_equal(p.gelu_mode, STET_CONV_GELU_TANH);
    assert_true(p.ep_freqmul && p.ep_depthwise && p.ep_fft && p.layer_norm_strict);
    assert_false(p.strict_kernels);
    assert_string_equal(p.name, "a b");
    assert_string_equal(p.description, "c");
}

static void test_refused(void **unused)
{
    (void)unused;
    refuse(
        "{\n  \"bidir_spaces\": \"time\"}",
        "FILE: line 2, column 3: there is no key \"bidir_spaces\"; the nearest is \"bidir_space\"");
    refuse("{\"ep_fmul\": true}",
           "FILE: line 1, column 2: there is no key \"ep_fmul\"; the nearest is \"ep_freqmul\"");
    refuse("{\"ep_fft\": NaN}",
           "FILE: line 1, column 12: the value of \"ep_fft\" is true or false");
    refuse("{\"ep_fft\": 1}", "FILE: line 1, column 12: the value of \"ep_fft\" is true or false");
    refuse("{\"ep_fft\": \"true\"}",
           "FILE: line 1, column 12: the value of \"ep_fft\" is true or false");
    refuse("{\"gelu_mode\": true}",
           "FILE: line 1, column 15: the value of \"gelu_mode\" is \"erf\" or \"tanh\"");
    refuse("{\"fft_norm\":\n\n \"ortho\"}",
           "FILE: line 3, column 2: the value of \"fft_norm\" is \"forward\" or \"backward\"");
    refuse("{\"ep_fft\": true,\n\"ep_fft\": true}",
           "FILE: line 2, column 1: the key \"ep_fft\" comes a second time");
    refuse("", "FILE: line 1, column 1: a profile begins with {");
    refuse("[]", "FILE: line 1, column 1: a profile begins with {");
    refuse("{\"ep_fft\": truex}",
           "FILE: line 1, column 16: a comma or the } at the end is missing here");
    refuse("{\"ep_fft\": true,}", "FILE: line 1, column 17: a string is missing here");
    refuse("{} {}", "FILE: line 1, column 4: there is text after the end");
    refuse("{\"name\": \"caf\xc3\xa9\"}",
           "FILE: line 1, column 14: a string must be printable ASCII without escapes");
    char text[200];
    memset(text, 'x', sizeof text);
    memcpy(text, "{\"name\": \"", 10);
    memcpy(text + 74, "\"}", 3);
    refuse(text,
           "FILE: line 1, column 10: the value of \"name\" is a string of at most 63 characters");
    memcpy(text + 73, "\"}", 3);
    assert_int_equal(strlen(profile_of(text).name), 63);
}

static void test_contradictions(void **unused)
{
    (void)unused;
    refuse("{\"ep_fft\": true,\n \"strict_kernels\": true}",
           "FILE: line 2, column 2: \"ep_fft\" contradicts strict_kernels: no transform is both "
           "strict and extended");
    refuse("{\"strict_kernels\": true,\n\n  \"ep_fft\": true}",
           "FILE: line 3, column 3: \"ep_fft\" contradicts strict_kernels: no transform is both "
           "strict and extended");
    refuse(
        "{\"strict_kernels\": true, \"bidir_space\": \"freq\"}",
        "FILE: line 1, column 26: \"bidir_space\" \"freq\" contradicts strict_kernels: the strict "
        "convolution has no spectra to add (ep_freqmul would)");
    profile_of("{\"strict_kernels\": true, \"bidir_space\": \"freq\", \"ep_freqmul\": true}");
}

/* The guide prints each of these six keys of each profile, and no others. */
static void test_shipped(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        int combine, norm, extended, strict;
    } printed[] = {
        {"extended", STET_CONV_SUM, STET_NORM_FORWARD, 1, 1},
        {"mlx_stable", STET_CONV_AVG, STET_NORM_BACKWARD, 0, 0},
        {"torch_like", STET_CONV_SUM, STET_NORM_FORWARD, 0, 0},
    };
    for (int i = 0; i < 3; i++) {
        char reason[300];
        stet_profile p, q;
        stet_profile_init(&p);
        q = p;
        assert_string_equal(stet_profile_name(i), printed[i].name);
        assert_int_equal(stet_profile_load(&p, printed[i].name, reason, sizeof reason), STET_OK);
        assert_int_equal(p.bidir_space, STET_CONV_SPACE_TIME);
        assert_int_equal(p.bidir_combine, printed[i].combine);
        assert_int_equal(p.fft_norm, printed[i].norm);
        assert_int_equal(p.ep_freqmul, printed[i].extended);
        assert_int_equal(p.ep_depthwise, printed[i].extended);
        assert_int_equal(p.strict_kernels, printed[i].strict);
        assert_false(p.ep_fft || p.layer_norm_strict);
        assert_string_equal(p.name, printed[i].name);
        char path[500];
        snprintf(path, sizeof path, PROFILES "/%s.json", printed[i].name);
        assert_int_equal(stet_profile_load(&q, path, reason, sizeof reason), STET_OK);
        assert_memory_equal(&p, &q, sizeof p);
    }
    assert_null(stet_profile_name(3));
    assert_null(stet_profile_name(-1));
}

static void test_load(void **unused)
{
    (void)unused;
    char reason[300];
    stet_profile p;
    stet_profile_init(&p);
    assert_int_equal(stet_profile_load(&p, "no/such", reason, sizeof reason), STET_E_FILE);
    assert_non_null(strstr(reason, "no/such: "));
    assert_non_null(strstr(reason, "extended, mlx_stable, torch_like"));
    assert_int_equal(stet_profile_load(&p, GUIDE "/CMakeLists.txt", reason, sizeof reason),
                     STET_E_PROFILE);
    assert_non_null(strstr(reason, "CMakeLists.txt: line 1, column 1: "));
    unsetenv("STET_PROFILE");
    assert_int_equal(stet_profile_load(&p, NULL, reason, sizeof reason), STET_OK);
    assert_string_equal(p.name, "default");
    setenv("STET_PROFILE", "mlx_stable", 1);
    assert_int_equal(stet_profile_load(&p, NULL, NULL, 0), STET_OK);
    assert_string_equal(p.name, "mlx_stable");
    assert_int_equal(p.fft_norm, STET_NORM_BACKWARD);
    setenv("STET_PROFILE", "nonesuch", 1);
    assert_int_equal(stet_profile_load(&p, NULL, NULL, 0), STET_E_FILE);
    unsetenv("STET_PROFILE");
}

static void test_write(void **unused)
{
    (void)unused;
    char text[700], again[700];
    stet_profile p = profile_of("{\"name\": \"x\", \"ep_fft\": true, \"bidir_space\": \"freq\"}");
    const size_t size = stet_profile_write(&p, text, sizeof text);
    assert_int_equal(size, strlen(text));
    const stet_profile q = profile_of(text);
    assert_memory_equal(&p, &q, sizeof p);
    assert_int_equal(stet_profile_write(&p, again, 20), size);
    assert_int_equal(strlen(again), 19);
    p.fft_norm = STET_NORM_ORTHO;
    assert_int_equal(stet_profile_write(&p, text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_int_equal(stet_profile_write(NULL, NULL, 0), 0);
}

/* What each key changes of the options, and nothing else. */
static void test_apply(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        int space, combine, norm, gelu, method;
        unsigned extended;
    } cases[] = {
        {"{}", 1, 2, STET_NORM_FORWARD, 1, STET_CONV_AUTO, 0},
        {"{\"bidir_space\": \"freq\"}", 2, 2, STET_NORM_FORWARD, 1, STET_CONV_AUTO, 0},
        {"{\"bidir_combine\": \"sum\"}", 1, 1, STET_NORM_FORWARD, 1, STET_CONV_AUTO, 0},
        {"{\"fft_norm\": \"backward\"}", 1, 2, STET_NORM_BACKWARD, 1, STET_CONV_AUTO, 0},
        {"{\"gelu_mode\": \"tanh\"}", 1, 2, STET_NORM_FORWARD, 2, STET_CONV_AUTO, 0},
        {"{\"ep_freqmul\": true}", 1, 2, STET_NORM_FORWARD, 1, STET_CONV_FFT, 2},
        {"{\"ep_fft\": true}", 1, 2, STET_NORM_FORWARD, 1, STET_CONV_FFT, 1},
        {"{\"ep_depthwise\": true}", 1, 2, STET_NORM_FORWARD, 1, STET_CONV_AUTO, 0},
        {"{\"strict_kernels\": true}", 1, 2, STET_NORM_FORWARD, 1, STET_CONV_STRICT, 0},
        {"{\"strict_kernels\": true, \"ep_freqmul\": true}", 1, 2, STET_NORM_FORWARD, 1,
         STET_CONV_FFT, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stet_conv_options o;
        memset(&o, 0, sizeof o);
        o.size = sizeof o;
        o.level = STET_LEVEL_NATIVE;
        o.gelu = STET_CONV_GELU_ERF;
        const stet_profile p = profile_of(cases[i].text);
        assert_int_equal(stet_profile_apply(&p, &o), STET_OK);
        assert_int_equal(o.space, cases[i].space);
        assert_int_equal(o.combine, cases[i].combine);
        assert_int_equal(o.norm, cases[i].norm);
        assert_int_equal(o.gelu, cases[i].gelu);
        assert_int_equal(o.method, cases[i].method);
        assert_int_equal(o.extended, cases[i].extended);
        o.gelu = STET_CONV_GELU_NONE;
        assert_int_equal(stet_profile_apply(&p, &o), STET_OK);
        assert_int_equal(o.gelu, STET_CONV_GELU_NONE);
    }
}

enum { LENGTH = 30, POINTS = 90 };

/* A convolution of two sides and GELU by a profile. */
static void convolve(const char *text, stet_conv_gelu gelu, float y[LENGTH])
{
    float u[LENGTH], k[LENGTH], r[LENGTH];
    generate_reals(u, STET_F32, LENGTH, GENERATE_UNIFORM, 1);
    generate_reals(k, STET_F32, LENGTH, GENERATE_UNIFORM, 2);
    generate_reals(r, STET_F32, LENGTH, GENERATE_UNIFORM, 3);
    const stet_profile p = profile_of(text);
    stet_conv_options o;
    stet_conv_options_init(&o);
    o.operation = STET_CONV_TIME;
    o.method = STET_CONV_FFT;
    o.length = o.filter_length = o.reverse_length = LENGTH;
    o.gelu = gelu;
    assert_int_equal(stet_profile_apply(&p, &o), STET_OK);
    o.fft_length = o.method == STET_CONV_FFT ? POINTS : 0; /* 1/90 is no power of two */
    stet_conv *plan;
    assert_int_equal(stet_conv_create(&plan, &o, k, r, NULL), STET_OK);
    assert_int_equal(stet_conv_execute(plan, u, NULL, y, NULL), STET_OK);
    stet_conv_destroy(plan);
}

/* The bits of a result change with every key that is about convolutions, and by no more than
 * rounding unless that is what the key says. */
static void test_outputs(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "{\"bidir_space\": \"freq\"}", "{\"fft_norm\": \"backward\"}",
        "{\"ep_freqmul\": true}",      "{\"ep_fft\": true}",
        "{\"strict_kernels\": true}",  "{\"ep_fft\": true, \"ep_freqmul\": true}"};
    float y[LENGTH], z[LENGTH], smooth[LENGTH];
    convolve("{}", STET_CONV_GELU_NONE, y);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        convolve(texts[i], STET_CONV_GELU_NONE, z);
        assert_memory_not_equal(y, z, sizeof y);
        for (int t = 0; t < LENGTH; t++)
            assert_true(z[t] - y[t] < 1e-5f && y[t] - z[t] < 1e-5f);
    }
    convolve("{\"bidir_combine\": \"sum\"}", STET_CONV_GELU_NONE, z);
    for (int t = 0; t < LENGTH; t++)
        assert_true(z[t] == 2 * y[t]);
    convolve("{}", STET_CONV_GELU_ERF, smooth);
    convolve("{\"gelu_mode\": \"tanh\"}", STET_CONV_GELU_ERF, z);
    assert_memory_not_equal(y, smooth, sizeof y);
    assert_memory_not_equal(smooth, z, sizeof z);
    for (int t = 0; t < LENGTH; t++)
        assert_true(z[t] - smooth[t] < 1e-3f && smooth[t] - z[t] < 1e-3f);
}

static stet_status read_braces(void *profile)
{
    return stet_profile_read(profile, NULL, "{}", 2, NULL, 0);
}

static stet_status load_file(void *profile)
{
    return stet_profile_load(profile, PROFILES "/extended.json", NULL, 0);
}

static void test_arguments(void **unused)
{
    (void)unused;
    stet_conv_options o;
    memset(&o, 0, sizeof o);
    stet_profile p;
    stet_profile_init_size(NULL, 0);
    stet_profile_init(&p);
    assert_int_equal(stet_profile_read(NULL, NULL, "{}", 2, NULL, 0), STET_E_NULL);
    assert_int_equal(stet_profile_read(&p, NULL, NULL, 0, NULL, 0), STET_E_NULL);
    assert_int_equal(stet_profile_load(NULL, NULL, NULL, 0), STET_E_NULL);
    assert_int_equal(stet_profile_apply(NULL, &o), STET_E_NULL);
    assert_int_equal(stet_profile_apply(&p, NULL), STET_E_NULL);
    assert_int_equal(stet_profile_apply(&p, &o), STET_E_OPTIONS_SIZE);
    o.size = sizeof o;
    p.ep_fft = 2;
    assert_int_equal(stet_profile_apply(&p, &o), STET_E_PROFILE);
    p.ep_fft = p.strict_kernels = 1;
    assert_int_equal(stet_profile_apply(&p, &o), STET_E_PROFILE);
    p.size = 1;
    assert_int_equal(stet_profile_apply(&p, &o), STET_E_OPTIONS_SIZE);
    assert_int_equal(stet_profile_read(&p, NULL, "{}", 2, NULL, 0), STET_E_OPTIONS_SIZE);
    stet_profile_init(&p);
    char reason[8];
    assert_int_equal(stet_profile_read(&p, NULL, "{", 1, reason, sizeof reason), STET_E_PROFILE);
    assert_string_equal(reason, "text: l");
    assert_int_equal(failing_each(read_braces, &p), 1);
    assert_int_equal(failing_each(load_file, &p), 2);
}

/* Every key that layers know: the mode. That each mode has other bits is in tests/layers. */
static void test_layers(void **unused)
{
    (void)unused;
    stet_profile p;
    stet_profile_init(&p);
    for (stet_layer l = STET_LAYER_DEPTHWISE; l <= STET_LAYER_NORM; l++) {
        assert_int_equal(stet_layer_mode_of(NULL, l, STET_LEVEL_NATIVE), STET_LAYER_FUSED);
        assert_int_equal(stet_layer_mode_of(&p, l, STET_LEVEL_CORRECT), STET_LAYER_EXTENDED);
    }
    p.strict_kernels = 1;
    assert_int_equal(stet_layer_mode_of(&p, STET_LAYER_DEPTHWISE, STET_LEVEL_NATIVE),
                     STET_LAYER_STRICT);
    assert_int_equal(stet_layer_mode_of(&p, STET_LAYER_LINEAR, STET_LEVEL_NATIVE),
                     STET_LAYER_STRICT);
    assert_int_equal(stet_layer_mode_of(&p, STET_LAYER_NORM, STET_LEVEL_NATIVE), STET_LAYER_FUSED);
    p.ep_depthwise = p.layer_norm_strict = 1;
    assert_int_equal(stet_layer_mode_of(&p, STET_LAYER_DEPTHWISE, STET_LEVEL_NATIVE),
                     STET_LAYER_EXTENDED);
    assert_int_equal(stet_layer_mode_of(&p, STET_LAYER_NORM, STET_LEVEL_NATIVE), STET_LAYER_STRICT);
    assert_int_equal(stet_layer_mode_of(&p, (stet_layer)9, STET_LEVEL_NATIVE), 0);
    assert_int_equal(stet_layer_mode_of(&p, STET_LAYER_NORM, (stet_level)99), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults), cmocka_unit_test(test_every_key),
        cmocka_unit_test(test_refused),  cmocka_unit_test(test_contradictions),
        cmocka_unit_test(test_shipped),  cmocka_unit_test(test_load),
        cmocka_unit_test(test_write),    cmocka_unit_test(test_apply),
        cmocka_unit_test(test_outputs),  cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
