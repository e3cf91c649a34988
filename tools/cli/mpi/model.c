/* SPDX-License-Identifier: Apache-2.0 */
/* In one exchange among p of P ranks each rank sends e N/P (1 - 1/p) bytes in p - 1 messages. The
 * ranks of a node share its bandwidth, and the computation is spread evenly. Nothing overlaps; with
 * chunks, at best the larger of the two times remains. */
#include "model.h"

#include <math.h>
#include <string.h>

struct layout {
    const char *name;
    int rank;      /* least rank it needs; 1: it serves only rank 1 */
    int dims;      /* dimensions of the grid */
    int exchanges; /* exchanges along each of them in turn */
};

static const struct layout layouts[MODEL_LAYOUTS] = {
    {"slab, natural", 2, 1, 2},      {"slab, transposed", 2, 1, 1}, {"pencil, natural", 3, 2, 4},
    {"pencil, transposed", 3, 2, 2}, {"cyclic", 2, 1, 1},           {"1-D, natural", 1, 1, 3},
    {"1-D, transposed", 1, 1, 2},    {"1-D, cyclic", 1, 1, 1}};

/* Returns the largest divisor of p that is not above its square root. */
static int divisor(double p)
{
    int best = 1;
    for (int d = 1; (double)d * d <= p; d++)
        if (fmod(p, d) == 0)
            best = d;
    return best;
}

static double smaller(double a, double b) { return a < b ? a : b; }

/* Returns how many ranks can have a part of the axis that dimension i of the grid cuts. */
static double most(const struct layout *l, const struct problem *p, int i)
{
    const ptrdiff_t *n = p->n;
    if (l->rank == 1) /* a phase of n = A B has A or B ranks */
        return sqrt((double)n[0]);
    if (strcmp(l->name, "cyclic") == 0) { /* cuts inside one axis, not the last */
        double longest = 1;
        for (int axis = 0; axis < p->rank - 1; axis++)
            longest = (double)n[axis] > longest ? (double)n[axis] : longest;
        return sqrt(longest);
    }
    if (l->dims == 1)
        return smaller((double)n[0], (double)n[1]);
    return i == 0 ? smaller((double)n[0], (double)n[1]) : smaller((double)n[1], (double)n[2]);
}

static void predict(const struct layout *l, const struct machine *m, const struct problem *p,
                    struct prediction *out)
{
    const double total = m->nodes * m->ranks_per_node, share = p->bytes * p->numbers / total;
    const int columns = l->dims == 2 ? divisor(total) : 1;
    memset(out, 0, sizeof *out);
    out->layout = l->name;
    out->grid[0] = (int)(total / columns);
    out->grid[1] = columns;
    if (l->rank == 1 ? p->rank != 1 : p->rank < l->rank)
        out->why_not = l->rank == 1   ? "of one dimension"
                       : l->rank == 2 ? "of two dimensions or more"
                                      : "of three dimensions or more";
    else if (out->grid[0] > most(l, p, 0) || out->grid[1] > most(l, p, 1))
        out->why_not = "more ranks than parts";
    out->exchanges = l->exchanges;
    out->compute = p->flops / (m->nodes * m->flops);
    for (int i = 0; i < l->exchanges; i++) {
        const double among = out->grid[l->dims == 2 ? 1 - i % 2 : 0];
        const double bytes = share * (1 - 1 / among);
        out->messages += among - 1;
        out->bytes_per_rank += bytes;
        out->exchange +=
            m->latency * (among - 1) + bytes * m->ranks_per_node / (m->bandwidth * m->efficiency);
    }
    out->memory = 3 * share; /* input, output and one workspace */
}

void model_predict(const struct machine *m, const struct problem *p,
                   struct prediction all[MODEL_LAYOUTS])
{
    for (int i = 0; i < MODEL_LAYOUTS; i++)
        predict(&layouts[i], m, p, &all[i]);
}
