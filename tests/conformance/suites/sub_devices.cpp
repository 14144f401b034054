// Parts of a device: what they are, what they say of themselves, where their commands run.
#include "conformance/harness.h"

#include <gmock/gmock.h>

#include <atomic>
#include <mutex>
#include <sched.h>
#include <set>

namespace ursa::conformance {
namespace {

ur_device_partition_property_t equally(uint32_t units) {
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

uint32_t references(ur_device_handle_t device) {
  return info<uint32_t>(device, UR_DEVICE_INFO_REFERENCE_COUNT);
}

// The processors that a queue's host tasks run on.
std::set<int> processorsOf(ur_queue_handle_t queue) {
  struct Seen {
    std::mutex mutex;
    std::set<int> processors;
  } seen;
  for (int i = 0; i < 200; ++i)
    EXPECT_OK(urEnqueueHostTaskExp(
        queue,
        [](void *data) {
          auto &all = *static_cast<Seen *>(data);
          const std::lock_guard guard(all.mutex);
          all.processors.insert(sched_getcpu());
        },
        &seen, nullptr, 0, nullptr, nullptr));
  EXPECT_OK(urQueueFinish(queue));
  return seen.processors;
}

// Devices with one unit cannot be cut; that they say so is a test of its own.
class SubDevices : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (HasFatalFailure())
      return;
    units_ = info<uint32_t>(device_, UR_DEVICE_INFO_MAX_COMPUTE_UNITS);
    if (units_ > 1)
      parts_ = cut(device_, {equally(1)});
  }
  void TearDown() override {
    for (ur_device_handle_t part : parts_)
      EXPECT_OK(urDeviceRelease(part));
    DeviceTest::TearDown();
  }

  std::vector<ur_device_handle_t>
  cut(ur_device_handle_t device, const std::vector<ur_device_partition_property_t> &properties) {
    const ur_device_partition_properties_t how{UR_STRUCTURE_TYPE_DEVICE_PARTITION_PROPERTIES,
                                               nullptr, properties.data(), properties.size()};
    uint32_t count = 0;
    EXPECT_OK(urDevicePartition(device, &how, 0, nullptr, &count)) << lastError();
    std::vector<ur_device_handle_t> parts(count);
    EXPECT_OK(urDevicePartition(device, &how, count, parts.data(), nullptr)) << lastError();
    return parts;
  }

  uint32_t units_ = 0;
  std::vector<ur_device_handle_t> parts_; ///< of one unit each
};

TEST_F(SubDevices, WhatTheWholeSays) {
  EXPECT_EQ(info<ur_device_handle_t>(device_, UR_DEVICE_INFO_PARENT_DEVICE), nullptr);
  EXPECT_TRUE(list<ur_device_partition_property_t>(device_, UR_DEVICE_INFO_PARTITION_TYPE).empty());
  const auto ways = list<ur_device_partition_t>(device_, UR_DEVICE_INFO_SUPPORTED_PARTITIONS);
  EXPECT_EQ(ways.empty(), units_ == 1);
  EXPECT_EQ(info<uint32_t>(device_, UR_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES),
            units_ == 1 ? 0 : units_);
}

TEST_F(SubDevices, WhatAPartSays) {
  EXPECT_EQ(parts_.size(), units_ == 1 ? 0 : units_);
  for (ur_device_handle_t part : parts_) {
    EXPECT_EQ(info<ur_device_handle_t>(part, UR_DEVICE_INFO_PARENT_DEVICE), device_);
    EXPECT_EQ(info<uint32_t>(part, UR_DEVICE_INFO_MAX_COMPUTE_UNITS), 1u);
    EXPECT_EQ(info<ur_platform_handle_t>(part, UR_DEVICE_INFO_PLATFORM), platform_);
    const auto how = list<ur_device_partition_property_t>(part, UR_DEVICE_INFO_PARTITION_TYPE);
    ASSERT_EQ(how.size(), 1u);
    EXPECT_EQ(how[0].type, UR_DEVICE_PARTITION_EQUALLY);
    EXPECT_EQ(how[0].value.equally, 1u);
  }
}

TEST_F(SubDevices, APartOfOneUnitCannotBeCut) {
  for (ur_device_handle_t part : parts_) {
    EXPECT_TRUE(list<ur_device_partition_t>(part, UR_DEVICE_INFO_SUPPORTED_PARTITIONS).empty());
    EXPECT_EQ(info<uint32_t>(part, UR_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES), 0u);
    const ur_device_partition_property_t one = equally(1);
    const ur_device_partition_properties_t how{UR_STRUCTURE_TYPE_DEVICE_PARTITION_PROPERTIES,
                                               nullptr, &one, 1};
    uint32_t count = 77;
    EXPECT_EQ(urDevicePartition(part, &how, 0, nullptr, &count),
              UR_RESULT_ERROR_DEVICE_PARTITION_FAILED);
    EXPECT_EQ(count, 77u);
  }
}

TEST_F(SubDevices, EveryDomainThatIsToldCuts) {
  const auto domains =
      info<ur_device_affinity_domain_flags_t>(device_, UR_DEVICE_INFO_PARTITION_AFFINITY_DOMAIN);
  for (uint32_t bit = 1; bit <= UR_DEVICE_AFFINITY_DOMAIN_FLAG_NEXT_PARTITIONABLE; bit <<= 1) {
    ur_device_partition_property_t property{};
    property.type = UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;
    property.value.affinity_domain = bit;
    if (!(domains & bit)) {
      const ur_device_partition_properties_t how{UR_STRUCTURE_TYPE_DEVICE_PARTITION_PROPERTIES,
                                                 nullptr, &property, 1};
      EXPECT_EQ(urDevicePartition(device_, &how, 0, nullptr, nullptr),
                UR_RESULT_ERROR_DEVICE_PARTITION_FAILED)
          << bit;
      continue;
    }
    uint32_t sum = 0;
    const auto parts = cut(device_, {property});
    for (ur_device_handle_t part : parts) {
      sum += info<uint32_t>(part, UR_DEVICE_INFO_MAX_COMPUTE_UNITS);
      EXPECT_OK(urDeviceRelease(part));
    }
    EXPECT_EQ(sum, units_) << bit;
  }
}

TEST_F(SubDevices, ReferencesOfPartsAreCounted) {
  const uint32_t ofTheWhole = references(device_);
  EXPECT_OK(urDeviceRetain(device_));
  EXPECT_EQ(references(device_), ofTheWhole);
  for (ur_device_handle_t part : parts_) {
    EXPECT_EQ(references(part), 1u);
    EXPECT_OK(urDeviceRetain(part));
    EXPECT_EQ(references(part), 2u);
    EXPECT_OK(urDeviceRelease(part));
    EXPECT_EQ(references(part), 1u);
  }
}

TEST_F(SubDevices, CommandsRunOnTheirOwnUnits) {
  std::set<int> taken;
  for (ur_device_handle_t part : parts_) {
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urQueueCreate(context_, part, nullptr, &queue)) << lastError();
    EXPECT_EQ(references(part), 2u);
    const std::set<int> processors = processorsOf(queue);
    EXPECT_EQ(processors.size(), 1u);
    for (const int processor : processors)
      EXPECT_TRUE(taken.insert(processor).second) << processor;
    EXPECT_OK(urQueueRelease(queue));
  }
}

// The thread that waits helps, and can run anywhere again afterwards.
TEST_F(SubDevices, WaitingLeavesTheThreadWhereItWas) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  for (ur_device_handle_t part : parts_) {
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urQueueCreate(context_, part, nullptr, &queue));
    processorsOf(queue);
    EXPECT_OK(urQueueRelease(queue));
  }
  cpu_set_t after;
  ASSERT_EQ(sched_getaffinity(0, sizeof(after), &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST_F(SubDevices, KernelsRunAndShareMemory) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  for (ur_device_handle_t part : parts_) {
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urQueueCreate(context_, part, nullptr, &queue));
    Shared<int> out(context_, device_, 10000);
    const int first = 5;
    ur_event_handle_t event =
        enqueueStep(queue, iota, Arguments().pointer(out.data()).value(first), 10000);
    // Another device's queue waits for it.
    ASSERT_OK(urEnqueueEventsWait(queue_, 1, &event, nullptr));
    ASSERT_OK(urQueueFinish(queue_));
    EXPECT_EQ(out[9999], 10004);
    EXPECT_OK(urEventRelease(event));
    EXPECT_OK(urQueueRelease(queue));
  }
}

TEST_F(SubDevices, AContextOfParts) {
  if (parts_.empty())
    return;
  ur_context_handle_t context = nullptr;
  std::vector<ur_device_handle_t> twice = {parts_[0], parts_[0]};
  ASSERT_OK(urContextCreate(2, twice.data(), nullptr, &context));
  uint32_t count = 0;
  ASSERT_OK(urContextGetInfo(context, UR_CONTEXT_INFO_NUM_DEVICES, sizeof(count), &count, nullptr));
  EXPECT_EQ(count, 1u);
  ur_queue_handle_t queue = nullptr;
  EXPECT_EQ(urQueueCreate(context, device_, nullptr, &queue), UR_RESULT_ERROR_INVALID_DEVICE);
  EXPECT_EQ(urQueueCreate(context, parts_[1], nullptr, &queue), UR_RESULT_ERROR_INVALID_DEVICE);
  EXPECT_THAT(lastError(), testing::HasSubstr("not one of the context's"));
  EXPECT_EQ(queue, nullptr);
  ASSERT_OK(urQueueCreate(context, parts_[0], nullptr, &queue));
  ur_device_handle_t asked = nullptr;
  ASSERT_OK(urQueueGetInfo(queue, UR_QUEUE_INFO_DEVICE, sizeof(asked), &asked, nullptr));
  EXPECT_EQ(asked, parts_[0]);
  EXPECT_OK(urQueueRelease(queue));
  EXPECT_OK(urContextRelease(context));
}

TEST_F(SubDevices, AllocationsKnowTheirDevice) {
  for (ur_device_handle_t part : parts_) {
    Shared<int> memory(context_, part, 16);
    ur_device_handle_t asked = nullptr;
    ASSERT_OK(urUSMGetMemAllocInfo(context_, memory.data(), UR_USM_ALLOC_INFO_DEVICE, sizeof(asked),
                                   &asked, nullptr));
    EXPECT_EQ(asked, part);
  }
}

// The application gives up everything at once, in this order or the other, while commands run.
TEST_F(SubDevices, EverythingReleasedWithWorkInFlight) {
  for (size_t i = 0; i < 2 * parts_.size(); ++i) {
    std::vector<ur_device_handle_t> parts = cut(device_, {equally(1)});
    ur_device_handle_t own = parts[i / 2];
    ur_context_handle_t context = nullptr;
    ASSERT_OK(urContextCreate(1, &own, nullptr, &context));
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urQueueCreate(context, own, nullptr, &queue));
    std::atomic<int> ran{0};
    for (int task = 0; task < 50; ++task)
      ASSERT_OK(urEnqueueHostTaskExp(
          queue,
          [](void *count) {
            ++*static_cast<std::atomic<int> *>(count);
            static_cast<std::atomic<int> *>(count)->notify_all();
          },
          &ran, nullptr, 0, nullptr, nullptr));
    if (i % 2 == 0) {
      EXPECT_OK(urQueueRelease(queue));
    }
    EXPECT_OK(urContextRelease(context));
    for (ur_device_handle_t part : parts)
      EXPECT_OK(urDeviceRelease(part));
    if (i % 2 == 1) {
      EXPECT_OK(urQueueRelease(queue));
    }
    for (int now = ran; now != 50; now = ran)
      ran.wait(now);
  }
}

// A callback that waits for a later command of a device with one thread.
TEST_F(SubDevices, CallbacksMayWait) {
  for (ur_device_handle_t part : parts_) {
    struct State {
      ur_queue_handle_t queue = nullptr;
      std::atomic<bool> done{false};
    } state;
    ASSERT_OK(urQueueCreate(context_, part, nullptr, &state.queue));
    ur_event_handle_t event = nullptr;
    ASSERT_OK(urEnqueueHostTaskExp(
        state.queue, [](void *) {}, nullptr, nullptr, 0, nullptr, &event));
    ASSERT_OK(urEventSetCallback(
        event, UR_EXECUTION_INFO_COMPLETE,
        [](ur_event_handle_t, ur_execution_info_t, void *data) {
          auto &own = *static_cast<State *>(data);
          EXPECT_OK(urEnqueueHostTaskExp(
              own.queue, [](void *) {}, nullptr, nullptr, 0, nullptr, nullptr));
          EXPECT_OK(urQueueFinish(own.queue));
          own.done = true;
          own.done.notify_all();
        },
        &state));
    state.done.wait(false);
    EXPECT_OK(urEventRelease(event));
    EXPECT_OK(urQueueRelease(state.queue));
  }
}

TEST_F(SubDevices, WaitingForADevice) {
  for (ur_device_handle_t part : parts_) {
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urQueueCreate(context_, part, nullptr, &queue));
    for (ur_device_handle_t waitedFor : {part, device_}) { // the whole's work is the parts' too
      std::atomic<int> ran{0};
      for (int i = 0; i < 100; ++i)
        ASSERT_OK(urEnqueueHostTaskExp(
            queue, [](void *count) { ++*static_cast<std::atomic<int> *>(count); }, &ran, nullptr, 0,
            nullptr, nullptr));
      ASSERT_OK(urDeviceWaitExp(waitedFor));
      EXPECT_EQ(ran, 100);
    }
    EXPECT_OK(urQueueRelease(queue));
  }
}

} // namespace
} // namespace ursa::conformance
