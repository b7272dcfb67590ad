#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that the project's scripts find what they should: each check is given a tree with one fault."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import bench
import check_docs
import check_layers
import check_no_float
import check_paths
import test_totals
from cpp_declarations import public_declarations

LAYERS = """<!-- layers: test -->
```
0 low   -> (glm)
1 mid   -> low
1 side  -> low
2 top   -> mid      never side
apps: cli
```
"""
HEADER = """// SPDX-License-Identifier: MIT
/// \\file
/// A thing.
#pragma once
namespace diorama::low {
/// A thing.
struct Thing {
    int size = 0;  ///< how big
};
}
"""
ERRORS = "## low\n\n### `low-fault`\n- Cause: a.\n- Remedy: b.\n- Example: c\n"
CODES = HEADER.replace("struct Thing", 'inline constexpr ErrorCode low_fault{"low-fault"};\n/// T.\nstruct Thing')


class Tree:
    """A small project on disk, whole until a test breaks it."""

    def __enter__(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.scratch.name)
        self.write("docs/architecture.md", LAYERS)
        self.write("docs/errors.md", ERRORS)
        for module in ("low", "mid", "side", "top"):
            self.write(f"diorama/{module}/README.md", "# m\n")
            self.write(f"diorama/{module}/fwd.hpp", HEADER)
            self.write(f"diorama/{module}/CMakeLists.txt", "diorama_add_module(x HEADERS fwd.hpp a.hpp)\n")
        self.write("diorama/low/a.hpp", CODES)
        return self

    def __exit__(self, *_):
        self.scratch.cleanup()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


class LayersTest(unittest.TestCase):
    def faults(self, name=None, text=None):
        with Tree() as tree:
            if name:
                tree.write(name, text)
            return "\n".join(check_layers.check(tree.root))

    def test_a_sound_tree_has_no_fault(self):
        self.assertEqual("", self.faults())
        self.assertEqual("", self.faults("diorama/top/a.cpp", '#include "diorama/low/fwd.hpp"\n'))

    def test_an_include_upwards_is_found(self):
        self.assertIn("low/a.hpp:2: low includes diorama/mid/fwd.hpp",
                      self.faults("diorama/low/a.hpp", '\n#  include "diorama/mid/fwd.hpp"\n'))

    def test_an_include_sideways_is_found_in_tests_too(self):
        self.assertIn("no arrow that leads to side",
                      self.faults("diorama/top/test/a_test.cpp", "#include <diorama/side/fwd.hpp>\n"))

    def test_anothers_detail_is_found(self):
        self.assertIn("low's own",
                      self.faults("diorama/mid/a.cpp", '#include "diorama/low/detail/x.hpp"\n'))
        self.assertEqual("", self.faults("diorama/low/a.cpp", '#include "diorama/low/detail/x.hpp"\n'))

    def test_an_include_of_an_app_is_found(self):
        self.assertIn("not a module", self.faults("diorama/top/a.cpp", '#include "tools/cli/x.hpp"\n'))

    def test_only_a_modules_tests_include_tests_support(self):
        include = '#include "tests/support/x.hpp"\n'
        self.assertEqual("", self.faults("diorama/low/test/a_test.cpp", include))
        self.assertIn("not a module", self.faults("diorama/low/a.cpp", include))

    def test_a_link_upwards_is_found(self):
        self.assertIn("low links diorama::top", self.faults(
            "diorama/low/CMakeLists.txt", "diorama_add_module(low\n  PUBLIC diorama::top)\n"))

    def test_a_folder_without_a_line_is_found(self):
        self.assertIn("diorama/new: not in", self.faults("diorama/new/a.cpp", ""))

    def test_faults_of_the_block_are_found(self):
        for line, fault in (("2 low -> top", "two lines"), ("1 new -> what", "no such module"),
                            ("1 new -> mid", "is not below"), ("new -> low", "can't read")):
            self.assertIn(fault, self.faults("docs/architecture.md",
                                             LAYERS.replace("apps:", line + "\napps:")))
        self.assertIn("no block", self.faults("docs/architecture.md", "nothing"))

    def test_a_cycle_is_found(self):
        self.assertIn("a cycle: low -> mid -> low", self.faults(
            "docs/architecture.md", LAYERS.replace("low   -> (glm)", "low -> mid")))


class DocsTest(unittest.TestCase):
    def faults(self, name=None, text=None):
        with Tree() as tree:
            if name:
                tree.write(name, text)
            return "\n".join(check_docs.check(tree.root))

    def test_a_sound_tree_has_no_fault(self):
        self.assertEqual("", self.faults())

    def test_a_missing_module_page_is_found(self):
        with Tree() as tree:
            (tree.root / "diorama/mid/README.md").unlink()
            self.assertEqual(["diorama/mid: no README.md"], check_docs.check(tree.root))
            (tree.root / "diorama/top/CMakeLists.txt").unlink()
            self.assertIn("diorama/top: no CMakeLists.txt", check_docs.check(tree.root))

    def test_a_header_that_is_not_installed_is_found(self):
        self.assertIn("low/b.hpp: not in HEADERS", self.faults("diorama/low/b.hpp", HEADER))

    def test_what_a_public_header_includes_must_be_installed_too(self):
        with Tree() as tree:
            tree.write("diorama/mid/fwd.hpp", HEADER + '#include "diorama/mid/detail/x.inl"\n')
            self.assertIn("mid/fwd.hpp: includes detail/x.inl, which is not in HEADERS",
                          "\n".join(check_docs.check(tree.root)))
            tree.write("diorama/mid/CMakeLists.txt", "HEADERS fwd.hpp detail/x.inl)\n")
            self.assertEqual([], check_docs.check(tree.root))

    def test_header_anatomy_is_held(self):
        for part, fault in (("// SPDX-License-Identifier: MIT\n", "first line"),
                            ("#pragma once\n", "no #pragma once"), ("/// \\file\n", "no \\file")):
            self.assertIn(fault, self.faults("diorama/mid/a.hpp", HEADER.replace(part, "")))

    def test_an_undocumented_member_is_found(self):
        self.assertIn("mid/a.hpp:8: no docstring: int size = 0",
                      self.faults("diorama/mid/a.hpp", HEADER.replace("  ///< how big", "")))

    def test_a_source_without_a_licence_is_found(self):
        self.assertIn("tests/a.cpp:1", self.faults("tests/a.cpp", "int main() {}\n"))

    def test_a_code_without_an_entry_is_found(self):
        self.assertIn("a.cpp:2: other-fault has no entry", self.faults(
            "diorama/mid/a.cpp", check_docs.SPDX + '\nErrorCode c{\n    "other-fault"};\n'))

    def test_a_code_in_a_test_needs_no_entry(self):
        self.assertEqual("", self.faults(
            "diorama/mid/test/a.cpp", check_docs.SPDX + '\nErrorCode c{"other-fault"};\n'))

    def test_a_code_that_nothing_uses_is_found(self):
        with Tree() as tree:
            tree.write("diorama/mid/error_codes.hpp", check_docs.SPDX + '\nErrorCode odd{"low-fault"};\n')
            self.assertEqual(["diorama/mid/error_codes.hpp:2: no source uses odd"],
                             check_docs.check_used_codes(tree.root))
            tree.write("diorama/mid/a.cpp", check_docs.SPDX + "\nreturn codes::odd;\n")
            self.assertEqual([], check_docs.check_used_codes(tree.root))

    def test_an_entry_without_a_code_is_found(self):
        self.assertIn("no source has the code gone",
                      self.faults("docs/errors.md", ERRORS + ERRORS.replace("low-fault", "gone")))

    def test_an_entry_must_be_whole_and_single(self):
        self.assertIn("no '- Remedy", self.faults("docs/errors.md", ERRORS.replace("- Remedy: b.\n", "")))
        self.assertIn("two entries", self.faults("docs/errors.md", ERRORS + ERRORS))

    def test_a_code_that_a_docstring_makes_up_is_found(self):
        for said in ("/// Failure: low-fault, or made-up for the rest.", "/// Gives low-made-up at times."):
            text = CODES.replace("/// T.\n", "/// T.\n" + said + "\n")
            self.assertIn("no source has the code", "".join(self.faults("diorama/low/a.hpp", text)), said)

    def test_hyphens_that_are_no_codes_are_left_alone(self):
        text = CODES.replace("/// T.\n", "/// T. A fixed-point, low-cost, run-of-the-mill thing.\n"
                             "/// Cost:  one-off.\n/// Failure: low-fault, or what low-* says.\n")
        self.assertFalse(self.faults("diorama/low/a.hpp", text))

    def test_the_table_of_extensions_is_held_to_the_reader(self):
        with Tree() as tree:
            tree.write("diorama/gltf/CMakeLists.txt", "diorama_add_module(gltf)\n")
            tree.write("diorama/gltf/fwd.hpp", HEADER)
            tree.write("diorama/gltf/parse/reading.cpp", '// SPDX-License-Identifier: MIT\nkSupported{"KHR_a", "EXT_b"};\n')
            tree.write("diorama/gltf/README.md", "# g\n| `KHR_a` | drawn |\n| `KHR_c` | drawn |\n")
            faults = "\n".join(check_docs.check(tree.root))
        self.assertIn("EXT_b is read and not in the table", faults)
        self.assertIn("KHR_c is in the table and not read", faults)
        self.assertNotIn("KHR_a", faults)

    def test_a_page_that_a_comment_names_must_be_there(self):
        text = CODES.replace("/// T.\n", "/// T. See docs/none.md.\n")
        self.assertIn("no such file: docs/none.md", "".join(self.faults("diorama/low/a.hpp", text)))

    def test_quoted_code_is_that_of_the_example(self):
        source = check_docs.SPDX + "\n    // [a]\n    int x;\n    // [b]\n      f(x);\n    // [b]\n    // [a]\n"
        page = "<!-- examples/a.cpp [a] -->\n```cpp\nint x;\n  f(x);\n```\n"
        with Tree() as tree:
            tree.write("examples/a.cpp", source)
            tree.write("docs/a.md", page)
            self.assertEqual([], check_docs.check(tree.root))
            tree.write("docs/a.md", page.replace("f(x)", "g(x)"))
            self.assertEqual(["docs/a.md:3: differs from [a] of examples/a.cpp"], check_docs.check(tree.root))
            tree.write("docs/a.md", page.replace("[a]", "[c]"))
            self.assertEqual(["docs/a.md:3: examples/a.cpp has no region [c]"], check_docs.check(tree.root))
            tree.write("docs/a.md", page.replace("a.cpp", "gone.cpp"))
            self.assertEqual(["docs/a.md:3: examples/gone.cpp has no region [a]"], check_docs.check(tree.root))

    def test_a_howto_quotes_all_its_code(self):
        code = "```cpp\nint x;\n```\n"
        self.assertEqual("", self.faults("docs/a.md", code))
        self.assertIn("docs/howto/a.md:2: names no example", self.faults("docs/howto/a.md", code))

    def test_the_table_of_taken_names_is_held_to_the_headers(self):
        names = ("DIORAMA_COMPONENT(Apple, x);\nDIORAMA_COMPONENT_NAMED(\"a.Pear\", Pear);\n"
                 'template <>\nstruct ComponentName<Plum> {\n    static constexpr std::string_view value = "Plum";\n};\n')
        page = "# S\n| mid | `Apple`, `a.Pear`, `Plum` |\n"
        with Tree() as tree:
            tree.write("diorama/mid/detail/a.hpp", check_docs.SPDX + "\n" + names)
            tree.write("diorama/mid/test/a.hpp", check_docs.SPDX + "\nDIORAMA_COMPONENT(Nut);\n")
            self.assertEqual([], check_docs.check_taken_names(tree.root))
            tree.write(check_docs.NAMES_PAGE, page)
            self.assertEqual([], check_docs.check_taken_names(tree.root))
            for name in ("Apple", "a.Pear", "Plum"):
                tree.write(check_docs.NAMES_PAGE, page.replace(name, "Nut"))
                self.assertEqual([f"{check_docs.NAMES_PAGE}: {name} is taken by mid and not in its row",
                                  f"{check_docs.NAMES_PAGE}: Nut is in the table and not taken"],
                                 check_docs.check_taken_names(tree.root))
            tree.write(check_docs.NAMES_PAGE, page.replace("mid", "low"))
            self.assertEqual(3, len(check_docs.check_taken_names(tree.root)))

    def test_a_code_must_be_kebab_case(self):
        self.assertIn("Bad_Code is not kebab-case", self.faults(
            "diorama/mid/a.cpp", check_docs.SPDX + '\nErrorCode c{"Bad_Code"};\n'))

    def test_a_dead_link_is_found(self):
        self.assertIn("docs/a.md:1: no such file: gone.md", self.faults("docs/a.md", "[x](gone.md#y)\n"))
        self.assertIn("docs/a.md:4: no", self.faults("docs/a.md", "```\nf([](int a) {})\n```\n[x](gone.md)\n"))

    def test_code_holds_no_links(self):
        self.assertEqual("", self.faults("docs/a.md", "```cpp\nf([](int a) {})\n```\n`[](b c)`\n"))


class DeclarationsTest(unittest.TestCase):
    def undocumented(self, source):
        return [declaration.text for declaration in public_declarations(source)
                if not declaration.documented]

    def test_each_kind_without_a_docstring_is_found(self):
        for source in ("int f(int a);", "struct S {\n};", "enum class E : int { a, b };", "using T = int;",
                       "inline constexpr int k = 3;", "template <class T>\nT f(T t) {\n  return t;\n}",
                       "template <class T>\nconcept C = requires(T t) { t.x; };", "#define DIORAMA_X(y) y",
                       "[[nodiscard]] Result<int> f(const char* c = \"}\");",
                       "template <class T>\n  requires(sizeof(T) > 1)\nclass Q {\n};"):
            self.assertEqual(1, len(self.undocumented(source)), source)
            self.assertEqual([], self.undocumented("/// Does it.\n" + source), source)

    def test_members_of_a_class_are_found_when_public(self):
        self.assertEqual(["void b()", "int d = 1"], self.undocumented(
            "/// C.\nclass C {\n  void a();\n public:\n  void b();\n  /// C.\n  void c() { if (x) {} }\n"
            "  int d = 1;\n private:\n  int e_;\n};"))

    def test_constructors_with_arguments_are_found(self):
        self.assertEqual(["explicit C(int a) : a_, b_(2)"], self.undocumented(
            "/// C.\nstruct C {\n  C();\n  C(const C& other) = default;\n  C(C&&) noexcept;\n"
            "  explicit C(int a) : a_{a}, b_(2) {}\n  ~C();\n};"))

    def test_what_is_not_public_is_left_alone(self):
        for source in ("namespace detail {\nint f();\n}", "namespace {\nint f();\n}", "class C;",
                       "/// C.\nclass C {\n  struct D {\n    int x;\n  };\n};"):
            self.assertEqual([], self.undocumented(source), source)

    def test_one_docstring_covers_a_run_of_data_and_no_more(self):
        self.assertEqual(["int c", "void f()"], self.undocumented(
            "/// S.\nstruct S {\n  /// Where it is.\n  int a;\n  int b;\n\n  int c;\n"
            "  /// D.\n  int d;\n  void f();\n};"))

    def test_a_comment_behind_documents_its_own_line_only(self):
        self.assertEqual(["int b"], self.undocumented("/// S.\nstruct S {\n  int a;  ///< a\n  int b;\n};"))


class PathsTest(unittest.TestCase):
    def test_a_machines_path_is_found(self):
        for text in ("cd /home/ann/diorama", 'open("/work/x")', "-I/root/include", "at /Users/bo/x"):
            self.assertEqual(1, len(check_paths.check_text(text, "a")), text)

    def test_a_systems_path_and_our_own_are_not(self):
        for text in ("/usr/lib/x", "build/release/bin", "$root/work/a", "../shared/corpus", "/tmp/x",
                     "diorama/work/a", "accessors/root/0"):
            self.assertEqual([], check_paths.check_text(text, "a"), text)

    def test_every_file_of_a_tree_is_read(self):
        with Tree() as tree:
            self.assertEqual([], check_paths.check(tree.root))
            tree.write("docs/deep/a.md", "see\n/home/ann/x\n")
            self.assertEqual(["docs/deep/a.md:2: names /home/ann"], check_paths.check(tree.root))


class TestScriptTest(unittest.TestCase):
    def arguments(self, *words):
        """What scripts/test.sh calls ctest with."""
        with tempfile.TemporaryDirectory() as scratch:
            ctest = pathlib.Path(scratch) / "ctest"
            ctest.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
            ctest.chmod(0o755)
            script = pathlib.Path(check_docs.__file__).parent / "test.sh"
            done = subprocess.run(["bash", script, "release", *words], capture_output=True, text=True, check=True,
                                  env={**os.environ, "PATH": f"{scratch}:{os.environ['PATH']}"})
        return done.stdout.splitlines()

    def test_a_label_is_meant_whole(self):
        self.assertEqual(self.arguments("-L", "scene")[-2:], ["-L", "^scene$"])
        self.assertEqual(self.arguments("-L", "scene|ecs", "-R", "Name")[-4:], ["-L", "scene|ecs", "-R", "Name"])

    def test_without_arguments_every_test_runs(self):
        self.assertFalse({"-L", "-R"} & set(self.arguments()))


class TotalsTest(unittest.TestCase):
    def test_reports_are_summed_and_missing_ones_count_nothing(self):
        with Tree() as tree:
            tree.write("a.xml", '<testsuite tests="5" failures="1" disabled="1" skipped="1"/>')
            tree.write("b.xml", '<testsuite tests="7" failures="0" disabled="0" skipped="0"/>')
            names = [tree.root / name for name in ("a.xml", "b.xml", "c.xml")]
            self.assertEqual((9, 1, 2), test_totals.totals(names))


class NoFloatTest(unittest.TestCase):
    def faults(self, code):
        with Tree() as tree:
            tree.write("diorama/scene2d/a.cpp", code)
            return check_no_float.check(tree.root)

    def test_integers_pass_whatever_their_spelling(self):
        self.assertEqual([], self.faults(
            "int a = 0x1e5, b = 1'000; auto c = 7ull << 3; __m512i d; case 1: x.y.z(); a ? 1 : 2;\n"))

    def test_comments_and_texts_may_speak_of_floats(self):
        self.assertEqual([], self.faults(
            '// a float\n/* double\n1.5 */ const char* t = "float \\" 1.5"; char q = \'"\';\n'))

    def test_types_are_found(self):
        for word in ("float", "double", "long double", "__m256", "__m128d", "std::float_t", "_Float16", "vec2"):
            self.assertEqual(1, len(self.faults(f"int a;\n{word} b;\n")), word)

    def test_literals_are_found(self):
        for word in ("1.5", "1.", ".5", "1e9", "2.5e-3f", "1'0.0"):
            self.assertEqual([f"diorama/scene2d/a.cpp:1: floating point literal {word}"],
                             self.faults(f"auto a = {word};\n"), word)

    def test_headers_of_floating_point_are_found(self):
        for name in ("<cmath>", "<glm/vec2.hpp>", '"diorama/core/math.hpp"'):
            self.assertEqual(1, len(self.faults(f"#include {name}\n")), name)

    def test_tests_and_benchmarks_may_measure_with_them(self):
        with Tree() as tree:
            tree.write("diorama/scene2d/test/a.cpp", "double a = 1.5;\n")
            self.assertEqual([], check_no_float.check(tree.root))


class BenchTest(unittest.TestCase):
    def test_a_row_shows_the_median_its_spread_and_our_counters(self):
        row = {"run_name": "scene/propagate/100", "time_unit": "us", "iterations": 5, "name": "n"}
        lines = bench.table([
            {**row, "aggregate_name": "mean", "real_time": 9.0, "x_floor": 7.0},
            {**row, "aggregate_name": "median", "real_time": 1234.5, "x_floor": 1.25},
            {**row, "aggregate_name": "cv", "real_time": 0.031, "x_floor": 0.5}])
        self.assertEqual(["| scene/propagate/100 | 1.23 ms | 3 % | x_floor 1.25 |"], lines[2:])

    def test_a_table_is_replaced_and_what_is_written_by_hand_stays(self):
        with Tree() as tree:
            bench.PAGE = tree.root / "performance.md"
            tree.write("performance.md", "# Performance\n\nBy hand.\n")
            bench.write_page("scene", ["old"])
            bench.PAGE.write_text(bench.PAGE.read_text() + "\nThe cause.\n")
            bench.write_page("ecs", ["kept"])
            bench.write_page("scene", ["new"])
            text = bench.PAGE.read_text()
            for part in ("By hand.", "The cause.", "kept", "new"):
                self.assertIn(part, text)
            self.assertNotIn("old", text)
            self.assertLess(text.index("new"), text.index("The cause."))
            bench.write_page("scene", ["new"])
            self.assertEqual(text, bench.PAGE.read_text())


if __name__ == "__main__":
    unittest.main()
