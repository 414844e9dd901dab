"""models/manifest.toml: what the shipped files are, checked by the program at start."""

import hashlib
from pathlib import Path

import onnx


def metadata(path: Path) -> dict[str, str]:
    """What an ONNX file says about itself."""
    return {p.key: p.value for p in onnx.load(str(path)).metadata_props}


def write(models: Path, recipe: Path) -> None:
    """Sizes and sums of the two files, then the recipe as a person wrote it."""
    lines = ["# Written by `python -m karasu_training manifest`; see MODEL_CARD.md.", ""]
    for kind in ("locator", "classifier"):
        path = models / f"{kind}.onnx"
        known = metadata(path)
        content = path.read_bytes()
        lines += [
            f"[{kind}]",
            f'file = "{path.name}"',
            f'version = "{known["karasu.version"]}"',
            f'sha256 = "{hashlib.sha256(content).hexdigest()}"',
            f"bytes = {len(content)}",
            f'input = "{known["karasu.input"]}"',
            f'size = "{known["karasu.size"]}"',
        ]
        if "karasu.temperature" in known:
            lines.append(f"temperature = {known['karasu.temperature']}")
        lines.append("")
    (models / "manifest.toml").write_text("\n".join(lines) + recipe.read_text())
