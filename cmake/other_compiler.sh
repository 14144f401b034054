#!/bin/sh
# other_compiler.sh COMPILER OTHER COMMAND...: runs a command with another compiler in the place of one. A launcher of
# compilers for CMake, which has one for the whole project.
compiler=$1
other=$2
shift 2
previous=
output=
makes_header=no
for argument; do
  shift
  [ "$previous" != -o ] || output=$argument
  [ "$argument" != c++-header ] || makes_header=yes
  previous=$argument
  [ "$argument" != "$compiler" ] || argument=$other
  set -- "$@" "$argument"
done
# Clang would read the header that it is to make, if there is one from before.
[ "$makes_header" = no ] || rm -f "$output"
exec "$@"
