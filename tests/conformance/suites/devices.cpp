// Queries of the adapter, its platform, its device and a context.
#include "conformance/harness.h"

#include "ursa.h"

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

TEST_F(Devices, Specialization) {
  EXPECT_TRUE(info<ur_bool_t>(UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS));
}

TEST_F(Devices, LimitsArePlausible) {
  EXPECT_GE(info<uint32_t>(UR_DEVICE_INFO_MAX_COMPUTE_UNITS), 1u);
  EXPECT_GE(info<size_t>(UR_DEVICE_INFO_MAX_WORK_GROUP_SIZE), 256u);
  EXPECT_GE(info<uint64_t>(UR_DEVICE_INFO_LOCAL_MEM_SIZE), 32u << 10);
  EXPECT_GE(info<uint64_t>(UR_DEVICE_INFO_GLOBAL_MEM_SIZE),
            info<uint64_t>(UR_DEVICE_INFO_MAX_MEM_ALLOC_SIZE));
  EXPECT_EQ(info<ur_platform_handle_t>(UR_DEVICE_INFO_PLATFORM), platform_);
}

TEST_F(Devices, QueriesAreConsistent) {
  uint64_t free = 0;
  if (const ur_result_t result =
          urDeviceGetInfo(device_, UR_DEVICE_INFO_GLOBAL_MEM_FREE, sizeof(free), &free, nullptr)) {
    EXPECT_EQ(result, UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION);
  }
  EXPECT_LE(free, info<uint64_t>(UR_DEVICE_INFO_GLOBAL_MEM_SIZE));
  EXPECT_EQ(info<ur_device_fp_capability_flags_t>(UR_DEVICE_INFO_HALF_FP_CONFIG) == 0,
            info<uint32_t>(UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF) == 0);
  EXPECT_EQ(info<ur_device_fp_capability_flags_t>(UR_DEVICE_INFO_DOUBLE_FP_CONFIG) == 0,
            info<uint32_t>(UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_DOUBLE) == 0);
  size_t size = 0;
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_EXTENSIONS, 0, nullptr, &size));
  std::string extensions(size, '\0');
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_EXTENSIONS, size, extensions.data(), nullptr));
  EXPECT_EQ(extensions.find("cl_khr_fp16") == std::string::npos,
            info<ur_device_fp_capability_flags_t>(UR_DEVICE_INFO_HALF_FP_CONFIG) == 0);
  EXPECT_EQ(info<uint32_t>(UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG),
            info<uint32_t>(UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG_LONG));
  EXPECT_EQ(info<ur_queue_flags_t>(UR_DEVICE_INFO_QUEUE_PROPERTIES),
            info<ur_queue_flags_t>(UR_DEVICE_INFO_QUEUE_ON_HOST_PROPERTIES));
  EXPECT_GE(info<size_t>(UR_DEVICE_INFO_PROFILING_TIMER_RESOLUTION), 1u);
}

// Queues can be created with all properties that the device reports.
TEST_F(Devices, QueuesWithEveryReportedProperty) {
  const auto flags = info<ur_queue_flags_t>(UR_DEVICE_INFO_QUEUE_ON_HOST_PROPERTIES);
  for (ur_queue_flags_t bit = 1; bit != 0; bit <<= 1) {
    if (flags & bit) {
      makeQueue(bit);
    }
  }
}

TEST_F(Devices, NamesAreTerminatedAndFit) {
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

TEST_F(Devices, TellsItsToggles) {
  char text[2048] = "x";
  ASSERT_OK(urDeviceGetInfo(device_, URSA_DEVICE_INFO_TOGGLES, sizeof(text), text, nullptr));
  EXPECT_THAT(text, testing::MatchesRegex("([a-z_]+(, [a-z_]+)*)?"));
}

TEST_F(Devices, SelectsItsBinary) {
  const std::string own = imageTarget();
  const std::string emulated = own + "+emulated";
  const auto binary = [](const char *target) {
    return ur_device_binary_t{UR_STRUCTURE_TYPE_DEVICE_BINARY, nullptr, target};
  };
  const ur_device_binary_t binaries[] = {binary("amdgcn-gfx900"), binary(emulated.c_str()),
                                         binary(own.c_str()), binary("amdgcn-gfx906")};
  uint32_t selected = 99;
  ASSERT_OK(urDeviceSelectBinary(device_, binaries, 4, &selected));
  EXPECT_EQ(selected, 2u);
  selected = 99;
  EXPECT_EQ(urDeviceSelectBinary(device_, binaries, 1, &selected), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_EQ(selected, 99u);
  EXPECT_THAT(lastError(), testing::HasSubstr("'amdgcn-gfx900'"));
}

TEST_F(Devices, TypesAndCounts) {
  uint32_t count = 99;
  ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_FPGA, 0, nullptr, &count));
  EXPECT_EQ(count, 0u);
  ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_DEFAULT, 0, nullptr, &count));
  EXPECT_GE(count, 1u);
  ur_device_handle_t device = nullptr;
  EXPECT_EQ(urDeviceGet(platform_, UR_DEVICE_TYPE_ALL, 0, &device, nullptr),
            UR_RESULT_ERROR_INVALID_SIZE);
}

TEST_F(Devices, ContextQueries) {
  uint32_t references = 0;
  ASSERT_OK(urContextRetain(context_));
  ASSERT_OK(urContextGetInfo(context_, UR_CONTEXT_INFO_REFERENCE_COUNT, sizeof(references),
                             &references, nullptr));
  EXPECT_EQ(references, 3u); // of the fixture, of the queue, and of this test
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

} // namespace
} // namespace ursa::conformance
