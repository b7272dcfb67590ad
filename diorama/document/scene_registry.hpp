// SPDX-License-Identifier: MIT
/// \file
/// Which components are saved, and how worlds become documents and back: SceneRegistry, and the
/// options of its calls.
/// Design page: docs/design/scene_documents.md.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/component.hpp"
#include "diorama/core/fwd.hpp"
#include "diorama/document/detail/scene_type.hpp"
#include "diorama/document/field_codec.hpp"
#include "diorama/document/field_containers.hpp"
#include "diorama/document/scene_bytes.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document {

namespace detail {
class ByteSink;
class Findings;
class Input;
/// Why \p what can't be registered: a function it needs is empty.
[[nodiscard]] std::unexpected<Error> no_function(std::string what);
}  // namespace detail

/// A component that writes and reads itself.
template <class T>
concept SceneComponent = requires(const T& component, FieldWriter& writer, FieldReader& reader) {
    { T::scene_name() } -> std::convertible_to<std::string_view>;
    component.write_scene(writer);
    { T::read_scene(reader) } -> std::same_as<T>;
};

/// A name, a writer and a reader for a component that has none of its own.
template <class T>
struct SceneFunctions {
    std::string name;                                   ///< in files
    std::function<void(const T&, FieldWriter&)> write;  ///< writes its fields; none is `_version`
    std::function<T(FieldReader&)> read;  ///< makes one; defaults where fields are absent
    std::uint32_t version = 1;            ///< see TypeOptions::version
};

/// How a type is registered.
struct TypeOptions {
    /// The version of its fields, from 1; above 1 it is written as a last field `_version`, and
    /// files with a lower one are migrated by the steps of add_component_migration().
    std::uint32_t version = 1;
};

/// What loading does with components and fields that it does not know.
enum class UnknownPolicy : std::uint8_t {
    refuse,  ///< an unknown component is an error; an unknown field is dropped with a warning
    keep     ///< both are carried through the world and written back where they stood
};

/// What is done with a document of a higher version than the registry's.
enum class NewerPolicy : std::uint8_t {
    refuse,  ///< an error: a later program wrote it
    /// A warning: it is read as one of document_version(). For tools, which know the library's
    /// components and no program's migrations, and only those raise the version; what a program has
    /// changed of its own is unknown to them anyway.
    take
};

/// What saving does with described components that are not registered.
enum class UnregisteredPolicy : std::uint8_t {
    refuse,  ///< an error that names each such type: saving would lose them
    skip     ///< a warning that names each; the rest is written
};

/// What of a world is saved, and how.
struct SnapshotOptions {
    UnregisteredPolicy unregistered = UnregisteredPolicy::refuse;  ///< see there
    /// Only these entities, in any order: those of a subtree, or of a query. All unless set.
    /// References to others become none, and a relationship to another is left out. Each must be
    /// alive, or saving fails with entity-dead.
    std::optional<std::span<const Entity>> only = std::nullopt;
};

/// The component types that are saved, and the migrations of old documents.
///
/// Threads: const calls from any number of threads, each on a world and a document of its own.
class SceneRegistry {
  public:
    /// One step of a document; says what it could not do.
    using Migration = std::function<Result<>(SceneDoc&)>;
    /// One step of a component.
    using ComponentMigration = std::function<Result<>(ComponentRecord&)>;

    SceneRegistry() = default;

    // Types. The order of registration is the order of components in an entity's record.

    /// Makes T, which DIORAMA_COMPONENT describes, saved under its described name.
    ///
    /// A hand-written pair (SceneComponent) goes before the description. What either throws is
    /// doc-unwritable or doc-value of the save or load.
    /// Failure: doc-name-taken, where the name or the type is registered already; doc-name, of the
    ///          component or of a member; doc-value where the version is 0.
    template <class T>
        requires Described<T> || SceneComponent<T>
    Result<> add(TypeOptions options = {});
    /// Makes T saved by \p functions. What they throw is doc-unwritable or doc-value of the save or
    /// load.
    ///
    /// Failure: as add(); doc-no-function where one of them is empty.
    template <class T>
    Result<> add_custom(SceneFunctions<T> functions);
    /// Makes T saved by the members of the description \p Of::value, for a type that can't have one
    /// of its own.
    ///
    /// Failure: as add().
    template <class T, class Of>
    Result<> add_described(TypeOptions options = {});
    /// Says that the described T is not to be saved, so that finding one in a world is no error.
    template <class T>
    void add_transient() {
        transient_.push_back(diorama::detail::type_index<T>());
    }
    /// Whether a type is saved under \p name.
    [[nodiscard]] bool knows(std::string_view name) const noexcept { return find(name) != nullptr; }
    /// The registered name that was most likely meant by \p name; empty where none is near.
    ///
    /// Valid: until a type is added.
    [[nodiscard]] std::string_view nearest_name(std::string_view name) const;
    /// See UnknownPolicy; `refuse` unless set.
    void set_unknown(UnknownPolicy policy) noexcept { unknown_ = policy; }

    // Versions.

    /// See NewerPolicy; `refuse` unless set.
    void set_newer(NewerPolicy policy) noexcept { newer_ = policy; }
    /// Adds the step from document version \p from to the next, which raises document_version() to
    /// at least that.
    ///
    /// Order:   all steps of the document run before those of its components, so that \p step finds
    ///          components in any version, and what it adds or changes goes through component steps
    ///          after it. A component without `_version` counts as version 1: a step that adds one
    ///          in today's form sets that field, where the type's version is above 1.
    /// Failure: doc-migration-taken; doc-migration-invalid where it could never run: no version
    ///          follows, or there is nothing to run.
    Result<> add_migration(std::uint32_t from, Migration step);
    /// Adds the step of \p component from its version \p from to the next; steps are added one
    /// after the other, up or down.
    ///
    /// Order:   after all steps of the document. A component without `_version` has version 1;
    ///          \p step need not set the field. Members of structs in lists are fields such as
    ///          `items.0.label`.
    /// Failure: unknown-component where no such type is registered yet; doc-migration-taken;
    ///          doc-migration-invalid where it could never run: not below the type's version, with
    ///          a gap between it and the steps there are, or without anything to run.
    Result<> add_component_migration(std::string_view component, std::uint32_t from,
                                     ComponentMigration step);
    /// The version that is written, and read without migration: 2 unless migrations raise it.
    [[nodiscard]] std::uint32_t document_version() const noexcept { return version_; }
    /// Brings \p doc and its components up to date.
    ///
    /// Failure: doc-newer, doc-no-migration, doc-migration-failed, whose cause is the step's own
    ///          error, and doc-value of a component's version; \p doc is then as it was. Every such
    ///          fault is in `diagnostics`.
    [[nodiscard]] Result<> migrate(SceneDoc& doc) const;
    /// Whether migrate() would have nothing to do, as it has with a newer one that is taken.
    [[nodiscard]] bool is_current(const SceneDoc& doc) const;

    // Worlds.

    /// Everything that keeps \p doc from being instantiated, as errors, and what would be dropped,
    /// kept or left out, as warnings.
    ///
    /// Order: of the file, where \p doc was read from one.
    [[nodiscard]] std::vector<Diagnostic> check(const SceneDoc& doc) const;
    /// Everything that keeps \p bytes, called \p name in messages, from being loaded, faults of
    /// reading among them, and what load() would warn of. What is old counts as migrated.
    ///
    /// \p sound, if given, is filled with the components at no fault, of as many entities as the
    /// bytes have, for those who look for more than this does; it has none where the document has
    /// another version and can't be migrated.
    /// Order: of the file.
    /// Input: untrusted.
    [[nodiscard]] std::vector<Diagnostic> check(std::span<const std::byte> bytes,
                                                std::string_view name,
                                                SceneDoc* sound = nullptr) const;

    /// A document of the live entities of \p world, all or those that \p options name.
    ///
    /// Order: the order of spawning, which after a load is the file's, but that children of one
    ///        parent take the places they have together in the order of its Children. Entities with
    ///        no registered component have an empty record.
    /// Failure: doc-unregistered, doc-unwritable, entity-dead; every such fault is in
    ///          `diagnostics`.
    [[nodiscard]] Result<SceneDoc> to_doc(const World& world, SnapshotOptions options = {}) const;
    /// The same of \p entities only.
    [[nodiscard]] Result<SceneDoc> to_doc(const World& world, std::span<const Entity> entities,
                                          SnapshotOptions options = {}) const;

    /// Spawns the entities of \p doc into \p world, and returns them in file order. References are
    /// to the new entities, whatever else the world holds; children are in file order.
    ///
    /// Handles are new, and none is in a file: a game finds entities again in what is returned, by
    /// references, or by a component such as Name.
    /// All or nothing: everything is checked before the first entity exists.
    /// What check() warns of is added to \p warnings, if given.
    /// Failure: doc-older, doc-newer, unknown-component, doc-field-type, doc-value, doc-reference,
    ///          doc-duplicate, hierarchy-cycle; of a document that no reader made, doc-name,
    ///          doc-utf8, doc-limit; world-poisoned, component-name-taken. All faults are in
    ///          `diagnostics`; `where` is their place in the file.
    [[nodiscard]] Result<std::vector<Entity>> instantiate(
        World& world, const SceneDoc& doc, std::vector<Diagnostic>* warnings = nullptr) const;

    // Worlds straight to and from bytes: the same results with no document between, so that a large
    // scene is not in memory twice.

    /// What write_text() makes of to_doc(). What is left out is added to \p warnings, if given; so
    /// with the next two.
    ///
    /// Failure: as to_doc() and write_text().
    [[nodiscard]] Result<std::string> save_text(const World& world, SnapshotOptions options = {},
                                                std::vector<Diagnostic>* warnings = nullptr) const;
    /// What write_binary() makes of to_doc().
    ///
    /// Failure: as to_doc() and write_binary().
    [[nodiscard]] Result<SceneBytes> save_binary(const World& world, SnapshotOptions options = {},
                                                 std::vector<Diagnostic>* warnings = nullptr) const;
    /// Replaces \p bytes by what save_binary() returns, in the memory they have: for a game that
    /// saves every few seconds, or keeps a state to roll back to, which then meets no fresh memory.
    ///
    /// Failure: as save_binary(); \p bytes are then empty.
    [[nodiscard]] Result<> save_binary_into(SceneBytes& bytes, const World& world,
                                            SnapshotOptions options = {},
                                            std::vector<Diagnostic>* warnings = nullptr) const;
    /// Replaces \p path by \p world, as text where it ends in `.cscn` and as binary in `.cscnb`, as
    /// write_file() does but piece by piece: no more than a block of it is in memory.
    ///
    /// Failure: doc-extension; as save_text(), where `where` is \p path; file-write-failed. The old
    ///          file then stays.
    [[nodiscard]] Result<> save_file(const std::filesystem::path& path, const World& world,
                                     SnapshotOptions options = {},
                                     std::vector<Diagnostic>* warnings = nullptr) const;
    /// Reads \p bytes, called \p name in messages, in either format, migrates what is old, and
    /// instantiates it. Handles are new, as those of instantiate().
    ///
    /// Memory:  an up-to-date scene is read component by component; an old one goes through a
    ///          document.
    /// Failure: as read_bytes(), migrate() and instantiate().
    [[nodiscard]] Result<std::vector<Entity>> load(
        World& world, std::span<const std::byte> bytes, std::string_view name,
        std::vector<Diagnostic>* warnings = nullptr) const;
    /// load() of the file at \p path, which is mapped, not read into memory.
    ///
    /// Failure: file-not-found, file-read-failed; as load().
    [[nodiscard]] Result<std::vector<Entity>> load_file(
        World& world, const std::filesystem::path& path,
        std::vector<Diagnostic>* warnings = nullptr) const;

  private:
    [[nodiscard]] const detail::SceneType* find(std::string_view name) const noexcept;
    Result<> add_type(std::unique_ptr<detail::SceneType> type, std::uint32_t type_index,
                      std::span<const std::string_view> members = {});
    void find_unregistered(const World& world, const EntityNumbers& entities,
                           SnapshotOptions options, std::string_view name,
                           detail::Findings& findings) const;
    template <class Writer>
    Result<> save_with(const World& world, SnapshotOptions options, std::string_view name,
                       detail::ByteSink& out, std::vector<Diagnostic>* warnings) const;
    [[nodiscard]] bool fits(std::uint32_t version) const noexcept {
        return version == version_ || (version > version_ && newer_ == NewerPolicy::take);
    }
    [[nodiscard]] Result<> check_steps(std::uint32_t version, std::string_view source) const;
    void migrate_all(SceneDoc& doc, detail::Findings& findings) const;
    [[nodiscard]] Result<SceneDoc> read_and_migrate(const detail::Input& input,
                                                    detail::Findings& findings) const;
    [[nodiscard]] Result<std::vector<Entity>> load_from(World& world,
                                                        std::span<const std::byte> bytes,
                                                        const MappedFile* file,
                                                        std::string_view name,
                                                        std::vector<Diagnostic>* warnings) const;
    [[nodiscard]] Result<std::vector<Entity>> load_old(World& world, const detail::Input& input,
                                                       detail::Findings& findings,
                                                       std::vector<Diagnostic>* warnings) const;
    void find_faults(const SceneDoc& doc, detail::Findings& findings) const;
    bool find_faults(const detail::Input& input, detail::Findings& findings, SceneDoc* sound) const;

    friend class DocumentCheck;
    template <class Sink>
    friend class Snapshot;
    friend class Loader;
    friend class StraightLoad;

    std::vector<std::unique_ptr<detail::SceneType>> types_;  // in order of registration
    std::map<std::string, detail::SceneType*, std::less<>> by_name_;
    std::vector<std::uint32_t> registered_;  // type indices of types_
    std::vector<std::uint32_t> transient_;   // type indices
    std::map<std::uint32_t, Migration> migrations_;
    std::uint32_t version_ = kSceneVersion;
    UnknownPolicy unknown_ = UnknownPolicy::refuse;
    NewerPolicy newer_ = NewerPolicy::refuse;
};

}  // namespace diorama::document

#include "diorama/document/detail/scene_registry.inl"
