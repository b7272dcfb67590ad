// SPDX-License-Identifier: MIT
#include "diorama/gltf/resource.hpp"

#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/test/support.hpp"

namespace diorama::gltf {
namespace {

using test::Folder;
using test::gltf;
using test::parse_text;

/// A document whose only buffer, of \p size bytes, has the uri \p uri.
std::string with_buffer(std::string_view uri, std::size_t size) {
    std::string members = R"("buffers":[{"byteLength":)" + std::to_string(size);
    members += R"(,"uri":")";
    members.append(uri);
    members += R"("}])";
    return gltf(members);
}

/// The bytes that \p uri gives under \p folder, or the code of the failure.
std::string read(const std::filesystem::path& folder, std::string_view uri, std::size_t size = 4,
                 bool may_leave = false) {
    ImportLimits limits;
    limits.uris_may_leave_folder = may_leave;
    const Result<Document> document = parse_text(with_buffer(uri, size), limits, folder);
    if (!document) return std::string(document.error().code.name());
    const Result<std::span<const std::byte>> found = buffer_bytes(*document, 0);
    if (!found) return std::string(found.error().code.name());
    return {reinterpret_cast<const char*>(found->data()), found->size()};
}

struct Spelling {
    const char* name;
    const char* file;
    const char* uri;
};

const Spelling kSpellings[] = {
    {"Plain", "a.bin", "a.bin"},
    {"InFolder", "sub/a.bin", "sub/a.bin"},
    {"Dots", "a.bin", "./sub/../a.bin"},
    {"EscapedSpace", "Rough Map.bin", "Rough%20Map.bin"},
    {"RawSpace", "Rough Map.bin", "Rough Map.bin"},
    {"InvalidEscape", "part 10%.bin", "part 10%.bin"},
    {"EscapedUnicode", "\xe7\x9a\x84.bin", "%E7%9A%84.bin"},
    {"RawUnicode", "\xe7\x9a\x84.bin", "\xe7\x9a\x84.bin"},
    {"OnlyTheEscapedSpellingExists", "a%20b.bin", "a%20b.bin"},
    {"EscapedPercent", "100%.bin", "100%25.bin"},
};

class UriSpelling : public testing::TestWithParam<Spelling> {};

TEST_P(UriSpelling, FindsTheFile) {
    const Folder folder;
    std::filesystem::create_directories(folder.path() / "sub");
    folder.write(GetParam().file, "data");
    EXPECT_EQ(read(folder.path(), GetParam().uri), "data");
}

INSTANTIATE_TEST_SUITE_P(Row, UriSpelling, testing::ValuesIn(kSpellings),
                         [](const auto& row) { return row.param.name; });

TEST(Uri, TakesTheDecodedSpellingWhereBothFilesExist) {
    const Folder folder;
    folder.write("a%20b.bin", "raw!");
    folder.write("a b.bin", "good");
    EXPECT_EQ(read(folder.path(), "a%20b.bin"), "good");
}

struct Refused {
    const char* name;
    const char* uri;
    const char* code;
};

const Refused kRefused[] = {
    {"Parent", "../secret.bin", "gltf-uri-outside"},
    {"ParentBehindAFolder", "sub/../../secret.bin", "gltf-uri-outside"},
    {"EscapedParent", "%2e%2e/secret.bin", "gltf-uri-outside"},
    {"EscapedSlash", "..%2fsecret.bin", "gltf-uri-outside"},
    {"Backslash", "..\\\\secret.bin", "gltf-uri-outside"},
    {"Absolute", "/etc/passwd", "gltf-uri-outside"},
    {"EscapedAbsolute", "%2Fetc/passwd", "gltf-uri-outside"},
    {"NetworkPath", "//host/a.bin", "gltf-uri-outside"},
    {"Http", "http://example.com/a.bin", "gltf-uri-scheme"},
    {"Https", "HTTPS://example.com/a.bin", "gltf-uri-scheme"},
    {"File", "file:///etc/passwd", "gltf-uri-scheme"},
    {"Drive", "C:/a.bin", "gltf-uri-scheme"},
    {"Empty", "", "gltf-uri-invalid"},
    {"ColonAlone", ":", "gltf-uri-invalid"},
    {"ColonBehindNoScheme", "1:a.bin", "gltf-uri-invalid"},
    {"ZeroCharacter", "a%00.bin", "gltf-uri-invalid"},
    {"Missing", "missing.bin", "gltf-buffer-missing"},
    {"Folder", "sub", "gltf-buffer-missing"},
};

class UriRefused : public testing::TestWithParam<Refused> {};

TEST_P(UriRefused, NamesItsReason) {
    const Folder folder;
    folder.write("secret.bin", "data");
    folder.write("inner/sub/x.bin", "data");
    EXPECT_EQ(read(folder.path() / "inner", GetParam().uri), GetParam().code);
}

INSTANTIATE_TEST_SUITE_P(Row, UriRefused, testing::ValuesIn(kRefused),
                         [](const auto& row) { return row.param.name; });

TEST(Uri, MayLeaveTheFolderWhereTheCallerAllowsIt) {
    const Folder folder;
    folder.write("outer.bin", "data");
    folder.write("inner/x.bin", "data");
    EXPECT_EQ(read(folder.path() / "inner", "../outer.bin", 4, /*may_leave=*/true), "data");
}

TEST(DataUri, IsDecoded) {
    EXPECT_EQ(read("/", "data:application/octet-stream;base64,AAEC/w==", 4),
              std::string("\0\1\2\xff", 4));
    EXPECT_EQ(read("/", "data:;base64,QUJDRA", 4), "ABCD") << "padding left out";
    EXPECT_EQ(read("/", "data:application/gltf-buffer;base64,QUJD", 3), "ABC");
    EXPECT_EQ(read("/", "data:;base64,QUJDRA%3D%3D", 4), "ABCD") << "padding escaped";
    EXPECT_EQ(read("/", "data:text/plain,A%20b%21", 4), "A b!") << "no base64";
    EXPECT_EQ(read("/", "data:,abcd", 4), "abcd");
    EXPECT_EQ(read("/", "DATA:,abcd", 4), "abcd") << "a scheme is the same in capitals";
    EXPECT_EQ(read("/", "Data:Application/Gltf-Buffer;BASE64,QUJD", 3), "ABC");
    EXPECT_EQ(read("/", "data:text/xbase64,QUJD", 4), "QUJD") << "no parameter";
}

TEST(DataUri, OfAnyLengthIsDecodedToItsEnd) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    for (int i = 0; i < 200; ++i) {
        bytes += static_cast<char>(i * 89 + 7);
        std::string text;
        for (std::size_t k = 0; k < bytes.size(); k += 3) {
            unsigned group = 0;
            for (std::size_t j = 0; j < 3; ++j)
                group = group << 8 |
                        (k + j < bytes.size() ? static_cast<unsigned char>(bytes[k + j]) : 0u);
            for (unsigned j = 0; j < 4; ++j)
                text += k + j <= bytes.size() ? kDigits[group >> (18 - 6 * j) & 63] : '=';
        }
        ASSERT_EQ(read("/", "data:;base64," + text, bytes.size()), bytes) << text;
        // Any other character, wherever it stands.
        const std::size_t place = (static_cast<std::size_t>(i) * 31) % bytes.size();
        for (const char wrong : {'*', '-', '_', ' ', '\x7f'}) {
            std::string broken = text;
            broken[place] = wrong;
            EXPECT_EQ(read("/", "data:;base64," + broken), "gltf-uri-data") << broken;
        }
    }
}

/// The bytes 0, 1, 2 ... modulo 251, \p count of them, a multiple of three, and base64 that spells
/// them.
std::pair<std::string, std::string> long_base64(std::size_t count) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes(count, '\0');
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = static_cast<char>(i % 251);
    std::string text;
    for (std::size_t i = 0; i < count; i += 3) {
        unsigned group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | static_cast<unsigned char>(bytes[i + k]);
        for (unsigned k = 0; k < 4; ++k)
            text += kDigits[group >> (18 - 6 * k) & 63];
    }
    return {bytes, text};
}

TEST(DataUri, IsDecodedWhereViewsLookAndIsWholeAfterwards) {
    constexpr std::size_t kSize = 300'000;
    const auto [bytes, text] = long_base64(kSize);
    // In no order, overlapping, at both ends, and one that is longer than most.
    constexpr std::pair<std::size_t, std::size_t> kViews[]{
        {150'000, 10}, {0, 1}, {299'999, 1}, {12'280, 20}, {24'576, 12'288}, {100'000, 150'000}};
    std::string views;
    for (const auto& [first, count] : kViews)
        views.append(views.empty() ? "" : ",")
            .append(R"({"buffer":0,"byteOffset":)")
            .append(std::to_string(first))
            .append(R"(,"byteLength":)")
            .append(std::to_string(count))
            .append("}");
    const auto document_of = [&](const std::string& base64) {
        std::string members = R"("buffers":[{"byteLength":300000,"uri":"data:;base64,)";
        return parse_text(gltf(
            members.append(base64).append(R"("}],"bufferViews":[)").append(views).append("]")));
    };
    const Result<Document> document = document_of(text);
    ASSERT_TRUE(document);
    const auto as_text = [](std::span<const std::byte> found) {
        return std::string_view(reinterpret_cast<const char*>(found.data()), found.size());
    };
    for (Index i = 0; i < 6; ++i) {
        const auto found = view_bytes(*document, i);
        ASSERT_TRUE(found);
        const auto& [first, count] = kViews[i];
        EXPECT_TRUE(as_text(*found) == std::string_view(bytes).substr(first, count)) << i;
    }
    const auto whole = buffer_bytes(*document, 0);
    ASSERT_TRUE(whole);
    EXPECT_TRUE(as_text(*whole) == bytes);
    std::string broken = text;
    broken[200'000] = '*';
    const Result<Document> other = document_of(broken);
    ASSERT_TRUE(other);
    const auto refused = view_bytes(*other, 1);
    ASSERT_FALSE(refused) << "wherever the fault is";
    EXPECT_EQ(refused.error().code, codes::uri_data);
}

TEST(DataUri, ThatIsBrokenIsRefused) {
    EXPECT_EQ(read("/", "data:;base64;AAAA"), "gltf-uri-data") << "no comma";
    EXPECT_EQ(read("/", "data:;base64,AA*A"), "gltf-uri-data");
    EXPECT_EQ(read("/", "data:;base64,AAAAA"), "gltf-uri-data") << "one character over";
    EXPECT_EQ(read("/", "data:;base64,AA=A"), "gltf-uri-data") << "padding inside";
    EXPECT_EQ(read("/", "data:,ab%zz"), "gltf-uri-data");
    EXPECT_EQ(read("/", "data:;base64,QUJD="), "gltf-uri-data") << "padding of a whole group";
    EXPECT_EQ(read("/", "data:;base64,QQ="), "gltf-uri-data") << "padding in part";
    EXPECT_EQ(read("/", "data:;base64,QQ==="), "gltf-uri-data") << "more padding than a group";
    for (const char* more : {"QUJD====", "QQ======", "QUJDA===", "QUJD========", "===="})
        EXPECT_EQ(read("/", std::string("data:;base64,") + more), "gltf-uri-data") << more;
}

TEST(Buffer, ShorterThanItSaysIsRefused) {
    const Folder folder;
    folder.write("a.bin", "abc");
    EXPECT_EQ(read(folder.path(), "a.bin", 4), "gltf-buffer-length");
    EXPECT_EQ(read("/", "data:;base64,QUJD", 4), "gltf-buffer-length");
    EXPECT_EQ(read(folder.path(), "a.bin", 9007199254740991), "gltf-buffer-length");
    EXPECT_EQ(read(folder.path(), "a.bin", 2), "ab") << "a longer file is cut";
}

TEST(Buffer, OfAGlbIsItsBinChunk) {
    const Result<Document> document =
        parse_text(test::glb(gltf(R"("buffers":[{"byteLength":3},{"byteLength":3}])"), "abc"));
    ASSERT_TRUE(document);
    const auto found = buffer_bytes(*document, 0);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->size(), 3u);
    const auto second = buffer_bytes(*document, 1);
    ASSERT_FALSE(second) << "only the first buffer is the chunk";
    EXPECT_EQ(second.error().code, codes::buffer_missing);
}

TEST(Buffer, IsOpenedOnceAndKept) {
    const Folder folder;
    folder.write("a.bin", "data");
    const Result<Document> document = parse_text(with_buffer("a.bin", 4), {}, folder.path());
    ASSERT_TRUE(document);
    const auto first = buffer_bytes(*document, 0);
    std::filesystem::remove(folder.path() / "a.bin");
    const auto second = buffer_bytes(*document, 0);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->data(), second->data());
}

TEST(Buffer, OfAFileThatOthersNameTooSharesItsMapping) {
    const Folder folder;
    folder.write("a.bin", "data");
    const Result<Document> document = parse_text(
        gltf(R"("buffers":[{"byteLength":4,"uri":"a.bin"},{"byteLength":2,"uri":"./a.bin"}])"), {},
        folder.path());
    ASSERT_TRUE(document);
    const auto first = buffer_bytes(*document, 0);
    const auto second = buffer_bytes(*document, 1);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->data(), second->data());
    EXPECT_EQ(second->size(), 2U);
}

TEST(Buffer, FailureNamesTheBufferAndCarriesTheCause) {
    const Result<Document> document = parse_text(with_buffer("gone.bin", 4));
    ASSERT_TRUE(document);
    const auto found = buffer_bytes(*document, 0);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().where, "test.gltf#/buffers/0");
    EXPECT_FALSE(found.error().hint.empty());
    ASSERT_EQ(found.error().cause.size(), 1u);
    EXPECT_EQ(found.error().cause.front().code.name(), "file-not-found");
}

TEST(Image, ComesFromAFileADataUriOrAView) {
    const Folder folder;
    folder.write("im age.png", "file");
    const Result<Document> document = parse_text(test::glb(gltf(R"("buffers":[{"byteLength":8}],
                          "bufferViews":[{"buffer":0,"byteOffset":4,"byteLength":4}],
                          "images":[{"uri":"im%20age.png"},{"uri":"data:image/png;base64,ZGF0YQ=="},
                                    {"bufferView":0,"mimeType":"image/png"},{"uri":"gone.png"}])"),
                                                           "....view"),
                                                 {}, folder.path());
    ASSERT_TRUE(document) << to_string(document.error());
    const auto text = [&](Index image) {
        const Result<Resource> resource = image_bytes(*document, image);
        if (!resource) return std::string(resource.error().code.name());
        return std::string(reinterpret_cast<const char*>(resource->bytes().data()),
                           resource->bytes().size());
    };
    EXPECT_EQ(text(0), "file");
    EXPECT_EQ(text(1), "data");
    EXPECT_EQ(text(2), "view");
    EXPECT_EQ(text(3), "gltf-image-missing");
}

}  // namespace
}  // namespace diorama::gltf
