#!/usr/bin/env bash
# See to it that the browser tests find a Chromium: the system's own, Debian's package, or the one that Playwright brings.
set -euo pipefail
python=$1
for name in "${BEACHHEAD_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
  if [ -n "$name" ] && command -v "$name" >/dev/null && "$name" --version >/dev/null 2>&1; then exit 0; fi
done
if command -v apt-get >/dev/null && grep -qi '^ID=debian' /etc/os-release; then
  root=""
  [ "$(id -u)" = 0 ] || root="sudo"
  echo "Installing Debian's chromium for the browser tests"
  $root apt-get update -qq && $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null && exit 0
fi
echo "Fetching Playwright's own Chromium for the browser tests"
exec "$python" -m playwright install --with-deps chromium
