#!/usr/bin/env python3
"""Growth of trainer's resident memory from the end of epoch 2 to the end of epoch 20: below 1 %.

Memory is read when an epoch's validation stands in metrics.jsonl. Exit codes: 0 met, 1 missed, 2 not measured.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import measure

TARGET = 1.0
FIRST, LAST = 2, 20


def resident_kib(process):
    """VmRSS; None once the process has ended."""
    try:
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    except OSError:
        pass
    return None


def finished_epochs(record):
    """How many epochs have been validated; a line that is still being written does not count."""
    if not record.exists():
        return 0
    lines = [line for line in record.read_text().split("\n")[:-1] if '"val"' in line]
    return max((json.loads(line)["epoch"] for line in lines), default=0)


def watch(process, record):
    """Resident KiB at the end of each epoch."""
    samples = {}
    while process.poll() is None:
        epoch = finished_epochs(record)
        if epoch not in samples and (now := resident_kib(process)):
            samples[epoch] = now
        time.sleep(0.02)
    return samples


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", help="folder of the build (default build/release)")
    args = parser.parse_args()
    trainer = measure.program(measure.build_folder(args.build), "trainer")
    with tempfile.TemporaryDirectory() as folder:
        command = [trainer, "--quiet", "fit", "--config", str(measure.HERE / "memory.yaml"), f"output={folder}"]
        with open(os.path.join(folder, "output.txt"), "w+", encoding="utf-8") as output:
            process = subprocess.Popen(command, stdout=output, stderr=output)
            samples = watch(process, Path(folder) / "memory" / "metrics.jsonl")
            output.seek(0)
            said = output.read()
    if process.returncode != 0:
        measure.skip(f"trainer ended with {process.returncode}: {said}")
    early = [kib for epoch, kib in sorted(samples.items()) if epoch >= FIRST]
    late = [kib for epoch, kib in sorted(samples.items()) if epoch <= LAST]
    if len(early) < LAST - FIRST:
        measure.skip(f"the run was too quick to be watched: {len(samples)} epochs seen")
    table = measure.Table("resident memory")
    for epoch in sorted(samples):
        if epoch in (1, FIRST, 5, 10, 15, LAST):
            table.add(f"after epoch {epoch}", f"{samples[epoch] / 1024:8.1f} MiB")
    growth = 100 * (late[-1] / early[0] - 1)
    table.add(f"growth from epoch {FIRST} to {LAST}", f"{growth:6.2f} %", growth, TARGET)
    return table.exit_code()


if __name__ == "__main__":
    sys.exit(main())
