#!/usr/bin/env bash
# See to it that the browser tests find a Chromium: the headless shell if it can be had, which is the same browser without its
# windows and takes a third less time; else any Chromium of the system; else the one that Playwright brings.
set -euo pipefail
python=$1

works() { [ -n "$1" ] && command -v "$1" >/dev/null && "$1" --version >/dev/null 2>&1; }

debian_has() {
  local root=""
  [ "$(id -u)" = 0 ] || root="sudo"
  echo "Installing Debian's $1 for the browser tests"
  $root apt-get update -qq && $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1" >/dev/null
}

on_debian() { command -v apt-get >/dev/null && grep -qi '^ID=debian' /etc/os-release; }

for name in "${BEACHHEAD_CHROMIUM:-}" chromium-headless-shell; do
  if works "$name"; then exit 0; fi
done
if on_debian && [ "$(id -u)" = 0 ] && debian_has chromium-headless-shell; then exit 0; fi
for name in chromium chromium-browser google-chrome google-chrome-stable; do
  if works "$name"; then exit 0; fi
done
if on_debian && { debian_has chromium-headless-shell || debian_has chromium; }; then exit 0; fi
echo "Fetching Playwright's own Chromium for the browser tests"
exec "$python" -m playwright install --with-deps chromium
