// Function names in messages.
#include "compiler/passes/source_location.h"

#include <gtest/gtest.h>

using ursa::compiler::passes::readableFunctionName;

TEST(FunctionNames, Demangles) {
  EXPECT_EQ(readableFunctionName("_Z5scalefDv4_i"), "scale(float, int vector[4])");
  EXPECT_EQ(readableFunctionName("scale"), "scale");
  EXPECT_EQ(readableFunctionName("_ZTSN3app4BlurE"), "app::Blur"); // of SYCL
  EXPECT_EQ(readableFunctionName("_ZTSN3app4BlurE__unit_u1"), "app::Blur");
}

TEST(FunctionNames, NamesOutlinedKernelBodyAfterKernel) {
  EXPECT_EQ(readableFunctionName("__clang_ocl_kern_imp_blur"), "blur");
}
