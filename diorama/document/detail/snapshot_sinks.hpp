// SPDX-License-Identifier: MIT
/// \file
/// Where a Snapshot's records go: DocSink, WriterSink.
///
/// Where a sink stands goes from call to call as `to`, which has room for `rest` bytes more, so
/// that it stays in a register.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/byte_sink.hpp"
#include "diorama/document/detail/direct_format.hpp"
#include "diorama/document/detail/record_check.hpp"
#include "diorama/document/detail/record_scratch.hpp"
#include "diorama/document/detail/scene_type.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document::detail {

/// Makes records into a document.
struct DocSink {
    SceneDoc& doc;

    /// What writes a component of \p type without its record.
    static DirectWrite direct(const SceneType& /*type*/) { return {}; }
    /// Called between entities, now and then.
    static void look_ahead() {}
    /// Begins an entity that \p components follow.
    char* entity(std::size_t components, std::size_t /*rest*/) {
        doc.entities.emplace_back().components.reserve(components);
        return nullptr;
    }
    /// Takes a component; where the sink then stands.
    char* component(const RecordView& record, char* /*to*/, std::size_t /*rest*/) {
        doc.entities.back().components.push_back(copy_of(record));
        return nullptr;
    }
    /// Where it stands after a component that was written by \p direct; null where that was not.
    static char* write(const DirectWrite& /*direct*/, char* /*to*/, std::size_t /*rest*/,
                       const void* /*value*/, const EntityNumbers& /*numbers*/,
                       std::uint32_t /*version*/) {
        return nullptr;
    }
    /// Ends the entity.
    static void end(char* /*to*/) {}
    /// Whether entities are taken in rows; see WriterSink::begin_rows().
    static constexpr bool kTakesRows = false;
};

/// Makes records into bytes by one of the writers, and finds what no reader would read back.
template <class Writer>
struct WriterSink {
    ByteSink& out;
    Writer& writer;
    RecordCheck& check;
    std::size_t entities;
    std::size_t begun = 0;
    bool expecting = false;

    static DirectWrite direct(const SceneType& type) { return Writer::direct(type); }
    void look_ahead() {
        if (expecting || begun < Writer::kSample) return;
        // The others will not be much larger than these on average: in text, by the digits of their
        // numbers. What is not written is not touched.
        out.expect(out.written() / begun * (entities + entities / 16));
        expecting = true;
    }
    char* entity(std::size_t components, std::size_t rest) {
        ++begun;
        return writer.begin(components, rest);
    }
    char* component(const RecordView& record, char* to, std::size_t rest) {
        out.advance(to);
        check.resume(begun - 1);
        check.component(record);
        writer.component(record);
        return out.room(rest);
    }
    char* write(const DirectWrite& direct, char* to, std::size_t rest, const void* value,
                const EntityNumbers& numbers, std::uint32_t version) {
        if (direct.function == nullptr) return nullptr;
        return direct.function(out, to, rest, value, numbers, version);
    }
    void end(char* to) { out.advance(to); }
    static constexpr bool kTakesRows = requires { &Writer::begin_rows; };
    static constexpr std::uint32_t kEntityBytes = [] {
        if constexpr (kTakesRows) return Writer::kEntityBytes;
        return 0u;
    }();
    /// See BinaryWriter::begin_rows().
    char* begin_rows(std::span<std::uint32_t> sizes, std::size_t components, std::size_t bytes)
        requires kTakesRows
    {
        return writer.begin_rows(sizes, static_cast<std::uint32_t>(components), bytes);
    }
    /// Ends them, so many \p rows, at \p to; without that, none of them is written.
    void end_rows(std::size_t rows, char* to)
        requires kTakesRows
    {
        begun += rows;
        out.advance(to);
    }
};

}  // namespace diorama::document::detail
