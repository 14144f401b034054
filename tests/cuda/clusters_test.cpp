// Launches with clusters, and with local memory of their own.
#include "cuda/fixture.h"

#include <array>
#include <cstring>

namespace ursa {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct CudaClusters : CudaTest {
  void TearDown() override {
    if (out_) {
      EXPECT_OK(urUSMFree(context_, out_));
    }
  }

  void start() {
    open();
    ASSERT_OK(makeKernel("iota")) << lastError();
    allocate();
  }
  void allocate() {
    ASSERT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, kItems * sizeof(int),
                               reinterpret_cast<void **>(&out_)));
    std::memset(out_, 0, kItems * sizeof(int));
  }

  ur_result_t launchClusters(std::array<uint32_t, 3> cluster, ur_kernel_launch_flags_t flags = 0,
                             std::array<size_t, 3> global = {kItems, 1, 1}, uint32_t workDim = 1,
                             bool choosesLocal = false) {
    ur_kernel_launch_cluster_property_t size{
        UR_STRUCTURE_TYPE_KERNEL_LAUNCH_CLUSTER_PROPERTY, nullptr, {}};
    std::copy(cluster.begin(), cluster.end(), size.clusterDim);
    const ur_kernel_launch_ext_properties_t properties{
        UR_STRUCTURE_TYPE_KERNEL_LAUNCH_EXT_PROPERTIES, &size, flags};
    const int first = 5;
    const std::array arguments = {pointerArgument(0, out_), valueArgument(1, first)};
    const size_t local[3] = {4, 1, 1};
    return urEnqueueKernelLaunchWithArgsExp(queue_, kernel_, workDim, nullptr, global.data(),
                                            choosesLocal ? nullptr : local, 2, arguments.data(),
                                            &properties, 0, nullptr, nullptr);
  }

  ur_kernel_launch_properties_flags_t capabilities() {
    ur_kernel_launch_properties_flags_t flags = 0;
    EXPECT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_KERNEL_LAUNCH_CAPABILITIES, sizeof(flags),
                              &flags, nullptr));
    return flags;
  }

  static constexpr size_t kItems = 64; ///< 16 work-groups
  int *out_ = nullptr;
};

TEST_F(CudaClusters, ALaunchHasItsClusters) {
  start();
  EXPECT_TRUE(capabilities() & UR_KERNEL_LAUNCH_PROPERTIES_FLAG_CLUSTER_DIMENSION);
  ASSERT_OK(launchClusters({2, 1, 1})) << lastError();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(out_[kItems - 1], 68);
  EXPECT_THAT(driver_.clusters, ElementsAre(2, 1, 1));
  EXPECT_EQ(driver_.calls["cuLaunchKernelEx"], 1);
  EXPECT_EQ(driver_.calls["cuLaunchKernel"], 0);
  // UR has the size of the fastest dimension last.
  ASSERT_OK(launchClusters({1, 2, 4}, 0, {16, 2, 1}, 3)) << lastError();
  EXPECT_THAT(driver_.clusters, ElementsAre(4, 2, 1));
  ASSERT_OK(launchClusters({2, 4, 1}, 0, {16, 2, 1}, 2)) << lastError();
  EXPECT_THAT(driver_.clusters, ElementsAre(4, 2, 1));
  // Nothing to run.
  EXPECT_OK(launchClusters({2, 1, 1}, 0, {0, 1, 1})) << lastError();
  EXPECT_EQ(driver_.calls["cuLaunchKernelEx"], 3);
}

TEST_F(CudaClusters, TheChosenLocalSizeLeavesWholeClusters) {
  start();
  ASSERT_OK(launchClusters({16, 1, 1}, 0, {32, 1, 1}, 1, true)) << lastError();
  ASSERT_OK(launchClusters({1, 4, 2}, 0, {4, 12, 1}, 3, true)) << lastError();
  EXPECT_THAT(driver_.clusters, ElementsAre(2, 4, 1));
  EXPECT_EQ(launchClusters({5, 1, 1}, 0, {32, 1, 1}, 1, true), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(launchClusters({0, 1, 1}, 0, {32, 1, 1}, 1, true), UR_RESULT_ERROR_INVALID_VALUE);
}

TEST_F(CudaClusters, OrdinaryLaunchesAskForNothing) {
  start();
  const int first = 5;
  ASSERT_OK(launch({pointerArgument(0, out_), valueArgument(1, first)}, kItems));
  EXPECT_FALSE(driver_.called.contains("cuLaunchKernelEx"));
  EXPECT_FALSE(driver_.called.contains("cuOccupancyMaxPotentialClusterSize"));
}

TEST_F(CudaClusters, InvalidSizes) {
  start();
  EXPECT_EQ(launchClusters({2, 0, 1}), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("The clusters of a launch of kernel 'iota' have 0 work-groups "
                                     "in dimension 1; they have at least 1."));
  EXPECT_EQ(launchClusters({3, 1, 1}), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("have 3 work-groups in dimension 0, which does not divide the "
                                     "16 work-groups of the launch."));
  EXPECT_EQ(launchClusters({1, 1, 2}), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(launchClusters({32, 1, 1}, 0, {128, 1, 1}), UR_RESULT_ERROR_OUT_OF_RESOURCES);
  EXPECT_THAT(lastError(), HasSubstr("The clusters of a launch of kernel 'iota' have 32 "
                                     "work-groups; device 'Fake GPU 0' runs at most 16 of this "
                                     "kernel as a cluster."));
  EXPECT_FALSE(driver_.called.contains("cuLaunchKernelEx"));
}

// More than eight work-groups must be asked for.
TEST_F(CudaClusters, LargeClusters) {
  start();
  ASSERT_OK(launchClusters({8, 1, 1})) << lastError();
  EXPECT_FALSE(driver_.called.contains("cuFuncSetAttribute"));
  ASSERT_OK(launchClusters({16, 1, 1})) << lastError();
  EXPECT_EQ(driver_.calls["cuFuncSetAttribute"], 1);
}

TEST_F(CudaClusters, CooperativeLaunchesRunAllClustersAtOnce) {
  driver_.activeClusters = 4;
  start();
  ASSERT_OK(launchClusters({4, 1, 1}, UR_KERNEL_LAUNCH_FLAG_COOPERATIVE)) << lastError();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(out_[kItems - 1], 68);
  EXPECT_EQ(launchClusters({2, 1, 1}, UR_KERNEL_LAUNCH_FLAG_COOPERATIVE),
            UR_RESULT_ERROR_OUT_OF_RESOURCES);
  EXPECT_THAT(lastError(), HasSubstr("A cooperative launch of kernel 'iota' has 8 clusters of 2 "
                                     "work-groups; at most 4 run at once on device 'Fake GPU 0'."));
}

TEST_F(CudaClusters, DevicesWithoutClusters) {
  driver_.capability = 80;
  start();
  EXPECT_FALSE(capabilities() & UR_KERNEL_LAUNCH_PROPERTIES_FLAG_CLUSTER_DIMENSION);
  EXPECT_EQ(launchClusters({2, 1, 1}), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(),
              HasSubstr("Device 'Fake GPU 0' does not support launches with clusters."));
}

TEST_F(CudaClusters, DriversWithoutClusters) {
  driver_.version = 11060;
  start();
  EXPECT_FALSE(capabilities() & UR_KERNEL_LAUNCH_PROPERTIES_FLAG_CLUSTER_DIMENSION);
  EXPECT_EQ(launchClusters({2, 1, 1}), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(CudaClusters, EveryCallMayFail) {
  start();
  for (const char *function : {"cuFuncSetAttribute", "cuOccupancyMaxPotentialClusterSize",
                               "cuOccupancyMaxActiveClusters", "cuLaunchKernelEx"}) {
    driver_.fail(function, cuda::CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(launchClusters({16, 1, 1}, UR_KERNEL_LAUNCH_FLAG_COOPERATIVE),
              UR_RESULT_ERROR_UNSUPPORTED_FEATURE)
        << function;
    EXPECT_THAT(lastError(), HasSubstr(std::string(function) + " failed"));
  }
  driver_.fail("cuLaunchKernelEx", cuda::CUDA_ERROR_INVALID_CLUSTER_SIZE);
  EXPECT_EQ(launchClusters({2, 1, 1}), UR_RESULT_ERROR_OUT_OF_RESOURCES);
  driver_.fail("");
  EXPECT_OK(launchClusters({2, 1, 1})) << lastError();
}

TEST_F(CudaClusters, GraphsHaveThem) {
  start();
  ASSERT_OK(urQueueBeginGraphCaptureExp(queue_)) << lastError();
  ASSERT_OK(launchClusters({2, 1, 1})) << lastError();
  ASSERT_OK(launchClusters({4, 1, 1})) << lastError();
  ur_exp_graph_handle_t graph = nullptr;
  ASSERT_OK(urQueueEndGraphCaptureExp(queue_, &graph)) << lastError();
  ur_exp_executable_graph_handle_t executable = nullptr;
  ASSERT_OK(urGraphInstantiateGraphExp(graph, &executable)) << lastError();
  EXPECT_EQ(driver_.calls["cuLaunchKernelEx"], 2);
  EXPECT_EQ(out_[kItems - 1], 0);
  ASSERT_OK(urEnqueueGraphExp(queue_, executable, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(driver_.calls["cuGraphLaunch"], 1);
  EXPECT_EQ(out_[kItems - 1], 68);
  EXPECT_OK(urGraphExecutableGraphDestroyExp(executable));
  EXPECT_OK(urGraphDestroyExp(graph));
}

// The memory of the launch lies before that of its arguments.
TEST_F(CudaClusters, LocalMemoryOfALaunch) {
  open();
  ASSERT_OK(makeKernel("two_locals")) << lastError();
  allocate();
  EXPECT_TRUE(capabilities() & UR_KERNEL_LAUNCH_PROPERTIES_FLAG_WORK_GROUP_MEMORY);
  const auto launchWith = [&](size_t bytes) {
    ur_kernel_launch_workgroup_property_t memory{UR_STRUCTURE_TYPE_KERNEL_LAUNCH_WORKGROUP_PROPERTY,
                                                 nullptr, bytes};
    const ur_kernel_launch_ext_properties_t properties{
        UR_STRUCTURE_TYPE_KERNEL_LAUNCH_EXT_PROPERTIES, &memory, 0};
    const std::array arguments = {pointerArgument(0, out_), localArgument(1, 16),
                                  localArgument(2, 4)};
    const size_t local = 4;
    return urEnqueueKernelLaunchWithArgsExp(queue_, kernel_, 1, nullptr, &local, &local, 3,
                                            arguments.data(), &properties, 0, nullptr, nullptr);
  };
  ASSERT_OK(launchWith(100)) << lastError();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(out_[0], 3006);
  EXPECT_EQ(driver_.sharedBytes, 132u);
  for (const size_t bytes : {size_t{98304}, SIZE_MAX}) {
    EXPECT_EQ(launchWith(bytes), UR_RESULT_ERROR_OUT_OF_RESOURCES);
    EXPECT_THAT(lastError(), HasSubstr("bytes of local memory; there are 98304"));
  }
  // More than 48 KiB must be asked for.
  EXPECT_OK(launchWith(90000)) << lastError();
  EXPECT_EQ(driver_.calls["cuFuncSetAttribute"], 1);
}

} // namespace
} // namespace ursa
