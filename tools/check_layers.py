#!/usr/bin/env python3
"""Checks the rules of the tree that no compiler checks: layers, file lengths, headers, words, and a test for each folder.

Prints each breach as file:line: message and exits 1; warnings do not count.
"""
import argparse
import pathlib
import re
import sys

# Lowest first; a folder includes only folders of lower ranks and itself. Equal ranks do not include each other.
LAYERS = [
    {"base"},
    {"config"},
    {"network"},
    {"data", "models", "loss", "optim", "metrics", "distributed", "weights", "tracking"},
    {"checkpoint"},
    {"engine"},
    {"api"},
    {"cli"},
]
RANK = {folder: rank for rank, folders in enumerate(LAYERS) for folder in folders}

# The folder that stands behind each public header, for the same rule.
PUBLIC_HEADERS = {
    "error.h": "base", "node.h": "base", "units.h": "base",
    "options.h": "config", "option_type.h": "config", "option_values.h": "config", "option_table.h": "config",
    "config.h": "config", "reports.h": "config",
    "network.h": "network", "network_builder.h": "network", "module.h": "network",
    "dataset.h": "data", "transform.h": "data", "data_check.h": "data", "model.h": "network", "loss.h": "loss",
    "optimizer.h": "optim", "schedule.h": "optim",
    "fit.h": "api", "predictor.h": "api", "trainer.h": "api",
}

# (folder, included header) that the layer rule would refuse, each with the reason why it may stay.
LAYER_EXCEPTIONS = {
    ("optim", "weights/value.h"): "an optimizer's state is a tree of plain values, free of the file format",
    ("optim", "weights/tensor_io.h"): "and its tensors become such values",
    ("engine", "trainer/fit.h"): "FitOptions is plain data that the loop takes as it is",
}

SOFT_LINES, HARD_LINES = 250, 400
# file -> why it is longer than the hard limit.
LENGTH_EXCEPTIONS = {}

BANNED_INCLUDES = {
    "torch/torch.h": "costs 16 to 21 s a file; include the narrow headers",
    "torch/all.h": "costs 16 to 21 s a file; include the narrow headers",
    "torch/nn.h": "include torch/nn/modules/... instead",
    "torch/optim.h": "include torch/optim/... instead",
    "torch/extension.h": "needs Python's headers",
    "ATen/ATen.h": "costs 7 s a file; include ATen/core/Tensor.h and ATen/ops/... instead",
    "opencv2/opencv.hpp": "pulls in all of OpenCV; include core, imgproc or imgcodecs",
    "bits/stdc++.h": "is no standard header",
}
# LibTorch's folder holds another fmt: only these files may include spdlog or fmt.
LOGGING_FILES = re.compile(r"^src/base/log\w*\.(h|cpp)$")

WORDS = {
    r"\bTODO\b": "file an issue instead", r"\bFIXME\b": "fix it", r"\bXXX\b": "say what is meant",
    r"\bHACK\b": "say why it is needed", r"\bstd::format\b": "g++ 12 has none; use concat() of base/text.h",
    r"(?<![\w.])/(home|root|work)/": "no paths of one machine",
}
# file -> why these words may stand in it.
WORD_EXCEPTIONS = {"tools/check_layers.py": "names the words"}

# Folders whose tests start whole programs or use the public interface.
TESTED_BY_FOLDER = {"cli": "tests/cli", "api": "tests/integration"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
CODE_FOLDERS = ["include", "src", "tests"]
TEXT_FOLDERS = CODE_FOLDERS + ["cmake", "configs", "tools"]


class Report:
    def __init__(self):
        self.errors, self.warnings = [], []

    def error(self, where, message):
        self.errors.append(f"{where}: {message}")

    def warning(self, where, message):
        self.warnings.append(f"{where}: warning: {message}")


def files(root, folders, suffixes):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.is_file() and path.suffix in suffixes and not name.startswith("tests/data/"):
                yield name, path.read_text(encoding="utf-8", errors="replace").splitlines()


def folder_of(name):
    """The layer folder that a source or public header belongs to, or None."""
    parts = name.split("/")
    if parts[0] == "src" and len(parts) > 2:
        return parts[1]
    if parts[:2] == ["include", "trainer"]:
        return PUBLIC_HEADERS.get(parts[2])
    return None


def folder_of_include(include):
    if include.startswith("trainer/"):
        return PUBLIC_HEADERS.get(include.removeprefix("trainer/"))
    first = include.split("/")[0]
    return first if first in RANK else None


def check_include(report, name, number, include, quoted):
    where = f"{name}:{number}"
    if include in BANNED_INCLUDES:
        report.error(where, f"<{include}> is banned: {BANNED_INCLUDES[include]}")
    if include.startswith(("spdlog/", "fmt/")) and not LOGGING_FILES.match(name):
        report.error(where, f"<{include}>: only base/log may include spdlog and fmt")
    if name.startswith("include/") and quoted:
        report.error(where, f'"{include}": public headers include public headers only, as <trainer/...>')
    own = folder_of(name)
    if own is None or not (quoted or include.startswith("trainer/")):
        return
    other = folder_of_include(include)
    if other is None or own not in RANK or other == own or (own, include) in LAYER_EXCEPTIONS:
        return
    if RANK[other] > RANK[own]:
        report.error(where, f"{own} includes {include} of the higher layer {other}")
    elif RANK[other] == RANK[own]:
        report.error(where, f"{own} includes {include} of its sibling {other}")


def check_code(report, root):
    for name, lines in files(root, CODE_FOLDERS, {".h", ".cpp"}):
        if name.endswith(".h") and "#pragma once" not in lines[:3]:
            report.error(f"{name}:1", "a header starts with #pragma once")
        if len(lines) > HARD_LINES and name not in LENGTH_EXCEPTIONS:
            report.error(f"{name}:{HARD_LINES + 1}", f"{len(lines)} lines; {HARD_LINES} at most: split it by concept")
        elif len(lines) > SOFT_LINES:
            report.warning(name, f"{len(lines)} lines; better at most {SOFT_LINES}")
        for number, line in enumerate(lines, 1):
            match = INCLUDE.match(line)
            if match:
                check_include(report, name, number, match.group(2), match.group(1) == '"')
        if name.startswith("src/") and folder_of(name) is not None and folder_of(name) not in RANK:
            report.error(f"{name}:1", f"src/{folder_of(name)} has no place among the layers of tools/check_layers.py")
        if name.startswith("include/trainer/") and name.split("/")[2] not in PUBLIC_HEADERS:
            report.error(f"{name}:1", "a new public header: give it its place in PUBLIC_HEADERS of tools/check_layers.py")


def check_words(report, root):
    for name, lines in files(root, TEXT_FOLDERS, {".h", ".cpp", ".cmake", ".txt", ".in", ".py", ".sh", ".yaml"}):
        for number, line in enumerate(lines, 1):
            for pattern, advice in WORDS.items():
                found = re.search(pattern, line)
                if found and name not in WORD_EXCEPTIONS:
                    report.error(f"{name}:{number}", f"{found.group()}: {advice}")


def check_tests(report, root):
    """Each folder of src with sources has a test that includes one of its headers, or its own kind of test."""
    tested = set()
    for _, lines in files(root, ["tests"], {".h", ".cpp"}):
        tested.update(match.group(2) for line in lines if (match := INCLUDE.match(line)))
    sources = [pathlib.PurePosixPath(name) for name, _ in files(root, ["src"], {".cpp"})]
    for folder in sorted({source.parent for source in sources}):
        top = folder.parts[1]
        prefix = "/".join(folder.parts[1:]) + "/"
        if any(include.startswith(prefix) for include in tested):
            continue
        if top not in TESTED_BY_FOLDER:
            report.error(folder, f"no test includes a header of {prefix}")
        elif not list((root / TESTED_BY_FOLDER[top]).glob("*.cpp")):
            report.error(folder, f"no test includes a header of {prefix}, and {TESTED_BY_FOLDER[top]} has none")
    untested = {}
    for source in sources:
        header = source.with_suffix(".h").relative_to("src").as_posix()
        if (root / "src" / header).exists() and source.parts[1] not in TESTED_BY_FOLDER and header not in tested:
            untested.setdefault(source.parent, []).append(source.name)
    for folder, names in untested.items():
        report.warning(folder, f"headers that no test includes: {', '.join(names)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=pathlib.Path, nargs="?", default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--no-warnings", action="store_true")
    options = parser.parse_args()
    report = Report()
    check_code(report, options.root)
    check_words(report, options.root)
    check_tests(report, options.root)
    for line in report.errors + ([] if options.no_warnings else report.warnings):
        print(line)
    if report.errors:
        print(f"{len(report.errors)} breaches of the tree's rules", file=sys.stderr)
    return 1 if report.errors else 0


if __name__ == "__main__":
    sys.exit(main())
