// Launch sizes, offsets and work-item functions.
#include "conformance/harness.h"

namespace ursa::conformance {
namespace {

class Launch : public DeviceTest {
protected:
  // Launches kernel `ids` and compares every record with OpenCL's definition.
  void checkIds(uint32_t dimensions, Size3 global, Size3 local, Size3 offset) {
    const size_t items = global[0] * global[1] * global[2];
    Shared<uint64_t> out = shared<uint64_t>(items * 20, ~uint64_t{0});
    const bool isPartial =
        global[0] % local[0] != 0 || global[1] % local[1] != 0 || global[2] % local[2] != 0;
    if (isPartial && !capabilities().partialGroups) {
      EXPECT_EQ(launch(kernel("ids", "ids"), Arguments().pointer(out.data()), global, local.data(),
                       dimensions, offset.data()),
                UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
      return;
    }
    run(kernel("ids", "ids"), Arguments().pointer(out.data()), global, local.data(), dimensions,
        offset.data());
    size_t wrong = 0;
    for (size_t z = 0; z < global[2]; ++z)
      for (size_t y = 0; y < global[1]; ++y)
        for (size_t x = 0; x < global[0]; ++x) {
          const Size3 at = {x, y, z};
          std::array<uint64_t, 20> expected{};
          Size3 groupSize;
          for (size_t d = 0; d < 3; ++d) {
            const size_t group = at[d] / local[d];
            groupSize[d] = std::min(local[d], global[d] - group * local[d]);
            expected[d] = offset[d] + at[d];
            expected[3 + d] = at[d] % local[d];
            expected[6 + d] = group;
            expected[9 + d] = groupSize[d];
            expected[12 + d] = (global[d] + local[d] - 1) / local[d];
          }
          expected[15] = dimensions;
          expected[16] = (expected[5] * groupSize[1] + expected[4]) * groupSize[0] + expected[3];
          expected[17] = local[0];
          expected[18] = global[1];
          expected[19] = offset[2];
          const size_t place = ((z * global[1] + y) * global[0] + x) * 20;
          for (size_t i = 0; i < 20; ++i)
            wrong += out[place + i] != expected[i];
        }
    EXPECT_EQ(wrong, 0u);
  }
};

TEST_F(Launch, OneDimension) { checkIds(1, {64, 1, 1}, {16, 1, 1}, {0, 0, 0}); }
TEST_F(Launch, TwoDimensions) { checkIds(2, {24, 18, 1}, {8, 3, 1}, {0, 0, 0}); }
TEST_F(Launch, ThreeDimensions) { checkIds(3, {12, 10, 6}, {4, 5, 2}, {0, 0, 0}); }
TEST_F(Launch, Offsets) { checkIds(3, {8, 6, 4}, {4, 3, 2}, {1000, 20, 3}); }
TEST_F(Launch, LastGroupsAreSmaller) { checkIds(3, {13, 7, 5}, {4, 3, 2}, {5, 0, 1}); }
TEST_F(Launch, GroupLargerThanRange) { checkIds(2, {3, 2, 1}, {16, 16, 1}, {0, 0, 0}); }
TEST_F(Launch, GroupsOfOneItem) { checkIds(2, {5, 3, 1}, {1, 1, 1}, {7, 0, 0}); }

// Offsets are exact or refused, never truncated.
TEST_F(Launch, OffsetBeyond32Bits) {
  Shared<uint64_t> out = shared<uint64_t>(20);
  const Size3 offset = {(size_t{1} << 33) + 5, 0, 0};
  const size_t local = 1;
  const ur_result_t result = launch(kernel("ids", "ids"), Arguments().pointer(out.data()),
                                    {1, 1, 1}, &local, 1, offset.data());
  ASSERT_OK(urQueueFinish(queue_));
  if (result != UR_RESULT_SUCCESS) {
    EXPECT_EQ(result, UR_RESULT_ERROR_INVALID_VALUE);
    EXPECT_NE(lastError().find("8589934597"), std::string::npos);
    return;
  }
  EXPECT_EQ(out[0], offset[0]);
}

// More groups than some devices run at a time.
TEST_F(Launch, ManyGroupsInEveryDimension) {
  checkIds(1, {70000, 1, 1}, {1, 1, 1}, {3, 0, 0});
  if (!capabilities().manyGroups) {
    const Size3 local = {1, 1, 1};
    Shared<uint64_t> out = shared<uint64_t>(20);
    EXPECT_EQ(launch(kernel("ids", "ids"), Arguments().pointer(out.data()), {1, 70000, 1},
                     local.data(), 2),
              UR_RESULT_ERROR_INVALID_VALUE);
    return;
  }
  checkIds(2, {1, 70000, 1}, {1, 1, 1}, {0, 0, 0});
  checkIds(3, {1, 1, 70000}, {1, 1, 1}, {0, 0, 5});
}

TEST_F(Launch, DimensionsOutOfRange) {
  ur_kernel_handle_t beyond = kernel("ids", "beyond");
  for (const uint32_t dimension : {3u, 4u, 0xFFFFFFFFu}) {
    Shared<uint64_t> out = shared<uint64_t>(4, 99);
    run(beyond, Arguments().pointer(out.data()).value(dimension), {1, 1, 1});
    EXPECT_EQ(out.vector(), (std::vector<uint64_t>{0, 1, 0, 1}));
  }
}

TEST_F(Launch, WithoutALocalSize) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  for (const size_t count : {1u, 7u, 64u, 1009u, 100000u}) {
    Shared<int> out = shared<int>(count, -1);
    run(iota, Arguments().pointer(out.data()).value(5), {count, 1, 1});
    for (size_t i = 0; i < count; ++i)
      ASSERT_EQ(out[i], static_cast<int>(i) + 5) << "of " << count;
  }
}

TEST_F(Launch, EmptyRange) {
  Shared<int> out = shared<int>(1, 42);
  run(kernel("ids", "iota"), Arguments().pointer(out.data()).value(5), {0, 1, 1});
  EXPECT_EQ(out[0], 42);
}

TEST_F(Launch, RequiredGroupSize) {
  ur_kernel_handle_t required = kernel("ids", "required");
  size_t size[3] = {};
  ASSERT_OK(urKernelGetGroupInfo(required, device_, UR_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE,
                                 sizeof(size), size, nullptr));
  EXPECT_EQ(size[0], 8u);
  EXPECT_EQ(size[1], 2u);
  EXPECT_EQ(size[2], 1u);
  Shared<int> out = shared<int>(64);
  run(required, Arguments().pointer(out.data()), {16, 4, 1}, nullptr, 2);
  EXPECT_EQ(out[63], 802);
  const size_t other[2] = {4, 4};
  EXPECT_EQ(launch(required, Arguments().pointer(out.data()), {16, 4, 1}, other, 2),
            UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
}

// A work-group is never smaller than the kernel requires, and a launch never has more work-items
// than the application asks for.
TEST_F(Launch, SizesThatTheRequiredGroupSizeDoesNotFit) {
  ur_kernel_handle_t required = kernel("ids", "required");
  Shared<int> out = shared<int>(64, 42);
  const size_t row[1] = {8};
  for (const size_t *local : {static_cast<const size_t *>(nullptr), row})
    EXPECT_EQ(launch(required, Arguments().pointer(out.data()), {16, 1, 1}, local, 1),
              UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(required, Arguments().pointer(out.data()), {12, 4, 1}, nullptr, 2),
            UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(out[0], 42);
}

TEST_F(Launch, SuggestedSizeCanBeLaunched) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  const size_t global = 1000;
  size_t local = 0;
  ASSERT_OK(urKernelGetSuggestedLocalWorkSize(iota, queue_, 1, nullptr, &global, &local));
  EXPECT_GE(local, 1u);
  Shared<int> out = shared<int>(global);
  run(iota, Arguments().pointer(out.data()).value(0), {global, 1, 1}, &local);
  EXPECT_EQ(out[999], 999);
}

TEST_F(Launch, InvalidSizes) {
  ur_kernel_handle_t empty = kernel("ids", "empty");
  const size_t zero = 0;
  const size_t huge = size_t{1} << 40;
  const size_t square[2] = {1024, 1024};
  const size_t overflow = SIZE_MAX;
  EXPECT_EQ(launch(empty, {}, {1, 1, 1}, nullptr, 0), UR_RESULT_ERROR_INVALID_WORK_DIMENSION);
  EXPECT_EQ(launch(empty, {}, {1, 1, 1}, nullptr, 4), UR_RESULT_ERROR_INVALID_WORK_DIMENSION);
  EXPECT_EQ(launch(empty, {}, {1, 1, 1}, &zero), UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(empty, {}, {1, 1, 1}, &huge), UR_RESULT_ERROR_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(launch(empty, {}, {1024, 1024, 1}, square, 2), UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(empty, {}, {2, 1, 1}, nullptr, 1, &overflow), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(empty, {}, {SIZE_MAX, SIZE_MAX, 1}, nullptr, 2), UR_RESULT_ERROR_INVALID_VALUE);
}

// A cooperative launch has as many groups as the device reports that it can run at once, and no
// more.
TEST_F(Launch, Cooperative) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  const size_t local = 4;
  uint32_t groups = 0;
  if (!capabilities().cooperativeLaunches) {
    EXPECT_EQ(urKernelSuggestMaxCooperativeGroupCount(iota, device_, 1, &local, 0, &groups),
              UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
    return;
  }
  ASSERT_OK(urKernelSuggestMaxCooperativeGroupCount(iota, device_, 1, &local, 0, &groups));
  ASSERT_GE(groups, 1u);
  uint32_t none = 1;
  uint64_t localMemory = 0;
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_LOCAL_MEM_SIZE, sizeof(localMemory),
                            &localMemory, nullptr));
  ASSERT_OK(
      urKernelSuggestMaxCooperativeGroupCount(iota, device_, 1, &local, localMemory + 1, &none));
  EXPECT_EQ(none, 0u);
  EXPECT_EQ(urKernelSuggestMaxCooperativeGroupCount(iota, device_, 4, &local, 0, &none),
            UR_RESULT_ERROR_INVALID_WORK_DIMENSION);

  const ur_kernel_launch_ext_properties_t properties{UR_STRUCTURE_TYPE_KERNEL_LAUNCH_EXT_PROPERTIES,
                                                     nullptr, UR_KERNEL_LAUNCH_FLAG_COOPERATIVE};
  Shared<int> out = shared<int>(local * groups);
  const auto launchItems = [&](size_t global, const size_t *localSize) {
    const int first = 5;
    const auto arguments = Arguments().pointer(out.data()).value(first);
    return urEnqueueKernelLaunchWithArgsExp(queue_, iota, 1, nullptr, &global, localSize,
                                            arguments.count(), arguments.data(), &properties, 0,
                                            nullptr, nullptr);
  };
  ASSERT_OK(launchItems(local * groups, &local)) << lastError();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(out[local * groups - 1], static_cast<int>(local * groups) + 4);
  EXPECT_EQ(launchItems(local * (groups + 1), &local), UR_RESULT_ERROR_OUT_OF_RESOURCES);
  // Without a local size, the groups are large enough.
  EXPECT_OK(launchItems(local * groups, nullptr)) << lastError();
  ASSERT_OK(urQueueFinish(queue_));
}

// A device that launches clusters checks their size; others say that they have none.
TEST_F(Launch, Clusters) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  ur_kernel_launch_properties_flags_t supported = 0;
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_KERNEL_LAUNCH_CAPABILITIES, sizeof(supported),
                            &supported, nullptr));
  constexpr size_t kGroups = 64;
  constexpr size_t kLocal = 4;
  Shared<int> out = shared<int>(kGroups * kLocal);
  const auto launchClusters = [&](uint32_t size, ur_kernel_launch_flags_t flags = 0) {
    const ur_kernel_launch_cluster_property_t cluster{
        UR_STRUCTURE_TYPE_KERNEL_LAUNCH_CLUSTER_PROPERTY, nullptr, {size, 1, 1}};
    const ur_kernel_launch_ext_properties_t properties{
        UR_STRUCTURE_TYPE_KERNEL_LAUNCH_EXT_PROPERTIES,
        const_cast<ur_kernel_launch_cluster_property_t *>(&cluster), flags};
    const int first = 5;
    const size_t global = kGroups * kLocal;
    const auto arguments = Arguments().pointer(out.data()).value(first);
    return urEnqueueKernelLaunchWithArgsExp(queue_, iota, 1, nullptr, &global, &kLocal,
                                            arguments.count(), arguments.data(), &properties, 0,
                                            nullptr, nullptr);
  };
  if (!(supported & UR_KERNEL_LAUNCH_PROPERTIES_FLAG_CLUSTER_DIMENSION)) {
    EXPECT_EQ(launchClusters(2), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
    return;
  }
  EXPECT_OK(launchClusters(2)) << lastError();
  EXPECT_OK(launchClusters(8)) << lastError();
  EXPECT_OK(launchClusters(4, UR_KERNEL_LAUNCH_FLAG_COOPERATIVE)) << lastError();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(out[kGroups * kLocal - 1], static_cast<int>(kGroups * kLocal) + 4);
  EXPECT_EQ(launchClusters(0), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(launchClusters(3), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(launchClusters(64), UR_RESULT_ERROR_OUT_OF_RESOURCES);
}

// The launch's own local memory counts with that of the arguments.
TEST_F(Launch, LocalMemoryOfALaunch) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  ur_kernel_launch_properties_flags_t supported = 0;
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_KERNEL_LAUNCH_CAPABILITIES, sizeof(supported),
                            &supported, nullptr));
  Shared<int> out = shared<int>(8);
  const auto launchWith = [&](size_t bytes) {
    ur_kernel_launch_workgroup_property_t memory{UR_STRUCTURE_TYPE_KERNEL_LAUNCH_WORKGROUP_PROPERTY,
                                                 nullptr, bytes};
    const ur_kernel_launch_ext_properties_t properties{
        UR_STRUCTURE_TYPE_KERNEL_LAUNCH_EXT_PROPERTIES, &memory, 0};
    const int first = 5;
    const size_t global = 8;
    const auto arguments = Arguments().pointer(out.data()).value(first);
    return urEnqueueKernelLaunchWithArgsExp(queue_, iota, 1, nullptr, &global, nullptr,
                                            arguments.count(), arguments.data(), &properties, 0,
                                            nullptr, nullptr);
  };
  if (!(supported & UR_KERNEL_LAUNCH_PROPERTIES_FLAG_WORK_GROUP_MEMORY)) {
    EXPECT_EQ(launchWith(64), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
    return;
  }
  EXPECT_OK(launchWith(64)) << lastError();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(out[7], 12);
  EXPECT_EQ(launchWith(SIZE_MAX), UR_RESULT_ERROR_OUT_OF_RESOURCES);
}

} // namespace
} // namespace ursa::conformance
