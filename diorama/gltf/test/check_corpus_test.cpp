// SPDX-License-Identifier: MIT
// The findings of check() on every file of the corpus beside those of the Khronos validator. What
// differs is listed, all of it, in tests/data/gltf/check_differences.tsv.
#include <simdjson.h>

#include <map>
#include <set>
#include <sstream>

#include "diorama/gltf/check.hpp"
#include "diorama/gltf/codes.hpp"
#include "diorama/gltf/test/support.hpp"

namespace diorama::gltf {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> out;
    std::istringstream stream(text);
    std::string field;
    while (std::getline(stream, field, separator))
        out.push_back(field);
    return out;
}

/// What the validator says of a file.
struct Expected {
    std::vector<std::string> errors;
    std::vector<std::string> warnings;
};

/// By path below the corpus.
std::map<std::string, Expected> expected(const std::filesystem::path& corpus) {
    std::map<std::string, Expected> out;
    std::ifstream table(corpus / "invalid" / "EXPECTED.tsv");
    std::string line;
    std::getline(table, line);  // the header
    while (std::getline(table, line)) {
        std::vector<std::string> fields = split(line, '\t');
        fields.resize(7);
        const Expected row{split(fields[3], ','), split(fields[5], ',')};
        EXPECT_EQ(row.errors.empty(), fields[1] == "0") << fields[0];
        out["invalid/" + fields[0]] = row;
    }
    simdjson::dom::parser parser;
    const simdjson::dom::element known = parser.load((corpus / "EXPECTED.json").string());
    for (const auto [path, entry] : known["files"].get_object()) {
        Expected& row = out[std::string(path)];
        for (const simdjson::dom::element each : entry["errorCodes"])
            row.errors.emplace_back(each.get_string().value());
        for (const simdjson::dom::element each : entry["warningCodes"])
            row.warnings.emplace_back(each.get_string().value());
    }
    return out;
}

/// The rows of a page's table whose first cell is a code, as the texts of their cells.
std::vector<std::vector<std::string>> page_rows() {
    std::ifstream page(std::filesystem::path(DIORAMA_TEST_DATA) / "../../docs/gltf_check.md");
    std::vector<std::vector<std::string>> out;
    std::string line;
    while (std::getline(page, line)) {
        if (!line.starts_with("| `")) continue;
        std::vector<std::string> cells;
        for (std::string& cell : split(line.substr(1), '|')) {
            std::erase(cell, '`');
            const std::size_t first = cell.find_first_not_of(' ');
            const std::size_t last = cell.find_last_not_of(' ');
            cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
        }
        out.push_back(std::move(cells));
    }
    return out;
}

/// Our codes that say what each code of the validator says.
std::map<std::string, std::set<std::string>> same_meaning() {
    std::map<std::string, std::set<std::string>> out;
    for (const auto& cells : page_rows()) {
        if (!cells[0].starts_with("gltf-")) continue;
        for (const std::string& theirs : split(cells.at(2), ' '))
            out[theirs].insert(cells[0]);
    }
    return out;
}

/// `PATH\tKIND\tCODE` of everything that is not as the validator says.
std::set<std::string> differences(const std::string& path, const Expected& row,
                                  const std::vector<Diagnostic>& found,
                                  const std::map<std::string, std::set<std::string>>& same) {
    std::set<std::string> errors;
    std::set<std::string> warnings;
    for (const Diagnostic& each : found)
        (each.severity == Severity::error ? errors : warnings).emplace(each.code.name());
    std::set<std::string> out;
    const auto add = [&](std::string_view kind, const std::string& code) {
        out.insert(path + "\t" + std::string(kind) + "\t" + code);
    };
    std::set<std::string> said;
    const auto compare = [&](const std::vector<std::string>& codes, bool as_errors) {
        for (const std::string& theirs : codes) {
            const auto ours = same.find(theirs);
            const auto any_in = [&](const std::set<std::string>& of) {
                return ours != same.end() && std::ranges::any_of(ours->second, [&](auto& code) {
                           return of.contains(code);
                       });
            };
            if (!any_in(errors) && !any_in(warnings))
                add("absent", theirs);
            else if (!any_in(as_errors ? errors : warnings))
                add("severity", theirs);
            if (ours != same.end()) said.insert(ours->second.begin(), ours->second.end());
        }
    };
    compare(row.errors, true);
    compare(row.warnings, false);
    for (const std::string& code : errors)
        if (!said.contains(code)) add("added", code);
    if (errors.empty() != row.errors.empty()) add("verdict", errors.empty() ? "passes" : "fails");
    return out;
}

TEST(CheckCorpus, DiffersFromTheValidatorInWhatIsListedAndNothingElse) {
    const std::filesystem::path corpus = test::corpus();
    if (corpus.empty()) GTEST_SKIP() << "DIORAMA_CORPUS names no corpus folder";
    std::set<std::string> listed;
    std::set<std::string> reasons;
    for (const auto& cells : page_rows())
        if (cells.size() == 2) reasons.insert(cells[0]);
    std::ifstream table(std::filesystem::path(DIORAMA_TEST_DATA) / "gltf/check_differences.tsv");
    std::string line;
    std::getline(table, line);  // the header
    while (std::getline(table, line)) {
        const std::vector<std::string> cells = split(line, '\t');
        ASSERT_GE(cells.size(), 4U) << line;
        EXPECT_TRUE(reasons.contains(cells[3])) << "no reason on the page: " << line;
        // These kinds say too little by themselves.
        const bool vague = cells[3] == "stricter" || cells[3] == "said-otherwise";
        EXPECT_TRUE(!vague || cells.size() == 5) << "it does not say why: " << line;
        listed.insert(cells[0] + "\t" + cells[1] + "\t" + cells[2]);
    }
    const std::map<std::string, std::set<std::string>> same = same_meaning();
    std::size_t files = 0;
    for (const auto& [path, row] : expected(corpus)) {
        ++files;
        const std::vector<Diagnostic> found = check(corpus / path);
        for (const std::string& each : differences(path, row, found, same))
            EXPECT_EQ(listed.erase(each), 1u) << "not listed: " << each << "\n"
                                              << test::shown(found);
    }
    for (const std::string& each : listed)
        ADD_FAILURE() << "listed and not so: " << each;
    EXPECT_EQ(files, 569u);
}

TEST(CheckPage, ListsEveryCodeInOrderWithItsSeverity) {
    std::vector<std::string> listed;
    for (const auto& cells : page_rows())
        if (cells[0].starts_with("gltf-")) listed.push_back(cells[0] + " " + cells.at(1));
    std::vector<std::string> known;
    for (const CodeInfo& each : code_table())
        known.push_back(std::string(each.code.name()) + (each.fatal ? " fatal"
                                                         : each.severity == Severity::error
                                                             ? " error"
                                                             : " warning"));
    EXPECT_EQ(listed, known);
}

}  // namespace
}  // namespace diorama::gltf
