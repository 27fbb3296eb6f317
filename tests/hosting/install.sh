#!/usr/bin/env bash
# See to it that the tests of docs/hosting.md find what they check its examples with: nginx, which is unpacked into a folder of the
# tests so that no server of that name is started here, and systemd-analyze. Only Linux has the latter, and needs it.
set -euo pipefail
folder=$1
[ "$(uname)" = Linux ] || exit 0

root=""
[ "$(id -u)" = 0 ] || root="sudo"
has() { PATH="$PATH:/usr/sbin:$folder/usr/sbin" command -v "$1" >/dev/null; }
lacks() { echo "The tests of docs/hosting.md need $1: install it, and run this again" >&2; exit 1; }

if has nginx && has openssl && has systemd-analyze; then exit 0; fi
command -v apt-get >/dev/null || lacks "nginx, openssl and systemd-analyze"
$root apt-get update -qq
if ! has nginx; then
  echo "Unpacking nginx for the tests of docs/hosting.md"
  mkdir -p "$folder"
  (cd "$folder" && apt-get download -qq nginx && dpkg-deb -x nginx_*.deb .) || lacks nginx
fi
for tool in openssl:openssl systemd-analyze:systemd; do
  if ! has "${tool%:*}"; then
    echo "Installing ${tool#*:} for the tests of docs/hosting.md"
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${tool#*:}" >/dev/null || lacks "${tool%:*}"
  fi
done
