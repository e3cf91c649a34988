/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the article's sines and cosines, its constants, and its rounding. */
#include "tables/mojo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stet_lab.h"

static float of_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static json_t *number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static json_t *hex(uint32_t bits)
{
    char text[16];
    snprintf(text, sizeof text, "%08X", (unsigned)bits);
    return json_string(text);
}

/* -------------------------------------------------------------- precision -- */

/* These rows are the article's table "Precision Comparison Test Results", as printed. */
static const struct printed {
    stet_trig_function function;
    const char *x, *expected, *f32, *f64, *math;
} printed[] = {
    {STET_TRIG_SIN, "0.0", "0.0", "0.0", "0.0", "0.0"},
    {STET_TRIG_SIN, "0.7853982", "0.7071068", "0.70710677", "0.70710677", "0.70710677"},
    {STET_TRIG_SIN, "1.5707964", "1.0", "1.0", "1.0", "1.0"},
    {STET_TRIG_SIN, "3.1415927", "0.0", "8.74e-08", "-8.74e-08", "-8.74e-08"},
    {STET_TRIG_SIN, "10.0", "-0.54402113", "-0.5440207", "-0.54402113", "-0.54402113"},
    {STET_TRIG_SIN, "100.0", "-0.5063657", "-0.5063705", "-0.50636566", "-0.50636566"},
    {STET_TRIG_COS, "0.7853982", "0.7071068", "0.70710677", "0.70710677", "0.70710677"},
    {STET_TRIG_COS, "1.5707964", "0.0", "4.37e-08", "-4.37e-08", "-4.37e-08"},
    {STET_TRIG_COS, "4.712389", "-0.0", "-2.50e-07", "1.19e-08", "1.19e-08"},
    {STET_TRIG_COS, "100.0", "0.8623189", "0.8623161", "0.8623189", "0.8623189"},
};

static float value(stet_experiment_flavor flavor, stet_trig_function function, float x)
{
    float y = 0;
    stet_experiment_trig(function, flavor, 1, &x, &y);
    return y;
}

/* Reports whether y, printed with as many digits as text has, is text. */
static bool reads(double y, const char *text)
{
    char again[40];
    const char *e = strchr(text, 'e'), *point = strchr(text, '.');
    const int digits = (int)((e != NULL ? e : text + strlen(text)) - point - 1);
    snprintf(again, sizeof again, e != NULL ? "%.*e" : "%.*f", digits, y);
    return strtod(again, NULL) == strtod(text, NULL);
}

/* Returns which function gives the printed float. */
static const char *expected_is(const struct printed *p, float cuda, float correct)
{
    const float expected = strtof(p->expected, NULL);
    return expected == cuda && expected == correct ? "both"
           : expected == cuda                      ? "CUDA 13"
           : expected == correct                   ? "correct"
                                                   : "neither";
}

bool mojo_precision(struct tables *t, struct error *e)
{
    static const struct column columns[] = {
        {"function", "", ""},
        {"x", "x", ""},
        {"article_expected", "Expected", ""},
        {"article_f32", "F32", ""},
        {"article_f64", "F64", ""},
        {"f32", "| F32", ""},
        {"f64", "F64", ""},
        {"cuda13", "CUDA 13", ""},
        {"correct", "correct", ""},
        {"f64_error", "F64 error", "%.2e"},
        {"reproduced", "as printed", ""},
        {"expected_is", "Expected is", ""},
        {NULL, NULL, NULL},
    };
    json_t *rows = json_array();
    (void)e;
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        const struct printed *p = &printed[i];
        const float x = strtof(p->x, NULL);
        const float f32 = value(STET_EXPERIMENT_ARTICLE, p->function, x);
        const float f64 = value(STET_EXPERIMENT_ARTICLE_F64, p->function, x);
        const float cuda = value(STET_EXPERIMENT_CUDA13, p->function, x);
        const float correct = value(STET_EXPERIMENT_CORRECT, p->function, x);
        double sine, cosine;
        stet_article_sincos_f64((double)x, &sine, &cosine);
        const bool is_sine = p->function == STET_TRIG_SIN;
        const double error = is_sine ? sine - sin((double)x) : cosine - cos((double)x);
        json_t *row = json_object();
        json_object_set_new(row, "function", json_string(is_sine ? "sin" : "cos"));
        json_object_set_new(row, "x", json_string(p->x));
        json_object_set_new(row, "article_expected", json_string(p->expected));
        json_object_set_new(row, "article_f32", json_string(p->f32));
        json_object_set_new(row, "article_f64", json_string(p->f64));
        json_object_set_new(row, "article_math", json_string(p->math));
        json_object_set_new(row, "f32", number((double)f32));
        json_object_set_new(row, "f64", number((double)f64));
        json_object_set_new(row, "cuda13", number((double)cuda));
        json_object_set_new(row, "correct", number((double)correct));
        json_object_set_new(row, "f64_error", number(fabs(error)));
        json_object_set_new(row, "reproduced",
                            json_boolean(reads((double)f32, p->f32) && reads((double)f64, p->f64)));
        json_object_set_new(row, "expected_is", json_string(expected_is(p, cuda, correct)));
        json_array_append_new(rows, row);
    }
    section(
        t, "precision",
        "Sines and cosines: the article's columns, and (after |) what its functions give here",
        columns, rows,
        "  F64 error: of the double before it is rounded to float.\n"
        "  Expected is: whose float the number is that the article calls expected. Neither: the\n"
        "  value at the multiple of pi near the float, or digits that name another float.\n");
    return true;
}

/* -------------------------------------------------------------- constants -- */

static const struct constant {
    const char *name;
    uint32_t cuda;       /* bits; the article shows those of the first four */
    const char *decimal; /* the article's decimals */
} constants[] = {
    {"2/pi", 0x3f22f983, "0.6366197723675814"},
    {"pi/2, high part", 0xbfc90fda, "-1.5707963705062866"},
    {"pi/2, middle part", 0xb3a22168, "-4.3711388286738386e-08"},
    {"pi/2, low part", 0xa7c234c5, "-1.2560587133447677e-15"},
    {"cos, x^8", 0x37cbac00, "2.44331570e-05"},
    {"cos, x^6", 0xbab607ed, "-1.38873163e-03"},
    {"cos, x^4", 0x3d2aaabb, "4.16666418e-02"},
    {"cos, x^2", 0xbeffffff, "-0.5"},
    {"cos, 1", 0x3f800000, "1.0"},
    {"sin, x^7", 0xb94d4153, "-1.95152959e-04"},
    {"sin, x^5", 0x3c0885e4, "8.33216030e-03"},
    {"sin, x^3", 0xbe2aaaa8, "-1.66666552e-01"},
};

/* Returns 1/2 pi minus the sum of three parts. The parts have 24 bits each, so that sums of them
 * and of pi/2 = 1.5707963267948966 + 6.123233995736766e-17 are right to about 1e-17. */
static double half_pi_error(const float part[3])
{
    const double high = 1.5707963267948966 + (double)part[0];
    return fabs(((high + (double)part[1]) + (double)part[2]) + 6.123233995736766e-17);
}

bool mojo_constants(struct tables *t, struct error *e)
{
    static const struct column columns[] = {
        {"name", "constant", ""},   {"cuda_bits", "CUDA 13", ""},    {"cuda", "that is", ""},
        {"article", "article", ""}, {"article_bits", "that is", ""}, {"same", "same", ""},
        {NULL, NULL, NULL},
    };
    char note[300];
    float cuda[3] = {0}, article[3] = {0};
    json_t *rows = json_array();
    (void)e;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        const struct constant *c = &constants[i];
        const float decimal = strtof(c->decimal, NULL);
        json_t *row = json_object();
        json_object_set_new(row, "name", json_string(c->name));
        json_object_set_new(row, "cuda_bits", hex(c->cuda));
        json_object_set_new(row, "cuda", number((double)of_bits(c->cuda)));
        json_object_set_new(row, "article", json_string(c->decimal));
        json_object_set_new(row, "article_bits", hex(mojo_bits(decimal)));
        json_object_set_new(row, "same", json_boolean(mojo_bits(decimal) == c->cuda));
        json_array_append_new(rows, row);
        if (i >= 1 && i <= 3) {
            cuda[i - 1] = of_bits(c->cuda);
            article[i - 1] = decimal;
        }
    }
    snprintf(note, sizeof note,
             "  The three parts add up to pi/2 within %.1e (CUDA 13) and %.1e (article).\n",
             half_pi_error(cuda), half_pi_error(article));
    section(t, "constants", "Constants: CUDA's bits, and the article's decimals", columns, rows,
            note);
    return true;
}

/* --------------------------------------------------------------- rounding -- */

/* Does the article's round_to_int() of the float version, step by step. */
static int article_round_f32(float x)
{
    const int cut = (int)x;
    const float rest = x - (float)cut;
    const int odd = cut & 1;
    if (rest > 0.5f)
        return cut + 1;
    if (rest < -0.5f)
        return cut - 1;
    if (rest == 0.5f)
        return odd ? cut + 1 : cut;
    if (rest == -0.5f)
        return odd ? cut - 1 : cut;
    return cut;
}

/* Does Int(temp + (0.5 if temp >= 0.0 else -0.5)) of the double version. */
static int article_round_f64(double x) { return (int)(x + (x >= 0 ? 0.5 : -0.5)); }

/* Rounds to nearest, ties to even, as cvt.rni does. */
static int round_even(float x)
{
    const double shifted = (double)x + 0x1.8p52;
    return (int)(shifted - 0x1.8p52);
}

bool mojo_rounding(struct tables *t, struct error *e)
{
    static const struct column columns[] = {
        {"x", "x 2/pi", ""},
        {"cuda", "CUDA (cvt.rni)", ""},
        {"article_f32", "article, float", ""},
        {"article_f64", "article, double", ""},
        {"same", "all the same", ""},
        {NULL, NULL, NULL},
    };
    static const float cases[] = {-3.5f, -2.5f, -1.5f, -0.5f, 0.25f, 0.5f,
                                  0.75f, 1.5f,  2.5f,  3.5f,  4.5f};
    json_t *rows = json_array();
    (void)e;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const float x = cases[i];
        const int cuda = round_even(x), f32 = article_round_f32(x),
                  f64 = article_round_f64((double)x);
        json_t *row = json_object();
        json_object_set_new(row, "x", number((double)x));
        json_object_set_new(row, "cuda", json_integer(cuda));
        json_object_set_new(row, "article_f32", json_integer(f32));
        json_object_set_new(row, "article_f64", json_integer(f64));
        json_object_set_new(row, "same", json_boolean(cuda == f32 && cuda == f64));
        json_array_append_new(rows, row);
    }
    section(t, "rounding", "Rounding to the quadrant: halves", columns, rows,
            "  A tie only decides which of two polynomials is used at 45 degrees.\n");
    return true;
}
