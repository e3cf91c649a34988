/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/dft.h"

#include "arith/integers.h"
#include "graph/norm.h"

struct stet_norm_scale stet_norm_scale_of(int rank, const ptrdiff_t *lengths,
                                          stet_direction direction, stet_norm norm)
{
    struct stet_norm_scale scale = {1, 1};
    struct stet_primes primes = {0};
    if (norm != STET_NORM_ORTHO) {
        bool scaled = stet_norm_divides(norm, direction);
        for (int i = 0; i < rank && scaled; i++)
            scale.divisor *= lengths[i];
        return scale;
    }
    for (int i = 0; i < rank; i++)
        stet_primes_times(&primes, lengths[i]);
    for (int i = 0; i < primes.count; i++)
        for (int e = primes.exponent[i]; e > 0; e -= 2)
            *(e == 1 ? &scale.f : &scale.divisor) *= primes.p[i];
    return scale;
}
