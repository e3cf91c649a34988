/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that belong to no transform's plan: CUDA's sines and cosines, and those of an article. */
#include "plan/build.h"

enum { THREADS = 128, LONGEST_SUM = 1 << 20 };

static stet_gpu_launch *add(stet_gpu_builder *b, const char *name, int real, int what,
                            int64_t threads)
{
    stet_gpu_launch *l = stet_gpu_add_launch(b);
    if (!l)
        return NULL;
    l->kernel = name;
    l->block = THREADS;
    l->grid = (threads + THREADS - 1) / THREADS;
    l->definitions = (stet_gpu_definitions){.REAL = real,
                                            .CORRECT = what,
                                            .STEPS = 1,
                                            .R0 = 1,
                                            .R1 = 1,
                                            .R2 = 1,
                                            .R3 = 1,
                                            .R4 = 1,
                                            .R5 = 1,
                                            .R6 = 1,
                                            .R7 = 1,
                                            .G = 1,
                                            .LANES = 1,
                                            .DEPTH = 1,
                                            .DIMS_IN = 1,
                                            .DIMS_OUT = 1};
    for (int i = 2; i < STET_GPU_SLOTS; i++)
        l->slot[i] = (stet_gpu_slot){STET_GPU_TABLES, 0};
    l->slot[1] = (stet_gpu_slot){STET_GPU_OUT, 0};
    return l;
}

static stet_status finish(stet_gpu_builder *b, stet_gpu_lowering **lowering)
{
    if (!stet_gpu_finish(b))
        return b->status;
    *lowering = b->result;
    return STET_OK;
}

stet_status stet_gpu_lower_trig(stet_gpu_lowering **lowering, stet_trig_function function, int own,
                                int64_t n)
{
    stet_gpu_builder b;
    *lowering = NULL;
    if (function < STET_TRIG_SIN || function > STET_TRIG_COSPI)
        return STET_E_FUNCTION;
    if (n < 1 || n > (int64_t)INT32_MAX * THREADS)
        return STET_E_LENGTH;
    if (stet_gpu_begin(&b, NULL))
        return b.status;
    stet_gpu_add_table(&b, sizeof(int64_t)); /* slots need a table */
    stet_gpu_launch *l = add(&b, "stet_trig_map", 32, IS_TRIG, n);
    if (l) {
        l->definitions.SCALED = own;
        l->number[0] = (int64_t)function;
        l->number[1] = n;
    }
    const stet_status status = finish(&b, lowering);
    if (!status)
        b.result->needs_f64 = 1; /* reduction of large arguments */
    return status;
}

static void add_stages(stet_gpu_builder *b, int real, int64_t n)
{
    const stet_gpu_graph graph = stet_gpu_graph_of(n);
    int64_t odd_at = 0, level_at = 0;
    const int64_t table = stet_gpu_graph_table(b, real, &graph, 1, &odd_at, &level_at);
    stet_gpu_launch *l = add(b, "stet_bit_reversal", real, IS_ARTICLE, n);
    if (l)
        l->number[0] = graph.count;
    for (int level = 0; level < graph.count; level++) {
        l = add(b, "stet_stage", real, IS_ARTICLE, n / 2);
        if (!l)
            return;
        l->slot[2] = (stet_gpu_slot){STET_GPU_TABLES, table};
        l->number[0] = graph.count;
        l->number[1] = level;
        l->number[2] = level_at;
    }
}

stet_status stet_gpu_lower_article(stet_gpu_lowering **lowering, stet_gpu_article article,
                                   stet_precision precision, int64_t n)
{
    stet_gpu_builder b;
    const int real = precision == STET_F32 ? 32 : 64;
    *lowering = NULL;
    if (precision != STET_F32 && precision != STET_F64)
        return STET_E_PRECISION;
    const int is_sum = article == STET_GPU_ARTICLE_SUM;
    if (n < 1 || n > (is_sum ? LONGEST_SUM : STET_GPU_LONGEST) || (!is_sum && (n & (n - 1)) != 0))
        return STET_E_LENGTH;
    if (stet_gpu_begin(&b, NULL))
        return b.status;
    if (is_sum) {
        const int64_t roots = stet_gpu_root_table(&b, real, n);
        stet_gpu_launch *l = add(&b, "stet_sum_of_definition", real, IS_ARTICLE, n);
        if (l) {
            l->slot[3].offset = roots;
            l->number[0] = n;
        }
    } else {
        add_stages(&b, real, n);
    }
    return finish(&b, lowering);
}
