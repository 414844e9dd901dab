#!/bin/sh
# Makes a picture of every main view in both languages, without a person:
#     sh src/app/pictures/make.sh [FOLDER]
# Needs: apt install xvfb xauth, and the window's libraries (README). All photos
# in them are drawn by karasu's own renderer. JPEG, so that they stay small.
set -eu
cd "$(dirname "$0")/../../.."
out=${1:-src/app/pictures}
[ -n "${KARASU:-}" ] || cargo build
karasu=${KARASU:-${CARGO_TARGET_DIR:-target}/debug/karasu}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The photos: a clean hand, one that is hard to see, a set in rows.
clean=datasets/demo/hand.jpg
"$karasu" dataset demo --out "$work/small.jpg" --size 180x130 --seed 6 \
    --tiles '234p067p345s66s78s+6s g:1m9m d:3p'
"$karasu" dataset demo --rows --out "$work/set.jpg" --size 1600x1200 --seed 3 \
    --tiles '123456789m 123456789p 123456789s 1234567z0m0p0s 12345678f'
"$karasu" dataset demo --out "$work/plain.jpg" --seed 2 --tiles '234567p345s66z55z+5z d:3p'
mkdir "$work/camera"
cp "$clean" "$work/camera/"

# shot NAME ARGS...: the view in both languages.
shot() {
    name=$1
    shift
    for lang in ja en; do
        rm -rf "$work/home"
        HOME="$work/home" KARASU_DATA="$work/home" LIBGL_ALWAYS_SOFTWARE=1 \
            xvfb-run -a -s '-screen 0 1280x1100x24' timeout 120 "$karasu" --lang "$lang" \
            --screenshot "$out/$name-$lang.jpg" "$@"
        echo "$name-$lang.jpg $(wc -c <"$out/$name-$lang.jpg")"
    done
}

shot draft --open "$work/small.jpg"
shot picker --open "$work/small.jpg" --press P
shot result --open "$clean" --press 'Enter Enter Enter' --window-size 1280x1000
shot compare --open "$work/plain.jpg" --compare vip --window-size 1280x1060
shot camera --camera "$work/camera"
shot teach --open "$work/set.jpg" --press 'F7 U' --window-size 1120x700
shot lay-out --press F7
shot settings --open "$clean" --press F2
shot keys --open "$clean" --press F1
shot table --open "$clean" --press 'Enter Enter Enter F11'
