"""What the benchmarks share: processes that answer rounds, pairs of measurements, tables with targets."""
import os
import statistics
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent


def skip(reason):
    """Ends the script where it cannot measure: exit code 2, never 0."""
    print(f"not measured: {reason}", file=sys.stderr)
    sys.exit(2)


def build_folder(given=None):
    """The folder with the programs: the one given, or the release build."""
    folder = Path(given) if given else ROOT / "build" / "release"
    return folder / "bin" if (folder / "bin").is_dir() else folder


def program(folder, name):
    path = folder / name
    if not path.exists():
        skip(f"{path} is not built; configure with -DTRAINER_BENCHMARKS=ON and build, or say --build FOLDER")
    return str(path)


def data_folder(variable, default):
    """The folder that an environment variable names, or the usual one; ends the script where it is not there."""
    folder = Path(os.environ.get(variable, default))
    if not folder.is_dir():
        skip(f"{folder} is not there; set {variable} to the folder of the images")
    return str(folder)


def load():
    return os.getloadavg()[0]


def tree_memory(pid):
    """Bytes in memory of a process and its children; pages that several of them use count once."""
    total = 0
    for one in (str(pid), *Path(f"/proc/{pid}/task/{pid}/children").read_text().split()):
        try:
            total += 1024 * int(Path(f"/proc/{one}/smaps_rollup").read_text().split("Pss:")[1].split()[0])
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended meanwhile
    return total


class Contestant:
    """A process that answers `round N` with the wall and CPU seconds of N steps."""

    def __init__(self, name, command, environment=None):
        self.name = name
        self.wall = []
        self.cpu = []
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, **(environment or {})})
        self._read("ready")

    def _read(self, expected):
        line = self.process.stdout.readline()
        if not line or (expected and line.strip() != expected):
            skip(f"{self.name} stopped with {self.process.wait()}")
        return line

    def round(self, steps, keep=True):
        self.process.stdin.write(f"round {steps}\n")
        self.process.stdin.flush()
        wall, cpu = map(float, self._read(None).split())
        if keep:
            self.wall.append(wall / steps)
            self.cpu.append(cpu / steps)

    def peak_memory(self, steps):
        """The most bytes that were in memory during a round, looked at every 20 ms."""
        over = threading.Event()
        samples = [tree_memory(self.process.pid)]

        def watch():
            while not over.wait(0.02):
                samples.append(tree_memory(self.process.pid))

        watcher = threading.Thread(target=watch)
        watcher.start()
        self.round(steps, keep=False)
        over.set()
        watcher.join()
        return max(samples)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def interleave(contestants, rounds, steps, warm_up):
    """Every contestant once a round, the order turned from round to round."""
    for contestant in contestants:
        contestant.round(warm_up, keep=False)
    for index in range(rounds):
        turn = index % len(contestants)
        for contestant in contestants[turn:] + contestants[:turn]:
            contestant.round(steps)
        if sys.stderr.isatty():
            print(f"\rround {index + 1} of {rounds}", end="", file=sys.stderr, flush=True)


def paired_ratio(ours, theirs):
    """Median of the ratios of the rounds: what burdens a whole round, burdens both."""
    return statistics.median(a / b for a, b in zip(ours, theirs))


class Table:
    """Rows of a name, a figure and its target; tells whether all were met."""

    def __init__(self, title):
        self.rows = []
        self.met = True
        print(f"\n{title} (load at the start {load():.1f})")

    def add(self, name, text, value=None, limit=None):
        verdict = ""
        if limit is not None:
            good = value <= limit
            self.met = self.met and good
            verdict = f"target <= {limit:g}: {'met' if good else 'MISSED'}"
        print(f"  {name:<44} {text:<34} {verdict}", flush=True)

    def add_floor(self, name, text, value, goal, floor):
        """Where more is better: `floor` decides, `goal` is what was hoped for."""
        self.met = self.met and value >= floor
        verdict = "goal met" if value >= goal else "goal missed" if value >= floor else f"below the floor of {floor:g}"
        print(f"  {name:<44} {text:<34} goal >= {goal:g}: {verdict}", flush=True)

    def exit_code(self):
        return 0 if self.met else 1
