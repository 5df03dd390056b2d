"""tools/check_layers.py on small trees: what it must refuse and what it must leave alone."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_layers.py"


class CheckLayers(unittest.TestCase):
    def check(self, tree):
        """Output lines of the check on a tree given as {path: text}."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in tree.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            run = subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True, check=False)
        lines = run.stdout.splitlines()
        errors = [line for line in lines if ": warning: " not in line]
        self.assertEqual(run.returncode, 1 if errors else 0, run.stderr)
        return lines

    def test_accepts_a_tidy_tree(self):
        self.assertEqual(self.check({
            "src/base/text.h": "#pragma once\n",
            "src/base/text.cpp": '#include "base/text.h"\n',
            "src/engine/loop.h": '#pragma once\n#include "base/text.h"\n#include <trainer/network.h>\n',
            "tests/unit/base/text_test.cpp": '#include "base/text.h"\n',
        }), [])

    def test_refuses_a_higher_layer(self):
        lines = self.check({"src/base/a.h": '#pragma once\n#include "engine/loop.h"\n'})
        self.assertEqual(lines, ["src/base/a.h:2: base includes engine/loop.h of the higher layer engine"])

    def test_refuses_a_sibling(self):
        lines = self.check({"src/loss/a.h": '#pragma once\n\n#include "optim/optimizer.h"\n'})
        self.assertEqual(lines, ["src/loss/a.h:3: loss includes optim/optimizer.h of its sibling optim"])

    def test_refuses_a_public_header_of_a_higher_layer(self):
        lines = self.check({"src/data/a.h": "#pragma once\n#include <trainer/predictor.h>\n"})
        self.assertEqual(lines, ["src/data/a.h:2: data includes trainer/predictor.h of the higher layer api"])

    def test_refuses_an_internal_header_in_a_public_one(self):
        lines = self.check({"include/trainer/fit.h": '#pragma once\n#include "engine/loop.h"\n'})
        self.assertIn("public headers include public headers only", lines[0])

    def test_refuses_a_new_public_header_without_a_layer(self):
        lines = self.check({"include/trainer/surprise.h": "#pragma once\n"})
        self.assertIn("PUBLIC_HEADERS", lines[0])

    def test_refuses_umbrella_headers(self):
        lines = self.check({"tests/unit/x_test.cpp": "#include <torch/torch.h>\n#include <opencv2/opencv.hpp>\n"})
        self.assertEqual(len(lines), 2)
        self.assertIn("<torch/torch.h> is banned", lines[0])

    def test_refuses_logging_libraries_outside_the_log(self):
        lines = self.check({
            "src/base/log.h": "#pragma once\n#include <spdlog/spdlog.h>\n",
            "src/base/text.h": "#pragma once\n#include <fmt/core.h>\n",
        })
        self.assertEqual(lines, ["src/base/text.h:2: <fmt/core.h>: only base/log may include spdlog and fmt"])

    def test_refuses_a_header_without_pragma_once(self):
        self.assertIn("#pragma once", self.check({"src/base/a.h": "int f();\n"})[0])

    def test_warns_at_the_soft_limit_and_refuses_the_hard_one(self):
        lines = self.check({
            "src/base/long.h": "#pragma once\n" + "\n" * 300,
            "src/base/longer.h": "#pragma once\n" + "\n" * 400,
        })
        self.assertEqual(lines[0], "src/base/longer.h:401: 401 lines; 400 at most: split it by concept")
        self.assertEqual(lines[1], "src/base/long.h: warning: 301 lines; better at most 250")

    def test_refuses_a_note_to_oneself(self):
        lines = self.check({"cmake/a.cmake": "# TO" + "DO later\n"})
        self.assertIn("cmake/a.cmake:1", lines[0])

    def test_wants_a_test_for_each_folder(self):
        lines = self.check({"src/data/loader/a.cpp": "", "tests/unit/b_test.cpp": '#include "data/b.h"\n'})
        self.assertEqual(lines, ["src/data/loader: no test includes a header of data/loader/"])


if __name__ == "__main__":
    unittest.main()
