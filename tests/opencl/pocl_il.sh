#!/usr/bin/env bash
# PoCL that takes SPIR-V, which Debian's binary package does not: built of Debian's package pocl-source and
# installed into the user's cache, outside of any checkout. Prints the folder to put into OCL_ICD_VENDORS.
#
# Nothing is there before everything is: it is installed beside its place and renamed, under a lock. What an
# interrupted build leaves is removed by the next one.
set -euo pipefail
export LC_ALL=C

usage() {
  cat <<'TEXT'
Usage: tests/opencl/pocl_il.sh [--cached] [--within SECONDS]

  --cached          build nothing; fail when there is no cached install
  --within SECONDS  give up when it takes longer

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
  *) usage >&2 && die "there is no option '$1'" ;;
  esac
  shift
done

cache=${XDG_CACHE_HOME:-${HOME:?}/.cache}/ursa

# What is installed; else, what would be.
version=$(dpkg-query -W -f='${Version}' pocl-source 2>/dev/null || true)
[[ -n $version ]] || version=$(apt-cache policy pocl-source 2>/dev/null | sed -n 's/^ *Candidate: //p')
[[ -n $version && $version != '(none)' ]] || die "the package pocl-source is not known; 'apt-get update' may help"

place=$cache/pocl-il-$version
vendors=$place/etc/OpenCL/vendors
if [[ -f $vendors/pocl.icd ]]; then
  echo "$vendors"
  exit
fi
[[ -z $cached ]] || die "there is no cached PoCL with SPIR-V at $place"

# Runs a command in what is left of the time.
limited() {
  if [[ -z $within ]]; then
    "$@"
    return
  fi
  local left=$((within - SECONDS)) status=0
  ((left > 0)) || die "there was not enough time: $within s"
  timeout --kill-after=10 "$left" "$@" || status=$?
  ((status != 124)) || die "there was not enough time: $within s"
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
if [[ -f $vendors/pocl.icd ]]; then # another process was faster
  echo "$vendors"
  exit
fi

work=$cache/pocl-il.building
rm -rf "$work"
mkdir "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

cd "$work" # the build drops files where it runs
tar -xf /usr/src/pocl.tar.xz -C "$work" --strip-components=1 --one-top-level=source
options=(
  -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_INSTALL_PREFIX="$place" # where it will be; it is installed elsewhere first
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
