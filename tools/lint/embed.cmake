# SPDX-License-Identifier: Apache-2.0
# cmake -DOUT=data.c -DFILES=a,b -P embed.cmake writes the files into data.c as arrays of bytes, with
# a table of their names.
string(REPLACE "," ";" files "${FILES}")
set(arrays "")
set(rows "")
set(i 0)
foreach(file IN LISTS files)
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  get_filename_component(name ${file} NAME)
  string(APPEND arrays "static const unsigned char b${i}[] = {${bytes}0};\n")
  string(APPEND rows "    {\"${name}\", b${i}, sizeof b${i} - 1},\n")
  math(EXPR i "${i} + 1")
endforeach()
file(WRITE ${OUT} "#include \"lint.h\"
#include <string.h>
${arrays}
static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t size;
} files[] = {
${rows}};
const char *lint_builtin(const char *name, size_t *size)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(files[i].name, name) == 0) {
            *size = files[i].size;
            return (const char *)files[i].bytes;
        }
    return NULL;
}
")
