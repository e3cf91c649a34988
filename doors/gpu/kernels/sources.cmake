# SPDX-License-Identifier: Apache-2.0
# The kernels' source is these files, in this order, as one text.
set(STET_GPU_KERNEL_FILES codes.h language.h numbers.h butterfly.h elements.h pass.h correct.h sums.h trig.h article.h)
