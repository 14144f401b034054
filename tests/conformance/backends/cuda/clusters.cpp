// Clusters on a device, as kernels see them: the fake driver runs no PTX.
#include "conformance/harness.h"

#include <string>

namespace ursa::conformance {
namespace {

/// Each work-group stores the size of its cluster, and the number that its right neighbor in the
/// cluster has put into local memory.
constexpr const char *kNeighbors = R"(
.version 7.8
.target sm_90
.address_size 64
.visible .entry neighbors(.param .u64 out) {
  .shared .align 4 .b32 mine;
  .reg .u64 %rd<4>;
  .reg .b32 %r<14>;
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd1, %rd1;
  mov.u32 %r1, %ctaid.x;
  add.u32 %r2, %r1, 100;
  mov.u32 %r3, mine;
  st.shared.u32 [%r3], %r2;
  barrier.cluster.arrive;
  barrier.cluster.wait;
  mov.u32 %r4, %cluster_nctaid.x;
  mov.u32 %r5, %cluster_nctaid.y;
  mov.u32 %r6, %cluster_nctaid.z;
  mov.u32 %r7, %cluster_ctarank;
  mov.u32 %r8, %cluster_nctarank;
  add.u32 %r9, %r7, 1;
  rem.u32 %r9, %r9, %r8;
  mapa.shared::cluster.u32 %r10, %r3, %r9;
  ld.shared::cluster.u32 %r11, [%r10];
  mul.wide.u32 %rd2, %r1, 16;
  add.u64 %rd3, %rd1, %rd2;
  st.global.v4.u32 [%rd3], {%r4, %r5, %r6, %r11};
  barrier.cluster.arrive;
  barrier.cluster.wait;
  ret;
}
)";

class CudaClusters : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ur_kernel_launch_properties_flags_t supported = 0;
    ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_KERNEL_LAUNCH_CAPABILITIES, sizeof(supported),
                              &supported, nullptr));
    if (!(supported & UR_KERNEL_LAUNCH_PROPERTIES_FLAG_CLUSTER_DIMENSION))
      GTEST_SKIP() << "The device launches no clusters.";
    const std::string text = kNeighbors;
    const auto *bytes = reinterpret_cast<const uint8_t *>(text.data());
    size_t size = text.size();
    ur_program_handle_t program = nullptr;
    ASSERT_OK(urProgramCreateWithBinary(context_, 1, &device_, &size, &bytes, nullptr, &program));
    releaseAtEnd(program);
    ASSERT_OK(urProgramBuild(context_, program, nullptr)) << lastError();
    neighbors_ = kernel(program, "neighbors");
  }

  /// Launches work-groups of one work-item each.
  ur_result_t launchClusters(Shared<uint32_t> &out, Size3 groups, std::array<uint32_t, 3> size,
                             uint32_t dimensions, ur_kernel_launch_flags_t flags = 0) {
    ur_kernel_launch_cluster_property_t cluster{
        UR_STRUCTURE_TYPE_KERNEL_LAUNCH_CLUSTER_PROPERTY, nullptr, {size[0], size[1], size[2]}};
    const ur_kernel_launch_ext_properties_t properties{
        UR_STRUCTURE_TYPE_KERNEL_LAUNCH_EXT_PROPERTIES, &cluster, flags};
    const size_t local[3] = {1, 1, 1};
    const auto arguments = Arguments().pointer(out.data());
    return urEnqueueKernelLaunchWithArgsExp(queue_, neighbors_, dimensions, nullptr, groups.data(),
                                            local, arguments.count(), arguments.data(), &properties,
                                            0, nullptr, nullptr);
  }

  ur_kernel_handle_t neighbors_ = nullptr;
};

TEST_F(CudaClusters, ReachTheirNeighborsMemory) {
  constexpr size_t kGroups = 32;
  Shared<uint32_t> out = shared<uint32_t>(4 * kGroups);
  const auto check = [&](size_t width) {
    ASSERT_OK(urQueueFinish(queue_)) << lastError();
    for (size_t i = 0; i < kGroups; ++i) {
      EXPECT_EQ(out[4 * i], width);
      EXPECT_EQ(out[4 * i + 1], 1u);
      EXPECT_EQ(out[4 * i + 3], 100 + i / width * width + (i + 1) % width) << i;
    }
  };
  ASSERT_OK(launchClusters(out, {kGroups, 1, 1}, {4, 1, 1}, 1)) << lastError();
  check(4);
  ASSERT_OK(launchClusters(out, {kGroups, 1, 1}, {8, 1, 1}, 1, UR_KERNEL_LAUNCH_FLAG_COOPERATIVE))
      << lastError();
  check(8);
  // More than every device with clusters runs.
  const ur_result_t large = launchClusters(out, {kGroups, 1, 1}, {16, 1, 1}, 1);
  if (large == UR_RESULT_ERROR_OUT_OF_RESOURCES)
    GTEST_SKIP() << "The device runs no clusters of 16 work-groups.";
  ASSERT_OK(large) << lastError();
  check(16);
}

// The size of the fastest dimension comes last, as that of SYCL's ranges.
TEST_F(CudaClusters, OrderOfDimensions) {
  Shared<uint32_t> out = shared<uint32_t>(16);
  ASSERT_OK(launchClusters(out, {4, 2, 1}, {2, 4, 1}, 2)) << lastError();
  ASSERT_OK(urQueueFinish(queue_)) << lastError();
  EXPECT_EQ(out[0], 4u);
  EXPECT_EQ(out[1], 2u);
}

// A captured launch keeps its clusters.
TEST_F(CudaClusters, InGraphs) {
  Shared<uint32_t> out = shared<uint32_t>(32);
  ASSERT_OK(urQueueBeginGraphCaptureExp(queue_)) << lastError();
  ASSERT_OK(launchClusters(out, {8, 1, 1}, {2, 1, 1}, 1)) << lastError();
  ASSERT_OK(launchClusters(out, {8, 1, 1}, {4, 1, 1}, 1)) << lastError();
  ur_exp_graph_handle_t graph = nullptr;
  ASSERT_OK(urQueueEndGraphCaptureExp(queue_, &graph)) << lastError();
  ur_exp_executable_graph_handle_t executable = nullptr;
  ASSERT_OK(urGraphInstantiateGraphExp(graph, &executable)) << lastError();
  ASSERT_OK(urEnqueueGraphExp(queue_, executable, 0, nullptr, nullptr)) << lastError();
  ASSERT_OK(urQueueFinish(queue_)) << lastError();
  EXPECT_EQ(out[0], 4u);
  EXPECT_OK(urGraphExecutableGraphDestroyExp(executable));
  EXPECT_OK(urGraphDestroyExp(graph));
}

} // namespace
} // namespace ursa::conformance
