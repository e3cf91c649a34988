/* SPDX-License-Identifier: Apache-2.0 */
#define FUSED stet_fused_avx2
#include "vec/avx2.h"

#include "correct/fused_lines.h"
