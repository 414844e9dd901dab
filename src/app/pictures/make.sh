#!/bin/sh
# Makes the pictures of the README without a person.
# Needs: apt install xvfb. Run from the repository's root:
#   sh src/app/pictures/make.sh [PHOTO] [KEYS]
# KEYS are pressed before the picture is taken, such as "Enter" or "Tab 2 P".
set -eu
photo=${1:-datasets/demo/hand.jpg}
keys=${2:-}
cargo build
for lang in ja en; do
    xvfb-run -a -s '-screen 0 1280x800x24' "${CARGO_TARGET_DIR:-target}/debug/karasu" \
        --lang "$lang" --open "$photo" --press "$keys" \
        --screenshot "src/app/pictures/window-$lang.png"
done
