"""Hard cases: where a locator sees tiles in real photos and there are none.

Best mined with weights that have not seen the photos, so that the mistakes are
those made on a new table.
"""

import json
from pathlib import Path

import numpy as np

from . import evaluate, geometry, photos, reading

HEAT = 0.12
"""Lower than the program's own threshold: near mistakes teach, too."""
SIDES = (224, 320, 448, 640)
"""Longer sides looked at: marks on wood pass for tiles at some sizes only."""
MOST = 24
"""Finds kept of one photo, the hottest."""
TOUCHES = 0.1
"""Finds that share more than this of their area with a labelled box are not mined."""


def mine(locator: Path, root: Path, out: Path, sets: list[str]) -> None:
    """Write {path under the photo folder: quads} for all completely labelled photos."""
    map_of = evaluate.locator_of(locator)
    mined: dict[str, list] = {}
    for photo in (p for s in sets for p in photos.load(root, s)):
        if not photo.complete or photo.dataset == "red_table" or photo.weight < 1:
            continue
        image = photos.read_rgb(photo.path)
        quads: list[tuple[float, list]] = []
        for side in SIDES:
            found = reading.locate_once(image, side, map_of, HEAT)
            pairs = zip(found.heat, found.quads, strict=True)
            quads += [(float(h), q.round(1).tolist()) for h, q in pairs if _is_open(q, photo)]
        hottest = sorted(quads, reverse=True)[:MOST]
        mined[str(photo.path.relative_to(root))] = [q for _, q in hottest]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(mined))
    print(f"{sum(map(len, mined.values()))} finds without a tile in {len(mined)} photos -> {out}")


def _is_open(quad: np.ndarray, photo: photos.Photo) -> bool:
    low, high = quad.min(0), quad.max(0)
    boxes = photo.boxes
    shared = np.minimum(boxes[:, :2] + boxes[:, 2:], high) - np.maximum(boxes[:, :2], low)
    area = max(1.0, float((high - low).prod()))
    return bool((np.clip(shared, 0, None).prod(1) < TOUCHES * area).all())
