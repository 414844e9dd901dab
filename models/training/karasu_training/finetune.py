"""Teach the classifier a club's own tiles, from photos that were corrected.

The photos lie in a folder as the window keeps them (COCO with quads). A quarter
of them is held back, and `karasu model eval` measures those before and after.
They are of the same physical set: the figures say how well this set is read,
not how well any other is.
"""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import numpy as np

from . import classifier_train, export, geometry, loop, manifest, photos, renders
from .classifier_data import RealPool

HELD_SHARE = 4
"""One photo in so many is held back."""
RATE = 2e-4
"""A fifth of training's own: what is known of other sets shall stay known."""
REAL_SHARE_ALONE = 1.0
REAL_SHARE = 0.3
"""With rendered crops beside them, own crops are a minority: they are few."""


def finetune(dataset: Path, out: Path, work: Path, minutes: float, binary: Path, models: Path) -> None:
    """Write `out/classifier.onnx` (with the locator and a manifest beside it)."""
    scenes = renders.load_scenes(dataset)
    held = [s for s in scenes if _is_held(s.path)]
    seen = [s for s in scenes if not _is_held(s.path)]
    if not held or len(seen) < 2:
        raise SystemExit(f"{dataset}: {len(scenes)} photos are too few; keep at least a dozen")
    out.mkdir(parents=True, exist_ok=True)
    held_folder = _held_folder(dataset, held, out)
    print(f"{len(seen)} photos to learn from, {len(held)} held back")
    _measure(binary, models, held_folder, "before")

    # What an earlier run left is another run's.
    (out / "classifier.pt").unlink(missing_ok=True)
    has_renders = bool(renders.crop_shards(work / "crops"))
    plan = loop.Plan(
        kind="classifier", phase="own", minutes=minutes, renders=work / "crops",
        held=work / "held_crops", photos=dataset, out=out / "classifier.pt",
        init=models / "classifier.onnx", rate=RATE, final_rate=2e-5,
        real_share=REAL_SHARE if has_renders else REAL_SHARE_ALONE, batch=64, seed=1,
        device="cpu", bfloat16=False, mined=None, export_to=None,
    )
    classifier_train.train(plan, pool(seen))
    temperature = manifest.metadata(models / "classifier.onnx")["karasu.temperature"]
    export.write(
        export.from_checkpoint("classifier", plan.out), "classifier", out / "classifier.onnx",
        {"karasu.temperature": temperature},
    )
    shutil.copy(models / "locator.onnx", out / "locator.onnx")
    recipe = out / "recipe.toml"
    recipe.write_text(
        f"[training]\nown_photos = {len(seen)}\nown_minutes = {minutes}\n"
        f"rendered_crops = {str(has_renders).lower()}\n"
    )
    manifest.write(out, recipe)
    _measure(binary, out, held_folder, "after")


def _is_held(path: Path) -> bool:
    """By name, so that a photo stays on its side when others are added."""
    return hashlib.sha256(path.name.encode()).digest()[0] % HELD_SHARE == 0


def _held_folder(dataset: Path, held: list[renders.Scene], out: Path) -> Path:
    """The held-back photos as a dataset of their own."""
    folder = out / "held"
    (folder / "images").mkdir(parents=True, exist_ok=True)
    coco = json.loads((dataset / "annotations.coco.json").read_text())
    names = {s.path.name for s in held}
    images = [i for i in coco["images"] if Path(i["file_name"]).name in names]
    ids = {i["id"] for i in images}
    for image in images:
        name = Path(image["file_name"]).name
        shutil.copy(dataset / "images" / name, folder / "images" / name)
    coco["images"] = images
    coco["annotations"] = [a for a in coco["annotations"] if a["image_id"] in ids]
    (folder / "annotations.coco.json").write_text(json.dumps(coco))
    return folder


def pool(scenes: list[renders.Scene]) -> RealPool:
    """Crops with their context, all of one physical set."""
    images, classes = [], []
    for scene in scenes:
        picture = photos.read_rgb(scene.path)
        for quad, label in zip(scene.quads, scene.classes, strict=True):
            # As inference cuts it. Corners come from the reading: they say
            # nothing new about the turn, which is therefore not learned.
            upright = np.roll(quad, -geometry.crop_start(quad), 0)
            grown = geometry.grow(upright, photos.CONTEXT)
            images.append(geometry.warp(picture, grown, photos.STORE_W, photos.STORE_H))
            classes.append(label)
    sets = np.zeros(len(images), np.int64)
    return RealPool(np.stack(images), np.array(classes, np.int64), sets)


def _measure(binary: Path, models: Path, dataset: Path, when: str) -> None:
    print(f"== {when}: karasu model eval {dataset} --model {models}", flush=True)
    subprocess.run(
        [binary, "model", "eval", dataset, "--model", models, "--lang", "en"], check=True
    )
