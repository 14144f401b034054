// Part of Ursa, under the Apache License v2.0. See LICENSE.
// SPDX-License-Identifier: Apache-2.0
//
// The table of parameters: known rows, and that the rows of all functions are consistent.

#include "core/api/parameters.h"

#include "abi/function_rows.h"

#include <gtest/gtest.h>

#include <string>

namespace ursa::core::api {
namespace {

// The table is usable in constant expressions, so that templates can branch on it.
static_assert(parameters(Function::urContextCreate).size() == 4);
static_assert(parameters(Function::urContextCreate)[3].has(Parameter::kAlloc));
static_assert(parameters(Function::urLoaderTearDown).empty());

TEST(Parameters, ArrayOfHandlesKnowsItsLength) {
  const Parameter &devices = parameters(Function::urContextCreate)[1];
  EXPECT_EQ(devices.name, "phDevices");
  EXPECT_EQ(devices.type, "const ur_device_handle_t *");
  EXPECT_EQ(devices.direction, Direction::In);
  EXPECT_EQ(devices.kind, ParameterKind::HandleArray);
  EXPECT_EQ(devices.extent, Extent::Range);
  EXPECT_EQ(devices.first, "0");
  EXPECT_EQ(devices.second, "DeviceCount");
  EXPECT_EQ(devices.lengthIndex, 0);
  EXPECT_FALSE(devices.has(Parameter::kOptional));
}

TEST(Parameters, QueryValueNamesItsQueryAndSize) {
  const Parameter &value = parameters(Function::urDeviceGetInfo)[3];
  EXPECT_EQ(value.kind, ParameterKind::Pointer);
  EXPECT_EQ(value.direction, Direction::Out);
  EXPECT_EQ(value.extent, Extent::Typename);
  EXPECT_EQ(value.first, "propName");
  EXPECT_EQ(value.lengthIndex, 2);
  EXPECT_TRUE(value.has(Parameter::kOptional));
}

TEST(Parameters, BoundsMayBeAnExpression) {
  const Parameter &memory = parameters(Function::urEnqueueUSMFill2D)[1];
  EXPECT_EQ(memory.extent, Extent::Bounds);
  EXPECT_EQ(memory.second, "pitch * height");
  EXPECT_EQ(memory.lengthIndex, -1);
}

TEST(Parameters, KindsFollowFromTheTypes) {
  EXPECT_EQ(parameters(Function::urDeviceGet)[1].kind, ParameterKind::Enum);
  EXPECT_EQ(parameters(Function::urEventSetCallback)[2].kind, ParameterKind::Callback);
  EXPECT_EQ(parameters(Function::urQueueCreateWithNativeHandle)[0].kind,
            ParameterKind::NativeHandle);
  EXPECT_EQ(parameters(Function::urEnqueueMemBufferReadRect)[3].kind, ParameterKind::Value);
  EXPECT_EQ(parameters(Function::urEventRelease)[0].kind, ParameterKind::Handle);
  EXPECT_TRUE(parameters(Function::urEventRelease)[0].has(Parameter::kRelease));
  EXPECT_TRUE(parameters(Function::urEventRetain)[0].has(Parameter::kRetain));
}

TEST(Parameters, FlagsCarryTheirInvalidBits) {
  const Parameter &flags = parameters(Function::urMemBufferCreate)[1];
  EXPECT_EQ(flags.kind, ParameterKind::Flags);
  EXPECT_EQ(flags.invalidBits, UR_MEM_FLAGS_MASK);
}

TEST(Parameters, AreAsManyAsTheSignatureHas) {
  for (const FunctionRow &row : kFunctionRows)
    EXPECT_EQ(parameters(row.function).size(), row.parameterCount) << row.name;
}

TEST(Parameters, DispatchingHandleIsAHandleThatMustNotBeNull) {
  for (const FunctionRow &row : kFunctionRows) {
    if (row.dispatchIndex == kNoDispatchHandle)
      continue;
    SCOPED_TRACE(row.name);
    const Parameter &p = parameters(row.function)[row.dispatchIndex];
    EXPECT_EQ(p.kind, row.dispatchIsArray ? ParameterKind::HandleArray : ParameterKind::Handle);
    EXPECT_FALSE(p.has(Parameter::kOptional));
    EXPECT_EQ(p.lengthIndex, row.dispatchCountIndex);
  }
}

void expectConsistent(const Parameter &p, std::span<const Parameter> list) {
  EXPECT_FALSE(p.name.empty());
  EXPECT_FALSE(p.type.empty());
  EXPECT_EQ(p.extent == Extent::None, p.second.empty());
  EXPECT_EQ(p.kind == ParameterKind::Flags, p.invalidBits != 0);
  // The extent of a buffer object's handle is the region of it that is read or written.
  EXPECT_TRUE(p.extent == Extent::None || p.isPointer() || p.kind == ParameterKind::Handle);
  // An array whose length no parameter gives could not be checked.
  EXPECT_TRUE(p.extent != Extent::Range || p.lengthIndex >= 0);
  if (p.lengthIndex >= 0) {
    ASSERT_LT(static_cast<size_t>(p.lengthIndex), list.size());
    EXPECT_EQ(list[p.lengthIndex].name, p.second);
  }
}

TEST(Parameters, RowsAreConsistent) {
  for (const FunctionRow &row : kFunctionRows) {
    for (const Parameter &p : parameters(row.function)) {
      SCOPED_TRACE(std::string(row.name) + "." + std::string(p.name));
      expectConsistent(p, parameters(row.function));
    }
  }
}

} // namespace
} // namespace ursa::core::api
