// SPDX-License-Identifier: MIT
#include "diorama/core/signature.hpp"

#include <gtest/gtest.h>

#include <string>

namespace diorama {
namespace {

using namespace std::string_literals;

std::string name_of(const std::string& text) {
    const auto signature = signature_of(std::as_bytes(std::span(text)));
    return signature ? std::string(signature->name) : "";
}

TEST(Signature, TellsAFileByItsFirstBytes) {
    EXPECT_EQ(name_of("\x89PNG\r\n\x1a\n and more"), "a PNG image");
    EXPECT_EQ(name_of("\xff\xd8\xff\xe0"), "a JPEG image");
    EXPECT_EQ(name_of("RIFF\x10\0\0\0WEBPVP8 "s), "a WebP image");
    EXPECT_EQ(name_of("\xabKTX 20\xbb\r\n\x1a\n"), "a KTX2 container");
    EXPECT_EQ(name_of("PK\x03\x04"), "a ZIP archive");
    EXPECT_EQ(name_of("\x1f\x8b\x08"), "gzip data");
    EXPECT_EQ(name_of("glTF\x02"), "a binary glTF (.glb)");
    EXPECT_EQ(name_of("cinder-scene 2\n"), "a text scene (.cscn)");
    EXPECT_EQ(name_of("CSCN\x01"), "a binary scene (.cscnb)");
    EXPECT_EQ(name_of("version https://git-lfs.github.com/spec/v1\n"), "a Git LFS pointer file");
    EXPECT_EQ(name_of(""), "an empty file");
    EXPECT_EQ(name_of(" \n\t"), "nothing but blanks");
}

TEST(Signature, TellsTextsWhateverTheirCaseAndBlanks) {
    EXPECT_EQ(name_of("\n <!DOCTYPE HTML PUBLIC"), "an HTML page");
    EXPECT_EQ(name_of("\xef\xbb\xbf<HTML>"), "an HTML page");
    EXPECT_EQ(name_of("  {\"asset\":"), "a JSON text");
}

TEST(Signature, SaysNothingOfWhatItDoesNotKnow) {
    EXPECT_EQ(name_of("hello"), "");
    EXPECT_EQ(name_of("glT"), "") << "a part of a mark is none";
    EXPECT_EQ(name_of("\0\0\0\0"s), "");
}

}  // namespace
}  // namespace diorama
