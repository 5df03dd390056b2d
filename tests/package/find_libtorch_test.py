"""cmake/FindLibTorch.cmake on made-up LibTorch folders: what it finds, and what it says when something is missing."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

MODULES = pathlib.Path(__file__).resolve().parents[2] / "cmake"
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(find LANGUAGES CXX)
find_package(LibTorch 2.13 {how})
foreach(name IN ITEMS VERSION PREFIX CUDA_BUILD CUDA CUDA_HEADERS)
  message(STATUS "${{name}}=${{LibTorch_${{name}}}}")
endforeach()
"""
COMPANIONS = ["../nvidia/cu13/lib/libcudart.so.13", "../nvidia/cu13/lib/libcupti.so.13"]
BIG_WHEELS = ["../nvidia/cudnn/lib/libcudnn.so.9", "../nvidia/nccl/lib/libnccl.so.2"]
CUDA_BUILD = ["lib/libtorch_cuda.so", "lib/libc10_cuda.so"]


class FindLibTorch(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name).resolve()

    def tearDown(self):
        self.temporary.cleanup()

    def libtorch(self, files=(), version="2.13.0", name="torch"):
        root = self.folder / "site" / name
        header = "".join(f"#define TORCH_VERSION_{part} {value}\n"
                         for part, value in zip(("MAJOR", "MINOR", "PATCH"), version.split(".")))
        contents = {"include/ATen/ATen.h": "", "lib/libtorch_cpu.so": "", "lib/libc10.so": "",
                    "include/torch/headeronly/version.h": header, **{name: "" for name in files}}
        for file, text in contents.items():
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_text(text, encoding="utf-8")
        return root

    def find(self, *options, how="REQUIRED", **environment):
        """CMake's exit code and its output on one line, words apart by one blank."""
        (self.folder / "CMakeLists.txt").write_text(PROJECT.format(how=how), encoding="utf-8")
        kept = {key: value for key, value in os.environ.items() if key not in ("TORCH_ROOT", "LibTorch_ROOT")}
        run = subprocess.run(["cmake", "-S", self.folder, "-B", self.folder / "build", f"-DCMAKE_MODULE_PATH={MODULES}",
                              f"-DCUDAToolkit_ROOT={self.folder / 'no_toolkit'}", *options], capture_output=True, text=True, check=False, env={**kept, **environment})
        return run.returncode, " ".join((run.stdout + run.stderr).split())

    def test_finds_a_cpu_build(self):
        root = self.libtorch()
        code, text = self.find(f"-DTORCH_ROOT={root}")
        self.assertEqual(code, 0, text)
        self.assertIn(f"VERSION=2.13.0 -- PREFIX={root} -- CUDA_BUILD=FALSE -- CUDA=FALSE -- CUDA_HEADERS=FALSE", text)

    def test_finds_torch_root_in_the_environment(self):
        root = self.libtorch()
        code, text = self.find(TORCH_ROOT=str(root))
        self.assertEqual(code, 0, text)
        self.assertIn(f"PREFIX={root} ", text)

    def test_finds_the_torch_of_python_without_importing_it(self):
        root = self.libtorch(["__init__.py"])
        (root / "__init__.py").write_text("raise SystemExit('imported')\n", encoding="utf-8")
        code, text = self.find(f"-DPython3_EXECUTABLE={sys.executable}", PYTHONPATH=str(root.parent))
        self.assertEqual(code, 0, text)
        self.assertIn(f"PREFIX={root} ", text)

    def test_takes_the_last_resort_only_when_nothing_else_is_there(self):
        last, first = self.libtorch(name="last"), self.libtorch(name="first")
        options = [f"-DLibTorch_LAST_RESORT={last}", "-DPython3_EXECUTABLE=/bin/false"]
        self.assertIn(f"PREFIX={last} ", self.find(*options)[1])
        self.assertIn(f"PREFIX={first} ", self.find(*options, f"-DTORCH_ROOT={first}")[1])

    def test_says_what_to_do_when_there_is_none(self):
        code, text = self.find("-DPython3_EXECUTABLE=/bin/false")
        self.assertEqual(code, 1)
        self.assertIn("Set TORCH_ROOT to a folder with include/ and lib/", text)
        self.assertIn("tools/setup.sh", text)

    def test_may_be_optional(self):
        code, text = self.find("-DPython3_EXECUTABLE=/bin/false", how="QUIET")
        self.assertEqual(code, 0, text)

    def test_refuses_an_old_version(self):
        code, text = self.find(f"-DTORCH_ROOT={self.libtorch(version='2.9.1')}")
        self.assertEqual(code, 1)
        self.assertIn('Found unsuitable version "2.9.1"', text)

    def test_names_what_a_cuda_build_lacks(self):
        code, text = self.find(f"-DTORCH_ROOT={self.libtorch([*CUDA_BUILD, COMPANIONS[0]])}")
        self.assertEqual(code, 1)
        self.assertIn("needs libcudart and libcupti even on the CPU", text)
        self.assertIn("pip install --no-deps nvidia-cuda-runtime nvidia-cuda-cupti", text)

    def test_uses_the_cpu_half_of_a_cuda_build_without_the_big_libraries(self):
        code, text = self.find(f"-DTORCH_ROOT={self.libtorch([*CUDA_BUILD, *COMPANIONS])}")
        self.assertEqual(code, 0, text)
        self.assertIn("CUDA_BUILD=TRUE -- CUDA=FALSE", text)

    def test_links_the_cuda_half_where_its_libraries_are(self):
        root = self.libtorch([*CUDA_BUILD, *COMPANIONS, *BIG_WHEELS])
        self.assertIn("CUDA_BUILD=TRUE -- CUDA=TRUE", self.find(f"-DTORCH_ROOT={root}")[1])
        self.assertIn("CUDA=FALSE", self.find(f"-DTORCH_ROOT={root}", "-DLIBTORCH_CUDA=OFF")[1])

    def test_an_archive_brings_its_own_cuda_libraries(self):
        root = self.libtorch([*CUDA_BUILD, "lib/libcudart-1234.so.13"])
        code, text = self.find(f"-DTORCH_ROOT={root}")
        self.assertEqual(code, 0, text)
        self.assertIn("CUDA=TRUE", text)

    def test_refuses_cuda_that_was_asked_for_and_is_not_there(self):
        code, text = self.find(f"-DTORCH_ROOT={self.libtorch()}", "-DLIBTORCH_CUDA=ON")
        self.assertEqual(code, 1)
        self.assertIn("LIBTORCH_CUDA=ON, but", text)


if __name__ == "__main__":
    unittest.main()
