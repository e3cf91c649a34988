/* SPDX-License-Identifier: Apache-2.0 */
/* reference N ROWS reads rows of N complex doubles from standard input and writes their exact DFT
 * to standard output: the real parts and the imaginary parts of a row, each as the N nearest
 * doubles and the N doubles nearest to the rest. It uses Arb (acb_dft), which bounds its own error:
 * 2^-130. */
#include <acb.h>
#include <acb_dft.h>
#include <stdio.h>
#include <stdlib.h>

enum { BITS = 192 };

static double nearest(const arf_t x) { return arf_get_d(x, ARF_RND_NEAR); }

/* Writes both words of each x[i]. Ends the program if the enclosure is too wide. */
static void put(acb_srcptr x, long n, int imaginary, double *words)
{
    arf_t rest;
    arf_init(rest);
    for (long i = 0; i < n; i++) {
        arb_srcptr part = imaginary ? acb_imagref(x + i) : acb_realref(x + i);
        words[i] = nearest(arb_midref(part));
        arf_set_d(rest, words[i]);
        arf_sub(rest, arb_midref(part), rest, ARF_PREC_EXACT, ARF_RND_DOWN);
        words[n + i] = nearest(rest);
        if (mag_cmp_2exp_si(arb_radref(part), -130) > 0) {
            fprintf(stderr, "reference: the enclosure is too wide\n");
            exit(1);
        }
    }
    arf_clear(rest);
}

int main(int argc, char **argv)
{
    const long n = argc == 3 ? atol(argv[1]) : 0, rows = argc == 3 ? atol(argv[2]) : 0;
    double *numbers = n > 0 ? calloc(2 * (size_t)n, sizeof *numbers) : NULL;
    if (numbers == NULL || rows < 1)
        return 2;
    acb_ptr x = _acb_vec_init(n), y = _acb_vec_init(n);
    for (long row = 0; row < rows; row++) {
        if (fread(numbers, 16, (size_t)n, stdin) != (size_t)n)
            return 2;
        for (long i = 0; i < n; i++)
            acb_set_d_d(x + i, numbers[2 * i], numbers[2 * i + 1]);
        acb_dft(y, x, n, BITS);
        for (int imaginary = 0; imaginary < 2; imaginary++) {
            put(y, n, imaginary, numbers);
            if (fwrite(numbers, 16, (size_t)n, stdout) != (size_t)n)
                return 2;
        }
    }
    _acb_vec_clear(x, n);
    _acb_vec_clear(y, n);
    free(numbers);
    return fflush(stdout) == 0 ? 0 : 2;
}
