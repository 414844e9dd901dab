"""Rendered data: scenes (for the locator) and packed crops (for the classifier).

Both come from `karasu dataset render`; the formats are in
`models/training/README.md`. Shards are folders; a folder still being written
has no label file yet and is skipped, so that training picks shards up as they
appear.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .geometry import CROP_H, CROP_W


@dataclass(frozen=True)
class Scene:
    """One rendered picture with its tiles, quads in the tile's own order."""

    path: Path
    quads: np.ndarray
    classes: np.ndarray
    visibility: np.ndarray


def scene_shards(root: Path) -> list[Path]:
    """Finished scene shards under a folder, by name."""
    return sorted(p.parent for p in root.glob("*/annotations.coco.json"))


def load_scenes(shard: Path) -> list[Scene]:
    coco = json.loads((shard / "annotations.coco.json").read_text())
    by_image: dict[int, list[dict]] = {image["id"]: [] for image in coco["images"]}
    for annotation in coco["annotations"]:
        by_image[annotation["image_id"]].append(annotation)
    scenes = []
    for image in coco["images"]:
        found = by_image[image["id"]]
        quads = np.array([a["segmentation"][0] for a in found], np.float32)
        scenes.append(
            Scene(
                path=shard / "images" / Path(image["file_name"]).name,
                quads=quads.reshape(-1, 4, 2),
                classes=np.array([a["category_id"] - 1 for a in found], np.int64),
                visibility=np.array([a.get("visibility", 1.0) for a in found], np.float32),
            )
        )
    return scenes


@dataclass(frozen=True)
class CropShard:
    """Packed crops; `images` stays on disk until it is indexed."""

    images: np.ndarray
    classes: np.ndarray
    turns: np.ndarray
    styles: np.ndarray


def crop_shards(root: Path) -> list[Path]:
    """Finished crop shards under a folder, by name."""
    return sorted(p.parent for p in root.glob("*/labels.u8") if is_whole(p.parent))


def is_whole(shard: Path) -> bool:
    """Labels and pixels agree about the number of crops."""
    n = (shard / "labels.u8").stat().st_size // 4
    return n > 0 and (shard / "crops.u8").stat().st_size == n * CROP_H * CROP_W * 3


def load_crops(shard: Path) -> CropShard:
    labels = np.fromfile(shard / "labels.u8", np.uint8).reshape(-1, 4)
    images = np.memmap(
        shard / "crops.u8", np.uint8, "r", shape=(len(labels), CROP_H, CROP_W, 3)
    )
    styles = labels[:, 2].astype(np.int64) + 256 * labels[:, 3].astype(np.int64)
    return CropShard(images, labels[:, 0].astype(np.int64), labels[:, 1].astype(np.int64), styles)
