/* SPDX-License-Identifier: Apache-2.0 */
/* The guide's result table: three configurations of Hyena's convolution in float, before hygiene
 * (its two mixed conventions), after tier 0, and with each switch of tier 2. */
#include "files/progress.h"
#include "tables/guide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct config {
    const char *name;
    ptrdiff_t batch, channels, length, order;
    bool both; /* two filters */
    double printed_mse, printed_rel;
} configs[] = {{"1", 2, 64, 128, 16, false, 1.10e-14, 4.8e-7},
               {"2", 2, 128, 256, 32, true, 1.06e-13, 3.6e-7},
               {"3", 1, 192, 512, 32, true, 1.97e-13, 5.5e-7}};
enum { CONFIGS = sizeof configs / sizeof *configs };

/* The arrays of a configuration; exact is the convolution in double-double or double. */
struct work {
    const struct config *c;
    ptrdiff_t rows, all; /* batch channels; and that times length */
    float *u, *k, *r, *y;
    double *exact;
};

static void fill(float *x, ptrdiff_t n, double scale, uint64_t seed)
{
    for (ptrdiff_t i = 0; i < n; i++)
        x[i] = (float)((double)guide_uniform(&seed) * scale);
}

/* Makes a filter of Hyena with random weights of the initial sizes of torch.nn.Linear. */
static bool make_filter(const struct config *c, float *k, uint64_t seed, struct error *e)
{
    enum { FEATURES = 5, INNER = 2 };
    const ptrdiff_t o = c->order, most = INNER * o * o + (FEATURES + 3 + INNER) * o;
    float *w = malloc((size_t)(most + c->channels * (o + 1)) * sizeof *w);
    if (w == NULL)
        return error_set(e, "not enough memory");
    float *b_in = w + FEATURES * o, *frequency = b_in + o, *inner = frequency + o;
    float *b_inner = inner + INNER * o * o, *out = b_inner + INNER * o;
    float *delta = out + c->channels * o;
    fill(w, FEATURES * o, sqrt(1.0 / FEATURES), seed);
    fill(b_in, o, sqrt(1.0 / FEATURES), seed + 1);
    fill(inner, INNER * o * o, sqrt(1.0 / (double)o), seed + 2);
    fill(b_inner, INNER * o, sqrt(1.0 / (double)o), seed + 3);
    fill(out, c->channels * o, sqrt(1.0 / (double)o), seed + 4);
    for (ptrdiff_t i = 0; i < o; i++)
        frequency[i] = 1;
    /* This is linspace(ln(target)/1.5, ln(target)/0.3, channels), target = 0.01. */
    for (ptrdiff_t i = 0; i < c->channels; i++)
        delta[i] = (float)(-3.0701 - 12.2804 * (double)i / (double)(c->channels - 1));
    const stet_hyena_filter_options options = {.size = sizeof options,
                                               .precision = STET_F32,
                                               .mode = STET_LAYER_FUSED,
                                               .length = c->length,
                                               .features = FEATURES,
                                               .order = o,
                                               .inner = INNER,
                                               .channels = c->channels,
                                               .w_in = w,
                                               .b_in = b_in,
                                               .w_inner = inner,
                                               .b_inner = b_inner,
                                               .w_out = out,
                                               .frequency = frequency,
                                               .delta = delta};
    const stet_status status = stet_hyena_filter(&options, k);
    free(w);
    return status == STET_OK || error_set(e, "the filter: %s", stet_strerror(status));
}

static bool convolve(const struct work *w, stet_precision precision, stet_level level,
                     unsigned extended, stet_conv_operator operation, const void *u, const void *k,
                     const void *r, void *y, struct error *e)
{
    stet_conv_options o;
    stet_conv_options_init(&o);
    o.operation = operation;
    o.precision = precision;
    o.level = level;
    o.method = STET_CONV_FFT;
    o.extended = extended;
    o.length = o.filter_length = w->c->length;
    o.fft_length = 2 * w->c->length; /* padding of the guide */
    o.reverse_length = r != NULL ? w->c->length : 0;
    o.channels = o.filter_channels = w->c->channels;
    o.batch = w->c->batch;
    stet_conv *plan = NULL;
    stet_status status = stet_conv_create(&plan, &o, k, r, NULL);
    if (status == STET_OK)
        status = stet_conv_execute(plan, u, NULL, y, NULL);
    stet_conv_destroy(plan);
    return status == STET_OK || error_set(e, "the convolution: %s", stet_strerror(status));
}

static stet_conv_operator operator_of(const struct config *c)
{
    return c->both ? STET_CONV_TIME : STET_CONV_CAUSAL;
}

static double *widened(const float *x, ptrdiff_t n)
{
    double *y = malloc((size_t)n * sizeof *y);
    for (ptrdiff_t i = 0; y != NULL && i < n; i++)
        y[i] = (double)x[i];
    return y;
}

/* Computes in double: its error is 2^-29 of a float's. */
static bool make_exact(struct work *w, struct error *e)
{
    const ptrdiff_t filter = w->c->channels * w->c->length;
    double *u = widened(w->u, w->all), *k = widened(w->k, filter);
    double *r = w->c->both ? widened(w->r, filter) : NULL;
    const bool there = u != NULL && k != NULL && (r != NULL || !w->c->both);
    const bool ok =
        there ? convolve(w, STET_F64, STET_LEVEL_NATIVE, 0, operator_of(w->c), u, k, r, w->exact, e)
              : error_set(e, "not enough memory");
    free(u), free(k), free(r);
    return ok;
}

/* Runs one real transform of 2 length numbers for all rows. */
static bool transform(ptrdiff_t rows, ptrdiff_t points, stet_kind kind, stet_norm norm,
                      const float *in, float *out, struct error *e)
{
    const ptrdiff_t half = 2 * (points / 2 + 1);
    stet_dim line = {points, 1, 1};
    stet_dim batch = {rows, kind == STET_R2C ? points : half / 2,
                      kind == STET_R2C ? half / 2 : points};
    stet_options o;
    stet_options_init(&o);
    o.kind = kind;
    o.precision = STET_F32;
    o.direction = kind == STET_R2C ? STET_FORWARD : STET_INVERSE;
    o.norm = norm;
    o.rank = 1;
    o.dims = &line;
    o.batch_rank = 1;
    o.batch = &batch;
    const stet_status status = stet_transform(&o, in, out);
    return status == STET_OK || error_set(e, "a transform: %s", stet_strerror(status));
}

/* Returns rows of length numbers with zeros up to 2 length. */
static float *padded(const float *x, ptrdiff_t rows, ptrdiff_t length)
{
    float *y = calloc((size_t)(2 * rows * length), sizeof *y);
    for (ptrdiff_t i = 0; y != NULL && i < rows; i++)
        memcpy(y + 2 * i * length, x + i * length, (size_t)length * sizeof *y);
    return y;
}

/* Stores both filters in 2 length numbers, as the guide's Python does. */
static void fold_reverse(const struct work *w, float *k)
{
    const ptrdiff_t n = w->c->length;
    for (ptrdiff_t c = 0; w->c->both && c < w->c->channels; c++)
        for (ptrdiff_t i = 0; i < n; i++)
            k[2 * c * n + 2 * n - 1 - i] += w->r[c * n + i];
}

static void multiply(const struct work *w, const float *k, float *u)
{
    const ptrdiff_t half = w->c->length + 1;
    for (ptrdiff_t row = 0; row < w->rows; row++)
        for (ptrdiff_t i = 0; i < half; i++) {
            const float *a = k + 2 * (row % w->c->channels * half + i);
            float *b = u + 2 * (row * half + i), re = b[0] * a[0] - b[1] * a[1];
            b[1] = b[0] * a[1] + b[1] * a[0];
            b[0] = re;
        }
}

/* Runs the guide's two lines with two norms: that of the filter's transform, and that of the
 * inverse. */
static bool mixed(struct work *w, stet_norm of_filter, stet_norm of_inverse, struct error *e)
{
    const ptrdiff_t n = w->c->length, half = 2 * (n + 1);
    float *u = padded(w->u, w->rows, n), *k = padded(w->k, w->c->channels, n);
    float *U = malloc((size_t)(w->rows * half) * sizeof *U);
    float *K = malloc((size_t)(w->c->channels * half) * sizeof *K);
    bool ok = u != NULL && k != NULL && U != NULL && K != NULL;
    if (!ok)
        error_set(e, "not enough memory");
    if (ok)
        fold_reverse(w, k);
    ok = ok && transform(w->rows, 2 * n, STET_R2C, STET_NORM_BACKWARD, u, U, e) &&
         transform(w->c->channels, 2 * n, STET_R2C, of_filter, k, K, e);
    if (ok)
        multiply(w, K, U);
    ok = ok && transform(w->rows, 2 * n, STET_C2R, of_inverse, U, u, e);
    for (ptrdiff_t row = 0; ok && row < w->rows; row++)
        memcpy(w->y + row * n, u + 2 * row * n, (size_t)n * sizeof *u);
    free(u), free(k), free(U), free(K);
    return ok;
}

struct measured {
    double mse, rel, ratio; /* ratio: the factor that fits best */
};

static struct measured measure(const struct work *w)
{
    double errors = 0, all = 0, both = 0;
    for (ptrdiff_t i = 0; i < w->all; i++) {
        const double y = (double)w->y[i], d = y - w->exact[i];
        errors += d * d, all += w->exact[i] * w->exact[i], both += y * w->exact[i];
    }
    return (struct measured){errors / (double)w->all, sqrt(errors / all), both / all};
}

static void add(json_t *rows, const struct work *w, const char *what, double printed_mse,
                double printed_rel)
{
    const struct measured m = measure(w);
    json_t *row = json_pack("{s:s, s:s, s:f, s:f}", "config", w->c->name, "what", what, "mse",
                            m.mse, "rel", m.rel);
    if (printed_mse > 0)
        json_object_set_new(row, "printed_mse", json_real(printed_mse));
    if (printed_rel > 0)
        json_object_set_new(row, "printed_rel", json_real(printed_rel));
    json_array_append_new(rows, row);
}

static bool before_hygiene(struct work *w, json_t *rows, struct guide_found *found, struct error *e)
{
    if (!mixed(w, STET_NORM_FORWARD, STET_NORM_BACKWARD, e))
        return false;
    add(rows, w, "before: 1/N twice", 0, 0.99);
    found->twice = measure(w).ratio;
    found->points = 2 * (double)w->c->length;
    if (!mixed(w, STET_NORM_BACKWARD, STET_NORM_FORWARD, e))
        return false;
    add(rows, w, "before: 1/N missing", 0, 0);
    return true;
}

static bool tiers(struct work *w, json_t *rows, struct guide_found *found, struct error *e)
{
    static const struct {
        const char *what;
        stet_level level;
        unsigned extended;
    } ways[] = {{"tier 0: native", STET_LEVEL_NATIVE, 0},
                {"tier 2: ep_freqmul", STET_LEVEL_NATIVE, STET_CONV_EP_FREQMUL},
                {"tier 2: ep_fft", STET_LEVEL_NATIVE, STET_CONV_EP_FFT},
                {"tier 2: both", STET_LEVEL_NATIVE, STET_CONV_EP_FFT | STET_CONV_EP_FREQMUL},
                {"level extended", STET_LEVEL_EXTENDED, 0}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (!convolve(w, STET_F32, ways[i].level, ways[i].extended, operator_of(w->c), w->u, w->k,
                      w->c->both ? w->r : NULL, w->y, e))
            return false;
        const bool tier_0 = i == 0;
        add(rows, w, ways[i].what, tier_0 ? w->c->printed_mse : 1e-20,
            tier_0 ? w->c->printed_rel : 1e-10);
        const struct measured m = measure(w);
        if (tier_0)
            found->native_rel = fmax(found->native_rel, m.rel);
        if (ways[i].level == STET_LEVEL_EXTENDED) {
            found->extended_rel = fmax(found->extended_rel, m.rel);
            found->extended_mse = fmax(found->extended_mse, m.mse);
        }
    }
    return true;
}

/* Measures |y_freq - y_time|_2/|y_time|_2 of the operators that "only re-order additions". */
static bool operators(struct work *w, json_t *rows, struct error *e)
{
    static const struct {
        const char *name;
        stet_conv_operator operation;
    } others[] = {{"V2 conj: k_rev[0] at lag 0, not -1", STET_CONV_CONJ},
                  {"V3 freq: causal, k + k_rev", STET_CONV_FREQ},
                  {"V4 folded: causal, k + reversed k_rev", STET_CONV_FOLDED}};
    for (size_t i = 0; w->c->both && i < sizeof others / sizeof *others; i++) {
        if (!convolve(w, STET_F32, STET_LEVEL_NATIVE, 0, others[i].operation, w->u, w->k, w->r,
                      w->y, e))
            return false;
        json_array_append_new(rows, json_pack("{s:s, s:s, s:f}", "config", w->c->name, "operator",
                                              others[i].name, "rel", measure(w).rel));
    }
    return true;
}

static bool one(const struct config *c, json_t *results, json_t *differences,
                struct guide_found *found, struct error *e)
{
    struct work w = {.c = c, .rows = c->batch * c->channels};
    w.all = w.rows * c->length;
    const size_t filter = (size_t)(c->channels * c->length);
    w.u = malloc((size_t)w.all * sizeof *w.u);
    w.y = malloc((size_t)w.all * sizeof *w.y);
    w.k = malloc(filter * sizeof *w.k);
    w.r = malloc(filter * sizeof *w.r);
    w.exact = malloc((size_t)w.all * sizeof *w.exact);
    bool ok = w.u != NULL && w.y != NULL && w.k != NULL && w.r != NULL && w.exact != NULL;
    if (!ok)
        error_set(e, "not enough memory");
    if (ok)
        fill(w.u, w.all, 1, 7);
    ok = ok && make_filter(c, w.k, 11, e) && make_filter(c, w.r, 23, e) && make_exact(&w, e) &&
         before_hygiene(&w, results, found, e) && tiers(&w, results, found, e) &&
         operators(&w, differences, e);
    free(w.u), free(w.y), free(w.k), free(w.r), free(w.exact);
    return ok;
}

bool guide_convolutions(struct tables *t, struct guide_found *found, struct error *e)
{
    static const struct column results_columns[] = {
        {"config", "config", NULL}, {"what", "what", NULL},
        {"mse", "y_mse", "%.2e"},   {"printed_mse", "printed", "%.2e"},
        {"rel", "y_rel", "%.2e"},   {"printed_rel", "printed", "%.2e"},
        {NULL, NULL, NULL}};
    static const struct column operator_columns[] = {{"config", "config", NULL},
                                                     {"operator", "operator", NULL},
                                                     {"rel", "distance from V1 time", "%.2e"},
                                                     {NULL, NULL, NULL}};
    json_t *results = json_array(), *differences = json_array();
    bool ok = true;
    progress_long("convolutions", CONFIGS);
    for (size_t i = 0; ok && i < CONFIGS; i++) {
        ok = one(&configs[i], results, differences, found, e);
        progress_at(i + 1);
    }
    progress_end();
    if (!ok) {
        json_decref(results), json_decref(differences);
        return false;
    }
    section(
        t, "results", "Hyena's convolution in float, beside the guide's result table",
        results_columns, results,
        "exact: the same inputs in double. Tier 2 as printed is \"expected\"; a float output has "
        "y_rel of about 2.5e-8\nby its last rounding alone.");
    section(t, "operators", "Operators that are called bidirectional, as distances",
            operator_columns, differences, "");
    return true;
}
