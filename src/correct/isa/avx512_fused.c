/* SPDX-License-Identifier: Apache-2.0 */
#define FUSED stet_fused_avx512
#include "vec/avx512.h"

#include "correct/fused_lines.h"
