// Adapter, platform, device, context: what they say about themselves.
#include "conformance/harness.h"

#include <gmock/gmock.h>

namespace ursa::conformance {
namespace {

class Devices : public DeviceTest {
protected:
  template <class T> T info(ur_device_info_t query) {
    T value{};
    EXPECT_OK(urDeviceGetInfo(device_, query, sizeof(value), &value, nullptr)) << query;
    return value;
  }
};

TEST_F(Devices, EveryQueryAnswersOrRefuses) {
  for (int query = 0; query <= 139; ++query) {
    size_t size = 0;
    const auto name = static_cast<ur_device_info_t>(query);
    const ur_result_t result = urDeviceGetInfo(device_, name, 0, nullptr, &size);
    if (result == UR_RESULT_SUCCESS) {
      std::vector<char> value(size + 1, 'x');
      EXPECT_OK(urDeviceGetInfo(device_, name, size, value.data(), nullptr)) << query;
      EXPECT_EQ(value[size], 'x') << query;
    } else {
      EXPECT_EQ(result, UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION) << query;
    }
  }
  size_t size = 77;
  EXPECT_EQ(urDeviceGetInfo(device_, static_cast<ur_device_info_t>(99999), 0, nullptr, &size),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(size, 77u);
}

TEST_F(Devices, Specialization) {
  EXPECT_TRUE(info<ur_bool_t>(UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS));
}

TEST_F(Devices, LimitsMakeSense) {
  EXPECT_GE(info<uint32_t>(UR_DEVICE_INFO_MAX_COMPUTE_UNITS), 1u);
  EXPECT_GE(info<size_t>(UR_DEVICE_INFO_MAX_WORK_GROUP_SIZE), 256u);
  EXPECT_GE(info<uint64_t>(UR_DEVICE_INFO_LOCAL_MEM_SIZE), 32u << 10);
  EXPECT_GE(info<uint64_t>(UR_DEVICE_INFO_GLOBAL_MEM_SIZE),
            info<uint64_t>(UR_DEVICE_INFO_MAX_MEM_ALLOC_SIZE));
  EXPECT_EQ(info<ur_platform_handle_t>(UR_DEVICE_INFO_PLATFORM), platform_);
}

TEST_F(Devices, NamesEndAndFit) {
  size_t size = 0;
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_NAME, 0, nullptr, &size));
  ASSERT_GT(size, 1u);
  std::vector<char> name(size, 'x');
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_NAME, size, name.data(), nullptr));
  EXPECT_EQ(name.back(), '\0');
  std::vector<char> untouched(size, 'x');
  EXPECT_EQ(urDeviceGetInfo(device_, UR_DEVICE_INFO_NAME, size - 1, untouched.data(), nullptr),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(untouched, std::vector<char>(size, 'x'));
}

TEST_F(Devices, SelectsItsBinary) {
  const std::string own = imageTarget();
  const std::string emulated = own + "+emulated";
  const auto binary = [](const char *target) {
    return ur_device_binary_t{UR_STRUCTURE_TYPE_DEVICE_BINARY, nullptr, target};
  };
  const ur_device_binary_t binaries[] = {binary("spirv64"), binary(emulated.c_str()),
                                         binary(own.c_str()), binary("nvptx64-sm_70")};
  uint32_t selected = 99;
  ASSERT_OK(urDeviceSelectBinary(device_, binaries, 4, &selected));
  EXPECT_EQ(selected, 2u);
  selected = 99;
  EXPECT_EQ(urDeviceSelectBinary(device_, binaries, 1, &selected), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_EQ(selected, 99u);
  EXPECT_THAT(lastError(), testing::HasSubstr("'spirv64'"));
}

TEST_F(Devices, TypesAndCounts) {
  uint32_t count = 99;
  ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_FPGA, 0, nullptr, &count));
  EXPECT_EQ(count, 0u);
  ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_DEFAULT, 0, nullptr, &count));
  EXPECT_EQ(count, 1u);
  ur_device_handle_t device = nullptr;
  EXPECT_EQ(urDeviceGet(platform_, UR_DEVICE_TYPE_ALL, 0, &device, nullptr),
            UR_RESULT_ERROR_INVALID_SIZE);
}

TEST_F(Devices, ContextQueries) {
  uint32_t references = 0;
  ASSERT_OK(urContextRetain(context_));
  ASSERT_OK(urContextGetInfo(context_, UR_CONTEXT_INFO_REFERENCE_COUNT, sizeof(references),
                             &references, nullptr));
  EXPECT_EQ(references, 3u); // the fixture's, the queue's and this one
  ASSERT_OK(urContextRelease(context_));
  ur_device_handle_t device = nullptr;
  ASSERT_OK(urContextGetInfo(context_, UR_CONTEXT_INFO_DEVICES, sizeof(device), &device, nullptr));
  EXPECT_EQ(device, device_);
}

TEST_F(Devices, ContextDeletersRunAtItsEnd) {
  ur_context_handle_t context = nullptr;
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &context));
  int calls = 0;
  ASSERT_OK(urContextSetExtendedDeleter(
      context, [](void *data) { ++*static_cast<int *>(data); }, &calls));
  EXPECT_EQ(calls, 0);
  ASSERT_OK(urContextRelease(context));
  EXPECT_EQ(calls, 1);
}

TEST_F(Devices, WhatIsMissingSaysSo) {
  void *start = nullptr;
  EXPECT_EQ(urVirtualMemReserve(context_, nullptr, 4096, &start),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

} // namespace
} // namespace ursa::conformance
