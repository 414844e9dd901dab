"""Averaged weights, checkpoints that survive a kill, and starts from ONNX files."""

import base64
import os
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

BATCHNORM_KEY = "karasu.batchnorm"
_BN_PARTS = ("weight", "bias", "running_mean", "running_var")


class Average:
    """Exponential moving average of a network's state; short-sighted at first."""

    def __init__(self, net: nn.Module, decay: float):
        self.decay = decay
        self.steps = 0
        self.state = {k: v.detach().clone() for k, v in net.state_dict().items()}

    @torch.no_grad()
    def update(self, net: nn.Module) -> None:
        self.steps += 1
        decay = min(self.decay, 1 - 1 / (0.2 * self.steps + 1))
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                self.state[name].lerp_(value, 1 - decay)
            else:
                self.state[name].copy_(value)


def save(path: Path, **content: object) -> None:
    """Write whole or not at all: a kill during a save leaves the old file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    torch.save(content, part)
    os.replace(part, path)


def load(path: Path, device: str) -> dict:
    return torch.load(path, map_location=device, weights_only=False)


def pack_batchnorm(state: dict[str, Tensor]) -> str:
    """All batch-norm numbers of a state, base64 of little-endian float32.

    The ONNX file holds convolutions with the norm folded in. These numbers
    (some 30 kB) undo the folding exactly, so that training can go on from a
    shipped file when the checkpoints are lost.
    """
    parts = [state[f"{n}.{p}"].cpu().numpy() for n in _norms(state) for p in _BN_PARTS]
    return base64.b64encode(np.concatenate(parts).astype("<f4").tobytes()).decode()


def load_onnx(net: nn.Module, path: Path) -> None:
    """Load a file written by `export` back into a training network."""
    model = onnx.load(str(path))
    metadata = {p.key: p.value for p in model.metadata_props}
    tensors = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
    state = net.state_dict()
    packed = np.frombuffer(base64.b64decode(metadata[BATCHNORM_KEY]), "<f4")
    at = 0
    for norm in _norms(state):
        for part in _BN_PARTS:
            size = state[f"{norm}.{part}"].numel()
            state[f"{norm}.{part}"] = torch.from_numpy(packed[at : at + size].copy())
            at += size
    if at != packed.size:
        raise ValueError(f"{path}: batch-norm block does not fit this network")
    for name in state:
        if name in tensors:
            state[name] = torch.from_numpy(tensors[name].copy())
    for norm in _norms(state):
        weight = f"{norm.removesuffix('bn')}conv.weight"
        deviation = (state[f"{norm}.running_var"] + 1e-5).sqrt()
        state[weight] = state[weight] * (deviation / state[f"{norm}.weight"]).view(-1, 1, 1, 1)
    net.load_state_dict(state)


def _norms(state: dict[str, Tensor]) -> list[str]:
    return [k.removesuffix(".running_mean") for k in state if k.endswith("bn.running_mean")]
