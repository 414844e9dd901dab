"""Scenes without tiles, from pictures of anything, and what a locator takes for tiles there.

Rendered tables are made of a few patterns; real ones are not. A folder of
pictures without tiles (wallpapers, textures) gives the locator ground that it
must leave alone, and the places where it does not become "not a tile" for the
classifier. Written as ordinary shards, so that training picks them up.
"""

import json
import random
from pathlib import Path

import cv2
import numpy as np

from . import evaluate, geometry, reading
from .classes import NOT_A_TILE, TURN_UNKNOWN

WIDTH, HEIGHT = 640, 480
HEAT = 0.08
"""Far below the program's threshold: near mistakes teach, too."""
SIDES = (320, 448, 640)
MOST = 12
"""Finds kept of one scene, the hottest."""
PATCHED = 0.5
"""Share of the scenes with parts of other pictures laid on."""
SMALLEST_PATCH = 110
"""Pixels. An even patch of a tile's size would be a face-down tile."""


def view(image: np.ndarray, r: random.Random) -> np.ndarray:
    """A random look at a picture that fills the frame; it repeats mirrored."""
    h, w = image.shape[:2]
    scale = max(0.35, 1.1 * r.lognormvariate(0, 0.5))
    angle = r.uniform(-3.2, 3.2) if r.random() < 0.5 else r.gauss(0, 0.08)
    c, s = scale * np.cos(angle), scale * np.sin(angle)
    matrix = np.float64([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    matrix[:2, 2] = np.float64([WIDTH, HEIGHT]) * [r.random(), r.random()]
    matrix[:2, 2] -= matrix[:2, :2] @ (np.float64([w, h]) * [r.random(), r.random()])
    matrix[2, :2] = [r.gauss(0, 2e-4), r.gauss(0, 4e-4)]
    return cv2.warpPerspective(
        image, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )


def scene(pictures: list[Path], r: random.Random) -> np.ndarray:
    """One frame without tiles (480, 640, 3), RGB."""

    def look() -> np.ndarray:
        found = cv2.imread(str(r.choice(pictures)), cv2.IMREAD_COLOR)
        if found is None:
            raise ValueError("a file in the folder is no picture")
        return view(cv2.cvtColor(found, cv2.COLOR_BGR2RGB), r)

    frame = look()
    if r.random() < PATCHED:
        for _ in range(r.randint(1, 4)):
            half = np.float32([r.uniform(0.5, 1.6), r.uniform(0.5, 1.6)]) * SMALLEST_PATCH
            angle = r.uniform(-3.2, 3.2)
            turn = np.float32([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            corners = np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half / 2
            corners = corners @ turn.T + np.float32([r.uniform(0, WIDTH), r.uniform(0, HEIGHT)])
            mask = np.zeros(frame.shape[:2], np.uint8)
            cv2.fillConvexPoly(mask, corners.round().astype(np.int32), 255, cv2.LINE_AA)
            # Its shadow, then the thing.
            soft = cv2.GaussianBlur(np.roll(mask, (5, 4), (0, 1)), (0, 0), 4)
            frame = (frame * (1 - 0.5 * (soft / 255.0)[..., None])).astype(np.uint8)
            share = (mask / 255.0)[..., None]
            frame = (frame * (1 - share) + look() * share).astype(np.uint8)
    return frame


def write(pictures: Path, locator: Path, count: int, seed: int, out: Path) -> None:
    """Write `out`/scenes/groundSEED and `out`/crops/groundSEED."""
    r = random.Random(seed)
    files = sorted(p for p in pictures.iterdir() if p.suffix.lower() in (".jpg", ".jpeg", ".png"))
    if not files:
        raise SystemExit(f"{pictures}: no .jpg or .png file")
    map_of = evaluate.locator_of(locator)
    scenes, crops = out / "scenes" / f"ground{seed}", out / "crops" / f"ground{seed}"
    (scenes / "images").mkdir(parents=True, exist_ok=True)
    crops.mkdir(parents=True, exist_ok=True)
    images, kept = [], []
    for i in range(count):
        frame = scene(files, r)
        name = f"{i:05}.jpg"
        quality = [cv2.IMWRITE_JPEG_QUALITY, r.randint(70, 95)]
        cv2.imwrite(str(scenes / "images" / name), cv2.cvtColor(frame, cv2.COLOR_RGB2BGR), quality)
        images.append({"id": i, "file_name": name, "width": WIDTH, "height": HEIGHT})
        found: list[tuple[float, np.ndarray]] = []
        for side in SIDES:
            seen = reading.locate_once(frame, side, map_of, HEAT)
            found += [(float(h), q) for h, q in zip(seen.heat, seen.quads, strict=True)]
        found.sort(key=lambda f: -f[0])
        kept += [geometry.cut_crop(frame, quad) for _, quad in found[:MOST]]
    labels = np.tile(np.uint8([NOT_A_TILE, TURN_UNKNOWN, 0, 0]), (len(kept), 1))
    labels.tofile(crops / "labels.u8")
    np.array(kept, np.uint8).tofile(crops / "crops.u8")
    coco = {"images": images, "annotations": [], "categories": []}
    (scenes / "annotations.coco.json").write_text(json.dumps(coco))
    print(f"{count} scenes without tiles, {len(kept)} finds in them -> {scenes}, {crops}")
