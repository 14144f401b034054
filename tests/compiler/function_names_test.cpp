// Function names in messages, and names that targets define.
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

TEST(FunctionNames, RecognizesBuiltInFunctions) {
  for (const char *name :
       {"_Z13get_global_idj", "_Z3sinf", "_Z7barrierj", "_Z6vload4mPU3AS1Kf", "printf",
        "_Z15convert_int_satf", "_Z20__spirv_SpecConstantii", "llvm.fmuladd.f32",
        "__ursa_specialization_buffer", "_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_",
        "_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i", "__read_pipe_2",
        "_Z21work_group_reduce_addi", "_Z12get_work_dimv", "_Z5isnanf"})
    EXPECT_TRUE(isBuiltinName(name)) << name;
}

TEST(FunctionNames, RejectsUserFunctions) {
  // Built-in functions are mangled: an unmangled function with such a name is the user's.
  for (const char *name :
       {"sin", "_Z4sinoi", "_Z9get_valuei", "_Z2isi", "_Z8read_alli", "helper", ""})
    EXPECT_FALSE(isBuiltinName(name)) << name;
}
