"""End to end, per photo set: what was located, what was named right, whole photos."""

import time
from pathlib import Path

import cv2
import numpy as np

from . import compare, geometry, photos, reading, renders, scores
from .classes import CODES


def locator_of(path: Path) -> reading.MapOf:
    """An ONNX locator as the reader wants it."""
    run = compare.session(path)

    def map_of(picture: np.ndarray) -> np.ndarray:
        x = picture.transpose(2, 0, 1)[None].astype(np.float32) / 128 - 1
        return run.run(["map"], {"image": x})[0][0]

    return map_of


def classifier_of(path: Path) -> reading.NamesOf:
    """An ONNX classifier as the reader wants it."""
    run = compare.session(path)

    def names_of(crops: np.ndarray):
        x = np.ascontiguousarray(crops.transpose(0, 3, 1, 2)).astype(np.float32) / 128 - 1
        return tuple(run.run(["logits", "turn", "embedding"], {"crops": x}))

    return names_of


def end_to_end(
    locator: Path, classifier: Path, root: Path, sets: list[str], shards: list[Path],
    limit: int, sheets: Path | None,
) -> None:
    """Print one line per set, and the confusions below it."""
    map_of, names_of = locator_of(locator), classifier_of(classifier)
    groups: list[tuple[str, list]] = [(s, photos.load(root, s)) for s in sets]
    groups += [(shard.name, renders.load_scenes(shard)) for shard in shards]
    for name, items in groups:
        items = items[:: max(1, -(-len(items) // limit))]
        tally, worst = scores.Tally(), []
        started = time.perf_counter()
        for item in items:
            image = photos.read_rgb(item.path)
            real = isinstance(item, photos.Photo)
            truth = scores.of_photo(item) if real else scores.of_scene(item)
            named = reading.read(image, map_of, names_of)
            wrong = scores.add(tally, named, truth)
            if sheets:
                worst += [_mistake(image, named, truth, pair) for pair in wrong]
        took = 1000 * (time.perf_counter() - started) / max(1, len(items))
        print(f"{name}: {tally.row()} ms/photo {took:.0f}\n   {tally.worst()}", flush=True)
        if sheets and worst:
            write_sheet(sheets / f"{name}.png", worst)


def _mistake(image, named, truth, pair) -> tuple[np.ndarray, str]:
    j, i = pair
    quad = named.quads[i] if i >= 0 else truth.quads[j]
    said = CODES[named.classes[i]] if i >= 0 else "missed"
    return geometry.cut_crop(image, quad), f"{CODES[truth.classes[j]]}>{said}"


def write_sheet(path: Path, items: list[tuple[np.ndarray, str]], columns: int = 20) -> None:
    """Crops with captions, in a grid."""
    cell_h, cell_w = geometry.CROP_H + 14, max(geometry.CROP_W, 72)
    items = items[: columns * 30]
    rows = -(-len(items) // columns)
    sheet = np.full((rows * cell_h, columns * cell_w, 3), 40, np.uint8)
    for k, (crop, text) in enumerate(items):
        y, x = k // columns * cell_h, k % columns * cell_w
        sheet[y : y + crop.shape[0], x : x + crop.shape[1]] = crop
        cv2.putText(sheet, text, (x + 1, y + cell_h - 3), cv2.FONT_HERSHEY_SIMPLEX, 0.36, (255,) * 3, 1)
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), cv2.cvtColor(sheet, cv2.COLOR_RGB2BGR))
