// Names of OpenCL's built-in functions.
#include "compiler/targets/common/opencl_images.h"
#include "compiler/targets/common/opencl_names.h"
#include "compiler/targets/host/host_image.h"

#include <gtest/gtest.h>

namespace ursa {
namespace {

TEST(OpenclBaseName, ExtractsBaseNameOfMangledName) {
  EXPECT_EQ(openclBaseName("_Z6vload4mPU3AS1Kf").str(), "vload4");
  EXPECT_EQ(openclBaseName("_Z3sinf").str(), "sin");
  EXPECT_EQ(openclBaseName("printf").str(), "printf");
  EXPECT_EQ(openclBaseName("_Z99sinf").str(), "_Z99sinf");
}

TEST(OpenclSignature, IgnoresAddressSpaces) {
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

TEST(IsProvidedByHost, RecognizesMangledAndPlainNames) {
  for (const char *name : {"_Z13get_global_idj", "_Z7barrierj", "printf", "get_work_dim",
                           "_Z20__spirv_SpecConstantii", "__spirv_SpecConstant"})
    EXPECT_TRUE(isProvidedByHost(name)) << name;
  for (const char *name : {"_Z3sinf", "malloc", "_Z14get_global_idsj"})
    EXPECT_FALSE(isProvidedByHost(name)) << name;
}

TEST(ImageFunctions, RecognizesNameAndType) {
  const auto function = imageFunction("_Z11read_imagef20ocl_image2d_array_ro11ocl_samplerDv4_f");
  ASSERT_TRUE(function);
  EXPECT_EQ(function->operation, ImageFunction::Read);
  EXPECT_EQ(function->imageType, "image2d_array_t");
  EXPECT_EQ(imageFunction("_Z12write_imagei14ocl_image3d_rwDv4_iS0_")->operation,
            ImageFunction::Write);
  EXPECT_EQ(imageFunction("_Z20get_image_array_size20ocl_image1d_array_wo")->operation,
            ImageFunction::ArraySize);
  EXPECT_EQ(imageFunction("__translate_sampler_initializer")->operation,
            ImageFunction::MakeSampler);
  EXPECT_TRUE(isProvidedByHost("_Z15get_image_width14ocl_image1d_ro"));
}

TEST(ImageFunctions, RejectsImageTypesWithoutHostSupport) {
  for (const char *name :
       {"_Z11read_imagef20ocl_image2d_depth_roDv2_i",         // depth
        "_Z11read_imagef19ocl_image2d_msaa_roDv2_ii",         // samples
        "_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_ff", // level of detail
        "_Z12write_imagef14ocl_image2d_woDv2_iiDv4_f",        // likewise
        "_Z23get_image_num_mip_levels14ocl_image2d_ro",       // likewise
        "_Z11read_imagefi", "read_imagef", "_Z11read_imagef", "_Z99read_imagef", ""})
    EXPECT_FALSE(imageFunction(name)) << name;
}

} // namespace
} // namespace ursa
