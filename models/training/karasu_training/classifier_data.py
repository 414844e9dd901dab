"""Batches for the classifier: rendered and real crops, altered a whole batch at a time."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.utils.data import IterableDataset

from . import photos, renders
from .classes import NOT_A_TILE, REDS, TURN_UNKNOWN
from .geometry import CROP_H, CROP_W, GROW

PAIRED_SHARE = 0.6
"""Share of the rendered crops drawn as pairs (same face, same set) for the embedding."""
STYLES_A_BATCH = 3
REAL_STYLE = 1 << 40
RESCAN_BATCHES = 60
RED_SETS = 3
"""One rendered set in this many keeps its red fives. Renders draw every face as often as any
other, so a red five would be as likely as a five; on tables it is one of four, or there is none.
"""


class RenderedPool:
    """All rendered crops known so far, indexed by set and class."""

    def __init__(self) -> None:
        self.shards: list[renders.CropShard] = []
        self.known: set[Path] = set()
        self.shard = self.at = self.classes = self.turns = self.styles = np.zeros(0, np.int64)
        self.drawn = np.zeros(0, np.int64)
        self.groups: dict[int, list[np.ndarray]] = {}

    def scan(self, root: Path) -> None:
        """Add shards that have appeared."""
        fresh = [p for p in renders.crop_shards(root) if p not in self.known]
        if not fresh:
            return
        self.known.update(fresh)
        self.shards += [renders.load_crops(p) for p in fresh]
        parts = list(enumerate(self.shards))
        self.shard = np.concatenate([np.full(len(s.classes), i) for i, s in parts])
        self.at = np.concatenate([np.arange(len(s.classes)) for _, s in parts])
        self.classes = np.concatenate([s.classes for _, s in parts])
        self.turns = np.concatenate([s.turns for _, s in parts])
        self.styles = np.concatenate([s.styles + 65536 * i for i, s in parts])
        red = np.isin(self.classes, REDS) & (self.styles % RED_SETS != 0)
        self.drawn = np.flatnonzero(~red)
        key = (self.styles * 64 + self.classes)[self.drawn]
        order = self.drawn[np.argsort(key, kind="stable")]
        key = np.sort(key, kind="stable")
        edges = np.flatnonzero(np.diff(key)) + 1
        self.groups = {}
        for group in np.split(order, edges):
            if len(group) >= 2 and self.classes[group[0]] < 46:
                self.groups.setdefault(int(self.styles[group[0]]), []).append(group)

    def draw(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Indices: pairs of a few sets first, then any."""
        chosen: list[int] = []
        pairs = int(n * PAIRED_SHARE) // (2 * STYLES_A_BATCH)
        styles = list(self.groups)
        for style in rng.choice(styles, min(STYLES_A_BATCH, len(styles)), replace=False):
            groups = self.groups[int(style)]
            for k in rng.choice(len(groups), min(pairs, len(groups)), replace=False):
                chosen += rng.choice(groups[k], 2, replace=False).tolist()
        chosen += rng.choice(self.drawn, n - len(chosen)).tolist()
        return np.array(chosen)

    def images(self, index: np.ndarray) -> np.ndarray:
        return np.stack([self.shards[self.shard[i]].images[self.at[i]] for i in index])


@dataclass
class RealPool:
    """Stored real crops with their class and set."""

    images: np.ndarray
    classes: np.ndarray
    sets: np.ndarray

    def draw(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Half evenly over classes, half as they come; of these a third is ground
        without a tile, if there is any.
        """
        names = np.unique(self.classes)
        even = [
            rng.choice(np.flatnonzero(self.classes == c)) for c in rng.choice(names, n // 2)
        ]
        ground = np.flatnonzero(self.classes == NOT_A_TILE)
        open_ground = rng.choice(ground, n // 6) if len(ground) else ground
        rest = n - n // 2 - len(open_ground)
        any_tile = rng.integers(0, len(self.classes), rest)
        return np.concatenate([even, open_ground, any_tile]).astype(int)


def sample_affine(x: Tensor, base: float, g: torch.Generator) -> Tensor:
    """Cut 80 x 64 windows out of (n, 3, h, w): the middle `base` share, jittered.

    As wide as the locator's corners are loose.
    """
    n = len(x)
    scale = base * (1 + 0.12 * _uniform((n, 2), g))
    angle = torch.randn(n, generator=g) * math.radians(4)
    shift = base * 0.10 * torch.randn((n, 2), generator=g)
    shear = 0.09 * _uniform((n,), g)
    ratio = x.shape[3] / x.shape[2]
    c, s = torch.cos(angle), torch.sin(angle)
    rows = [
        torch.stack([scale[:, 0] * c, -scale[:, 1] * (s / ratio + shear), shift[:, 0]], 1),
        torch.stack([scale[:, 0] * s * ratio, scale[:, 1] * c, shift[:, 1]], 1),
    ]
    grid = F.affine_grid(torch.stack(rows, 1), [n, 3, CROP_H, CROP_W], align_corners=False)
    return F.grid_sample(x, grid, padding_mode="border", align_corners=False)


def _uniform(shape: tuple[int, ...], g: torch.Generator) -> Tensor:
    return torch.rand(shape, generator=g) * 2 - 1


def _some(n: int, share: float, g: torch.Generator) -> Tensor:
    return torch.rand(n, generator=g) < share


def relight(x: Tensor, g: torch.Generator) -> Tensor:
    """Light, colour, contrast, gamma, glare, occlusion; x in 0..1."""
    n, _, h, w = x.shape
    column = torch.linspace(-1, 1, w).view(1, 1, 1, w)
    row = torch.linspace(-1, 1, h).view(1, 1, h, 1)
    slope = 0.2 * _uniform((n, 2, 1, 1), g)
    x = x * (1 + slope[:, :1] * column + slope[:, 1:] * row)
    gain = torch.exp(0.11 * torch.randn((n, 3, 1, 1), generator=g))
    light = torch.exp(0.5 * (torch.rand((n, 1, 1, 1), generator=g) - 0.7))
    x = x * gain * light
    contrast = 0.65 + 0.6 * torch.rand((n, 1, 1, 1), generator=g)
    x = ((x - 0.5) * contrast + 0.5 + 0.08 * _uniform((n, 1, 1, 1), g)).clamp_(1e-4, 1)
    x = x ** torch.exp(0.3 * _uniform((n, 1, 1, 1), g))
    for i in _some(n, 0.02, g).nonzero()[:, 0]:
        x[i] = x[i].mean(0, keepdim=True)
    for i in _some(n, 0.12, g).nonzero()[:, 0]:
        cx, cy, width, power = torch.rand(4, generator=g)
        spot = ((column - 2 * cx + 1) ** 2 + (row - 2 * cy + 1) ** 2 * 1.5)[0]
        x[i] = (x[i] + (0.2 + power) * torch.exp(-spot / (0.05 + 0.3 * width))).clamp(0, 1)
    for i in _some(n, 0.08, g).nonzero()[:, 0]:
        # A finger, a shadow edge, the neighbour's body: a strip at one side.
        depth = int(torch.randint(3, 14, (1,), generator=g))
        side = int(torch.randint(0, 4, (1,), generator=g))
        part = (x[i, :, :depth], x[i, :, -depth:], x[i, :, :, :depth], x[i, :, :, -depth:])[side]
        part.copy_(torch.rand((3, 1, 1), generator=g).expand_as(part))
    return x


def defocus(x: Tensor, g: torch.Generator) -> Tensor:
    """A fifth of the batch loses resolution, a fifth is blurred or sharpened.

    Rendered crops have had their share of blur already.
    """
    n, _, h, w = x.shape
    order = torch.randperm(n, generator=g)
    for part in torch.split(order[: n // 5], max(1, n // 15)):
        share = 0.3 + 0.6 * float(torch.rand(1, generator=g))
        small = F.interpolate(x[part], size=(int(h * share), int(w * share)), mode="area")
        x[part] = F.interpolate(small, size=(h, w), mode="bilinear", align_corners=False)
    rest = order[n // 5 :]
    for k, part in enumerate(torch.split(rest[: n // 4], max(1, n // 15))):
        sigma = 0.4 + 1.1 * float(torch.rand(1, generator=g))
        soft = _gauss(x[part], sigma)
        x[part] = soft if k else (2 * x[part] - soft).clamp(0, 1)
    return x


def _gauss(x: Tensor, sigma: float) -> Tensor:
    reach = max(1, int(2.5 * sigma))
    line = torch.exp(-(torch.arange(-reach, reach + 1) ** 2) / (2 * sigma * sigma))
    line = (line / line.sum()).repeat(3, 1)
    x = F.conv2d(F.pad(x, (reach, reach, 0, 0), mode="replicate"), line.view(3, 1, 1, -1), groups=3)
    return F.conv2d(F.pad(x, (0, 0, reach, reach), mode="replicate"), line.view(3, 1, -1, 1), groups=3)


def finish(x: Tensor, g: torch.Generator) -> Tensor:
    """Noise and JPEG; 0..1 floats -> uint8 (n, 80, 64, 3)."""
    n = len(x)
    strength = 0.045 * torch.rand((n, 1, 1, 1), generator=g) * _some(n, 0.6, g).view(-1, 1, 1, 1)
    x = (x + strength * torch.randn(x.shape, generator=g)).clamp_(0, 1)
    out = (x * 255).byte().permute(0, 2, 3, 1).contiguous()
    for i in _some(n, 0.2, g).nonzero()[:, 0]:
        quality = int(torch.randint(25, 85, (1,), generator=g))
        coded = cv2.imencode(".jpg", out[i].numpy(), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        out[i] = torch.from_numpy(cv2.imdecode(coded, cv2.IMREAD_COLOR))
    return out


def turn_some(x: Tensor, turns: Tensor, g: torch.Generator) -> tuple[Tensor, Tensor]:
    """Turn some crops: half a turn often, a quarter (squeezed) now and then."""
    known = turns != TURN_UNKNOWN
    for share, quarter in ((0.2, 2), (0.03, 1), (0.03, 3)):
        pick = _some(len(x), share, g).nonzero()[:, 0]
        if not len(pick):
            continue
        turned = torch.rot90(x[pick], -quarter, (2, 3))
        if quarter != 2:
            turned = F.interpolate(turned, size=(CROP_H, CROP_W), mode="area")
        x[pick] = turned
        turns[pick] = torch.where(known[pick], (turns[pick] + quarter) % 4, turns[pick])
    return x, turns


class ClassifierBatches(IterableDataset):
    """Endless batches: uint8 crops (B, 80, 64, 3), classes, turns, set numbers."""

    def __init__(self, crops: Path, real: RealPool | None, share: float, batch: int, seed: int):
        self.crops, self.real, self.share = crops, real, share
        self.batch, self.seed = batch, seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        torch.set_num_threads(1)
        cv2.setNumThreads(0)
        rng = np.random.default_rng(self.seed)
        g = torch.Generator().manual_seed(self.seed)
        pool = RenderedPool()
        made = 0
        while True:
            if made % RESCAN_BATCHES == 0:
                pool.scan(self.crops)
            made += 1
            yield self._batch(pool, rng, g)

    def _batch(self, pool: RenderedPool, rng: np.random.Generator, g: torch.Generator):
        n_real = round(self.batch * self.share) if self.real else 0
        if not len(pool.at):
            n_real = self.batch
        images, classes, turns, styles = [], [], [], []
        if n_real < self.batch:
            index = pool.draw(self.batch - n_real, rng)
            x = torch.from_numpy(pool.images(index)).permute(0, 3, 1, 2).float() / 255
            images.append(sample_affine(x, 1.0, g))
            classes.append(pool.classes[index])
            turns.append(pool.turns[index])
            styles.append(pool.styles[index])
        if n_real:
            index = self.real.draw(n_real, rng)
            x = torch.from_numpy(self.real.images[index]).permute(0, 3, 1, 2).float() / 255
            images.append(sample_affine(x, GROW / photos.CONTEXT, g))
            classes.append(self.real.classes[index])
            turns.append(np.full(n_real, TURN_UNKNOWN))
            styles.append(self.real.sets[index] + REAL_STYLE)
        x, turned = turn_some(torch.cat(images), torch.from_numpy(np.concatenate(turns)), g)
        x = finish(defocus(relight(x, g), g), g)
        labels = torch.from_numpy(np.concatenate(classes))
        return x, labels, turned, torch.from_numpy(np.concatenate(styles))
