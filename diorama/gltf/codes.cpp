// SPDX-License-Identifier: MIT
#include "diorama/gltf/codes.hpp"

#include <algorithm>
#include <array>

#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf {

namespace {

constexpr CodeInfo fatal(ErrorCode code) {
    return {code, Severity::error, true};
}
constexpr CodeInfo error(ErrorCode code) {
    return {code, Severity::error, false};
}
constexpr CodeInfo warning(ErrorCode code) {
    return {code, Severity::warning, false};
}

constexpr std::array kTable{
    fatal(codes::not_gltf),
    fatal(codes::glb_version),
    fatal(codes::glb_truncated),
    fatal(codes::glb_chunk),
    fatal(codes::glb_first_chunk),
    error(codes::glb_order),
    error(codes::glb_alignment),
    warning(codes::glb_unknown_chunk),
    warning(codes::glb_trailing),

    fatal(codes::json_syntax),
    fatal(codes::json_encoding),
    error(codes::json_bom),
    fatal(codes::json_depth),
    fatal(codes::json_too_large),
    fatal(codes::json_duplicate_key),

    fatal(codes::version_unsupported),
    warning(codes::version_newer),
    error(codes::version_min),
    fatal(codes::extension_required),
    warning(codes::extension_ignored),
    error(codes::extension_undeclared),
    error(codes::extension_unlisted),
    error(codes::extension_optional),
    error(codes::extension_misplaced),

    fatal(codes::type_mismatch),
    fatal(codes::property_missing),
    warning(codes::property_unknown),
    error(codes::property_conflict),
    error(codes::property_dependency),
    fatal(codes::array_length),
    error(codes::array_empty),
    error(codes::array_duplicate),
    fatal(codes::number_range),
    error(codes::value_range),
    fatal(codes::value_unknown),
    warning(codes::value_ignored),
    fatal(codes::reference_range),

    fatal(codes::uri_invalid),
    warning(codes::uri_escape),
    fatal(codes::uri_outside),
    fatal(codes::uri_scheme),
    fatal(codes::uri_data),
    warning(codes::uri_base64),
    warning(codes::uri_data_glb),
    fatal(codes::buffer_missing),
    fatal(codes::buffer_length),
    warning(codes::buffer_glb_long),
    fatal(codes::buffer_view_range),
    error(codes::buffer_view_stride),
    error(codes::buffer_view_target),
    fatal(codes::image_missing),
    fatal(codes::image_data),
    warning(codes::image_unknown),
    error(codes::image_type),
    warning(codes::image_fallback),
    error(codes::image_view_stride),
    warning(codes::image_transfer),

    fatal(codes::accessor_range),
    fatal(codes::accessor_stride),
    error(codes::accessor_alignment),
    fatal(codes::accessor_type),
    error(codes::accessor_format),
    error(codes::accessor_usage),
    fatal(codes::accessor_nonfinite),
    error(codes::accessor_bounds),
    error(codes::accessor_bounds_length),
    error(codes::accessor_no_bounds),
    error(codes::accessor_values),
    fatal(codes::sparse_range),
    error(codes::sparse_order),
    fatal(codes::meshopt_layout),
    fatal(codes::meshopt_data),
    fatal(codes::draco_data),
    fatal(codes::draco_counts),
    warning(codes::accessor_no_data),
    fatal(codes::zero_limit),
    fatal(codes::decode_limit),
    fatal(codes::work_limit),
    fatal(codes::cancelled),

    error(codes::mesh_attribute),
    error(codes::mesh_layout),
    fatal(codes::mesh_counts),
    error(codes::mesh_targets),
    warning(codes::mesh_target_names),
    warning(codes::mesh_no_positions),
    warning(codes::mesh_mode),
    error(codes::mesh_tangents),
    warning(codes::mesh_tangents_made),
    warning(codes::mesh_tangents_unused),
    fatal(codes::index_range),
    error(codes::index_restart),
    error(codes::skin_joints),
    error(codes::skin_matrices),
    error(codes::skin_mesh),
    warning(codes::skin_unused),
    warning(codes::skin_influences),
    warning(codes::skin_placement),
    error(codes::joint_range),
    error(codes::weight_sum),
    error(codes::node_loop),
    error(codes::node_shared),
    fatal(codes::node_matrix),
    error(codes::node_instances),
    error(codes::node_rotation),
    error(codes::scene_root),

    error(codes::material_uv),
    warning(codes::material_unused),
    warning(codes::texcoord_set),
    error(codes::camera_values),
    warning(codes::camera_negative),
    error(codes::light_values),
    error(codes::animation_target),
    error(codes::animation_sampler),
    error(codes::animation_times),
};

}  // namespace

std::span<const CodeInfo> code_table() noexcept {
    return kTable;
}

CodeInfo code_info(ErrorCode code) noexcept {
    const auto row = std::ranges::find(kTable, code, &CodeInfo::code);
    return row != kTable.end() ? *row : CodeInfo{code, Severity::error, true};
}

}  // namespace diorama::gltf
