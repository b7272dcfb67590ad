// SPDX-License-Identifier: MIT
#include "diorama/core/bytes.hpp"

#include <gtest/gtest.h>

namespace diorama {
namespace {

TEST(ByteWriter, WritesLittleEndianInOrder) {
    ByteWriter writer;
    writer.write<std::uint16_t>(0x1234);
    writer.write_text("ab");
    writer.patch<std::uint16_t>(0, 0x5678);
    const std::vector<std::byte> expected{std::byte{0x78}, std::byte{0x56}, std::byte{'a'},
                                          std::byte{'b'}};
    EXPECT_EQ(writer.take(), expected);
}

TEST(ByteReader, GivesZeroAndStaysFailedPastTheEnd) {
    const std::vector<std::byte> bytes(6, std::byte{1});
    ByteReader reader(bytes);
    EXPECT_EQ(reader.read<std::uint32_t>(), 0x01010101U);
    EXPECT_EQ(reader.read<std::uint32_t>(), 0U);
    EXPECT_FALSE(reader.ok());
    EXPECT_EQ(reader.read<std::uint8_t>(), 0U) << "a short read must not be followed by a good one";
    EXPECT_EQ(reader.offset(), 4U);
}

}  // namespace
}  // namespace diorama
