"""The decisions of tools/setup/*.sh, with made-up LibTorch folders and machines; nothing is installed."""
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Setup(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        self.bin = self.folder / "bin"
        self.bin.mkdir()

    def tearDown(self):
        self.temporary.cleanup()

    def shell(self, script, **environment):
        """Runs a script after sourcing the set-up's files, with self.bin first in PATH."""
        lines = ["set -euo pipefail", f". {ROOT}/tools/common.sh", f". {ROOT}/tools/setup/packages.sh",
                 f". {ROOT}/tools/setup/libtorch.sh", "tests=false dataset=false", script]
        kept = {key: value for key, value in os.environ.items() if key not in ("TORCH_ROOT", "CI", "TRAINER_PYTHON")}
        kept["PATH"] = f"{self.bin}:{kept['PATH']}"
        return subprocess.run(["bash", "-c", "\n".join(lines)], capture_output=True, text=True, check=False,
                              env={**kept, **environment})

    def command(self, name, text):
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)

    def libtorch(self, version="2.13.0", files=()):
        """A folder that looks like site-packages/torch."""
        root = self.folder / "site-packages" / "torch"
        major, minor, patch = version.split(".")
        header = "".join(f"#define TORCH_VERSION_{name} {value}\n"
                         for name, value in (("MAJOR", major), ("MINOR", minor), ("PATCH", patch)))
        contents = {"include/ATen/ATen.h": "", "lib/libtorch_cpu.so": "", "include/torch/headeronly/version.h": header}
        for name, text in {**contents, **{name: "" for name in files}}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return root

    def usable(self, root):
        return self.shell(f'is_usable_libtorch "{root}" && echo usable || echo "$problem"').stdout.strip()

    def test_accepts_a_cpu_build(self):
        root = self.libtorch()
        self.assertEqual(self.usable(root), "usable")
        self.assertEqual(self.shell(f'torch_version "{root}"').stdout, "2.13.0\n")

    def test_refuses_an_old_version(self):
        self.assertIn("LibTorch 2.9.1; 2.13 or newer is needed", self.usable(self.libtorch("2.9.1")))

    def test_refuses_a_folder_without_headers(self):
        self.assertIn("has no include/ATen/ATen.h", self.usable(self.folder))

    def test_refuses_a_cuda_build_without_its_companions(self):
        root = self.libtorch(files=["lib/libtorch_cuda.so", "../nvidia/cu13/lib/libcudart.so.13"])
        self.assertIn("without libcudart and libcupti", self.usable(root))

    def test_accepts_a_cuda_build_with_the_two_that_the_cpu_half_needs(self):
        root = self.libtorch(files=["lib/libtorch_cuda.so", "../nvidia/cu13/lib/libcudart.so.13",
                                    "../nvidia/cu13/lib/libcupti.so.13"])
        self.assertEqual(self.usable(root), "usable")

    def test_accepts_the_folders_of_cuda_12(self):
        root = self.libtorch(files=["lib/libtorch_cuda.so", "../nvidia/cuda_runtime/lib/libcudart.so.12",
                                    "../nvidia/cuda_cupti/lib/libcupti.so.12"])
        self.assertEqual(self.usable(root), "usable")

    def test_takes_torch_root_before_everything(self):
        root = self.libtorch()
        run = self.shell('find_libtorch; echo "$torch_root"', TORCH_ROOT=str(root))
        self.assertEqual(run.stdout, f"{root}\n")

    def test_an_unusable_torch_root_is_an_error_that_says_why(self):
        run = self.shell("find_libtorch", TORCH_ROOT=str(self.libtorch("2.9.1")))
        self.assertEqual(run.returncode, 2)
        self.assertIn("TORCH_ROOT:", run.stderr)
        self.assertIn("2.9.1", run.stderr)

    def test_passes_over_a_python_with_an_unusable_torch(self):
        root = self.libtorch("2.9.1")
        self.command("python3", f"echo {root}")
        run = self.shell("libtorch_from_python || echo passed over")
        self.assertEqual(run.stdout, "passed over\n")
        self.assertIn("2.9.1", run.stderr)

    def test_finds_the_torch_of_python_without_importing_it(self):
        root = self.libtorch()
        (root / "__init__.py").write_text("raise SystemExit('imported')\n", encoding="utf-8")
        run = self.shell('libtorch_from_python; echo "$torch_root"', PYTHONPATH=str(root.parent))
        self.assertEqual((run.returncode, run.stdout), (0, f"{root}\n"))

    def test_asks_torchs_metadata_for_the_cuda_packages(self):
        info = self.folder / "site" / "torch-9.9.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: torch\nVersion: 9.9\nRequires-Dist: filelock\n"
            "Requires-Dist: cuda-toolkit[cublas,cudart,cupti]==13.0.3; platform_system == \"Linux\"\n"
            "Requires-Dist: nvidia-nccl-cu13==2.29.7; platform_system == \"Linux\"\n", encoding="utf-8")
        self.command("python", 'exec python3 "$@"')
        for kind, expected in (("cpu", "cuda-toolkit[cudart,cupti]==13.0.3\n"),
                               ("all", "cuda-toolkit[cublas,cudart,cupti]==13.0.3\nnvidia-nccl-cu13==2.29.7\n")):
            run = self.shell(f'environment={self.folder}; cuda_requirements {kind}', PYTHONPATH=str(info.parent))
            self.assertEqual(run.stdout, expected, run.stderr)

    def test_a_missing_package_on_another_system_is_named_with_exit_code_2(self):
        self.command("apt-get", "echo apt-get was called >&2; exit 1")
        run = self.shell("is_known_system() { return 1; }\nmissing=(libjpeg-dev) helpful=()\ninstall_missing_packages")
        self.assertEqual(run.returncode, 2)
        self.assertIn("libjpeg-dev", run.stderr)
        self.assertNotIn("apt-get was called", run.stderr)

    def test_touches_no_package_manager_when_nothing_is_missing(self):
        for name in ("apt-get", "sudo"):
            self.command(name, f"echo {name} was called >&2; exit 1")
        run = self.shell("missing=() helpful=(lld)\ninstall_missing_packages")
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_goes_on_after_a_broken_package_source(self):
        self.command("apt-get", 'case "$*" in *update*) exit 100 ;; *) echo "$@" ;; esac')
        self.command("id", "echo 0")
        run = self.shell("is_known_system() { return 0; }\nmissing=(zlib1g-dev) helpful=(lld)\ninstall_missing_packages")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("install --no-install-recommends zlib1g-dev lld", run.stderr)

    def test_asks_for_sudo_when_not_root(self):
        self.command("id", "echo 1000")
        self.command("sudo", 'echo "sudo $@"')
        run = self.shell("is_known_system() { return 0; }\nmissing=(zlib1g-dev) helpful=()\ninstall_missing_packages")
        self.assertIn("sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y install", run.stderr)


if __name__ == "__main__":
    unittest.main()
