"""The two networks: plain 3x3 convolutions, so that every engine runs them fast."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .classes import N_OUTPUTS


class ConvBn(nn.Module):
    """3x3 (or k x k) convolution, batch norm, and a ReLU unless told otherwise."""

    def __init__(self, c_in: int, c_out: int, stride: int = 1, k: int = 3, relu: bool = True):
        super().__init__()
        self.conv = nn.Conv2d(c_in, c_out, k, stride, k // 2, bias=False)
        self.bn: nn.Module = nn.BatchNorm2d(c_out)
        self.relu = relu

    def forward(self, x: Tensor) -> Tensor:
        y = self.bn(self.conv(x))
        return F.relu(y, inplace=True) if self.relu else y


class Residual(nn.Module):
    """Two convolutions and a shortcut."""

    def __init__(self, channels: int):
        super().__init__()
        self.a = ConvBn(channels, channels)
        self.b = ConvBn(channels, channels, relu=False)

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.b(self.a(x)))


def stage(c_in: int, c_out: int, blocks: int) -> nn.Sequential:
    """Halve the size, then `blocks` residual blocks."""
    return nn.Sequential(ConvBn(c_in, c_out, stride=2), *(Residual(c_out) for _ in range(blocks)))


class Locator(nn.Module):
    """`image` (1, 3, H, W) -> `map` (1, 9, H/8, W/8).

    Channel 0 is the logit of "a tile's centre is here"; channels 1..8 are
    `geometry.encode`, the centre being relative to the cell's in UNITs.
    """

    WIDTHS = (16, 24, 48, 96, 128)
    BLOCKS = (1, 1, 2, 1)
    NECK = 48

    def __init__(self) -> None:
        super().__init__()
        widths, neck = self.WIDTHS, self.NECK
        self.stem = ConvBn(3, widths[0], stride=2)
        self.stages = nn.ModuleList(
            stage(a, b, n) for a, b, n in zip(widths[:-1], widths[1:], self.BLOCKS)
        )
        self.lateral = nn.ModuleList(nn.Conv2d(c, neck, 1) for c in widths[2:])
        self.smooth = nn.ModuleList(ConvBn(neck, neck) for _ in widths[2:])
        self.head = nn.Sequential(ConvBn(neck, neck), ConvBn(neck, neck))
        self.heat = nn.Conv2d(neck, 1, 1)
        self.quad = nn.Conv2d(neck, 8, 1)
        nn.init.constant_(self.heat.bias, -4.0)

    def forward(self, image: Tensor) -> Tensor:
        x, levels = self.stem(image), []
        for one in self.stages:
            x = one(x)
            levels.append(x)
        y = None
        for lateral, smooth, level in reversed(
            list(zip(self.lateral, self.smooth, levels[1:]))
        ):
            x = lateral(level)
            if y is not None:
                x = x + F.interpolate(y, scale_factor=2.0, mode="nearest")
            y = smooth(x)
        y = self.head(y)
        return torch.cat([self.heat(y), self.quad(y)], 1)


class Classifier(nn.Module):
    """`crops` (N, 3, 80, 64) -> `logits` (N, 47), `turn` (N, 4), `embedding` (N, 128)."""

    WIDTHS = (24, 48, 96, 160)
    BLOCKS = (1, 1, 1)
    SQUEEZE = 64
    EMBEDDING = 128

    def __init__(self) -> None:
        super().__init__()
        widths = self.WIDTHS
        self.stem = ConvBn(3, widths[0], stride=2)
        self.stages = nn.Sequential(
            *(stage(a, b, n) for a, b, n in zip(widths[:-1], widths[1:], self.BLOCKS))
        )
        # Positions matter (1p/2p/4p differ by where the dots are): no pooling.
        self.squeeze = ConvBn(widths[-1], self.SQUEEZE, k=1)
        self.dropout = nn.Dropout(0.2)
        features = self.SQUEEZE * 5 * 4
        self.logits = nn.Linear(features, N_OUTPUTS)
        self.turn = nn.Linear(features, 4)
        self.embedding = nn.Linear(features, self.EMBEDDING)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        x = self.squeeze(self.stages(self.stem(crops))).flatten(1)
        dropped = self.dropout(x)
        return self.logits(dropped), self.turn(dropped), self.embedding(x)


NETS: dict[str, type[nn.Module]] = {"locator": Locator, "classifier": Classifier}


def to_input(images: Tensor, device: torch.device | str = "cpu") -> Tensor:
    """uint8 (N, H, W, 3) RGB -> float (N, 3, H, W), v / 128 - 1, channels last."""
    x = images.to(device).permute(0, 3, 1, 2).float().div_(128).sub_(1)
    return x.contiguous(memory_format=torch.channels_last)
