"""Command line: `python -m karasu_training STEP`, one step per command."""

import argparse
import json
from pathlib import Path

import cv2
import torch

from . import loop, paths

DEFAULTS = {
    "locator": {"batch": 8, "rate": 2e-3, "real_share": 0.25},
    "classifier": {"batch": 64, "rate": 2e-3, "real_share": 0.3},
}


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="karasu_training", description=__doc__)
    steps = top.add_subparsers(dest="step", required=True)

    step = steps.add_parser("render", help="scene and crop shards from `karasu dataset render`")
    step.add_argument("--binary", type=Path, required=True)
    step.add_argument("--seed", type=int, required=True, help="shard i uses seed + i")
    step.add_argument("--shards", type=int, default=1)
    step.add_argument("--scenes", type=int, default=1000, help="scenes a shard (0 = none)")
    step.add_argument("--crops", type=int, default=20000, help="crops a shard (0 = none)")
    step.add_argument("--out", type=Path, default=paths.WORK)
    step.add_argument("rest", nargs="*", help="passed on to the renderer, after --")

    step = steps.add_parser("train", help="one phase of one network")
    step.add_argument("kind", choices=("locator", "classifier"))
    step.add_argument("--phase", choices=("loso-tray", "all"), required=True)
    step.add_argument("--minutes", type=float, required=True)
    step.add_argument("--renders", type=Path, help="folder of shards")
    step.add_argument("--held", type=Path, help="folder of validation shards")
    step.add_argument("--photos", type=Path, default=paths.PHOTOS)
    step.add_argument("--out", type=Path, required=True, help="checkpoint; resumed when present")
    step.add_argument("--init", type=Path, help="weights to start from, .pt or .onnx")
    step.add_argument("--rate", type=float)
    step.add_argument("--final-rate", type=float, default=2e-5)
    step.add_argument("--real-share", type=float)
    step.add_argument("--batch", type=int)
    step.add_argument("--seed", type=int, default=1)
    step.add_argument("--device", default="cpu")
    step.add_argument("--bfloat16", action="store_true", help="for processors with AMX, and GPUs")
    step.add_argument("--threads", type=int, default=1)
    step.add_argument("--mined", type=Path, help="hard cases for the classifier, from `mine`")
    step.add_argument("--export-to", type=Path, help="refresh an ONNX file at each report")

    step = steps.add_parser("mine", help="places in real photos that a locator takes for tiles")
    step.add_argument("--locator", type=Path, required=True)
    step.add_argument("--photos", type=Path, default=paths.PHOTOS)
    step.add_argument("--sets", nargs="+", default=["travel_tray"])
    step.add_argument("--out", type=Path, default=paths.WORK / "mined.json")

    step = steps.add_parser("limits", help="what each limit of the reader keeps and lets through")
    step.add_argument("--binary", type=Path, required=True)
    step.add_argument("--models", type=Path, required=True, help="folder of both networks")
    step.add_argument("--dataset", type=Path, required=True, help="COCO folder, never red_table")
    step.add_argument("--every", type=int, default=1)

    step = steps.add_parser("export", help="checkpoint -> ONNX")
    step.add_argument("kind", choices=("locator", "classifier"))
    step.add_argument("checkpoint", type=Path)
    step.add_argument("onnx", type=Path)
    step.add_argument("--temperature", type=float, default=1.0)

    step = steps.add_parser("compare", help="ONNX Runtime against PyTorch")
    step.add_argument("kind", choices=("locator", "classifier"))
    step.add_argument("checkpoint", type=Path)
    step.add_argument("onnx", type=Path)

    step = steps.add_parser("evaluate", help="end to end on photos and held-out renders")
    step.add_argument("--locator", type=Path, default=paths.MODELS / "locator.onnx")
    step.add_argument("--classifier", type=Path, default=paths.MODELS / "classifier.onnx")
    step.add_argument("--photos", type=Path, default=paths.PHOTOS)
    step.add_argument("--sets", nargs="*", default=["hk_green", "travel_tray", "red_table"])
    step.add_argument("--scenes", type=Path, nargs="*", default=[], help="rendered shards")
    step.add_argument("--limit", type=int, default=10**6, help="photos a set")
    step.add_argument("--sheets", type=Path, help="write contact sheets of the errors here")

    step = steps.add_parser("enrol", help="nearest enrolled face, 1..5 crops a class")
    step.add_argument("--classifier", type=Path, default=paths.MODELS / "classifier.onnx")
    step.add_argument("--photos", type=Path, default=paths.PHOTOS)
    step.add_argument("--set", default="travel_tray")

    step = steps.add_parser("temperature", help="fit the classifier's confidence")
    step.add_argument("--classifier", type=Path, required=True)
    step.add_argument("--crops", type=Path, nargs="*", default=[], help="held-out crop shards")
    step.add_argument("--photos", type=Path, default=paths.PHOTOS)
    step.add_argument("--set", default="travel_tray", help="a set the weights have not seen")

    step = steps.add_parser("grounds", help="scenes without tiles, from any pictures")
    step.add_argument("--pictures", type=Path, required=True, help="folder, none with a tile")
    step.add_argument("--locator", type=Path, default=paths.MODELS / "locator.onnx")
    step.add_argument("--count", type=int, default=600)
    step.add_argument("--seed", type=int, default=1)
    step.add_argument("--out", type=Path, default=paths.WORK)

    step = steps.add_parser("company", help="limits for lone backs and 白")
    step.add_argument("--models", type=Path, default=paths.MODELS)
    step.add_argument("--scenes", type=Path, nargs="+", required=True)
    step.add_argument("--temperature", type=float, default=0.7204)

    step = steps.add_parser("finetune", help="learn a club's own set from corrected photos")
    step.add_argument("--dataset", type=Path, required=True, help="COCO folder with quads")
    step.add_argument("--out", type=Path, required=True, help="folder for the new models")
    step.add_argument("--minutes", type=float, default=10)
    step.add_argument("--binary", type=Path, required=True)
    step.add_argument("--models", type=Path, default=paths.MODELS)
    step.add_argument("--work", type=Path, default=paths.WORK)

    step = steps.add_parser("manifest", help="write models/manifest.toml")
    step.add_argument("--recipe", type=Path, required=True, help="TOML lines to include")
    step.add_argument("--models", type=Path, default=paths.MODELS, help="folder of the files")
    return top


def main() -> None:
    a = parser().parse_args()
    torch.set_num_threads(getattr(a, "threads", 1))
    # OpenCV's own threads do not survive the fork of a loader.
    cv2.setNumThreads(0)
    steps = {
        "render": _render, "train": _train, "export": _export, "compare": _compare,
        "evaluate": _evaluate, "enrol": _enrol, "temperature": _temperature,
        "manifest": _manifest,
        "mine": _mine,
        "limits": _limits,
        "grounds": _grounds,
        "company": _company,
        "finetune": _finetune,
    }
    steps[a.step](a)


def _render(a: argparse.Namespace) -> None:
    from . import render

    render.shards(a.binary, a.out, a.seed, a.shards, a.scenes, a.crops, a.rest)


def _grounds(a: argparse.Namespace) -> None:
    from . import grounds

    grounds.write(a.pictures, a.locator, a.count, a.seed, a.out)


def _company(a: argparse.Namespace) -> None:
    from . import company

    company.table(a.models, a.scenes, a.temperature)


def _train(a: argparse.Namespace) -> None:
    from . import classifier_train, locator_train

    names = {"locator": "scenes", "classifier": "crops"}
    chosen = {k: v if (v := getattr(a, k)) is not None else d for k, d in DEFAULTS[a.kind].items()}
    plan = loop.Plan(
        kind=a.kind, phase=a.phase, minutes=a.minutes,
        renders=a.renders or paths.WORK / names[a.kind],
        held=a.held or paths.WORK / f"held_{names[a.kind]}",
        photos=a.photos, out=a.out, init=a.init, final_rate=a.final_rate,
        seed=a.seed, device=a.device, bfloat16=a.bfloat16, mined=a.mined, export_to=a.export_to, **chosen,
    )
    {"locator": locator_train, "classifier": classifier_train}[a.kind].train(plan)


def _export(a: argparse.Namespace) -> None:
    from . import export

    extra = {"karasu.temperature": f"{a.temperature:.4f}"} if a.kind == "classifier" else {}
    export.write(export.from_checkpoint(a.kind, a.checkpoint), a.kind, a.onnx, extra)


def _compare(a: argparse.Namespace) -> None:
    from . import compare, export

    net = export.from_checkpoint(a.kind, a.checkpoint)
    worst = compare.worst_difference(net, a.kind, a.onnx)
    print(f"{a.onnx.name}: largest difference {worst:.2e} (allowed {compare.TOLERANCE:.0e})")
    if worst >= compare.TOLERANCE:
        raise SystemExit(1)


def _evaluate(a: argparse.Namespace) -> None:
    from . import evaluate

    evaluate.end_to_end(a.locator, a.classifier, a.photos, a.sets, a.scenes, a.limit, a.sheets)


def _enrol(a: argparse.Namespace) -> None:
    from . import enrol

    for row in enrol.rows(a.classifier, a.photos, a.set):
        print(json.dumps(row))


def _temperature(a: argparse.Namespace) -> None:
    from . import temperature

    print(f"{temperature.fit(a.classifier, a.crops, a.photos, a.set):.4f}")


def _mine(a: argparse.Namespace) -> None:
    from . import mine

    mine.mine(a.locator, a.photos, a.out, a.sets)


def _limits(a: argparse.Namespace) -> None:
    from . import limits

    limits.table(a.binary, a.models, a.dataset, a.every)


def _finetune(a: argparse.Namespace) -> None:
    from . import finetune

    finetune.finetune(a.dataset, a.out, a.work, a.minutes, a.binary, a.models)


def _manifest(a: argparse.Namespace) -> None:
    from . import manifest

    manifest.write(a.models, a.recipe)


if __name__ == "__main__":
    main()
