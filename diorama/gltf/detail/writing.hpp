// SPDX-License-Identifier: MIT
/// \file
/// What the writers of glTF's objects share: Writing, BesideFile, check_writable, and one write_
/// function per list of a GltfAsset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/gltf/asset.hpp"
#include "diorama/gltf/detail/json_out.hpp"
#include "diorama/gltf/detail/packer.hpp"

namespace diorama::gltf::detail {

/// A file that a .gltf refers to.
struct BesideFile {
    std::string name;                  ///< relative to the .gltf, `/` separated, not escaped
    std::span<const std::byte> bytes;  ///< belong to the asset, or to Writing::made
};

/// One asset on its way to a file.
class Writing {
  public:
    /// Writes \p from; \p file_stem names what lies beside a .gltf and is empty for a .glb.
    Writing(const GltfAsset& from, std::string file_stem);

    const GltfAsset& asset;
    const std::string stem;
    JsonOut json;
    Packer packer;
    std::vector<BesideFile> files;  ///< images beside a .gltf, in file order
    /// Whether an image of the given name and bytes may lie beside the .gltf; if not, it gets a
    /// name made of `stem`.
    std::function<bool(const std::string&, std::span<const std::byte>)> may_take;
    std::vector<std::vector<std::byte>> made;  ///< encoded here, because only pixels were given

    /// Whether everything goes into one .glb.
    [[nodiscard]] bool glb() const noexcept { return stem.empty(); }
    /// One finding per extension that could not be kept.
    [[nodiscard]] std::vector<Diagnostic> diagnostics() const;
    /// Notes that \p name is used, and whether the file can't be read without it.
    void use_extension(std::string_view name, bool required = false);
    /// Notes that the extension \p name of the object being written can't be kept.
    void leave_out(const std::string& name);
    /// Notes that a texture names two images of the kind of \p image, and keeps the first.
    void leave_out_image(std::int32_t image);
    /// What the source kept at \p pointer of an object without a struct; null where nothing. It
    /// then counts as written.
    [[nodiscard]] const GltfLooseExtras* loose(const std::string& pointer);
    /// Writes that, where there is any, into the open object: name, extras, unknown extensions.
    void write_loose(const std::string& pointer);
    /// Gives the accessor that is packed next, and its view, what the source kept at \p pointer of
    /// those that stood there; whether it kept anything.
    bool storage(const std::string& pointer);
    /// Writes `name` and `extras` into the open object, each where there is any.
    void common(std::string_view name, std::string_view extras);
    /// Writes `key` where \p index refers to something.
    void reference(std::string_view key, std::int32_t index);
    /// Writes `key` where \p value is not what a reader takes without it, bit for bit.
    void number_unless(std::string_view key, float value, float otherwise);
    /// The same for a row of numbers.
    void numbers_unless(std::string_view key, std::span<const float> values,
                        std::span<const float> otherwise);
    /// Writes `extensionsUsed` and `extensionsRequired`, in the order of the asset's own lists and
    /// then of their names. One that is not known here and has no data anywhere is a statement of
    /// its own, and stays.
    void extension_lists();

  private:
    void keep_statements();
    void list(std::string_view key, const std::vector<std::string>& order,
              const std::set<std::string>& names);

    std::set<std::string> used_, required_, left_out_;
    std::set<std::int32_t> images_left_out_;
    std::map<std::string_view, const GltfLooseExtras*> loose_;
    std::set<const GltfLooseExtras*> written_;
};

/// Whether \p asset can be written as valid JSON whose every reference leads somewhere.
///
/// Failure: gltf-export-reference, gltf-export-value, gltf-export-text, gltf-export-hierarchy,
///          gltf-export-shape; the Error's diagnostics hold everything found, `where` being the
///          JSON pointer that the object would have.
[[nodiscard]] Result<> check_writable(const GltfAsset& asset);

/// Failure: texture-encode-failed, gltf-export-image.
[[nodiscard]] Result<> write_images(Writing& w);
void write_textures(Writing& w);
void write_materials(Writing& w);
void write_meshes(Writing& w);
void write_nodes(Writing& w);
void write_skins(Writing& w);
void write_animations(Writing& w);
void write_cameras(Writing& w);
void write_scenes(Writing& w);
/// Writes \p slot of the material at \p at, where it has a texture, and its factor \p factor_name.
void write_slot(Writing& w, const std::string& at, std::string_view key,
                const mesh::TextureSlot& slot, std::string_view factor_name = {}, float factor = 1);
class ExtensionsOut;
/// The KHR_materials_ extensions of \p material at \p at.
void write_material_extensions(Writing& w, ExtensionsOut& out, const std::string& at,
                               const mesh::Material& material);
/// The members of `asset`, and all that stands in `extensions` and `extras` of the whole file.
void write_root(Writing& w);

/// The extras of \p mesh, with `targetNames` where a reader would not find the names of its morph
/// targets otherwise.
///
/// Failure: gltf-export-text, where the extras are no object that could hold them.
[[nodiscard]] Result<std::string> mesh_extras(const GltfMesh& mesh);

}  // namespace diorama::gltf::detail
