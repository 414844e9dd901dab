"""Maps the locator is trained on, and starts from exported files."""

import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

from karasu_training import checkpoint, export, geometry, reading
from karasu_training.locator_data import Sample, targets
from karasu_training.nets import NETS, ConvBn


def sample(quads: np.ndarray, heat: list[float], open_ground: float = 1.0) -> Sample:
    weights = np.float32(heat)
    return Sample(np.zeros((96, 160, 3), np.uint8), quads, weights, weights, open_ground)


TWO = geometry.boxes_to_quads(np.float32([[20, 20, 30, 40], [90, 30, 32, 42]]))


class Targets(unittest.TestCase):
    def test_perfect_map_reads_back_as_the_quads(self):
        maps = targets(sample(TWO, [1, 1]), TWO, 160, 96)
        logits = np.log(np.clip(maps.heat, 1e-4, 1 - 1e-4) / np.clip(1 - maps.heat, 1e-4, 1))
        found = reading.peaks(np.concatenate([logits[None], maps.codes]))
        self.assertEqual(len(found.quads), 2)
        for quad in TWO:
            self.assertGreater(max(geometry.iou(quad, q) for q in found.quads), 0.99)

    def test_doubtful_tile_is_neither_wanted_nor_punished(self):
        maps = targets(sample(TWO, [1, 0]), TWO, 160, 96)
        cell = 51 // 8, 106 // 8
        self.assertEqual(maps.heat[cell], 0)
        self.assertEqual(maps.heat_weight[cell], 0)
        self.assertEqual(maps.heat_weight[0, 19], 1)

    def test_partly_labelled_ground_counts_only_at_labels(self):
        maps = targets(sample(TWO, [1, 1], open_ground=0), TWO, 160, 96)
        self.assertEqual(maps.heat_weight[0, 19], 0)
        self.assertEqual(maps.heat_weight[40 // 8, 35 // 8], 1)


class Restart(unittest.TestCase):
    def test_exported_file_restores_the_training_network(self):
        for kind, shape in (("locator", (1, 3, 64, 96)), ("classifier", (3, 3, 80, 64))):
            torch.manual_seed(3)
            net = NETS[kind]()
            for module in net.modules():
                if isinstance(module, ConvBn):
                    module.bn.running_var.uniform_(0.2, 3)
                    module.bn.running_mean.normal_()
                    torch.nn.init.uniform_(module.bn.weight, 0.3, 2)
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "net.onnx"
                export.write(net, kind, path)
                again = NETS[kind]()
                checkpoint.load_onnx(again, path)
            for name, value in net.state_dict().items():
                if value.dtype.is_floating_point:
                    torch.testing.assert_close(again.state_dict()[name], value, msg=name)
            x = torch.randn(shape)
            a, b = net.eval()(x), again.eval()(x)
            pairs = [(a, b)] if isinstance(a, torch.Tensor) else zip(a, b)
            for p, q in pairs:
                torch.testing.assert_close(p, q, atol=1e-4, rtol=1e-4)


if __name__ == "__main__":
    unittest.main()
