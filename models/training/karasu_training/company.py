"""What a limit on name times place keeps and lets through, by company.

A hole in a tray or a patch of table passes for a tile's back, paper for a 白;
lying alone they are tiles less often than beside others. Counted on rendered
scenes, with this package's own reader.
"""

from pathlib import Path

import numpy as np

from . import evaluate, geometry, photos, reading, renders
from .classes import INDEX, N_TILES, NOT_A_TILE
from .scores import SAME, VISIBLE

LIMITS = (0.0, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
TOGETHER = 1.6
"""Centres no further apart than this many sides are company, as in the program."""
NO_TILE = 0.6
"""Probability of "not a tile" from which the program drops a find."""
BACK, WHITE = INDEX["0z"], INDEX["5z"]


def table(models: Path, shards: list[Path], temperature: float) -> None:
    """Print, for each kind and limit, the tiles kept and the false finds left."""
    map_of = evaluate.locator_of(models / "locator.onnx")
    names_of = evaluate.classifier_of(models / "classifier.onnx")
    rows = [
        row
        for shard in shards
        for scene in renders.load_scenes(shard)
        for row in _rows(scene, map_of, names_of, temperature)
    ]
    name, belief, alone, true, false = np.array(rows).T
    faces = (name != BACK) & (name != WHITE)
    for kind, pick in (("backs", name == BACK), ("white", name == WHITE), ("other faces", faces)):
        for where, at in (("alone", alone == 1), ("in company", alone == 0)):
            part = pick & at
            kept = [
                f"{limit}: {int((part & (true == 1) & (belief >= limit)).sum())}"
                f"/{int((part & (false == 1) & (belief >= limit)).sum())}"
                for limit in LIMITS
            ]
            print(f"{kind} {where} (limit: tiles/false) " + "  ".join(kept))


def _rows(scene: renders.Scene, map_of, names_of, temperature: float) -> list[tuple[float, ...]]:
    """Name, belief, alone, shows a visible tile, shows none: of each find."""
    image = photos.read_rgb(scene.path)
    found = reading.locate(image, map_of)
    if not len(found.quads):
        return []
    shares = reading.shares(names_of(reading.cut(image, found.quads))[0] / temperature)
    names, sure = shares[:, :N_TILES].argmax(1), shares[:, :N_TILES].max(1)
    centres = found.quads.mean(1)
    sides = np.sqrt(np.abs(geometry.areas(found.quads)))
    rows = []
    for i, quad in enumerate(found.quads):
        if shares[i, NOT_A_TILE] >= NO_TILE:
            continue
        near = np.linalg.norm(centres - centres[i], axis=1) < TOGETHER * sides[i]
        near &= sure > 0.3
        near[i] = False
        overlaps = [geometry.iou(quad, other) for other in scene.quads]
        best = int(np.argmax(overlaps)) if overlaps else -1
        shown = best >= 0 and overlaps[best] >= SAME
        seen = shown and scene.visibility[best] >= VISIBLE
        right = seen and (scene.classes[best] == BACK) == (names[i] == BACK)
        rows.append((names[i], sure[i] * found.heat[i], not near.any(), right, not shown))
    return rows
