// SPDX-License-Identifier: MIT
/// \file
/// What the readers of glTF's objects share: Place, Parser, and one parse_ function per object.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "diorama/gltf/detail/json_reader.hpp"
#include "diorama/gltf/detail/report.hpp"
#include "diorama/gltf/document.hpp"

namespace diorama::gltf::detail {

/// One step of a JSON pointer; the steps before it are on the call stack.
struct Place {
    const Place* parent = nullptr;  ///< the step before
    std::string_view key;           ///< of a member
    std::int64_t index = -1;        ///< of an element; -1 for a member
};

/// Which numbers a property allows.
struct Allowed {
    double min = -std::numeric_limits<double>::infinity();  ///< smallest
    double max = std::numeric_limits<double>::infinity();   ///< greatest
    bool above_min = false;                                 ///< `min` itself is not allowed
};

/// Whether an object may carry a `name`.
enum class Named : bool { no, yes };

/// Whether \p a is \p b; for keys, of which most have up to 16 characters.
[[nodiscard]] inline bool same_key(std::string_view a, std::string_view b) noexcept {
    const std::size_t size = a.size();
    if (size != b.size()) return false;
    // Two loads that overlap where they must.
    const auto ends_match = [&]<class Word>(Word) {
        const auto at = [](std::string_view text, std::size_t i) {
            Word word;
            std::memcpy(&word, text.data() + i, sizeof(Word));
            return word;
        };
        const std::size_t last = size - sizeof(Word);
        return at(a, 0) == at(b, 0) && at(a, last) == at(b, last);
    };
    if (size > 16) return std::memcmp(a.data(), b.data(), size) == 0;
    if (size >= 8) return ends_match(std::uint64_t{});
    if (size >= 4) return ends_match(std::uint32_t{});
    return a == b;
}

/// Reads values of the types that glTF's schema has, and reports those that are not.
///
/// A value of the wrong kind is reported, passed over, and read as the default given.
class Parser {
  public:
    /// Reads with \p json; JSON pointers start with \p prefix.
    Parser(JsonReader& json, Document& out, Report& report, std::string prefix = {})
        : json_(json), out_(out), report_(report), prefix_(std::move(prefix)) {}

    [[nodiscard]] JsonReader& json() noexcept { return json_; }
    [[nodiscard]] Document& out() noexcept { return out_; }

    /// Reports \p message at the value being read, or at its member \p member.
    [[gnu::cold]] void fault(ErrorCode code, std::string message, std::string_view member = {},
                             std::string hint = {});
    /// Reports the members of \p names whose bit is in \p required but not in \p seen.
    void require(std::span<const std::string_view> names, std::uint32_t seen,
                 std::uint32_t required) {
        if ((required & ~seen) != 0) report_missing(names, required & ~seen);
    }
    /// JSON pointer of the value being read.
    [[nodiscard]] std::string pointer() const;

    [[nodiscard]] std::string_view text() {
        return expect(JsonKind::string) ? json_.read_string() : std::string_view{};
    }
    [[nodiscard]] bool flag() { return expect(JsonKind::boolean) && json_.read_boolean(); }
    /// A finite number, as JSON has it.
    [[nodiscard]] double real(const Allowed& allowed = {}, double otherwise = 0);
    /// A number that a float can hold.
    [[nodiscard]] float real32(const Allowed& allowed = {}, float otherwise = 0);
    /// A non-negative integer below 2^53, at least \p min.
    [[nodiscard]] std::uint64_t count(std::uint64_t min = 0);
    /// A reference; kNone, with a report, where it is negative or no integer.
    [[nodiscard]] Index index() {
        std::uint64_t value = 0;
        return json_.read_plain(std::numeric_limits<Index>::max(), value)
                   ? static_cast<Index>(value)
                   : any_index();
    }
    /// An array of exactly out.size() floats; \p out is left alone when it is not.
    bool reals32(std::span<float> out, const Allowed& allowed = {});
    /// An array of numbers, appended to Document::numbers.
    [[nodiscard]] Range numbers();
    /// An array of references, appended to Document::indices.
    [[nodiscard]] Range indices();
    /// An array of strings.
    [[nodiscard]] std::vector<std::string_view> texts();

    /// Whether the value is of \p kind; if not, reports it and passes over it.
    [[nodiscard]] bool expect(JsonKind kind) { return json_.next() == kind || refuse_kind(kind); }

    /// Calls \p on_element once per element of the array being read, which must consume it;
    /// an empty array is reported.
    template <class F>
    void elements(F&& on_element) {
        if (!expect(JsonKind::array)) return;
        json_.enter();
        Place step{place_, {}, 0};
        const Place* const outer = std::exchange(place_, &step);
        while (json_.next_element()) {
            on_element();
            ++step.index;
        }
        place_ = outer;
        if (step.index == 0) report_empty();
    }

    /// Calls \p on_entry(key) once per member of the object being read, which must consume its
    /// value; how many there are, or -1 for what is no object.
    template <class F>
    std::int64_t entries(F&& on_entry) {
        if (!expect(JsonKind::object)) return -1;
        json_.enter();
        Place step{place_, {}, -1};
        const Place* const outer = std::exchange(place_, &step);
        std::int64_t count = 0;
        for (; json_.next_member(step.key); ++count)
            on_entry(step.key);
        place_ = outer;
        return count;
    }

    /// Reads the object at the cursor: \p on_member(i) must consume the value of `names[i]`, and
    /// \p on_extension(key) may consume that of extension `key`, telling whether it did.
    /// `name`, `extras` and `extensions` go to \p object; what else there is is reported.
    ///
    /// Gives a bit per name that was there.
    template <std::size_t N, class F, class G>
    std::uint32_t members(const std::array<std::string_view, N>& names, Object& object, Named named,
                          F&& on_member, G&& on_extension) {
        std::uint32_t seen = 0;
        if (!expect(JsonKind::object)) return seen;
        json_.enter();
        Place step{place_, {}, -1};
        const Place* const outer = std::exchange(place_, &step);
        std::uint32_t common = 0;
        while (json_.next_member(step.key)) {
            const std::size_t i = find(names, step.key);
            if (i < N) {
                if (!once(seen, i)) continue;
                on_member(i);
            } else if (same_key("name", step.key) && named == Named::yes) {
                if (once(common, 0)) object.name = text();
            } else if (same_key("extras", step.key)) {
                if (once(common, 1)) object.extras = json_.skip();
            } else if (same_key("extensions", step.key)) {
                if (once(common, 2)) object.extensions = extensions(on_extension);
            } else {
                fault_unknown();
            }
        }
        place_ = outer;
        return seen;
    }

    /// The same for an object that has no struct of its own: what it carries goes to
    /// Document::loose_extras.
    template <std::size_t N, class F, class G>
    std::uint32_t loose_members(const std::array<std::string_view, N>& names, F&& on_member,
                                G&& on_extension) {
        Object object;
        const std::uint32_t seen =
            members(names, object, Named::no, std::forward<F>(on_member), on_extension);
        if (!object.extras.empty() || !object.extensions.empty()) {
            out_.loose_extras.push_back({pointer(), object.extras, object.extensions});
        }
        return seen;
    }

  private:
    template <std::size_t N>
    [[nodiscard]] static std::size_t find(const std::array<std::string_view, N>& names,
                                          std::string_view key) noexcept {
        std::size_t i = 0;
        while (i < N && !same_key(names[i], key))
            ++i;
        return i;
    }

    /// Passes over the `extensions` object at the cursor, offering each member.
    template <class G>
    [[nodiscard]] std::string_view extensions(G&& on_extension) {
        const std::size_t first = json_.offset();
        if (!expect(JsonKind::object)) return {};
        json_.enter();
        Place step{place_, {}, -1};
        const Place* const outer = std::exchange(place_, &step);
        while (json_.next_member(step.key)) {
            if (!expect(JsonKind::object)) continue;
            if (!on_extension(step.key)) json_.skip();
        }
        place_ = outer;
        return json_.text_since(first);
    }

    [[nodiscard]] bool once(std::uint32_t& seen, std::size_t i) {
        const std::uint32_t bit = 1u << i;
        if ((seen & bit) != 0) return refuse_twice();
        seen |= bit;
        return true;
    }
    [[gnu::cold]] [[nodiscard]] bool refuse_kind(JsonKind expected);
    [[gnu::cold]] [[nodiscard]] bool refuse_twice();
    [[gnu::cold]] void fault_unknown();
    [[gnu::cold]] void report_empty();
    [[gnu::cold]] void report_missing(std::span<const std::string_view> names,
                                      std::uint32_t missing);
    [[nodiscard]] Index any_index();

    JsonReader& json_;
    Document& out_;
    Report& report_;
    std::string prefix_;
    const Place* place_ = nullptr;
};

/// For objects whose extensions are kept but not read.
inline constexpr auto kNoExtensions = [](std::string_view) { return false; };
/// For objects without members of their own.
inline constexpr auto kNoMembers = [](std::size_t) {};

/// The bit of member \p i in what Parser::members() gives.
[[nodiscard]] constexpr std::uint32_t bit(std::size_t i) noexcept {
    return 1u << i;
}

/// Reads a textureInfo; \p factor is the property \p factor_name that some of them have.
[[nodiscard]] mesh::TextureSlot parse_texture_info(Parser& p, std::string_view factor_name = {},
                                                   float* factor = nullptr,
                                                   const Allowed& allowed = {});
/// Reads extension \p key of a material; false, with nothing read, where it is not known here.
[[nodiscard]] bool parse_material_extension(Parser& p, std::string_view key, mesh::Material& out);
/// Reads an `attributes` object, or a morph target.
[[nodiscard]] Range parse_attributes(Parser& p);

/// Reads EXT_meshopt_compression or, with \p khr, KHR_meshopt_compression of \p view.
void parse_meshopt(Parser& p, BufferView& view, bool khr);
/// Reads KHR_draco_mesh_compression of \p primitive.
void parse_draco(Parser& p, Primitive& primitive);

void parse_root(Parser& p);
void parse_buffer(Parser& p);
void parse_buffer_view(Parser& p);
void parse_accessor(Parser& p);
void parse_mesh(Parser& p);
void parse_node(Parser& p);
void parse_scene(Parser& p);
void parse_material(Parser& p);
void parse_texture(Parser& p);
void parse_sampler(Parser& p);
void parse_image(Parser& p);
void parse_skin(Parser& p);
void parse_animation(Parser& p);
void parse_camera(Parser& p);
void parse_lights(Parser& p);

}  // namespace diorama::gltf::detail
