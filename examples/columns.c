/* SPDX-License-Identifier: Apache-2.0
 * Strides, a batch, a plan and its own workspace: the transform of every column of a matrix
 * that is stored by rows, in place, and back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <stet.h>

enum { ROWS = 4, COLUMNS = 3 };

static stet_status transform_columns(double *matrix, stet_direction direction)
{
    /* Strides count complex numbers: down a column, then from column to column. */
    const stet_dim down = {ROWS, COLUMNS, COLUMNS}, across = {COLUMNS, 1, 1};
    stet_options options;
    stet_plan *plan;
    stet_options_init(&options);
    options.direction = direction;
    options.rank = 1;
    options.dims = &down;
    options.batch_rank = 1;
    options.batch = &across;

    stet_status status = stet_plan_create(&plan, &options);
    if (status != STET_OK)
        return status;
    /* A plan may run any number of times, on any arrays, in any thread that brings its own
     * workspace; stet_execute() would bring one by itself. */
    const size_t size = stet_plan_workspace(plan);
    void *work = malloc(size + 1);
    status = work ? stet_execute_with(plan, matrix, matrix, work, size) : STET_E_MEMORY;
    free(work);
    stet_plan_destroy(plan);
    return status;
}

int main(void)
{
    double matrix[2 * ROWS * COLUMNS] = {0}, before[2 * ROWS * COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; i++)
        matrix[2 * i] = i;
    memcpy(before, matrix, sizeof matrix);

    stet_status status = transform_columns(matrix, STET_FORWARD);
    for (int i = 0; status == STET_OK && i < ROWS * COLUMNS; i++)
        printf("%4g%+gi%s", matrix[2 * i], matrix[2 * i + 1], (i + 1) % COLUMNS ? "  " : "\n");
    if (status == STET_OK)
        status = transform_columns(matrix, STET_INVERSE);
    if (status != STET_OK) {
        fprintf(stderr, "columns: %s\n", stet_strerror(status));
        return 1;
    }
    printf("and back: %s\n",
           memcmp(matrix, before, sizeof matrix) ? "other bits" : "the same bits");
    return 0;
}
