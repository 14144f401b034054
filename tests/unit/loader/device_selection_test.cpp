// urDeviceGetSelected on a mock adapter with an OpenCL platform: a CPU, a GPU and a second GPU.

#include "mock/mock_adapter.h"
#include "support/last_error.h"
#include "unit/scoped_variable.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

namespace ursa::core::loader {
namespace {

using api::Function;
using testing::_;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Return;
using testing::UnorderedElementsAre;

template <class Value> ur_result_t answer(void *out, Value value) {
  std::memcpy(out, &value, sizeof(value));
  return UR_RESULT_SUCCESS;
}

class DeviceSelection : public testing::Test {
protected:
  DeviceSelection() {
    ON_CALL(mock_.on<Function::urDeviceGet>(), Call(platform_, UR_DEVICE_TYPE_ALL, _, _, _))
        .WillByDefault([this](auto, auto, uint32_t room, ur_device_handle_t *out, uint32_t *count) {
          if (out)
            std::copy_n(devices_, std::min(room, 3u), out);
          if (count)
            *count = 3;
          return UR_RESULT_SUCCESS;
        });
    ON_CALL(mock_.on<Function::urPlatformGetInfo>(),
            Call(platform_, UR_PLATFORM_INFO_BACKEND, sizeof(ur_backend_t), _, _))
        .WillByDefault(
            [](auto, auto, auto, void *out, auto) { return answer(out, UR_BACKEND_OPENCL); });
    ON_CALL(mock_.on<Function::urDeviceGetInfo>(),
            Call(_, UR_DEVICE_INFO_TYPE, sizeof(ur_device_type_t), _, _))
        .WillByDefault([this](ur_device_handle_t device, auto, auto, void *out, auto) {
          return answer(out, device == devices_[0] ? UR_DEVICE_TYPE_CPU : UR_DEVICE_TYPE_GPU);
        });
    ON_CALL(mock_.on<Function::urDeviceRelease>(), Call(_))
        .WillByDefault([this](ur_device_handle_t device) {
          released_.push_back(device);
          return UR_RESULT_SUCCESS;
        });
  }

  /// Returns the devices that a selector selects, with an array that is large enough.
  std::vector<ur_device_handle_t> select(const char *text,
                                         ur_device_type_t type = UR_DEVICE_TYPE_ALL) {
    const ScopedVariable selector("ONEAPI_DEVICE_SELECTOR", text);
    ur_device_handle_t out[3] = {};
    uint32_t count = 0;
    EXPECT_EQ(urDeviceGetSelected(platform_, type, 3, out, &count), UR_RESULT_SUCCESS);
    return {out, out + count};
  }

  MockAdapter mock_;
  const ur_platform_handle_t platform_ = mock_.make<ur_platform_handle_t>();
  ur_device_handle_t devices_[3] = {mock_.make<ur_device_handle_t>(),
                                    mock_.make<ur_device_handle_t>(),
                                    mock_.make<ur_device_handle_t>()};
  std::vector<ur_device_handle_t> released_;
};

TEST_F(DeviceSelection, IsUrDeviceGetWithoutASelector) {
  EXPECT_CALL(mock_.on<Function::urDeviceGet>(),
              Call(platform_, UR_DEVICE_TYPE_FPGA, 2, nullptr, nullptr))
      .WillOnce(Return(UR_RESULT_ERROR_OUT_OF_RESOURCES));
  EXPECT_EQ(urDeviceGetSelected(platform_, UR_DEVICE_TYPE_FPGA, 2, nullptr, nullptr),
            UR_RESULT_ERROR_OUT_OF_RESOURCES);
}

TEST_F(DeviceSelection, SelectsByTypeAndNumber) {
  EXPECT_THAT(select("opencl:gpu"), ElementsAre(devices_[1], devices_[2]));
  EXPECT_THAT(select("*:2,0"), ElementsAre(devices_[0], devices_[2]));
  EXPECT_THAT(select("cuda:*"), IsEmpty());
}

TEST_F(DeviceSelection, KeepsToTheTypeThatIsAskedFor) {
  EXPECT_THAT(select("*:*", UR_DEVICE_TYPE_CPU), ElementsAre(devices_[0]));
  EXPECT_THAT(select("*:gpu", UR_DEVICE_TYPE_CPU), IsEmpty());
  EXPECT_THAT(select("*:gpu", UR_DEVICE_TYPE_DEFAULT), ElementsAre(devices_[1]));
}

TEST_F(DeviceSelection, ReleasesTheOtherDevices) {
  select("*:1");
  EXPECT_THAT(released_, UnorderedElementsAre(devices_[0], devices_[2]));
}

TEST_F(DeviceSelection, GivesAsManyAsThereIsRoomFor) {
  const ScopedVariable selector("ONEAPI_DEVICE_SELECTOR", "*:gpu");
  ur_device_handle_t out[2] = {};
  uint32_t count = 0;
  EXPECT_EQ(urDeviceGetSelected(platform_, UR_DEVICE_TYPE_ALL, 1, out, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 2u);
  EXPECT_THAT(out, ElementsAre(devices_[1], nullptr));
  EXPECT_THAT(released_, UnorderedElementsAre(devices_[0], devices_[2]));
}

TEST_F(DeviceSelection, KnowsAnAdapterByItsName) {
  MockAdapter vulkan("vulkan");
  const auto platform = vulkan.make<ur_platform_handle_t>();
  const auto device = vulkan.make<ur_device_handle_t>();
  ON_CALL(vulkan.on<Function::urDeviceGet>(), Call(_, _, _, _, _))
      .WillByDefault([&](auto, auto, auto, ur_device_handle_t *out, uint32_t *count) {
        if (out)
          *out = device;
        if (count)
          *count = 1;
        return UR_RESULT_SUCCESS;
      });
  ON_CALL(vulkan.on<Function::urPlatformGetInfo>(), Call(_, _, _, _, _))
      .WillByDefault(
          [](auto, auto, auto, void *out, auto) { return answer(out, UR_BACKEND_OPENCL); });
  ON_CALL(vulkan.on<Function::urDeviceGetInfo>(), Call(_, _, _, _, _))
      .WillByDefault(
          [](auto, auto, auto, void *out, auto) { return answer(out, UR_DEVICE_TYPE_GPU); });
  const ScopedVariable selector("ONEAPI_DEVICE_SELECTOR", "vulkan:gpu");
  uint32_t count = 7;
  EXPECT_EQ(urDeviceGetSelected(platform, UR_DEVICE_TYPE_ALL, 0, nullptr, &count),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(urDeviceGetSelected(platform_, UR_DEVICE_TYPE_ALL, 0, nullptr, &count),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 0u) << "the same backend from another adapter";
}

/// The first device has two NUMA nodes as sub-devices, each of which has two slices.
class PartSelection : public DeviceSelection {
protected:
  PartSelection() {
    ON_CALL(mock_.on<Function::urDevicePartition>(), Call(_, _, _, _, _))
        .WillByDefault([this](ur_device_handle_t device,
                              const ur_device_partition_properties_t *properties, uint32_t room,
                              ur_device_handle_t *out, uint32_t *count) {
          return partition(device, properties->pProperties[0], room, out, count);
        });
  }

  ur_result_t partition(ur_device_handle_t device, const ur_device_partition_property_t &property,
                        uint32_t room, ur_device_handle_t *out, uint32_t *count) {
    const ur_device_handle_t *parts = nullptr;
    if (device == devices_[0] && property.type == UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN &&
        property.value.affinity_domain == UR_DEVICE_AFFINITY_DOMAIN_FLAG_NEXT_PARTITIONABLE)
      parts = nodes_;
    else if (device == nodes_[0] && property.type == UR_DEVICE_PARTITION_BY_CSLICE)
      parts = slices_;
    else if (device == nodes_[1] && property.type == UR_DEVICE_PARTITION_BY_CSLICE)
      parts = slices_ + 2;
    else
      return UR_RESULT_ERROR_DEVICE_PARTITION_FAILED;
    if (out)
      std::copy_n(parts, std::min(room, 2u), out);
    if (count)
      *count = 2;
    return UR_RESULT_SUCCESS;
  }

  ur_device_handle_t nodes_[2] = {mock_.make<ur_device_handle_t>(),
                                  mock_.make<ur_device_handle_t>()};
  ur_device_handle_t slices_[4] = {
      mock_.make<ur_device_handle_t>(), mock_.make<ur_device_handle_t>(),
      mock_.make<ur_device_handle_t>(), mock_.make<ur_device_handle_t>()};
};

TEST_F(PartSelection, GivesSubDevices) {
  EXPECT_THAT(select("*:0.1"), ElementsAre(nodes_[1]));
  EXPECT_THAT(released_, UnorderedElementsAre(devices_[0], devices_[1], devices_[2], nodes_[0]));
  EXPECT_THAT(select("*:0.*"), ElementsAre(nodes_[0], nodes_[1]));
  EXPECT_THAT(select("*:0.1,1"), ElementsAre(nodes_[1], devices_[1]));
}

TEST_F(PartSelection, GivesPartsOfSubDevices) {
  EXPECT_THAT(select("*:0.1.0"), ElementsAre(slices_[2]));
  EXPECT_THAT(released_, UnorderedElementsAre(devices_[0], devices_[1], devices_[2], nodes_[0],
                                              nodes_[1], slices_[0], slices_[1], slices_[3]));
  EXPECT_THAT(select("*:0.0,0.1.*"), ElementsAre(nodes_[0], slices_[2], slices_[3]));
}

TEST_F(PartSelection, LeavesOutDevicesThatHaveNoParts) {
  EXPECT_THAT(select("*:*.*"), ElementsAre(nodes_[0], nodes_[1]));
  EXPECT_THAT(select("*:1.*"), IsEmpty());
  EXPECT_THAT(select("*:0.7"), IsEmpty());
}

TEST_F(PartSelection, PartitionsNoDeviceUnnecessarily) {
  EXPECT_CALL(mock_.on<Function::urDevicePartition>(), Call(_, _, _, _, _)).Times(0);
  EXPECT_EQ(select("*:*").size(), 3u);
  EXPECT_THAT(select("*:*.*;!*:*"), IsEmpty());
}

TEST_F(PartSelection, TakesTheFirstByDefault) {
  EXPECT_THAT(select("*:0.*", UR_DEVICE_TYPE_DEFAULT), ElementsAre(nodes_[0]));
  EXPECT_THAT(released_, testing::Contains(nodes_[1]));
}

TEST_F(PartSelection, PassesOnOtherFailures) {
  EXPECT_CALL(mock_.on<Function::urDevicePartition>(), Call(_, _, _, _, _))
      .WillOnce(Return(UR_RESULT_ERROR_DEVICE_LOST));
  const ScopedVariable selector("ONEAPI_DEVICE_SELECTOR", "*:0.1");
  uint32_t count = 7;
  EXPECT_EQ(urDeviceGetSelected(platform_, UR_DEVICE_TYPE_ALL, 0, nullptr, &count),
            UR_RESULT_ERROR_DEVICE_LOST);
  EXPECT_EQ(count, 7u);
}

TEST_F(DeviceSelection, ABadWordIsAnErrorThatChangesNothing) {
  const ScopedVariable selector("ONEAPI_DEVICE_SELECTOR", "opencl:gpus");
  ur_device_handle_t out = nullptr;
  uint32_t count = 7;
  EXPECT_EQ(urDeviceGetSelected(platform_, UR_DEVICE_TYPE_ALL, 1, &out, &count),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(count, 7u);
  EXPECT_THAT(lastErrorMessage(), testing::HasSubstr("'gpus'"));
}

TEST_F(DeviceSelection, PassesOnTheAdaptersFailure) {
  EXPECT_CALL(mock_.on<Function::urPlatformGetInfo>(), Call(_, _, _, _, _))
      .WillOnce(Return(UR_RESULT_ERROR_DEVICE_LOST));
  const ScopedVariable selector("ONEAPI_DEVICE_SELECTOR", "*:*");
  uint32_t count = 7;
  EXPECT_EQ(urDeviceGetSelected(platform_, UR_DEVICE_TYPE_ALL, 0, nullptr, &count),
            UR_RESULT_ERROR_DEVICE_LOST);
  EXPECT_EQ(count, 7u);
  EXPECT_THAT(released_, UnorderedElementsAre(devices_[0], devices_[1], devices_[2]));
}

TEST_F(DeviceSelection, RefusesBadParameters) {
  const ScopedVariable selector("ONEAPI_DEVICE_SELECTOR", "*:*");
  ur_device_handle_t out = nullptr;
  EXPECT_EQ(urDeviceGetSelected(nullptr, UR_DEVICE_TYPE_ALL, 1, &out, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_STREQ(lastErrorMessage(), "urDeviceGetSelected: the handle hPlatform is null.");
  EXPECT_EQ(urDeviceGetSelected(platform_, UR_DEVICE_TYPE_ALL, 0, &out, nullptr),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(urDeviceGetSelected(platform_, static_cast<ur_device_type_t>(99), 1, &out, nullptr),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
}

} // namespace
} // namespace ursa::core::loader
