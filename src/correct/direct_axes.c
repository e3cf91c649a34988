/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/direct_axes.h"

#include <string.h>

#include "arith/bits.h"
#include "base/alloc.h"
#include "trig/roots.h"

/* Sizes: doubles of one class of a chunk of lines side by side, the least number of these, and
 * outputs for each index along axis a. */
enum { CHUNK_WORDS = 1 << 11, LEAST_CHUNK = 16, MOST_FOR_EACH = 8 };

/* The number of sites of the outer axes whose sums along axis a are kept until outputs, which are
 * many, take them together. */
enum { TOGETHER = 8 };

struct stet_direct_axes {
    int rank, fold; /* r */
    stet_direct_axis axis[STET_DIRECT_AXES];
    ptrdiff_t terms;       /* numbers of axis a, r inputs each */
    ptrdiff_t outer;       /* numbers along the outer axes in this part, */
    ptrdiff_t together;    /* `together` of them at a time */
    ptrdiff_t chunk, line; /* numbers of the last axis that go together, and all; of eights */
    double numbers, outer_numbers;     /* N, n_o */
    stet_ddc *roots[STET_DIRECT_AXES]; /* cosine and sine of 2 pi j/n */
    const stet_correct_kernels *kernels;
    stet_ddc *block;
};

/* -------------------------------------------------------------- creation -- */

static const stet_direct_axis *axis_a(const stet_direct_axes *s) { return &s->axis[s->rank - 2]; }
static const stet_direct_axis *axis_i(const stet_direct_axes *s) { return &s->axis[s->rank - 1]; }

static int fill_roots(stet_direct_axes *s)
{
    ptrdiff_t all = 0;
    for (int i = 0; i < s->rank; i++)
        all += s->axis[i].n;
    stet_ddc *table = s->block = (stet_ddc *)stet_alloc_array((size_t)all, sizeof *table);
    for (int i = 0; i < s->rank && s->block; table += s->axis[i++].n) {
        s->roots[i] = table;
        stet_roots *roots = stet_roots_create((uint64_t)s->axis[i].n);
        if (!roots)
            return 0;
        for (ptrdiff_t j = 0; j < s->axis[i].n; j++) {
            double c[2], v[2];
            stet_roots_dd(roots, (uint64_t)j, c, v);
            table[j] = (stet_ddc){{c[0], c[1]}, {v[0], v[1]}};
        }
        stet_roots_destroy(roots);
    }
    return s->block != NULL;
}

static ptrdiff_t eights(ptrdiff_t n)
{
    return (n + STET_DD_BLOCK - 1) / STET_DD_BLOCK * STET_DD_BLOCK;
}

stet_direct_axes *stet_direct_axes_create(int rank, const stet_direct_axis *axes,
                                          const stet_correct_kernels *kernels)
{
    stet_direct_axes *s = (stet_direct_axes *)stet_alloc(sizeof *s);
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->rank = rank;
    s->kernels = kernels;
    memcpy(s->axis, axes, (size_t)rank * sizeof *axes);
    const stet_direct_axis *a = axis_a(s);
    const int is_whole = a->count == a->n;
    s->fold = is_whole && a->n % 4 == 0 ? 4 : is_whole && a->n % 2 == 0 ? 2 : 1;
    s->terms = a->count / s->fold;
    s->outer = 1;
    s->numbers = s->outer_numbers = 1;
    for (int i = 0; i < rank; i++) {
        s->numbers *= (double)axes[i].n;
        s->outer_numbers *= i < rank - 2 ? (double)axes[i].n : 1;
        s->outer *= i < rank - 2 ? axes[i].count : 1;
    }
    s->together = s->outer < 1 ? 1 : s->outer < TOGETHER ? s->outer : TOGETHER;
    s->line = eights(axis_i(s)->count);
    s->chunk = s->terms ? CHUNK_WORDS / STET_DD_WORDS / s->terms / LEAST_CHUNK * LEAST_CHUNK : 0;
    s->chunk = s->chunk < LEAST_CHUNK ? LEAST_CHUNK : s->chunk;
    s->chunk = s->chunk > s->line ? s->line : s->chunk;
    if (!fill_roots(s)) {
        stet_direct_axes_destroy(s);
        return NULL;
    }
    return s;
}

void stet_direct_axes_destroy(stet_direct_axes *s)
{
    if (!s)
        return;
    stet_free(s->block);
    stet_free(s);
}

ptrdiff_t stet_direct_axes_most(const stet_direct_axes *s) { return MOST_FOR_EACH * axis_a(s)->n; }

/* ----------------------------------------------------------------- error -- */

/* The grids of an axis, and its error. */
typedef struct {
    double grid, weight_grid, rest, error;
} grids;

enum { ALONG_A, OUTER, LAST, GRIDS };

/* Chooses h so that both terms of T are about equal. `here` numbers go into sums of n terms, and
 * each number that is added up in double meets `additions` additions. */
static grids grids_of(double n, double additions, double here, double above, double A,
                      double before)
{
    const double V = stet_power_above(above), unit = 2 * stet_power_above(n) * V * 0x1p-53;
    grids g;
    double h = 0x1p8;
    while (h < 0x1p24 && 4 * h * h * here * unit < A)
        h *= 2;
    g.grid = unit * h;
    g.weight_grid = 1 / h;
    g.rest = (A + here * g.grid) / (2 * h) + here * g.grid + 2 * before;
    g.error = (additions + 20) * 0x1p-53 * g.rest;
    return g;
}

/* Bounds sums of n inputs, or of n sums of the given size. */
static double sums_of(double n, stet_dd_size size)
{
    const double by_norm = __builtin_sqrt(n) * size.norm, by_most = n * size.most;
    return by_norm < by_most ? by_norm : by_most;
}

/* Bounds the low word of a sum after an axis: `sum` bounds its modulus and the modulus of its terms
 * together; `before` bounds the low words of these. */
static double low_word(const grids *g, double n, double sum, double before)
{
    return (1.5 * sum + n * g->grid) * g->weight_grid / 2 + n * g->grid + 1.5 * n * before;
}

/* Sets the grids of axis a, of the outer axes, and of the last. Returns the bound of an output, or
 * infinity where the 2^-7 of the theorem may not be enough. */
static double all_grids(const stet_direct_axes *s, stet_dd_size size, grids *g)
{
    const double n = (double)axis_a(s)->n, N = s->numbers, last = (double)axis_i(s)->n;
    const double A = __builtin_sqrt(2 * N) * size.norm * (1 + 0x1p-20), more = 1 + 0x1p-7;
    const double first = sums_of(n, size), second = sums_of(n * s->outer_numbers, size);
    g[ALONG_A] = grids_of(n, 2 * n, N, size.most, A, 0);
    double low = low_word(&g[ALONG_A], n, first, 0);
    int is_known = low <= 0x1p-7 * first;
    g[OUTER] = (grids){.rest = g[ALONG_A].rest};
    if (s->rank > 2) {
        g[OUTER] =
            grids_of(s->outer_numbers, s->outer_numbers, N / n, first * more, A, g[ALONG_A].rest);
        low = low_word(&g[OUTER], s->outer_numbers, second, low);
        is_known &= low <= 0x1p-7 * second;
    }
    g[LAST] = grids_of(last, last / 4, last, second * more, A, g[OUTER].rest);
    return is_known ? g[ALONG_A].error + g[OUTER].error + g[LAST].error : __builtin_inf();
}

double stet_direct_axes_error(const stet_direct_axes *s, stet_dd_size size)
{
    grids g[GRIDS];
    return 0x1.6ap0 * all_grids(s, size, g) *
           (1 + 0x1p-10); /* the first factor is slightly above sqrt 2 */
}

/* ------------------------------------------------------------------ work -- */

/* Pieces of work, in doubles: the folded chunk and the sums of its lines for each index along a;
 * the weights of these; for each output its sums, one for each number of the last axis; the weights
 * of all outputs for outer numbers, which are made from two lists of roots, or of one output for
 * the last axis. Also lists of the outputs that share an index. */
typedef struct {
    ptrdiff_t sums, weights, outputs, roots, others, lists, all;
} pieces;

static pieces pieces_of(const stet_direct_axes *s, ptrdiff_t count)
{
    const ptrdiff_t n = axis_a(s)->n, indices = count < n ? count : n;
    const ptrdiff_t outer = s->together * count, most = outer > s->line ? outer : s->line;
    pieces p;
    p.sums = STET_DD_WORDS * s->chunk * axis_a(s)->count;
    p.weights = p.sums + STET_DD_WORDS * s->chunk * s->together * indices;
    p.outputs = p.weights + eights(STET_WEIGHT_WORDS * s->terms * indices);
    p.roots = p.outputs + STET_DD_WORDS * s->line * count;
    p.others = p.roots + stet_dd_words(count);
    p.lists = p.others + stet_dd_words(count) + STET_WEIGHT_WORDS * eights(most);
    p.all = p.lists + n + count;
    return p;
}

size_t stet_direct_axes_work(const stet_direct_axes *s, ptrdiff_t count)
{
    return (size_t)pieces_of(s, count).all * sizeof(double);
}

/* ------------------------------------------------------------------- run -- */

typedef struct {
    const stet_direct_axes *s;
    const void *x;
    int source;
    const ptrdiff_t *index;
    ptrdiff_t count;
    grids grid[GRIDS];
    double *folded, *sums, *weights, *outputs, *roots, *others, *these;
    ptrdiff_t *first, *next; /* outputs by their index along a; a list ends with -1 */
    unsigned classes;
} job;

static double magic_of(double grid) { return 0x1.8p52 * grid; }

/* Stores high part, low part and nearest double of the cosine, and of the sine, step doubles apart.
 */
static void set_weight(double *w, ptrdiff_t step, stet_ddc root, double magic)
{
    const stet_dd part[2] = {root.re, root.im};
    for (int i = 0; i < 2; i++, w += STET_WEIGHT_WORDS / 2 * step) {
        w[0] = (part[i].hi + magic) - magic;
        w[step] = (part[i].hi - w[0]) + part[i].lo;
        w[2 * step] = part[i].hi;
    }
}

/* k j mod n */
static ptrdiff_t turn_of(ptrdiff_t k, ptrdiff_t j, ptrdiff_t n)
{
    return n <= INT32_MAX ? k * j % n : (ptrdiff_t)((stet_i128)k * j % n);
}

static stet_ddc root_at(const stet_direct_axes *s, int axis, ptrdiff_t k, ptrdiff_t j)
{
    return s->roots[axis][turn_of(k, j, s->axis[axis].n)];
}

/* Makes the lists, and the weights of the indices that have one. */
static void prepare(job *b)
{
    const stet_direct_axes *s = b->s;
    const int a = s->rank - 2;
    const stet_direct_axis *axis = axis_a(s);
    const double magic = magic_of(b->grid[ALONG_A].weight_grid);
    double *w = b->weights;
    for (ptrdiff_t k = 0; k < axis->n; k++)
        b->first[k] = -1;
    for (ptrdiff_t i = b->count - 1; i >= 0; i--) {
        const ptrdiff_t k = b->index[i * s->rank + a];
        b->next[i] = b->first[k];
        b->first[k] = i;
        b->classes |= 1u << k % s->fold;
    }
    for (int residue = 0; residue < s->fold; residue++)
        for (ptrdiff_t k = residue; k < axis->n; k += s->fold)
            for (ptrdiff_t t = 0; t < s->terms && b->first[k] >= 0; t++, w += STET_WEIGHT_WORDS)
                set_weight(w, 1, root_at(s, a, k, axis->start + t), magic);
    memset(b->outputs, 0, (size_t)(STET_DD_WORDS * s->line * b->count) * sizeof(double));
}

static void set(double *words, ptrdiff_t i, stet_ddc z)
{
    words += stet_dd_at(i);
    words[0] = z.re.hi;
    words[STET_DD_BLOCK] = z.re.lo;
    words[2 * STET_DD_BLOCK] = z.im.hi;
    words[3 * STET_DD_BLOCK] = z.im.lo;
}

/* Makes the weights of outer number `site` for all outputs, as number t of those that go together.
 * Returns its offset in the array. */
static ptrdiff_t enter_site(const job *b, ptrdiff_t site, ptrdiff_t t)
{
    const stet_direct_axes *s = b->s;
    const double magic = magic_of(b->grid[OUTER].weight_grid);
    ptrdiff_t at = 0;
    for (int i = s->rank - 3; i >= 0; i--) {
        const stet_direct_axis *axis = &s->axis[i];
        const ptrdiff_t here = site % axis->count;
        double *to = i == s->rank - 3 ? b->roots : b->others;
        for (ptrdiff_t o = 0; o < b->count; o++) {
            stet_ddc w = root_at(s, i, b->index[o * s->rank + i], axis->start + here);
            if (to == b->roots) /* a number, not its table */
                w.im = (stet_dd){-w.im.hi, -w.im.lo};
            set(to, o, w);
        }
        if (to == b->others)
            s->kernels->dd.multiply(b->roots, STET_WORDS, b->count, b->others, 0, 1, b->roots);
        site /= axis->count;
        at += here * axis->stride;
    }
    for (ptrdiff_t o = 0; o < b->count && s->rank > 2; o++) {
        stet_ddc w = stet_dd_get(b->roots, o);
        w.im = (stet_dd){-w.im.hi, -w.im.lo};
        set_weight(b->these + (o * s->together + t) * STET_WEIGHT_WORDS, 1, w, magic);
    }
    return at;
}

static const void *numbers_from(const job *b, ptrdiff_t at)
{
    const double *d = (const double *)b->x;
    return b->source == STET_FLOAT_PAIRS ? (const void *)((const float *)b->x + 2 * at)
           : b->source == STET_PAIRS     ? d + 2 * at
                                         : d + at;
}

/* Sums lines side by side from number `at` of the last axis on, of outer number t of those that go
 * together, for each index along a that has outputs. */
static void sum_lines(const job *b, ptrdiff_t place, ptrdiff_t at, ptrdiff_t numbers, ptrdiff_t t)
{
    const stet_direct_axes *s = b->s;
    const stet_direct_axis *a = axis_a(s);
    const ptrdiff_t row = STET_DD_WORDS * numbers, points = s->terms * a->stride;
    const ptrdiff_t there = (a->count - 1) * a->stride + axis_i(s)->count;
    const double *w = b->weights;
    double *sums = b->sums + t * row;
    for (ptrdiff_t j = 0; j < s->terms; j++)
        s->kernels->fold(numbers_from(b, place), b->source, there, points, s->fold, b->classes,
                         j * a->stride + at, numbers, magic_of(b->grid[ALONG_A].grid), NULL,
                         b->folded + j * s->fold * row);
    for (int residue = 0; residue < s->fold; residue++)
        for (ptrdiff_t k = residue; k < a->n; k += s->fold) {
            if (b->first[k] < 0)
                continue;
            memset(sums, 0, (size_t)row * sizeof(double));
            s->kernels->add_rows(b->folded + residue * row, s->fold * row, s->terms, numbers, w,
                                 sums);
            w += STET_WEIGHT_WORDS * s->terms;
            sums += s->together * row;
        }
}

/* Adds these sums, of `sites` outer numbers, to all outputs that have their index. */
static void hand_out(const job *b, ptrdiff_t sites, ptrdiff_t at, ptrdiff_t numbers)
{
    const stet_direct_axes *s = b->s;
    const ptrdiff_t row = STET_DD_WORDS * numbers;
    double *sums = b->sums;
    for (int residue = 0; residue < s->fold; residue++)
        for (ptrdiff_t k = residue; k < axis_a(s)->n; k += s->fold) {
            if (b->first[k] < 0)
                continue;
            if (s->rank > 2)
                s->kernels->grid.enter(sums, STET_WORDS, sites * numbers,
                                       magic_of(b->grid[OUTER].grid), sums);
            for (ptrdiff_t i = b->first[k]; i >= 0; i = b->next[i]) {
                const double *w = b->these + i * s->together * STET_WEIGHT_WORDS;
                double *to = b->outputs + STET_DD_WORDS * (i * s->line + at);
                if (s->rank > 2)
                    s->kernels->add_rows(sums, row, sites, numbers, w, to);
                else
                    memcpy(to, sums, (size_t)row * sizeof(double));
            }
            sums += s->together * row;
        }
}

/* Processes outer numbers from `site` on. */
static void run_sites(const job *b, ptrdiff_t site, ptrdiff_t sites)
{
    const stet_direct_axes *s = b->s;
    ptrdiff_t place[TOGETHER];
    for (ptrdiff_t t = 0; t < sites; t++)
        place[t] = enter_site(b, site + t, t);
    for (ptrdiff_t at = 0; at < s->line; at += s->chunk) {
        const ptrdiff_t left = s->line - at, numbers = left < s->chunk ? left : s->chunk;
        for (ptrdiff_t t = 0; t < sites; t++)
            sum_lines(b, place[t], at, numbers, t);
        hand_out(b, sites, at, numbers);
    }
}

/* Sums the last axis: eight sums side by side (direct_sum.h), without a factor after them. */
static stet_ddc finish(const job *b, ptrdiff_t output)
{
    enum { L = STET_SUM_LANES };
    const stet_direct_axes *s = b->s;
    const stet_direct_axis *axis = axis_i(s);
    const ptrdiff_t k = b->index[output * s->rank + s->rank - 1];
    const double none[STET_DD_WORDS] = {0}, *turns = none, *weights = b->these;
    double lane[STET_DD_WORDS * L] = {0}, *lanes = lane;
    double *z = b->outputs + STET_DD_WORDS * output * s->line;
    const double *row = z;
    ptrdiff_t turn = turn_of(k, axis->start, axis->n);
    for (ptrdiff_t j = axis->count; j < s->line; j++) /* clears the numbers behind a line */
        set(z, j, (stet_ddc){{0, 0}, {0, 0}});
    for (ptrdiff_t j = 0; j < s->line; j++) {
        const stet_ddc root = s->roots[s->rank - 1][turn];
        set_weight(b->these + STET_WEIGHT_WORDS * (j - j % L) + j % L, L, root,
                   magic_of(b->grid[LAST].weight_grid));
        turn += turn + k < axis->n ? k : k - axis->n;
    }
    s->kernels->grid.enter(z, STET_WORDS, s->line, magic_of(b->grid[LAST].grid), z);
    s->kernels->sum(1, &row, s->line, s->line, &weights, &turns, &lanes);
    stet_ddc sum = {{0, 0}, {0, 0}};
    for (int i = 0; i < L; i++)
        sum = stet_dd_cadd(sum,
                           (stet_ddc){{lane[i], lane[L + i]}, {lane[2 * L + i], lane[3 * L + i]}});
    return sum;
}

void stet_direct_axes_run(const stet_direct_axes *s, const void *x, int source, stet_dd_size size,
                          const ptrdiff_t *index, ptrdiff_t count, stet_ddc *outputs, void *work)
{
    const pieces p = pieces_of(s, count);
    double *words = (double *)work;
    job b = {.s = s,
             .x = x,
             .source = source,
             .index = index,
             .count = count,
             .folded = words,
             .sums = words + p.sums,
             .weights = words + p.weights,
             .outputs = words + p.outputs,
             .roots = words + p.roots,
             .others = words + p.others,
             .these = words + p.others + stet_dd_words(count),
             .first = (ptrdiff_t *)(words + p.lists)};
    b.next = b.first + axis_a(s)->n;
    (void)all_grids(s, size, b.grid);
    prepare(&b);
    const int is_empty = axis_a(s)->count == 0 || axis_i(s)->count == 0;
    for (ptrdiff_t site = 0; site < s->outer && !is_empty; site += s->together) {
        const ptrdiff_t left = s->outer - site;
        run_sites(&b, site, left < s->together ? left : s->together);
    }
    for (ptrdiff_t i = 0; i < count; i++)
        outputs[i] = is_empty ? (stet_ddc){{0, 0}, {0, 0}} : finish(&b, i);
}
