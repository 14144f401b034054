// Constant types and values: LLVM's type syntax, and the text after --set NAME=.
#include "client/failure.h"
#include "tools/run/constant_type.h"
#include "tools/run/constant_value.h"
#include "tools/run/float_bits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace ursa::run {
namespace {

using ::testing::HasSubstr;

std::vector<std::byte> valueOf(const std::string &type, const std::string &text) {
  return parseConstantValue("c", parseConstantType(type), type, text);
}

template <class T> T scalarOf(const std::string &type, const std::string &text) {
  const std::vector<std::byte> bytes = valueOf(type, text);
  T value;
  EXPECT_EQ(bytes.size(), sizeof(T));
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}

template <class T> T at(const std::vector<std::byte> &bytes, size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

std::string failureOf(const std::string &type, const std::string &text) {
  try {
    valueOf(type, text);
  } catch (const client::Failure &failure) {
    return failure.what();
  }
  return "(no failure)";
}

TEST(ConstantType, ScalarsHaveTheirSize) {
  EXPECT_EQ(parseConstantType("bool").size, 1u);
  EXPECT_EQ(parseConstantType("i8").size, 1u);
  EXPECT_EQ(parseConstantType("half").size, 2u);
  EXPECT_EQ(parseConstantType("float").size, 4u);
  EXPECT_EQ(parseConstantType("i64").align, 8u);
}

TEST(ConstantType, CompositesHaveNaturalAlignment) {
  const ConstantType type = parseConstantType("{ i8, <3 x float>, [2 x i16], { i8, double } }");
  ASSERT_EQ(type.count, 4u);
  EXPECT_EQ(type.elementOffset(1), 16u);
  EXPECT_EQ(type.elementType(1).size, 16u);
  EXPECT_EQ(type.elementOffset(2), 32u);
  EXPECT_EQ(type.elementOffset(3), 40u);
  EXPECT_EQ(type.size, 64u);
  EXPECT_EQ(type.leafCount(), 8u);
}

TEST(ConstantType, PackedStructsHaveNoGaps) {
  const ConstantType type = parseConstantType("<{ i8, i32 }>");
  EXPECT_EQ(type.size, 5u);
  EXPECT_EQ(type.elementOffset(1), 1u);
}

TEST(ConstantType, EmptyStructsHaveNoLeaves) {
  EXPECT_EQ(parseConstantType("{}").leafCount(), 0u);
  EXPECT_TRUE(valueOf("{}", "{}").empty());
}

TEST(ConstantType, RefusesUnknownTypes) {
  for (const char *spelling : {"", "i128", "ptr", "[0 x i32]", "[2 x i32", "{ i32 i32 }", "i32 x",
                               "<4 x [2 x i8]>", "[99999999999 x i8]", "[4 x ]", "i3"})
    EXPECT_THROW(parseConstantType(spelling), client::Failure) << spelling;
  EXPECT_THROW(parseConstantType(std::string(100000, '{')), client::Failure);
}

TEST(ConstantValue, IntegersInDecimalAndHex) {
  EXPECT_EQ(scalarOf<int32_t>("i32", "-5"), -5);
  EXPECT_EQ(scalarOf<uint32_t>("i32", "0xFFFFFFFF"), 0xFFFFFFFFu);
  EXPECT_EQ(scalarOf<int8_t>("i8", "-128"), -128);
  EXPECT_EQ(scalarOf<uint8_t>("i8", "255"), 255);
  EXPECT_EQ(scalarOf<uint64_t>("i64", "18446744073709551615"), ~uint64_t{0});
  EXPECT_EQ(scalarOf<int64_t>("i64", "-0x8000000000000000"), std::numeric_limits<int64_t>::min());
}

TEST(ConstantValue, IntegersAreRangeChecked) {
  EXPECT_THAT(failureOf("i8", "300"), HasSubstr("300 does not fit i8"));
  EXPECT_THAT(failureOf("i8", "-129"), HasSubstr("-129 does not fit i8"));
  EXPECT_THAT(failureOf("i64", "18446744073709551616"), HasSubstr("does not fit i64"));
  EXPECT_THAT(failureOf("i32", "1.5"), HasSubstr("'1.5' is not a whole number"));
  EXPECT_THAT(failureOf("i32", "0x"), HasSubstr("'0x' is not a whole number"));
  EXPECT_THAT(failureOf("i32", "--1"), HasSubstr("'--1' is not a whole number"));
}

TEST(ConstantValue, FloatsIncludingTheSpecialOnes) {
  EXPECT_EQ(scalarOf<float>("float", "1.5"), 1.5f);
  EXPECT_EQ(scalarOf<double>("double", "-1e300"), -1e300);
  EXPECT_EQ(scalarOf<double>("double", "0x1.8p3"), 12.0);
  EXPECT_TRUE(std::isnan(scalarOf<float>("float", "nan")));
  EXPECT_EQ(scalarOf<float>("float", "-inf"), -std::numeric_limits<float>::infinity());
  EXPECT_EQ(scalarOf<float>("float", "1e-45"), std::numeric_limits<float>::denorm_min());
  EXPECT_THAT(failureOf("float", "1e40"), HasSubstr("1e40 does not fit float"));
  EXPECT_THAT(failureOf("double", "1,5"), HasSubstr("list"));
  EXPECT_THAT(failureOf("float", "one"), HasSubstr("'one' is not a number"));
}

TEST(ConstantValue, HalvesRoundToNearestEven) {
  EXPECT_EQ(scalarOf<uint16_t>("half", "1"), 0x3C00);
  EXPECT_EQ(scalarOf<uint16_t>("half", "-2.5"), 0xC100);
  EXPECT_EQ(scalarOf<uint16_t>("half", "65504"), 0x7BFF);
  EXPECT_EQ(scalarOf<uint16_t>("half", "6e-8"), 0x0001);
  EXPECT_EQ(scalarOf<uint16_t>("half", "2049"), 0x6800); // tie between 2048 and 2050: 2048
  EXPECT_EQ(scalarOf<uint16_t>("half", "2051"), 0x6802); // tie between 2050 and 2052: 2052
  EXPECT_EQ(scalarOf<uint16_t>("half", "inf"), 0x7C00);
  EXPECT_THAT(failureOf("half", "65536"), HasSubstr("65536 does not fit half"));
}

TEST(ConstantValue, EverySmallFloatConvertsBackToItself) {
  for (SmallFloat format : {kHalf, kBFloat})
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
      const double value = fromSmallFloat(format, static_cast<uint16_t>(bits));
      if (!std::isnan(value)) {
        ASSERT_EQ(toSmallFloat(format, value), bits);
      }
    }
}

TEST(ConstantValue, BoolsAreStrict) {
  EXPECT_EQ(scalarOf<uint8_t>("bool", "true"), 1);
  EXPECT_EQ(scalarOf<uint8_t>("bool", "0"), 0);
  EXPECT_THAT(failureOf("bool", "2"), HasSubstr("'2' is not a bool"));
}

TEST(ConstantValue, NestedListsMatchTheType) {
  const auto bytes = valueOf("{ i8, [2 x { i16, i32 }] }", "{1,{{2,3},{4,5}}}");
  ASSERT_EQ(bytes.size(), 20u);
  EXPECT_EQ(at<int8_t>(bytes, 0), 1);
  EXPECT_EQ(at<int16_t>(bytes, 4), 2);
  EXPECT_EQ(at<int32_t>(bytes, 8), 3);
  EXPECT_EQ(at<int16_t>(bytes, 12), 4);
  EXPECT_EQ(at<int32_t>(bytes, 16), 5);
  EXPECT_EQ(at<uint8_t>(bytes, 1), 0) << "padding is zero";
}

TEST(ConstantValue, FlatListsAndMissingOuterBracesAreTheSame) {
  const std::string type = "[2 x [2 x i32]]";
  const auto nested = valueOf(type, "{{1,2},{3,4}}");
  EXPECT_EQ(valueOf(type, "{1,2},{3,4}"), nested);
  EXPECT_EQ(valueOf(type, "1,2,3,4"), nested);
  EXPECT_EQ(valueOf(type, " { 1 , 2 , 3 , 4 } "), nested);
}

TEST(ConstantValue, AStructOfOneArrayTakesTheArray) {
  EXPECT_EQ(valueOf("{ [2 x i32] }", "{{1,2}}"), valueOf("{ [2 x i32] }", "1,2"));
  EXPECT_EQ(valueOf("{ i32 }", "7"), valueOf("i32", "7"));
}

TEST(ConstantValue, ListsOfTheWrongLengthAreRefused) {
  EXPECT_THAT(failureOf("[3 x i32]", "{1,2}"), HasSubstr("a list of 2 values where 3"));
  EXPECT_THAT(failureOf("{ i32, [2 x i32] }", "{1,2}"), HasSubstr("'2' where a list of 2 values"));
  EXPECT_THAT(failureOf("i32", "{1}"), HasSubstr("a list where one number"));
  EXPECT_THAT(failureOf("[2 x i32]", "{1,{2}}"), HasSubstr("a list where one number"));
}

TEST(ConstantValue, BracesAndCommasMustMatch) {
  for (const char *text : {"{1,2", "{1,,2}", "1,2}", "{1}{2}", "{", ",", "{1,2},", "1{2}", ""})
    EXPECT_NE(failureOf("[2 x i32]", text), "(no failure)") << text;
  EXPECT_NE(failureOf("i32", ""), "(no failure)");
  EXPECT_NE(failureOf("i32", std::string(100000, '{')), "(no failure)");
}

TEST(ConstantValue, FormatsAsItParses) {
  const std::string type = "{ bool, i8, half, [2 x <2 x double>], i64 }";
  const std::string text = "{true,-3,0.5,{{1.25,-inf},{nan,1e+300}},-9}";
  const ConstantType parsed = parseConstantType(type);
  EXPECT_EQ(formatConstantValue(parsed, valueOf(type, text)), text);
}

} // namespace
} // namespace ursa::run
