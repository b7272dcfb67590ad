// SPDX-License-Identifier: MIT
#include "diorama/document/bench/peers.hpp"

#include <simdjson.h>
#include <time.h>

#include <charconv>
#include <cstring>

#ifdef DIORAMA_ENTT
#include <entt/entt.hpp>
#endif

namespace diorama::document::bench {
namespace {

void put(std::string& out, float value) {
    char text[24];
    out.append(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

void put(std::string& out, const char* key, const float* values, int count) {
    out.append(key);
    for (int i = 0; i < count; ++i) {
        put(out, values[i]);
        out += i + 1 < count ? ',' : ']';
    }
}

template <class Array>
void get(Array&& array, float* values) {
    for (auto value : array)
        *values++ = static_cast<float>(double(value));
}

}  // namespace

double thread_seconds() noexcept {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void json_save(const Columns& columns, std::string& result) {
    std::string out;
    out += '[';
    for (std::size_t i = 0; i < columns.parent.size(); ++i) {
        out.append(i == 0 ? "{\"name\":\"" : ",{\"name\":\"");
        for (const char c : columns.name[i]) {
            if (c == '"' || c == '\\') out += '\\';
            out += c;
        }
        out.append("\",\"parent\":");
        char digits[16];
        const auto parent = static_cast<std::int32_t>(columns.parent[i]);
        out.append(digits, std::to_chars(digits, digits + sizeof(digits), parent).ptr);
        const Transform& at = columns.transform[i];
        put(out, ",\"translation\":[", &at.translation.x, 3);
        put(out, ",\"rotation\":[", &at.rotation.x, 4);
        put(out, ",\"scale\":[", &at.scale.x, 3);
        if (!columns.health.empty()) {
            put(out.append(",\"hp\":"), columns.health[i].hp);
            out.append(",\"lives\":").append(std::to_string(columns.health[i].lives));
            put(out, ",\"linear\":[", &columns.velocity[i].linear.x, 3);
            put(out, ",\"angular\":[", &columns.velocity[i].angular.x, 3);
        }
        out += '}';
    }
    out += ']';
    result.swap(out);
}

void json_load(const std::string& json, bool rich, Columns& columns) {
    static simdjson::ondemand::parser parser;
    columns = {};
    auto document = parser.iterate(json.data(), json.size(), json.capacity());
    for (auto entity : document.get_array()) {
        auto fields = entity.get_object();
        columns.name.emplace_back(std::string_view(fields["name"]));
        columns.parent.push_back(static_cast<std::uint32_t>(std::int64_t(fields["parent"])));
        Transform& at = columns.transform.emplace_back();
        get(fields["translation"].get_array(), &at.translation.x);
        get(fields["rotation"].get_array(), &at.rotation.x);
        get(fields["scale"].get_array(), &at.scale.x);
        if (!rich) continue;
        Health& health = columns.health.emplace_back();
        health.hp = static_cast<float>(double(fields["hp"]));
        health.lives = static_cast<int>(std::int64_t(fields["lives"]));
        Velocity& velocity = columns.velocity.emplace_back();
        get(fields["linear"].get_array(), &velocity.linear.x);
        get(fields["angular"].get_array(), &velocity.angular.x);
    }
}

std::size_t json_parse(const std::string& json) {
    static simdjson::dom::parser parser;
    return parser.parse(json.data(), json.size(), false).get_array().size();
}

#ifdef DIORAMA_ENTT

const bool EnttScene::kAvailable = true;

namespace {

struct Label {
    std::string text;
};
struct Above {
    entt::entity entity = entt::null;
};

/// Appends to bytes.
struct Output {
    std::vector<char>& bytes;

    void raw(const void* from, std::size_t size) {
        const auto* const first = static_cast<const char*>(from);
        bytes.insert(bytes.end(), first, first + size);
    }
    template <class T>
    void operator()(const T& value) {
        if constexpr (std::is_same_v<T, Label>) {
            (*this)(static_cast<std::uint32_t>(value.text.size()));
            raw(value.text.data(), value.text.size());
        } else {
            raw(&value, sizeof(value));
        }
    }
};

/// Reads them.
struct Input {
    const char* at;

    template <class T>
    void operator()(T& value) {
        if constexpr (std::is_same_v<T, Label>) {
            std::uint32_t size = 0;
            (*this)(size);
            value.text.assign(at, size);
            at += size;
        } else {
            std::memcpy(static_cast<void*>(&value), at, sizeof(value));
            at += sizeof(value);
        }
    }
};

}  // namespace

struct EnttScene::State {
    entt::registry registry;
};

EnttScene::EnttScene(const Columns& columns) : state_(std::make_unique<State>()) {
    entt::registry& registry = state_->registry;
    std::vector<entt::entity> entities(columns.parent.size());
    registry.create(entities.begin(), entities.end());
    for (std::size_t i = 0; i < entities.size(); ++i) {
        registry.emplace<Label>(entities[i], columns.name[i]);
        registry.emplace<Transform>(entities[i], columns.transform[i]);
        if (columns.parent[i] != kNoParent)
            registry.emplace<Above>(entities[i], entities[columns.parent[i]]);
        if (columns.health.empty()) continue;
        registry.emplace<Health>(entities[i], columns.health[i]);
        registry.emplace<Velocity>(entities[i], columns.velocity[i]);
    }
}

EnttScene::~EnttScene() = default;

void EnttScene::save(std::vector<char>& bytes) const {
    bytes.clear();
    Output archive{bytes};
    entt::snapshot(state_->registry)
        .get<entt::entity>(archive)
        .get<Label>(archive)
        .get<Transform>(archive)
        .get<Above>(archive)
        .get<Health>(archive)
        .get<Velocity>(archive);
}

std::size_t EnttScene::load(const std::vector<char>& bytes, double& seconds) {
    entt::registry registry;
    Input archive{bytes.data()};
    const double start = thread_seconds();
    entt::snapshot_loader(registry)
        .get<entt::entity>(archive)
        .get<Label>(archive)
        .get<Transform>(archive)
        .get<Above>(archive)
        .get<Health>(archive)
        .get<Velocity>(archive);
    seconds = thread_seconds() - start;
    return registry.view<Transform>().size();
}

#else

const bool EnttScene::kAvailable = false;
struct EnttScene::State {};
EnttScene::EnttScene(const Columns& /*columns*/) {}
EnttScene::~EnttScene() = default;
void EnttScene::save(std::vector<char>& /*bytes*/) const {}
std::size_t EnttScene::load(const std::vector<char>& /*bytes*/, double& /*seconds*/) {
    return 0;
}

#endif

}  // namespace diorama::document::bench
