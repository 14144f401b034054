// Fixture of the sub-device suites: a device partitioned into sub-devices of one compute unit.
#pragma once

#include "conformance/harness.h"

namespace ursa::conformance {

inline ur_device_partition_property_t intoUnits(uint32_t units) {
  ur_device_partition_property_t property{};
  property.type = UR_DEVICE_PARTITION_EQUALLY;
  property.value.equally = units;
  return property;
}

template <class T> T info(ur_device_handle_t device, ur_device_info_t query) {
  T value{};
  EXPECT_OK(urDeviceGetInfo(device, query, sizeof(value), &value, nullptr)) << query;
  return value;
}

template <class T> std::vector<T> list(ur_device_handle_t device, ur_device_info_t query) {
  size_t size = 0;
  EXPECT_OK(urDeviceGetInfo(device, query, 0, nullptr, &size)) << query;
  std::vector<T> values(size / sizeof(T));
  if (!values.empty()) {
    EXPECT_OK(urDeviceGetInfo(device, query, size, values.data(), nullptr)) << query;
  }
  return values;
}

inline uint32_t references(ur_device_handle_t device) {
  return info<uint32_t>(device, UR_DEVICE_INFO_REFERENCE_COUNT);
}

// Devices with one compute unit cannot be partitioned, nor can devices of some drivers. A separate
// test checks their errors.
class SubDevices : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (HasFatalFailure())
      return;
    if (!list<ur_device_partition_t>(device_, UR_DEVICE_INFO_SUPPORTED_PARTITIONS).empty())
      maxSubDevices_ = info<uint32_t>(device_, UR_DEVICE_INFO_MAX_COMPUTE_UNITS);
    if (maxSubDevices_ > 1)
      subDevices_ = partition(device_, {intoUnits(1)});
    if (!capabilities().contextsContainSubDevices)
      addSubDevicesToContext();
  }
  void TearDown() override {
    for (ur_device_handle_t subDevice : subDevices_)
      EXPECT_OK(urDeviceRelease(subDevice));
    DeviceTest::TearDown();
  }

  std::vector<ur_device_handle_t>
  partition(ur_device_handle_t device,
            const std::vector<ur_device_partition_property_t> &properties) {
    const ur_device_partition_properties_t description{
        UR_STRUCTURE_TYPE_DEVICE_PARTITION_PROPERTIES, nullptr, properties.data(),
        properties.size()};
    uint32_t count = 0;
    EXPECT_OK(urDevicePartition(device, &description, 0, nullptr, &count)) << lastError();
    std::vector<ur_device_handle_t> subDevices(count);
    EXPECT_OK(urDevicePartition(device, &description, count, subDevices.data(), nullptr))
        << lastError();
    return subDevices;
  }

  // Creates the context again with the sub-devices in it. Objects of a context that does not
  // contain them cannot use them.
  void addSubDevicesToContext() {
    for (ur_device_handle_t subDevice : subDevices_) {
      ur_queue_handle_t queue = nullptr;
      EXPECT_EQ(urQueueCreate(context_, subDevice, nullptr, &queue),
                UR_RESULT_ERROR_INVALID_DEVICE);
    }
    EXPECT_OK(urQueueRelease(queue_));
    EXPECT_OK(urContextRelease(context_));
    std::vector<ur_device_handle_t> all = subDevices_;
    all.insert(all.begin(), device_);
    ASSERT_OK(urContextCreate(static_cast<uint32_t>(all.size()), all.data(), nullptr, &context_));
    ASSERT_OK(urQueueCreate(context_, device_, nullptr, &queue_));
  }

  uint32_t maxSubDevices_ = 1;                 ///< maximum number of sub-devices
  std::vector<ur_device_handle_t> subDevices_; ///< of one compute unit each
};

} // namespace ursa::conformance
