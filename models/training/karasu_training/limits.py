"""What a limit of the reader keeps and lets through: faces and backs by strength.

The program itself reads the pictures; what it takes for no tile is among its
`ghosts`, so that one run shows every limit.
"""

import json
import subprocess
from pathlib import Path

import numpy as np

from . import geometry
from .classes import CODES
from .scores import SAME, VISIBLE

LIMITS = (0.0, 0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7)


def table(binary: Path, models: Path, dataset: Path, every: int) -> None:
    """Print, for each limit, the labelled tiles kept, those named right, and the extras."""
    coco = json.loads((dataset / "annotations.coco.json").read_text())
    by_image: dict[int, list[dict]] = {}
    for annotation in coco["annotations"]:
        by_image.setdefault(annotation["image_id"], []).append(annotation)
    images = coco["images"][::every]
    paths = [str(dataset / "images" / Path(i["file_name"]).name) for i in images]
    command = [str(binary), "read", "--json", "--tiles", "none", "--model", str(models), *paths]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    rows = []
    for image, line in zip(images, lines, strict=True):
        rows += _rows(json.loads(line), by_image.get(image["id"], []))
    found = np.array(rows, np.float32)
    print(f"{dataset.name}: {len(images)} pictures")
    for kind, name in ((0, "faces"), (1, "backs")):
        part = found[found[:, 1] == kind]
        for limit in LIMITS:
            kept = part[part[:, 0] >= limit]
            print(
                f"  {name} from {limit:.2f}: {kept[:, 2].sum():.0f} of {part[:, 2].sum():.0f} tiles, "
                f"{kept[:, 3].sum():.0f} named right, {(1 - kept[:, 2]).sum():.0f} extra"
            )


def _rows(reading: dict, labels: list[dict]) -> list[tuple[float, bool, bool, bool]]:
    """Strength, is a back, is a labelled tile, is named right: of everything found."""
    found = reading.get("tiles", []) + reading.get("ghosts", [])
    pairs = sorted(
        (
            (_overlap(label["bbox"], f["box"]), i, j)
            for i, label in enumerate(labels)
            for j, f in enumerate(found)
        ),
        reverse=True,
    )
    owner: dict[int, int] = {}
    for overlap, i, j in pairs:
        if overlap > SAME and j not in owner and i not in owner.values():
            owner[j] = i
    rows = []
    for j, f in enumerate(found):
        label = labels[owner[j]] if j in owner else None
        if label and label.get("visibility", 1) < VISIBLE:
            continue
        right = label is not None and CODES[label["category_id"] - 1] == f["class"]
        rows.append((f["score"], f["class"] == "0z", label is not None, right))
    return rows


def _overlap(bbox: list[float], box: list[float]) -> float:
    left, top, right, bottom = box
    boxes = np.float32([bbox, [left, top, right - left, bottom - top]])
    return geometry.iou(*geometry.boxes_to_quads(boxes))
