"""Quads: the locator's shift-invariant code, the crop rule, overlap.

A quad is a float array (4, 2), clockwise in the image (y down). A *tile* quad
starts at the tile's own top-left corner; a *cyclic* quad starts anywhere.
"""

import cv2
import numpy as np

STRIDE = 8
"""Pixels of the input per cell of the locator's map."""
UNIT = 32.0
"""Pixels per unit of the regressed numbers (four strides)."""
CROP_W, CROP_H = 64, 80
GROW = 1.12
"""A crop shows the quad grown by 12 % about its centre."""
EITHER_EDGE = 0.08
"""Edge pairs that differ by less than this share may both be a crop's top."""

# i^(m k) for m, k in 0..4: the 4-point Fourier basis, exact.
_POWERS = np.array([1, 1j, -1, -1j])
_BASIS = _POWERS[np.outer(np.arange(4), np.arange(4)) % 4]


def encode(quads: np.ndarray) -> np.ndarray:
    """Quads (n, 4, 2) in pixels -> (n, 8): centre x y (pixels), then three
    complex numbers in UNITs that do not change when the first corner is moved
    to the next one, so that no tile angle is a discontinuity.
    """
    z = quads[..., 0] + 1j * quads[..., 1]
    c = z @ _BASIS.conj() / 4
    size = np.abs(c[:, 1]) + 1e-9
    turn = c[:, 1] / size
    parts = (c[:, 0], size * turn**4 / UNIT, c[:, 3] * turn / UNIT, c[:, 2] * turn**2 / UNIT)
    return np.stack([f(p) for p in parts for f in (np.real, np.imag)], -1).astype(np.float32)


def decode(codes: np.ndarray) -> np.ndarray:
    """The inverse of `encode`, up to the choice of the first corner."""
    codes = codes.astype(np.float64)
    centre, main, third, second = (codes[:, i] + 1j * codes[:, i + 1] for i in (0, 2, 4, 6))
    size, turn = np.abs(main) * UNIT, np.exp(1j * np.angle(main) / 4)
    c = np.stack(
        [centre, size * turn, second * UNIT * turn.conj() ** 2, third * UNIT * turn.conj()], -1
    )
    z = c @ _BASIS.T
    return np.stack([z.real, z.imag], -1).astype(np.float32)


def areas(quads: np.ndarray) -> np.ndarray:
    """Signed areas of quads (n, 4, 2); positive when clockwise in the image."""
    x, y = quads[..., 0], quads[..., 1]
    return 0.5 * (x * np.roll(y, -1, -1) - np.roll(x, -1, -1) * y).sum(-1)


def boxes_to_quads(boxes: np.ndarray) -> np.ndarray:
    """Boxes (n, 4) as x, y, width, height -> upright quads (n, 4, 2)."""
    x, y, w, h = boxes.T
    return np.stack([x, y, x + w, y, x + w, y + h, x, y + h], -1).reshape(-1, 4, 2)


def crop_start(quad: np.ndarray) -> int:
    """Which corner of a cyclic quad becomes the crop's top-left.

    The top edge is one of the two shorter edges (any, when the lengths are
    within 8 %), and of those the one that points most to the image's +x.
    """
    edges = np.roll(quad, -1, 0) - quad
    lengths = np.linalg.norm(edges, axis=1) + 1e-6
    pair = (lengths[0] + lengths[2], lengths[1] + lengths[3])
    similar = abs(pair[0] - pair[1]) < EITHER_EDGE * max(pair)
    allowed = [k for k in range(4) if similar or pair[k % 2] == min(pair)]
    return max(allowed, key=lambda k: edges[k, 0] / lengths[k])


def grow(quad: np.ndarray, factor: float) -> np.ndarray:
    """The quad scaled about the mean of its corners."""
    centre = quad.mean(0)
    return (quad - centre) * factor + centre


def warp(image: np.ndarray, quad: np.ndarray, width: int, height: int) -> np.ndarray:
    """Cut a quad to width x height, averaging areas when it shrinks."""
    quad = np.float32(quad)
    edges = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    shrink = max(max(edges[0], edges[2]) / width, max(edges[1], edges[3]) / height)
    if shrink > 1.5:
        low = np.maximum(np.floor(quad.min(0)).astype(int) - 2, 0)
        high = np.minimum(np.ceil(quad.max(0)).astype(int) + 3, image.shape[1::-1])
        if (high - low).min() > 4:
            part = image[low[1] : high[1], low[0] : high[0]]
            size = np.maximum(np.round((high - low) / shrink).astype(int), 2)
            image = cv2.resize(part, tuple(int(v) for v in size), interpolation=cv2.INTER_AREA)
            quad = (quad - low) * (size / (high - low))
    # Pixel centres lie at half coordinates in our quads, at whole ones in OpenCV.
    target = np.float32([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    matrix = cv2.getPerspectiveTransform(np.float32(quad - 0.5), target)
    return cv2.warpPerspective(
        image, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def cut_crop(image: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """The classifier's view (80, 64, 3) of a cyclic quad, by the crop rule."""
    upright = np.roll(quad, -crop_start(quad), 0)
    return warp(image, grow(upright, GROW), CROP_W, CROP_H)


def iou(a: np.ndarray, b: np.ndarray) -> float:
    """Intersection over union of two convex quads."""
    a, b = cv2.convexHull(np.float32(a)), cv2.convexHull(np.float32(b))
    both = cv2.intersectConvexConvex(a, b)[0]
    return both / max(1e-6, cv2.contourArea(a) + cv2.contourArea(b) - both)
