#!/bin/sh
# other_compiler.sh COMPILER OTHER COMMAND...: runs a command with another compiler in the place of one. A launcher of
# compilers for CMake, which has one for the whole project.
compiler=$1
other=$2
shift 2
for argument; do
  shift
  [ "$argument" != "$compiler" ] || argument=$other
  set -- "$@" "$argument"
done
exec "$@"
