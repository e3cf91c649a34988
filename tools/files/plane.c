/* SPDX-License-Identifier: Apache-2.0 */
/* Draws a spectrum over two frequencies as a heat map. */
#include "files/heat.h"
#include "files/plot.h"

#include <math.h>
#include <stdlib.h>

/* The libm functions here decide where a pixel goes and no bit of any result. */

struct view {
    const struct plane *plane;
    const struct array *array;
    size_t stride[2]; /* of the two axes, in elements */
    int cells[2];
    float *values; /* of the cells, row by row */
};

/* Returns the magnitude of bins (k0, k1). The spectrum X of real numbers has |X(-k)| = |X(k)|, from
 * which the half that is not in the array follows. */
static double magnitude(const struct view *v, const size_t *k)
{
    const struct plane *p = v->plane;
    const struct dtype *t = v->array->layout.dtype;
    size_t at[2] = {k[0], k[1]};
    if (p->half >= 0 && at[p->half] > p->n[p->half] / 2)
        for (int i = 0; i < 2; i++)
            at[i] = (p->n[i] - at[i]) % p->n[i];
    const unsigned char *x = (const unsigned char *)v->array->data +
                             (at[0] * v->stride[0] + at[1] * v->stride[1]) * t->size;
    return hypot(component_get(x, t->component),
                 component_get(x + component_size(t->component), t->component));
}

/* Returns the place of the first bin of a cell along axis i. Place 0 is the lowest frequency,
 * -(n / 2) / n. */
static size_t first_place(const struct view *v, int i, int cell)
{
    const size_t n = v->plane->n[i], cells = (size_t)v->cells[i], c = (size_t)cell;
    return n / cells * c + n % cells * c / cells; /* n * c / cells without overflow */
}

/* Returns the largest magnitude of a cell; NaN if nothing there is finite. */
static double cell_magnitude(const struct view *v, int row, int column)
{
    const size_t *n = v->plane->n;
    double largest = (double)NAN;
    for (size_t i = first_place(v, 0, row); i < first_place(v, 0, row + 1); i++)
        for (size_t j = first_place(v, 1, column); j < first_place(v, 1, column + 1); j++) {
            const size_t k[2] = {(i + n[0] - n[0] / 2) % n[0], (j + n[1] - n[1] / 2) % n[1]};
            const double m = magnitude(v, k);
            if (isfinite(m) && !(m <= largest))
                largest = m;
        }
    return largest;
}

/* Stores the cells in dB below the largest, which is returned; 0 if none is finite and not zero. */
static double fill(const struct view *v)
{
    const size_t count = (size_t)v->cells[0] * (size_t)v->cells[1];
    double largest = 0;
    for (int row = 0; row < v->cells[0]; row++)
        for (int column = 0; column < v->cells[1]; column++) {
            const double m = cell_magnitude(v, row, column);
            v->values[(size_t)row * (size_t)v->cells[1] + (size_t)column] = (float)log10(m);
            largest = fmax(largest, m);
        }
    for (size_t i = 0; i < count; i++)
        v->values[i] = (float)(20 * ((double)v->values[i] - log10(largest)));
    return largest;
}

static int ascending(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Returns the level in dB, a multiple of 20, that all but a hundredth of the cells stay above: a
 * few zeros must not squeeze all else into one colour. sorted has space for all cells. */
static double find_floor(const struct view *v, float *sorted)
{
    const size_t count = (size_t)v->cells[0] * (size_t)v->cells[1];
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(v->values[i]))
            sorted[used++] = v->values[i];
    qsort(sorted, used, sizeof *sorted, ascending);
    const size_t zeros = count - used; /* and NaN: they are part of the hundredth */
    const size_t spared = count / 100 > zeros ? count / 100 - zeros : 0;
    return fmin(-20, 20 * floor((double)sorted[spared] / 20));
}

static struct heat_axis make_axis(const struct plane *p, int i, char *title, size_t size)
{
    const double n = (double)p->n[i], unit = p->rate[i] > 0 ? p->rate[i] : 1;
    const size_t half = p->n[i] / 2;
    const double low = -(double)half;
    snprintf(title, size, "frequency along axis %d (%s)", p->axis[i],
             p->rate[i] > 0 ? "Hz" : "cycles per sample");
    return (struct heat_axis){(low - 0.5) / n * unit, (low + n - 0.5) / n * unit, title};
}

/* Draws what is in v->values; sorted has space for all of it. */
static void draw(const struct view *v, float *sorted, FILE *out)
{
    char titles[2][80], subtitle[400];
    const struct plane *p = v->plane;
    const double largest = fill(v);
    const bool several = p->n[0] > (size_t)v->cells[0] || p->n[1] > (size_t)v->cells[1];
    snprintf(subtitle, sizeof subtitle, "%s%s%s", p->subtitle,
             several ? "; each cell: its largest value" : "",
             largest > 0 ? "" : "; no value is finite and not zero");
    struct heat h = {p->title,
                     subtitle,
                     make_axis(p, 1, titles[1], sizeof titles[1]),
                     make_axis(p, 0, titles[0], sizeof titles[0]),
                     "magnitude (dB, largest = 0)",
                     largest > 0 ? find_floor(v, sorted) : -20,
                     0,
                     v->cells[1],
                     v->cells[0],
                     v->values};
    heat_draw(&h, out);
}

bool plot_plane(const struct plane *p, const struct array *a, FILE *out, struct error *e)
{
    size_t stride[RANK_MAX];
    void *block;
    struct view v = {.plane = p, .array = a};
    layout_strides(&a->layout, stride);
    for (int i = 0; i < 2; i++) {
        v.stride[i] = stride[p->axis[i]];
        v.cells[i] = p->n[i] < HEAT_CELLS_MAX ? (int)p->n[i] : HEAT_CELLS_MAX;
    }
    const size_t count = (size_t)v.cells[0] * (size_t)v.cells[1];
    if (!allocate(&block, 2 * count * sizeof(float), e))
        return false;
    v.values = block;
    draw(&v, v.values + count, out);
    free(block);
    return true;
}
