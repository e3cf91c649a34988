/* SPDX-License-Identifier: Apache-2.0 */
#include "move.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"

ptrdiff_t stet_mpi_strides(int axes, const ptrdiff_t *n, int slow, ptrdiff_t *stride)
{
    ptrdiff_t next = 1;
    for (int i = axes - 1; i >= 0; i--)
        if (i != slow) {
            stride[i] = next;
            next *= n[i];
        }
    stride[slow] = next;
    return next * n[slow];
}

/* ------------------------------------------------------------------- copies - */

typedef struct {
    ptrdiff_t n, from, to; /* strides in bytes */
} copy_loop;

typedef struct {
    int loops;
    copy_loop loop[STET_MPI_AXES];
    size_t bytes; /* of what is contiguous on both sides */
} copy_job;

static void copy_row(const copy_loop *l, size_t bytes, const char *from, char *to)
{
    switch (bytes) {
    case 8:
        for (ptrdiff_t i = 0; i < l->n; i++)
            memcpy(to + i * l->to, from + i * l->from, 8);
        break;
    case 16:
        for (ptrdiff_t i = 0; i < l->n; i++)
            memcpy(to + i * l->to, from + i * l->from, 16);
        break;
    default:
        for (ptrdiff_t i = 0; i < l->n; i++)
            memcpy(to + i * l->to, from + i * l->from, bytes);
        break;
    }
}

static void copy_loops(const copy_job *job, int depth, const char *from, char *to)
{
    const copy_loop *l = &job->loop[depth];
    if (depth == job->loops - 1) {
        copy_row(l, job->bytes, from, to);
        return;
    }
    for (ptrdiff_t i = 0; i < l->n; i++)
        copy_loops(job, depth + 1, from + i * l->from, to + i * l->to);
}

void stet_mpi_copy(int axes, const ptrdiff_t *n, size_t element, const ptrdiff_t *from_stride,
                   const void *from, const ptrdiff_t *to_stride, void *to)
{
    copy_job job = {.bytes = element};
    const ptrdiff_t size = (ptrdiff_t)element;
    for (int i = 0; i < axes; i++) {
        const copy_loop l = {n[i], from_stride[i] * size, to_stride[i] * size};
        if (l.n == 0)
            return;
        int k = job.loops;
        if (l.n > 1) {
            for (; k > 0 && job.loop[k - 1].to < l.to; k--)
                job.loop[k] = job.loop[k - 1];
            job.loop[k] = l;
            job.loops++;
        }
    }
    /* What is contiguous on both sides is one. */
    while (job.loops > 0) {
        const copy_loop *l = &job.loop[job.loops - 1];
        if (l->from != (ptrdiff_t)job.bytes || l->to != (ptrdiff_t)job.bytes)
            break;
        job.bytes *= (size_t)l->n;
        job.loops--;
    }
    if (job.loops == 0)
        memcpy(to, from, job.bytes);
    else
        copy_loops(&job, 0, (const char *)from, (char *)to);
}

/* ----------------------------------------------------------------- messages - */

/* Indices of an axis that a rank of the group has in its block. */
static ptrdiff_t block(const ptrdiff_t *cut, int rank) { return cut[rank + 1] - cut[rank]; }

/* Elements of what is received for one index along b. */
static ptrdiff_t received(const stet_mpi_move *m)
{
    ptrdiff_t count = 1;
    for (int i = 0; i < m->axes; i++)
        count *= i == m->b ? 1 : m->to[i];
    return count;
}

static ptrdiff_t sent(const stet_mpi_move *m)
{
    ptrdiff_t count = 1;
    for (int i = 0; i < m->axes; i++)
        count *= i == m->a ? 1 : m->from[i];
    return count;
}

/* The extents of what comes from a rank, and its strides there. */
static void piece_of(const stet_mpi_move *m, int rank, ptrdiff_t *n, ptrdiff_t *stride)
{
    memcpy(n, m->to, sizeof m->to);
    n[m->b] = block(m->cut_b, rank);
    stet_mpi_strides(m->axes, n, m->a, stride);
}

/* count elements as one type: MPI's counts are ints, so in two steps. 0 if it does not fit. */
static int make_unit(size_t element, ptrdiff_t count, MPI_Datatype *type)
{
    MPI_Datatype one;
    if (element > INT_MAX || count > INT_MAX ||
        MPI_Type_contiguous((int)element, MPI_BYTE, &one) != MPI_SUCCESS)
        return 0;
    const int made = MPI_Type_contiguous((int)count, one, type) == MPI_SUCCESS;
    MPI_Type_free(&one);
    return made && MPI_Type_commit(type) == MPI_SUCCESS;
}

/* What comes from a rank in its place in an array of those strides: its loops from the inside out.
 */
static int make_type(const stet_mpi_move *m, int rank, const ptrdiff_t *stride, MPI_Datatype *type)
{
    ptrdiff_t n[STET_MPI_AXES], piece[STET_MPI_AXES];
    piece_of(m, rank, n, piece);
    MPI_Datatype t;
    if (!make_unit(m->element, 1, &t))
        return 0;
    for (int done = m->axes - 1, i = done; done >= 0; done--) {
        i = done > 0 ? (done > m->a ? done : done - 1)
                     : m->a; /* the others in their order, then a */
        MPI_Datatype next;
        const int made = n[i] <= INT_MAX &&
                         MPI_Type_create_hvector((int)n[i], 1, stride[i] * (MPI_Aint)m->element, t,
                                                 &next) == MPI_SUCCESS;
        MPI_Type_free(&t);
        if (!made)
            return 0;
        t = next;
    }
    const MPI_Aint at = m->cut_b[rank] * stride[m->b] * (MPI_Aint)m->element;
    const int one = 1;
    const int made = MPI_Type_create_hindexed(1, &one, &at, t, type) == MPI_SUCCESS;
    MPI_Type_free(&t);
    return made && MPI_Type_commit(type) == MPI_SUCCESS;
}

stet_status stet_mpi_move_create(stet_mpi_move *m, const ptrdiff_t *stride)
{
    const size_t p = (size_t)m->p;
    m->unit[0] = m->unit[1] = MPI_DATATYPE_NULL;
    m->counts = (int *)stet_alloc_array(4 * p, sizeof(int));
    m->types = (MPI_Datatype *)stet_alloc_array(2 * p, sizeof(MPI_Datatype));
    m->peer = (const char **)stet_alloc_array(p, sizeof *m->peer);
    if (!m->counts || !m->types || !m->peer)
        return STET_E_MEMORY;
    for (size_t i = 0; i < 2 * p; i++)
        m->types[i] = MPI_DATATYPE_NULL;
    for (int i = 0; i < m->p; i++) {
        if (m->cut_a[m->p] > INT_MAX || m->cut_b[m->p] > INT_MAX)
            return STET_E_OVERFLOW;
        m->counts[i] = (int)block(m->cut_a, i);
        m->counts[m->p + i] = (int)block(m->cut_b, i);
        m->counts[2 * m->p + i] = (int)m->cut_a[i];
        m->counts[3 * m->p + i] = (int)m->cut_b[i];
    }
    if (!make_unit(m->element, sent(m), &m->unit[0]) ||
        !make_unit(m->element, received(m), &m->unit[1]))
        return STET_E_OVERFLOW;
    if (m->way != STET_MPI_ALLTOALLW)
        return STET_OK;
    for (int i = 0; i < m->p; i++) {
        /* displacements of Alltoallw are ints of bytes: the place is in the type */
        const MPI_Aint at = m->cut_a[i] * sent(m) * (MPI_Aint)m->element;
        if (MPI_Type_create_hindexed(1, &m->counts[i], &at, m->unit[0], &m->types[i]) ||
            MPI_Type_commit(&m->types[i]) || !make_type(m, i, stride, &m->types[p + (size_t)i]))
            return STET_E_MPI;
    }
    for (int i = 0; i < m->p; i++) {
        m->counts[i] = m->counts[m->p + i] = 1;
        m->counts[2 * m->p + i] = m->counts[3 * m->p + i] = 0;
    }
    return STET_OK;
}

static void free_type(MPI_Datatype *t)
{
    if (*t != MPI_DATATYPE_NULL)
        MPI_Type_free(t);
}

void stet_mpi_move_destroy(stet_mpi_move *m)
{
    if (m->types) {
        for (int i = 0; i < 2 * m->p; i++)
            free_type(&m->types[i]);
        free_type(&m->unit[0]);
        free_type(&m->unit[1]);
    }
    stet_free(m->counts);
    stet_free(m->types);
    stet_free(m->peer);
}

stet_status stet_mpi_move_run(stet_mpi_move *m, const void *send, void *recv)
{
    const int p = m->p, *c = m->counts;
    int error;
    if (m->way == STET_MPI_ALLTOALLW)
        error = MPI_Alltoallw(send, c, c + 2 * p, m->types, recv, c + p, c + 3 * p, m->types + p,
                              m->comm);
    else
        error = MPI_Alltoallv(send, c, c + 2 * p, m->unit[0], recv, c + p, c + 3 * p, m->unit[1],
                              m->comm);
    return error == MPI_SUCCESS ? STET_OK : STET_E_MPI;
}

/* Where what comes from a rank is. */
static const char *piece_at(const stet_mpi_move *m, const void *recv, int rank)
{
    const ptrdiff_t size = (ptrdiff_t)m->element;
    if (m->way != STET_MPI_SHARED)
        return (const char *)recv + m->cut_b[rank] * received(m) * size;
    ptrdiff_t rest = block(m->cut_b, rank); /* what that rank sends for one index along a */
    for (int i = 0; i < m->axes; i++)
        rest *= i == m->a || i == m->b ? 1 : m->to[i];
    return m->peer[rank] + m->cut_a[m->me] * rest * size;
}

void stet_mpi_move_unpack(const stet_mpi_move *m, const void *recv, int slow, ptrdiff_t begin,
                          ptrdiff_t end, const ptrdiff_t *stride, void *to)
{
    const ptrdiff_t size = (ptrdiff_t)m->element;
    for (int i = 0; i < m->p; i++) {
        ptrdiff_t n[STET_MPI_AXES], piece[STET_MPI_AXES];
        piece_of(m, i, n, piece);
        n[slow] = end - begin;
        const char *from = piece_at(m, recv, i) + begin * piece[slow] * size;
        stet_mpi_copy(m->axes, n, m->element, piece, from, stride,
                      (char *)to + m->cut_b[i] * stride[m->b] * size);
    }
}
