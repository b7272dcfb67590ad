// SPDX-License-Identifier: MIT
#include "diorama/core/error.hpp"

#include <gtest/gtest.h>

#include "diorama/core/expects.hpp"

namespace diorama {
namespace {

constexpr ErrorCode kOuter{"outer-fault"};
constexpr ErrorCode kInner{"inner-fault"};

TEST(Error, PrintsPlaceCodeMessageHintAndCause) {
    Error error = fail(kOuter, "found 3, expected 4", "yard.cscn:14:9", "write 4").error();
    error.cause.push_back(fail(kInner, "no disk").error());
    EXPECT_EQ(to_string(error),
              "yard.cscn:14:9: error[outer-fault]: found 3, expected 4\n"
              "    hint: write 4\n"
              "  caused by error[inner-fault]: no disk");
}

TEST(ErrorCode, ComparesByName) {
    EXPECT_EQ(kOuter, ErrorCode{"outer-fault"});
    EXPECT_FALSE(kOuter == kInner);
}

std::string last_broken;

TEST(Expects, CallsTheInstalledHandlerWithTheText) {
    const ExpectationHandler before =
        set_expectation_handler([](const char* text, std::source_location) { last_broken = text; });
    DIORAMA_EXPECTS(1 + 1 == 2, "arithmetic");
    EXPECT_EQ(last_broken, "");
    DIORAMA_EXPECTS(1 + 1 == 3, "arithmetic");
    EXPECT_EQ(last_broken, "arithmetic");
    set_expectation_handler(before);
}

}  // namespace
}  // namespace diorama
