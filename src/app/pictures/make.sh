#!/bin/sh
# Makes the pictures of the README without a person.
# Needs: apt install xvfb (and imagemagick for smaller files). Run from the repository's root:
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
    # A quarter of the size, where ImageMagick is installed.
    if command -v convert >/dev/null; then
        convert "src/app/pictures/window-$lang.png" -dither FloydSteinberg -colors 255 \
            "PNG8:src/app/pictures/window-$lang.png"
    fi
done
