#!/usr/bin/env bash
# Tests bash completion in the way that readline calls it. Arguments: the completion file, the folder of the programs,
# a device image file with a kernel 'saxpy'.
set -euo pipefail
source "$1"
bin=$2 file=$3

# complete WORDS...: prints the candidates for the last word.
candidates() {
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
  local function
  function=$(complete -p "$(basename "$1")" | sed -E 's/.*-F ([^ ]+).*/\1/')
  "$function" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
  printf '%s\n' "${COMPREPLY[@]}"
}

expect() {
  local wanted=$1
  shift
  local found
  found=$(candidates "$@") # grep -q on a pipe would end the writer early
  grep -qxF -- "$wanted" <<<"$found" || {
    echo "error: '$wanted' is not a candidate for: $*; candidates: $found" >&2
    exit 1
  }
}

expect --kernel "$bin/ursa-run" --ke
expect --version "$bin/ursa-run" --v
expect host "$bin/ursa-run" --device ho
expect native "$bin/ursa-run" --mode na
expect saxpy "$bin/ursa-run" "$file" --kernel sa
expect inout: "$bin/ursa-run" "$file" --arg ino
expect --json "$bin/ursa-info" --j
expect prune "$bin/ursa-cache" pr
expect --unused "$bin/ursa-cache" prune --u
expect --dir "$bin/ursa-cache" --d
expect --save-temps "$bin/ursac" --save
cd "$(dirname "$file")"
expect "$(basename "$file")" "$bin/ursa-run" "$(basename "$file" .ursa)"
echo "every word was completed"
