"""Training of karasu's two networks: the tile locator and the tile classifier.

One module per step, and one command per step (`python -m karasu_training`):

    render -> train locator / train classifier -> export -> compare -> evaluate

Shapes and formats are fixed by `models/training/README.md`; the Rust side
(`src/detect`) reads the very same ones.
"""

VERSION = "0.1.0"
