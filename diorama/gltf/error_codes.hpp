// SPDX-License-Identifier: MIT
/// \file
/// The codes of gltf's findings. Which are errors and which are fatal: codes.hpp. Causes and
/// remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"

namespace diorama::gltf::codes {

// Container
inline constexpr ErrorCode not_gltf{"gltf-not-gltf"};            ///< neither JSON nor GLB
inline constexpr ErrorCode glb_version{"gltf-glb-version"};      ///< a GLB version other than 2
inline constexpr ErrorCode glb_truncated{"gltf-glb-truncated"};  ///< shorter than it says
inline constexpr ErrorCode glb_chunk{"gltf-glb-chunk"};          ///< a chunk that can't be there
inline constexpr ErrorCode glb_first_chunk{"gltf-glb-first-chunk"};  ///< the first is not JSON
inline constexpr ErrorCode glb_order{"gltf-glb-order"};          ///< chunks repeated or misplaced
inline constexpr ErrorCode glb_alignment{"gltf-glb-alignment"};  ///< a length not a multiple of 4
inline constexpr ErrorCode glb_unknown_chunk{"gltf-glb-unknown-chunk"};  ///< skipped
inline constexpr ErrorCode glb_trailing{"gltf-glb-trailing"};  ///< bytes after the said length

// JSON
inline constexpr ErrorCode json_syntax{"gltf-json-syntax"};        ///< not JSON
inline constexpr ErrorCode json_encoding{"gltf-json-encoding"};    ///< not UTF-8
inline constexpr ErrorCode json_bom{"gltf-json-bom"};              ///< starts with a BOM
inline constexpr ErrorCode json_depth{"gltf-json-depth"};          ///< nested deeper than allowed
inline constexpr ErrorCode json_too_large{"gltf-json-too-large"};  ///< over 4 GB, or no memory
inline constexpr ErrorCode json_duplicate_key{"gltf-json-duplicate-key"};  ///< a key given twice

// Version and extensions
inline constexpr ErrorCode version_unsupported{"gltf-version-unsupported"};  ///< not 2.0
inline constexpr ErrorCode version_newer{"gltf-version-newer"};  ///< 2.1 and up; read as 2.0
inline constexpr ErrorCode version_min{"gltf-version-min"};      ///< minVersion above version
inline constexpr ErrorCode extension_required{"gltf-extension-required"};      ///< can't be ignored
inline constexpr ErrorCode extension_ignored{"gltf-extension-ignored"};        ///< not read here
inline constexpr ErrorCode extension_undeclared{"gltf-extension-undeclared"};  ///< not in the list
inline constexpr ErrorCode extension_unlisted{
    "gltf-extension-unlisted"};  ///< required, not in extensionsUsed
inline constexpr ErrorCode extension_optional{
    "gltf-extension-optional"};  ///< used, and has to be required
inline constexpr ErrorCode extension_misplaced{
    "gltf-extension-misplaced"};  ///< on an object it does not extend

// Properties
inline constexpr ErrorCode type_mismatch{"gltf-type-mismatch"};        ///< wrong JSON type
inline constexpr ErrorCode property_missing{"gltf-property-missing"};  ///< a required one
inline constexpr ErrorCode property_unknown{"gltf-property-unknown"};  ///< not in the specification
inline constexpr ErrorCode property_conflict{
    "gltf-property-conflict"};  ///< two that exclude each other, or none of them
inline constexpr ErrorCode property_dependency{
    "gltf-property-dependency"};                                     ///< one that needs another
inline constexpr ErrorCode array_length{"gltf-array-length"};        ///< a fixed-size array is not
inline constexpr ErrorCode array_empty{"gltf-array-empty"};          ///< an empty array or object
inline constexpr ErrorCode array_duplicate{"gltf-array-duplicate"};  ///< the same reference twice
inline constexpr ErrorCode number_range{"gltf-number-range"};        ///< more than a float can hold
inline constexpr ErrorCode value_range{"gltf-value-range"};          ///< a number out of its range
inline constexpr ErrorCode value_unknown{"gltf-value-unknown"};  ///< an enum that decides the data
inline constexpr ErrorCode value_ignored{"gltf-value-ignored"};  ///< an enum with a safe default
inline constexpr ErrorCode reference_range{"gltf-reference-range"};  ///< an index out of its list

// Buffers, views, URIs
inline constexpr ErrorCode uri_invalid{"gltf-uri-invalid"};          ///< can't be read as a URI
inline constexpr ErrorCode uri_escape{"gltf-uri-escape"};            ///< an invalid percent escape
inline constexpr ErrorCode uri_outside{"gltf-uri-outside"};          ///< leaves the file's folder
inline constexpr ErrorCode uri_scheme{"gltf-uri-scheme"};            ///< http and the like
inline constexpr ErrorCode uri_data{"gltf-uri-data"};                ///< a broken data: URI
inline constexpr ErrorCode uri_base64{"gltf-uri-base64"};            ///< not canonical at its end
inline constexpr ErrorCode uri_data_glb{"gltf-uri-data-glb"};        ///< a data: URI inside a GLB
inline constexpr ErrorCode buffer_missing{"gltf-buffer-missing"};    ///< no bytes for it
inline constexpr ErrorCode buffer_length{"gltf-buffer-length"};      ///< fewer bytes than said
inline constexpr ErrorCode buffer_glb_long{"gltf-buffer-glb-long"};  ///< the BIN chunk has more
inline constexpr ErrorCode buffer_view_range{"gltf-buffer-view-range"};    ///< ends past its buffer
inline constexpr ErrorCode buffer_view_stride{"gltf-buffer-view-stride"};  ///< stride over length
inline constexpr ErrorCode buffer_view_target{
    "gltf-buffer-view-target"};                                  ///< used against its target
inline constexpr ErrorCode image_missing{"gltf-image-missing"};  ///< no bytes for it
inline constexpr ErrorCode image_data{"gltf-image-data"};        ///< not what it claims to be
inline constexpr ErrorCode image_unknown{"gltf-image-unknown"};  ///< no kind of image that is known
inline constexpr ErrorCode image_type{"gltf-image-type"};        ///< not of the media type it says
inline constexpr ErrorCode image_fallback{"gltf-image-fallback"};  ///< the plain image is used
inline constexpr ErrorCode image_transfer{
    "gltf-image-transfer"};  ///< a KTX2 image's colour space is not that of its use
inline constexpr ErrorCode image_view_stride{"gltf-image-view-stride"};  ///< view with a stride

// Accessors
inline constexpr ErrorCode accessor_range{"gltf-accessor-range"};    ///< ends past its view
inline constexpr ErrorCode accessor_stride{"gltf-accessor-stride"};  ///< stride below the element
inline constexpr ErrorCode accessor_alignment{
    "gltf-accessor-alignment"};  ///< not at a multiple of its component
inline constexpr ErrorCode accessor_type{"gltf-accessor-type"};      ///< not what its user needs
inline constexpr ErrorCode accessor_format{"gltf-accessor-format"};  ///< legal to read, not legal
inline constexpr ErrorCode accessor_usage{"gltf-accessor-usage"};    ///< used for two things
inline constexpr ErrorCode accessor_nonfinite{"gltf-accessor-nonfinite"};  ///< NaN or infinity
inline constexpr ErrorCode accessor_bounds{"gltf-accessor-bounds"};        ///< min or max is wrong
inline constexpr ErrorCode accessor_bounds_length{
    "gltf-accessor-bounds-length"};  ///< min or max of another size
inline constexpr ErrorCode accessor_no_bounds{
    "gltf-accessor-no-bounds"};                                      ///< min and max are needed
inline constexpr ErrorCode accessor_values{"gltf-accessor-values"};  ///< not unit, not clamped
inline constexpr ErrorCode sparse_range{"gltf-sparse-range"};        ///< sparse part out of range
inline constexpr ErrorCode sparse_order{"gltf-sparse-order"};        ///< indices do not rise
inline constexpr ErrorCode meshopt_layout{
    "gltf-meshopt-layout"};  ///< stride, count, mode, filter and length do not fit
inline constexpr ErrorCode meshopt_data{"gltf-meshopt-data"};  ///< no such compressed data
inline constexpr ErrorCode draco_data{"gltf-draco-data"};      ///< no such compressed mesh
inline constexpr ErrorCode draco_counts{
    "gltf-draco-counts"};  ///< the compressed mesh is of another size than its accessors
inline constexpr ErrorCode accessor_no_data{
    "gltf-accessor-no-data"};                                  ///< zeros where they can't be used
inline constexpr ErrorCode zero_limit{"gltf-zero-limit"};      ///< zeros beyond ImportLimits
inline constexpr ErrorCode decode_limit{"gltf-decode-limit"};  ///< all of it beyond them
inline constexpr ErrorCode cancelled{"gltf-cancelled"};        ///< LoadOptions::progress said so
inline constexpr ErrorCode work_limit{"gltf-work-limit"};      ///< repeats its data beyond reason

// Meshes, skins, nodes, scenes
inline constexpr ErrorCode mesh_attribute{"gltf-mesh-attribute"};  ///< a name that can't be
inline constexpr ErrorCode mesh_layout{"gltf-mesh-layout"};        ///< strides, gaps in sets
inline constexpr ErrorCode mesh_counts{"gltf-mesh-counts"};        ///< streams of several lengths
inline constexpr ErrorCode mesh_targets{"gltf-mesh-targets"};      ///< morph targets don't fit
inline constexpr ErrorCode mesh_target_names{
    "gltf-mesh-target-names"};  ///< extras.targetNames doesn't fit
inline constexpr ErrorCode mesh_no_positions{"gltf-mesh-no-positions"};  ///< nothing to draw
inline constexpr ErrorCode mesh_mode{"gltf-mesh-mode"};          ///< count does not fit the mode
inline constexpr ErrorCode mesh_tangents{"gltf-mesh-tangents"};  ///< no tangent space
inline constexpr ErrorCode mesh_tangents_made{
    "gltf-mesh-tangents-made"};  ///< a normal map without tangents
inline constexpr ErrorCode mesh_tangents_unused{
    "gltf-mesh-tangents-unused"};                                ///< tangents without normals
inline constexpr ErrorCode index_range{"gltf-index-range"};      ///< no such vertex
inline constexpr ErrorCode index_restart{"gltf-index-restart"};  ///< the restart value
inline constexpr ErrorCode skin_joints{"gltf-skin-joints"};      ///< joints don't make a tree
inline constexpr ErrorCode skin_matrices{"gltf-skin-matrices"};  ///< inverse binds don't fit
inline constexpr ErrorCode skin_mesh{"gltf-skin-mesh"};          ///< skin and mesh don't fit
inline constexpr ErrorCode skin_unused{"gltf-skin-unused"};      ///< joints on a node without skin
inline constexpr ErrorCode skin_placement{
    "gltf-skin-placement"};  ///< a skinned mesh that nodes would move
inline constexpr ErrorCode skin_influences{"gltf-skin-influences"};  ///< more than four joints
inline constexpr ErrorCode joint_range{"gltf-joint-range"};          ///< no such joint
inline constexpr ErrorCode weight_sum{"gltf-weight-sum"};            ///< weights don't sum to 1
inline constexpr ErrorCode node_loop{"gltf-node-loop"};              ///< its own ancestor
inline constexpr ErrorCode node_shared{"gltf-node-shared"};          ///< child of two
inline constexpr ErrorCode node_matrix{"gltf-node-matrix"};          ///< can't be TRS
inline constexpr ErrorCode node_instances{
    "gltf-node-instances"};  ///< instance attributes of unequal counts
inline constexpr ErrorCode node_rotation{"gltf-node-rotation"};  ///< not a unit quaternion
inline constexpr ErrorCode scene_root{"gltf-scene-root"};        ///< a root that has a parent

// Materials, cameras, lights, animations
inline constexpr ErrorCode material_uv{"gltf-material-uv"};  ///< needs a UV set that is absent
inline constexpr ErrorCode material_unused{"gltf-material-unused"};  ///< does nothing
inline constexpr ErrorCode texcoord_set{"gltf-texcoord-set"};  ///< beyond the four that are kept
inline constexpr ErrorCode camera_negative{"gltf-camera-negative"};      ///< mirrors
inline constexpr ErrorCode camera_values{"gltf-camera-values"};          ///< planes or extents
inline constexpr ErrorCode light_values{"gltf-light-values"};            ///< cone angles
inline constexpr ErrorCode animation_target{"gltf-animation-target"};    ///< can't be driven
inline constexpr ErrorCode animation_sampler{"gltf-animation-sampler"};  ///< keys don't fit
inline constexpr ErrorCode animation_times{"gltf-animation-times"};      ///< don't rise from 0

// Export
inline constexpr ErrorCode export_value{"gltf-export-value"};  ///< not finite, or not allowed
inline constexpr ErrorCode export_reference{"gltf-export-reference"};  ///< leads nowhere
inline constexpr ErrorCode export_text{"gltf-export-text"};            ///< no UTF-8, or no JSON
inline constexpr ErrorCode export_hierarchy{"gltf-export-hierarchy"};  ///< nodes make no tree
inline constexpr ErrorCode export_shape{"gltf-export-shape"};          ///< parts that don't fit
inline constexpr ErrorCode export_image{"gltf-export-image"};          ///< nothing to write of it
inline constexpr ErrorCode export_left_out{"gltf-export-left-out"};  ///< an extension's references
inline constexpr ErrorCode export_size{"gltf-export-size"};          ///< beyond 4 GiB
inline constexpr ErrorCode export_file{"gltf-export-file"};          ///< not a place for it
inline constexpr ErrorCode export_overwrite{"gltf-export-overwrite"};  ///< would replace a source

}  // namespace diorama::gltf::codes
