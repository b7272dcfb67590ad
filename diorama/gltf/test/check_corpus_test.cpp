// SPDX-License-Identifier: MIT
// The verdicts of check() on the corpus beside those of the Khronos validator.
#include <simdjson.h>

#include <map>
#include <sstream>

#include "diorama/gltf/check.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/test/support.hpp"

namespace diorama::gltf {
namespace {

/// Errors that the validator counts, by path below the corpus.
std::map<std::string, std::uint64_t> expected_errors(const std::filesystem::path& corpus) {
    std::map<std::string, std::uint64_t> out;
    std::ifstream table(corpus / "invalid" / "EXPECTED.tsv");
    std::string line;
    std::getline(table, line);  // the header
    while (std::getline(table, line)) {
        std::istringstream fields(line);
        std::string path;
        std::string errors;
        std::getline(fields, path, '\t');
        std::getline(fields, errors, '\t');
        out["invalid/" + path] = std::stoull(errors);
    }
    simdjson::dom::parser parser;
    const simdjson::dom::element known = parser.load((corpus / "EXPECTED.json").string());
    for (const auto [path, entry] : known["files"].get_object()) {
        out[std::string(path)] = entry["numErrors"].get_uint64().value();
    }
    return out;
}

/// Why our verdict may differ from the validator's; empty where it may not. Told by what was
/// found, never by the file's name; diorama/gltf/README.md gives the reasons.
std::string reason_to_differ(const std::vector<Diagnostic>& found, std::uint64_t errors,
                             bool compressed) {
    if (errors != 0) return "";
    // The validator does not decompress; what comes out is held to the rules here.
    if (compressed && std::ranges::all_of(found, [](const Diagnostic& each) {
            return each.severity != Severity::error || each.code == codes::accessor_values;
        }))
        return "compressed " + std::string(codes::accessor_values.name());
    constexpr ErrorCode kStricter[]{codes::extension_required,   // can't be read, whatever it holds
                                    codes::version_unsupported,  // minVersion above 2.0
                                    codes::uri_scheme,           // nothing is fetched
                                    codes::value_unknown,        // data that can't be told
                                    codes::buffer_missing};      // no data and no extension for it
    for (const Diagnostic& each : found) {
        if (std::ranges::find(kStricter, each.code) != std::end(kStricter)) {
            return std::string(each.code.name());
        }
    }
    return "";
}

TEST(CheckCorpus, AgreesWithTheValidatorOnWhichFilesHaveErrors) {
    const std::filesystem::path corpus = test::corpus();
    if (corpus.empty()) GTEST_SKIP() << "DIORAMA_CORPUS names no corpus folder";
    std::map<std::string, std::size_t> reasons;
    std::size_t agreed = 0;
    for (const auto& [path, errors] : expected_errors(corpus)) {
        const std::vector<Diagnostic> found = check(corpus / path);
        const bool has_errors = std::ranges::any_of(
            found, [](const Diagnostic& each) { return each.severity == Severity::error; });
        if (has_errors == (errors != 0)) {
            ++agreed;
            continue;
        }
        const Result<Document> document = parse(corpus / path);
        const bool compressed =
            document && !(document->meshopt_streams.empty() && document->draco_streams.empty());
        const std::string reason = reason_to_differ(found, errors, compressed);
        EXPECT_NE(reason, "") << path << ": the validator counts " << errors << " errors, found\n"
                              << test::shown(found);
        ++reasons[reason];
    }
    for (const auto& [reason, count] : reasons) {
        RecordProperty(reason, std::to_string(count));
    }
    EXPECT_GE(agreed, 538u);
}

}  // namespace
}  // namespace diorama::gltf
