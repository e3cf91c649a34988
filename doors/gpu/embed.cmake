# SPDX-License-Identifier: Apache-2.0
# -DFILES=... -DOUTPUT=... : the text of the files, one after the other, as stet_gpu_kernel_source (plan/launch.h). Includes of
# each other are dropped: a compiler on a device has no folders; and comments, which are a fifth of the text.
set(all "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  string(APPEND all "${text}")
endforeach()
string(REGEX REPLACE "/[*][^*]*[*]+([^/*][^*]*[*]+)*/" " " all "${all}")
string(REGEX REPLACE "(^|\n)#include \"[^\n]*" "\\1" all "${all}")
# Bytes as numbers: no length of a string is too long for C.
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
