"""tools/check_skips.py on reports and logs as ctest and GoogleTest write them."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_skips.py"
LIST = "# comment\n\n*_CUDA  always  needs a GPU\nparity.live  local  needs PyTorch\n"
REPORT = """<?xml version="1.0"?><testsuite>
<testcase name="unit.a" status="run"/>
{}
</testsuite>"""


class CheckSkips(unittest.TestCase):
    def check(self, entries="", log="", allowed=LIST, ci=""):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "list").write_text(allowed, encoding="utf-8")
            (folder / "report").write_text(REPORT.format(entries), encoding="utf-8")
            (folder / "log").write_text(log, encoding="utf-8")
            arguments = ["--list", folder / "list", "--report", folder / "report", "--log", folder / "log"]
            return subprocess.run([sys.executable, CHECK, *arguments], capture_output=True, text=True, check=False,
                                  env={**os.environ, "CI": ci})

    def test_says_nothing_when_nothing_was_skipped(self):
        run = self.check(log="[       OK ] Text.Joins (0 ms)\n")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))

    def test_accepts_a_listed_case(self):
        self.assertEqual(self.check(log="[  SKIPPED ] Adam.Steps_CUDA (0 ms)\n", ci="true").returncode, 0)

    def test_refuses_an_unlisted_case_once(self):
        run = self.check(log="[  SKIPPED ] Adam.Steps (0 ms)\n[  SKIPPED ] 1 test, listed below:\n"
                             "[  SKIPPED ] Adam.Steps\n")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr.count("Adam.Steps"), 1)

    def test_refuses_an_unlisted_entry(self):
        run = self.check(entries='<testcase name="cli.x" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>')
        self.assertEqual(run.returncode, 1)
        self.assertIn("cli.x", run.stderr)

    def test_local_skips_are_refused_in_ci(self):
        entry = '<testcase name="parity.live" status="notrun"><skipped/></testcase>'
        self.assertEqual(self.check(entries=entry).returncode, 0)
        self.assertEqual(self.check(entries=entry, ci="true").returncode, 1)

    def test_refuses_a_list_without_reasons(self):
        run = self.check(allowed="*_CUDA always\n")
        self.assertEqual(run.returncode, 1)
        self.assertIn("list:1: expected", run.stderr)


if __name__ == "__main__":
    unittest.main()
