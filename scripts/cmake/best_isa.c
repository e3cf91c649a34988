/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the instruction sets that this machine can run, from the lowest to the highest, each
 * before a semicolon, for STET_ISAS=best. base/isa.c includes an isa_rows.h of empty rows here. */
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
