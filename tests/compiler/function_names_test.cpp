// Function names in messages.
#include "compiler/frontend/function_names.h"

#include <gtest/gtest.h>

using namespace ursa;

TEST(FunctionNames, Demangles) {
  EXPECT_EQ(functionName("_Z5scalefDv4_i"), "scale(float, int vector[4])");
  EXPECT_EQ(functionName("scale"), "scale");
  EXPECT_EQ(functionName("_ZTSN3app4BlurE"), "app::Blur"); // of SYCL
  EXPECT_EQ(functionName("_ZTSN3app4BlurE__unit_u1"), "app::Blur");
}

TEST(FunctionNames, NamesOutlinedKernelBodyAfterKernel) {
  EXPECT_EQ(functionName("__clang_ocl_kern_imp_blur"), "blur");
}
