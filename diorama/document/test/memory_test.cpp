// SPDX-License-Identifier: MIT
// What loading and saving take of memory, counted by the program's operator new.
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>

#include "diorama/document/scene_file.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/document/test/world_fixtures.hpp"

namespace {

std::atomic<std::size_t> live{0}, peak{0};

void* counted(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    const std::size_t now = live += malloc_usable_size(memory);
    std::size_t most = peak;
    while (now > most && !peak.compare_exchange_weak(most, now)) {
    }
    return memory;
}

void release(void* memory) noexcept {
    if (memory != nullptr) live -= malloc_usable_size(memory);
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) {
    return counted(std::malloc(size));
}
// Stable sorting asks so.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    void* const memory = std::malloc(size);
    return memory == nullptr ? nullptr : counted(memory);
}
void* operator new(std::size_t size, std::align_val_t align) {
    const auto to = static_cast<std::size_t>(align);
    return counted(std::aligned_alloc(to, (size + to - 1) / to * to));
}
void operator delete(void* memory) noexcept {
    release(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    release(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    release(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    release(memory);
}

namespace diorama::document {
namespace {

constexpr std::uint32_t kEntities = 100'000;
constexpr std::size_t kSlack = std::size_t{4} << 20;

/// Trees of ten, each entity with a name and a place.
World forest() {
    World world;
    Entity root;
    for (std::uint32_t i = 0; i < kEntities; ++i) {
        Name name{"Node_" + std::to_string(i)};
        const Transform place{{0.1f * static_cast<float>(i), 2, 3}};
        if (i % 10 == 0)
            root = world.spawn(std::move(name), place);
        else
            (void)world.spawn(std::move(name), place, ChildOf{root});
    }
    return world;
}

class MemoryTest : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        path_ = std::filesystem::temp_directory_path() /
                ("memory_test" + std::to_string(::getpid()) + GetParam());
    }
    void TearDown() override { std::filesystem::remove(path_); }

    std::filesystem::path path_;
};

TEST_P(MemoryTest, SavingAFileTakesABlockAndAFewBytesAnEntity) {
    const SceneRegistry registry = make_registry();
    const World world = forest();
    const std::size_t before = live;
    peak = before;
    ASSERT_TRUE(registry.save_file(path_, world));
    EXPECT_LE(peak - before, 20 * kEntities + kSlack / 4);
    EXPECT_GT(std::filesystem::file_size(path_), 100 * kEntities);
    const auto whole = registry.save_text(world);
    if (path_.extension() == ".cscn") {
        EXPECT_EQ(bytes_of(path_).size(), whole->size());
    }
    World back;
    ASSERT_TRUE(registry.load_file(back, path_));
    EXPECT_EQ(*registry.save_text(back), *whole);
}

TEST_P(MemoryTest, SavingToMemoryTakesLittleMoreThanTheResult) {
    const SceneRegistry registry = make_registry();
    const World world = forest();
    const std::size_t before = live;
    peak = before;
    std::size_t size = 0;
    if (path_.extension() == ".cscn")
        size = registry.save_text(world)->size();
    else
        size = registry.save_binary(world)->size();
    EXPECT_GT(size, 100 * kEntities);
    EXPECT_LE(peak - before, size + size / 8 + 20 * kEntities + kSlack / 4);
}

TEST_P(MemoryTest, WritingADocumentTakesABlockBesideIt) {
    const SceneDoc doc = *make_registry().to_doc(forest());
    const std::size_t before = live;
    peak = before;
    ASSERT_TRUE(write_file(path_, doc));
    EXPECT_LE(peak - before, kSlack);
    EXPECT_GT(std::filesystem::file_size(path_), 100 * kEntities);
    EXPECT_EQ(*read_file(path_), doc);
}

TEST_P(MemoryTest, LoadingAFileTakesLittleMoreThanTheWorld) {
    const SceneRegistry registry = make_registry();
    ASSERT_TRUE(registry.save_file(path_, forest()));
    World world;
    const std::size_t before = live;
    peak = before;
    {
        const auto entities = registry.load_file(world, path_);
        ASSERT_TRUE(entities);
    }
    const std::size_t loaded = live - before;
    EXPECT_EQ(world.entity_count(), kEntities);
    EXPECT_LE(peak - before, loaded + loaded * 3 / 10 + kSlack);
}
/// Pages of mapped files that this process has in memory, in bytes.
std::size_t mapped_bytes() {
    std::ifstream statm("/proc/self/statm");
    std::size_t size = 0, resident = 0, shared = 0;
    statm >> size >> resident >> shared;
    return shared * static_cast<std::size_t>(::getpagesize());
}

/// Looks at memory when it is read.
struct Witness {
    static inline std::size_t most = 0;
    static inline int seen = 0;
};

TEST_P(MemoryTest, LoadingAFileDoesNotEndWithAllOfItInMemory) {
    SceneRegistry registry = make_registry();
    SceneFunctions<Witness> functions;
    functions.name = "Witness";
    functions.write = [](const Witness&, FieldWriter&) {};
    functions.read = [](FieldReader&) {
        Witness::most = std::max(Witness::most, mapped_bytes());
        ++Witness::seen;
        return Witness{};
    };
    ASSERT_TRUE(registry.add_custom<Witness>(functions));
    {
        World world;
        const std::string name(400, 'n');
        for (std::uint32_t i = 0; i < kEntities; ++i) {
            const Entity entity = world.spawn(Name{name});
            if (i % 5000 == 4999) (void)world.add(entity, Witness{});
        }
        ASSERT_TRUE(registry.save_file(path_, world));
    }
    ASSERT_GE(std::filesystem::file_size(path_), std::size_t{40} << 20);
    Witness::most = 0;
    Witness::seen = 0;
    World world;
    const std::size_t before = mapped_bytes();
    ASSERT_TRUE(registry.load_file(world, path_));
    EXPECT_GE(Witness::seen, 20);
    EXPECT_LE(Witness::most - before, std::size_t{12} << 20);
}

INSTANTIATE_TEST_SUITE_P(Scene, MemoryTest, testing::Values(".cscn", ".cscnb"),
                         [](const auto& row) {
                             return row.param == std::string(".cscn") ? "Text" : "Binary";
                         });

}  // namespace
}  // namespace diorama::document
