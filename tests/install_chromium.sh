#!/usr/bin/env bash
# Makes a headless Chromium available to the report's tests where that is possible; they are skipped, with a
# message, where it is not.
set -u
for name in "${DOXA_CHROMIUM:-}" chromium chromium-browser google-chrome chrome; do
    if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing Chromium for the report's tests"
    (apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium) \
        >/dev/null 2>&1 || echo "Chromium could not be installed: the report's browser tests will be skipped"
else
    echo "no Chromium found: the report's browser tests will be skipped (set DOXA_CHROMIUM to its path)"
fi
exit 0
