#!/usr/bin/env bash
# The schema against its baseline, `proto/released.binpb`: what others have read or generated from `proto/` goes on working.
# `bash tests/schema.sh check` tells what is broken by the protos as they are; `bash tests/schema.sh renew` makes them the
# baseline, which is done on purpose and stands in a commit that says so. docs/grpc.md says when that is right.
set -euo pipefail
cd "$(dirname "$0")/.."

baseline=proto/released.binpb
buf=tests/tools/node_modules/.bin/buf

case ${1-} in
    check)
        if ! "$buf" breaking proto --against "$baseline"; then
            echo "the schema breaks $baseline: undo that, or renew it on purpose: bash tests/schema.sh renew"
            exit 1
        fi
        ;;
    # Without comments, so that it changes only when the schema does.
    renew) "$buf" build proto --exclude-source-info -o "$baseline" ;;
    *)
        echo "usage: bash tests/schema.sh check|renew"
        exit 2
        ;;
esac
