"""One number that makes the classifier's confidence honest (temperature scaling)."""

from pathlib import Path

import numpy as np

from . import photos, renders
from .classifier_train import plain_crops
from .evaluate import classifier_of

GRID = np.geomspace(0.3, 3.0, 93)


def fit(classifier: Path, shards: list[Path], root: Path, dataset: str) -> float:
    """The divisor of the logits that gives the least mean negative log-likelihood.

    Held-out renders and an unseen photo set count the same, whatever their sizes.
    """
    names_of = classifier_of(classifier)
    sources = []
    for shard in shards:
        s = renders.load_crops(shard)
        sources.append((np.ascontiguousarray(s.images[:4000]), s.classes[:4000]))
    if dataset != "none":
        images, classes, _ = photos.crops(photos.load(root, dataset))
        sources.append((plain_crops(images[:4000]), classes[:4000]))
    scored = []
    for images, classes in sources:
        parts = [names_of(images[i : i + 128])[0] for i in range(0, len(images), 128)]
        scored.append((np.concatenate(parts), classes))
    costs = [np.mean([_nll(z / t, y) for z, y in scored]) for t in GRID]
    return float(GRID[int(np.argmin(costs))])


def _nll(logits: np.ndarray, classes: np.ndarray) -> float:
    log_p = logits - np.logaddexp.reduce(logits, 1, keepdims=True)
    return float(-log_p[np.arange(len(classes)), classes].mean())
