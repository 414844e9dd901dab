"""`python -m unittest discover -s tests` from models/training."""

import unittest

import numpy as np

from karasu_training import geometry


def quad(angle: float, w: float = 30, h: float = 41) -> np.ndarray:
    """A rectangle turned by degrees, slightly tapered, in the tile's own order."""
    corners = np.array([[-w, -h], [w, -h], [w * 1.1, h], [-w * 1.1, h]]) / 2
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return (corners @ np.array([[c, s], [-s, c]]) + [100, 80]).astype(np.float32)


def same_up_to_shift(a: np.ndarray, b: np.ndarray) -> float:
    return min(float(np.abs(np.roll(a, k, 0) - b).max()) for k in range(4))


class Codes(unittest.TestCase):
    def test_decode_undoes_encode_at_any_angle(self):
        for angle in range(-180, 180, 7):
            code = geometry.encode(quad(angle)[None])
            code[:, :2] = quad(angle).mean(0)
            self.assertLess(same_up_to_shift(geometry.decode(code)[0], quad(angle)), 1e-3)

    def test_code_ignores_the_first_corner(self):
        for shift in range(4):
            moved = geometry.encode(np.roll(quad(33), shift, 0)[None])
            np.testing.assert_allclose(moved, geometry.encode(quad(33)[None]), atol=1e-4)

    def test_code_is_continuous_through_45_degrees(self):
        a, b = geometry.encode(np.stack([quad(44.9), quad(45.1)]))
        self.assertLess(np.abs(a - b).max(), 0.05)

    def test_worked_example_of_the_format(self):
        """A square of side 2 at the origin: c1 = -1-i, so c1^4/|c1|^3 = -sqrt 2."""
        square = np.float32([[[-1, -1], [1, -1], [1, 1], [-1, 1]]])
        expected = [0, 0, -np.sqrt(2) / 32, 0, 0, 0, 0, 0]
        np.testing.assert_allclose(geometry.encode(square)[0], expected, atol=1e-6)


class Crops(unittest.TestCase):
    def test_crop_starts_at_a_short_edge_pointing_right(self):
        for angle, turn in ((0, 0), (20, 0), (-20, 0), (180, 2), (200, 2)):
            q = quad(angle)
            start = geometry.crop_start(q)
            self.assertEqual((0 - start) % 4, turn, angle)

    def test_crop_start_follows_the_corners_not_their_numbers(self):
        q = quad(70)
        first = q[geometry.crop_start(q)]
        for shift in range(4):
            moved = np.roll(q, shift, 0)
            np.testing.assert_array_equal(moved[geometry.crop_start(moved)], first)

    def test_upright_crop_shows_the_face(self):
        image = np.zeros((200, 200, 3), np.uint8)
        image[60:101, 85:116] = 200
        crop = geometry.cut_crop(image, np.float32([[85, 60], [116, 60], [116, 101], [85, 101]]))
        self.assertEqual(crop.shape, (80, 64, 3))
        self.assertEqual(crop[40, 32, 0], 200)
        self.assertLess(crop[0, 32, 0], 20)


if __name__ == "__main__":
    unittest.main()
