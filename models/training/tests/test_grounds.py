"""Scenes without tiles are ordinary shards."""

import tempfile
import unittest
from pathlib import Path

import cv2
import numpy as np

from karasu_training import grounds, paths, renders
from karasu_training.classes import NOT_A_TILE


class Grounds(unittest.TestCase):
    def test_shards_hold_no_tile_and_load_like_rendered_ones(self):
        with tempfile.TemporaryDirectory() as folder:
            pictures, out = Path(folder) / "pictures", Path(folder) / "work"
            pictures.mkdir()
            rng = np.random.default_rng(1)
            for i in range(3):
                coarse = rng.integers(0, 255, (12, 12, 3), dtype=np.uint8)
                big = cv2.resize(coarse, (256, 256), interpolation=cv2.INTER_NEAREST)
                cv2.imwrite(str(pictures / f"{i}.png"), big)
            grounds.write(pictures, paths.MODELS / "locator.onnx", 3, 5, out)

            scenes = renders.load_scenes(out / "scenes" / "ground5")
            self.assertEqual([s.quads.shape for s in scenes], [(0, 4, 2)] * 3)
            self.assertTrue(all(s.path.exists() for s in scenes))
            shards = renders.crop_shards(out / "crops")
            self.assertEqual([s.name for s in shards], ["ground5"])
            self.assertTrue((renders.load_crops(shards[0]).classes == NOT_A_TILE).all())

    def test_an_empty_folder_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(SystemExit, "no .jpg or .png"):
                grounds.write(Path(folder), paths.MODELS / "locator.onnx", 1, 1, Path(folder) / "w")


if __name__ == "__main__":
    unittest.main()
