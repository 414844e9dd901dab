"""Counting what was read right, per photo set."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from . import geometry, photos, reading, renders
from .classes import CODES

SAME = 0.3
"""Outlines that share this much of their union are one tile, as in `karasu model eval`."""
VISIBLE = 0.6
"""A tile that shows less of itself than this may be missed."""


@dataclass
class Truth:
    """A labelled picture; tiles that do not count may be found or not."""

    quads: np.ndarray
    classes: np.ndarray
    counts: np.ndarray
    complete: bool


def of_photo(photo: photos.Photo) -> Truth:
    quads = geometry.boxes_to_quads(photo.boxes)
    return Truth(quads, photo.classes, np.ones(len(quads), bool), photo.complete)


def of_scene(scene: renders.Scene) -> Truth:
    counts = (scene.visibility >= VISIBLE) & (np.abs(geometry.areas(scene.quads)) >= 200)
    return Truth(scene.quads, scene.classes, counts, True)


@dataclass
class Tally:
    """Sums over a set of photos."""

    tiles: int = 0
    located: int = 0
    right: int = 0
    extra: int = 0
    photos: int = 0
    photos_right: int = 0
    confusions: Counter = field(default_factory=Counter)
    overlap: list[float] = field(default_factory=list)

    def row(self) -> dict[str, float]:
        """Shares in percent: located, right, precision, whole photos, corners."""
        n = max(1, self.tiles)
        return {
            "tiles": self.tiles,
            "located%": round(100 * self.located / n, 2),
            "right%": round(100 * self.right / n, 2),
            "precision%": round(100 * self.right / max(1, self.located + self.extra), 2),
            "photos%": round(100 * self.photos_right / max(1, self.photos), 1),
            "iou": round(float(np.mean(self.overlap or [0])), 3),
        }

    def worst(self, n: int = 10) -> str:
        return " ".join(f"{a}>{b}:{k}" for (a, b), k in self.confusions.most_common(n))


def match(quads: np.ndarray, truth: Truth) -> tuple[list[int], int]:
    """For each true tile the index of the quad found for it or -1; and the rest.

    Pairs are taken nearest first: the centre of the found quad lies inside the
    true tile's box, or the two overlap by `SAME`. What lies beside every labelled
    tile counts as extra only where the labels are complete.
    """
    owner = [-1] * len(truth.quads)
    if not len(quads) or not len(truth.quads):
        return owner, len(quads) if truth.complete else 0
    low, high = truth.quads.min(1), truth.quads.max(1)
    centres = quads.mean(1)
    inside = ((centres[:, None] >= low) & (centres[:, None] <= high)).all(-1)
    span = np.sqrt(np.abs(geometry.areas(truth.quads)) + 1)
    distance = np.linalg.norm(centres[:, None] - truth.quads.mean(1), axis=-1) / span
    used: set[int] = set()
    for flat in np.argsort(distance, axis=None, kind="stable"):
        i, j = np.unravel_index(flat, distance.shape)
        if distance[i, j] > 1:
            break
        if int(i) in used or owner[j] >= 0:
            continue
        if inside[i, j] or geometry.iou(quads[i], truth.quads[j]) >= SAME:
            owner[j] = int(i)
            used.add(int(i))
    return owner, len(quads) - len(used) if truth.complete else 0


def add(tally: Tally, named: reading.Named, truth: Truth) -> list[tuple[int, int]]:
    """Count one photo; returns the misnamed pairs (true tile, found quad or -1)."""
    owner, extra = match(named.quads, truth)
    wrong = []
    for j, i in enumerate(owner):
        if not truth.counts[j]:
            continue
        tally.tiles += 1
        if i < 0:
            tally.confusions[CODES[truth.classes[j]], "-"] += 1
            wrong.append((j, -1))
            continue
        tally.located += 1
        tally.overlap.append(geometry.iou(named.quads[i], truth.quads[j]))
        if named.classes[i] == truth.classes[j]:
            tally.right += 1
        else:
            tally.confusions[CODES[truth.classes[j]], CODES[named.classes[i]]] += 1
            wrong.append((j, i))
    tally.extra += extra
    tally.photos += 1
    tally.photos_right += not wrong and not extra
    return wrong
