// SPDX-License-Identifier: MIT
/// Every limit of the formats held against every path that reads, checks or writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "diorama/document/error_codes.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/document/test/world_fixtures.hpp"

namespace diorama::document {
namespace {

struct Counts {
    std::vector<int> values;
};
DIORAMA_COMPONENT(Counts, values);

struct Curve {
    std::vector<float> points;
};
DIORAMA_COMPONENT(Curve, points);

using Records = std::vector<ComponentRecord>;

/// A component with \p count integers, named as those of Counts are.
Records integers(const char* component, std::size_t count) {
    ComponentRecord record{component, {}};
    for (std::size_t i = 0; i < count; ++i)
        record.fields.emplace_back("values." + std::to_string(i), std::int64_t{1});
    return {record};
}

Records floats(const char* component, std::size_t count) {
    const std::vector<float> list(count, 0.5f);
    return {{component, {Field("points", std::span(list))}}};
}

/// Components of which the program knows two.
Records components(std::size_t count) {
    Records records{{"Marker", {}}, {"Counts", {Field("values.0", std::int64_t{1})}}};
    while (records.size() < count) {
        const std::string name = "C" + std::to_string(records.size());
        records.push_back({std::string_view(name), {}});
    }
    return records;
}

/// Something that there may be only so many of.
struct Limit {
    const char* name;
    std::size_t most;
    std::function<Records(std::size_t)> records;  // of one entity that has so many of it
};

const Limit kLimits[] = {
    {"Components", SceneLimits::components, components},
    {"FieldsOfAKnownComponent", SceneLimits::fields,
     [](std::size_t count) { return integers("Counts", count); }},
    {"FieldsOfAnUnknownComponent", SceneLimits::fields,
     [](std::size_t count) { return integers("Strange", count); }},
    {"FloatsOfAKnownComponent", SceneLimits::floats,
     [](std::size_t count) { return floats("Curve", count); }},
    {"FloatsOfAnUnknownComponent", SceneLimits::floats,
     [](std::size_t count) { return floats("Strange", count); }},
};

SceneDoc doc_of(const Records& records, std::uint32_t version = kSceneVersion) {
    SceneDoc doc;
    doc.version = version;
    doc.entities.push_back({records});
    return doc;
}

// By hand, since the writers refuse what they must.

std::string as_text(const Records& records, std::uint32_t version = kSceneVersion) {
    std::string text = "cinder-scene " + std::to_string(version) + "\nentity 0\n";
    for (const ComponentRecord& record : records) {
        text.append("  ").append(record.name.view());
        for (const Field& field : record.fields) {
            text.append(" ").append(field.name()).append("=");
            const FieldValue value = field.value();
            if (const auto* list = std::get_if<std::span<const float>>(&value)) {
                for (std::size_t i = 0; i < list->size(); ++i)
                    text.append(i == 0 ? "[" : ",").append("0.5");
                text.append("]");
            } else {
                text.append("1");
            }
        }
        text.append("\n");
    }
    return text;
}

std::string as_binary(const Records& records) {
    std::string bytes = "CSCN";
    const auto put = [&](auto value) {
        bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
    };
    const auto count = [&](std::size_t value) { put(static_cast<std::uint32_t>(value)); };
    const auto text = [&](std::string_view value) {
        count(value.size());
        bytes.append(value);
    };
    count(kSceneVersion), count(1), count(records.size());
    for (const ComponentRecord& record : records) {
        text(record.name.view());
        count(record.fields.size());
        for (const Field& field : record.fields) {
            text(field.name());
            const FieldValue value = field.value();
            put(static_cast<char>(kind_of(value)));
            if (const auto* list = std::get_if<std::span<const float>>(&value)) {
                count(list->size());
                for (const float number : *list)
                    put(number);
            } else {
                put(std::get<std::int64_t>(value));
            }
        }
    }
    return bytes;
}

SceneRegistry keeping_registry() {
    SceneRegistry registry = make_registry();
    EXPECT_TRUE(registry.add<Counts>());
    EXPECT_TRUE(registry.add<Curve>());
    registry.set_unknown(UnknownPolicy::keep);
    return registry;
}

template <class T>
Result<> outcome(const Result<T>& result) {
    if (!result) return std::unexpected(result.error());
    return {};
}

Result<> load_bytes(const SceneRegistry& registry, const std::string& bytes) {
    World world;
    const auto loaded = registry.load(world, std::as_bytes(std::span(bytes)), "file");
    EXPECT_EQ(world.entity_count(), loaded ? 1u : 0u);
    return outcome(loaded);
}

/// Loads all but what is too much, adds that to the World, and saves it.
template <class Save>
Result<> save_world(const Limit& limit, std::size_t count, Save&& save) {
    const SceneRegistry registry = keeping_registry();
    World world;
    const std::string name = limit.name;
    if (name.starts_with("FieldsOfAKnown")) {
        (void)world.spawn(Counts{std::vector<int>(count, 1)});
    } else if (name.starts_with("FloatsOfAKnown")) {
        (void)world.spawn(Curve{std::vector<float>(count, 0.5f)});
    } else {
        const std::string bytes = as_binary(limit.records(limit.most));
        const auto loaded = registry.load(world, std::as_bytes(std::span(bytes)), "file");
        EXPECT_TRUE(loaded);
        // What is kept of unknown components can't grow, but there can be components beside it.
        if (name == "Components" && count > limit.most) {
            EXPECT_TRUE(world.add(loaded->front(), Curve{}));
        } else if (count > limit.most) {
            return fail(codes::limit, "no World can have so many");
        }
    }
    return outcome(save(registry, world));
}

/// A way that a scene goes.
struct Path {
    const char* name;
    std::function<Result<>(const Limit&, std::size_t)> go;
};

const Path kPaths[] = {
    {"ReadText",
     [](const Limit& limit, std::size_t count) {
         return outcome(read_text(as_text(limit.records(count)), "file"));
     }},
    {"ReadBinary",
     [](const Limit& limit, std::size_t count) {
         const std::string bytes = as_binary(limit.records(count));
         return outcome(read_binary(std::as_bytes(std::span(bytes)), "file"));
     }},
    {"LoadText",
     [](const Limit& limit, std::size_t count) {
         return load_bytes(keeping_registry(), as_text(limit.records(count)));
     }},
    {"LoadBinary",
     [](const Limit& limit, std::size_t count) {
         return load_bytes(keeping_registry(), as_binary(limit.records(count)));
     }},
    {"LoadWithAMigration",  // which makes one too many
     [](const Limit& limit, std::size_t count) {
         SceneRegistry registry = keeping_registry();
         EXPECT_TRUE(registry.add_migration(1, [&](SceneDoc& doc) -> Result<> {
             doc.entities[0].components = limit.records(count);
             return {};
         }));
         return load_bytes(registry, as_text(limit.records(2), 1));
     }},
    {"CheckAfterAMigration",
     [](const Limit& limit, std::size_t count) -> Result<> {
         SceneRegistry registry = keeping_registry();
         EXPECT_TRUE(registry.add_migration(1, [&](SceneDoc& doc) -> Result<> {
             doc.entities[0].components = limit.records(count);
             return {};
         }));
         SceneDoc doc = doc_of(limit.records(2), 1);
         if (Result<> migrated = registry.migrate(doc); !migrated) return migrated;
         return check_doc(doc);
     }},
    {"Check",
     [](const Limit& limit, std::size_t count) -> Result<> {
         for (const Diagnostic& finding : keeping_registry().check(doc_of(limit.records(count))))
             if (finding.severity == Severity::error)
                 return fail(finding.code, finding.message, finding.where);
         return {};
     }},
    {"CheckDoc",
     [](const Limit& limit, std::size_t count) { return check_doc(doc_of(limit.records(count))); }},
    {"Instantiate",
     [](const Limit& limit, std::size_t count) {
         World world;
         const SceneDoc doc = doc_of(limit.records(count));
         const auto made = keeping_registry().instantiate(world, doc);
         EXPECT_EQ(world.entity_count(), made ? 1u : 0u);
         return outcome(made);
     }},
    {"WriteText",
     [](const Limit& limit, std::size_t count) {
         return outcome(write_text(doc_of(limit.records(count))));
     }},
    {"WriteBinary",
     [](const Limit& limit, std::size_t count) {
         return outcome(write_binary(doc_of(limit.records(count))));
     }},
    {"SaveText",
     [](const Limit& limit, std::size_t count) {
         return save_world(limit, count, [](const SceneRegistry& registry, const World& world) {
             return registry.save_text(world);
         });
     }},
    {"SaveBinary",
     [](const Limit& limit, std::size_t count) {
         return save_world(limit, count, [](const SceneRegistry& registry, const World& world) {
             return registry.save_binary(world);
         });
     }},
};

class SceneLimit : public testing::TestWithParam<std::tuple<Path, Limit>> {};

TEST_P(SceneLimit, HoldsOnThePath) {
    const auto& [path, limit] = GetParam();
    const Result<> most = path.go(limit, limit.most);
    EXPECT_TRUE(most) << to_string(most.error());
    const Result<> more = path.go(limit, limit.most + 1);
    ASSERT_FALSE(more);
    EXPECT_EQ(more.error().code, codes::limit) << to_string(more.error());
}
INSTANTIATE_TEST_SUITE_P(Every, SceneLimit,
                         testing::Combine(testing::ValuesIn(kPaths), testing::ValuesIn(kLimits)),
                         [](const auto& row) {
                             return std::string(std::get<0>(row.param).name) + "_" +
                                    std::get<1>(row.param).name;
                         });

TEST(SceneLimit, IsSaidOnceForAnEntityWithItsPlace) {
    std::string text = as_text(components(SceneLimits::components));
    text += "  One\n  Two x=\n";
    const std::string expected =
        "file:10003:3: error[doc-limit]: implausible count: more than 10000 components in entity 0";
    EXPECT_EQ(message_of(read_text(text, "file")), expected);
    World world;
    const auto loaded = keeping_registry().load(world, std::as_bytes(std::span(text)), "file");
    ASSERT_FALSE(loaded);
    std::vector<std::string> errors;
    for (const Diagnostic& finding : loaded.error().diagnostics)
        if (finding.severity == Severity::error) errors.push_back(to_string(finding));
    EXPECT_THAT(errors, testing::ElementsAre(expected));
    EXPECT_EQ(world.entity_count(), 0u);
}

}  // namespace
}  // namespace diorama::document
