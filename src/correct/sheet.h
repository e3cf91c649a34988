/* SPDX-License-Identifier: Apache-2.0 */
/* Inside sheet.c. Several dimensions: k has the order L = lcm of its orders on the axes, so for each prime p | L, p^e || L, there is an
 * axis on which its order is divisible by p^e: choose one for each p. C_j, the product of the p^e of axis j, are
 * coprime and have the product L; M_j = gcd(n_j, L/C_j) is prime to C_j; and the order of k on axis j divides
 * C_j M_j. With kappa_j = k_j/(n_j/(C_j M_j)), 1/(C_j M_j) = v_j/C_j + u_j/M_j mod 1 (v_j = M_j^-1 mod C_j, u_j = C_j^-1 mod
 * M_j) and the c mod L that is kappa_j v_j mod C_j for all j, the phase of the input (n_j) is
 *   sum_j n_j kappa_j/(C_j M_j) = c (sum_j n_j/C_j + sum_j r_j n_j/M_j),   r_j = c^-1 kappa_j u_j mod M_j.
 * So the answers for all k of order L with these axes are in one SHEET: a row for each (r_j), in it a folded input
 *   z[m] = sum of the inputs with sum_j n_j L/C_j + sum_j r_j n_j L/M_j = m mod L,
 * and with eta = zeta_L^c, X_k = sum_m z[m] eta^-m as in one dimension (tower.h).
 *
 * All rows at once: the inputs folded to M_j, and to the column sum_j n_j L/C_j, are polynomials in x modulo x^L - 1, and
 * the rows are their Fourier transform over the axes, with x^(L/M_j), whose M_j-th power is 1, for the root
 * of unity (polynomial transform, Nussbaumer 1981): products by roots are shifts, so it takes
 * additions only, sum_p p of them a number and axis for the prime factors p of M_j. */
#ifndef STET_CORRECT_SHEET_H
#define STET_CORRECT_SHEET_H

#include "correct/tower.h"

struct stet_sheet {
    struct stet_sheet *next;
    int64_t L, rows;
    int64_t *c, *m; /* C_j and M_j of each axis */
    struct stet_ring ring;
    bool *open;   /* of row r, question q (tower.h): 4 r + q */
    int64_t *sum; /* of the same: planes each */
};

/* sheet_fill.c: the answers of a sheet whose room is there; STET_OK or STET_E_MEMORY. */
stet_status stet_sheet_fill(struct stet_exact *exact, struct stet_sheet *sheet);

#endif
