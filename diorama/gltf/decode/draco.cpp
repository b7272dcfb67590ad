// SPDX-License-Identifier: MIT
#include <draco/compression/decode.h>

#include <cstring>
#include <exception>

#include "diorama/gltf/detail/compression.hpp"
#include "diorama/gltf/detail/with_component.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// Reads bytes from the front of a text that may end anywhere.
class Front {
  public:
    explicit Front(std::span<const std::byte> data) : data_(data) {}

    std::optional<std::uint32_t> byte() {
        if (at_ >= data_.size()) return std::nullopt;
        return static_cast<std::uint32_t>(data_[at_++]);
    }
    /// Seven bits per byte, the lowest first.
    std::optional<std::uint64_t> varint() {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            const std::optional<std::uint32_t> next = byte();
            if (!next) return std::nullopt;
            value |= std::uint64_t{*next & 0x7f} << shift;
            if ((*next & 0x80) == 0) return value;
        }
        return std::nullopt;
    }
    void skip(std::size_t bytes) { at_ += bytes; }

  private:
    std::span<const std::byte> data_;
    std::size_t at_ = 0;
};

draco::DataType data_type(ComponentType type) {
    switch (type) {
        case ComponentType::i8:
            return draco::DT_INT8;
        case ComponentType::u8:
            return draco::DT_UINT8;
        case ComponentType::i16:
            return draco::DT_INT16;
        case ComponentType::u16:
            return draco::DT_UINT16;
        case ComponentType::u32:
            return draco::DT_UINT32;
        case ComponentType::f32:
            return draco::DT_FLOAT32;
    }
    return draco::DT_INVALID;
}

/// Copies the values of \p from, one per point, as C; false where one is not there or no C.
template <class C>
bool copy_values(const draco::PointAttribute& from, std::uint32_t points, std::size_t components,
                 bool as_stored, std::byte* out) {
    const std::int64_t size = static_cast<std::int64_t>(components * sizeof(C));
    const auto available = static_cast<std::int64_t>(from.buffer()->data_size());
    for (std::uint32_t point = 0; point < points; ++point) {
        const draco::AttributeValueIndex value = from.mapped_index(draco::PointIndex(point));
        if (value.value() >= from.size()) return false;
        const std::int64_t first = from.GetBytePos(value);
        const std::int64_t taken = as_stored ? size : from.byte_stride();
        if (first < 0 || first > available - taken) return false;
        C numbers[4] = {};
        if (as_stored) {
            std::memcpy(numbers, from.GetAddress(value), static_cast<std::size_t>(size));
        } else if (!from.ConvertValue<C>(value, static_cast<std::int8_t>(components), numbers)) {
            return false;
        }
        std::memcpy(out, numbers, static_cast<std::size_t>(size));
        out += size;
    }
    return true;
}

bool copy_values(const draco::PointAttribute& from, std::uint32_t points, const Accessor& accessor,
                 std::byte* out) {
    // libdraco reads any byte as a bool, whatever it holds.
    if (from.data_type() == draco::DT_BOOL) return false;
    const std::size_t components = component_count(accessor.type);
    const bool as_stored = from.data_type() == data_type(accessor.component_type);
    return with_component(accessor.component_type, [&]<class C>(C) {
        return copy_values<C>(from, points, components, as_stored, out);
    });
}

/// Writes the corners of all faces as C; false where one is no C or no point.
template <class C>
bool copy_indices(const draco::Mesh& mesh, std::byte* out) {
    for (std::uint32_t f = 0; f < mesh.num_faces(); ++f) {
        for (const draco::PointIndex& corner : mesh.face(draco::FaceIndex(f))) {
            const auto index = static_cast<C>(corner.value());
            if (index != corner.value() || corner.value() >= mesh.num_points()) return false;
            std::memcpy(out, &index, sizeof(C));
            out += sizeof(C);
        }
    }
    return true;
}

std::unexpected<Error> other_count(std::uint64_t found, const char* what, const Accessor& accessor,
                                   const std::string& at) {
    return fail(codes::draco_counts,
                "found " + std::to_string(found) + " " + what +
                    " in the compressed mesh, expected " + std::to_string(accessor.count),
                at, "compress the file again");
}

Result<std::vector<std::byte>> indices_of(const draco::Mesh& mesh, const Accessor& accessor,
                                          const std::string& at) {
    const std::uint64_t indices = std::uint64_t{mesh.num_faces()} * 3;
    if (indices != accessor.count) return other_count(indices, "indices", accessor, at);
    std::vector<std::byte> out(indices * component_size(accessor.component_type));
    bool good = false;
    if (accessor.type == ElementType::scalar) {
        switch (accessor.component_type) {
            case ComponentType::u8:
                good = copy_indices<std::uint8_t>(mesh, out.data());
                break;
            case ComponentType::u16:
                good = copy_indices<std::uint16_t>(mesh, out.data());
                break;
            case ComponentType::u32:
                good = copy_indices<std::uint32_t>(mesh, out.data());
                break;
            default:
                break;
        }
    }
    if (good) return out;
    return fail(codes::draco_data,
                "found indices that the accessor's type can't hold, expected unsigned SCALARs of " +
                    std::string("enough bits"),
                at, "compress the file again");
}

Result<std::vector<std::byte>> values_of(const draco::Mesh& mesh, const Accessor& accessor,
                                         const std::string& at) {
    const draco::PointAttribute* const attribute = mesh.GetAttributeByUniqueId(accessor.draco_id);
    if (attribute == nullptr || attribute->buffer() == nullptr)
        return fail(codes::draco_data,
                    "found no attribute with the id " + std::to_string(accessor.draco_id) +
                        " in the compressed mesh",
                    at, "compress the file again");
    if (mesh.num_points() != accessor.count)
        return other_count(mesh.num_points(), "vertices", accessor, at);
    const std::size_t components = component_count(accessor.type);
    if (components > 4 || attribute->num_components() != static_cast<int>(components))
        return fail(codes::draco_data,
                    "found an attribute of " + std::to_string(attribute->num_components()) +
                        " components in the compressed mesh, expected " +
                        std::to_string(components),
                    at, "compress the file again");
    std::vector<std::byte> out(accessor.count * components *
                               component_size(accessor.component_type));
    if (copy_values(*attribute, mesh.num_points(), accessor, out.data())) return out;
    return fail(codes::draco_data,
                "found values in the compressed mesh that are missing or that the accessor's type "
                "can't hold",
                at, "compress the file again");
}

}  // namespace

std::optional<DracoCounts> peek_draco(std::span<const std::byte> data) noexcept {
    constexpr std::uint32_t kMesh = 1;
    constexpr std::uint32_t kSequential = 0;
    constexpr std::uint32_t kMetadata = 0x80;  // in the second byte of the flags
    if (data.size() < 11 || std::memcmp(data.data(), "DRACO", 5) != 0) return std::nullopt;
    Front front(data);
    front.skip(5);
    const auto major = front.byte();
    const auto minor = front.byte();
    const auto type = front.byte();
    const auto method = front.byte();
    front.skip(1);
    const auto flags = front.byte();
    if (major != 2u || minor != 2u || type != kMesh || (*flags & kMetadata) != 0)
        return std::nullopt;
    if (method == kSequential) {
        const auto faces = front.varint();
        const auto points = front.varint();
        if (!faces || !points) return std::nullopt;
        return DracoCounts{*faces, *points};
    }
    front.skip(1);  // how the edges are traversed
    const auto vertices = front.varint();
    const auto faces = front.varint();
    if (!faces || !vertices) return std::nullopt;
    return DracoCounts{*faces, *vertices};
}

struct DracoMesh::Mesh {
    std::unique_ptr<draco::Mesh> mesh;
};

DracoMesh::DracoMesh(std::unique_ptr<Mesh> mesh) noexcept : mesh_(std::move(mesh)) {}
DracoMesh::DracoMesh(DracoMesh&&) noexcept = default;
DracoMesh& DracoMesh::operator=(DracoMesh&&) noexcept = default;
DracoMesh::~DracoMesh() = default;

Result<DracoMesh> DracoMesh::decode(std::span<const std::byte> data, const std::string& at) {
    const auto refuse = [&](std::string_view why) {
        return fail(codes::draco_data,
                    "found " + std::to_string(data.size()) +
                        " bytes that are no Draco mesh: " + std::string(why),
                    at, "compress the file again");
    };
    try {
        draco::DecoderBuffer buffer;
        buffer.Init(reinterpret_cast<const char*>(data.data()), data.size());
        const auto type = draco::Decoder::GetEncodedGeometryType(&buffer);
        if (!type.ok()) return refuse(type.status().error_msg_string());
        if (type.value() != draco::TRIANGULAR_MESH) return refuse("it holds no triangles");
        draco::Decoder decoder;
        auto mesh = decoder.DecodeMeshFromBuffer(&buffer);
        if (!mesh.ok()) return refuse(mesh.status().error_msg_string());
        auto kept = std::make_unique<Mesh>();
        kept->mesh = std::move(mesh).value();
        return DracoMesh(std::move(kept));
    } catch (const std::exception& error) {
        // What hostile counts make the library ask for may be more than there is.
        return refuse(error.what());
    }
}

Result<std::vector<std::byte>> DracoMesh::elements(const Accessor& accessor,
                                                   const std::string& at) const {
    return accessor.draco_id == kDracoIndices ? indices_of(*mesh_->mesh, accessor, at)
                                              : values_of(*mesh_->mesh, accessor, at);
}

}  // namespace diorama::gltf::detail
