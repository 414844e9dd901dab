"""Training of the classifier: names, turns, and an embedding in which a set's faces cluster."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from . import geometry, loop, photos, reading, renders
from .classes import NOT_A_TILE, TURN_UNKNOWN
from .classifier_data import ClassifierBatches, RealPool
from .nets import Classifier, to_input

SMOOTHING = 0.05
TURN_WEIGHT = 0.5
CLUSTER_WEIGHT = 0.1
CLUSTER_TEMPERATURE = 0.1


def cluster_loss(embedding: Tensor, classes: Tensor, styles: Tensor) -> Tensor:
    """Supervised contrastive: the same face of the same set attracts, all else repels."""
    e = F.normalize(embedding, dim=1)
    logits = e @ e.T / CLUSTER_TEMPERATURE
    own = torch.eye(len(e), dtype=torch.bool, device=e.device)
    logits = logits.masked_fill(own, -1e4)
    same = (classes[:, None] == classes) & (styles[:, None] == styles) & ~own
    same &= (classes != NOT_A_TILE)[:, None]
    count = same.sum(1)
    each = -(logits.log_softmax(1) * same).sum(1) / count.clamp(min=1)
    return each[count > 0].mean() if bool((count > 0).any()) else embedding.sum() * 0


def losses(output: tuple[Tensor, ...], classes: Tensor, turns: Tensor, styles: Tensor):
    """Name, turn and cluster losses."""
    logits, turn, embedding = output
    name = F.cross_entropy(logits, classes, label_smoothing=SMOOTHING)
    known = turns != TURN_UNKNOWN
    if bool(known.any()):
        which = F.cross_entropy(turn[known], turns[known])
    else:
        which = turn.sum() * 0
    return name, which, cluster_loss(embedding, classes, styles)


def names_of(net: nn.Module, device: str = "cpu") -> reading.NamesOf:
    """A network as the reader wants it."""

    def run(crops: np.ndarray):
        outputs = []
        with torch.no_grad():
            for part in torch.split(torch.from_numpy(crops), 128):
                outputs.append([o.cpu().numpy() for o in net(to_input(part, device))])
        return tuple(np.concatenate(o) for o in zip(*outputs))

    return run


def plain_crops(stored: np.ndarray) -> np.ndarray:
    """Stored real crops (96 x 120, with context) as inference would cut them."""
    n, h, w = stored.shape[:3]
    share = geometry.GROW / photos.CONTEXT
    half_w, half_h = w * share / 2, h * share / 2
    corners = [[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]]
    quad = np.float32(corners) + np.float32([w / 2, h / 2])
    return np.stack([geometry.warp(x, quad, geometry.CROP_W, geometry.CROP_H) for x in stored])


def validation(plan: loop.Plan, limit: int) -> dict[str, tuple[np.ndarray, ...]]:
    """Name -> (crops, classes, turns): held-out renders, the travel set while unseen."""
    sets = {}
    rng = np.random.default_rng(0)
    for shard in renders.crop_shards(plan.held):
        s = renders.load_crops(shard)
        pick = np.sort(rng.permutation(len(s.classes))[:limit])
        sets[shard.name] = (s.images[pick], s.classes[pick], s.turns[pick])
    if plan.phase == "loso-tray":
        images, classes, _ = photos.crops(photos.load(plan.photos, "travel_tray")[::4])
        pick = rng.permutation(len(images))[:limit]
        unknown = np.full(len(pick), TURN_UNKNOWN)
        sets["travel_tray"] = (plain_crops(images[pick]), classes[pick], unknown)
    return sets


def evaluate(net: nn.Module, items: tuple[np.ndarray, ...], device: str) -> dict[str, float]:
    """Percent right of tiles, of non-tiles, and of turns where they are defined."""
    images, classes, turns = items
    logits, turn, _ = names_of(net.eval(), device)(np.ascontiguousarray(images))
    right = logits.argmax(1) == classes
    tile = classes != NOT_A_TILE
    known = turns != TURN_UNKNOWN
    parts = {"tile%": right[tile], "none%": right[~tile], "turn%": (turn.argmax(1) == turns)[known]}
    return {k: round(100 * float(v.mean()), 2) for k, v in parts.items() if len(v)}


def train(plan: loop.Plan, real: RealPool | None = None) -> None:
    """Run a phase to its deadline; see `loop` for checkpoints.

    Without `real`, the real crops are those that the phase may see.
    """
    device = plan.device
    net = Classifier().to(device, memory_format=torch.channels_last)
    run = loop.Run(plan, net, decay=0.998, weight_decay=5e-3)
    if real is None:
        seen = photos.select(plan.photos, plan.phase)
        real = RealPool(*photos.crops(seen, True, plan.mined))
    data = ClassifierBatches(plan.renders, real, plan.real_share, plan.batch, plan.seed + run.step)
    checks = validation(plan, limit=800)
    batches = iter(
        torch.utils.data.DataLoader(data, batch_size=None, num_workers=1, prefetch_factor=6)
    )
    while not run.over():
        crops, classes, turns, styles = (t.to(device) for t in next(batches))
        name, turn, cluster = losses(run.forward(to_input(crops, device)), classes, turns, styles)
        run.update(
            name + TURN_WEIGHT * turn + CLUSTER_WEIGHT * cluster,
            name=float(name.detach()), turn=float(turn.detach()),
            cluster=float(cluster.detach()),
        )
        if run.due():
            average = run.averaged()
            run.report({k: evaluate(average, v, device) for k, v in checks.items()})
    run.finish()
