# SPDX-License-Identifier: MIT
# Sourced by scripts/demo and scripts/test: Debian packages and the build. Run as a program it installs everything.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# compilers and libraries to build the project and its unit tests
packages_build=(build-essential meson ninja-build pkg-config python3 libzstd-dev libxxhash-dev libpng-dev libxcb1-dev libegl-dev libgles-dev
   libglvnd-dev libcmocka-dev libdrm-dev libexpat1-dev libgbm-dev libwayland-dev)
# unmodified programs to show, and a display that exists in memory only
packages_demo=(xvfb xauth glmark2-es2-x11 mesa-utils)
# conformance tests, and Mesa's llvmpipe and softpipe as peers
packages_test=(clang libclang-rt-14-dev lld piglit libgl1-mesa-dri libegl-mesa0 libegl1 libgles2 xserver-xorg-core xserver-xorg-video-radeon x11-apps glmark2-x11)
# a browser, in which the page of teragl-replay is looked at; without it that test says so and is skipped
packages_browser=(chromium)

# what the part toolkits starts
packages_toolkits=(libsdl2-2.0-0 gstreamer1.0-tools gstreamer1.0-gl gstreamer1.0-plugins-base python3-pyqt6 python3-pyqt6.qtquick)
# what scripts/package calls
packages_package=(debhelper dpkg-dev fakeroot lintian)
# what scripts/lint calls
packages_lint=(clang-format clang-tidy codespell)
# the cross compiler for AArch64 and what runs its programs; libraries to link there, which go into a folder
packages_aarch64=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user)
packages_aarch64_root=(libc6-dev libgcc-s1 libzstd-dev libxxhash-dev libpng-dev libxcb1-dev libegl-dev libgles-dev libglvnd-dev libcmocka-dev
   libdrm-dev libexpat1-dev libgbm-dev libwayland-dev)

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

# quietly COMMAND...: the output is shown only when the command fails.
quietly() {
   local log
   log=$(mktemp)
   if "$@" >"$log" 2>&1; then
      rm -f "$log"
      return 0
   fi
   tail -60 "$log" >&2
   rm -f "$log"
   return 1
}

# aarch64_root DIR: unpacks packages_aarch64_root and all they need into DIR, once, and writes DIR/cross.ini for meson. apt keeps its
# books in DIR, too: the system's own packages stay as they are, and no root is needed.
aarch64_root() {
   local dir=$1 log deb apt
   [ ! -f "$dir/cross.ini" ] || return 0
   say "unpacking Debian's AArch64 libraries into ${dir#"$top"/}"
   rm -rf "$dir"
   mkdir -p "$dir/apt/state/lists/partial" "$dir/apt/cache/archives/partial" "$dir/usr/lib"
   ln -s usr/lib "$dir/lib"
   : >"$dir/apt/status"
   log=$(mktemp)
   apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$dir/apt/state"
      -o Dir::State::status="$dir/apt/status" -o Dir::Cache="$dir/apt/cache" -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=1
      -o Acquire::Retries=3)
   if ! { "${apt[@]}" update && "${apt[@]}" -y --no-install-recommends --download-only install "${packages_aarch64_root[@]}"; } \
      >"$log" 2>&1 </dev/null; then
      tail -20 "$log" >&2
      rm -f "$log"
      echo "apt-get could not fetch for arm64: ${packages_aarch64_root[*]}" >&2
      return 1
   fi
   rm -f "$log"
   for deb in "$dir"/apt/cache/archives/*.deb; do
      case $deb in
      */libllvm* | */libicu* | */libgl1-mesa-dri*) ;; # large, and only Mesa's drivers want them
      *) dpkg -x "$deb" "$dir" || return 1 ;;
      esac
   done
   rm -rf "$dir/apt"
   cat >"$dir/cross.ini" <<END
[binaries]
c = ['aarch64-linux-gnu-gcc', '--sysroot=$dir']
ar = 'aarch64-linux-gnu-ar'
nm = 'aarch64-linux-gnu-nm'
strip = 'aarch64-linux-gnu-strip'
pkgconfig = 'pkg-config'
exe_wrapper = ['qemu-aarch64', '-L', '$dir']
[properties]
sys_root = '$dir'
pkg_config_libdir = ['$dir/usr/lib/aarch64-linux-gnu/pkgconfig', '$dir/usr/share/pkgconfig']
[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'aarch64'
endian = 'little'
END
}

# simd_level: the SIMD level that the emulators use on this machine, as meson's option simd has it.
simd_level() {
   local flags
   flags=" $(grep -m 1 '^flags' /proc/cpuinfo) "
   case $(uname -m) in
   x86_64 | i?86)
      if [[ $flags == *' avx512f '* && $flags == *' avx512bw '* && $flags == *' avx512dq '* && $flags == *' avx512vl '* ]]; then
         echo avx512
      elif [[ $flags == *' avx2 '* ]]; then
         echo avx2
      else
         echo sse2
      fi
      ;;
   *) echo all ;;
   esac
}

# configure DIR [MESON OPTION...]: once. A warning is an error here; not for users, whose compilers may know others.
configure() {
   local dir=$1
   shift
   [ -f "$dir/build.ninja" ] || quietly meson setup "$dir" "$top" -Dwerror=true "$@"
}

# build DIR [MESON OPTION...]: configures once, then builds all, or $build_target alone.
build() {
   say "building in ${1#"$top"/}"
   configure "$@" && quietly ninja -C "$1" ${build_target:+"$build_target"}
}

# changed_files: what differs from where this branch left main (on main itself: from its last commit), new files included; from $top.
changed_files() {
   local base
   base=$(git -C "$top" merge-base HEAD main 2>/dev/null || git -C "$top" merge-base HEAD origin/main 2>/dev/null || echo HEAD)
   {
      git -C "$top" diff --name-only "$base"
      git -C "$top" ls-files --others --exclude-standard
   } | sort -u
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
   set -e
   need_packages "${packages_build[@]}" "${packages_demo[@]}" "${packages_test[@]}" "${packages_lint[@]}" "${packages_package[@]}" "${packages_browser[@]}"
fi
