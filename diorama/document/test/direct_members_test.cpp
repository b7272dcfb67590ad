// SPDX-License-Identifier: MIT
/// \file
/// Which members' components need no fields: the table of docs/howto/saving_games.md.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "diorama/document/detail/direct_format.hpp"
#include "diorama/document/field_containers.hpp"

namespace diorama::document {
namespace {

enum class Mood : std::uint8_t { calm };
DIORAMA_ENUM(Mood, calm);

struct Plain {
    float weight = 0;
    std::string label;
};
DIORAMA_COMPONENT(Plain, weight, label);

struct Mixed {
    float weight = 0;
    double exact = 0;
};
DIORAMA_COMPONENT(Mixed, weight, exact);

struct Coded {
    int value = 0;
};

/// A struct in N others.
template <int N>
struct Deep {
    Deep<N - 1> inner;
};
template <>
struct Deep<0> {
    float value = 0;
};
constexpr auto diorama_describe(const Deep<0>*) {
    return describe_members<Deep<0>>("Deep", describe_member<Deep<0>>("value", &Deep<0>::value));
}
template <int N>
constexpr auto diorama_describe(const Deep<N>*) {
    return describe_members<Deep<N>>("Deep", describe_member<Deep<N>>("inner", &Deep<N>::inner));
}

template <class M>
struct Holder {
    M value{};
};
template <class M>
struct HolderDescription {
    static constexpr auto value = describe_members<Holder<M>>(
        "Holder", describe_member<Holder<M>>("value", &Holder<M>::value));
};

/// Whether a component with an M alone goes without fields.
template <class M>
bool is_direct() {
    static_assert(Savable<M>);
    return detail::direct_format_of<Holder<M>, HolderDescription<M>>().take_bytes != nullptr;
}

template <class... Ms>
void expect_direct(bool expected) {
    const std::vector<bool> found{is_direct<Ms>()...};
    EXPECT_EQ(found, std::vector<bool>(sizeof...(Ms), expected));
}

}  // namespace

template <>
struct FieldCodec<Coded> {
    static void write(FieldWriter& w, std::string_view name, const Coded& value) {
        w.integer(name, value.value);
    }
    static void read(FieldReader& r, std::string_view name, Coded& value) {
        value.value = static_cast<int>(r.integer(name, value.value));
    }
};

namespace {

TEST(DirectMembers, AreThoseOfOneFixedForm) {
    expect_direct<float, bool, std::int8_t, std::uint16_t, int, std::uint32_t, std::int64_t, Entity,
                  std::string, Mood>(true);
    expect_direct<vec2, vec3, vec4, quat, mat3, mat4, std::array<float, 3>, std::array<vec3, 2>,
                  std::vector<float>, std::vector<vec2>, std::vector<std::array<float, 6>>>(true);
    expect_direct<Plain, Deep<7>>(true);
}

TEST(DirectMembers, AreNotThoseOfAFormThatChanges) {
    expect_direct<double, std::uint64_t, std::optional<int>, std::map<int, int>,
                  std::variant<Plain>>(false);
    expect_direct<std::vector<int>, std::vector<std::string>, std::vector<Entity>,
                  std::vector<Plain>, std::array<int, 2>>(false);
    expect_direct<Mixed, Coded, Deep<8>>(false);
}

}  // namespace
}  // namespace diorama::document
