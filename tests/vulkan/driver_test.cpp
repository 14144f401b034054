// The adapter's calls of the driver, counted by a mock loader that can lower limits: launches
// beyond the device's limits, pipelines and their cache, submissions of command buffers.
#include "adapters/vulkan/program/program_binary.h"
#include "support/image_requirements.h"
#include "vulkan/mock_loader.h"
#include "vulkan/vulkan_test.h"

#include <vulkan/vulkan_core.h>

#include <future>
#include <numeric>
#include <unistd.h>

namespace ursa {
namespace {

using ::testing::HasSubstr;
using Values = std::vector<uint32_t>;

class VulkanDriver : public vulkan_test::VulkanTest {
protected:
  void start(const mock_vulkan::Overrides &overrides = {}) {
    alarm(120); // ends a test that waits for the driver for ever
    mock_vulkan::setOverrides(overrides);
    ASSERT_TRUE(findDevice());
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_)) << lastError();
    ASSERT_OK(urQueueCreate(context_, device_, nullptr, &queue_));
    program_ = program(vulkan_test::readFile(URSA_IDS_IMAGE));
  }
  void TearDown() override {
    for (ur_kernel_handle_t kernel : kernels_)
      EXPECT_OK(urKernelRelease(kernel));
    if (program_) {
      EXPECT_OK(urProgramRelease(program_));
    }
    for (void *memory : memory_)
      EXPECT_OK(urUSMFree(context_, memory));
    EXPECT_OK(urQueueRelease(queue_));
    EXPECT_OK(urContextRelease(context_));
    EXPECT_THAT(mock_vulkan::misuses(), ::testing::IsEmpty());
  }

  // Returns a built program.
  ur_program_handle_t program(const std::vector<uint8_t> &binary) {
    const uint8_t *data = binary.data();
    size_t size = binary.size();
    ur_program_handle_t handle = nullptr;
    EXPECT_OK(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &handle))
        << lastError();
    EXPECT_OK(urProgramBuild(context_, handle, nullptr)) << lastError();
    return handle;
  }
  ur_kernel_handle_t kernel(const char *name) { return kernel(name, program_); }
  ur_kernel_handle_t kernel(const char *name, ur_program_handle_t of) {
    ur_kernel_handle_t handle = nullptr;
    EXPECT_OK(urKernelCreate(of, name, &handle)) << lastError();
    return kernels_.emplace_back(handle);
  }
  uint32_t *shared(size_t count) {
    void *memory = nullptr;
    EXPECT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, count * 4, &memory));
    memory_.push_back(memory);
    std::fill_n(static_cast<uint32_t *>(memory), count, 0);
    return static_cast<uint32_t *>(memory);
  }

  using Argument = ur_exp_kernel_arg_properties_t;
  static Argument pointer(uint32_t index, void *memory) {
    Argument argument{};
    argument.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
    argument.index = index;
    argument.size = sizeof(void *);
    argument.value.pointer = memory;
    return argument;
  }
  static Argument value(uint32_t index, const uint32_t &number) {
    Argument argument{};
    argument.type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
    argument.index = index;
    argument.size = sizeof(number);
    argument.value.value = &number;
    return argument;
  }
  static Argument local(uint32_t index, size_t bytes) {
    Argument argument{};
    argument.type = UR_EXP_KERNEL_ARG_TYPE_LOCAL;
    argument.index = index;
    argument.size = bytes;
    return argument;
  }
  ur_result_t launch(ur_kernel_handle_t of, const std::vector<Argument> &arguments, size_t global,
                     size_t localSize) {
    return urEnqueueKernelLaunchWithArgsExp(
        queue_, of, 1, nullptr, &global, localSize ? &localSize : nullptr,
        static_cast<uint32_t>(arguments.size()), arguments.data(), nullptr, 0, nullptr, nullptr);
  }

  // Checks that the queue still works.
  void expectUsable() {
    uint32_t *const out = shared(3);
    const uint32_t seven = 7;
    EXPECT_OK(launch(kernel("set"), {pointer(0, out), value(1, seven)}, 3, 0));
    EXPECT_OK(urQueueFinish(queue_));
    EXPECT_EQ(Values(out, out + 3), (Values{7, 7, 7}));
  }

  ur_context_handle_t context_ = nullptr;
  ur_queue_handle_t queue_ = nullptr;
  ur_program_handle_t program_ = nullptr;
  std::vector<ur_kernel_handle_t> kernels_;
  std::vector<void *> memory_;
};

// ------------------------------------------------------------------ launches

TEST_F(VulkanDriver, LaunchesAreSplitAtTheLimits) {
  start({.workGroups = 2});
  const std::array<size_t, 3> offset = {1, 2, 3};
  const std::array<size_t, 3> global = {7, 5, 3};
  const std::array<size_t, 3> size = {2, 2, 1};
  const size_t items = global[0] * global[1] * global[2];
  uint32_t *const out = shared(10 * items);
  const Argument argument = pointer(0, out);
  mock_vulkan::reset();
  ASSERT_OK(urEnqueueKernelLaunchWithArgsExp(queue_, kernel("ids"), 3, offset.data(), global.data(),
                                             size.data(), 1, &argument, nullptr, 0, nullptr,
                                             nullptr))
      << lastError();
  ASSERT_OK(urQueueFinish(queue_));
  // 3 + 1 groups of width 2 and 1, 2 + 1 of height 2 and 1, 3 deep; at most 2 x 2 x 2 in one
  // dispatch.
  EXPECT_EQ(mock_vulkan::callsOf("vkCmdDispatchBase"), (2u + 1) * (1 + 1) * 2);
  EXPECT_EQ(mock_vulkan::callsOf("vkQueueSubmit"), 1u);
  Values expected;
  for (uint32_t z = 0; z < global[2]; ++z)
    for (uint32_t y = 0; y < global[1]; ++y)
      for (uint32_t x = 0; x < global[0]; ++x)
        expected.insert(expected.end(), {x + 1, y + 2, z + 3, x / 2, y / 2, z, x % 2, y % 2, 0,
                                         (x == global[0] - 1 ? 1u : 2u) + 100 * 4});
  EXPECT_EQ(Values(out, out + 10 * items), expected);
}

TEST_F(VulkanDriver, ImpossibleLaunchesAreRefused) {
  start({.workGroups = 2, .workItems = 8, .localMemory = 96});
  uint32_t *const out = shared(64);
  const uint32_t one = 1;
  const std::vector<Argument> adds = {pointer(0, out), value(1, one)};
  EXPECT_EQ(launch(kernel("add"), adds, 18, 9), UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
  EXPECT_THAT(lastError(), HasSubstr("9 work-items; at most 8 are possible"));
  expectUsable();
  EXPECT_EQ(launch(kernel("add"), adds, size_t{1} << 31, 1),
            UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
  EXPECT_THAT(lastError(), HasSubstr("too many for this device"));
  expectUsable();
  EXPECT_EQ(launch(kernel("add"), adds, size_t{1} << 32, 1), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("4294967296"));
  expectUsable();
  ur_kernel_handle_t keep = kernel("keep");
  EXPECT_EQ(launch(keep, {pointer(0, out), local(1, 97), local(2, 16)}, 4, 4),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
  EXPECT_THAT(lastError(), HasSubstr("97 bytes; 1 to 96 are possible"));
  EXPECT_EQ(launch(keep, {pointer(0, out), local(1, 64), local(2, 64)}, 4, 4),
            UR_RESULT_ERROR_OUT_OF_RESOURCES);
  EXPECT_THAT(lastError(), HasSubstr("needs 128 bytes of local memory; there are 96"));
  expectUsable();
  EXPECT_OK(launch(keep, {pointer(0, out), local(1, 16), local(2, 16)}, 4, 4)) << lastError();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(Values(out, out + 4), (Values{0, 2, 4, 6}));
}

TEST_F(VulkanDriver, ImagesBeyondDeviceLimitsAreNotSelected) {
  start({.workItems = 8, .localMemory = 96});
  const auto select = [this](const char *requirements) {
    const ImageRequirements requirementsInfo{kImageRequirementsType, nullptr, "k", requirements};
    const ur_device_binary_t offered{UR_STRUCTURE_TYPE_DEVICE_BINARY, &requirementsInfo,
                                     "vulkan1.2"};
    uint32_t chosen = 0;
    return urDeviceSelectBinary(device_, &offered, 1, &chosen);
  };
  EXPECT_OK(select("localSize 4 2 1\nlocalBytes 96")) << lastError();
  EXPECT_EQ(select("localSize 9 1 1"), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastError(), HasSubstr("Kernel 'k' requires work-groups of 9 work-items; '"));
  EXPECT_THAT(lastError(), HasSubstr("' has at most 8."));
  EXPECT_EQ(select("localBytes 97"), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastError(), HasSubstr("Kernel 'k' has 97 bytes of local variables; '"));
  EXPECT_THAT(lastError(), HasSubstr("' has 96 bytes of local memory."));
}

TEST_F(VulkanDriver, EmptyLaunchesDispatchNothing) {
  start();
  uint32_t *const out = shared(1);
  const uint32_t one = 1;
  const Argument arguments[] = {pointer(0, out), value(1, one)};
  const size_t none = 0;
  ur_event_handle_t event = nullptr;
  mock_vulkan::reset();
  ASSERT_OK(urEnqueueKernelLaunchWithArgsExp(queue_, kernel("add"), 1, nullptr, &none, nullptr, 2,
                                             arguments, nullptr, 0, nullptr, &event))
      << lastError();
  EXPECT_OK(urEventWait(1, &event));
  EXPECT_OK(urEventRelease(event));
  EXPECT_EQ(mock_vulkan::callsOf("vkCmdDispatchBase"), 0u);
  EXPECT_EQ(out[0], 0u);
}

// ------------------------------------------------------------------ pipelines

TEST_F(VulkanDriver, PipelinesAreCreatedOncePerKernelValuesAndSize) {
  start();
  const std::vector<uint8_t> image = vulkan_test::countImage(R"(, "constants": [0])");
  uint32_t *const out = shared(2);
  const auto createdPipelines = [&](ur_kernel_handle_t of, size_t localSize) {
    mock_vulkan::reset();
    EXPECT_OK(launch(of, {pointer(0, out)}, 8, localSize)) << lastError();
    return mock_vulkan::callsOf("vkCreateComputePipelines");
  };
  ur_program_handle_t first = program(image);
  ur_kernel_handle_t countKernel = kernel("count", first);
  EXPECT_EQ(createdPipelines(countKernel, 4), 1u);
  EXPECT_EQ(createdPipelines(countKernel, 4), 0u);
  EXPECT_EQ(createdPipelines(countKernel, 2), 1u);
  EXPECT_EQ(createdPipelines(countKernel, 3), 2u)
      << "one for full groups, one for the smaller last group";
  ur_program_handle_t second = program(image);
  EXPECT_EQ(createdPipelines(kernel("count", second), 4), 0u) << "the same image";
  const uint32_t three = 3;
  const ur_specialization_constant_info_t constant{0, sizeof(three), &three};
  ASSERT_OK(urProgramSetSpecializationConstants(second, 1, &constant));
  ASSERT_OK(urProgramBuild(context_, second, nullptr));
  EXPECT_EQ(createdPipelines(kernel("count", second), 4), 1u) << "other values";
  EXPECT_EQ(mock_vulkan::callsOf("vkCreateShaderModule"), 0u) << "the same module";
  EXPECT_EQ(createdPipelines(countKernel, 4), 0u);
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(out[0], 8u * (6 + 3));
  EXPECT_OK(urProgramRelease(first));
  EXPECT_OK(urProgramRelease(second));
}

// A kernel that reads no offset has one pipeline for launches with and without one.
TEST_F(VulkanDriver, LaunchesWithAnOffsetHaveTheirOwnPipeline) {
  start();
  uint32_t *const out = shared(12);
  const uint32_t one = 1;
  const Argument arguments[2] = {pointer(0, out), value(1, one)};
  const size_t global = 8, size = 4;
  const auto createdPipelines = [&](ur_kernel_handle_t of, uint32_t count, size_t offset) {
    mock_vulkan::reset();
    EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(queue_, of, 1, &offset, &global, &size, count,
                                               arguments, nullptr, 0, nullptr, nullptr))
        << lastError();
    return mock_vulkan::callsOf("vkCreateComputePipelines");
  };
  ur_kernel_handle_t add = kernel("add");
  EXPECT_EQ(createdPipelines(add, 2, 0), 1u);
  EXPECT_EQ(createdPipelines(add, 2, 4), 1u);
  EXPECT_EQ(createdPipelines(add, 2, 3), 0u);
  EXPECT_EQ(createdPipelines(add, 2, 0), 0u);
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(Values(out, out + 12), (Values{2, 2, 2, 3, 4, 4, 4, 4, 2, 2, 2, 1}));
  ur_program_handle_t counts = program(vulkan_test::countImage());
  ur_kernel_handle_t count = kernel("count", counts);
  EXPECT_EQ(createdPipelines(count, 1, 0), 1u);
  EXPECT_EQ(createdPipelines(count, 1, 4), 0u);
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_OK(urProgramRelease(counts));
}

TEST_F(VulkanDriver, DifferentPipelinesAreCreatedConcurrently) {
  start();
  ur_kernel_handle_t add = kernel("add");
  uint32_t *const out = shared(8);
  const uint32_t one = 1;
  mock_vulkan::reset();
  mock_vulkan::rendezvous("vkCreateComputePipelines", 2); // hangs if one build waited for the other
  std::vector<std::future<ur_result_t>> launches;
  for (size_t size : {2, 4})
    launches.push_back(std::async(std::launch::async, [&, size] {
      return launch(add, {pointer(0, out), value(1, one)}, 8, size);
    }));
  for (auto &each : launches)
    EXPECT_OK(each.get());
  EXPECT_EQ(mock_vulkan::callsOf("vkCreateComputePipelines"), 2u);
  mock_vulkan::reset();
  launches.clear();
  for (int i = 0; i < 4; ++i)
    launches.push_back(std::async(std::launch::async, [&] {
      return launch(add, {pointer(0, out), value(1, one)}, 8, 8);
    }));
  for (auto &each : launches)
    EXPECT_OK(each.get());
  EXPECT_EQ(mock_vulkan::callsOf("vkCreateComputePipelines"), 1u) << "once for equal pipelines";
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_EQ(Values(out, out + 8), Values(8, 6));
}

TEST_F(VulkanDriver, PipelineFailuresAreReported) {
  start();
  uint32_t *const out = shared(1);
  const uint32_t one = 1;
  mock_vulkan::reset();
  mock_vulkan::fail("vkCreateComputePipelines", 1, VK_ERROR_INVALID_SHADER_NV);
  EXPECT_EQ(launch(kernel("add"), {pointer(0, out), value(1, one)}, 1, 1),
            UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  EXPECT_THAT(lastError(), HasSubstr("kernel 'add'"));
  EXPECT_THAT(lastError(), HasSubstr("VK_ERROR_INVALID_SHADER_NV"));
  EXPECT_OK(launch(kernel("add"), {pointer(0, out), value(1, one)}, 1, 1))
      << "failures are not cached";
  expectUsable();
}

TEST_F(VulkanDriver, ArgumentsThatDoNotFitAreReported) {
  start();
  const std::vector<uint8_t> module = vulkan_test::readFile(URSA_COUNT_MODULE);
  const std::vector<uint8_t> image = vulkan_test::makeImage(
      R"({"kernels": [{"name": "k", "localBytes": 0, "argumentBytes": 96, "module": {"offset": 0,
          "size": )" +
          std::to_string(module.size()) + "}}]}",
      module);
  const uint8_t *data = image.data();
  size_t size = image.size();
  ur_program_handle_t none = nullptr;
  EXPECT_EQ(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &none),
            UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastError(), HasSubstr("96 bytes of arguments of kernel 'k' do not fit"));
  EXPECT_EQ(none, nullptr);
  expectUsable();
}

// ------------------------------------------------------------------ the driver's cache

class VulkanDriverCache : public VulkanDriver {
protected:
  // Returns the binary of a program whose kernel has run; the program is released then.
  std::vector<uint8_t> stored() {
    std::vector<uint8_t> binary;
    run(vulkan_test::countImage(), &binary);
    return binary;
  }
  // @return the data from which the driver's cache was created
  std::string run(const std::vector<uint8_t> &binary, std::vector<uint8_t> *out = nullptr) {
    uint32_t *const counts = shared(2);
    ur_program_handle_t of = program(binary);
    ur_kernel_handle_t countKernel = nullptr;
    EXPECT_OK(urKernelCreate(of, "count", &countKernel)) << lastError();
    EXPECT_OK(launch(countKernel, {pointer(0, counts)}, 8, 4)) << lastError();
    EXPECT_OK(urQueueFinish(queue_));
    EXPECT_EQ(counts[0], 8u);
    if (out) {
      size_t size = 0;
      EXPECT_OK(urProgramGetInfo(of, UR_PROGRAM_INFO_BINARY_SIZES, sizeof(size), &size, nullptr));
      out->resize(size);
      uint8_t *bytesOut = out->data();
      EXPECT_OK(
          urProgramGetInfo(of, UR_PROGRAM_INFO_BINARIES, sizeof(bytesOut), &bytesOut, nullptr));
    }
    EXPECT_OK(urKernelRelease(countKernel));
    EXPECT_OK(urProgramRelease(of));
    return mock_vulkan::initialCacheData().back();
  }

  // Returns the binary with changed driver cache data and valid checksums.
  template <class Change>
  static std::vector<uint8_t> changed(const std::vector<uint8_t> &binary, Change &&change) {
    auto parts = vulkan::readProgramBinary(std::as_bytes(std::span(binary)));
    EXPECT_TRUE(parts);
    change(parts->cacheData);
    const auto bytes = vulkan::writeProgramBinary(*parts);
    const auto *first = reinterpret_cast<const uint8_t *>(bytes.data());
    return std::vector<uint8_t>(first, first + bytes.size());
  }
  static void expectPassedToDriver(const std::string &cache, const std::string &payload) {
    EXPECT_EQ(cache.size(), sizeof(VkPipelineCacheHeaderVersionOne) + payload.size());
    EXPECT_THAT(cache, ::testing::EndsWith(payload));
  }
};

TEST_F(VulkanDriverCache, IsStoredAndRestored) {
  start({.cachedPipelines = "cached pipeline data"});
  const std::vector<uint8_t> binary = stored();
  EXPECT_EQ(mock_vulkan::initialCacheData().back(), "");
  expectPassedToDriver(run(binary), "cached pipeline data");
}

TEST_F(VulkanDriverCache, DamagedDataIsIgnored) {
  start({.cachedPipelines = "cached pipeline data"});
  const std::vector<uint8_t> binary = stored();
  for (const size_t fromEnd : {1, 10, 30, 52}) {
    std::vector<uint8_t> damaged = binary;
    damaged[damaged.size() - fromEnd] ^= 1;
    EXPECT_EQ(run(damaged), "") << fromEnd;
  }
  expectPassedToDriver(run(binary), "cached pipeline data");
}

TEST_F(VulkanDriverCache, ForeignDataIsIgnored) {
  start({.cachedPipelines = "cached pipeline data"});
  const std::vector<uint8_t> binary = stored();
  const auto expectLeftOut = [&](size_t at) {
    EXPECT_EQ(run(changed(binary, [at](auto &cache) { cache[at] ^= std::byte{1}; })), "") << at;
  };
  expectLeftOut(offsetof(VkPipelineCacheHeaderVersionOne, headerSize));
  expectLeftOut(offsetof(VkPipelineCacheHeaderVersionOne, headerVersion));
  expectLeftOut(offsetof(VkPipelineCacheHeaderVersionOne, vendorID));
  expectLeftOut(offsetof(VkPipelineCacheHeaderVersionOne, deviceID));
  expectLeftOut(offsetof(VkPipelineCacheHeaderVersionOne, pipelineCacheUUID) + VK_UUID_SIZE - 1);
  EXPECT_EQ(run(changed(binary, [](auto &cache) { cache.resize(31); })), "");
  expectPassedToDriver(run(changed(binary, [](auto &) {})), "cached pipeline data");
}

// Programs without data of their own get what an earlier process stored on disk.
TEST_F(VulkanDriverCache, IsOnDisk) {
  const vulkan_test::CacheFolder folder;
  start({.cachedPipelines = "cached pipeline data"});
  EXPECT_EQ(run(vulkan_test::countImage()), "");
  expectPassedToDriver(run(vulkan_test::countImage()), "cached pipeline data");
  EXPECT_EQ(run(vulkan_test::countImage(R"(, "constants": [])")), "") << "another image";
  std::vector<uint8_t> binary;
  run(vulkan_test::countImage(), &binary);
  const auto parts = vulkan::readProgramBinary(std::as_bytes(std::span(binary)));
  ASSERT_TRUE(parts);
  EXPECT_FALSE(parts->cacheData.empty()) << "a program's binary holds it as well";
}

// ------------------------------------------------------------------ command buffers

TEST_F(VulkanDriver, AnExecutionIsOneSubmission) {
  start();
  uint32_t *const out = shared(8);
  uint32_t *const other = shared(8);
  ur_kernel_handle_t add = kernel("add");
  ur_kernel_handle_t set = kernel("set");
  const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC, nullptr,
                                                 true, true, false};
  ur_exp_command_buffer_handle_t buffer = nullptr;
  ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &buffer));
  const uint32_t zero = 0;
  ASSERT_OK(urCommandBufferAppendUSMFillExp(buffer, out, &zero, 4, 32, 0, nullptr, 0, nullptr,
                                            nullptr, nullptr, nullptr));
  ur_exp_command_buffer_command_handle_t commands[2] = {};
  const size_t eight = 8;
  const uint32_t values[2] = {10, 5};
  for (int i = 0; i < 2; ++i) {
    const Argument arguments[] = {pointer(0, out), value(1, values[i])};
    ASSERT_OK(urCommandBufferAppendKernelLaunchWithArgsExp(buffer, add, 1, nullptr, &eight, nullptr,
                                                           2, arguments, 1, &set, 0, nullptr, 0,
                                                           nullptr, nullptr, nullptr, &commands[i]))
        << lastError();
  }
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));

  // One submission; recorded again only after a change.
  const auto execute = [&](bool isChanged) {
    mock_vulkan::reset();
    ASSERT_OK(urEnqueueCommandBufferExp(queue_, buffer, 0, nullptr, nullptr)) << lastError();
    EXPECT_EQ(mock_vulkan::callsOf("vkQueueSubmit"), 1u);
    EXPECT_EQ(mock_vulkan::callsOf("vkBeginCommandBuffer"), isChanged ? 1u : 0u);
    ASSERT_OK(urQueueFinish(queue_));
  };
  const auto update = [&](auto &&change) {
    ur_exp_command_buffer_update_kernel_launch_desc_t desc{};
    desc.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_KERNEL_LAUNCH_DESC;
    desc.hCommand = commands[1];
    desc.hNewKernel = add;
    change(desc);
    ASSERT_OK(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &desc)) << lastError();
  };
  execute(true);
  EXPECT_EQ(Values(out, out + 8), Values(8, 15));
  execute(false);
  EXPECT_EQ(Values(out, out + 8), Values(8, 15));

  const uint32_t seven = 7;
  const ur_exp_command_buffer_update_value_arg_desc_t newValue{
      UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_VALUE_ARG_DESC, nullptr, 1, 4, nullptr, &seven};
  update([&](auto &desc) {
    desc.numNewValueArgs = 1;
    desc.pNewValueArgList = &newValue;
  });
  execute(true);
  EXPECT_EQ(Values(out, out + 8), Values(8, 17));

  size_t offset = 1;
  size_t global = 5;
  size_t local = 2;
  update([&](auto &desc) {
    desc.newWorkDim = 1;
    desc.pNewGlobalWorkOffset = &offset;
    desc.pNewGlobalWorkSize = &global;
    desc.pNewLocalWorkSize = &local;
  });
  execute(true);
  EXPECT_EQ(Values(out, out + 8), (Values{10, 17, 17, 17, 17, 17, 10, 10}));

  void *const address = other;
  const ur_exp_command_buffer_update_pointer_arg_desc_t newPointer{
      UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_POINTER_ARG_DESC, nullptr, 0, nullptr, &address};
  update([&](auto &desc) {
    desc.hNewKernel = set;
    desc.numNewPointerArgs = 1;
    desc.pNewPointerArgList = &newPointer;
    desc.numNewValueArgs = 1;
    desc.pNewValueArgList = &newValue;
  });
  execute(true);
  EXPECT_EQ(Values(out, out + 8), Values(8, 10));
  EXPECT_EQ(Values(other, other + 8), (Values{0, 7, 7, 7, 7, 7, 0, 0}));
  EXPECT_OK(urCommandBufferReleaseExp(buffer));
}

// Executing a command buffer that is in flight: executions run one after the other.
TEST_F(VulkanDriver, ExecutionsDoNotOverlap) {
  start();
  uint32_t *const out = shared(4096);
  const uint32_t one = 1;
  const Argument arguments[] = {pointer(0, out), value(1, one)};
  const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC, nullptr,
                                                 false, true, true};
  const ur_queue_properties_t unordered{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr,
                                        UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE};
  ur_queue_handle_t queue = nullptr;
  ASSERT_OK(urQueueCreate(context_, device_, &unordered, &queue));
  ur_exp_command_buffer_handle_t buffer = nullptr;
  ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &buffer));
  const size_t global = 4096;
  for (int i = 0; i < 3; ++i)
    ASSERT_OK(urCommandBufferAppendKernelLaunchWithArgsExp(
        buffer, kernel("add"), 1, nullptr, &global, nullptr, 2, arguments, 0, nullptr, 0, nullptr,
        0, nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  std::vector<ur_event_handle_t> events(5);
  mock_vulkan::reset();
  for (ur_event_handle_t &event : events)
    ASSERT_OK(urEnqueueCommandBufferExp(queue, buffer, 0, nullptr, &event));
  EXPECT_EQ(mock_vulkan::callsOf("vkQueueSubmit"), events.size());
  ASSERT_OK(urQueueFinish(queue));
  EXPECT_EQ(Values(out, out + 4096), Values(4096, 15));
  // Their times come from the device.
  for (ur_event_handle_t event : events) {
    uint64_t times[2] = {};
    EXPECT_OK(
        urEventGetProfilingInfo(event, UR_PROFILING_INFO_COMMAND_START, 8, &times[0], nullptr));
    EXPECT_OK(urEventGetProfilingInfo(event, UR_PROFILING_INFO_COMMAND_END, 8, &times[1], nullptr));
    EXPECT_LT(times[0], times[1]);
    EXPECT_OK(urEventRelease(event));
  }
  EXPECT_EQ(mock_vulkan::callsOf("vkGetQueryPoolResults"), events.size());
  EXPECT_OK(urCommandBufferReleaseExp(buffer));
  EXPECT_OK(urQueueRelease(queue));
}

} // namespace
} // namespace ursa
