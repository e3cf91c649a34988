/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the table mojo, and lists the errors of the article. */
#include "tables/mojo.h"

/* Returns a splitmix64 number (Steele, Lea and Flood 2014). */
uint64_t mojo_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

float mojo_normal(uint64_t *state)
{
    int64_t sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (int64_t)(mojo_random(state) >> 32);
    return (float)((double)(sum - ((int64_t)6 << 32)) * 0x1p-32);
}

static const struct finding {
    const char *says, *is, *seen;
} findings[] = {
    {"-1.5707963705062866, -4.3711388e-08 and -1.2560587e-15 are CUDA's three parts of pi/2",
     "none of the three: the bits beside them are -1.57079625, -7.54978942e-08, -5.39030295e-15",
     "constants: other bits; the second has the wrong sign for the first"},
    {"the variant is compatible with libdevice, its sign flips near zero are rounding",
     "its pi/2 is wrong by 8.7e-08, so that k pi/2 is wrong by k times that",
     "precision: errors grow with x; sin(3.14159274) has the wrong sign"},
    {"the polynomials are the same as CUDA's",
     "they are near those of older CUDA; CUDA 13.0 has others",
     "constants: no coefficient but 1 has the same bits"},
    {"the three-part reduction is Payne and Hanek's",
     "it is Cody and Waite's; Payne and Hanek's serves from |x| = 105615 on, and is missing",
     "stet trig sinf --flavor article --check"},
    {"column Expected is CUDA",
     "sin(10) there is the correctly rounded one, CUDA gives -0.54402107; at 3.1415927 it is 0, "
     "the "
     "sine of pi",
     "precision: column Expected is"},
    {"ties go to even", "in float they do; the double version cuts temp + 0.5: away from zero",
     "rounding"},
    {"the double version is good for 1e-15",
     "for 5.7e-09: it has the polynomials of the float version",
     "precision: column F64 error; experiment: article, f64 is not exact"},
    {"an error of 2^-9 fails atol = rtol = 1e-3",
     "not by itself: it occurs at outputs of some hundreds, where 1e-3 + 1e-3 |X| is larger",
     "experiment: failures are 0 in every row"},
    {"errors come from the order of a parallel reduction",
     "a radix-2 transform has no reduction of free order; the rounded angle costs a factor 2.5",
     "experiment: cuda13 sinf against cuda13 sinpif and correct"},
    {"float32 accumulation in another order explains two results",
     "true of one long sum, and cured by an exact sum in any order", "order"},
    {"double inside and one rounding at the end is bit-exact",
     "with correctly rounded twiddles nearly always; with the article's own it is not",
     "experiment: outputs equal to the exact result"},
};

static void print_findings(struct tables *t)
{
    json_t *rows = json_array();
    if (!t->as_json)
        puts("Where the article errs\n");
    for (size_t i = 0; i < sizeof findings / sizeof *findings; i++) {
        const struct finding *f = &findings[i];
        if (!t->as_json)
            printf("  says  %s\n  is    %s\n  see   %s\n\n", f->says, f->is, f->seen);
        json_array_append_new(
            rows, json_pack("{s:s, s:s, s:s}", "says", f->says, "is", f->is, "see", f->seen));
    }
    json_object_set_new(t->json, "findings", rows);
}

static bool run(struct tables *t, struct error *e)
{
    if (!mojo_precision(t, e) || !mojo_constants(t, e) || !mojo_rounding(t, e) ||
        !mojo_experiment(t, e) || !mojo_order(t, e))
        return false;
    print_findings(t);
    return true;
}

const struct table table_mojo = {
    .name = "mojo",
    .summary = "Porting CUDA FFT to Mojo: Achieving Bit-Exact Precision",
    .run = run,
    .draw = mojo_draw,
};
