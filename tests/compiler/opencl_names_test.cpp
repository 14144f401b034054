// Names of OpenCL's built-in functions.
#include "compiler/targets/common/opencl_names.h"
#include "compiler/targets/host/host_image.h"

#include <gtest/gtest.h>

namespace ursa {
namespace {

TEST(OpenclBaseName, TakesTheNameOutOfTheMangledOne) {
  EXPECT_EQ(openclBaseName("_Z6vload4mPU3AS1Kf").str(), "vload4");
  EXPECT_EQ(openclBaseName("_Z3sinf").str(), "sin");
  EXPECT_EQ(openclBaseName("printf").str(), "printf");
  EXPECT_EQ(openclBaseName("_Z99sinf").str(), "_Z99sinf");
}

TEST(OpenclSignature, IsTheSameForAllAddressSpaces) {
  const std::string expected = "fract(float vector[4], float vector[4]*)";
  EXPECT_EQ(openclSignature("_Z5fractDv4_fPS_"), expected);
  EXPECT_EQ(openclSignature("_Z5fractDv4_fPU3AS1S_"), expected);
  EXPECT_EQ(openclSignature("_Z5fractDv4_fPU3AS4S_"), expected);
}

TEST(OpenclSignature, DiffersForOtherTypes) {
  EXPECT_NE(openclSignature("_Z10atomic_addPU3AS1Vii"), openclSignature("_Z10atomic_addPU3AS1Vjj"));
  EXPECT_EQ(openclSignature("printf"), "");
}

TEST(OpenclSignature, KeepsNamesThatBeginLikeAnAddressSpace) {
  EXPECT_EQ(openclSignature("_Z1f3ASx"), "f(ASx)");
  EXPECT_EQ(openclSignature("_Z1ff3ASx"), "f(float, ASx)");
}

TEST(IsProvidedByHost, KnowsMangledAndPlainNames) {
  for (const char *name : {"_Z13get_global_idj", "_Z7barrierj", "printf", "get_work_dim",
                           "_Z20__spirv_SpecConstantii", "__spirv_SpecConstant"})
    EXPECT_TRUE(isProvidedByHost(name)) << name;
  for (const char *name : {"_Z3sinf", "malloc", "_Z14get_global_idsj"})
    EXPECT_FALSE(isProvidedByHost(name)) << name;
}

} // namespace
} // namespace ursa
