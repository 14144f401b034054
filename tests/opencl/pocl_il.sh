#!/usr/bin/env bash
# Builds a PoCL that accepts SPIR-V, which Debian's binary package does not, from Debian's package pocl-source.
# Installs it into the user's cache, outside of any checkout. Prints the folder for OCL_ICD_VENDORS.
#
# The install is atomic: it goes to a temporary folder that is renamed at the end, under a lock. The next build
# removes what an interrupted one left.
set -euo pipefail
export LC_ALL=C

usage() {
  cat <<'TEXT'
Usage: tests/opencl/pocl_il.sh [--cached] [--within SECONDS]

  --cached          build nothing; fail if there is no cached install
  --within SECONDS  fail if it takes longer

The install goes to ${XDG_CACHE_HOME:-~/.cache}/ursa/pocl-il-VERSION.
TEXT
}

die() {
  echo "error: $*" >&2
  exit 1
}

packages=(clang-15 cmake libclang-15-dev libclang-cpp15-dev libhwloc-dev libltdl-dev llvm-15-dev llvm-spirv-15
  ninja-build ocl-icd-opencl-dev pkg-config pocl-source python3 zlib1g-dev)

cached=
within=
while (($#)); do
  case $1 in
  --cached) cached=yes ;;
  --within)
    within=${2:?--within needs a number of seconds}
    shift
    ;;
  -h | --help) usage && exit ;;
  *) usage >&2 && die "unknown option '$1'" ;;
  esac
  shift
done

cache=${XDG_CACHE_HOME:-${HOME:?}/.cache}/ursa

# The installed version, otherwise the one that apt would install.
version=$(dpkg-query -W -f='${Version}' pocl-source 2>/dev/null || true)
[[ -n $version ]] || version=$(apt-cache policy pocl-source 2>/dev/null | sed -n 's/^ *Candidate: //p')
[[ -n $version && $version != '(none)' ]] || die "apt does not know the package pocl-source; run 'apt-get update'"

place=$cache/pocl-il-$version
vendors=$place/etc/OpenCL/vendors
if [[ -f $vendors/pocl.icd ]]; then
  echo "$vendors"
  exit
fi
[[ -z $cached ]] || die "there is no cached PoCL with SPIR-V at $place"

# Runs a command within the remaining time.
limited() {
  if [[ -z $within ]]; then
    "$@"
    return
  fi
  local left=$((within - SECONDS)) status=0
  ((left > 0)) || die "the time limit of $within s was exceeded"
  timeout --kill-after=10 "$left" "$@" || status=$?
  ((status != 124)) || die "the time limit of $within s was exceeded"
  return "$status"
}

missing=()
for package in "${packages[@]}"; do
  [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
done
if ((${#missing[@]})); then
  sudo=()
  ((EUID == 0)) || sudo=(sudo -n)
  echo "Installing ${#missing[@]} packages: ${missing[*]}" >&2
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" >&2 ||
    die "these Debian packages are needed: ${missing[*]}"
fi
[[ $(dpkg-query -W -f='${Version}' pocl-source) == "$version" ]] || die "another version of pocl-source was installed than $version"

mkdir -p "$cache"
exec {lock}>"$cache/pocl-il.lock"
flock "$lock"
if [[ -f $vendors/pocl.icd ]]; then # another process finished first
  echo "$vendors"
  exit
fi

work=$cache/pocl-il.building
rm -rf "$work"
mkdir "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

cd "$work" # the build writes files to the current folder
tar -xf /usr/src/pocl.tar.xz -C "$work" --strip-components=1 --one-top-level=source
options=(
  -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_INSTALL_PREFIX="$place" # the final folder; it is installed elsewhere first
  -DCMAKE_POSITION_INDEPENDENT_CODE=ON
  -DWITH_LLVM_CONFIG=/usr/bin/llvm-config-15
  -DLLVM_SPIRV=/usr/bin/llvm-spirv-15
  -DENABLE_IPO=OFF
  -DENABLE_ICD=ON
  -DPOCL_ICD_ABSOLUTE_PATH=ON
  -DKERNELLIB_HOST_CPU_VARIANTS=native
  -DENABLE_TESTS=OFF
  -DENABLE_EXAMPLES=OFF
  -DENABLE_POCLCC=OFF
)
if command -v ccache >/dev/null; then
  options+=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
{
  limited cmake -S source -B build -G Ninja "${options[@]}"
  limited cmake --build build
  DESTDIR=$work/root cmake --install build
} {lock}>&- >&2
[[ -f $work/root$vendors/pocl.icd ]] || die "the build of PoCL installed no driver"
mv -T "$work/root$place" "$place"
echo "$vendors"
