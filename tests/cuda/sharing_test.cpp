// Virtual memory, registered memory, and memory of other processes.
#include "cuda/fixture.h"

#include <cstring>
#include <xxhash.h>

namespace ursa {
namespace {

using ::testing::HasSubstr;

constexpr auto kWrite = UR_VIRTUAL_MEM_ACCESS_FLAG_READ_WRITE;

struct CudaSharing : CudaTest {
  size_t granularity() {
    size_t bytes = 0;
    EXPECT_OK(urVirtualMemGranularityGetInfo(context_, device_, 1,
                                             UR_VIRTUAL_MEM_GRANULARITY_INFO_MINIMUM, sizeof(bytes),
                                             &bytes, nullptr));
    return bytes;
  }
  ur_physical_mem_handle_t physical(size_t size, ur_physical_mem_flags_t flags = 0) {
    const ur_physical_mem_properties_t properties{UR_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES,
                                                  nullptr, flags};
    ur_physical_mem_handle_t memory = nullptr;
    EXPECT_OK(urPhysicalMemCreate(context_, device_, size, &properties, &memory)) << lastError();
    return memory;
  }

  // Reserves, maps and shares, up to the first call that fails. Leaves nothing but the reservation.
  ur_result_t run() {
#define STEP(call)                                                                                 \
  if (const ur_result_t code = call; code != UR_RESULT_SUCCESS)                                    \
  return code
    const size_t size = granularity();
    const ur_physical_mem_properties_t shared{UR_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES, nullptr,
                                              UR_PHYSICAL_MEM_FLAG_ENABLE_IPC};
    STEP(urVirtualMemReserve(context_, nullptr, 2 * size, &range_));
    ur_physical_mem_handle_t memory = nullptr;
    STEP(urPhysicalMemCreate(context_, device_, size, &shared, &memory));
    const auto rest = [&]() -> ur_result_t {
      STEP(urVirtualMemMap(context_, range_, size, memory, 0, kWrite));
      STEP(urVirtualMemSetAccess(context_, range_, size, UR_VIRTUAL_MEM_ACCESS_FLAG_READ_ONLY));
      void *data = nullptr;
      size_t bytes = 0;
      STEP(urIPCGetPhysMemHandleExp(context_, memory, &data, &bytes));
      ur_physical_mem_handle_t opened = nullptr;
      const ur_result_t result = urIPCOpenPhysMemHandleExp(context_, device_, data, bytes, &opened);
      EXPECT_OK(urIPCPutPhysMemHandleExp(context_, data));
      STEP(result);
      EXPECT_OK(urIPCClosePhysMemHandleExp(context_, opened));
      return urVirtualMemUnmap(context_, range_, size);
    };
    const ur_result_t result = rest();
    EXPECT_OK(urPhysicalMemRelease(memory));
    STEP(result);
    return urVirtualMemFree(context_, range_, 2 * size);
#undef STEP
  }

  void *range_ = nullptr;
};

TEST_F(CudaSharing, EveryCallOfTheDriverMayFail) {
  open();
  driver_.called.clear();
  ASSERT_OK(run()) << lastError();
  const std::set<std::string> functions = driver_.called;
  EXPECT_TRUE(functions.contains("cuMemSetAccess"));
  for (const std::string &function : functions) {
    if (function.starts_with("cuCtx") || function == "cuMemRelease")
      continue;
    driver_.fail(function, cuda::CUDA_ERROR_NOT_PERMITTED);
    EXPECT_EQ(run(), UR_RESULT_ERROR_INVALID_OPERATION) << function;
    EXPECT_THAT(lastError(), HasSubstr(function + " failed: CUDA_ERROR_NOT_PERMITTED (800)"));
    driver_.fail("");
  } // the context closes what is left
}

TEST_F(CudaSharing, MappingsAreUnmappedAsAWhole) {
  open();
  const size_t size = granularity();
  ur_physical_mem_handle_t memory = physical(2 * size);
  void *start = nullptr;
  ASSERT_OK(urVirtualMemReserve(context_, nullptr, 4 * size, &start));
  ASSERT_OK(urVirtualMemMap(context_, start, 2 * size, memory, 0, kWrite));
  EXPECT_EQ(urVirtualMemUnmap(context_, start, size), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("the device needs ranges of whole mappings"));
  EXPECT_EQ(
      urVirtualMemMap(context_, static_cast<char *>(start) + 2 * size, size, memory, size, kWrite),
      UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), HasSubstr("the driver maps physical memory as a whole"));
  ur_physical_mem_handle_t other = physical(size);
  ASSERT_OK(
      urVirtualMemMap(context_, static_cast<char *>(start) + 2 * size, size, other, 0, kWrite));
  EXPECT_OK(urPhysicalMemRelease(memory));
  EXPECT_OK(urPhysicalMemRelease(other));
  EXPECT_OK(urVirtualMemUnmap(context_, start, 3 * size)) << lastError();
  EXPECT_OK(urVirtualMemFree(context_, start, 4 * size));
}

TEST_F(CudaSharing, DevicesWithoutVirtualMemorySaySo) {
  driver_.hasVirtualMemory = false;
  open();
  void *start = nullptr;
  EXPECT_EQ(urVirtualMemReserve(context_, nullptr, 65536, &start),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), HasSubstr("has no virtual memory"));
  ur_bool_t has = true;
  EXPECT_OK(
      urDeviceGetInfo(device_, UR_DEVICE_INFO_VIRTUAL_MEMORY_SUPPORT, sizeof(has), &has, nullptr));
  EXPECT_FALSE(has);
}

TEST_F(CudaSharing, TheContextGivesBackWhatIsLeft) {
  open();
  const size_t size = granularity();
  ur_physical_mem_handle_t memory = physical(size);
  void *start = nullptr;
  ASSERT_OK(urVirtualMemReserve(context_, nullptr, size, &start));
  ASSERT_OK(urVirtualMemMap(context_, start, size, memory, 0, kWrite));
  EXPECT_OK(urPhysicalMemRelease(memory));
  alignas(4096) static char registered[4096];
  ASSERT_OK(urUSMHostAllocRegisterExp(context_, registered, sizeof(registered), nullptr));
} // the fixture counts the objects of the driver

TEST_F(CudaSharing, RegistrationMayFail) {
  open();
  static char memory[64];
  driver_.fail("cuMemHostRegister", cuda::CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(urUSMHostAllocRegisterExp(context_, memory, sizeof(memory), nullptr),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  driver_.fail("");
  ASSERT_OK(urUSMHostAllocRegisterExp(context_, memory, sizeof(memory), nullptr));
  driver_.fail("cuMemHostUnregister", cuda::CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(urUSMHostAllocUnregisterExp(context_, memory), UR_RESULT_ERROR_INVALID_VALUE);
  driver_.fail("");
  EXPECT_OK(urUSMHostAllocUnregisterExp(context_, memory));
}

struct CudaAllocationsForOthers : CudaSharing {
  void exportMemory(size_t offset) {
    open();
    ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 1000, &memory_));
    void *data = nullptr;
    size_t size = 0;
    ASSERT_OK(urIPCGetMemHandleExp(context_, static_cast<char *>(memory_) + offset, &data, &size))
        << lastError();
    copy_.assign(static_cast<char *>(data), static_cast<char *>(data) + size);
    EXPECT_OK(urIPCPutMemHandleExp(context_, data));
    EXPECT_EQ(urIPCPutMemHandleExp(context_, data), UR_RESULT_ERROR_INVALID_VALUE);
  }
  ur_result_t openData(std::vector<char> data, void **memory) {
    return urIPCOpenMemHandleExp(context_, device_, data.data(), data.size(), memory);
  }
  ur_usm_type_t typeOf(const void *address) {
    ur_usm_type_t type = UR_USM_TYPE_FORCE_UINT32;
    EXPECT_OK(urUSMGetMemAllocInfo(context_, address, UR_USM_ALLOC_INFO_TYPE, sizeof(type), &type,
                                   nullptr));
    return type;
  }

  void *memory_ = nullptr;
  std::vector<char> copy_;
};

TEST_F(CudaAllocationsForOthers, TheProcessItselfGetsTheSameAddress) {
  exportMemory(16);
  void *opened = nullptr;
  ASSERT_OK(openData(copy_, &opened)) << lastError();
  EXPECT_EQ(opened, static_cast<char *>(memory_) + 16);
  EXPECT_FALSE(driver_.called.contains("cuIpcOpenMemHandle"));
  EXPECT_OK(urIPCCloseMemHandleExp(context_, opened));
  EXPECT_EQ(urIPCCloseMemHandleExp(context_, opened), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_OK(urUSMFree(context_, memory_));
  EXPECT_EQ(openData(copy_, &opened), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("was freed"));
}

// Data whose process is another one, and whose checksum is right.
TEST_F(CudaAllocationsForOthers, OtherProcessesAllocationsAreOpenedAndClosed) {
  exportMemory(16);
  const auto changed = [&](size_t member, uint64_t value) {
    std::vector<char> data = copy_;
    const uint64_t process = 1;
    std::memcpy(data.data() + 8, &process, sizeof(process));
    std::memcpy(data.data() + 8 * member, &value, sizeof(value));
    const uint64_t sum = XXH3_64bits(data.data(), data.size() - sizeof(sum));
    std::memcpy(data.data() + data.size() - sizeof(sum), &sum, sizeof(sum));
    return data;
  };
  const std::vector<char> data = changed(1, 1);
  void *opened = nullptr;
  driver_.fail("cuIpcOpenMemHandle", cuda::CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(openData(data, &opened), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  driver_.fail("");
  EXPECT_EQ(openData(changed(3, 1001), &opened), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(openData(changed(4, UINT64_MAX), &opened), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("at offset 16 of an allocation of 1000"));
  EXPECT_EQ(opened, nullptr);
  for (int i = 0; i < 2; ++i) {
    ASSERT_OK(openData(data, &opened)) << lastError();
    EXPECT_EQ(opened, static_cast<char *>(memory_) + 16);
  }
  EXPECT_OK(urIPCCloseMemHandleExp(context_, opened));
  EXPECT_OK(urIPCCloseMemHandleExp(context_, opened));
  EXPECT_EQ(urIPCCloseMemHandleExp(context_, opened), UR_RESULT_ERROR_INVALID_VALUE);
  ASSERT_OK(openData(data, &opened)); // the context closes it
  EXPECT_OK(urUSMFree(context_, memory_));
}

TEST_F(CudaAllocationsForOthers, DamagedDataAreRefused) {
  exportMemory(0);
  void *opened = nullptr;
  for (size_t i = 0; i < copy_.size(); ++i) {
    std::vector<char> changed = copy_;
    changed[i] ^= 0x41;
    EXPECT_EQ(openData(changed, &opened), UR_RESULT_ERROR_INVALID_VALUE) << i;
  }
  copy_.push_back(0);
  EXPECT_EQ(openData(copy_, &opened), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(opened, nullptr);
  EXPECT_OK(urUSMFree(context_, memory_));
}

TEST_F(CudaAllocationsForOthers, OnlyDeviceMemoryIsShared) {
  open();
  void *host = nullptr;
  ASSERT_OK(urUSMHostAlloc(context_, nullptr, nullptr, 64, &host));
  void *data = nullptr;
  size_t size = 0;
  EXPECT_EQ(urIPCGetMemHandleExp(context_, host, &data, &size), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("is not in device memory that the context has allocated"));
  EXPECT_EQ(urIPCGetMemHandleExp(context_, &size, &data, &size), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_OK(urUSMFree(context_, host));
}

} // namespace
} // namespace ursa
