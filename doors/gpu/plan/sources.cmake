# SPDX-License-Identifier: Apache-2.0
# The sources that depend on no driver: the plan, and the kernels as C, which make some of its tables. They call functions
# of src/native, src/half, src/graph, src/lines, src/trig, src/arith and src/base. Include folders: gpu, src, include.
set(STET_GPU_PLAN_SOURCES build.c correct.c line.c lower.c single.c tables.c ../emulate/emulate.c ../emulate/emulate_16.c
  ../emulate/emulate_32.c ../emulate/emulate_33.c ../emulate/emulate_64.c ../emulate/emulate_65.c)
