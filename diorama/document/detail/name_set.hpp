// SPDX-License-Identifier: MIT
/// \file
/// Duplicate names found: NameSet.
#pragma once

#include <string_view>
#include <unordered_set>
#include <vector>

namespace diorama::document::detail {

/// The names met so far in one record. A handful are compared one by one; above that, so that a
/// hostile record costs no more than its size, they are hashed.
class NameSet {
  public:
    /// Forgets all names.
    void clear() noexcept {
        few_.clear();
        if (!many_.empty()) many_.clear();
    }

    /// Adds \p name, which must outlive the set's use of it; false where it is there already.
    bool add(std::string_view name) {
        if (few_.size() < kFew) {
            for (const std::string_view known : few_) {
                if (known == name) return false;
            }
            few_.push_back(name);
            return true;
        }
        if (many_.empty()) many_.insert(few_.begin(), few_.end());
        return many_.insert(name).second;
    }

  private:
    static constexpr std::size_t kFew = 16;

    std::vector<std::string_view> few_;
    std::unordered_set<std::string_view> many_;
};

}  // namespace diorama::document::detail
