"""What both trainings share: plan, schedule, averaging, checkpoints, log lines."""

import json
import math
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import torch
from torch import Tensor, nn

from . import checkpoint, export

SAVE_SECONDS = 180
REPORT_SECONDS = 300
WARMUP_STEPS = 100


@dataclass(frozen=True)
class Plan:
    """One training phase, as the command line gave it."""

    kind: str
    """locator or classifier."""
    phase: str
    """loso-tray or all; see `photos.select`."""
    minutes: float
    renders: Path
    held: Path
    """Validation renders: other seeds, other faces."""
    photos: Path
    out: Path
    """Checkpoint; the log lies beside it, and it is resumed when it exists."""
    init: Path | None
    """Weights to start from: a checkpoint (.pt) or a shipped file (.onnx)."""
    rate: float
    final_rate: float
    real_share: float
    batch: int
    seed: int
    device: str
    bfloat16: bool
    """Forward and backward in bfloat16, weights and averages in float32: twice as fast on
    processors with AMX, slower on those without (0.7 times, measured before).
    """
    mined: Path | None
    """Hard cases for the classifier, as `mine` writes them."""
    export_to: Path | None
    """Where to refresh an ONNX file at each report."""


class Run:
    """The state of a phase. Time counts only while training runs."""

    def __init__(self, plan: Plan, net: nn.Module, decay: float, weight_decay: float):
        self.plan, self.net = plan, net
        self.step, self.spent, self.seen = 0, 0.0, 0
        torch.manual_seed(plan.seed)
        self.optimizer = torch.optim.AdamW(net.parameters(), plan.rate, weight_decay=weight_decay)
        resumed = plan.out.exists()
        saved = checkpoint.load(plan.out, plan.device) if resumed else None
        if saved:
            net.load_state_dict(saved["net"])
        elif plan.init:
            start_from(net, plan.init, plan.device)
        self.average = checkpoint.Average(net, decay)
        if saved:
            self.optimizer.load_state_dict(saved["optimizer"])
            self.average.state, self.average.steps = saved["average"], saved["average_steps"]
            self.step, self.spent, self.seen = saved["step"], saved["spent"], saved["seen"]
        self.means: dict[str, float] = {}
        self._tick = self._saved = time.monotonic()
        # The first report comes early: data faults show within minutes.
        self._reported = self._tick - REPORT_SECONDS + 120
        self.say({"event": "resume" if resumed else "start", "phase": plan.phase,
                  "init": str(plan.init), "step": self.step})
        net.train()

    def over(self) -> bool:
        return self.spent >= self.plan.minutes * 60

    def rate(self) -> float:
        """Warm-up, then a cosine from `rate` to `final_rate` over the phase."""
        done = min(1.0, self.spent / (self.plan.minutes * 60))
        cosine = 0.5 + 0.5 * math.cos(math.pi * done)
        top, bottom = self.plan.rate, self.plan.final_rate
        return (bottom + (top - bottom) * cosine) * min(1.0, (self.step + 1) / WARMUP_STEPS)

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        """What the network gives, in float32; losses are never computed in less."""
        kind = torch.device(self.plan.device).type
        with torch.autocast(kind, dtype=torch.bfloat16, enabled=self.plan.bfloat16):
            output = self.net(x)
        return tuple(o.float() for o in (output if isinstance(output, tuple) else (output,)))

    def update(self, loss: Tensor, **watched: float) -> None:
        """One optimiser step; `watched` are averaged for the log."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate()
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        if torch.isfinite(loss) and torch.isfinite(norm):
            self.optimizer.step()
        self.average.update(self.net)
        self.step += 1
        self.seen += self.plan.batch
        for name, value in watched.items():
            self.means[name] = 0.98 * self.means.get(name, value) + 0.02 * value
        now = time.monotonic()
        self.spent += now - self._tick
        self._tick = now
        if now - self._saved > SAVE_SECONDS:
            self.save()

    def due(self) -> bool:
        return time.monotonic() - self._reported > REPORT_SECONDS

    def averaged(self) -> nn.Module:
        """A copy of the network with the averaged weights, ready to evaluate."""
        net = type(self.net)()
        net.load_state_dict(self.average.state)
        return net.to(self.plan.device).eval()

    def report(self, rows: dict[str, dict]) -> None:
        """One log line with the validation rows; refreshes the early export."""
        self.say({"event": "report", "validation": rows})
        if self.plan.export_to:
            export.write(self.averaged(), self.plan.kind, self.plan.export_to)
        self._reported = time.monotonic()

    def say(self, what: dict) -> None:
        line = {
            "utc": datetime.now(UTC).strftime("%H:%M:%S"), "kind": self.plan.kind,
            "minutes": round(self.spent / 60, 1), "step": self.step, "seen": self.seen,
            "cpu_s": round(time.process_time()),
            **{k: round(v, 4) for k, v in getattr(self, "means", {}).items()}, **what,
        }
        text = json.dumps(line, ensure_ascii=False)
        print(text, flush=True)
        self.plan.out.parent.mkdir(parents=True, exist_ok=True)
        with self.plan.out.with_suffix(".jsonl").open("a") as log:
            log.write(text + "\n")

    def save(self) -> None:
        checkpoint.save(
            self.plan.out, net=self.net.state_dict(), optimizer=self.optimizer.state_dict(),
            average=self.average.state, average_steps=self.average.steps,
            step=self.step, spent=self.spent, seen=self.seen, phase=self.plan.phase,
        )
        self._saved = time.monotonic()

    def finish(self) -> None:
        self.save()
        self.say({"event": "end"})
        if self.plan.export_to:
            export.write(self.averaged(), self.plan.kind, self.plan.export_to)


def start_from(net: nn.Module, path: Path, device: str) -> None:
    """Load weights only; the optimiser starts afresh."""
    if path.suffix == ".onnx":
        checkpoint.load_onnx(net, path)
    else:
        net.load_state_dict(checkpoint.load(path, device)["average"])
