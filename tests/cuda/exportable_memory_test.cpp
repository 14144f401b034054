// Device memory for other APIs and other processes.
#include "cuda/fixture.h"

#include <sys/mman.h>
#include <unistd.h>

namespace ursa {
namespace {

using ::testing::HasSubstr;

struct CudaExportableMemory : CudaTest {
  ur_result_t allocate(size_t size, size_t alignment = 0) {
    return urMemoryExportAllocExportableMemoryExp(context_, device_, alignment, size,
                                                  UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD, &memory_);
  }
  ur_result_t exportMemory() {
    return urMemoryExportExportMemoryHandleExp(
        context_, device_, UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD, memory_, &descriptor_);
  }
  ur_result_t free() { return urMemoryExportFreeExportableMemoryExp(context_, device_, memory_); }

  void *memory_ = nullptr;
  int descriptor_ = -1;
};

TEST_F(CudaExportableMemory, IsSharedByADescriptor) {
  open();
  ASSERT_OK(allocate(1000, 4096)) << lastError();
  EXPECT_EQ(reinterpret_cast<uintptr_t>(memory_) % 4096, 0u);
  ur_usm_type_t type{};
  EXPECT_OK(urUSMGetMemAllocInfo(context_, memory_, UR_USM_ALLOC_INFO_TYPE, sizeof(type), &type,
                                 nullptr));
  EXPECT_EQ(type, UR_USM_TYPE_DEVICE);
  ASSERT_OK(exportMemory()) << lastError();
  const int value = 77;
  ASSERT_OK(urEnqueueUSMFill(queue_, memory_, 4, &value, 1000, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  // The descriptor stays valid on its own.
  EXPECT_OK(free());
  EXPECT_EQ(free(), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(exportMemory(), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("is not the beginning of exportable memory of the context."));
  auto *const read = static_cast<int *>(mmap(nullptr, 4096, PROT_READ, MAP_SHARED, descriptor_, 0));
  ASSERT_NE(read, MAP_FAILED);
  EXPECT_EQ(read[249], 77);
  EXPECT_EQ(munmap(read, 4096), 0);
  EXPECT_EQ(close(descriptor_), 0);
}

TEST_F(CudaExportableMemory, IsImportedAsMemoryOfAnotherApi) {
  open();
  constexpr size_t kGranularity = 65536;
  ASSERT_OK(allocate(kGranularity)) << lastError();
  ASSERT_OK(exportMemory()) << lastError();
  ur_exp_file_descriptor_t file{UR_STRUCTURE_TYPE_EXP_FILE_DESCRIPTOR, nullptr, descriptor_};
  ur_exp_external_mem_desc_t description{UR_STRUCTURE_TYPE_EXP_EXTERNAL_MEM_DESC, &file};
  ur_exp_external_mem_handle_t imported = nullptr;
  ASSERT_OK(urBindlessImagesImportExternalMemoryExp(
      context_, device_, kGranularity, UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD, &description, &imported))
      << lastError();
  void *mapped = nullptr;
  ASSERT_OK(urBindlessImagesMapExternalLinearMemoryExp(context_, device_, 0, kGranularity, imported,
                                                       &mapped))
      << lastError();
  EXPECT_NE(mapped, memory_);
  const int value = 5;
  int read = 0;
  ASSERT_OK(urEnqueueUSMFill(queue_, memory_, 4, &value, 64, 0, nullptr, nullptr));
  ASSERT_OK(urEnqueueUSMMemcpy(queue_, true, &read, mapped, 4, 0, nullptr, nullptr));
  EXPECT_EQ(read, 5);
  EXPECT_OK(urBindlessImagesFreeMappedLinearMemoryExp(context_, device_, mapped));
  EXPECT_OK(urBindlessImagesReleaseExternalMemoryExp(context_, device_, imported));
  EXPECT_OK(free());
}

TEST_F(CudaExportableMemory, EveryCallOfTheDriverMayFail) {
  open();
  const int objects = driver_.objects;
  for (const char *function :
       {"cuMemCreate", "cuMemAddressReserve", "cuMemMap", "cuMemSetAccess"}) {
    driver_.fail(function, cuda::CUDA_ERROR_NOT_PERMITTED);
    EXPECT_EQ(allocate(1000), UR_RESULT_ERROR_INVALID_OPERATION) << function;
    EXPECT_THAT(lastError(),
                HasSubstr(std::string(function) + " failed: CUDA_ERROR_NOT_PERMITTED (800)"));
    driver_.fail("");
    EXPECT_EQ(memory_, nullptr);
    EXPECT_EQ(driver_.objects, objects) << function;
  }
  ASSERT_OK(allocate(1000)) << lastError();
  driver_.fail("cuMemExportToShareableHandle", cuda::CUDA_ERROR_NOT_PERMITTED);
  EXPECT_EQ(exportMemory(), UR_RESULT_ERROR_INVALID_OPERATION);
  EXPECT_EQ(descriptor_, -1);
  driver_.fail("");
} // the context frees the memory; the fixture counts the objects of the driver

TEST_F(CudaExportableMemory, IsAnAllocationOfTheContext) {
  open();
  ASSERT_OK(allocate(1000)) << lastError();
  EXPECT_OK(urUSMFree(context_, memory_));
  EXPECT_EQ(free(), UR_RESULT_ERROR_INVALID_VALUE);
  void *ordinary = nullptr;
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 64, &ordinary));
  memory_ = ordinary;
  EXPECT_EQ(exportMemory(), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(free(), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_OK(urUSMFree(context_, ordinary));
}

TEST_F(CudaExportableMemory, InvalidRequests) {
  open();
  EXPECT_EQ(allocate(0), UR_RESULT_ERROR_INVALID_USM_SIZE);
  EXPECT_EQ(allocate(SIZE_MAX), UR_RESULT_ERROR_INVALID_USM_SIZE);
  EXPECT_EQ(allocate(size_t{1} << 31), UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
  EXPECT_EQ(allocate(64, 3), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(allocate(64, 131072), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("powers of two up to 65536 are"));
  EXPECT_EQ(urMemoryExportAllocExportableMemoryExp(context_, device_, 0, 64,
                                                   UR_EXP_EXTERNAL_MEM_TYPE_DMA_BUF, &memory_),
            UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION);
  EXPECT_EQ(memory_, nullptr);
}

TEST_F(CudaExportableMemory, DevicesWithoutIt) {
  driver_.hasVirtualMemory = false;
  open();
  ur_bool_t has = true;
  EXPECT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_MEMORY_EXPORT_EXPORTABLE_DEVICE_MEM_EXP,
                            sizeof(has), &has, nullptr));
  EXPECT_FALSE(has);
  EXPECT_EQ(allocate(64), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), HasSubstr("does not share physical memory with other processes"));
}

} // namespace
} // namespace ursa
