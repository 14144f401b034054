// urKernelSetSpecializationConstants for kernels of SPIR-V programs, or of images if the adapter
// itself supports it.
#include "conformance/harness.h"

#include <gmock/gmock.h>

namespace ursa::conformance {
namespace {

using testing::HasSubstr;

class KernelConstants : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!capabilities().kernelConstants)
      SKIP_WITHOUT_IL();
  }

  ur_program_handle_t unbuilt(const std::string &name) {
    return capabilities().kernelConstants ? unbuiltProgram(name) : unbuiltIlProgram(name);
  }
  ur_program_handle_t built(const std::string &name) {
    return capabilities().kernelConstants ? program(name) : ilProgram(name);
  }

  template <class T>
  static ur_specialization_constant_info_t constant(uint32_t id, const T &value) {
    return {id, sizeof(T), &value};
  }
  template <class T> ur_result_t set(ur_kernel_handle_t kernel, uint32_t id, const T &value) {
    const ur_specialization_constant_info_t info = constant(id, value);
    return urKernelSetSpecializationConstants(kernel, 1, &info);
  }

  std::vector<int64_t> integers(ur_kernel_handle_t kernel) {
    Shared<int64_t> out(context_, device_, 9);
    run(kernel, Arguments().pointer(out.data()), {1, 1, 1});
    return out.vector();
  }
  const std::vector<int64_t> defaults_{1, -1, 2, -3, 4, -5, 6, -7, 8};
};

TEST_F(KernelConstants, BelongToOneKernel) {
  ur_program_handle_t program = built("specialization");
  ur_kernel_handle_t changed = kernel(program, "integers");
  ur_kernel_handle_t other = kernel(program, "integers");
  int32_t value = 77;
  ASSERT_OK(set(changed, 5, value)) << lastError();
  value = 78; // the value was copied
  EXPECT_EQ(integers(changed), (std::vector<int64_t>{1, -1, 2, -3, 4, 77, 6, -7, 8}));
  EXPECT_EQ(integers(other), defaults_);
  // Earlier values remain, and can be set back to the original ones.
  ASSERT_OK(set(changed, 0, false));
  EXPECT_EQ(integers(changed), (std::vector<int64_t>{0, -1, 2, -3, 4, 77, 6, -7, 8}));
  ASSERT_OK(set(changed, 5, int32_t{-5}));
  EXPECT_EQ(integers(changed), (std::vector<int64_t>{0, -1, 2, -3, 4, -5, 6, -7, 8}));
}

TEST_F(KernelConstants, OfEveryType) {
  ur_kernel_handle_t integersKernel = kernel(built("specialization"), "integers");
  const bool b = false;
  const int8_t c = -100;
  const uint16_t us = 60000;
  const int64_t l = INT64_MIN;
  const ur_specialization_constant_info_t constants[] = {constant(7, l), constant(0, b),
                                                         constant(1, c), constant(4, us)};
  ASSERT_OK(urKernelSetSpecializationConstants(integersKernel, 4, constants)) << lastError();
  EXPECT_EQ(integers(integersKernel),
            (std::vector<int64_t>{0, -100, 2, -3, 60000, -5, 6, INT64_MIN, 8}));
}

TEST_F(KernelConstants, StartFromTheValuesOfTheBuild) {
  ur_program_handle_t program = unbuilt("specialization");
  const int32_t built = 20;
  const ur_specialization_constant_info_t first = constant(5, built);
  ASSERT_OK(urProgramSetSpecializationConstants(program, 1, &first));
  ASSERT_OK(urProgramBuild(context_, program, nullptr)) << lastError();
  const int32_t later = 30;
  const ur_specialization_constant_info_t second = constant(5, later);
  ur_kernel_handle_t before = kernel(program, "integers");
  ASSERT_OK(urProgramSetSpecializationConstants(program, 1, &second));
  ur_kernel_handle_t after = kernel(program, "integers");
  for (ur_kernel_handle_t k : {before, after}) {
    ASSERT_OK(set(k, 6, uint32_t{9}));
    EXPECT_EQ(integers(k), (std::vector<int64_t>{1, -1, 2, -3, 4, 20, 9, -7, 8}));
  }
}

// Enqueued launches keep their values and their kernel.
TEST_F(KernelConstants, LaunchesKeepTheirValues) {
  ur_kernel_handle_t loop = kernel(built("specialization"), "loop");
  Shared<int> gate = shared<int>(1);
  Shared<int> first = shared<int>(1);
  Shared<int> second = shared<int>(1);
  ASSERT_OK(
      launch(kernel("ids", "slow"), Arguments().pointer(gate.data()).value(60000u), {1, 1, 1}));
  ASSERT_OK(set(loop, 6, uint32_t{3}));
  ASSERT_OK(launch(loop, Arguments().pointer(first.data()), {1, 1, 1}));
  ASSERT_OK(set(loop, 6, uint32_t{4}));
  ASSERT_OK(launch(loop, Arguments().pointer(second.data()), {1, 1, 1}));
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(first[0], -15);
  EXPECT_EQ(second[0], -30);
}

TEST_F(KernelConstants, AFailedCallChangesNothing) {
  ur_kernel_handle_t integersKernel = kernel(built("specialization"), "integers");
  const int32_t good = 77;
  const int16_t narrow = 1;
  const auto setBoth = [&](const ur_specialization_constant_info_t &bad) {
    const ur_specialization_constant_info_t constants[] = {constant(5, good), bad};
    return urKernelSetSpecializationConstants(integersKernel, 2, constants);
  };
  EXPECT_EQ(setBoth(constant(9, good)), UR_RESULT_ERROR_INVALID_SPEC_ID);
  EXPECT_THAT(lastError(), HasSubstr("no specialization constant 9 in kernel 'integers'"));
  EXPECT_EQ(setBoth(constant(6, narrow)), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("constant 6 of kernel 'integers' is 4 bytes; 2 were given"));
  EXPECT_EQ(setBoth({6, 4, nullptr}), UR_RESULT_ERROR_INVALID_VALUE);
  const ur_specialization_constant_info_t one = constant(5, good);
  EXPECT_EQ(urKernelSetSpecializationConstants(integersKernel, 0, &one),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(urKernelSetSpecializationConstants(integersKernel, 1, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urKernelSetSpecializationConstants(nullptr, 1, &one),
            UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(integers(integersKernel), defaults_);
}

TEST_F(KernelConstants, DoNotChangeQueries) {
  ur_kernel_handle_t loop = kernel(built("specialization"), "loop");
  ASSERT_OK(set(loop, 6, uint32_t{3}));
  uint32_t arguments = 0;
  ASSERT_OK(urKernelGetInfo(loop, UR_KERNEL_INFO_NUM_ARGS, sizeof(arguments), &arguments, nullptr));
  EXPECT_EQ(arguments, 1u);
  size_t groupSize = 0;
  ASSERT_OK(urKernelGetGroupInfo(loop, device_, UR_KERNEL_GROUP_INFO_WORK_GROUP_SIZE,
                                 sizeof(groupSize), &groupSize, nullptr));
  EXPECT_GE(groupSize, 1u);
  const size_t global = 1000;
  size_t local = 0;
  ASSERT_OK(urKernelGetSuggestedLocalWorkSize(loop, queue_, 1, nullptr, &global, &local));
  EXPECT_GE(local, 1u);
}

} // namespace
} // namespace ursa::conformance
