// Programs, kernels, launches and command buffers.
#include "cuda/fixture.h"

#include <array>

namespace ursa {
namespace {

using ::testing::HasSubstr;

struct CudaKernels : CudaTest {
  template <class T> T *shared(size_t count) {
    void *memory = nullptr;
    EXPECT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, count * sizeof(T), &memory));
    std::memset(memory, 0, count * sizeof(T));
    memory_ = memory;
    return static_cast<T *>(memory);
  }
  void TearDown() override {
    if (memory_) {
      EXPECT_OK(urUSMFree(context_, memory_));
    }
  }

  void *memory_ = nullptr;
};

TEST_F(CudaKernels, ImagesForTheDevice) {
  driver_.capability = 80;
  ASSERT_EQ(devices(), 1u);
  const auto select = [&](const std::vector<const char *> &targets, uint32_t &selected) {
    std::vector<ur_device_binary_t> binaries;
    binaries.reserve(targets.size());
    for (const char *target : targets)
      binaries.push_back({UR_STRUCTURE_TYPE_DEVICE_BINARY, nullptr, target});
    return urDeviceSelectBinary(device_, binaries.data(), static_cast<uint32_t>(binaries.size()),
                                &selected);
  };
  uint32_t selected = 99;
  EXPECT_OK(
      select({"spirv64", "nvptx64-sm_70", "nvptx64-sm_90", "nvptx64-sm_80", "nvptx64"}, selected));
  EXPECT_EQ(selected, 3u);
  EXPECT_OK(select({"nvcl64-sm_80", "nvptx64"}, selected));
  EXPECT_EQ(selected, 1u);
  EXPECT_EQ(select({"nvcl64-sm_70", "nvptx64-sm_90"}, selected), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastError(), HasSubstr("takes binaries for 'nvptx64-sm_80'"));
  ur_backend_t backend{};
  EXPECT_OK(
      urPlatformGetInfo(platform_, UR_PLATFORM_INFO_BACKEND, sizeof(backend), &backend, nullptr));
  EXPECT_EQ(backend, UR_BACKEND_CUDA);
}

// Launches that repeat the thread's last one take a short way; others must not.
TEST_F(CudaKernels, RepeatedLaunches) {
  open();
  ASSERT_OK(makeKernel("iota")) << lastError();
  int *out = shared<int>(64);
  const auto run = [&](int start, size_t count, const size_t *local = nullptr) {
    std::memset(out, 0, 64 * sizeof(int));
    const ur_result_t result =
        launch({pointerArgument(0, out), valueArgument(1, start)}, count, local);
    EXPECT_OK(urQueueFinish(queue_));
    return result;
  };
  const auto expectNumbers = [&](int start, size_t count) {
    for (size_t i = 0; i < 64; ++i)
      EXPECT_EQ(out[i], i < count ? start + static_cast<int>(i) : 0) << i;
  };
  const size_t four = 4;
  const size_t three = 3;
  for (const int start : {1, 5, 9}) {
    ASSERT_OK(run(start, 8)) << lastError();
    expectNumbers(start, 8);
  }
  ASSERT_OK(run(3, 16));
  expectNumbers(3, 16);
  ASSERT_OK(run(4, 16, &four));
  expectNumbers(4, 16);
  EXPECT_EQ(run(4, 16, &three), UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
  ASSERT_OK(run(5, 16, &four));
  expectNumbers(5, 16);

  const int start = 7;
  const int64_t wide = 7;
  ur_exp_kernel_arg_properties_t null = valueArgument(1, start);
  null.value.value = nullptr;
  const auto repeat = [&](std::vector<ur_exp_kernel_arg_properties_t> arguments) {
    return launch(std::move(arguments), 16, &four);
  };
  const auto memory = pointerArgument(0, out);
  EXPECT_EQ(repeat({}), UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(repeat({memory}), UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(repeat({memory, valueArgument(1, wide)}), UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
  EXPECT_EQ(repeat({memory, null}), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(repeat({memory, memory}), UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
  EXPECT_EQ(repeat({memory, valueArgument(2, start)}),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
  const std::array arguments = {memory, valueArgument(1, start)};
  const size_t sizes[] = {16, 4, 1, 1};
  for (const uint32_t dimensions : {0u, 4u, UINT32_MAX})
    EXPECT_EQ(urEnqueueKernelLaunchWithArgsExp(queue_, kernel_, dimensions, nullptr, sizes, nullptr,
                                               2, arguments.data(), nullptr, 0, nullptr, nullptr),
              UR_RESULT_ERROR_INVALID_WORK_DIMENSION);
  // Arguments in any order, and none of the work-items.
  EXPECT_OK(repeat({valueArgument(1, start), memory}));
  EXPECT_OK(urQueueFinish(queue_));
  expectNumbers(7, 16);
  ASSERT_OK(run(1, 0));
  expectNumbers(1, 0);

  // Another kernel, which may have the address of the first.
  ASSERT_OK(run(2, 8));
  EXPECT_OK(urKernelRelease(kernel_));
  ASSERT_OK(urKernelCreate(program_, "step", &kernel_));
  out[1] = 6;
  const int expected = 6;
  ASSERT_OK(launch({memory, valueArgument(1, expected)}, 8)) << lastError();
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_EQ(out[0], 2);
  EXPECT_EQ(out[1], 7);
}

TEST_F(CudaKernels, LocalMemoryIsOffsets) {
  open();
  ASSERT_OK(makeKernel("two_locals")) << lastError();
  int *out = shared<int>(8);
  const size_t local = 4;
  ASSERT_OK(launch(
      {pointerArgument(0, out), localArgument(1, 4 * sizeof(int)), localArgument(2, 4)}, 8, &local))
      << lastError();
  ASSERT_OK(urQueueFinish(queue_));
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(out[i], (3 - i % 4) * 1002);
  EXPECT_EQ(launch({pointerArgument(0, out), localArgument(1, 90000), localArgument(2, 90000)}, 8,
                   &local),
            UR_RESULT_ERROR_OUT_OF_RESOURCES);
  EXPECT_THAT(lastError(), HasSubstr("needs 180000 bytes of local memory; there are 98304"));
}

// Launches of different sizes may be submitted to the driver at the same time, or be in graphs.
TEST_F(CudaKernels, ALaunchLeavesOthersTheirLocalMemory) {
  open();
  ASSERT_OK(makeKernel("two_locals")) << lastError();
  int *out = shared<int>(1);
  for (const size_t size : {size_t{40000}, size_t{30000}}) {
    ASSERT_OK(launch({pointerArgument(0, out), localArgument(1, size), localArgument(2, size)}, 1))
        << lastError();
    EXPECT_EQ(driver_.allowedBytes, 98304);
  }
}

TEST_F(CudaKernels, TheOffsetIsALastArgument) {
  open();
  ASSERT_OK(makeKernel("ids")) << lastError();
  uint64_t *out = shared<uint64_t>(160);
  const size_t offset = 1000;
  ASSERT_OK(launch({pointerArgument(0, out)}, 8, nullptr, &offset)) << lastError();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(out[140], 1007u);
  ASSERT_OK(launch({pointerArgument(0, out)}, 8));
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(out[140], 7u);
  // The other form is no kernel of the program.
  char names[200] = {};
  ASSERT_OK(
      urProgramGetInfo(program_, UR_PROGRAM_INFO_KERNEL_NAMES, sizeof(names), names, nullptr));
  EXPECT_STREQ(names, "fault;ids;iota;required;step;two_locals");
}

TEST_F(CudaKernels, PtxThatLeavesTheFormWithOffsetOut) {
  open();
  ASSERT_OK(makeProgram(std::string(kPtx) + "// ursa-offset-form iota\n"));
  ASSERT_OK(makeKernel("iota")) << lastError();
  int *out = shared<int>(8);
  const int start = 1;
  const size_t offset = 2;
  EXPECT_EQ(launch({pointerArgument(0, out), valueArgument(1, start)}, 4, nullptr, &offset),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), HasSubstr("The code of kernel 'iota' was generated without the form"));
  EXPECT_OK(launch({pointerArgument(0, out), valueArgument(1, start)}, 4)) << lastError();
}

TEST_F(CudaKernels, Sizes) {
  open();
  ASSERT_OK(makeKernel("iota")) << lastError();
  int *out = shared<int>(1000);
  const int start = 1;
  const size_t three = 3;
  EXPECT_EQ(launch({pointerArgument(0, out), valueArgument(1, start)}, 1000, &three),
            UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
  EXPECT_THAT(lastError(), HasSubstr("Local size 3 does not divide global size 1000 in dimension 0 "
                                     "of a launch of kernel 'iota'"));
  const size_t large = 2048;
  EXPECT_EQ(launch({pointerArgument(0, out), valueArgument(1, start)}, 4096, &large),
            UR_RESULT_ERROR_INVALID_WORK_ITEM_SIZE);
  EXPECT_OK(launch({pointerArgument(0, out), valueArgument(1, start)}, 0));
  EXPECT_EQ(driver_.calls["cuLaunchKernel"], 0);
  EXPECT_OK(launch({pointerArgument(0, out), valueArgument(1, start)}, 1000)) << lastError();
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_EQ(out[999], 1000);
  size_t suggested[3] = {};
  const size_t global[3] = {96, 50, 3};
  ASSERT_OK(urKernelGetSuggestedLocalWorkSize(kernel_, queue_, 3, nullptr, global, suggested));
  EXPECT_EQ(suggested[0], 96u);
  EXPECT_EQ(suggested[1], 2u);
  EXPECT_EQ(suggested[2], 1u);
  uint32_t groups = 0;
  const size_t local = 128;
  ASSERT_OK(urKernelSuggestMaxCooperativeGroupCount(kernel_, device_, 1, &local, 0, &groups))
      << lastError();
  EXPECT_EQ(groups, 4u * 2048 / 128);
}

// The driver answers no for more local memory than the function has asked for.
TEST_F(CudaKernels, CooperativeLaunchesAskForLocalMemory) {
  open();
  ASSERT_OK(makeKernel("iota")) << lastError();
  uint32_t groups = 0;
  const size_t local = 128;
  ASSERT_OK(urKernelSuggestMaxCooperativeGroupCount(kernel_, device_, 1, &local, 60000, &groups))
      << lastError();
  EXPECT_EQ(groups, 4u * 2048 / 128);
  ASSERT_OK(urKernelSuggestMaxCooperativeGroupCount(kernel_, device_, 1, &local, 100000, &groups))
      << lastError();
  EXPECT_EQ(groups, 0u);
}

TEST_F(CudaKernels, RequiredSizes) {
  open();
  ASSERT_OK(makeKernel("required")) << lastError();
  const size_t global[2] = {16, 4};
  EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(queue_, kernel_, 2, nullptr, global, nullptr, 0,
                                             nullptr, nullptr, 0, nullptr, nullptr))
      << lastError();
  EXPECT_EQ(launch({}, 12), UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
  char attributes[64] = {};
  ASSERT_OK(
      urKernelGetInfo(kernel_, UR_KERNEL_INFO_ATTRIBUTES, sizeof(attributes), attributes, nullptr));
  EXPECT_STREQ(attributes, "reqd_work_group_size(8,2,1)");
}

// The attributes of a function are queried once.
TEST_F(CudaKernels, Facts) {
  open();
  ASSERT_OK(makeKernel("iota")) << lastError();
  uint32_t registers = 0;
  ASSERT_OK(
      urKernelGetInfo(kernel_, UR_KERNEL_INFO_NUM_REGS, sizeof(registers), &registers, nullptr));
  EXPECT_EQ(registers, 32u);
  const int queries = driver_.calls["cuFuncGetAttribute"];
  EXPECT_OK(urKernelRelease(kernel_));
  ASSERT_OK(urKernelCreate(program_, "iota", &kernel_)) << lastError();
  EXPECT_EQ(driver_.calls["cuFuncGetAttribute"], queries);
  size_t sizes[3] = {};
  ASSERT_OK(urKernelGetGroupInfo(kernel_, device_, UR_KERNEL_GROUP_INFO_WORK_GROUP_SIZE,
                                 sizeof(*sizes), sizes, nullptr));
  EXPECT_EQ(*sizes, 1024u);
}

TEST_F(CudaKernels, WrongArguments) {
  open();
  ASSERT_OK(makeKernel("iota")) << lastError();
  const int64_t wide = 1;
  EXPECT_EQ(launch({pointerArgument(0, &wide)}, 8), UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_THAT(lastError(), HasSubstr("Argument 1 of kernel 'iota', a value or local memory of 4 "
                                     "bytes, is missing"));
  EXPECT_EQ(launch({pointerArgument(0, &wide), valueArgument(1, wide)}, 8),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
  EXPECT_EQ(urKernelCreate(program_, "nobody", &kernel_), UR_RESULT_ERROR_INVALID_KERNEL_NAME);
  EXPECT_THAT(lastError(), HasSubstr("no kernel 'nobody'; it has 'fault', 'ids'"));
}

TEST_F(CudaKernels, Variables) {
  open();
  ASSERT_OK(makeKernel("iota")) << lastError();
  const int values[4] = {1, 2, 3, 4};
  ASSERT_OK(urEnqueueDeviceGlobalVariableWrite(queue_, program_, "table", false, 16, 0, values, 0,
                                               nullptr, nullptr))
      << lastError();
  int read[2] = {};
  ASSERT_OK(urEnqueueDeviceGlobalVariableRead(queue_, program_, "table", true, 8, 8, read, 0,
                                              nullptr, nullptr));
  EXPECT_EQ(read[1], 4);
  EXPECT_EQ(urEnqueueDeviceGlobalVariableRead(queue_, program_, "other", true, 8, 8, read, 0,
                                              nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("no global variable 'other'"));
}

TEST_F(CudaKernels, LinkedPrograms) {
  open();
  ASSERT_OK(makeProgram(".version 7.0\n.target sm_70\n.extern .func helper;\n"
                        ".visible .entry iota(.param .u64 a, .param .u32 b) { ret; }"));
  EXPECT_EQ(urProgramBuild(context_, program_, nullptr), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  EXPECT_THAT(lastError(), HasSubstr("Unresolved extern function 'helper'"));
  ur_program_handle_t programs[2] = {program_, nullptr};
  ur_program_handle_t linked = nullptr;
  EXPECT_EQ(urProgramLink(context_, 1, programs, nullptr, &linked),
            UR_RESULT_ERROR_INVALID_OPERATION);
  ASSERT_OK(makeProgram(".version 7.0\n.visible .func helper { ret; }"));
  programs[1] = program_;
  for (ur_program_handle_t program : programs)
    ASSERT_OK(urProgramCompile(context_, program, "-O1")) << lastError();
  ASSERT_OK(urProgramLink(context_, 2, programs, nullptr, &linked)) << lastError();
  for (ur_program_handle_t program : programs)
    EXPECT_OK(urProgramRelease(program));
  program_ = linked;
  ASSERT_OK(urKernelCreate(linked, "iota", &kernel_)) << lastError();
  int *out = shared<int>(4);
  const int start = 3;
  ASSERT_OK(launch({pointerArgument(0, out), valueArgument(1, start)}, 4)) << lastError();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(out[3], 6);
}

TEST_F(CudaKernels, CommandBuffersRunAgain) {
  open(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  ASSERT_OK(makeKernel("step")) << lastError();
  int *out = shared<int>(1);
  const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC, nullptr,
                                                 true, true, true};
  ur_exp_command_buffer_handle_t buffer = nullptr;
  ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &buffer));
  const size_t one = 1;
  ur_event_handle_t signalled = nullptr;
  ur_exp_command_buffer_command_handle_t last = nullptr;
  for (int i = 0; i < 3; ++i) {
    const ur_exp_kernel_arg_properties_t arguments[] = {pointerArgument(0, out),
                                                        valueArgument(1, i)};
    ASSERT_OK(urCommandBufferAppendKernelLaunchWithArgsExp(
        buffer, kernel_, 1, nullptr, &one, nullptr, 2, arguments, 0, nullptr, 0, nullptr, 0,
        nullptr, nullptr, i == 1 ? &signalled : nullptr, &last))
        << lastError();
  }
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  const int zero = 0;
  for (int round = 0; round < 3; ++round) {
    ASSERT_OK(urEnqueueUSMFill(queue_, out, 4, &zero, 4, 0, nullptr, &event_));
    ASSERT_OK(urEnqueueCommandBufferExp(queue_, buffer, 1, &event_, nullptr)) << lastError();
    EXPECT_OK(urEventRelease(event_));
    event_ = nullptr;
    ASSERT_OK(urEventWait(1, &signalled));
    ASSERT_OK(urQueueFinish(queue_));
    EXPECT_EQ(*out, 3);
    uint64_t time = 0;
    EXPECT_OK(urEventGetProfilingInfo(signalled, UR_PROFILING_INFO_COMMAND_END, sizeof(time), &time,
                                      nullptr))
        << lastError();
  }
  EXPECT_OK(urEventRelease(signalled));
  EXPECT_OK(urCommandBufferReleaseExp(buffer));
}

} // namespace
} // namespace ursa
