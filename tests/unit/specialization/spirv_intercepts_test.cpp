// Kernels of plain SPIR-V programs: values that belong to a single kernel are built into another
// program.
#include "fake_device.h"

#include "support/spirv_builder.h"

namespace ursa::testing::spirv_intercepts {
namespace {

using core::api::Function;

template <class T> ur_specialization_constant_info_t info(uint32_t id, const T &value) {
  return {id, sizeof(value), &value};
}

std::vector<std::byte> moduleWithConstants() {
  return SpirvBuilder()
      .kernel("k")
      .constant(0, SpirvBuilder::kUint, {1000})
      .constant(1, SpirvBuilder::kUlong, {5, 0})
      .boolean(2, true)
      .bytes();
}

/// A built program and its kernel.
struct BuiltKernel {
  explicit BuiltKernel(FakeDevice &fake, const std::vector<std::byte> &il = moduleWithConstants()) {
    EXPECT_EQ(urProgramCreateWithIL(fake.context, il.data(), il.size(), nullptr, &program),
              UR_RESULT_SUCCESS)
        << lastSentence();
    EXPECT_EQ(urProgramBuild(fake.context, program, "-O1"), UR_RESULT_SUCCESS);
    EXPECT_EQ(urKernelCreate(program, "k", &kernel), UR_RESULT_SUCCESS);
  }
  ~BuiltKernel() {
    EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
    EXPECT_EQ(urProgramRelease(program), UR_RESULT_SUCCESS);
  }
  ur_program_handle_t program = nullptr;
  ur_kernel_handle_t kernel = nullptr;
};

TEST(SpirvIntercepts, KernelValuesAreBuiltIntoAnotherProgram) {
  FakeDevice fake(true);
  const BuiltKernel built(fake);
  const uint32_t number = 7;
  const auto value = info(0, number);
  ASSERT_EQ(urKernelSetSpecializationConstants(built.kernel, 1, &value), UR_RESULT_SUCCESS)
      << lastSentence();
  ASSERT_EQ(fake.codes.size(), 2u);
  EXPECT_EQ(fake.codes[0], fake.codes[1]);
  EXPECT_EQ(fake.builds, (std::vector<std::string>{"-O1", "-O1"}));
  // Default values are not flushed, because the module contains them.
  ASSERT_EQ(fake.flushes.size(), 1u);
  EXPECT_EQ(fake.flushes[0], (std::map<uint32_t, std::vector<uint8_t>>{{0, bytesOf(number)}}));
  fake.launch(built.kernel);
  EXPECT_NE(fake.launchedKernels[0], built.kernel);
  EXPECT_EQ(fake.launches[0].size(), 2u) << "there is no implicit argument";

  const uint32_t another = 8;
  const auto next = info(0, another);
  ASSERT_EQ(urKernelSetSpecializationConstants(built.kernel, 1, &next), UR_RESULT_SUCCESS);
  ASSERT_EQ(urKernelSetSpecializationConstants(built.kernel, 1, &value), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.builds.size(), 3u) << "the first program is in the cache";
}

TEST(SpirvIntercepts, AProgramThatCannotBeTrackedIsNotCreated) {
  FakeDevice fake(true);
  ON_CALL(fake.mock.on<Function::urContextGetInfo>(), Call)
      .WillByDefault(Return(UR_RESULT_ERROR_OUT_OF_RESOURCES));
  EXPECT_CALL(fake.mock.on<Function::urProgramCreateWithIL>(), Call).Times(0);
  const std::vector<std::byte> il = moduleWithConstants();
  ur_program_handle_t program = nullptr;
  EXPECT_EQ(urProgramCreateWithIL(fake.context, il.data(), il.size(), nullptr, &program),
            UR_RESULT_ERROR_OUT_OF_RESOURCES);
  EXPECT_EQ(program, nullptr);
}

TEST(SpirvIntercepts, AProgramWithoutConstantsReachesTheAdapterUnchanged) {
  FakeDevice fake(true);
  const std::vector<std::byte> il = SpirvBuilder().kernel("k").bytes();
  const ur_program_properties_t properties = {UR_STRUCTURE_TYPE_PROGRAM_PROPERTIES, nullptr, 0,
                                              nullptr};
  ur_program_handle_t program = nullptr;
  EXPECT_CALL(fake.mock.on<Function::urProgramCreateWithIL>(),
              Call(fake.context, il.data(), il.size(), &properties, &program))
      .WillOnce(Return(UR_RESULT_ERROR_INVALID_BINARY));
  EXPECT_EQ(urProgramCreateWithIL(fake.context, il.data(), il.size(), &properties, &program),
            UR_RESULT_ERROR_INVALID_BINARY);
}

TEST(SpirvIntercepts, WrongValuesNeverReachTheDriver) {
  FakeDevice fake(true);
  const BuiltKernel built(fake);
  const uint32_t number = 7;
  const auto unknown = info(9, number);
  EXPECT_EQ(urKernelSetSpecializationConstants(built.kernel, 1, &unknown),
            UR_RESULT_ERROR_INVALID_SPEC_ID);
  const auto narrow = info(1, number);
  EXPECT_EQ(urKernelSetSpecializationConstants(built.kernel, 1, &narrow),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(lastSentence(), "Specialization constant 1 of kernel 'k' is 8 bytes; 4 were given.");
  EXPECT_EQ(urProgramSetSpecializationConstants(built.program, 1, &narrow),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_TRUE(fake.flushes.empty());
  fake.launch(built.kernel);
  EXPECT_EQ(fake.launchedKernels[0], built.kernel);
}

TEST(SpirvIntercepts, AKernelKeepsTheValuesOfItsBuild) {
  FakeDevice fake(true);
  const BuiltKernel built(fake);
  const uint64_t late = 50;
  const auto program = info(1, late);
  ASSERT_EQ(urProgramSetSpecializationConstants(built.program, 1, &program), UR_RESULT_SUCCESS);
  const bool no = false;
  const auto value = info(2, no);
  ASSERT_EQ(urKernelSetSpecializationConstants(built.kernel, 1, &value), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.flushes.back(), (std::map<uint32_t, std::vector<uint8_t>>{{2, bytesOf(no)}}));
}

TEST(SpirvIntercepts, ExecInfoAppliesToSpecializedKernels) {
  FakeDevice fake(true);
  const BuiltKernel built(fake);
  std::vector<ur_kernel_handle_t> received;
  EXPECT_CALL(fake.mock.on<Function::urKernelSetExecInfo>(), Call)
      .WillRepeatedly([&](ur_kernel_handle_t kernel, ur_kernel_exec_info_t name, size_t size,
                          const ur_kernel_exec_info_properties_t *, const void *value) {
        EXPECT_EQ(name, UR_KERNEL_EXEC_INFO_USM_INDIRECT_ACCESS);
        EXPECT_EQ(size, sizeof(ur_bool_t));
        EXPECT_TRUE(*static_cast<const ur_bool_t *>(value));
        received.push_back(kernel);
        return UR_RESULT_SUCCESS;
      });
  const ur_bool_t yes = true;
  const auto setIndirectAccess = [&] {
    return urKernelSetExecInfo(built.kernel, UR_KERNEL_EXEC_INFO_USM_INDIRECT_ACCESS, sizeof(yes),
                               nullptr, &yes);
  };
  ASSERT_EQ(setIndirectAccess(), UR_RESULT_SUCCESS);
  const uint32_t number = 7;
  const auto value = info(0, number);
  ASSERT_EQ(urKernelSetSpecializationConstants(built.kernel, 1, &value), UR_RESULT_SUCCESS);
  ASSERT_EQ(received.size(), 2u) << "the new kernel receives what the old one received";
  EXPECT_NE(received[1], built.kernel);
  ASSERT_EQ(setIndirectAccess(), UR_RESULT_SUCCESS);
  ASSERT_EQ(received.size(), 4u);
  EXPECT_EQ(received[3], received[1]);
}

TEST(SpirvIntercepts, CommandBuffersRecordTheActiveKernel) {
  FakeDevice fake(true);
  const BuiltKernel built(fake);
  const uint32_t number = 7;
  const auto value = info(0, number);
  ASSERT_EQ(urKernelSetSpecializationConstants(built.kernel, 1, &value), UR_RESULT_SUCCESS);
  const auto commandBuffer = fake.mock.make<ur_exp_command_buffer_handle_t>();
  EXPECT_CALL(fake.mock.on<Function::urCommandBufferCreateExp>(), Call)
      .WillOnce(
          ::testing::DoAll(::testing::SetArgPointee<3>(commandBuffer), Return(UR_RESULT_SUCCESS)));
  ur_exp_command_buffer_handle_t created = nullptr;
  ASSERT_EQ(urCommandBufferCreateExp(fake.context, fake.device, nullptr, &created),
            UR_RESULT_SUCCESS);
  EXPECT_CALL(fake.mock.on<Function::urCommandBufferAppendKernelLaunchWithArgsExp>(),
              Call(commandBuffer, ::testing::Ne(built.kernel), 1, _, _, _, 0, _, 1,
                   ::testing::Pointee(::testing::Ne(built.kernel)), _, _, _, _, _, _, _));
  const size_t global = 1;
  ur_kernel_handle_t alternative = built.kernel;
  EXPECT_EQ(urCommandBufferAppendKernelLaunchWithArgsExp(
                commandBuffer, built.kernel, 1, nullptr, &global, nullptr, 0, nullptr, 1,
                &alternative, 0, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_CALL(fake.mock.on<Function::urCommandBufferReleaseExp>(), Call(commandBuffer));
  EXPECT_EQ(urCommandBufferReleaseExp(commandBuffer), UR_RESULT_SUCCESS);
}

// If the device does not specialize, or the module has no constants, the adapter answers.
TEST(SpirvIntercepts, WithoutConstantsNothingIsTracked) {
  for (const bool specializes : {false, true}) {
    FakeDevice fake(specializes);
    const BuiltKernel built(fake, specializes ? SpirvBuilder().kernel("k").bytes()
                                              : moduleWithConstants());
    const uint32_t number = 7;
    const auto value = info(0, number);
    EXPECT_CALL(fake.mock.on<Function::urKernelSetSpecializationConstants>(),
                Call(built.kernel, 1, &value))
        .WillOnce(Return(UR_RESULT_ERROR_UNSUPPORTED_FEATURE));
    EXPECT_EQ(urKernelSetSpecializationConstants(built.kernel, 1, &value),
              UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  }
}

} // namespace
} // namespace ursa::testing::spirv_intercepts
