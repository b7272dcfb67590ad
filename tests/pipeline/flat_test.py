# SPDX-License-Identifier: MIT
"""2D scenes as pictures: boxes stand where their nodes are, and a later one covers an earlier one."""
import unittest

from support import PipelineCase, diorama, read_png

# A blue floor 8 wide, a hub above its middle turned by a quarter, and on its arm of 2 a red box with a
# green one before it, though the green one is written first.
SCENE = """cinder-scene 2
entity 0
  Local2 translation.x="0" translation.y="-3" rotation="0"
  Box2 size=[8.0,2.0] color=[0.0,0.0,1.0,1.0] layer=0
entity 1
  Local2 translation.x="0" translation.y="1" rotation="90"
entity 2
  Parent2 parent=#1
  Local2 translation.x="2" translation.y="0" rotation="0"
  Box2 size=[1.0,1.0] color=[0.0,1.0,0.0,1.0] layer=2
entity 3
  Parent2 parent=#1
  Local2 translation.x="2" translation.y="0" rotation="0"
  Box2 size=[2.0,4.0] color=[1.0,0.0,0.0,1.0] layer=1
"""


def main_channel(pixel):
    """Which of red, green and blue a pixel has most of, where it is clear."""
    order = sorted(range(3), key=lambda channel: pixel[channel])
    return "rgb"[order[2]] if pixel[order[2]] > pixel[order[1]] + 60 else None


class FlatTest(PipelineCase):
    def scene(self, text=SCENE):
        path = self.scratch / "flat.cscn"
        path.write_text(text)
        return path

    def test_boxes_are_drawn_where_their_nodes_are_by_layer(self):
        picture = self.scratch / "flat.png"
        self.succeed("render", self.scene(), "-o", picture, "--size", "200x200")
        width, height, rows = read_png(picture)
        self.assertEqual((width, height), (200, 200))
        # The boxes span x from -4 to 4 and y from -4 to 4; the picture a little more on each side.
        def at(x, y):
            scale = 200 / (8 * 1.06)
            return main_channel(rows[int(100 - y * scale)][int(100 + x * scale)])
        self.assertEqual(at(0, -3), "b")
        self.assertEqual(at(-3.8, -2.2), "b")
        self.assertEqual(at(0, 3), "g")       # the arm points up, so x = 2 became y = 3
        self.assertEqual(at(1.5, 3.5), "r")   # 2 by 4, turned: 4 wide and 2 high
        self.assertEqual(at(-1.5, 2.5), "r")
        self.assertIsNone(at(3, 0))
        self.assertIsNone(at(1.5, 0.5))

    def test_a_scene_of_nodes_is_converted_without_changing_a_byte(self):
        copy = self.scratch / "copy.cscn"
        self.succeed("convert", self.scene(), copy)
        self.assertEqual(copy.read_text(), SCENE)

    def test_bad_numbers_are_errors_with_their_place(self):
        path = self.scene(SCENE.replace('translation.x="2"', 'translation.x="nan"', 1))
        done = diorama("check", path)
        self.assertEqual(done.returncode, 1)
        self.assertIn("flat.cscn:9:", done.stdout + done.stderr)
        self.assertIn("error[fixed-text]", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
