"""Training of the locator: penalty-reduced focal loss and smooth-L1 on quad codes."""

import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from . import geometry, loop, photos, reading, renders, scores
from .locator_data import LocatorBatches
from .nets import Locator, to_input

CODE_WEIGHT = 4.0
CHANNEL_WEIGHT = (1.0, 1.0, 0.6, 0.6, 1.0, 1.0, 1.0, 1.0)
"""The fourth power in channels 3, 4 multiplies every angle error by four."""


def losses(output: Tensor, maps: tuple[Tensor, ...]) -> tuple[Tensor, Tensor]:
    """Heat loss per tile centre, code loss per counted cell."""
    heat, heat_weight, codes, code_weight = maps
    logit = output[:, 0]
    p = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    centre = (heat > 0.999).float() * heat_weight
    n = centre.sum().clamp(min=1)
    hit = (1 - p) ** 2 * -F.logsigmoid(logit) * centre
    rest = (heat <= 0.999).float() * heat_weight
    miss = (1 - heat) ** 4 * p**2 * -F.logsigmoid(-logit) * rest
    each = F.smooth_l1_loss(output[:, 1:], codes, reduction="none", beta=0.05)
    scale = torch.tensor(CHANNEL_WEIGHT, device=each.device).view(1, -1, 1, 1)
    code = (each * scale * code_weight[:, None]).sum() / code_weight.sum().clamp(min=1)
    return (hit.sum() + miss.sum()) / n, code


def map_of(net: nn.Module, device: str = "cpu") -> reading.MapOf:
    """A network as the reader wants it."""

    def run(picture: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            x = to_input(torch.from_numpy(picture)[None], device)
            return net(x)[0].cpu().numpy()

    return run


def evaluate(net: nn.Module, items: list, device: str) -> dict[str, float]:
    """Located share and mean overlap; every class counts as right."""
    tally = scores.Tally()
    run = map_of(net.eval(), device)
    for item in items:
        truth = scores.of_photo(item) if isinstance(item, photos.Photo) else scores.of_scene(item)
        found = reading.locate(photos.read_rgb(item.path), run)
        owner, extra = scores.match(found.quads, truth)
        counted = [i for i, c in zip(owner, truth.counts, strict=True) if c]
        tally.tiles += len(counted)
        tally.located += sum(i >= 0 for i in counted)
        tally.extra += extra
        tally.overlap += [
            geometry.iou(found.quads[i], truth.quads[j])
            for j, i in enumerate(owner)
            if i >= 0 and truth.counts[j]
        ]
    tally.right = tally.located
    row = tally.row()
    return {k: row[k] for k in ("located%", "precision%", "iou")}


def validation(root: Path, held: Path, phase: str, limit: int) -> dict[str, list]:
    """Held-out renders, and the travel set while it is unseen."""
    sets: dict[str, list] = {}
    for shard in renders.scene_shards(held):
        sets[shard.name] = renders.load_scenes(shard)[:limit]
    if phase == "loso-tray":
        tray = photos.load(root, "travel_tray")
        sets["travel_tray"] = tray[:: max(1, len(tray) // limit)]
    return sets


def train(plan: loop.Plan) -> None:
    """Run a phase to its deadline; see `loop` for checkpoints."""
    device = plan.device
    net = Locator().to(device, memory_format=torch.channels_last)
    run = loop.Run(plan, net, decay=0.998, weight_decay=1e-3)
    real = photos.select(plan.photos, plan.phase)
    data = LocatorBatches(plan.renders, real, plan.real_share, plan.batch, plan.seed + run.step)
    checks = validation(plan.photos, plan.held, plan.phase, limit=24)
    batches = iter(
        torch.utils.data.DataLoader(data, batch_size=None, num_workers=1, prefetch_factor=4)
    )
    while not run.over():
        started = time.perf_counter()
        pictures, *maps = next(batches)
        waited = time.perf_counter() - started
        (output,) = run.forward(to_input(pictures, device))
        heat, code = losses(output, tuple(m.to(device) for m in maps))
        run.update(heat + CODE_WEIGHT * code, heat=float(heat.detach()), code=float(code.detach()), wait=waited)
        if run.due():
            average = run.averaged()
            rows = {k: evaluate(average, v, device) for k, v in checks.items()}
            run.report(rows)
    run.finish()
