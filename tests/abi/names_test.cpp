// Part of Ursa, under the Apache License v2.0. See LICENSE.
// SPDX-License-Identifier: Apache-2.0
//
// Names of enumerators, for any number that a caller may pass.

#include "core/api/names.h"

#include <gtest/gtest.h>

#include <string_view>

namespace ursa::core::api {
namespace {

TEST(ResultName, IsTheSpellingOfTheCode) {
  EXPECT_STREQ(resultName(UR_RESULT_SUCCESS), "UR_RESULT_SUCCESS");
  EXPECT_STREQ(resultName(UR_RESULT_ERROR_INVALID_SPEC_ID), "UR_RESULT_ERROR_INVALID_SPEC_ID");
  EXPECT_STREQ(resultName(UR_RESULT_ERROR_UNKNOWN), "UR_RESULT_ERROR_UNKNOWN");
}

TEST(ResultName, OfAnUnknownCodeSaysSo) {
  EXPECT_STREQ(resultName(static_cast<ur_result_t>(0x123456)), "unknown ur_result_t");
  EXPECT_STREQ(resultName(UR_RESULT_FORCE_UINT32), "unknown ur_result_t");
}

TEST(EnumName, IsOverloadedForOtherEnumerations) {
  EXPECT_STREQ(enumName(UR_DEVICE_TYPE_CPU), "UR_DEVICE_TYPE_CPU");
  EXPECT_STREQ(enumName(UR_PROGRAM_INFO_REFERENCE_COUNT), "UR_PROGRAM_INFO_REFERENCE_COUNT");
  EXPECT_STREQ(enumName(static_cast<ur_device_type_t>(77)), "unknown ur_device_type_t");
}

TEST(EnumName, OfTwoEnumeratorsWithOneValueIsTheFirst) {
  ASSERT_EQ(UR_API_VERSION_0_12, UR_API_VERSION_CURRENT);
  EXPECT_STREQ(enumName(UR_API_VERSION_CURRENT), "UR_API_VERSION_0_12");
}

TEST(EnumName, AnswersForEveryEnumerator) {
  struct Row {
    const char *have;
    std::string_view want;
    bool known;
  };
  const Row rows[] = {
#define URSA_ENUMERATOR(type, enumerator)                                                          \
  {enumName(enumerator), #enumerator, isEnumerator(enumerator)},
#include "core/api/generated/enums.inc"
  };
  EXPECT_GT(std::size(rows), 900u);
  for (const Row &row : rows) {
    EXPECT_EQ(row.have, row.want);
    EXPECT_TRUE(row.known) << row.want;
  }
}

TEST(IsEnumerator, RefusesOtherNumbers) {
  EXPECT_FALSE(isEnumerator(static_cast<ur_queue_info_t>(0x7ffffffe)));
  EXPECT_FALSE(isEnumerator(UR_QUEUE_INFO_FORCE_UINT32));
}

} // namespace
} // namespace ursa::core::api
