/* SPDX-License-Identifier: Apache-2.0 */
/* Copies complex lines that are neighbours to where each is contiguous, and back: gathered.c. A
 * template. */

/* This is stet_transpose_pairs() of dispatch.h. The last tile overlaps the one before it. */
static void transpose_pairs(const void *in, ptrdiff_t is, void *out, ptrdiff_t os, ptrdiff_t rows,
                            ptrdiff_t columns)
{
    enum { SIDE = VL / 2 };
    const T *x = (const T *)in;
    T *y = (T *)out;
    for (ptrdiff_t row = 0; row < rows; row += SIDE)
        for (ptrdiff_t column = 0; column < columns; column += SIDE) {
            const ptrdiff_t r = column_at(row, rows, SIDE), c = column_at(column, columns, SIDE);
            V z[SIDE];
            UNROLL(16)
            for (int i = 0; i < SIDE; i++)
                z[i] = LOAD(x + 2 * ((r + i) * is + c));
            UNROLL(4)
            for (int h = SIDE; h > 1; h /= 2) {
                UNROLL(16)
                for (int i = 0; i < SIDE; i++)
                    if (!(i & h / 2))
                        TRANSPOSE(h, &z[i], &z[i + h / 2]);
            }
            UNROLL(16)
            for (int i = 0; i < SIDE; i++)
                STORE(y + 2 * ((c + i) * os + r), z[i]);
        }
}
