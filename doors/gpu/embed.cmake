# SPDX-License-Identifier: Apache-2.0
# -DFILES=... -DOUTPUT=... : writes the text of the files, in this order, as stet_gpu_kernel_source (plan/launch.h). It drops
# their includes of each other, because a compiler on a device has no folders, and comments, a fifth of the text.
set(all "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  string(APPEND all "${text}")
endforeach()
string(REGEX REPLACE "/[*][^*]*[*]+([^/*][^*]*[*]+)*/" " " all "${all}")
string(REGEX REPLACE "(^|\n)#include \"[^\n]*" "\\1" all "${all}")
# Bytes are written as numbers, because C limits the length of a string.
file(WRITE ${OUTPUT}.txt "${all}")
file(READ ${OUTPUT}.txt bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT}.new "/* Made by doors/gpu/embed.cmake. */
#include \"plan/launch.h\"

const char stet_gpu_kernel_source[] = {
${bytes}0};
const size_t stet_gpu_kernel_source_size = sizeof stet_gpu_kernel_source - 1;
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
