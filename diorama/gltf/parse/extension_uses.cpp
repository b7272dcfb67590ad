// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/reading.hpp"

namespace diorama::gltf::detail {

namespace {

/// Bytes of pointers kept before the rest of the uses is left out.
constexpr std::size_t kMaxKept = 1u << 26;

/// One open container of the walk.
struct Level {
    bool object = false;
    bool extensions = false;  // the members are extensions
    std::size_t pointer = 0;  // length of the JSON pointer outside it
    std::size_t element = 0;  // of the array
};

/// The walk's state; a stack of its own, for the file decides how deep it goes.
class Walk {
  public:
    Walk(std::string_view text, std::uint32_t max_depth, std::size_t limit)
        : reader_(text, arena_, max_depth), text_(text), limit_(limit) {}

    std::vector<ExtensionUse> run() {
        if (!open(false)) return {};
        while (!levels_.empty() && uses_.size() < limit_ && kept_ < kMaxKept && !reader_.fault())
            step();
        return std::move(uses_);
    }

  private:
    bool open(bool extensions) {
        const JsonKind kind = reader_.next();
        if (kind != JsonKind::object && kind != JsonKind::array) return false;
        levels_.push_back(
            {kind == JsonKind::object, extensions && kind == JsonKind::object, pointer_.size(), 0});
        reader_.enter();
        return true;
    }

    void step() {
        Level& level = levels_.back();
        pointer_.resize(level.pointer);
        std::string_view key;
        if (!(level.object ? reader_.next_member(key) : reader_.next_element())) {
            levels_.pop_back();
            return;
        }
        if (level.object) {
            append_key(pointer_, key);
            // A name with escapes was unescaped into the arena, which dies with this walk; no
            // registered extension has one.
            const bool in_text =
                key.data() >= text_.data() && key.data() < text_.data() + text_.size();
            if (level.extensions && in_text) {
                uses_.push_back({pointer_, key});
                kept_ += pointer_.size();
            }
        } else {
            pointer_ += '/' + std::to_string(level.element++);
        }
        const bool extras = level.object && !level.extensions && key == "extras";
        const bool extensions = level.object && !level.extensions && key == "extensions";
        if (extras || !open(extensions)) reader_.skip();
    }

    std::deque<std::string> arena_;
    JsonReader reader_;
    std::string_view text_;
    std::size_t limit_;
    std::vector<Level> levels_;
    std::string pointer_;
    std::vector<ExtensionUse> uses_;
    std::size_t kept_ = 0;  // bytes of their pointers
};

}  // namespace

std::vector<ExtensionUse> extension_uses(std::string_view json, std::uint32_t max_depth,
                                         std::size_t limit) {
    return Walk(json, max_depth, limit).run();
}

}  // namespace diorama::gltf::detail
