// Kernels with images and samplers, from the device's own format and from SPIR-V.
#include "conformance/images.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

namespace ursa::conformance {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr ur_image_format_t kFloats = {UR_IMAGE_CHANNEL_ORDER_RGBA, UR_IMAGE_CHANNEL_TYPE_FLOAT};
constexpr ur_image_format_t kNumbers = {UR_IMAGE_CHANNEL_ORDER_R,
                                        UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32};
constexpr ur_image_format_t kSigned = {UR_IMAGE_CHANNEL_ORDER_R,
                                       UR_IMAGE_CHANNEL_TYPE_SIGNED_INT32};

std::vector<uint32_t> numbers(size_t count, uint32_t first) {
  std::vector<uint32_t> result(count);
  std::iota(result.begin(), result.end(), first);
  return result;
}

class ImageKernels : public ImageTest, public testing::WithParamInterface<bool> {
protected:
  void SetUp() override {
    ImageTest::SetUp();
    if (IsSkipped() || HasFatalFailure())
      return;
    SKIP_WITHOUT_IMAGE_KERNELS();
    if (GetParam())
      SKIP_WITHOUT_IL();
  }
  ur_kernel_handle_t kernelNamed(const std::string &name, const std::string &file = "images") {
    if (!program_)
      program_ = GetParam() ? ilProgram(file) : program(file);
    return kernel(program_, name);
  }

  ur_sampler_handle_t nearest() {
    return sampler(false, UR_SAMPLER_ADDRESSING_MODE_CLAMP, UR_SAMPLER_FILTER_MODE_NEAREST);
  }

private:
  ur_program_handle_t program_ = nullptr;
};

TEST_P(ImageKernels, CopyAnImage) {
  std::vector<float> pixels(size_t{8} * 4 * 4);
  std::iota(pixels.begin(), pixels.end(), 0.5f);
  const ur_image_desc_t description = imageDescription(UR_MEM_TYPE_IMAGE2D, 8, 4);
  ur_mem_handle_t to = image(kFloats, description);
  run(kernelNamed("copy_2d"),
      Arguments().buffer(image(kFloats, description, pixels)).buffer(to).sampler(nearest()),
      {8, 4, 1}, nullptr, 2);
  EXPECT_EQ(read<float>(to, {8, 4, 1}, 4), pixels);
}

TEST_P(ImageKernels, WorkWithoutOptimization) {
  std::vector<float> pixels(size_t{4} * 4 * 4);
  std::iota(pixels.begin(), pixels.end(), 0.5f);
  const ur_image_desc_t description = imageDescription(UR_MEM_TYPE_IMAGE2D, 4, 4);
  ur_mem_handle_t to = image(kFloats, description);
  const std::string none = option("-O0");
  run(kernel(GetParam() ? ilProgram("images", none.c_str()) : program("images", none.c_str()),
             "copy_2d"),
      Arguments().buffer(image(kFloats, description, pixels)).buffer(to).sampler(nearest()),
      {4, 4, 1}, nullptr, 2);
  EXPECT_EQ(read<float>(to, {4, 4, 1}, 4), pixels);
}

TEST_P(ImageKernels, ColorsOfHalfPrecision) {
  if (!capabilities().halfPrecision) {
    ur_device_fp_capability_flags_t half = 1;
    EXPECT_OK(
        urDeviceGetInfo(device_, UR_DEVICE_INFO_HALF_FP_CONFIG, sizeof(half), &half, nullptr));
    EXPECT_EQ(half, 0u);
    return;
  }
  ur_mem_handle_t to = image(kFloats, imageDescription(UR_MEM_TYPE_IMAGE1D, 2));
  run(kernelNamed("copy_halves", "image_halves"),
      Arguments()
          .buffer(image(kFloats, imageDescription(UR_MEM_TYPE_IMAGE1D, 2),
                        std::vector<float>{0.5f, 1.0f, -2.0f, 0.1f, 3.0f, 0, 1e-8f, 1e6f}))
          .buffer(to),
      {2, 1, 1});
  EXPECT_THAT(read<float>(to, {2, 1, 1}, 4),
              ElementsAre(1.0f, 2.0f, -4.0f, 0.199951171875f, 6.0f, 0, 0, INFINITY));
}

TEST_P(ImageKernels, IntegerCoordinatesWithAndWithoutSampler) {
  std::vector<float> pixels;
  for (int i = 0; i < 12; ++i)
    pixels.insert(pixels.end(), {static_cast<float>(i), 0, 0, 1});
  ur_mem_handle_t in = image(kFloats, imageDescription(UR_MEM_TYPE_IMAGE2D, 4, 3), pixels);
  Shared<std::array<int, 4>> at = shared<std::array<int, 4>>(3);
  at[0] = {1, 2, 0, 0};
  at[1] = {3, 0, 0, 0};
  at[2] = {0, 1, 0, 0};
  Shared<Color> out = shared<Color>(6);
  ur_kernel_handle_t fetch = kernelNamed("fetch_2d");
  run(fetch, Arguments().buffer(in).sampler(nearest()).pointer(at.data()).pointer(out.data()),
      {3, 1, 1});
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(out[static_cast<size_t>(i)][0], 9.0f);
    EXPECT_EQ(out[2 + static_cast<size_t>(i)][0], 3.0f);
    EXPECT_EQ(out[4 + static_cast<size_t>(i)][0], 4.0f);
  }

  // Outside the image, the sampler decides.
  at[0] = {-1, 1, 0, 0};
  at[1] = {4, 3, 0, 0};
  at[2] = {INT32_MAX, INT32_MIN, 0, 0};
  run(fetch, Arguments().buffer(in).sampler(nearest()).pointer(at.data()).pointer(out.data()),
      {3, 1, 1});
  for (const size_t i : {1, 3, 5})
    EXPECT_EQ(out[i], (Color{0, 0, 0, 0}));
  run(fetch,
      Arguments()
          .buffer(in)
          .sampler(sampler(false, UR_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE,
                           UR_SAMPLER_FILTER_MODE_NEAREST))
          .pointer(at.data())
          .pointer(out.data()),
      {3, 1, 1});
  EXPECT_EQ(out[1][0], 4.0f);
  EXPECT_EQ(out[3][0], 11.0f);
  EXPECT_EQ(out[5][0], 3.0f);
}

TEST_P(ImageKernels, EveryImageTypeIsRead) {
  Shared<std::array<uint32_t, 4>> out = shared<std::array<uint32_t, 4>>(5);
  ur_mem_handle_t row = image(kNumbers, imageDescription(UR_MEM_TYPE_IMAGE1D, 3), numbers(3, 100));
  run(kernelNamed("fetch_all"),
      Arguments()
          .buffer(row)
          .buffer(image(kNumbers, imageDescription(UR_MEM_TYPE_IMAGE1D_ARRAY, 3, 1, 1, 3),
                        numbers(9, 200)))
          .buffer(row)
          .buffer(image(kNumbers, imageDescription(UR_MEM_TYPE_IMAGE2D_ARRAY, 3, 3, 1, 2),
                        numbers(18, 300)))
          .buffer(image(kNumbers, imageDescription(UR_MEM_TYPE_IMAGE3D, 3, 2, 2), numbers(12, 400)))
          .pointer(out.data()),
      {1, 1, 1});
  const auto pixel = [](uint32_t red) { return std::array<uint32_t, 4>{red, 0, 0, 1}; };
  EXPECT_THAT(out.vector(), ElementsAre(pixel(101), pixel(200 + 2 * 3 + 1), pixel(101),
                                        pixel(300 + 9 + 2 * 3 + 1), pixel(400 + 6 + 3 + 2)));
}

TEST_P(ImageKernels, EveryImageTypeIsWrittenOnlyInside) {
  const auto zeros = [](size_t count) { return std::vector<int32_t>(count, 0); };
  ur_mem_handle_t a =
      image(kSigned, imageDescription(UR_MEM_TYPE_IMAGE1D_ARRAY, 2, 1, 1, 3), zeros(6));
  ur_mem_handle_t b =
      image(kSigned, imageDescription(UR_MEM_TYPE_IMAGE2D_ARRAY, 2, 2, 1, 2), zeros(8));
  ur_mem_handle_t c = image(kSigned, imageDescription(UR_MEM_TYPE_IMAGE3D, 2, 2, 2), zeros(8));
  ur_mem_handle_t d = image(kSigned, imageDescription(UR_MEM_TYPE_IMAGE1D, 2), zeros(2));
  run(kernelNamed("write_all", "image_writes"), Arguments().buffer(a).buffer(b).buffer(c).buffer(d),
      {4, 1, 1});
  EXPECT_THAT(read<int32_t>(a, {2, 3, 1}, 1), ElementsAre(0, 0, 10, 11, 0, 0));
  EXPECT_THAT(read<int32_t>(b, {2, 2, 2}, 1), ElementsAre(0, 0, 0, 0, 0, 0, 20, 21));
  EXPECT_THAT(read<int32_t>(c, {2, 2, 2}, 1), ElementsAre(0, 0, 0, 0, 0, 0, 30, 31));
  EXPECT_THAT(read<int32_t>(d, {2, 1, 1}, 1), ElementsAre(40, 41));
}

TEST_P(ImageKernels, ReadAndWriteOneImage) {
  ur_mem_handle_t both =
      image(kNumbers, imageDescription(UR_MEM_TYPE_IMAGE2D, 50, 40), numbers(2000, 7));
  run(kernelNamed("increment"), Arguments().buffer(both), {50, 40, 1}, nullptr, 2);
  EXPECT_EQ(read<uint32_t>(both, {50, 40, 1}, 1), numbers(2000, 8));
}

TEST_P(ImageKernels, KernelsQueryTheShapeOfImages) {
  Shared<int> out = shared<int>(14);
  const ur_image_format_t bytes{UR_IMAGE_CHANNEL_ORDER_RGBA, UR_IMAGE_CHANNEL_TYPE_UNORM_INT8};
  const ur_image_format_t single{UR_IMAGE_CHANNEL_ORDER_R, UR_IMAGE_CHANNEL_TYPE_FLOAT};
  run(kernelNamed("describe"),
      Arguments()
          .buffer(image(bytes, imageDescription(UR_MEM_TYPE_IMAGE1D_ARRAY, 5, 1, 1, 6)))
          .buffer(image(bytes, imageDescription(UR_MEM_TYPE_IMAGE2D, 7, 8)))
          .buffer(image(bytes, imageDescription(UR_MEM_TYPE_IMAGE2D_ARRAY, 9, 10, 1, 11)))
          .buffer(image(single, imageDescription(UR_MEM_TYPE_IMAGE3D, 12, 13, 14)))
          .buffer(image(bytes, imageDescription(UR_MEM_TYPE_IMAGE1D, 15)))
          .pointer(out.data()),
      {1, 1, 1});
  // LLVM's SPIR-V backend does not add the offset between OpenCL's and SPIR-V's channel type
  // numbers.
  constexpr int kUnormInt8 = 0x10D2;
  constexpr int kFloat = 0x10DE;
  const int ahead = GetParam() && out[10] < 0x10D0 ? 0x10D0 : 0;
  EXPECT_THAT(out.vector(), ElementsAre(5, 6, 7, 8, 708, 11, 910, 14, 121314, 0x10B5,
                                        kUnormInt8 - ahead, 0x10B0, kFloat - ahead, 15));
}

TEST_P(ImageKernels, SamplerLiterals) {
  std::vector<float> pixels;
  for (int i = 0; i < 16; ++i)
    pixels.insert(pixels.end(), {static_cast<float>(i), 1, 1, 1});
  Shared<Color> out = shared<Color>(2);
  run(kernelNamed("literals"),
      Arguments()
          .buffer(image(kFloats, imageDescription(UR_MEM_TYPE_IMAGE2D, 4, 4), pixels))
          .pointer(out.data()),
      {1, 1, 1});
  EXPECT_EQ(out[0], (Color{12, 1, 1, 1}));         // one pixel to the right, one above
  EXPECT_EQ(out[1], (Color{0, 0.5f, 0.5f, 0.5f})); // half of it is the border
}

TEST_P(ImageKernels, BarriersKeepImageAndSampler) {
  std::vector<float> row(64);
  std::iota(row.begin(), row.end(), 1.0f);
  const ur_image_format_t single{UR_IMAGE_CHANNEL_ORDER_R, UR_IMAGE_CHANNEL_TYPE_FLOAT};
  Shared<float> out = shared<float>(64);
  const size_t local = 16;
  run(kernelNamed("neighbours"),
      Arguments()
          .buffer(image(single, imageDescription(UR_MEM_TYPE_IMAGE1D, 64), row))
          .sampler(nearest())
          .local(local * sizeof(float))
          .pointer(out.data()),
      {64, 1, 1}, &local);
  for (size_t i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], row[i / local * local + (i + 1) % local] + row[i]);
}

TEST_P(ImageKernels, ArgumentsOfTheWrongKind) {
  ur_kernel_handle_t copy = kernelNamed("copy_2d");
  const ur_image_desc_t description = imageDescription(UR_MEM_TYPE_IMAGE2D, 2, 2);
  ur_mem_handle_t flat = image(kFloats, description);
  ur_mem_handle_t volume = image(kFloats, imageDescription(UR_MEM_TYPE_IMAGE3D, 2, 2, 2));
  ur_mem_handle_t buffer = nullptr;
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer));
  const auto launched = [&](const Arguments &arguments) {
    return launch(copy, arguments, {1, 1, 1}, nullptr, 2);
  };
  EXPECT_EQ(launched(Arguments().buffer(volume).buffer(flat).sampler(nearest())),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(lastError(), "Argument 0 of kernel 'copy_2d' is an image2d_t; an image3d_t was given.");
  EXPECT_EQ(launched(Arguments().buffer(flat).buffer(buffer).sampler(nearest())),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(launched(Arguments().buffer(flat).buffer(nullptr).sampler(nearest())),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(launched(Arguments().buffer(flat).pointer(&description).sampler(nearest())),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(launched(Arguments().buffer(flat).buffer(flat).buffer(flat)),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(launched(Arguments().buffer(flat).buffer(flat).sampler(nullptr)),
            UR_RESULT_ERROR_INVALID_SAMPLER);
  EXPECT_EQ(launched(Arguments().buffer(flat).sampler(nearest()).sampler(nearest())),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(launched(Arguments().buffer(flat).buffer(flat)), UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_THAT(lastError(), HasSubstr("is missing"));
  // A pointer parameter does not accept an image.
  EXPECT_EQ(launch(kernelNamed("read_floats"), Arguments().buffer(flat).buffer(flat), {1, 1, 1}),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(
      launch(
          kernelNamed("read_floats"),
          Arguments().buffer(image(kFloats, imageDescription(UR_MEM_TYPE_IMAGE1D, 1))).buffer(flat),
          {1, 1, 1}),
      UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_OK(urMemRelease(buffer));
}

TEST_P(ImageKernels, OtherContextsAreRefused) {
  ur_context_handle_t other = nullptr;
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &other));
  const ur_image_desc_t description = imageDescription(UR_MEM_TYPE_IMAGE2D, 2, 2);
  const ur_sampler_desc_t settings{UR_STRUCTURE_TYPE_SAMPLER_DESC, nullptr, false,
                                   UR_SAMPLER_ADDRESSING_MODE_CLAMP,
                                   UR_SAMPLER_FILTER_MODE_NEAREST};
  ur_mem_handle_t foreign = nullptr;
  ur_sampler_handle_t foreignSampler = nullptr;
  ASSERT_OK(
      urMemImageCreate(other, UR_MEM_FLAG_READ_WRITE, &kFloats, &description, nullptr, &foreign));
  ASSERT_OK(urSamplerCreate(other, &settings, &foreignSampler));
  ur_mem_handle_t own = image(kFloats, description);
  ur_kernel_handle_t copy = kernelNamed("copy_2d");
  EXPECT_EQ(launch(copy, Arguments().buffer(foreign).buffer(own).sampler(nearest()), {1, 1, 1}),
            UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_EQ(launch(copy, Arguments().buffer(own).buffer(own).sampler(foreignSampler), {1, 1, 1}),
            UR_RESULT_ERROR_INVALID_SAMPLER);
  float pixel[4] = {};
  EXPECT_EQ(urEnqueueMemImageRead(queue_, foreign, true, {0, 0, 0}, {1, 1, 1}, 0, 0, pixel, 0,
                                  nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_CONTEXT);
  EXPECT_OK(urMemRelease(foreign));
  EXPECT_OK(urSamplerRelease(foreignSampler));
  EXPECT_OK(urContextRelease(other));
}

INSTANTIATE_TEST_SUITE_P(, ImageKernels, testing::Bool(),
                         [](const testing::TestParamInfo<bool> &source) {
                           return std::string(source.param ? "Spirv" : "Native");
                         });

} // namespace
} // namespace ursa::conformance
