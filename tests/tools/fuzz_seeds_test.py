"""Every fuzzer has a seed corpus, and that of images has all that the decoder reads."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FUZZ = ROOT / "tests" / "fuzz"


def targets():
    return re.findall(r"^trainer_fuzzer\((\w+)", (FUZZ / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)


def seeds(target):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, FUZZ / "make_seeds.py", target, folder], check=True)
        return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}


class FuzzSeeds(unittest.TestCase):
    def test_every_target_has_some(self):
        self.assertIn("image_pipeline", targets())
        for target in targets():
            found = seeds(target)
            self.assertTrue(found, target)
            self.assertTrue(all(found.values()), f"an empty seed of {target}")

    def test_every_target_is_run_by_the_script(self):
        listed = re.search(r"^all=\((.*)\)$", (ROOT / "tools" / "fuzz.sh").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual(sorted(listed.group(1).split()), sorted(targets()))

    def test_images_of_every_format_go_through_every_list_of_transforms(self):
        found = seeds("image_pipeline")
        for kind in ("jpeg", "png", "webp", "bmp", "tiff"):
            self.assertGreater(sum(name.startswith(kind) for name in found), 10, kind)
        lists = {content[1] for content in found.values()}
        self.assertEqual(lists, set(range(len(lists))))
        for bit in (1, 2, 4):
            self.assertEqual({content[0] & bit for content in found.values()}, {0, bit})


if __name__ == "__main__":
    unittest.main()
