// Memory and semaphores of other APIs.
#include "cuda/images_fixture.h"

namespace ursa {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(CudaImages, ExternalMemory) {
  open();
  const int file = makeFile(8192);
  auto *shared =
      static_cast<uint32_t *>(mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  std::iota(shared, shared + 2048, 0u);
  ur_exp_external_mem_handle_t memory = nullptr;
  ASSERT_OK(importMemory(file, 8192, memory)) << lastError();
  // As an image.
  const auto area = describe(UR_MEM_TYPE_IMAGE2D, 8, 4);
  uintptr_t image = 0;
  ASSERT_OK(urBindlessImagesMapExternalArrayExp(context_, device_, &kR32, &area, memory, &image))
      << lastError();
  std::vector<uint32_t> read(2);
  const auto pair = describe(UR_MEM_TYPE_IMAGE2D, 1, 2);
  ASSERT_OK(copy({pointer(image), area, {3, 1, 0}}, {read.data(), pair}, {1, 2, 1}, kToMemory,
                 UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST));
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_THAT(read, ElementsAre(11, 19));
  EXPECT_EQ(urBindlessImagesMipmapFreeExp(context_, device_, image), UR_RESULT_ERROR_INVALID_VALUE);
  // As a mipmap.
  const auto mips = describe(UR_MEM_TYPE_IMAGE2D, 8, 4, 0, 0, 2);
  uintptr_t mipmap = 0;
  ASSERT_OK(urBindlessImagesMapExternalArrayExp(context_, device_, &kR32, &mips, memory, &mipmap));
  EXPECT_EQ(info<size_t>(level(mipmap, 1), UR_IMAGE_INFO_WIDTH), 4u);
  EXPECT_OK(urBindlessImagesMipmapFreeExp(context_, device_, mipmap));
  // As memory.
  void *linear = nullptr;
  ASSERT_OK(
      urBindlessImagesMapExternalLinearMemoryExp(context_, device_, 4096, 4096, memory, &linear))
      << lastError();
  uint32_t value = 77;
  ASSERT_OK(urEnqueueUSMMemcpy(queue_, true, static_cast<uint32_t *>(linear) + 3, &value, 4, 0,
                               nullptr, nullptr));
  EXPECT_EQ(shared[1024 + 3], 77u);
  ur_usm_type_t type{};
  EXPECT_OK(
      urUSMGetMemAllocInfo(context_, linear, UR_USM_ALLOC_INFO_TYPE, sizeof(type), &type, nullptr));
  EXPECT_EQ(type, UR_USM_TYPE_DEVICE);

  const auto mapLinear = [&](uint64_t offset, uint64_t size) {
    void *mapped = nullptr;
    return urBindlessImagesMapExternalLinearMemoryExp(context_, device_, offset, size, memory,
                                                      &mapped);
  };
  EXPECT_EQ(mapLinear(0, 0), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(mapLinear(4096, 4097), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(mapLinear(UINT64_MAX, 2), UR_RESULT_ERROR_INVALID_SIZE);
  const auto large = describe(UR_MEM_TYPE_IMAGE2D, 64, 64);
  EXPECT_EQ(urBindlessImagesMapExternalArrayExp(context_, device_, &kR32, &large, memory, &image),
            UR_RESULT_ERROR_INVALID_IMAGE_SIZE);
  EXPECT_EQ(urBindlessImagesFreeMappedLinearMemoryExp(context_, device_, &value),
            UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_OK(urBindlessImagesFreeMappedLinearMemoryExp(context_, device_, linear));
  EXPECT_OK(urBindlessImagesImageFreeExp(context_, device_, image));
  EXPECT_OK(urBindlessImagesReleaseExternalMemoryExp(context_, device_, memory));
  munmap(shared, 8192);
}

TEST_F(CudaImages, BadImports) {
  open();
  ur_exp_external_mem_handle_t memory = nullptr;
  ur_exp_external_semaphore_handle_t semaphore = nullptr;
  const int file = makeFile(64);
  EXPECT_EQ(importMemory(file, 0, memory), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(importMemory(-1, 64, memory), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(importMemory(file, 64, memory, UR_EXP_EXTERNAL_MEM_TYPE_WIN32_NT),
            UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION);
  EXPECT_EQ(importMemory(file, 64, memory, static_cast<ur_exp_external_mem_type_t>(9)),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(importMemory(file, 65, memory), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("cuImportExternalMemory failed"));
  ur_exp_external_mem_desc_t empty{UR_STRUCTURE_TYPE_EXP_EXTERNAL_MEM_DESC, nullptr};
  EXPECT_EQ(urBindlessImagesImportExternalMemoryExp(
                context_, device_, 64, UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD, &empty, &memory),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("contains no file descriptor"));
  EXPECT_EQ(importSemaphore(file, UR_EXP_EXTERNAL_SEMAPHORE_TYPE_WIN32_NT_DX12_FENCE, semaphore),
            UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION);
  EXPECT_EQ(importSemaphore(file, static_cast<ur_exp_external_semaphore_type_t>(6), semaphore),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(semaphore, nullptr);
  EXPECT_EQ(close(file), 0); // still the application's
}

TEST_F(CudaImages, ExternalSemaphores) {
  open(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const int file = makeFile(1);
  const int sameFile = dup(file);
  ur_exp_external_semaphore_handle_t ours = nullptr;
  ur_exp_external_semaphore_handle_t theirs = nullptr;
  ASSERT_OK(importSemaphore(file, UR_EXP_EXTERNAL_SEMAPHORE_TYPE_TIMELINE_FD, ours)) << lastError();
  ASSERT_OK(importSemaphore(sameFile, UR_EXP_EXTERNAL_SEMAPHORE_TYPE_TIMELINE_FD, theirs));
  ASSERT_OK(urBindlessImagesWaitExternalSemaphoreExp(queue_, ours, true, 5, 0, nullptr, &event_))
      << lastError();
  ur_command_t type{};
  EXPECT_OK(urEventGetInfo(event_, UR_EVENT_INFO_COMMAND_TYPE, sizeof(type), &type, nullptr));
  EXPECT_EQ(type, UR_COMMAND_EXTERNAL_SEMAPHORE_WAIT_EXP);
  // Later commands of the queue follow.
  ur_event_handle_t later = nullptr;
  ASSERT_OK(urEnqueueEventsWait(queue_, 0, nullptr, &later));
  const auto isComplete = [](ur_event_handle_t event) {
    ur_event_status_t status{};
    EXPECT_OK(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                             nullptr));
    return status == UR_EVENT_STATUS_COMPLETE;
  };
  EXPECT_FALSE(isComplete(event_));
  EXPECT_FALSE(isComplete(later));
  EXPECT_OK(
      urBindlessImagesReleaseExternalSemaphoreExp(context_, device_, ours)); // the command keeps it
  ur_queue_handle_t other = nullptr;
  ASSERT_OK(urQueueCreate(context_, device_, nullptr, &other));
  ASSERT_OK(
      urBindlessImagesSignalExternalSemaphoreExp(other, theirs, true, 4, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(other));
  EXPECT_FALSE(isComplete(event_));
  ASSERT_OK(
      urBindlessImagesSignalExternalSemaphoreExp(other, theirs, true, 6, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_TRUE(isComplete(event_));
  EXPECT_TRUE(isComplete(later));
  EXPECT_EQ(
      urBindlessImagesSignalExternalSemaphoreExp(other, theirs, false, 0, 0, nullptr, nullptr),
      UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("No value was given for a semaphore that is a timeline."));
  EXPECT_OK(urBindlessImagesReleaseExternalSemaphoreExp(context_, device_, theirs));
  EXPECT_OK(urEventRelease(later));
  EXPECT_OK(urQueueRelease(other));
}

TEST_F(CudaImages, BinarySemaphores) {
  open();
  ur_exp_external_semaphore_handle_t semaphore = nullptr;
  ASSERT_OK(importSemaphore(makeFile(1), UR_EXP_EXTERNAL_SEMAPHORE_TYPE_OPAQUE_FD, semaphore))
      << lastError();
  ur_queue_handle_t other = nullptr;
  ASSERT_OK(urQueueCreate(context_, device_, nullptr, &other));
  for (int round = 0; round < 2; ++round) {
    ASSERT_OK(
        urBindlessImagesWaitExternalSemaphoreExp(queue_, semaphore, false, 0, 0, nullptr, nullptr));
    ASSERT_OK(urBindlessImagesSignalExternalSemaphoreExp(other, semaphore, false, 0, 0, nullptr,
                                                         nullptr));
    ASSERT_OK(urQueueFinish(queue_));
  }
  EXPECT_EQ(
      urBindlessImagesWaitExternalSemaphoreExp(queue_, semaphore, true, 1, 0, nullptr, nullptr),
      UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_OK(urBindlessImagesReleaseExternalSemaphoreExp(context_, device_, semaphore));
  EXPECT_OK(urQueueRelease(other));
}

} // namespace
} // namespace ursa
