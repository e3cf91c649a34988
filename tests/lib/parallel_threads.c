/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/parallel.h"

#include <pthread.h>
#include <stdlib.h>

struct one {
    pthread_t thread;
    stet_task *task;
    void *data;
    ptrdiff_t index;
};

static void *run(void *argument)
{
    struct one *o = argument;
    o->task(o->data, o->index);
    return NULL;
}

void parallel_threads(void *context, ptrdiff_t count, stet_task *task, void *data)
{
    (void)context;
    struct one *all = calloc((size_t)count, sizeof *all);
    if (all == NULL)
        abort();
    for (ptrdiff_t i = 0; i < count; i++) {
        all[i] = (struct one){.task = task, .data = data, .index = i};
        if (pthread_create(&all[i].thread, NULL, run, &all[i]) != 0)
            abort();
    }
    for (ptrdiff_t i = 0; i < count; i++)
        pthread_join(all[i].thread, NULL);
    free(all);
}
