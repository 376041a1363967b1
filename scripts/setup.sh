# SPDX-License-Identifier: MIT
# Sourced by scripts/demo and scripts/test: Debian packages and the build. Run as a program it installs everything.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# compilers and libraries to build the project and its unit tests
packages_build=(build-essential meson ninja-build pkg-config python3 libzstd-dev libxxhash-dev libpng-dev libxcb1-dev libegl-dev libgles-dev
   libglvnd-dev libcmocka-dev libdrm-dev libgbm-dev libwayland-dev)
# unmodified programs to show, and a display that exists in memory only
packages_demo=(xvfb xauth glmark2-es2-x11 mesa-utils)
# conformance tests, and Mesa's llvmpipe and softpipe as peers
packages_test=(clang libclang-rt-14-dev piglit libgl1-mesa-dri libegl-mesa0 libegl1 libgles2 xserver-xorg-core x11-apps glmark2-x11)

say() {
   printf '== %s\n' "$*"
}

# need_packages NAME...: installs what is missing, or says what to install.
need_packages() {
   if ! command -v dpkg-query >/dev/null; then
      say "not a Debian system: going on in the hope that these packages' files are there: $*"
      return 0
   fi
   local missing=() p
   for p in "$@"; do
      [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing+=("$p")
   done
   [ ${#missing[@]} -gt 0 ] || return 0
   local as_root=()
   if [ "$(id -u)" != 0 ]; then
      if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || { [ -t 0 ] && sudo true; }; }; then
         as_root=(sudo)
      else
         echo "Packages are missing. Install them as root, then start again: apt-get install ${missing[*]}" >&2
         return 1
      fi
   fi
   say "installing ${missing[*]}"
   local log try
   log=$(mktemp)
   for try in 1 2 3; do
      if "${as_root[@]}" apt-get -qq update >"$log" 2>&1 &&
         "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "${missing[@]}" \
            >>"$log" 2>&1 </dev/null; then
         rm -f "$log"
         return 0
      fi
      sleep $((try * 5))
   done
   tail -20 "$log" >&2
   rm -f "$log"
   echo "apt-get could not install: ${missing[*]}" >&2
   return 1
}

# build DIR [MESON OPTION...]: configures once, then builds all, or $build_target alone; the output is shown only when it fails.
build() {
   local dir=$1 log
   shift
   log=$(mktemp)
   say "building in ${dir#"$top"/}"
   if { [ -f "$dir/build.ninja" ] || meson setup "$dir" "$top" "$@"; } >"$log" 2>&1 && ninja -C "$dir" ${build_target:+"$build_target"} >>"$log" 2>&1; then
      rm -f "$log"
      return 0
   fi
   tail -60 "$log" >&2
   rm -f "$log"
   return 1
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
   set -e
   need_packages "${packages_build[@]}" "${packages_demo[@]}" "${packages_test[@]}"
fi
