// SPDX-License-Identifier: MIT
/// \file
/// The description of a component, given once: DIORAMA_COMPONENT, Described, component_name,
/// members.
///
/// One line after a struct makes it saveable, diffable and showable:
/// \code
/// struct Health { float hp = 100; int lives = 3; };
/// DIORAMA_COMPONENT(Health, hp, lives);
/// \endcode
#pragma once

#include <array>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace diorama {

/// One described member of T: its name in files and where it is.
template <class T, class M>
struct Member {
    using type = M;         ///< the member's type
    std::string_view name;  ///< its name in files
    M T::* pointer;         ///< where it is in a T
};

/// What DIORAMA_COMPONENT records about T.
template <class T, class... Ms>
struct Description {
    std::string_view name;                 ///< stable name: the identity of the component in files
    std::tuple<Member<T, Ms>...> members;  ///< in the order listed, which is the order written
};

/// Deduces a Member; used by DIORAMA_COMPONENT.
template <class T, class M>
[[nodiscard]] constexpr Member<T, M> describe_member(std::string_view name, M T::* pointer) {
    return {name, pointer};
}

/// Deduces a Description; used by DIORAMA_COMPONENT.
template <class T, class... Ms>
[[nodiscard]] constexpr Description<T, Ms...> describe_members(std::string_view name,
                                                               Member<T, Ms>... members) {
    return {name, {members...}};
}

/// A type that DIORAMA_COMPONENT has described.
template <class T>
concept Described = requires(const T* type) { diorama_describe(type); };

/// The description of T: its stable name and its members.
template <Described T>
[[nodiscard]] constexpr auto description_of() {
    return diorama_describe(static_cast<const T*>(nullptr));
}

/// Calls \p visit(name, member reference) for each described member of \p value, in order.
template <class T, class Visit>
    requires Described<std::remove_const_t<T>>
constexpr void for_each_member(T& value, Visit&& visit) {
    constexpr auto description = description_of<std::remove_const_t<T>>();
    std::apply([&](const auto&... member) { (visit(member.name, value.*member.pointer), ...); },
               description.members);
}

/// One enumerator and its name in files.
template <class E>
struct Enumerator {
    std::string_view name;  ///< as written in files
    E value;                ///< what it stands for
};

/// An enumeration that DIORAMA_ENUM has described; it is saved by name, so that reordering is safe.
template <class E>
concept DescribedEnum = requires(const E* type) { diorama_enumerators(type); };

/// The enumerators of E in the order listed.
template <DescribedEnum E>
[[nodiscard]] constexpr auto enumerators_of() {
    return diorama_enumerators(static_cast<const E*>(nullptr));
}

}  // namespace diorama

// The preprocessor has no loop; each DIORAMA_DETAIL_EXPAND level re-scans its argument four times,
// which makes 256 members possible. Reached only through DIORAMA_COMPONENT.
#define DIORAMA_DETAIL_PARENS ()
#define DIORAMA_DETAIL_EXPAND(...) \
    DIORAMA_DETAIL_EXPAND3(        \
        DIORAMA_DETAIL_EXPAND3(DIORAMA_DETAIL_EXPAND3(DIORAMA_DETAIL_EXPAND3(__VA_ARGS__))))
#define DIORAMA_DETAIL_EXPAND3(...) \
    DIORAMA_DETAIL_EXPAND2(         \
        DIORAMA_DETAIL_EXPAND2(DIORAMA_DETAIL_EXPAND2(DIORAMA_DETAIL_EXPAND2(__VA_ARGS__))))
#define DIORAMA_DETAIL_EXPAND2(...) \
    DIORAMA_DETAIL_EXPAND1(         \
        DIORAMA_DETAIL_EXPAND1(DIORAMA_DETAIL_EXPAND1(DIORAMA_DETAIL_EXPAND1(__VA_ARGS__))))
#define DIORAMA_DETAIL_EXPAND1(...) __VA_ARGS__
#define DIORAMA_DETAIL_MEMBER(Type, member, ...)               \
    , ::diorama::describe_member<Type>(#member, &Type::member) \
          __VA_OPT__(DIORAMA_DETAIL_AGAIN DIORAMA_DETAIL_PARENS(Type, __VA_ARGS__))
#define DIORAMA_DETAIL_AGAIN() DIORAMA_DETAIL_MEMBER

/// Describes Type under \p name: the members that are saved, diffed, overridden and shown, in
/// order. Stands in Type's own namespace, after its definition. A member left out is never saved.
#define DIORAMA_COMPONENT_NAMED(name, Type, ...)                                               \
    [[maybe_unused]] constexpr auto diorama_describe(const Type*) {                            \
        return ::diorama::describe_members<Type>(                                              \
            name __VA_OPT__(DIORAMA_DETAIL_EXPAND(DIORAMA_DETAIL_MEMBER(Type, __VA_ARGS__)))); \
    }                                                                                          \
    static_assert(true, "asks for the semicolon")

/// Describes Type under its own name.
#define DIORAMA_COMPONENT(Type, ...) DIORAMA_COMPONENT_NAMED(#Type, Type __VA_OPT__(, ) __VA_ARGS__)

#define DIORAMA_DETAIL_ENUMERATOR(Type, value, ...)   \
    ::diorama::Enumerator<Type>{#value, Type::value}, \
        __VA_OPT__(DIORAMA_DETAIL_ENUM_AGAIN DIORAMA_DETAIL_PARENS(Type, __VA_ARGS__))
#define DIORAMA_DETAIL_ENUM_AGAIN() DIORAMA_DETAIL_ENUMERATOR

/// Describes the enumeration Type by its enumerators' names. Stands in Type's own namespace.
#define DIORAMA_ENUM(Type, ...)                                                                 \
    [[maybe_unused]] constexpr auto diorama_enumerators(const Type*) {                          \
        return std::array{DIORAMA_DETAIL_EXPAND(DIORAMA_DETAIL_ENUMERATOR(Type, __VA_ARGS__))}; \
    }                                                                                           \
    static_assert(true, "asks for the semicolon")
