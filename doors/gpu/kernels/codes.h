/* SPDX-License-Identifier: Apache-2.0 */
/* These macros name the definitions and numbers of a launch (doors/gpu/plan/launch.h). The kernels
 * and the plan read this file, so it has macros alone. */

/* IN_FORMAT, OUT_FORMAT: of the numbers in an array. OWN is T. */
#define FORMAT_OWN 0
#define FORMAT_F16 1
#define FORMAT_BF16 2
#define FORMAT_F32 3
#define FORMAT_F64 4

/* IN_FORM, OUT_FORM: what the array of a line holds, n being its length: complex numbers; real ones
 * (written: the real parts); numbers 0 .. n/2 of a Hermitian spectrum (written: those, +0 added);
 * read: those of 2 n real numbers, which n complex ones stand for; written: these as 2 n real ones.
 */
#define FORM_COMPLEX 0
#define FORM_REAL 1
#define FORM_HALF 2
#define FORM_PAIRS 3

/* IN_MAP, OUT_MAP: what lies between the array and the transform: the rough part of a length as a
 * convolution (docs/bits.md, section 5), in and out of two transforms; the twiddles of a line that
 * half mode store divides. */
#define MAP_NONE 0
#define MAP_RADER 1
#define MAP_CHIRP 2
#define MAP_FILTER 3
#define MAP_RADER_FILTER 4
#define MAP_TWIST 5

/* FUSED: a convolution in one launch: both its transforms, the filter between them. */

/* SWAP_IN, SWAP_OUT: whether real and imaginary parts change places, between array and map, and
 * between map and transform. */
#define SWAP_ARRAY 1
#define SWAP_TRANSFORM 2

/* CORRECT: what a program is: a pass that writes numbers as they are; of level correct the last
 * pass, and the kernels before and after the passes. */
#define IS_PLAIN 0
#define IS_DECIDING 1
#define IS_ENERGY 2
#define IS_DIRECT 3
#define IS_TRIG 4    /* no transform */
#define IS_ARTICLE 5 /* its three kernels */
#define IS_REST 6
#define IS_WIDEN 7 /* before and after passes in double-double */
#define IS_SETTLE 8

/* Numbers behind the strides of a layout: correct.h. */
#define EXTRA_SIZE 9

/* The numbers of stet_pass. */
#define NUMBER_L0 0   /* rows before the pass */
#define NUMBER_C 1    /* columns after it */
#define NUMBER_SUBS 2 /* tiles: lines L0 C */
#define NUMBER_N 3    /* numbers of a line, as its form counts them */
#define NUMBER_OUTER                                                                               \
    4 /* columns beside a rough part: the lines of the launch for one of the array */
#define NUMBER_ODD_AT 5   /* where the tables begin of the first odd step that has one */
#define NUMBER_LEVEL_AT 6 /* those of the levels, in complex numbers */
#define NUMBER_HALF_AT 7  /* that of FORM_PAIRS, in complex numbers */
#define NUMBER_SCALE 8    /* the factor: bits of a word; of f16 of a float */
#define NUMBER_REST 9     /* the second word, or what the factor has left out */
#define NUMBER_LOAD                                                                                \
    10 /* what 16-bit numbers are multiplied by when they are read: bits of a float */
#define NUMBER_ROUGH 11   /* the rough part */
#define NUMBER_OUT_MAP 12 /* bytes from the table of IN_MAP to that of OUT_MAP */
#define NUMBER_CORRECT 13 /* bytes from slot 5 to the records of level correct */
#define NUMBER_FILTER 14  /* FUSED: bytes from the table of IN_MAP to the filter */
