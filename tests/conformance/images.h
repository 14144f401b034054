// Fixture of the image suites: images and samplers that are released at the end of a test.
#pragma once

#include "conformance/harness.h"

#include <cstring>

namespace ursa::conformance {

/// A pixel as kernels see it.
using Color = std::array<float, 4>;

inline ur_image_desc_t imageDescription(ur_mem_type_t type, size_t width, size_t height = 1,
                                        size_t depth = 1, size_t arraySize = 1) {
  return {UR_STRUCTURE_TYPE_IMAGE_DESC, nullptr, type, width, height, depth, arraySize, 0, 0, 0, 0};
}

/// Ends a test that needs kernels with images, which compilers to GPU machine code do not generate.
#define SKIP_WITHOUT_IMAGE_KERNELS()                                                               \
  if (!capabilities().imageKernels)                                                                \
  GTEST_SKIP() << "There are no kernels with images in a format that the device accepts."

class ImageTest : public DeviceTest {
protected:
  /// Without images the device must report so in both ways, and the test ends here.
  void SetUp() override {
    DeviceTest::SetUp();
    ur_bool_t hasImages = false;
    ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_IMAGE_SUPPORT, sizeof(hasImages), &hasImages,
                              nullptr));
    if (hasImages)
      return;
    const ur_image_format_t format{UR_IMAGE_CHANNEL_ORDER_RGBA, UR_IMAGE_CHANNEL_TYPE_FLOAT};
    const ur_image_desc_t description = imageDescription(UR_MEM_TYPE_IMAGE2D, 1);
    ur_mem_handle_t image = nullptr;
    ASSERT_EQ(
        urMemImageCreate(context_, UR_MEM_FLAG_READ_WRITE, &format, &description, nullptr, &image),
        UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
    GTEST_SKIP() << "The device has no images.";
  }

  void TearDown() override {
    EXPECT_OK(urQueueFinish(queue_));
    for (ur_mem_handle_t image : images_)
      EXPECT_OK(urMemRelease(image));
    for (ur_sampler_handle_t sampler : samplers_)
      EXPECT_OK(urSamplerRelease(sampler));
    DeviceTest::TearDown();
  }

  ur_result_t create(const ur_image_format_t &format, const ur_image_desc_t &description,
                     ur_mem_flags_t flags = UR_MEM_FLAG_READ_WRITE, void *host = nullptr,
                     ur_mem_handle_t *out = nullptr) {
    ur_mem_handle_t image = nullptr;
    const ur_result_t result =
        urMemImageCreate(context_, flags, &format, &description, host, &image);
    EXPECT_EQ(image != nullptr, result == UR_RESULT_SUCCESS);
    if (image)
      images_.push_back(image);
    if (out)
      *out = image;
    return result;
  }
  /// An image, released at the end of the test.
  ur_mem_handle_t image(const ur_image_format_t &format, const ur_image_desc_t &description,
                        ur_mem_flags_t flags = UR_MEM_FLAG_READ_WRITE, void *host = nullptr) {
    ur_mem_handle_t image = nullptr;
    EXPECT_OK(create(format, description, flags, host, &image)) << lastError();
    return image;
  }
  /// An image with pixels, which have no gaps in memory.
  template <class T>
  ur_mem_handle_t image(const ur_image_format_t &format, const ur_image_desc_t &description,
                        std::vector<T> pixels) {
    return image(format, description, UR_MEM_FLAG_READ_WRITE | UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER,
                 pixels.data());
  }

  ur_sampler_handle_t sampler(bool normalized, ur_sampler_addressing_mode_t addressing,
                              ur_sampler_filter_mode_t filter) {
    const ur_sampler_desc_t description{UR_STRUCTURE_TYPE_SAMPLER_DESC, nullptr, normalized,
                                        addressing, filter};
    ur_sampler_handle_t sampler = nullptr;
    EXPECT_OK(urSamplerCreate(context_, &description, &sampler)) << lastError();
    if (sampler)
      samplers_.push_back(sampler);
    return sampler;
  }

  /// Reads the pixels of a region, without gaps.
  template <class T>
  std::vector<T> read(ur_mem_handle_t image, ur_rect_region_t region, size_t perPixel,
                      ur_rect_offset_t origin = {0, 0, 0}) {
    std::vector<T> pixels(region.width * region.height * region.depth * perPixel);
    EXPECT_OK(urEnqueueMemImageRead(queue_, image, true, origin, region, 0, 0, pixels.data(), 0,
                                    nullptr, nullptr))
        << lastError();
    return pixels;
  }

private:
  std::vector<ur_mem_handle_t> images_;
  std::vector<ur_sampler_handle_t> samplers_;
};

} // namespace ursa::conformance
