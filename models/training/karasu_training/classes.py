"""The 46 tile classes, in the order of `src/tile.rs`, and the 47th output."""

CODES: tuple[str, ...] = (
    *(f"{n}m" for n in range(1, 10)),
    *(f"{n}p" for n in range(1, 10)),
    *(f"{n}s" for n in range(1, 10)),
    *(f"{n}z" for n in range(1, 8)),
    "0m", "0p", "0s",
    *(f"{n}f" for n in range(1, 9)),
    "0z",
)
INDEX: dict[str, int] = {code: i for i, code in enumerate(CODES)}

REDS = tuple(INDEX[code] for code in ("0m", "0p", "0s"))
"""Red fives."""

N_TILES = len(CODES)
NOT_A_TILE = N_TILES
N_OUTPUTS = N_TILES + 1

TURN_UNKNOWN = 255
"""Turn label of a face that looks the same both ways, or is not known."""

assert N_TILES == 46
