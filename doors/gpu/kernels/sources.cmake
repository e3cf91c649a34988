# SPDX-License-Identifier: Apache-2.0
# These files, in this order, are the source of the kernels as one text.
set(STET_GPU_KERNEL_FILES codes.h language.h numbers.h butterfly.h elements.h pass.h correct.h sums.h trig.h article.h)
