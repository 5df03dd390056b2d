"""Reads what the event writer wrote with Python's tensorboard: tensorboard_reads_it.py WRITE_EVENTS.

Exits 77 (skipped) where this Python has no tensorboard; with CI=true that is a failure.
"""
import glob
import math
import os
import subprocess
import sys
import tempfile

try:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    from tensorboard.backend.event_processing.event_file_loader import EventFileLoader
except ImportError as error:
    print(f"this Python has no tensorboard: {error}; name one that has it in TRAINER_PYTHON")
    sys.exit(1 if os.environ.get("CI") == "true" else 77)

with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.argv[1], folder], check=True)
    files = sorted(glob.glob(os.path.join(folder, "events.out.tfevents.*")))
    assert len(files) == 2, files
    # The loader checks both check sums of every record.
    events = list(EventFileLoader(files[0]).Load())
    assert events[0].file_version == "brain.Event:2", events[0]
    assert len(events) == 2 + 5, len(events)
    assert all(event.wall_time > 1.6e9 for event in events)

    board = EventAccumulator(folder, purge_orphaned_data=True)
    board.Reload()
    tags = board.Tags()
    found = sorted(tags["scalars"]) or sorted(tags["tensors"])
    assert found == ["train/loss", "train/top1", "val/loss"], tags
    loss = [(event.step, event.value) for event in board.Scalars("train/loss")]
    assert loss == [(10, 110.0), (20, 120.0), (30, 230.0)], loss
    nan = board.Scalars("val/loss")
    assert len(nan) == 1 and math.isnan(nan[0].value), nan
    print("TensorBoard shows", loss)

    # A file cut by a kill is read up to its last whole record.
    with open(files[1], "rb+") as file:
        file.truncate(os.path.getsize(files[1]) - 3)
    board = EventAccumulator(folder)
    board.Reload()
    assert [event.step for event in board.Scalars("train/loss")] == [10, 20]
