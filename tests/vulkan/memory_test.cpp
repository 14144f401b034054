// Memory of the Vulkan adapter: the number of device allocations, application memory in buffers,
// and shared memory, which migrates with URSA_VULKAN_STAGING=1.
#include "vulkan/vulkan_test.h"

#include <cstring>
#include <fstream>
#include <numeric>
#include <sys/resource.h>
#include <unistd.h>

namespace ursa {
namespace {

using ::testing::HasSubstr;

bool isStaged() {
  const char *const value = std::getenv("URSA_VULKAN_STAGING");
  return value && std::string_view(value) == "1";
}

class VulkanMemory : public vulkan_test::VulkanTest {
protected:
  void SetUp() override {
    ASSERT_TRUE(findDevice());
    ASSERT_OK(urAdapterSetLoggerCallback(adapter_, onLine, &objects_, UR_LOGGER_LEVEL_DEBUG));
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
    ASSERT_OK(urQueueCreate(context_, device_, nullptr, &queue_));
    const std::vector<uint8_t> image = vulkan_test::countImage();
    const uint8_t *data = image.data();
    size_t size = image.size();
    ASSERT_OK(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &program_));
    ASSERT_OK(urProgramBuild(context_, program_, nullptr));
    ASSERT_OK(urKernelCreate(program_, "count", &kernel_));
  }
  void TearDown() override {
    EXPECT_OK(urKernelRelease(kernel_));
    EXPECT_OK(urProgramRelease(program_));
    EXPECT_OK(urQueueRelease(queue_));
    EXPECT_OK(urContextRelease(context_));
    EXPECT_OK(urAdapterSetLoggerCallback(adapter_, nullptr, nullptr, UR_LOGGER_LEVEL_QUIET));
  }

  // Parses "... which has 4194304 in 3 objects."
  static void onLine(ur_logger_level_t, const char *line, void *objects) {
    EXPECT_THAT(line, ::testing::Not(HasSubstr("Validation: ")));
    const std::string text = line;
    const size_t at = text.find(" in ");
    if (text.find(" of memory were ") != std::string::npos && at != std::string::npos)
      *static_cast<int *>(objects) = std::stoi(text.substr(at + 4));
  }

  void *allocate(ur_usm_type_t type, size_t size, uint32_t alignment = 0) {
    const ur_usm_desc_t description{UR_STRUCTURE_TYPE_USM_DESC, nullptr, 0, alignment};
    void *memory = nullptr;
    const ur_result_t result =
        type == UR_USM_TYPE_HOST ? urUSMHostAlloc(context_, &description, nullptr, size, &memory)
        : type == UR_USM_TYPE_SHARED
            ? urUSMSharedAlloc(context_, device_, &description, nullptr, size, &memory)
            : urUSMDeviceAlloc(context_, device_, &description, nullptr, size, &memory);
    EXPECT_OK(result) << lastError();
    return memory;
  }
  void free(void *memory) { EXPECT_OK(urUSMFree(context_, memory)) << lastError(); }

  // Counts work-items in the first number of memory and stores the highest id in the second.
  void launch(ur_queue_handle_t queue, ur_exp_kernel_arg_properties_t argument, size_t items) {
    EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(queue, kernel_, 1, nullptr, &items, nullptr, 1,
                                               &argument, nullptr, 0, nullptr, nullptr))
        << lastError();
  }
  static ur_exp_kernel_arg_properties_t pointer(void *memory) {
    ur_exp_kernel_arg_properties_t argument{};
    argument.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
    argument.size = sizeof(memory);
    argument.value.pointer = memory;
    return argument;
  }
  static ur_exp_kernel_arg_properties_t object(ur_mem_handle_t memory) {
    ur_exp_kernel_arg_properties_t argument{};
    argument.type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    argument.size = sizeof(memory);
    argument.value.memObjTuple = {memory, UR_MEM_FLAG_READ_WRITE};
    return argument;
  }

  int objects_ = 0; ///< device allocations, as logged
  ur_context_handle_t context_ = nullptr;
  ur_queue_handle_t queue_ = nullptr;
  ur_program_handle_t program_ = nullptr;
  ur_kernel_handle_t kernel_ = nullptr;
};

TEST_F(VulkanMemory, ManySmallAllocationsUseFewDeviceAllocations) {
  constexpr ur_usm_type_t kTypes[] = {UR_USM_TYPE_HOST, UR_USM_TYPE_SHARED, UR_USM_TYPE_DEVICE};
  constexpr size_t kCount = 100000;
  std::vector<void *> memory(kCount);
  for (size_t i = 0; i < kCount; ++i) {
    memory[i] = allocate(kTypes[i % 3], 8 + i % 200);
    if (i % 3 != 2)
      std::memcpy(memory[i], &i, sizeof(i));
  }
  EXPECT_LE(objects_, 30);
  for (size_t i = 0; i < kCount; ++i) {
    size_t read = i;
    if (i % 3 != 2)
      std::memcpy(&read, memory[i], sizeof(read));
    ASSERT_EQ(read, i);
  }
  // Remaining suballocations do not prevent others: every second one is freed, then the rest.
  for (size_t parity : {0, 1})
    for (size_t i = parity; i < kCount; i += 2)
      free(memory[i]);
  EXPECT_LE(objects_, 9); // one empty device allocation of each kind is retained
}

TEST_F(VulkanMemory, ManySmallBuffersUseFewDeviceAllocations) {
  std::vector<ur_mem_handle_t> buffers(20000);
  for (ur_mem_handle_t &buffer : buffers)
    ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 100, nullptr, &buffer));
  EXPECT_LE(objects_, 20);
  launch(queue_, object(buffers[12345]), 7);
  uint32_t count = 0;
  EXPECT_OK(
      urEnqueueMemBufferRead(queue_, buffers[12345], true, 4, 4, &count, 0, nullptr, nullptr));
  EXPECT_EQ(count, 6u);
  for (ur_mem_handle_t buffer : buffers)
    EXPECT_OK(urMemRelease(buffer));
}

TEST_F(VulkanMemory, LargeAllocationsReturnToTheDriver) {
  const int before = objects_;
  void *const large = allocate(UR_USM_TYPE_DEVICE, 100 << 20);
  EXPECT_EQ(objects_, before + 1);
  free(large);
  EXPECT_EQ(objects_, before);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// Sanitizers end a process that is out of memory.
TEST_F(VulkanMemory, OutOfMemoryChangesNothing) {
  std::ifstream status("/proc/self/statm");
  rlim_t pages = 0;
  status >> pages;
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const int objects = objects_;
  const rlimit small{pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (256 << 20),
                     before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &small), 0);
  void *memory = &memory;
  const ur_result_t result =
      urUSMDeviceAlloc(context_, device_, nullptr, nullptr, size_t{1} << 30, &memory);
  const std::string message = lastError();
  ur_mem_handle_t buffer = nullptr;
  const ur_result_t ofBuffer =
      urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, size_t{1} << 30, nullptr, &buffer);
  void *const fits = allocate(UR_USM_TYPE_DEVICE, 1 << 20);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(result, UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
  EXPECT_THAT(message, HasSubstr("For 1073741824 bytes"));
  EXPECT_EQ(memory, &memory);
  EXPECT_EQ(ofBuffer, UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
  EXPECT_EQ(buffer, nullptr);
  free(fits);
  free(allocate(UR_USM_TYPE_DEVICE, size_t{1} << 30));
  EXPECT_LE(objects_, objects + 1);
}
#endif

TEST_F(VulkanMemory, AlignmentIsRespected) {
  std::vector<void *> all;
  for (const ur_usm_type_t type : {UR_USM_TYPE_HOST, UR_USM_TYPE_SHARED, UR_USM_TYPE_DEVICE})
    for (uint32_t alignment = 1; alignment <= 1 << 16; alignment *= 2)
      for (const size_t size : {size_t{1}, size_t{1000}, size_t{20} << 20}) {
        void *const memory = allocate(type, size, alignment);
        EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % alignment, 0u);
        size < 5000 ? all.push_back(memory) : free(memory);
      }
  for (void *memory : all)
    free(memory);
}

TEST_F(VulkanMemory, NothingIsFreedTwice) {
  void *const memory = allocate(UR_USM_TYPE_SHARED, 64);
  EXPECT_EQ(urUSMFree(context_, static_cast<char *>(memory) + 8),
            UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  free(memory);
  EXPECT_EQ(urUSMFree(context_, memory), UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_THAT(lastError(), HasSubstr("is not the beginning of an allocation of the context."));
}

// Each side sees the other's writes: kernels after a launch, the host after a wait.
TEST_F(VulkanMemory, SharedMemoryIsVisibleToHostAndDevice) {
  auto *const counts = static_cast<uint32_t *>(allocate(UR_USM_TYPE_SHARED, 4000));
  auto *const host = static_cast<uint32_t *>(allocate(UR_USM_TYPE_HOST, 4000));
  for (uint32_t *memory : {counts, host}) {
    for (uint32_t begin = 5; begin < 8; ++begin) {
      memory[500] = begin;
      launch(queue_, pointer(memory + 500), 100);
      launch(queue_, pointer(memory + 500), 20);
      ASSERT_OK(urQueueFinish(queue_));
      EXPECT_EQ(memory[500], begin + 120);
    }
    // Commands of the queue see the memory between kernels.
    launch(queue_, pointer(memory), 1);
    const uint32_t pattern = 40;
    EXPECT_OK(urEnqueueUSMFill(queue_, memory, 4, &pattern, 4, 0, nullptr, nullptr));
    launch(queue_, pointer(memory), 2);
    uint32_t copied = 0;
    EXPECT_OK(urEnqueueUSMMemcpy(queue_, true, &copied, memory, 4, 0, nullptr, nullptr));
    EXPECT_EQ(copied, 42u);
  }
  free(counts);
  free(host);
}

// Kernels of several queues write parts of one allocation without waiting for each other.
TEST_F(VulkanMemory, SharedMemoryOfSeveralQueues) {
  constexpr int kQueues = 4;
  constexpr int kLaunches = 20;
  auto *const counts = static_cast<uint32_t *>(allocate(UR_USM_TYPE_SHARED, kQueues * 8));
  std::memset(counts, 0, kQueues * 8);
  const ur_queue_properties_t unordered{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr,
                                        UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE};
  ur_queue_handle_t queues[kQueues] = {};
  for (ur_queue_handle_t &queue : queues)
    ASSERT_OK(urQueueCreate(context_, device_, &unordered, &queue));
  for (int i = 0; i < kLaunches; ++i)
    for (int q = 0; q < kQueues; ++q)
      launch(queues[q], pointer(counts + 2 * q), 10);
  for (ur_queue_handle_t queue : queues) {
    EXPECT_OK(urQueueFinish(queue));
    EXPECT_OK(urQueueRelease(queue));
  }
  for (int q = 0; q < kQueues; ++q)
    EXPECT_EQ(counts[2 * q], 10u * kLaunches);
  free(counts);
}

TEST_F(VulkanMemory, SharedMemoryInCommandBuffers) {
  auto *const counts = static_cast<uint32_t *>(allocate(UR_USM_TYPE_SHARED, 8));
  const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC, nullptr,
                                                 false, false, false};
  ur_exp_command_buffer_handle_t commands = nullptr;
  ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &commands));
  const size_t items = 30;
  ur_exp_kernel_arg_properties_t argument = pointer(counts);
  ur_exp_command_buffer_sync_point_t filled = 0;
  const uint32_t seven = 7;
  EXPECT_OK(urCommandBufferAppendUSMFillExp(commands, counts, &seven, 4, 8, 0, nullptr, 0, nullptr,
                                            &filled, nullptr, nullptr));
  EXPECT_OK(urCommandBufferAppendKernelLaunchWithArgsExp(
      commands, kernel_, 1, nullptr, &items, nullptr, 1, &argument, 0, nullptr, 1, &filled, 0,
      nullptr, nullptr, nullptr, nullptr))
      << lastError();
  EXPECT_OK(urCommandBufferFinalizeExp(commands));
  for (int i = 0; i < 2; ++i) {
    counts[0] = 0;
    EXPECT_OK(urEnqueueCommandBufferExp(queue_, commands, 0, nullptr, nullptr));
    EXPECT_OK(urQueueFinish(queue_));
    EXPECT_EQ(counts[0], 37u);
  }
  EXPECT_OK(urCommandBufferReleaseExp(commands));
  free(counts);
}

TEST_F(VulkanMemory, BuffersUseTheApplicationsMemory) {
  std::vector<uint64_t> memory(1000);
  const ur_buffer_properties_t properties{UR_STRUCTURE_TYPE_BUFFER_PROPERTIES, nullptr,
                                          memory.data() + 2};
  ur_mem_handle_t buffer = nullptr;
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_USE_HOST_POINTER, 4000, &properties, &buffer));
  const ur_buffer_region_t region{UR_STRUCTURE_TYPE_BUFFER_REGION, nullptr, 1024, 512};
  ur_mem_handle_t part = nullptr;
  ASSERT_OK(urMemBufferPartition(buffer, 0, UR_BUFFER_CREATE_TYPE_REGION, &region, &part));
  launch(queue_, object(part), 11);
  ASSERT_OK(urQueueFinish(queue_));
  auto *const counts = reinterpret_cast<uint32_t *>(memory.data() + 2 + 128);
  // Visible at once if the device works on this memory, otherwise with the next mapping.
  EXPECT_EQ(counts[0], isStaged() ? 0u : 11u);
  for (const auto &[of, offset] : {std::pair(buffer, size_t{1024}), std::pair(part, size_t{0})}) {
    void *mapped = nullptr;
    ASSERT_OK(urEnqueueMemBufferMap(queue_, of, true, UR_MAP_FLAG_READ | UR_MAP_FLAG_WRITE, offset,
                                    8, 0, nullptr, nullptr, &mapped));
    EXPECT_EQ(mapped, counts);
    EXPECT_EQ(counts[0], 11u);
    counts[0] += 100;
    EXPECT_OK(urEnqueueMemUnmap(queue_, of, mapped, 0, nullptr, nullptr));
    launch(queue_, object(part), 11);
    uint32_t read = 0;
    EXPECT_OK(urEnqueueMemBufferRead(queue_, buffer, true, 1024, 4, &read, 0, nullptr, nullptr));
    EXPECT_EQ(read, 122u);
    const uint32_t eleven = 11;
    EXPECT_OK(urEnqueueMemBufferWrite(queue_, part, true, 0, 4, &eleven, 0, nullptr, nullptr));
  }
  EXPECT_OK(urMemRelease(part));
  EXPECT_OK(urMemRelease(buffer));
}

// Host-accessible buffers are mapped without a copy.
TEST_F(VulkanMemory, MappingsOfHostMemoryDoNotCopy) {
  ur_mem_handle_t buffer = nullptr;
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_ALLOC_HOST_POINTER, 64, nullptr, &buffer));
  void *first = nullptr;
  void *second = nullptr;
  for (void **mapped : {&first, &second})
    ASSERT_OK(urEnqueueMemBufferMap(queue_, buffer, true, UR_MAP_FLAG_READ, 8, 8, 0, nullptr,
                                    nullptr, mapped));
  EXPECT_EQ(first, second);
  for (void *mapped : {first, second})
    EXPECT_OK(urEnqueueMemUnmap(queue_, buffer, mapped, 0, nullptr, nullptr));
  EXPECT_OK(urMemRelease(buffer));
}

TEST_F(VulkanMemory, PatternsOfAllSizes) {
  std::vector<uint8_t> pattern(128);
  std::iota(pattern.begin(), pattern.end(), uint8_t{1});
  ur_mem_handle_t buffer = nullptr;
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 128 * 300, nullptr, &buffer));
  void *const memory = allocate(UR_USM_TYPE_DEVICE, 128 * 300);
  for (size_t size = 1; size <= 128; ++size) {
    std::vector<uint8_t> expected(size * 300);
    for (size_t i = 0; i < expected.size(); ++i)
      expected[i] = pattern[i % size];
    std::vector<uint8_t> read(expected.size());
    ASSERT_OK(urEnqueueMemBufferFill(queue_, buffer, pattern.data(), size, 0, expected.size(), 0,
                                     nullptr, nullptr));
    ASSERT_OK(urEnqueueMemBufferRead(queue_, buffer, true, 0, read.size(), read.data(), 0, nullptr,
                                     nullptr));
    ASSERT_TRUE(read == expected) << size;
    ASSERT_OK(urEnqueueUSMFill(queue_, memory, size, pattern.data(), expected.size(), 0, nullptr,
                               nullptr));
    ASSERT_OK(
        urEnqueueUSMMemcpy(queue_, true, read.data(), memory, read.size(), 0, nullptr, nullptr));
    ASSERT_TRUE(read == expected) << size;
  }
  free(memory);
  EXPECT_OK(urMemRelease(buffer));
}

} // namespace
} // namespace ursa
