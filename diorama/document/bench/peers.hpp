// SPDX-License-Identifier: MIT
/// \file
/// What else saves and loads the scenes of the benchmarks: a hand-written JSON pair and, where it
/// is installed, EnTT's snapshot.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "diorama/document/bench/scene_columns.hpp"

namespace diorama::document::bench {

/// Writes \p columns as a compact JSON array of objects, floats as short as std::to_chars has them.
void json_save(const Columns& columns, std::string& result);
/// Reads them back with simdjson on demand; \p json has room behind it, as simdjson asks for.
void json_load(const std::string& json, bool rich, Columns& columns);
/// Parses \p json into simdjson's own document; the number of elements.
std::size_t json_parse(const std::string& json);

/// A scene in an EnTT registry, saved and loaded by EnTT's snapshot with an archive over bytes.
class EnttScene {
  public:
    /// Whether EnTT was there when this was compiled; otherwise nothing below may be called.
    static const bool kAvailable;

    explicit EnttScene(const Columns& columns);
    ~EnttScene();
    /// Saves it to \p bytes.
    void save(std::vector<char>& bytes) const;
    /// Loads \p bytes into an empty registry, whose making and end \p seconds does not count. The
    /// number of entities loaded.
    static std::size_t load(const std::vector<char>& bytes, double& seconds);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Processor time of this thread in seconds, so that other work on the machine does not count.
[[nodiscard]] double thread_seconds() noexcept;

}  // namespace diorama::document::bench
