#!/bin/sh
# Builds the tarball and the Debian package into target/packages/:
#   sh packaging/make.sh
# Needs Rust and gcc; cargo-deb (`cargo install --locked cargo-deb`) for the .deb.
set -eu
cd "$(dirname "$0")/.."
# cargo-deb looks for the files where Cargo.toml says.
unset CARGO_TARGET_DIR
cargo build --release --locked --features pages
rm -rf target/pages
target/release/karasu pages target/pages
# The licences of every crate that is compiled in, and of fonts and models.
python3 packaging/licences.py > target/pages/THIRD-PARTY.txt

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
name=karasu-$version-$(uname -m)-linux
root=target/packages/$name
rm -rf target/packages && mkdir -p "$root"
cp target/release/karasu README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$root"
cp target/pages/THIRD-PARTY.txt packaging/karasu.desktop packaging/karasu.svg "$root"
cp -r target/pages/man target/pages/completions "$root"
tar -C target/packages -czf "target/packages/$name.tar.gz" "$name"
rm -r "$root"

if command -v cargo-deb >/dev/null; then
    cargo deb --no-build --output target/packages/
else
    echo 'SKIPPED: the .deb, since cargo-deb is not installed (cargo install --locked cargo-deb)' >&2
fi
ls -l target/packages
