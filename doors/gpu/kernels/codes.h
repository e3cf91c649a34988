/* SPDX-License-Identifier: Apache-2.0 */
/* These macros name the definitions and numbers of a launch (doors/gpu/plan/launch.h). The kernels
 * and the plan both read this file, so it contains macros alone. */

/* IN_FORMAT, OUT_FORMAT: the format of the numbers in an array. OWN is T. */
#define FORMAT_OWN 0
#define FORMAT_F16 1
#define FORMAT_BF16 2
#define FORMAT_F32 3
#define FORMAT_F64 4

/* IN_FORM, OUT_FORM: the content of a line's array; n is the length of the line. COMPLEX: complex
 * numbers. REAL: real ones (output: the real parts). HALF: numbers 0 .. n/2 of a Hermitian
 * spectrum (output: these, with +0 added). PAIRS: input: the numbers 0 .. n of a half spectrum,
 * combined to n complex ones that stand for 2 n real ones; output: n complex numbers written as 2
 * n real ones. */
#define FORM_COMPLEX 0
#define FORM_REAL 1
#define FORM_HALF 2
#define FORM_PAIRS 3

/* IN_MAP, OUT_MAP: the work between the array and the transform. The step of a prime above
 * 127 is a convolution (docs/bits.md, section 5): RADER and CHIRP are for its two transforms, input
 * and output. TWIST multiplies by the twiddles of a line that half mode store divides. */
#define MAP_NONE 0
#define MAP_RADER 1
#define MAP_CHIRP 2
#define MAP_FILTER 3
#define MAP_RADER_FILTER 4
#define MAP_TWIST 5

/* FUSED: one launch computes a convolution: both its transforms, with the filter between them. */

/* SWAP_IN, SWAP_OUT: swaps real and imaginary parts, between array and map, and between map and
 * transform. */
#define SWAP_ARRAY 1
#define SWAP_TRANSFORM 2

/* CORRECT: the kind of a program. PLAIN is a pass that writes numbers as they are. Level correct
 * has a deciding last pass, and kernels before and after the passes. */
#define IS_PLAIN 0
#define IS_DECIDING 1
#define IS_ENERGY 2
#define IS_DIRECT 3
#define IS_TRIG 4    /* no transform */
#define IS_ARTICLE 5 /* the three kernels of the article */
#define IS_REST 6
#define IS_WIDEN 7 /* before and after passes in double-double */
#define IS_SETTLE 8

/* Odd radices above 13, up to 127, have direct steps. A group of DIRECT_OUTPUTS numbers k needs a
 * table of cos and sin of 2 pi i k/r, all k of the group for i = 1, then for i = 2 and so on; the
 * last group is filled up with zeros. */
#define IS_DIRECT_RADIX(r) ((r) > 16)
#define DIRECT_OUTPUTS 4
#define DIRECT_HELD (2 * DIRECT_OUTPUTS + 1) /* outputs of a group, with output 0 */
#define DIRECT_GROUPS(r) (((r) / 2 + DIRECT_OUTPUTS - 1) / DIRECT_OUTPUTS)
#define DIRECT_SIZE(r) (2 * DIRECT_GROUPS(r) * DIRECT_OUTPUTS * ((r) / 2))

/* Numbers after the strides of a layout: correct.h. */
#define EXTRA_SIZE 9

/* The numbers of stet_pass. */
#define NUMBER_L0 0       /* rows before the pass */
#define NUMBER_C 1        /* columns after it */
#define NUMBER_SUBS 2     /* tiles: lines * L0 * C */
#define NUMBER_N 3        /* length of a line in its form */
#define NUMBER_OUTER 4    /* rough step: rows and columns, lines of the launch per array's line */
#define NUMBER_ODD_AT 5   /* start of the tables of the pass's odd steps */
#define NUMBER_LEVEL_AT 6 /* start of the tables of the levels, in complex numbers */
#define NUMBER_HALF_AT 7  /* start of the table of FORM_PAIRS, or of a rough step's twiddles */
#define NUMBER_SCALE 8    /* the factor: bits of a word; f16: of a float */
#define NUMBER_REST 9     /* the factor minus its first word */
#define NUMBER_LOAD 10    /* factor of 16-bit numbers when they are read: bits of a float */
#define NUMBER_ROUGH 11   /* the prime of a rough step */
#define NUMBER_OUT_MAP 12 /* bytes from IN_MAP's table to OUT_MAP's */
#define NUMBER_CORRECT 13 /* bytes from slot 5 to level correct's records */
#define NUMBER_FILTER 14  /* bytes from IN_MAP's table to the filter */
#define NUMBER_ROWS 15    /* rows before a rough step */
