// Ordinary images and samplers: what kernels get instead of an image, and failures of the driver.
#include "cuda/mem_images_fixture.h"

#include "format/nvptx/image_argument.h"

#include <functional>
#include <set>

namespace ursa {
namespace {

using ::testing::HasSubstr;

// A texture for each sampler that makes a difference, and a surface.
TEST_F(CudaMemImages, TexturesOfEverySampler) {
  open();
  make(describe(UR_MEM_TYPE_IMAGE2D, 4, 3));
  std::set<std::array<int, 3>> samplers;
  size_t surfaces = 0;
  for (const auto &[handle, object] : images_.live) {
    if (!object.isTexture) {
      ++surfaces;
      continue;
    }
    const cuda::CUDA_TEXTURE_DESC &texture = object.texture;
    EXPECT_EQ(texture.addressMode[0], texture.addressMode[1]);
    EXPECT_EQ(texture.addressMode[2], 0); // the image has two dimensions
    EXPECT_EQ(texture.flags & ~cuda::CU_TRSF_NORMALIZED_COORDINATES, 0u);
    for (const float channel : texture.borderColor)
      EXPECT_EQ(channel, 0);
    samplers.insert({texture.addressMode[0], texture.filterMode, static_cast<int>(texture.flags)});
  }
  EXPECT_EQ(surfaces, 1u);
  EXPECT_EQ(images_.live.size(), 13u);
  EXPECT_EQ(samplers.size(), 12u);
  for (const int filter : {cuda::CU_TR_FILTER_MODE_POINT, cuda::CU_TR_FILTER_MODE_LINEAR})
    for (const int flags : {0, 2})
      for (const int mode : {cuda::CU_TR_ADDRESS_MODE_CLAMP, cuda::CU_TR_ADDRESS_MODE_BORDER,
                             cuda::CU_TR_ADDRESS_MODE_WRAP, cuda::CU_TR_ADDRESS_MODE_MIRROR})
        EXPECT_EQ(samplers.contains({mode, filter, flags}),
                  flags == 2 || mode == cuda::CU_TR_ADDRESS_MODE_CLAMP ||
                      mode == cuda::CU_TR_ADDRESS_MODE_BORDER)
            << mode << ", " << filter << ", " << flags;
}

// The driver filters no integers.
TEST_F(CudaMemImages, IntegersAreNotFiltered) {
  open();
  make(describe(UR_MEM_TYPE_IMAGE3D, 4, 3, 2), kR32);
  EXPECT_EQ(images_.live.size(), 7u);
  for (const auto &[handle, object] : images_.live)
    if (object.isTexture) {
      EXPECT_EQ(object.texture.filterMode, cuda::CU_TR_FILTER_MODE_POINT);
      EXPECT_TRUE(object.texture.flags & cuda::CU_TRSF_READ_AS_INTEGER);
      EXPECT_EQ(object.texture.addressMode[2], object.texture.addressMode[0]);
    }
}

TEST_F(CudaMemImages, ArraysAsTheDriverHasThem) {
  open();
  make(describe(UR_MEM_TYPE_IMAGE1D_ARRAY, 5, 0, 0, 3),
       {UR_IMAGE_CHANNEL_ORDER_LUMINANCE, UR_IMAGE_CHANNEL_TYPE_HALF_FLOAT});
  EXPECT_EQ(images_.lastArray.Width, 5u);
  EXPECT_EQ(images_.lastArray.Height, 0u);
  EXPECT_EQ(images_.lastArray.Depth, 3u);
  EXPECT_EQ(images_.lastArray.Format, cuda::CU_AD_FORMAT_HALF);
  EXPECT_EQ(images_.lastArray.NumChannels, 1u);
  EXPECT_EQ(images_.lastArray.Flags, cuda::CUDA_ARRAY3D_LAYERED | cuda::CUDA_ARRAY3D_SURFACE_LDST);
  ur_mem_handle_t image = nullptr;
  for (const ur_image_format_t format :
       {ur_image_format_t{UR_IMAGE_CHANNEL_ORDER_RGB, UR_IMAGE_CHANNEL_TYPE_FLOAT},
        ur_image_format_t{UR_IMAGE_CHANNEL_ORDER_RX, UR_IMAGE_CHANNEL_TYPE_FLOAT},
        ur_image_format_t{UR_IMAGE_CHANNEL_ORDER_SRGBA, UR_IMAGE_CHANNEL_TYPE_UNORM_INT8}})
    EXPECT_EQ(tryMake(image, describe(UR_MEM_TYPE_IMAGE2D, 2, 2), format),
              UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT);
}

TEST_F(CudaMemImages, KernelsGetTextureAndSurface) {
  open();
  makeSampler();
  std::vector<float> pixels = floats(kChannels);
  const auto description = describe(UR_MEM_TYPE_IMAGE2D, 4, 3);
  ur_mem_handle_t from = nullptr;
  ASSERT_OK(tryMake(from, description, kFloats, pixels.data())) << lastError();
  ur_mem_handle_t to = make(description);
  ASSERT_OK(copyKernel()) << lastError();
  EXPECT_OK(launchCopy(queue_, from, to)) << lastError();
  EXPECT_EQ(read(to, {4, 3, 1}, 4), pixels);
  EXPECT_EQ(launchCopy(queue_, from, make(describe(UR_MEM_TYPE_IMAGE1D, 4))),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(lastError(), "Argument 1 of kernel 'copy_2d' is an image2d_t; an image1d_t was given.");
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer_));
  EXPECT_EQ(launchCopy(queue_, buffer_, to), UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(lastError(), "Argument 0 of kernel 'copy_2d' is an image2d_t; a buffer was given.");
}

// Layers of a 1D array are rows for UR and slices for the driver.
TEST_F(CudaMemImages, LayersOfLinesAreCopiedToRows) {
  open();
  std::vector<float> pixels = floats(size_t{5} * 3);
  const ur_image_format_t format{UR_IMAGE_CHANNEL_ORDER_R, UR_IMAGE_CHANNEL_TYPE_FLOAT};
  ur_mem_handle_t lines = nullptr;
  ASSERT_OK(tryMake(lines, describe(UR_MEM_TYPE_IMAGE1D_ARRAY, 5, 0, 0, 3), format, pixels.data()))
      << lastError();
  ur_mem_handle_t area = make(describe(UR_MEM_TYPE_IMAGE2D, 5, 3), format);
  EXPECT_OK(urEnqueueMemImageCopy(queue_, lines, area, {}, {}, {5, 3, 1}, 0, nullptr, nullptr))
      << lastError();
  EXPECT_EQ(read(area, {5, 3, 1}, 1), pixels);
  EXPECT_OK(urEnqueueMemImageCopy(queue_, area, lines, {0, 2, 0}, {0, 0, 0}, {5, 1, 1}, 0, nullptr,
                                  nullptr));
  EXPECT_EQ(read(lines, {5, 1, 1}, 1), std::vector<float>(pixels.begin() + 10, pixels.end()));
}

// Memory that the driver does not know is read and written when the stream reaches the command.
TEST_F(CudaMemImages, CommandsThatWaitUseTheMemoryThen) {
  open();
  ur_mem_handle_t image = make(describe(UR_MEM_TYPE_IMAGE2D, 4, 3));
  std::vector<float> from(kChannels);
  std::vector<float> to(from.size());
  Gate gate;
  close(gate, queue_);
  EXPECT_OK(urEnqueueMemImageWrite(queue_, image, false, {}, {4, 3, 1}, 0, 0, from.data(), 0,
                                   nullptr, nullptr));
  EXPECT_OK(urEnqueueMemImageRead(queue_, image, false, {}, {4, 3, 1}, 0, 0, to.data(), 0, nullptr,
                                  nullptr));
  std::iota(from.begin(), from.end(), 0.5f);
  gate.open();
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_EQ(to, from);
}

TEST_F(CudaMemImages, PitchesOfTheHostThatAreTooLarge) {
  open();
  ur_mem_handle_t image = make(describe(UR_MEM_TYPE_IMAGE2D, 4, 3));
  float pixel[4] = {};
  EXPECT_EQ(urEnqueueMemImageRead(queue_, image, true, {}, {1, 1, 1}, size_t{1} << 40, 0, pixel, 0,
                                  nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_THAT(lastError(), HasSubstr("1099511627776 bytes apart"));
}

// An array of the application stays its own.
TEST_F(CudaMemImages, NativeArraysAndSamplers) {
  open();
  auto description = describe(UR_MEM_TYPE_IMAGE2D, 4, 3);
  const uintptr_t array = allocate(description, kFloats);
  description.numMipLevel = 0;
  ur_mem_handle_t image = nullptr;
  EXPECT_EQ(urMemImageCreateWithNativeHandle(0, context_, &kFloats, &description, nullptr, &image),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(
      urMemImageCreateWithNativeHandle(array, context_, nullptr, &description, nullptr, &image),
      UR_RESULT_ERROR_INVALID_NULL_POINTER);
  ASSERT_OK(
      urMemImageCreateWithNativeHandle(array, context_, &kFloats, &description, nullptr, &image))
      << lastError();
  ur_native_handle_t native = 0;
  EXPECT_OK(urMemGetNativeHandle(image, device_, &native));
  EXPECT_EQ(native, array);
  const int objects = driver_.objects;
  EXPECT_OK(urMemRelease(image));
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_LT(driver_.objects, objects);
  EXPECT_OK(urBindlessImagesImageFreeExp(context_, device_, array));

  makeSampler();
  ASSERT_OK(urSamplerGetNativeHandle(sampler_, &native));
  EXPECT_EQ(native, 0x14u); // CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST
  ur_sampler_handle_t other = nullptr;
  EXPECT_EQ(urSamplerCreateWithNativeHandle(0x34, context_, nullptr, &other),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("0x34 is not the bit mask of a sampler"));
}

// Each call of the driver fails once; nothing is left, and the next try succeeds.
TEST_F(CudaMemImages, EachCallOfTheDriverFails) {
  open();
  std::vector<float> pixels = floats(kChannels);
  const auto description = describe(UR_MEM_TYPE_IMAGE2D, 4, 3);
  ur_mem_handle_t image = nullptr;
  driver_.fail("cuMemAlloc"); // the first one: others use the same allocation
  EXPECT_NE(tryMake(image, description, kFloats, pixels.data()), UR_RESULT_SUCCESS);
  driver_.fail("");
  ASSERT_OK(tryMake(image, description, kFloats, pixels.data()));
  ur_mem_handle_t other = make(description);
  const auto create = [&] {
    ur_mem_handle_t none = nullptr;
    const ur_result_t result = tryMake(none, description, kFloats, pixels.data());
    EXPECT_EQ(none, nullptr);
    return result;
  };
  const struct {
    const char *function;
    std::function<ur_result_t()> call;
  } calls[] = {
      {"cuArray3DCreate", create},
      {"cuTexObjectCreate", create},
      {"cuSurfObjectCreate", create},
      {"cuMemcpy3DAsync", create},
      {"cuMemcpyHtoDAsync", create},
      {"cuMemcpy3DAsync",
       [&] {
         return urEnqueueMemImageWrite(queue_, image, true, {}, {4, 3, 1}, 0, 0, pixels.data(), 0,
                                       nullptr, &event_);
       }},
      {"cuMemcpy3DAsync",
       [&] {
         return urEnqueueMemImageRead(queue_, image, true, {}, {4, 3, 1}, 0, 0, pixels.data(), 0,
                                      nullptr, &event_);
       }},
      {"cuMemcpy3DAsync",
       [&] {
         return urEnqueueMemImageCopy(queue_, image, other, {}, {}, {4, 3, 1}, 0, nullptr, &event_);
       }},
  };
  EXPECT_OK(urQueueFinish(queue_));
  const int objects = driver_.objects;
  const size_t live = images_.live.size();
  for (const auto &[function, call] : calls) {
    driver_.fail(function, cuda::CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(call(), UR_RESULT_ERROR_UNSUPPORTED_FEATURE) << function;
    driver_.fail("");
    EXPECT_THAT(lastError(),
                HasSubstr(std::string(function) + " failed: CUDA_ERROR_NOT_SUPPORTED (801)"));
    EXPECT_OK(urQueueFinish(queue_));
    EXPECT_EQ(driver_.objects, objects) << function;
    EXPECT_EQ(images_.live.size(), live) << function;
  }
  EXPECT_EQ(event_, nullptr);
  driver_.fail("cuArray3DCreate");
  EXPECT_EQ(create(), UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
  driver_.fail("");
  EXPECT_EQ(read(image, {4, 3, 1}, 4), floats(kChannels));
}

} // namespace
} // namespace ursa
