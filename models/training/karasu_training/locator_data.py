"""Batches for the locator: augmented pictures and the maps they should give."""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.utils.data import IterableDataset

from . import geometry, photos, renders
from .geometry import STRIDE, UNIT

SIZES = ((416, 320), (320, 416), (384, 352), (352, 384))
"""Width, height of a batch; any multiple of 32 works at inference."""
MIN_VISIBLE = 0.5
MIN_AREA = 60.0
"""Tiles less visible, or smaller in pixels, are neither wanted nor punished."""
RESCAN_BATCHES = 60


@dataclass
class Sample:
    """A picture with what is known about it.

    `heat_weight` and `quad_weight` say how much each tile counts; a tile with
    heat weight 0 is an ignore region. `open_ground` is the weight of places
    without a tile: 0 where tiles may be unlabelled.
    """

    image: np.ndarray
    quads: np.ndarray
    heat_weight: np.ndarray
    quad_weight: np.ndarray
    open_ground: float


def from_scene(scene: renders.Scene) -> Sample:
    good = (scene.visibility >= MIN_VISIBLE).astype(np.float32)
    return Sample(photos.read_rgb(scene.path), scene.quads, good, good, 1.0)


def from_photo(photo: photos.Photo) -> Sample:
    usable = photo.usable.astype(np.float32)
    quad_weight = usable * (0.3 * photo.weight if photo.aligned and photo.weight == 1 else 0)
    return Sample(
        photos.read_rgb(photo.path),
        geometry.boxes_to_quads(photo.boxes),
        usable * photo.weight,
        quad_weight,
        photo.weight if photo.complete else 0.0,
    )


def view(sample: Sample, width: int, height: int, r: random.Random) -> tuple[np.ndarray, np.ndarray]:
    """A random look at the sample: zoom to a tile size, any turn, flip, stretch.

    Returns the picture (height, width, 3) and the quads, clockwise again.
    """
    image, quads = sample.image, sample.quads
    h, w = image.shape[:2]
    matrix = np.eye(3)
    size = math.sqrt(float(np.median(np.abs(geometry.areas(quads))))) if len(quads) else 36.0
    wanted = min(90.0, max(14.0, 36.0 * math.exp(r.gauss(0, 0.42))))
    scale = min(2.2, wanted / max(size, 4.0))
    scale = max(scale, 0.55 * min(width / w, height / h))
    if r.random() < 0.35:
        angle = r.uniform(-180, 180)
    else:
        angle = r.gauss(0, 7) + (180 if r.random() < 0.15 else 0)
    stretch = math.exp(0.5 * r.uniform(math.log(0.75), math.log(1.33))) if r.random() < 0.6 else 1
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    flip = -1 if r.random() < 0.5 else 1
    matrix[:2, :2] = (
        np.diag([scale * stretch * flip, scale / stretch]) @ np.array([[c, -s], [s, c]])
    )
    if len(quads) and r.random() < 0.9:
        focus = quads[r.randrange(len(quads))].mean(0) if r.random() < 0.5 else quads.mean((0, 1))
    else:
        focus = np.array([r.uniform(0, w), r.uniform(0, h)])
    place = np.array([width * r.uniform(0.2, 0.8), height * r.uniform(0.2, 0.8)])
    matrix[:2, 2] = place - matrix[:2, :2] @ focus
    if scale < 0.6:
        # Shrink by averaging first, then warp: a bilinear warp alone aliases.
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        warp = matrix @ np.diag([w / small.shape[1], h / small.shape[0], 1])
    else:
        small, warp = image, matrix
    border = tuple(r.uniform(0, 255) for _ in range(3)) if r.random() < 0.7 else (0, 0, 0)
    picture = cv2.warpAffine(
        small, warp[:2], (width, height), flags=cv2.INTER_LINEAR, borderValue=border
    )
    moved = quads @ matrix[:2, :2].T.astype(np.float32) + matrix[:2, 2].astype(np.float32)
    if flip < 0:
        moved = moved[:, ::-1]
    return picture, moved


def develop(image: np.ndarray, r: random.Random, rng: np.random.Generator) -> np.ndarray:
    """Camera faults: light, colour, blur, noise, JPEG."""
    x = image.astype(np.float32)
    x *= np.array([r.uniform(0.85, 1.15) for _ in range(3)], np.float32) * r.uniform(0.65, 1.3)
    if r.random() < 0.3:
        x = (x - 128) * r.uniform(0.6, 1.3) + 128
    x += r.uniform(-15, 15)
    if r.random() < 0.1:
        x = np.repeat(x.mean(2, keepdims=True), 3, 2)
    if r.random() < 0.25:
        x = cv2.GaussianBlur(x, (0, 0), r.uniform(0.3, 1.3))
    if r.random() < 0.35:
        noise = rng.standard_normal(x.shape, dtype=np.float32)
        x += noise * r.uniform(1, 12)
    x = np.clip(x, 0, 255).astype(np.uint8)
    if r.random() < 0.25:
        coded = cv2.imencode(".jpg", x, [cv2.IMWRITE_JPEG_QUALITY, r.randint(30, 90)])[1]
        x = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return x


@dataclass
class Maps:
    """What the locator should give: heat and weights (h, w), codes (8, h, w)."""

    heat: np.ndarray
    heat_weight: np.ndarray
    codes: np.ndarray
    code_weight: np.ndarray


def targets(sample: Sample, quads: np.ndarray, width: int, height: int) -> Maps:
    """Maps at stride 8. Larger tiles win nothing over smaller: nearest centre does."""
    w, h = width // STRIDE, height // STRIDE
    heat = np.zeros((h, w), np.float32)
    weight = np.full((h, w), sample.open_ground, np.float32)
    codes = np.zeros((8, h, w), np.float32)
    code_weight = np.zeros((h, w), np.float32)
    nearest = np.full((h, w), np.inf, np.float32)
    every = geometry.encode(quads) if len(quads) else np.zeros((0, 8), np.float32)
    area = np.abs(geometry.areas(quads))
    edges = np.linalg.norm(np.roll(quads, -1, 1) - quads, axis=2)
    short = np.minimum(edges[:, 0] + edges[:, 2], edges[:, 1] + edges[:, 3]) / 2
    ignored = (sample.heat_weight <= 0) | (area < MIN_AREA)
    for quad, code, skip, tile_weight in zip(quads, every, ignored, sample.heat_weight):
        # First the ground: inside a labelled tile we know, inside a doubtful one we do not.
        if skip:
            _fill(weight, geometry.grow(quad, 1.15), 0.0)
        elif sample.open_ground < tile_weight:
            _fill(weight, geometry.grow(quad, 1.2), float(tile_weight))
    order = np.argsort(-short)
    for i in order:
        if ignored[i]:
            continue
        x, y = every[i, 0] / STRIDE, every[i, 1] / STRIDE
        ix, iy = int(math.floor(x)), int(math.floor(y))
        if not (0 <= ix < w and 0 <= iy < h):
            continue
        sigma = max(0.7, 0.28 * float(short[i]) / STRIDE)
        reach = int(3 * sigma) + 1
        x0, x1 = max(0, ix - reach), min(w, ix + reach + 1)
        y0, y1 = max(0, iy - reach), min(h, iy + reach + 1)
        dx = np.arange(x0, x1, dtype=np.float32) + 0.5 - x
        dy = np.arange(y0, y1, dtype=np.float32)[:, None] + 0.5 - y
        square = dx**2 + dy**2
        window = heat[y0:y1, x0:x1]
        np.maximum(window, np.exp(-square / (2 * sigma * sigma)) * 0.98, out=window)
        weight[iy, ix] = max(weight[iy, ix], sample.heat_weight[i])
        heat[iy, ix] = 1.0
        if sample.quad_weight[i] <= 0:
            continue
        reach2 = (1.1 * max(1.0, 0.8 * sigma)) ** 2
        mine = (square < reach2) & (square < nearest[y0:y1, x0:x1])
        mine &= (np.abs(dx) < 1.5) & (np.abs(dy) < 1.5)
        nearest[y0:y1, x0:x1][mine] = square[mine]
        code_weight[y0:y1, x0:x1][mine] = sample.quad_weight[i]
        block = codes[:, y0:y1, x0:x1]
        block[:, mine] = every[i][:, None]
        shift = np.broadcast_to(dx, square.shape)[mine], np.broadcast_to(dy, square.shape)[mine]
        block[0][mine] = -shift[0] * STRIDE / UNIT
        block[1][mine] = -shift[1] * STRIDE / UNIT
    return Maps(heat, weight, codes, code_weight)


def _fill(weight: np.ndarray, quad: np.ndarray, value: float) -> None:
    points = np.round((quad / STRIDE - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(weight, points, value, shift=4)


class LocatorBatches(IterableDataset):
    """Endless batches: uint8 pictures (B, H, W, 3) and the four maps."""

    def __init__(
        self, scenes: Path, real: list[photos.Photo], real_share: float, batch: int, seed: int
    ):
        self.scenes, self.real, self.real_share = scenes, real, real_share
        self.batch, self.seed = batch, seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, ...]]:
        worker = torch.utils.data.get_worker_info()
        seed = self.seed + 7919 * (worker.id if worker else 0)
        r, rng = random.Random(seed), np.random.default_rng(seed)
        cv2.setNumThreads(0)
        pool: list[renders.Scene] = []
        known: set[Path] = set()
        made = 0
        while True:
            if made % RESCAN_BATCHES == 0:
                for shard in renders.scene_shards(self.scenes):
                    if shard not in known:
                        known.add(shard)
                        pool += renders.load_scenes(shard)
            made += 1
            yield self._batch(pool, r, rng)

    def _batch(self, pool, r: random.Random, rng: np.random.Generator) -> tuple[torch.Tensor, ...]:
        width, height = r.choice(SIZES)
        pictures, maps = [], []
        while len(pictures) < self.batch:
            real = self.real and (not pool or r.random() < self.real_share)
            sample = from_photo(r.choice(self.real)) if real else from_scene(r.choice(pool))
            picture, quads = view(sample, width, height, r)
            pictures.append(develop(picture, r, rng))
            maps.append(targets(sample, quads, width, height))
        fields = ("heat", "heat_weight", "codes", "code_weight")
        stacked = (np.stack([getattr(m, f) for m in maps]) for f in fields)
        return (torch.from_numpy(np.stack(pictures)), *(torch.from_numpy(s) for s in stacked))
