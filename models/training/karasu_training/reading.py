"""The two networks chained, so that training can look at itself.

Simpler than the program's own `src/detect`, which makes more passes and looks twice at
each face; the figures of the model card come from `karasu model eval`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from . import geometry
from .classes import NOT_A_TILE
from .geometry import STRIDE, UNIT

LONG_SIDE = 416
TILE_SIZE = 36.0
"""Second pass: the median tile's side (root of its area) at the locator."""
HEAT = 0.35
NAMED = 0.0
"""Least probability of the best class for a tile to be reported."""

MapOf = Callable[[np.ndarray], np.ndarray]
"""Picture (H, W, 3) uint8, sides multiples of 32 -> map (9, H/8, W/8)."""
NamesOf = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]
"""Crops (N, 80, 64, 3) uint8 -> logits, turn, embedding."""


@dataclass
class Found:
    """Located tiles: cyclic quads (n, 4, 2) in pixels of the picture, heat (n,)."""

    quads: np.ndarray
    heat: np.ndarray


def peaks(output: np.ndarray, threshold: float = HEAT) -> Found:
    """Local maxima of the heat, one tile each; near-duplicates dropped."""
    heat = 1 / (1 + np.exp(-np.clip(output[0], -30, 30)))
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.where((heat >= highest) & (heat > threshold))
    codes = output[1:, ys, xs].T.copy()
    codes[:, 0] = codes[:, 0] * UNIT + (xs + 0.5) * STRIDE
    codes[:, 1] = codes[:, 1] * UNIT + (ys + 0.5) * STRIDE
    quads, scores = geometry.decode(codes), heat[ys, xs]
    kept: list[int] = []
    for i in np.argsort(-scores, kind="stable"):
        centre = quads[i].mean(0)
        side = math.sqrt(max(1.0, abs(float(geometry.areas(quads[i : i + 1])[0]))))
        if all(np.linalg.norm(quads[k].mean(0) - centre) > 0.4 * side for k in kept):
            kept.append(int(i))
    return Found(quads[kept], scores[kept])


def locate_once(image: np.ndarray, long_side: int, map_of: MapOf, threshold: float) -> Found:
    """One pass with the longer side scaled to `long_side`, padded to 32."""
    h, w = image.shape[:2]
    scale = long_side / max(h, w)
    size = max(32, round(w * scale)), max(32, round(h * scale))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, size, interpolation=how)
    padded = np.full((-(-size[1] // 32) * 32, -(-size[0] // 32) * 32, 3), 114, np.uint8)
    padded[: size[1], : size[0]] = small
    found = peaks(map_of(padded), threshold)
    found.quads *= np.float32([w / size[0], h / size[1]])
    return found


def locate(image: np.ndarray, map_of: MapOf) -> Found:
    """Two passes: find, rescale so that the median tile suits the locator, find again."""
    first = locate_once(image, LONG_SIDE, map_of, 0.3)
    if not len(first.quads):
        return first
    side = math.sqrt(float(np.median(np.abs(geometry.areas(first.quads)))))
    long_side = int(np.clip(TILE_SIZE / max(side, 4) * max(image.shape[:2]), 256, 1152))
    return locate_once(image, long_side, map_of, HEAT)


def cut(image: np.ndarray, quads: np.ndarray) -> np.ndarray:
    """Crops (n, 80, 64, 3) of cyclic quads."""
    empty = np.zeros((0, geometry.CROP_H, geometry.CROP_W, 3), np.uint8)
    return np.stack([geometry.cut_crop(image, q) for q in quads]) if len(quads) else empty


@dataclass
class Named:
    """What was read: quads, best class and its probability, without non-tiles."""

    quads: np.ndarray
    classes: np.ndarray
    sure: np.ndarray


def shares(logits: np.ndarray) -> np.ndarray:
    """Probabilities (n, classes) of logits."""
    share = np.exp(logits - logits.max(1, keepdims=True))
    return share / share.sum(1, keepdims=True)


def read(image: np.ndarray, map_of: MapOf, names_of: NamesOf) -> Named:
    """Locate, cut, name."""
    found = locate(image, map_of)
    if not len(found.quads):
        return Named(found.quads, np.zeros(0, np.int64), np.zeros(0, np.float32))
    share = shares(names_of(cut(image, found.quads))[0])
    best, sure = share.argmax(1), share.max(1)
    keep = (best != NOT_A_TILE) & (sure > NAMED)
    return Named(found.quads[keep], best[keep], sure[keep])
