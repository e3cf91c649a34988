/* SPDX-License-Identifier: Apache-2.0 */
/* Spectra that are right must not be called wrong. Without arguments: FFTW's, and those of plain
 * FFTs written here, of random kind, length, precision and data (--count of them). With --list:
 * pairs of files that somebody else made, one a line: IN SPECTRUM KIND INVERSE NORM AXES N, AXES
 * "all" or one. */
#include "verify/judge.h"
#include "files/output.h"
#include "files/text.h"

#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fftw3.h>

/* ---------------------------------------------------------------- chance -- */

static uint64_t state;

/* splitmix64 (Steele, Lea and Flood 2014) */
static uint64_t bits(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static size_t below(size_t n) { return (size_t)(bits() % n); }
static double uniform(void) { return (double)(bits() >> 11) * 0x1p-53; }
static double gauss(void)
{
    return sqrt(-2 * log(1 - uniform())) * cos(6.283185307179586 * uniform());
}

/* ------------------------------------------------------------------ data -- */

static const char *const families[] = {"noise",   "positive", "integers", "bits",      "constant",
                                       "impulse", "impulses", "tone",     "real tone", "signs",
                                       "ramp",    "decay",    "mean",     "wide",      "audio",
                                       "smooth",  "zeros",    "few"};
#define FAMILIES (sizeof families / sizeof *families)

/* Sample j of n, one part. seed: the same for all samples. */
static double sample(size_t family, size_t j, size_t n, int part, uint64_t seed)
{
    double t = (double)j / (double)n, turn = 6.283185307179586;
    size_t at = (size_t)(seed % n);
    switch (family) {
    case 0: return gauss();
    case 1: return uniform();
    case 2: return (double)below(19) - 9;
    case 3: return (double)below(2);
    case 4: return part == 0 ? 0.1 * (double)(1 + seed % 30) : 0;
    case 5: return j == at && part == 0 ? 1 + (double)(seed % 7) / 3 : 0;
    case 6: return below(n) < 3 ? gauss() : 0;
    case 7: return part == 0 ? cos(turn * (double)at * t) : sin(turn * (double)at * t);
    case 8: return part == 0 ? sin(turn * (double)at * t) : 0;
    case 9: return part == 0 ? (j % 2 ? -1 : 1) : 0;
    case 10: return part == 0 ? (double)j : 0;
    case 11: return pow(0.5 + 0.4 * (double)(seed % 10) / 10, (double)j);
    case 12: return 1000 + gauss();
    case 13: return ldexp(gauss(), (int)below(40) - 20);
    case 14: return floor(20000 * sin(turn * t * 31.7) * uniform()) / 32768;
    case 15: return exp(-50 * (t - 0.5) * (t - 0.5));
    case 16: return 0;
    default: return j < 3 ? (double)(j + 1) : 0;
    }
}

/* ------------------------------------------------------- plain transforms -- */

/* exp(-2 pi i k/n), rounded once to float. glibc has CMPLXF for gcc alone. */
static float complex root(size_t k, size_t n)
{
    double angle = 6.283185307179586 * (double)k / (double)n;
    return __builtin_complex((float)cos(angle), (float)-sin(angle));
}

static void direct(size_t n, const float complex *x, float complex *y)
{
    float complex *w = malloc(n * sizeof *w);
    for (size_t k = 0; k < n; k++)
        w[k] = root(k, n);
    for (size_t k = 0; k < n; k++) {
        y[k] = 0;
        for (size_t j = 0; j < n; j++)
            y[k] += x[j] * w[j * k % n];
    }
    free(w);
}

/* Decimation in time, twiddles rounded once. */
static void in_time(size_t n, size_t stride, const float complex *x, float complex *y)
{
    if (n == 1) {
        *y = *x;
        return;
    }
    in_time(n / 2, 2 * stride, x, y);
    in_time(n / 2, 2 * stride, x + stride, y + n / 2);
    for (size_t k = 0; k < n / 2; k++) {
        float complex w = root(k, n);
        float complex a = y[k], b = y[k + n / 2] * w;
        y[k] = a + b;
        y[k + n / 2] = a - b;
    }
}

/* Decimation in frequency; x is overwritten, y has stride. */
static void in_frequency(size_t n, size_t stride, float complex *x, float complex *y)
{
    if (n == 1) {
        *y = *x;
        return;
    }
    for (size_t k = 0; k < n / 2; k++) {
        float complex w = root(k, n);
        float complex a = x[k], b = x[k + n / 2];
        x[k] = a + b;
        x[k + n / 2] = (a - b) * w;
    }
    in_frequency(n / 2, 2 * stride, x, y);
    in_frequency(n / 2, 2 * stride, x + n / 2, y + stride);
}

static void bluestein(size_t n, const float complex *x, float complex *y)
{
    size_t m = 1;
    while (m < 2 * n - 1)
        m *= 2;
    float complex *a = calloc(4 * m, sizeof *a), *b = a + m, *c = a + 2 * m, *d = a + 3 * m;
    for (size_t j = 0; j < n; j++) {
        float complex w = root(j * j % (2 * n), 2 * n);
        a[j] = x[j] * w;
        b[j] = b[(m - j) % m] = conjf(w);
    }
    in_time(m, 1, a, c);
    in_time(m, 1, b, d);
    for (size_t j = 0; j < m; j++)
        a[j] = conjf(c[j] * d[j]);
    in_time(m, 1, a, c);
    for (size_t k = 0; k < n; k++)
        y[k] = conjf(c[k]) / (float)m * root(k * k % (2 * n), 2 * n);
    free(a);
}

static void plain(int which, size_t n, float complex *x, float complex *y)
{
    switch (which) {
    case 0: direct(n, x, y); break;
    case 1: in_time(n, 1, x, y); break;
    case 2: in_frequency(n, 1, x, y); break;
    default: bluestein(n, x, y);
    }
}

/* ------------------------------------------------------------------ cases -- */

struct good {
    struct request request;
    struct array in, out;
    char what[200];
};

static void settle(struct array *a, enum component c, int parts, int rank, const size_t *shape)
{
    struct layout l = {.dtype = dtype_of(c, parts), .rank = rank};
    struct error e;
    memcpy(l.shape, shape, (size_t)rank * sizeof *shape);
    if (!layout_count(&l) || !array_new(a, &l, &e))
        exit(2);
}

static void fill(struct array *a, size_t family)
{
    size_t count = a->layout.count, n = a->layout.shape[a->layout.rank - 1];
    uint64_t seed = bits();
    const struct dtype *t = a->layout.dtype;
    for (size_t i = 0; i < count; i++)
        for (int part = 0; part < t->parts; part++)
            component_put((unsigned char *)a->data + i * t->size +
                              (size_t)part * component_size(t->component),
                          t->component, sample(family, i % n, n, part, seed));
}

static size_t any_length(size_t most)
{
    static const size_t favourites[] = {
        1,   2,   3,   4,   5,   7,    8,    9,    12,   16,   17,   30,   31,  32,  60,
        64,  97,  100, 101, 120, 127,  128,  210,  243,  255,  256,  257,  360, 480, 509,
        512, 625, 720, 997, 999, 1000, 1009, 1024, 1155, 2003, 2048, 2187, 4096};
    size_t n =
        below(3) == 0 ? 1 + below(most) : favourites[below(sizeof favourites / sizeof(size_t))];
    return n <= most ? n : 1 + below(most);
}

/* FFTW destroys the input of c2r: it works on a copy. */
static void run_fftw(struct good *g, stet_kind kind, bool single, const int *n, int rank)
{
    size_t bytes = layout_bytes(&g->in.layout);
    void *x = fftw_malloc(bytes + 16), *y = g->out.data;
    int sign = g->request.inverse ? FFTW_BACKWARD : FFTW_FORWARD;
    const unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;
    memcpy(x, g->in.data, bytes);
    if (single) {
        fftwf_plan p = kind == STET_C2C   ? fftwf_plan_dft(rank, n, x, y, sign, flags)
                       : kind == STET_R2C ? fftwf_plan_dft_r2c(rank, n, x, y, flags)
                                          : fftwf_plan_dft_c2r(rank, n, x, y, flags);
        fftwf_execute(p);
        fftwf_destroy_plan(p);
    } else {
        fftw_plan p = kind == STET_C2C   ? fftw_plan_dft(rank, n, x, y, sign, flags)
                      : kind == STET_R2C ? fftw_plan_dft_r2c(rank, n, x, y, flags)
                                         : fftw_plan_dft_c2r(rank, n, x, y, flags);
        fftw_execute(p);
        fftw_destroy_plan(p);
    }
    fftw_free(x);
}

static void make_fftw(struct good *g)
{
    static const stet_kind kinds[] = {STET_C2C, STET_C2C, STET_R2C, STET_C2R};
    static const char *const names[] = {"c2c", "c2c", "r2c", "c2r"};
    size_t which = below(4), family = below(FAMILIES), in[3], out[3];
    stet_kind kind = kinds[which];
    bool single = below(2) == 0;
    int rank = below(3) ? 1 : 2 + (int)below(2), n[3];
    const enum component c = single ? COMPONENT_F32 : COMPONENT_F64;
    for (int a = 0; a < rank; a++) {
        in[a] = out[a] = any_length(rank == 1 ? 4096 : rank == 2 ? 64 : 16);
        n[a] = (int)in[a];
    }
    if (kind != STET_C2C)
        *(kind == STET_R2C ? &out[rank - 1] : &in[rank - 1]) = (size_t)n[rank - 1] / 2 + 1;
    settle(&g->in, c, kind == STET_R2C ? 1 : 2, rank, in);
    settle(&g->out, c, kind == STET_C2R ? 1 : 2, rank, out);
    fill(&g->in, family);
    g->request = (struct request){.kind = (int)kind, .axes.all = true};
    g->request.inverse = kind == STET_C2R || (kind == STET_C2C && below(2) == 0);
    g->request.norm = g->request.inverse ? STET_NORM_FORWARD : STET_NORM_BACKWARD;
    run_fftw(g, kind, single, n, rank);
    snprintf(g->what, sizeof g->what, "FFTW %s%s %s %s, rank %d, %d %d %d", names[which],
             g->request.inverse ? " inverse" : "", single ? "f32" : "f64", families[family], rank,
             n[0], rank > 1 ? n[1] : 0, rank > 2 ? n[2] : 0);
}

static void make_plain(struct good *g)
{
    static const char *const names[] = {"direct sums", "decimation in time",
                                        "decimation in frequency", "Bluestein"};
    int which = (int)below(4);
    size_t family = below(FAMILIES), n = any_length(which == 0 ? 512 : 2048);
    for (size_t m = 1; which == 1 || which == 2; m *= 2)
        if (2 * m > n) {
            n = m;
            break;
        }
    settle(&g->in, COMPONENT_F32, 2, 1, &n);
    settle(&g->out, COMPONENT_F32, 2, 1, &n);
    fill(&g->in, family);
    g->request = (struct request){.norm = STET_NORM_BACKWARD, .kind = STET_C2C};
    float complex *x = malloc(n * sizeof *x);
    memcpy(x, g->in.data, n * sizeof *x);
    plain(which, n, x, g->out.data);
    free(x);
    snprintf(g->what, sizeof g->what, "%s, f32 %s, %zu", names[which], families[family], n);
}

static bool report(struct judgement *j, bool ok, const char *what, const struct error *e)
{
    bool passed = ok && judgement_passed(j);
    if (!ok)
        printf("%s: %s\n", what, e->text);
    else if (!passed)
        printf("%s: verdict %d, %s, L2 %g: %s\n", what, j->verdict.kind, j->verdict.finding.name,
               j->verdict.relative, j->verdict.finding.text);
    if (ok)
        judgement_free(j);
    return passed;
}

static bool try_made(uint64_t number)
{
    struct good g;
    struct judgement j;
    struct error e = {""};
    state = number * 1000003;
    g.request.in_path = g.request.out_path = "";
    if (number % 4 == 3)
        make_plain(&g);
    else
        make_fftw(&g);
    g.request.in_path = g.request.out_path = "";
    bool ok = judge_arrays(&j, &g.request, &g.in, &g.out, NULL, &e);
    array_free(&g.in);
    array_free(&g.out);
    char what[260];
    snprintf(what, sizeof what, "number %llu: %s", (unsigned long long)number, g.what);
    return report(&j, ok, what, &e);
}

static bool try_files(char *line)
{
    char in[400], out[400], axes[20];
    int kind, inverse, norm;
    long n;
    struct judgement j;
    struct error e = {""};
    if (sscanf(line, "%399s %399s %d %d %d %19s %ld", in, out, &kind, &inverse, &norm, axes, &n) !=
        7)
        exit(2);
    struct request request = {
        .in_path = in, .out_path = out, .kind = kind, .inverse = inverse, .norm = norm, .n = n};
    request.axes.all = strcmp(axes, "all") == 0;
    request.axes.count = request.axes.all ? 0 : 1;
    request.axes.items[0] = request.axes.all ? 0 : atol(axes);
    bool ok = judge(&j, &request, NULL, &e);
    output_abandon_all(); /* inputs of this case are not those of the next */
    return report(&j, ok, line, &e);
}

int main(int argc, char **argv)
{
    size_t tried = 0, alarms = 0;
    char line[1000];
    FILE *list = argc > 2 && strcmp(argv[1], "--list") == 0 ? fopen(argv[2], "r") : NULL;
    size_t count = argc > 2 && list == NULL ? strtoull(argv[2], NULL, 10) : 1500;
    if (list != NULL)
        for (; fgets(line, sizeof line, list) != NULL; tried++) {
            line[strcspn(line, "\n")] = 0;
            alarms += !try_files(line);
        }
    else
        for (; tried < count; tried++)
            alarms += !try_made(tried);
    if (list != NULL)
        fclose(list);
    printf("%zu false alarms on %zu good spectra\n", alarms, tried);
    return alarms == 0 && tried > 0 ? 0 : 1;
}
