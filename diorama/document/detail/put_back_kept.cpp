// SPDX-License-Identifier: MIT
#include "diorama/document/detail/put_back_kept.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "diorama/document/detail/name_set.hpp"

namespace diorama::document::detail {
namespace {

/// \p kept as it goes back into a file.
ComponentRecord written_back(const KeptComponent& kept, const EntityNumbers& numbers) {
    ComponentRecord record = kept.record;
    auto reference = kept.references.begin();
    for (Field& field : record.fields) {
        if (field.kind() == FieldKind::entity && reference != kept.references.end())
            field.set(numbers.find(*reference++));
    }
    return record;
}

/// An element and the position it had in a list.
template <class T>
using Placed = std::pair<std::size_t, T>;

/// Puts each of \p kept, whose positions ascend, at its position of \p list, or at its end.
template <class T>
void put_back(std::vector<T>& list, std::vector<Placed<T>> kept) {
    std::vector<T> merged;
    merged.reserve(list.size() + kept.size());
    auto next = kept.begin();
    for (T& own : list) {
        while (next != kept.end() && next->first <= merged.size())
            merged.push_back(std::move((next++)->second));
        merged.push_back(std::move(own));
    }
    for (; next != kept.end(); ++next)
        merged.push_back(std::move(next->second));
    list = std::move(merged);
}

void put_fields_back(ComponentRecord& component, std::span<const KeptField> kept,
                     const EntityNumbers& numbers) {
    NameSet names;
    for (const Field& field : component.fields)
        (void)names.add(field.name());
    std::vector<Placed<Field>> fields;
    for (const KeptField& field : kept) {
        if (!names.add(field.field.name())) continue;
        Field copy = field.field;
        if (copy.kind() == FieldKind::entity) copy.set(numbers.find(field.reference));
        fields.emplace_back(field.position, std::move(copy));
    }
    put_back(component.fields, std::move(fields));
}

void put_components_back(EntityRecord& entity, std::span<const KeptComponent> kept,
                         const EntityNumbers& numbers) {
    NameSet names;
    for (const ComponentRecord& component : entity.components)
        (void)names.add(component.name.view());
    std::vector<Placed<ComponentRecord>> components;
    for (const KeptComponent& component : kept) {
        if (names.add(component.record.name.view()))
            components.emplace_back(component.position, written_back(component, numbers));
    }
    put_back(entity.components, std::move(components));
}

}  // namespace

void put_back_kept(EntityRecord& entity, const KeptRecords& kept, const EntityNumbers& numbers) {
    for (auto first = kept.fields.begin(); first != kept.fields.end();) {
        const auto last = std::find_if(first, kept.fields.end(), [&](const KeptField& field) {
            return field.component != first->component;
        });
        if (ComponentRecord* const component = entity.find(first->component.view()))
            put_fields_back(*component, {first, last}, numbers);
        first = last;
    }
    put_components_back(entity, kept.components, numbers);
}

}  // namespace diorama::document::detail
