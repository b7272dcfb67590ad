// SPDX-License-Identifier: MIT
#include "diorama/document/detail/text_cursor.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <span>

#include "diorama/core/signature.hpp"
#include "diorama/document/detail/entity_lines.hpp"
#include "diorama/document/detail/utf8.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/excerpt.hpp"
#include "diorama/document/float_text.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document::detail {
namespace {

constexpr std::string_view kWord = "cinder-scene";

}  // namespace

TextCursor::TextCursor(std::string_view text, Findings& findings, bool checked)
    : findings_(findings), text_(text) {
    if (text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3);
    sound_ = checked || invalid_utf8_at(text_) == text_.size();
    read_header();
}

bool TextCursor::next_line() {
    if (text_.empty()) return false;
    const void* const found = std::memchr(text_.data(), '\n', text_.size());
    begin_ = at_ = text_.data();
    end_ = found != nullptr ? static_cast<const char*>(found) : text_.data() + text_.size();
    text_.remove_prefix(static_cast<std::size_t>(end_ - begin_) + (found != nullptr ? 1 : 0));
    if (end_ != begin_ && end_[-1] == '\r') --end_;
    ++line_;
    return true;
}

void TextCursor::read_header() {
    const std::string hint = "a scene's first line is `cinder-scene` and its version";
    if (!next_line()) {
        findings_.error(codes::header, "missing header: found nothing, expected `cinder-scene 2`",
                        findings_.at_line(1, 1), hint);
        return;
    }
    const std::string_view word = take_token();
    skip_blanks();
    const std::string_view number = take_token();
    skip_blanks();
    const auto [stop, wrong] =
        std::from_chars(number.data(), number.data() + number.size(), version_);
    const bool whole = wrong == std::errc() && stop == number.data() + number.size();
    if (word == kWord && whole && at_ == end_) return;
    // What is a scene but for its header is quoted; anything else is called by its name.
    const std::optional<Signature> kind =
        word == kWord ? std::nullopt
                      : signature_of(std::as_bytes(std::span(begin_, text_.data() + text_.size())));
    fault(codes::header, begin_,
          "missing header: found " +
              (kind ? std::string(kind->name) : excerpt(view(begin_, end_))) +
              ", expected `cinder-scene 2`",
          kind && !kind->remedy.empty() ? std::string(kind->remedy) : hint);
    text_ = {};  // this is no scene; faults in what follows would say nothing
}

const char* TextCursor::component_at() const noexcept {
    if (entities_ == 0 || components_ >= SceneLimits::components || findings_.full())
        return nullptr;
    for (const char& c : text_) {
        if (!is_blank(c)) return &c;
    }
    return nullptr;
}

RecordView TextCursor::read_again(const char* at, std::uint64_t line) {
    text_ = view(at, end());
    line_ = line - 1;
    entities_ = std::max<std::size_t>(entities_, 1);  // some entity is open
    components_ = 0;
    (void)next_line();
    (void)read_line();
    return record_.view();
}

/// Takes a line that opens the next entity, written as the writer does; false where another comes.
bool TextCursor::take_next_entity() noexcept {
    constexpr std::string_view kOpening = "entity ";
    if (!text_.starts_with(kOpening) || entities_ == SceneLimits::entities) return false;
    const char* const end = text_.data() + text_.size();
    std::uint64_t index = 0;
    const auto [stop, wrong] = std::from_chars(text_.data() + kOpening.size(), end, index);
    if (wrong != std::errc() || index != entities_ || stop == end || *stop != '\n') return false;
    text_ = view(stop + 1, end);
    ++line_;
    ++entities_;
    components_ = 0;
    return true;
}

RecordEvent TextCursor::next() {
    if (!findings_.full() && take_next_entity()) return RecordEvent::entity;
    while (!findings_.full() && next_line()) {
        if (!sound_) {
            const std::string_view line = view(begin_, end_);
            const std::size_t bad = invalid_utf8_at(line);
            if (bad != line.size()) {
                if (report_bad_utf8(bad)) return RecordEvent::entity;
                continue;
            }
        }
        const RecordEvent event = read_line();
        if (event != RecordEvent::end) return event;
    }
    return RecordEvent::end;
}

/// Adds an error about byte number \p bad of the current line, which names what it stands in.
/// Whether the line opens an entity, to which what follows belongs all the same.
bool TextCursor::report_bad_utf8(std::size_t bad) {
    const std::string_view line = view(begin_, end_);
    skip_blanks();
    std::string subject;
    const std::string_view token = take_token();
    const Opening opening = opening_of(line);
    if (entities_ > 0 && !opening.opens && !token.starts_with('#')) {
        record_.begin(token, line_);
        char closing =
            '\0';  // of what is open: outside of quotes and brackets, a blank ends a field
        std::string_view field;
        for (std::size_t at = static_cast<std::size_t>(at_ - begin_), first = at; at < bad; ++at) {
            const char c = line[at];
            if (closing == '"' && c == '\\')
                ++at;
            else if (closing != '\0')
                closing = c == closing ? '\0' : closing;
            else if (c == '"' || c == '[')
                closing = c == '"' ? '"' : ']';
            else if (is_blank(c))
                first = at + 1, field = {};
            else if (c == '=' && field.empty())
                field = line.substr(first, at - first);
        }
        field_ = field;
        subject = here() + ": ";
    }
    fault(codes::utf8, begin_ + bad, subject + "line is not valid UTF-8", "save the file as UTF-8");
    if (!opening.opens || entities_ == SceneLimits::entities) return false;
    end_of_indices_ = std::max(end_of_indices_, end_of(index_in(opening.index)));
    ++entities_;
    components_ = 0;
    return true;
}

/// Reads the current line; `end` where it holds nothing or is faulty.
RecordEvent TextCursor::read_line() {
    skip_blanks();
    if (at_ == end_ || *at_ == '#') return RecordEvent::end;
    const char* const first = at_;
    const std::string_view token = take_token();
    if (const Opening opening = opening_of(view(begin_, end_)); opening.opens)
        return open_entity(opening);
    if (entities_ == 0) {
        fault(codes::syntax, first,
              "found component " + excerpt(token) + " before the first `entity 0`");
        return RecordEvent::end;
    }
    if (components_ > SceneLimits::components) return RecordEvent::end;  // that was said
    if (++components_ > SceneLimits::components) {
        fault(codes::limit, first,
              "implausible count: more than " + std::to_string(SceneLimits::components) +
                  " components in entity " + std::to_string(entities_ - 1));
        return RecordEvent::end;
    }
    return read_component(token);
}

RecordEvent TextCursor::open_entity(const Opening& opening) {
    if (entities_ == SceneLimits::entities) {
        fault(
            codes::limit, opening.word.data(),
            "implausible count: more than " + std::to_string(SceneLimits::entities) + " entities");
        text_ = {};
        return RecordEvent::end;
    }
    if (opening.misspelt)
        fault(codes::syntax, opening.word.data(),
              "found " + excerpt(opening.word) + ", expected `entity`",
              "did you mean " + excerpt("entity " + std::string(opening.index)) + "?");
    check_index(opening.index);
    ++entities_;
    components_ = 0;
    return RecordEvent::entity;
}

void TextCursor::check_index(std::string_view text) {
    const std::optional<std::uint64_t> index = index_in(text);
    end_of_indices_ = std::max(end_of_indices_, end_of(index));
    if (!index) {
        fault(codes::syntax, text.data(),
              "found " + excerpt(text) + " after `entity`, expected the index " +
                  std::to_string(entities_));
    } else if (*index != entities_ + renumbered_) {
        fault(codes::entity_order, text.data(),
              "entity " + std::to_string(*index) + " is out of order, expected entity " +
                  std::to_string(entities_ + renumbered_),
              "entities are numbered from 0 without gaps");
        renumbered_ = *index - entities_;  // one slip is one fault, not all that follow
    }
}

/// Reads the component called \p name; `end` where it can't be told what it is.
RecordEvent TextCursor::read_component(std::string_view name) {
    record_.begin(name, line_, narrow_place(static_cast<std::uint64_t>(name.data() - begin_) + 1));
    field_ = {};
    if (!is_valid_component_name(name)) {
        at_ = begin_;
        skip_blanks();
        fault(codes::name, at_,
              "entity " + std::to_string(entities_ - 1) + ": found " + excerpt(name) +
                  ", expected `entity` or a component's name");
        return RecordEvent::end;
    }
    for (skip_blanks(); at_ != end_; skip_blanks()) {
        if (record_.fields.size() == SceneLimits::fields) {
            fault(codes::limit, at_,
                  "implausible count: more than " + std::to_string(SceneLimits::fields) +
                      " fields in " + here());
            return RecordEvent::end;
        }
        const std::size_t floats = record_.floats.size();
        if (read_field()) continue;
        record_.whole = false;
        record_.floats.resize(floats);
    }
    record_.finish();
    return RecordEvent::component;
}

/// Reads one `key=value`; false where it is at fault, and left out. Leaves the line at the next
/// blank or, where none can be trusted, its end.
bool TextCursor::read_field() {
    const char* const first = at_;
    field_ = {};
    while (at_ != end_ && *at_ != '=' && !is_blank(*at_))
        ++at_;
    const std::string_view field = view(first, at_);
    if (at_ == end_ || *at_ != '=')
        return fault(codes::syntax, first,
                     here() + ": found " + excerpt(field) + " without `=`, expected key=value");
    if (!is_valid_name(field)) {
        take_token();
        return fault(codes::name, first,
                     here() + ": found " + excerpt(field) + " before `=`, expected a field's name");
    }
    ++at_;
    const std::uint32_t place = narrow_place(static_cast<std::uint64_t>(at_ - begin_) + 1);
    const bool fresh = record_.names.add(field);
    if (!fresh)
        fault(codes::duplicate, first,
              "duplicate field: " + here() + " has " + excerpt(field) + " twice");
    field_ = field;
    FieldValue value;
    if (!read_value(value) || !fresh) return false;
    record_.fields.push_back({field, value, place});
    return true;
}

bool TextCursor::read_value(FieldValue& value) {
    const char head = at_ != end_ ? *at_ : '\0';
    bool sound = true;
    const char* const first = at_;
    if (head == '"') {
        sound = read_string(value);
    } else if (head == '[') {
        sound = read_list(value);
    } else {
        const std::string_view token = take_token();
        if (token == "true" || token == "false")
            value = token == "true";
        else if (head == '#')
            sound = read_reference(token, value);
        else
            sound = read_number(token, value);
    }
    if (sound && at_ != end_ && !is_blank(*at_)) {
        const std::string_view rest = take_token();
        sound =
            fault(codes::syntax, first,
                  here() + ": found " + excerpt(rest) + " right after the value, expected a blank");
    }
    return sound;
}

bool TextCursor::read_string(FieldValue& value) {
    const char* const quote = at_++;
    const char* run = at_;
    std::size_t start = std::string::npos;  // in record_.text, once an escape was met
    while (at_ != end_ && *at_ != '"') {
        if (*at_ != '\\') {
            ++at_;
            continue;
        }
        // Escapes only shrink text, so this is the last time the buffer moves for this line.
        if (start == std::string::npos) {
            if (record_.text.empty()) record_.text.reserve(static_cast<std::size_t>(end_ - begin_));
            start = record_.text.size();
        }
        record_.text.append(run, at_);
        const char escaped = at_ + 1 != end_ ? at_[1] : '\0';
        if (escaped != '"' && escaped != '\\' && escaped != 'n') {
            const std::string found = excerpt(view(at_, at_ + 1 != end_ ? at_ + 2 : at_ + 1));
            const bool known =
                fault(codes::syntax, at_,
                      here() + ": found escape " + found + ", expected \\\", \\\\ or \\n");
            at_ = end_;
            return known;
        }
        record_.text += escaped == 'n' ? '\n' : escaped;
        at_ += 2;
        run = at_;
    }
    if (at_ == end_) return fault(codes::syntax, quote, here() + ": unterminated quote");
    if (start == std::string::npos) {
        value = view(run, at_);
    } else {
        record_.text.append(run, at_);
        value = std::string_view(record_.text).substr(start);
    }
    ++at_;
    if (std::get<std::string_view>(value).size() > SceneLimits::string_bytes)
        return fault(codes::limit, quote,
                     here() + ": implausible count: found a string of " +
                         std::to_string(std::get<std::string_view>(value).size()) +
                         " bytes, the limit is " + std::to_string(SceneLimits::string_bytes));
    return true;
}

bool TextCursor::read_list(FieldValue& value) {
    const char* const bracket = at_++;
    const auto* const close =
        static_cast<const char*>(std::memchr(at_, ']', static_cast<std::size_t>(end_ - at_)));
    if (close == nullptr) {
        at_ = end_;
        return fault(codes::syntax, bracket, here() + ": unterminated bracket: `]` is missing");
    }
    std::size_t count = 0;
    bool sound = true;
    skip_blanks();
    while (at_ != close || count > 0) {
        skip_blanks();
        const char* const first = at_;
        while (at_ != close && *at_ != ',')
            ++at_;
        std::string_view item = view(first, at_);
        while (!item.empty() && is_blank(item.back()))
            item.remove_suffix(1);
        const Result<float> number = parse_float(item);
        if (!number && item.find('=') != std::string_view::npos) {
            // The next bracket is another field's, with which reading goes on.
            const std::size_t blank = item.find_first_of(" \t");
            at_ = blank == std::string_view::npos ? close + 1 : first + blank;
            return fault(codes::syntax, bracket, here() + ": unterminated bracket: `]` is missing");
        }
        if (!number) {
            sound = fault(codes::value, first, here() + ": in a list: " + number.error().message);
            break;
        }
        if (++count > SceneLimits::floats) {
            sound = fault(codes::limit, bracket,
                          here() + ": implausible count: more than " +
                              std::to_string(SceneLimits::floats) + " floats in a list");
            break;
        }
        record_.floats.push_back(*number);
        if (at_ == close) break;
        ++at_;
    }
    at_ = close + 1;
    value = pending_list(count);
    return sound;
}

bool TextCursor::read_reference(std::string_view token, FieldValue& value) {
    EntityIndex index;
    const char* const end = token.data() + token.size();
    const auto [stop, wrong] = std::from_chars(token.data() + 1, end, index.value);
    if (wrong != std::errc() || stop != end || index.value < -1)
        return fault(wrong == std::errc() && stop == end ? codes::reference : codes::value,
                     token.data(),
                     here() + ": found " + excerpt(token) +
                         ", expected # and an entity's index, or #-1 for none");
    highest_reference_ = std::max(highest_reference_, index.value);
    value = index;
    return true;
}

bool TextCursor::read_number(std::string_view token, FieldValue& value) {
    const std::size_t sign = token.starts_with('-') ? 1 : 0;
    const bool digits = token.size() > sign &&
                        token.find_first_not_of("0123456789", sign) == std::string_view::npos;
    if (digits) {
        std::int64_t integer = 0;
        if (std::from_chars(token.data(), token.data() + token.size(), integer).ec == std::errc()) {
            value = integer;
            return true;
        }
        return fault(
            codes::value, token.data(),
            here() + ": found " + excerpt(token) + ", expected an integer in the range of 64 bits");
    }
    const Result<float> number = parse_float(token);
    if (number) {
        value = *number;
        return true;
    }
    const bool word =
        !token.empty() && token[0] != '.' && (token[0] < '0' || token[0] > '9') && token[0] != '-';
    const bool list = !word && token.find(',') != std::string_view::npos;
    return fault(codes::value, token.empty() ? at_ : token.data(),
                 here() + ": " + number.error().message,
                 word   ? "strings are written between quotes"
                 : list ? "lists are written between `[` and `]`"
                        : "");
}

void TextCursor::skip_blanks() noexcept {
    while (at_ != end_ && is_blank(*at_))
        ++at_;
}

/// What stands before the next blank; moves behind it.
std::string_view TextCursor::take_token() noexcept {
    const char* const first = at_;
    while (at_ != end_ && !is_blank(*at_))
        ++at_;
    return view(first, at_);
}

/// Whose component, and which field of it, a message is about.
std::string TextCursor::here() const {
    std::string text = "entity " + std::to_string(entities_ - 1) + ", " + excerpt(record_.name);
    if (!field_.empty()) text.append(".").append(excerpt(field_));
    return text;
}

/// Adds an error about the character at \p at; false, for the caller to return.
bool TextCursor::fault(ErrorCode code, const char* at, std::string message, std::string hint) {
    const auto column = static_cast<std::uint64_t>(at - begin_) + 1;
    findings_.error(code, std::move(message), findings_.at_line(line_, column), std::move(hint));
    return false;
}

}  // namespace diorama::document::detail
