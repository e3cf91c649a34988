/* SPDX-License-Identifier: Apache-2.0 */
/* Defines the elements of a line in memory; here they are numbers of T. half/direct.h and
 * correct/fused_lines.h define others, which are converted and tested when they are read and
 * written. README.md says what each hook does. A template. */

typedef T E, Load;
typedef int Reading, Most;

#define EXCHANGED(how) (how)
#define READING(exchanged, load) (exchanged)
#define READ_COLUMNS(p, re, im) LOAD_COLUMNS(p, re, im)
#define READ_PAIRS(p, re, im) LOAD_PAIRS(p, re, im)
#define READ_REALS(p) LOAD(p)
#define READ_REAL_COLUMNS(p) LOAD_REAL_COLUMNS(p)
#define READ_LANES(p, re, im) LOAD_LANES(p, re, im)
#define READ_REAL_LANES(p) LOAD_REAL_LANES(p)
#define SCALE_READ(how, s, z) ((void)0)
#define SCALE_REALS(how, s, z) ((void)0)
#define ALL_READ(how) ((void)(how))
#define READ_SCALED(source, how) ((void)0)
#define SCALE_SOURCE(source, r, z) ((void)0)
#define WRITE_RUNS(p, q, re, im, most) ((void)(most), STORE_RUNS(p, q, re, im))
#define WRITE_PAIRS(p, re, im, most) ((void)(most), STORE_PAIRS(p, re, im))
#define WRITE_LANES(p, re, im, most) ((void)(most), STORE_LANES(p, re, im))
#define NOTHING_YET(most) 0
#define KEEP_MOST(out, most) ((void)(out), (void)(most))
#define GIVE_MOST(to, most) ((void)(to), (void)(most))
#define WRITE_NUMBERS(y, count, at, numbers, most) write_numbers(y, count, at, numbers)

INLINE void write_numbers(E *y, int count, const ptrdiff_t *at, const T *numbers)
{
    for (int i = 0; i < count; i++)
        y[at[i]] = numbers[i];
}
