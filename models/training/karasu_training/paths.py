"""Where things lie. Photos and renders are never committed; work is git-ignored."""

import os
from pathlib import Path

TRAINING = Path(__file__).resolve().parents[1]
MODELS = TRAINING.parent
REPO = MODELS.parent
WORK = Path(os.environ.get("KARASU_WORK", TRAINING / "work"))
PHOTOS = Path(os.environ.get("KARASU_PHOTOS", REPO.parent / "shared" / "photos"))
ART = Path(os.environ.get("KARASU_ART", REPO.parent / "shared" / "art"))
