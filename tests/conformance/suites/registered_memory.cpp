// Application memory that the device may access: registered or imported.
#include "conformance/harness.h"

namespace ursa::conformance {
namespace {

class RegisteredMemory : public DeviceTest {
protected:
  ur_usm_type_t typeOf(const void *address) {
    ur_usm_type_t type = UR_USM_TYPE_FORCE_UINT32;
    EXPECT_OK(urUSMGetMemAllocInfo(context_, address, UR_USM_ALLOC_INFO_TYPE, sizeof(type), &type,
                                   nullptr));
    return type;
  }
};

TEST_F(RegisteredMemory, CanBeQueriedAndUsed) {
  alignas(4096) static char memory[8192];
  EXPECT_EQ(typeOf(memory), UR_USM_TYPE_UNKNOWN);
  ASSERT_OK(urUSMHostAllocRegisterExp(context_, memory, sizeof(memory), nullptr)) << lastError();
  EXPECT_EQ(typeOf(memory + 8191), UR_USM_TYPE_HOST);
  EXPECT_EQ(typeOf(memory + 8192), UR_USM_TYPE_UNKNOWN);
  run(kernel("ids", "iota"), Arguments().pointer(memory).value(3), {2048, 1, 1});
  EXPECT_EQ(reinterpret_cast<int *>(memory)[2047], 2050);
  EXPECT_EQ(urUSMHostAllocRegisterExp(context_, memory + 4096, 4096, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_NE(urUSMFree(context_, memory), UR_RESULT_SUCCESS);
  EXPECT_EQ(urUSMHostAllocUnregisterExp(context_, memory + 4096), UR_RESULT_ERROR_INVALID_VALUE);
  ASSERT_OK(urUSMHostAllocUnregisterExp(context_, memory));
  EXPECT_EQ(typeOf(memory), UR_USM_TYPE_UNKNOWN);
  EXPECT_EQ(urUSMHostAllocUnregisterExp(context_, memory), UR_RESULT_ERROR_INVALID_VALUE);
}

TEST_F(RegisteredMemory, AllocationsCannotBeRegistered) {
  Shared<char> memory(context_, device_, 8192);
  EXPECT_EQ(urUSMHostAllocRegisterExp(context_, memory.data() + 4096, 4096, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
}

TEST_F(RegisteredMemory, InvalidRegistrations) {
  char memory[16];
  EXPECT_EQ(urUSMHostAllocRegisterExp(context_, nullptr, 16, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urUSMHostAllocRegisterExp(context_, memory, 0, nullptr), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urUSMHostAllocRegisterExp(context_, memory, SIZE_MAX, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
  const ur_exp_usm_host_alloc_register_properties_t undefined{
      UR_STRUCTURE_TYPE_EXP_USM_HOST_ALLOC_REGISTER_PROPERTIES, nullptr,
      UR_EXP_USM_HOST_ALLOC_REGISTER_FLAGS_MASK};
  EXPECT_EQ(urUSMHostAllocRegisterExp(context_, memory, 16, &undefined),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
}

TEST_F(RegisteredMemory, CopyOfNothing) {
  int from = 1;
  int to = 2;
  EXPECT_EQ(urUSMContextMemcpyExp(context_, &to, &from, 0), UR_RESULT_ERROR_INVALID_SIZE);
  ASSERT_OK(urUSMContextMemcpyExp(context_, &to, &from, sizeof(to)));
  EXPECT_EQ(to, 1);
}

// At any offset in a page.
TEST_F(RegisteredMemory, ImportedMemoryIsWrittenByKernels) {
  std::vector<int> memory(5000, -1);
  int *const first = memory.data() + 4;
  ASSERT_OK(urUSMImportExp(context_, first, 4000 * sizeof(int))) << lastError();
  run(kernel("ids", "iota"), Arguments().pointer(first + 10).value(3), {3000, 1, 1});
  EXPECT_EQ(memory[13], -1);
  EXPECT_EQ(memory[14], 3);
  EXPECT_EQ(memory[3013], 3002);
  EXPECT_EQ(memory[3014], -1);
  ASSERT_OK(urUSMReleaseExp(context_, first));
  EXPECT_EQ(urUSMImportExp(context_, first, 0), UR_RESULT_ERROR_INVALID_SIZE);
}

} // namespace
} // namespace ursa::conformance
