"""How well the embedding learns a table's tiles: K labelled crops a class, the rest read."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from . import photos
from .classifier_train import plain_crops
from .evaluate import classifier_of

SHOTS = (1, 2, 3, 5)
DRAWS = 10
WEIGHT = 30.0


def rows(classifier: Path, root: Path, dataset: str) -> Iterator[dict]:
    """Percent right without and with prototypes, mean of ten draws."""
    images, classes, _ = photos.crops(photos.load(root, dataset))
    names_of = classifier_of(classifier)
    parts = [names_of(plain_crops(images[i : i + 128])) for i in range(0, len(images), 128)]
    logits, _, embedding = (np.concatenate(p) for p in zip(*parts))
    log_p = logits - np.logaddexp.reduce(logits, 1, keepdims=True)
    unit = embedding / np.linalg.norm(embedding, axis=1, keepdims=True)
    for shots in SHOTS:
        alone, nearest, both = [], [], []
        for draw in range(DRAWS):
            rng = np.random.default_rng(draw)
            enrolled = np.concatenate([
                rng.permutation(np.flatnonzero(classes == c))[:shots] for c in np.unique(classes)
            ])
            rest = np.setdiff1d(np.arange(len(classes)), enrolled)
            cosine = unit[rest] @ unit[enrolled].T
            near = np.full((len(rest), logits.shape[1]), -1.0)
            for c in np.unique(classes):
                mine = np.sort(cosine[:, classes[enrolled] == c], axis=1)[:, -2:]
                near[:, c] = mine.mean(1)
            truth = classes[rest]
            alone.append((log_p[rest].argmax(1) == truth).mean())
            nearest.append((near.argmax(1) == truth).mean())
            both.append(((log_p[rest] + WEIGHT * near).argmax(1) == truth).mean())
        yield {
            "set": dataset, "shots": shots, "crops": len(classes),
            **{k: round(100 * float(np.mean(v)), 2)
               for k, v in (("alone%", alone), ("nearest%", nearest), ("both%", both))},
        }
