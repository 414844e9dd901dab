"""Real photos: COCO boxes, which of them are usable as quads, and real crops.

The photo sets carry axis-aligned boxes only. A box is also the tile's quad
where the tiles lie along the image's axes; where they do not, only its centre
is true. Backgrounds of `hk_green` are labelled in part, so that nothing may be
learned there from the absence of a label.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from . import geometry
from .classes import NOT_A_TILE

CONTEXT = 1.5
"""Stored crops show the box grown to this, so that corners can be jittered."""
STORE_W, STORE_H = 96, 120


@dataclass(frozen=True)
class Photo:
    """One labelled photo. Boxes are x, y, width, height in pixels."""

    path: Path
    dataset: str
    group: str
    boxes: np.ndarray
    classes: np.ndarray
    usable: np.ndarray
    """False where a box is cut by the frame or its proportion is absurd."""
    aligned: bool
    """Tiles lie along the axes: boxes are quads."""
    complete: bool
    """Every tile in view is labelled: unlabelled ground is a true negative."""
    weight: float = 1.0


def load(root: Path, dataset: str) -> list[Photo]:
    """All photos of one set, in the file's order."""
    coco = json.loads((root / dataset / "annotations.coco.json").read_text())
    by_image: dict[int, list[dict]] = {}
    for annotation in coco["annotations"]:
        by_image.setdefault(annotation["image_id"], []).append(annotation)
    photos = []
    for image in coco["images"]:
        found = by_image.get(image["id"], [])
        boxes = np.array([a["bbox"] for a in found], np.float32).reshape(-1, 4)
        usable = _usable(boxes, image["width"], image["height"])
        group = image.get("group", dataset)
        photos.append(
            Photo(
                path=root / dataset / "images" / image["file_name"],
                dataset=dataset,
                group=group,
                boxes=boxes,
                classes=np.array([a["category_id"] - 1 for a in found], np.int64),
                usable=usable,
                aligned=len(boxes) > 1 and _aligned(boxes[usable]),
                complete=group.startswith("B_") or dataset == "red_table",
                weight=0.4 if image.get("augmented") else 1.0,
            )
        )
    return photos


def _usable(boxes: np.ndarray, width: int, height: int) -> np.ndarray:
    if not len(boxes):
        return np.zeros(0, bool)
    x, y, w, h = boxes.T
    inside = (x > -2) & (y > -2) & (x + w < width + 2) & (y + h < height + 2)
    cut = (x < 1) | (y < 1) | (x + w > width - 1) | (y + h > height - 1)
    typical = np.median(w * h)
    odd_size = (w * h < 0.35 * typical) | (w * h > 3 * typical)
    ratio = np.maximum(w / h, h / w)
    return inside & ~(cut & odd_size) & (ratio < 2.6)


def _aligned(boxes: np.ndarray) -> bool:
    """Boxes of turned tiles overlap each other; boxes of aligned ones do not."""
    if len(boxes) < 2:
        return False
    low, high = boxes[:, :2], boxes[:, :2] + boxes[:, 2:]
    both = np.minimum(high[:, None], high[None]) - np.maximum(low[:, None], low[None])
    shared = np.clip(both, 0, None).prod(-1)
    np.fill_diagonal(shared, 0)
    overlap = (shared.max(1) / boxes[:, 2:].prod(1)).mean()
    ratios = np.abs(np.log(boxes[:, 3] / boxes[:, 2]))
    return bool(overlap < 0.12 and np.std(ratios) < 0.16)


def select(root: Path, phase: str) -> list[Photo]:
    """What a phase may see. `red_table` is never among it.

    `loso-tray`: leave-one-set-out, no photo of the travel set; `all`: every
    set that may be trained on.
    """
    if phase == "loso-tray":
        altered = [p for p in load(root, "augmented") if p.group == "A_facebook_n"]
        seen = load(root, "hk_green") + altered
    elif phase == "all":
        seen = [p for s in ("hk_green", "travel_tray", "augmented") for p in load(root, s)]
    else:
        raise ValueError(f"unknown phase {phase!r}: expected loso-tray or all")
    return [p for p in seen if p.usable.any()]


def read_rgb(path: Path) -> np.ndarray:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise FileNotFoundError(path)
    return cv2.cvtColor(image, cv2.COLOR_BGR2RGB)


def open_ground(photo: Photo, count: int = 6) -> list[np.ndarray]:
    """Quads without a tile in a photo whose tiles are all labelled.

    Most lie one tile beside a tile: that is where a locator likes to go on
    with a row that has ended.
    """
    if not photo.complete or photo.dataset == "red_table" or not len(photo.boxes):
        return []
    rng = np.random.default_rng(len(photo.path.name) + int(photo.boxes.sum()))
    low, high = photo.boxes[:, :2], photo.boxes[:, :2] + photo.boxes[:, 2:]
    found: list[np.ndarray] = []
    for _ in range(20 * count):
        box = photo.boxes[rng.integers(len(photo.boxes))]
        size = box[2:] * rng.uniform(0.75, 1.3)
        if rng.random() < 0.7:
            step = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)][rng.integers(4)])
            corner = box[:2] + step * box[2:] * rng.uniform(0.95, 1.4)
        else:
            corner = rng.uniform(0, 640 - size)
        shared = np.clip(np.minimum(high, corner + size) - np.maximum(low, corner), 0, None)
        inside = (corner >= 0).all() and (corner + size <= 640).all()
        if inside and shared.prod(1).sum() < 0.15 * size.prod():
            quad = geometry.boxes_to_quads(np.float32([[*corner, *size]]))[0]
            found.append(quad)
        if len(found) == count:
            break
    return found


def crops(
    photos: list[Photo], ground: bool = False, mined: Path | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Stored crops (n, 120, 96, 3), classes (n,) and set numbers (n,).

    Only from photos whose boxes are quads and that nobody altered; with `ground`
    also places without a tile, and those of a file that `mine` wrote. The crop
    rule makes wide boxes upright, so the turn is not known.
    """
    hard = json.loads(mined.read_text()) if mined else {}
    images, classes, sets = [], [], []
    groups = sorted({p.group for p in photos})
    for photo in photos:
        if not photo.aligned or photo.weight < 1:
            continue
        picture = read_rgb(photo.path)
        quads = geometry.boxes_to_quads(photo.boxes)
        for quad, label, usable in zip(quads, photo.classes, photo.usable, strict=True):
            if not usable:
                continue
            upright = np.roll(quad, -geometry.crop_start(quad), 0)
            images.append(
                geometry.warp(picture, geometry.grow(upright, CONTEXT), STORE_W, STORE_H)
            )
            classes.append(label)
            sets.append(groups.index(photo.group))
        key = f"{photo.dataset}/images/{photo.path.name}"
        hard_quads = [np.float32(q) for q in hard.get(key, [])]
        for quad in open_ground(photo) + hard_quads if ground else []:
            quad = np.roll(quad, -geometry.crop_start(quad), 0)
            images.append(geometry.warp(picture, geometry.grow(quad, CONTEXT), STORE_W, STORE_H))
            classes.append(NOT_A_TILE)
            sets.append(groups.index(photo.group))
    return np.stack(images), np.array(classes, np.int64), np.array(sets, np.int64)
