/* SPDX-License-Identifier: Apache-2.0 */
/* Has the tables of tuned/, which src/lines/CMakeLists.txt turns into C. */
#include "lines/tuned.h"

enum { c2c = STET_C2C, r2c = STET_R2C, c2r = STET_C2R };
enum { f16 = STET_F16, f32 = STET_F32, f64 = STET_F64 };

#define ENTRY(k, p, length, text)                                                                  \
    {.n = (length), .kind = (stet_kind)(k), .precision = (stet_precision)(p), .schedule = (text)}

/* The generated file has stet_shipped_<family>_<isa>[] for each table, and TABLES. */
#include "shipped_tables.h"

static const stet_shipped tables[] = {TABLES{NULL, NULL, NULL, 0, NULL}};

const stet_shipped *stet_shipped_at(int index)
{
    return tables[index].name ? &tables[index] : NULL;
}
