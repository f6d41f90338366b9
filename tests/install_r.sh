#!/usr/bin/env bash
# Makes R available to the test of tables where that is possible; it is skipped, with a message, where it is not.
set -u
if command -v Rscript >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing R for the test of tables"
    (apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends r-base-core) \
        >/dev/null 2>&1 || echo "R could not be installed: the test of tables in R will be skipped"
else
    echo "no R found: the test of tables in R will be skipped"
fi
exit 0
