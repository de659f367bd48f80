#!/usr/bin/env bash
# Builds the rules as WebAssembly: `bash build.sh`. The module and the digest of its sources go to `dist/`, which is
# committed, so that neither the server nor the client needs these tools. `bash build.sh FOLDER` writes to another folder,
# and `bash build.sh --sources` prints the digest. Ends with 2 when a tool is missing that could not be installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../.." && pwd)
target=wasm32-unknown-unknown

# The digest of all that the module is built from.
sources() {
    cd "$top"
    find clients/typescript/rules/{Cargo.toml,Cargo.lock,src} src/games src/ids -type f ! -name tests.rs |
        LC_ALL=C sort | xargs sha256sum | sha256sum | cut -d' ' -f1
}

if [ "${1-}" = --sources ]; then
    sources
    exit
fi
out=${1:-$here/dist}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$here"

# Paths of this machine stay out of the module.
export RUSTFLAGS="-C link-arg=-zstack-size=4194304 --remap-path-prefix=$top=. --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$top/target}/wasm

# Whether rustup has the target, or can add it.
has_target() {
    command -v rustup >/dev/null || return
    rustup target list --installed | grep -qx "$target" || rustup target add "$target" >&2
}
# Whether Debian's packages are there: a compiler for browsers that comes without a standard library, and its sources.
has_debian() { [ -x /usr/bin/cargo ] && [ -x /usr/bin/rustc ] && dpkg -s rustc-web cargo-web rust-web-src lld-19 >/dev/null 2>&1; }
install_debian() {
    command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || return
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends rustc-web cargo-web rust-web-src lld-19; } >&2
}

if [ -z "${RULES_WITHOUT_RUSTUP-}" ] && has_target; then
    cargo build --release --locked --target "$target"
elif has_debian || { install_debian && has_debian; }; then
    export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19
    /usr/bin/cargo build --release --locked --target "$target" -Zbuild-std=std,panic_abort
else
    echo "missing: the target $target (rustup target add $target), or Debian's rustc-web, cargo-web, rust-web-src and lld-19" >&2
    exit 2
fi

install -m 644 "$CARGO_TARGET_DIR/$target/release/referee_rules_wasm.wasm" "$out/referee-rules.wasm"
sources >"$out/sources.sha256"
echo "$out/referee-rules.wasm: $(wc -c <"$out/referee-rules.wasm") bytes, $(gzip -9c "$out/referee-rules.wasm" | wc -c) compressed"
