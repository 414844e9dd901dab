"""ONNX Runtime against PyTorch: the exported file computes the same."""

from pathlib import Path

import numpy as np
import onnxruntime
import torch
from torch import nn

TOLERANCE = 1e-4
_SHAPES = {
    "locator": [(1, 3, 32, 32), (1, 3, 320, 416), (1, 3, 480, 640), (1, 3, 416, 320)],
    "classifier": [(1, 3, 80, 64), (14, 3, 80, 64), (37, 3, 80, 64)],
}


def session(path: Path, threads: int = 1) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options)


def worst_difference(net: nn.Module, kind: str, path: Path) -> float:
    """Largest absolute difference over several shapes, inputs in -1..1."""
    run = session(path)
    name = run.get_inputs()[0].name
    random = np.random.default_rng(0)
    worst = 0.0
    for shape in _SHAPES[kind]:
        x = random.uniform(-1, 1, shape).astype(np.float32)
        with torch.no_grad():
            expected = net.eval()(torch.from_numpy(x))
        if isinstance(expected, torch.Tensor):
            expected = (expected,)
        for want, got in zip(expected, run.run(None, {name: x}), strict=True):
            worst = max(worst, float(np.abs(want.numpy() - got).max()))
    return worst
