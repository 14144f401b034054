# Completion of ursac, ursac++, ursa-cache, ursa-run and ursa-info for bash. Options come from the programs' own --help,
# kernels from FILE.ursa, devices from ursa-run --devices.

_ursa_options() {
  "$1" --help 2>/dev/null | grep -oE -- '(^|[ ,])--?[A-Za-z][A-Za-z0-9-]*=?' | tr -d ' ,' | sort -u
}

# The first word of the command line that names a file of device images.
_ursa_image_file() {
  local word
  for word in "${COMP_WORDS[@]:1}"; do
    [[ $word == *.ursa && -f $word ]] && printf '%s\n' "$word" && return
  done
}

_ursa_run() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} file
  # Device selectors hold colons, at which bash splits words.
  if [[ $previous == : ]]; then
    return
  fi
  case $previous in
  --device)
    mapfile -t COMPREPLY < <(compgen -W "$("$1" --devices 2>/dev/null | cut -d: -f1 | sort -u)" -- "$word")
    return
    ;;
  --kernel)
    file=$(_ursa_image_file)
    [[ -z $file ]] || mapfile -t COMPREPLY < <(compgen -W "$("$1" "$file" --list --json 2>/dev/null |
      sed -nE 's/^ {6}"name": "([^"]+)".*/\1/p')" -- "$word")
    return
    ;;
  --mode)
    mapfile -t COMPREPLY < <(compgen -W 'auto native emulated tiered' -- "$word")
    return
    ;;
  --global | --local | --offset | --repeat) return ;;
  --arg)
    mapfile -t COMPREPLY < <(compgen -W 'in: out: inout: local: i32: u32: i64: u64: f32: f64: bytes:@' -- "$word")
    compopt -o nospace 2>/dev/null || true
    return
    ;;
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_ursa_options "$1")" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -X '!*.ursa' -- "$word"; compgen -d -S / -- "$word")
    compopt -o nospace 2>/dev/null || true
  fi
}

_ursa_info() {
  mapfile -t COMPREPLY < <(compgen -W "$(_ursa_options "$1")" -- "${COMP_WORDS[COMP_CWORD]}")
}

_ursa_cache() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} argument command=
  case $previous in
  --dir)
    mapfile -t COMPREPLY < <(compgen -d -- "$word")
    return
    ;;
  --size | --unused) return ;;
  esac
  for argument in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $argument in list | verify | prune | clear) command=$argument ;; esac
  done
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "--dir $("$1" $command --help 2>/dev/null |
      grep -oE -- '(^|[ ,])--?[A-Za-z][A-Za-z-]*' | tr -d ' ,' | sort -u)" -- "$word")
  elif [[ -z $command ]]; then
    mapfile -t COMPREPLY < <(compgen -W 'list verify prune clear' -- "$word")
  fi
}

_ursac() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  case $previous in
  -o | -I | -MF)
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    return
    ;;
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_ursa_options "$1")" -- "$word")
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null || true
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    compopt -o filenames 2>/dev/null || true
  fi
}

complete -F _ursa_run ursa-run
complete -F _ursa_info ursa-info
complete -F _ursa_cache ursa-cache
complete -F _ursac ursac ursac++
