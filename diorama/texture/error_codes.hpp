// SPDX-License-Identifier: MIT
/// \file
/// The codes of texture's errors. Causes and remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"

namespace diorama::texture::codes {

inline constexpr ErrorCode unknown_format{
    "texture-unknown-format"};  ///< the first bytes are of no image file known here
inline constexpr ErrorCode unsupported_format{
    "texture-unsupported-format"};  ///< a known kind of file that is not decoded here
inline constexpr ErrorCode decode_failed{
    "texture-decode-failed"};                               ///< truncated or corrupt image data
inline constexpr ErrorCode too_large{"texture-too-large"};  ///< over ImageLimits
inline constexpr ErrorCode encode_failed{"texture-encode-failed"};  ///< the image can't be written

inline constexpr ErrorCode ktx2_identifier{"ktx2-identifier"};  ///< no KTX 2.0 file
inline constexpr ErrorCode ktx2_truncated{"ktx2-truncated"};  ///< a part beyond the end of the file
inline constexpr ErrorCode ktx2_format{"ktx2-format"};  ///< a vkFormat that may not stand there
inline constexpr ErrorCode ktx2_format_unknown{
    "ktx2-format-unknown"};                                     ///< a vkFormat not known here
inline constexpr ErrorCode ktx2_type_size{"ktx2-type-size"};    ///< not that of the format
inline constexpr ErrorCode ktx2_dimensions{"ktx2-dimensions"};  ///< sizes that do not go together
inline constexpr ErrorCode ktx2_array_3d{"ktx2-array-3d"};      ///< an array of 3D textures
inline constexpr ErrorCode ktx2_face_count{"ktx2-face-count"};  ///< neither 1 nor 6
inline constexpr ErrorCode ktx2_level_count{
    "ktx2-level-count"};                                ///< more levels than halvings, or none
inline constexpr ErrorCode ktx2_scheme{"ktx2-scheme"};  ///< no supercompression scheme
inline constexpr ErrorCode ktx2_scheme_vendor{"ktx2-scheme-vendor"};  ///< a vendor's own scheme
inline constexpr ErrorCode ktx2_index{"ktx2-index"};  ///< a part elsewhere than it belongs
inline constexpr ErrorCode ktx2_level_order{"ktx2-level-order"};    ///< levels in another order
inline constexpr ErrorCode ktx2_level_offset{"ktx2-level-offset"};  ///< a level elsewhere
inline constexpr ErrorCode ktx2_level_length{"ktx2-level-length"};  ///< not its size in texels
inline constexpr ErrorCode ktx2_descriptor_size{
    "ktx2-descriptor-size"};  ///< lengths of blocks that are wrong
inline constexpr ErrorCode ktx2_descriptor_missing{
    "ktx2-descriptor-missing"};  ///< no basic descriptor
inline constexpr ErrorCode ktx2_descriptor_version{"ktx2-descriptor-version"};  ///< not version 1.3
inline constexpr ErrorCode ktx2_descriptor_ignored{
    "ktx2-descriptor-ignored"};                               ///< blocks that are not read
inline constexpr ErrorCode ktx2_transfer{"ktx2-transfer"};    ///< not of the format
inline constexpr ErrorCode ktx2_primaries{"ktx2-primaries"};  ///< no known colour primaries
inline constexpr ErrorCode ktx2_model{"ktx2-model"};          ///< not of the format
inline constexpr ErrorCode ktx2_block{"ktx2-block"};          ///< not the block of the format
inline constexpr ErrorCode ktx2_planes{"ktx2-planes"};        ///< not the bytes of a block
inline constexpr ErrorCode ktx2_planes_unsized{
    "ktx2-planes-unsized"};                                       ///< 0 as older revisions had it
inline constexpr ErrorCode ktx2_not_decoded{"ktx2-not-decoded"};  ///< in order, and can't be drawn
inline constexpr ErrorCode ktx2_samples{"ktx2-samples"};          ///< a wrong number of samples
inline constexpr ErrorCode ktx2_sample{"ktx2-sample"};            ///< a field of a sample
inline constexpr ErrorCode ktx2_padding{"ktx2-padding"};      ///< bytes between parts other than 0
inline constexpr ErrorCode ktx2_entry{"ktx2-entry"};          ///< a key and value of wrong form
inline constexpr ErrorCode ktx2_key{"ktx2-key"};              ///< a key that may not stand there
inline constexpr ErrorCode ktx2_key_order{"ktx2-key-order"};  ///< keys not sorted
inline constexpr ErrorCode ktx2_value{"ktx2-value"};  ///< a value that its key does not allow
inline constexpr ErrorCode ktx2_value_ignored{"ktx2-value-ignored"};    ///< a value without effect
inline constexpr ErrorCode ktx2_writer_missing{"ktx2-writer-missing"};  ///< no KTXwriter
inline constexpr ErrorCode ktx2_global_data{"ktx2-global-data"};        ///< codebooks of wrong size
inline constexpr ErrorCode ktx2_slice{"ktx2-slice"};                    ///< an image's slices
inline constexpr ErrorCode ktx2_inflate{"ktx2-inflate"};      ///< a level that does not inflate
inline constexpr ErrorCode ktx2_transcode{"ktx2-transcode"};  ///< damaged ETC1S or UASTC data
inline constexpr ErrorCode ktx2_gltf{"ktx2-gltf"};            ///< not as KHR_texture_basisu asks

}  // namespace diorama::texture::codes
