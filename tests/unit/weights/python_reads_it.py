"""Reads what the .pt writer wrote with Python's torch: python_reads_it.py WRITE_SAMPLES.

Exits 77 (skipped) where this Python has no torch; with CI=true that is a failure.
"""
import os
import subprocess
import sys
import tempfile
import zipfile

try:
    import torch
except ImportError as error:
    print(f"this Python has no torch: {error}; name one that has it in TRAINER_PYTHON")
    sys.exit(1 if os.environ.get("CI") == "true" else 77)


class Network(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(1, 2, (1, 2), bias=False)
        self.bn = torch.nn.BatchNorm2d(2)
        self.fc = torch.nn.Linear(2, 3)


def load(path, mmap):
    return torch.load(path, weights_only=True, mmap=mmap)


def check_model(path, mmap):
    state = load(path, mmap)
    assert type(state).__name__ == "OrderedDict", type(state)
    assert list(state)[:2] == ["conv.weight", "bn.weight"], list(state)
    assert state._metadata["bn"] == {"version": 2}, state._metadata
    assert state._metadata["fc"] == {"version": 1}, state._metadata
    network = Network()
    network.load_state_dict(state, strict=True)
    expected = torch.tensor([1.0, 2, 3, 4, 5, 6]).reshape(3, 2)
    assert torch.equal(network.fc.weight, expected), network.fc.weight
    tracked = network.bn.num_batches_tracked
    assert tracked.shape == () and tracked.item() == 7, tracked


def check_optimizer(path, mmap):
    state = load(path, mmap)
    assert state["state"][0]["step"].shape == ()
    assert torch.equal(state["state"][0]["exp_avg"], torch.tensor([0.5, -1.0]))
    group = state["param_groups"][0]
    assert group["betas"] == (0.9, 0.999) and group["eps"] == 1e-8, group
    assert group["amsgrad"] is False and group["fused"] is True and group["foreach"] is None, group
    assert state["param_names"] == ["conv.weight"]
    assert state["numbers"] == [0, 255, 256, 65535, 65536, -1, 2147483647, -2147483648,
                                2147483648, -9007199254740993], state["numbers"]
    assert state["tuples"] == [(), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4)], state["tuples"]
    assert state["empty"] == [[], {}, ""] and state["text"] == "été שלום"


def check_types(path, mmap):
    state = load(path, mmap)
    assert len(state) == 20
    for name, tensor in state.items():
        empty = name.endswith(".empty")
        assert tensor.dtype == getattr(torch, name.removesuffix(".empty")), name
        assert tensor.shape == ((0, 3) if empty else (2, 3)), name


def check_tied(path, mmap):
    state = load(path, mmap)
    assert state["a"].data_ptr() == state["b"].data_ptr()


def check_zip(path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert all(i.compress_type == zipfile.ZIP_STORED for i in archive.infolist())
        assert all(i.date_time == (1980, 1, 1, 0, 0, 0) for i in archive.infolist())


with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.argv[1], folder], check=True)
    checks = {"model.pt": check_model, "optimizer.pt": check_optimizer, "types.pt": check_types,
              "tied.pt": check_tied}
    for name, check in checks.items():
        path = os.path.join(folder, name)
        check_zip(path)
        for mmap in (False, True):
            check(path, mmap)
            print(f"{name}, mmap={mmap}: fine")
