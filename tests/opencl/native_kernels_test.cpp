// Which of the driver's kernels for one of ours a launch uses.
#include "adapters/opencl/launch/native_kernels.h"

#include <gtest/gtest.h>

namespace ursa::opencl {
namespace {

class NativeKernelsTest : public ::testing::Test {
protected:
  cl_kernel choose(const char *usm) {
    auto chosen = kernels_.choose(ParameterSet(std::string(usm)),
                                  [&]() -> Result<cl_kernel> { return id(++created_); });
    return chosen ? *chosen : nullptr;
  }
  static cl_kernel id(uintptr_t number) { return reinterpret_cast<cl_kernel>(number); }

  uintptr_t created_ = 1;
  NativeKernels kernels_{id(1)};
};

TEST_F(NativeKernelsTest, SimilarLaunchesShareAKernel) {
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(choose("11"), id(1));
  EXPECT_EQ(created_, 1u);
}

TEST_F(NativeKernelsTest, MoreUsmNeedsNoOtherKernel) {
  EXPECT_EQ(choose("00"), id(1));
  EXPECT_EQ(choose("01"), id(1));
  EXPECT_EQ(choose("11"), id(1));
}

TEST_F(NativeKernelsTest, LessUsmNeedsAnotherKernel) {
  EXPECT_EQ(choose("11"), id(1));
  EXPECT_EQ(choose("10"), id(2));
  EXPECT_EQ(choose("11"), id(1));
  EXPECT_EQ(choose("01"), id(3));
  EXPECT_EQ(choose("00"), id(4));
}

TEST_F(NativeKernelsTest, ThereIsAtMostOnePerSet) {
  for (int i = 0; i < 20; ++i)
    for (const char *usm : {"10", "01", "11", "00"})
      choose(usm);
  EXPECT_LE(created_, 4u);
}

TEST_F(NativeKernelsTest, CreationFails) {
  choose("1");
  const auto chosen = kernels_.choose({}, []() -> Result<cl_kernel> {
    return Error{UR_RESULT_ERROR_OUT_OF_RESOURCES, "none"};
  });
  ASSERT_FALSE(chosen);
  EXPECT_EQ(chosen.error().code, UR_RESULT_ERROR_OUT_OF_RESOURCES);
  EXPECT_EQ(choose("1"), id(1));
}

} // namespace
} // namespace ursa::opencl

// The kernels of this test are plain numbers.
extern "C" cl_int CL_API_CALL clReleaseKernel(cl_kernel) { return CL_SUCCESS; }
