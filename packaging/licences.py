#!/usr/bin/env python3
"""Licence texts of all crates that are compiled in, once each, to stdout."""

import json
import subprocess
from pathlib import Path

TARGET = "x86_64-unknown-linux-gnu"


def used() -> set[str]:
    """Package ids of the normal and build dependencies of the default features."""
    command = ["cargo", "tree", "--locked", "-e", "normal", "--prefix", "none", "-f", "{p}"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return {" ".join(line.split()[:2]) for line in lines if line}


def main() -> None:
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET]
    metadata = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    wanted = used()
    texts: dict[str, list[str]] = {}
    for package in sorted(metadata["packages"], key=lambda p: p["name"]):
        named = f"{package['name']} v{package['version']}"
        if named not in wanted or package["name"] == "karasu":
            continue
        folder = Path(package["manifest_path"]).parent
        print(f"{named}: {package['license'] or 'see its licence file'}")
        files = [p for p in folder.iterdir() if p.is_file()
                 and p.name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"))]
        for path in sorted(files):
            texts.setdefault(path.read_text(errors="replace").strip(), []).append(named)
    own = sorted(Path("src").rglob("*OFL*")) + sorted(Path("src").rglob("*LICEN[CS]E*"))
    for path in own:
        texts.setdefault(path.read_text(errors="replace").strip(), []).append(str(path))
    for text, names in texts.items():
        print(f"\n{'=' * 72}\n{', '.join(names)}\n\n{text}")


if __name__ == "__main__":
    main()
