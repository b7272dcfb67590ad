# SPDX-License-Identifier: MIT
"""Finds the public declarations of a C++ header, and whether each has a docstring.

Not a compiler: it follows braces, comments and access specifiers, which is enough for headers written
in this project's style. check_docs.py uses it; check_test.py holds it to examples.
"""
import re

# One token: a comment, a string, a character, or any single other character.
TOKEN = re.compile(
    r"""(?P<doc_after>///<[^\n]*|/\*\*<.*?\*/)
      | (?P<doc>///[^\n]*|/\*\*.*?\*/)
      | (?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<text>R"(?P<tag>[^(\s]*)\(.*?\)(?P=tag)"|"(?:\\.|[^"\\\n])*")
      | (?P<char>(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+')
      | (?P<directive>^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)
      | (?P<other>.)""", re.S | re.M | re.X)

TEMPLATE = re.compile(r"^(?:template\s*<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>\s*(?:requires\s+[\w:<>, ]+?\s+(?=class|struct))?)+")
TYPE = re.compile(r"^(?:\[\[[^\]]*\]\]\s*)?(class|struct|union|enum(?:\s+(?:class|struct))?)\b")
FORWARD = re.compile(r"^(?:class|struct|union|enum(?:\s+(?:class|struct))?)\s+(?:\[\[.*?\]\]\s*)?\w+(?:\s*:\s*[\w:]+)?$")
EXEMPT = re.compile(r"^(?:using namespace|static_assert|extern template|friend (?:class|struct)|DIORAMA_\w+\s*\(|namespace \w+ =)")
NAME = re.compile(r"(operator\s*(?:\(\)|\[\]|[^\s(]+|\w+)|~?\w+)\s*(?:\(|$|=|\{|:|\[)")


class Declaration:
    """A public declaration: its line, a short form of its text, and whether it is documented."""

    def __init__(self, line, text, documented, last_line=0):
        self.line, self.text, self.documented, self.last_line = line, text, documented, last_line
        self.covers = False  # its docstring stands above it, and holds for data members that follow

    def is_data(self):
        """Whether it is a variable or data member, as far as its text tells."""
        return "(" not in self.text.split("=")[0] and not TYPE.match(TEMPLATE.sub("", self.text))


class Scope:
    """A namespace or type whose members are being read."""

    def __init__(self, kind, public, hidden):
        self.kind = kind  # "namespace", "type" or "enum"
        self.public = public  # whether the next member is public
        self.hidden = hidden  # inside a detail namespace or a private type


def is_exempt(text, type_body):
    """Declarations that need no docstring of their own."""
    plain = TEMPLATE.sub("", text).strip()
    if not plain or EXEMPT.match(plain) or (FORWARD.match(plain) and not type_body):
        return True
    # Specialisations and definitions outside a class: the docstring stands at the first declaration.
    if re.match(r"^template\s*<\s*>", text) or re.match(r"^[^(={]*\w::\w+(\s*[(={]|$)", plain) and "(" not in plain:
        return True
    # Making, copying, moving and destroying as one would expect needs no words, nor does an override.
    signature = re.split(r"(?<!:):(?!:)", plain)[0].strip()
    if re.match(r"^(explicit )?(\w+)\((\s*|(const )?\2\s?&&?( \w+)?)\)( noexcept)?$", signature):
        return True
    if re.match(r"^(\w+)& operator=\((const )?\1\s?&&?( \w+)?\)( noexcept)?$", plain):
        return True
    return bool(re.search(r"=\s*(default|delete)$|\boverride$", plain)
                or re.match(r"^(virtual\s+)?(constexpr\s+)?~", plain) or restates_its_type(plain))


def restates_its_type(text):
    """Whether a data member's name only says its type again, as `std::vector<Mesh> meshes` does."""
    match = re.match(r"^([\w:<>, ]+[> ])(\w+)$", text)
    if not match:
        return False
    stem = match.group(2).replace("_", "").lower()[:4]
    return match.group(1).rstrip("> ").split("<")[-1].lower().find(stem) >= 0 and len(stem) == 4


class Reader:
    def __init__(self, source):
        self.source = source
        self.found = []
        self.scopes = [Scope("namespace", True, False)]
        self.reset()
        self.last = None  # the declaration that a ///< after it documents
        self.pending = False  # a /// stands before what comes next

    def reset(self):
        """Begins the next declaration."""
        self.text, self.line, self.documented, self.depth, self.skip = "", 0, False, 0, 0

    def record(self, line, type_body=False):
        """Ends the declaration read so far at `line`; `type_body`: a class or enum that opens."""
        text = " ".join(self.text.split())
        scope = self.scopes[-1]
        if text and scope.public and not scope.hidden and scope.kind != "enum" and not (
                is_exempt(text, type_body)):
            before, self.last = self.last, Declaration(self.line, text, self.documented, line)
            # One docstring covers the data members that follow it without a blank line.
            if (before and before.covers and self.line == before.last_line + 1
                    and self.last.is_data() and before.is_data()):
                self.last.documented = True
            self.last.covers = self.last.documented
            self.found.append(self.last)
        else:
            self.last = None

    def open_brace(self, line):
        """A brace outside parentheses: a scope to enter, or a body to skip."""
        text = TEMPLATE.sub("", " ".join(self.text.split())).strip()
        scope = self.scopes[-1]
        hidden = scope.hidden or not scope.public
        if re.match(r"^(inline )?namespace\b|^extern ?$", text):
            name = text.split()[-1]
            hidden = hidden or name == "namespace" or name.endswith("detail")
            self.scopes.append(Scope("namespace", True, hidden))
            self.reset()
        elif TYPE.match(text) and "(" not in re.sub(r"alignas\s*\([^)]*\)", "", text):
            kind = TYPE.match(text).group(1)
            self.record(line, type_body=True)
            self.scopes.append(Scope("enum" if kind.startswith("enum") else "type",
                                     kind != "class", hidden))
            self.reset()
        else:
            self.skip = 1

    def close_brace(self):
        self.scopes.pop()
        # The ';' after a type, or the name of a variable of it, is no declaration of its own.
        self.reset()

    def other(self, char, line, rest):
        if self.skip:
            self.skip += {"{": 1, "}": -1}.get(char, 0)
            if self.skip == 0:
                following = rest.lstrip()[:1]
                if following not in (";", ",", "{", ")", "="):
                    self.record(line)
                    self.reset()
            return
        if char in "([":
            self.depth += 1
        elif char in ")]":
            self.depth -= 1
        if self.depth == 0:
            if char == "{":
                return self.open_brace(line)
            if char == "}":
                return self.close_brace()
            if char == ";":
                self.record(line)
                return self.reset()
            if char == ":" and self.text.strip() in ("public", "private", "protected"):
                self.scopes[-1].public = self.text.strip() == "public"
                return self.reset()
        if not self.text.strip() and not char.isspace():
            self.line, self.documented, self.pending = line, self.pending, False
        self.text += char

    def read(self):
        line = 1
        for match in TOKEN.finditer(self.source):
            kind, text = match.lastgroup, match.group(0)
            kind = "text" if kind == "tag" else kind
            if kind == "doc_after":
                if self.text.strip() and not self.skip:
                    self.documented = True
                elif self.last:
                    self.last.documented = True
            elif kind == "doc":
                self.pending = self.pending or not self.skip
            elif kind == "directive":
                self.directive(text, line)
            elif kind in ("text", "char"):
                self.other("_", line, self.source[match.end():match.end() + 200])
            elif kind == "other":
                self.other(text, line, self.source[match.end():match.end() + 200])
            line += text.count("\n")
        return self.found

    def directive(self, text, line):
        define = re.match(r"\s*#\s*define\s+(\w+)", text)
        if define and not define.group(1).startswith("DIORAMA_DETAIL_"):
            self.found.append(Declaration(line, "#define " + define.group(1), self.pending))
        if define or "include" in text or "pragma" in text:
            self.pending = False


def public_declarations(source):
    """The public declarations of the header whose text is `source`, in order."""
    return Reader(source).read()
