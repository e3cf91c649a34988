/* SPDX-License-Identifier: Apache-2.0 */
/* For STET_ISAS=best: the instruction sets that this machine can run, from the lowest to the
 * highest, each before a semicolon. The header isa_rows.h that base/isa.c includes is one of empty
 * rows here. */
#include <stdio.h>

#include "base/cpu.c"

#include "base/isa.c"

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        if (stet_isa_can_run(&rows[i]))
            printf("%s;", rows[i].name);
    return 0;
}
