"""Checkpoint -> ONNX: norms folded, names kept, metadata written."""

import copy
from pathlib import Path

import onnx
import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from . import VERSION, checkpoint
from .classes import CODES
from .nets import NETS, ConvBn

OPSET = 17
_IO = {
    "locator": {
        "example": (1, 3, 320, 416),
        "inputs": ["image"],
        "outputs": ["map"],
        "axes": {"image": {2: "height", 3: "width"}, "map": {2: "height8", 3: "width8"}},
    },
    "classifier": {
        "example": (2, 3, 80, 64),
        "inputs": ["crops"],
        "outputs": ["logits", "turn", "embedding"],
        "axes": {name: {0: "n"} for name in ("crops", "logits", "turn", "embedding")},
    },
}


def fold(net: nn.Module) -> nn.Module:
    """A copy in which every ConvBn is one convolution with a bias."""
    net = copy.deepcopy(net).cpu().eval()
    for module in net.modules():
        if isinstance(module, ConvBn):
            module.conv = fuse_conv_bn_eval(module.conv, module.bn)
            module.bn = nn.Identity()
    return net


def write(net: nn.Module, kind: str, path: Path, extra: dict[str, str] | None = None) -> None:
    """Export one network with its metadata (keys: `models/training/README.md`)."""
    io = _IO[kind]
    batchnorm = checkpoint.pack_batchnorm(net.state_dict())
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    torch.onnx.export(
        fold(net), (torch.zeros(io["example"]),), str(part), dynamo=False,
        input_names=io["inputs"], output_names=io["outputs"], dynamic_axes=io["axes"],
        opset_version=OPSET, do_constant_folding=False,
    )
    model = onnx.load(str(part))
    part.unlink()
    metadata = {
        "karasu.kind": kind,
        "karasu.version": VERSION,
        "karasu.classes": ",".join(CODES),
        "karasu.input": "rgb/128-1",
        "karasu.size": "multiple of 32" if kind == "locator" else "64x80",
        checkpoint.BATCHNORM_KEY: batchnorm,
    }
    if kind == "classifier":
        metadata["karasu.temperature"] = "1.0000"
    metadata |= extra or {}
    for key, value in metadata.items():
        model.metadata_props.add(key=key, value=value)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, str(part))
    part.rename(path)


def from_checkpoint(kind: str, path: Path) -> nn.Module:
    """The averaged network of a checkpoint, in evaluation mode."""
    net = NETS[kind]()
    net.load_state_dict(checkpoint.load(path, "cpu")["average"])
    return net.eval()
