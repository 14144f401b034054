// Sub-devices: their properties, and kernels on them. sub_device_threads.cpp tests where their
// commands run.
#include "conformance/sub_devices.h"

#include <gmock/gmock.h>

namespace ursa::conformance {
namespace {

TEST_F(SubDevices, QueriesOfTheWholeDevice) {
  EXPECT_EQ(info<ur_device_handle_t>(device_, UR_DEVICE_INFO_PARENT_DEVICE), nullptr);
  EXPECT_TRUE(list<ur_device_partition_property_t>(device_, UR_DEVICE_INFO_PARTITION_TYPE).empty());
  const auto partitions = list<ur_device_partition_t>(device_, UR_DEVICE_INFO_SUPPORTED_PARTITIONS);
  if (info<uint32_t>(device_, UR_DEVICE_INFO_MAX_COMPUTE_UNITS) == 1) {
    EXPECT_TRUE(partitions.empty());
  }
  const auto maxSubDevices = info<uint32_t>(device_, UR_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES);
  if (maxSubDevices_ == 1) {
    EXPECT_LE(maxSubDevices, 1u); // some drivers count the whole device
  } else {
    EXPECT_EQ(maxSubDevices, maxSubDevices_);
  }
}

TEST_F(SubDevices, QueriesOfASubDevice) {
  EXPECT_EQ(subDevices_.size(), maxSubDevices_ == 1 ? 0 : maxSubDevices_);
  for (ur_device_handle_t subDevice : subDevices_) {
    EXPECT_EQ(info<ur_device_handle_t>(subDevice, UR_DEVICE_INFO_PARENT_DEVICE), device_);
    EXPECT_EQ(info<uint32_t>(subDevice, UR_DEVICE_INFO_MAX_COMPUTE_UNITS), 1u);
    EXPECT_EQ(info<ur_platform_handle_t>(subDevice, UR_DEVICE_INFO_PLATFORM), platform_);
    const auto properties =
        list<ur_device_partition_property_t>(subDevice, UR_DEVICE_INFO_PARTITION_TYPE);
    ASSERT_EQ(properties.size(), 1u);
    EXPECT_EQ(properties[0].type, UR_DEVICE_PARTITION_EQUALLY);
    EXPECT_EQ(properties[0].value.equally, 1u);
  }
}

TEST_F(SubDevices, OneUnitCannotBePartitioned) {
  for (ur_device_handle_t subDevice : subDevices_) {
    EXPECT_TRUE(
        list<ur_device_partition_t>(subDevice, UR_DEVICE_INFO_SUPPORTED_PARTITIONS).empty());
    EXPECT_EQ(info<uint32_t>(subDevice, UR_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES), 0u);
    const ur_device_partition_property_t one = intoUnits(1);
    const ur_device_partition_properties_t properties{UR_STRUCTURE_TYPE_DEVICE_PARTITION_PROPERTIES,
                                                      nullptr, &one, 1};
    uint32_t count = 77;
    EXPECT_EQ(urDevicePartition(subDevice, &properties, 0, nullptr, &count),
              UR_RESULT_ERROR_DEVICE_PARTITION_FAILED);
    EXPECT_EQ(count, 77u);
  }
}

TEST_F(SubDevices, EveryReportedAffinityDomainCanPartition) {
  const auto domains =
      info<ur_device_affinity_domain_flags_t>(device_, UR_DEVICE_INFO_PARTITION_AFFINITY_DOMAIN);
  for (uint32_t bit = 1; bit <= UR_DEVICE_AFFINITY_DOMAIN_FLAG_NEXT_PARTITIONABLE; bit <<= 1) {
    ur_device_partition_property_t property{};
    property.type = UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;
    property.value.affinity_domain = bit;
    if (!(domains & bit)) {
      const ur_device_partition_properties_t properties{
          UR_STRUCTURE_TYPE_DEVICE_PARTITION_PROPERTIES, nullptr, &property, 1};
      EXPECT_EQ(urDevicePartition(device_, &properties, 0, nullptr, nullptr),
                UR_RESULT_ERROR_DEVICE_PARTITION_FAILED)
          << bit;
      continue;
    }
    uint32_t sum = 0;
    const auto subDevices = partition(device_, {property});
    for (ur_device_handle_t subDevice : subDevices) {
      sum += info<uint32_t>(subDevice, UR_DEVICE_INFO_MAX_COMPUTE_UNITS);
      EXPECT_OK(urDeviceRelease(subDevice));
    }
    EXPECT_EQ(sum, maxSubDevices_) << bit;
  }
}

TEST_F(SubDevices, ReferencesOfSubDevicesAreCounted) {
  const uint32_t deviceReferences = references(device_);
  EXPECT_OK(urDeviceRetain(device_));
  EXPECT_EQ(references(device_), deviceReferences);
  for (ur_device_handle_t subDevice : subDevices_) {
    const uint32_t before = references(subDevice); // a context may hold a reference
    EXPECT_EQ(before, capabilities().contextsContainSubDevices ? 1u : 2u);
    EXPECT_OK(urDeviceRetain(subDevice));
    EXPECT_EQ(references(subDevice), before + 1);
    EXPECT_OK(urDeviceRelease(subDevice));
    EXPECT_EQ(references(subDevice), before);
  }
}

TEST_F(SubDevices, KernelsRunAndShareMemory) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  for (ur_device_handle_t subDevice : subDevices_) {
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urQueueCreate(context_, subDevice, nullptr, &queue));
    Shared<int> out(context_, device_, 10000);
    const int first = 5;
    ur_event_handle_t event =
        enqueueStep(queue, iota, Arguments().pointer(out.data()).value(first), 10000);
    // A queue of another device waits for it.
    ASSERT_OK(urEnqueueEventsWait(queue_, 1, &event, nullptr));
    ASSERT_OK(urQueueFinish(queue_));
    EXPECT_EQ(out[9999], 10004);
    EXPECT_OK(urEventRelease(event));
    EXPECT_OK(urQueueRelease(queue));
  }
}

TEST_F(SubDevices, ContextOfSubDevices) {
  if (subDevices_.empty())
    return;
  ur_context_handle_t context = nullptr;
  std::vector<ur_device_handle_t> twice = {subDevices_[0], subDevices_[0]};
  ASSERT_OK(urContextCreate(2, twice.data(), nullptr, &context));
  uint32_t count = 0;
  ASSERT_OK(urContextGetInfo(context, UR_CONTEXT_INFO_NUM_DEVICES, sizeof(count), &count, nullptr));
  EXPECT_EQ(count, 1u);
  ur_queue_handle_t queue = nullptr;
  EXPECT_EQ(urQueueCreate(context, device_, nullptr, &queue), UR_RESULT_ERROR_INVALID_DEVICE);
  EXPECT_EQ(urQueueCreate(context, subDevices_[1], nullptr, &queue),
            UR_RESULT_ERROR_INVALID_DEVICE);
  EXPECT_THAT(lastError(), testing::HasSubstr("of the context's"));
  EXPECT_EQ(queue, nullptr);
  ASSERT_OK(urQueueCreate(context, subDevices_[0], nullptr, &queue));
  ur_device_handle_t result = nullptr;
  ASSERT_OK(urQueueGetInfo(queue, UR_QUEUE_INFO_DEVICE, sizeof(result), &result, nullptr));
  EXPECT_EQ(result, subDevices_[0]);
  EXPECT_OK(urQueueRelease(queue));
  EXPECT_OK(urContextRelease(context));
}

TEST_F(SubDevices, AllocationsReportTheirDevice) {
  for (ur_device_handle_t subDevice : subDevices_) {
    Shared<int> memory(context_, subDevice, 16);
    ur_device_handle_t result = nullptr;
    ASSERT_OK(urUSMGetMemAllocInfo(context_, memory.data(), UR_USM_ALLOC_INFO_DEVICE,
                                   sizeof(result), &result, nullptr));
    EXPECT_EQ(result, subDevice);
  }
}

} // namespace
} // namespace ursa::conformance
