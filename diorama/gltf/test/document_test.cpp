// SPDX-License-Identifier: MIT
#include "diorama/gltf/document.hpp"

#include "diorama/gltf/test/support.hpp"

namespace diorama::gltf {
namespace {

using test::findings;
using test::gltf;
using test::has;
using test::parse_text;
using test::shown;

TEST(Document, HoldsTheSmallestFile) {
    const Result<Document> document = parse_text(gltf());
    ASSERT_TRUE(document) << to_string(document.error());
    EXPECT_EQ(document->asset.version, "2.0");
    EXPECT_TRUE(document->diagnostics.empty()) << shown(document->diagnostics);
    EXPECT_TRUE(document->nodes.empty());
}

}  // namespace
}  // namespace diorama::gltf
