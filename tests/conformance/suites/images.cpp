// Images and samplers as objects, and the commands that copy pixels.
#include "conformance/images.h"

#include <numeric>

namespace ursa::conformance {
namespace {

constexpr ur_image_format_t kRgba8 = {UR_IMAGE_CHANNEL_ORDER_RGBA,
                                      UR_IMAGE_CHANNEL_TYPE_UNORM_INT8};
constexpr ur_image_format_t kR32 = {UR_IMAGE_CHANNEL_ORDER_R, UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32};

std::vector<uint32_t> numbers(size_t count) {
  std::vector<uint32_t> result(count);
  std::iota(result.begin(), result.end(), 0u);
  return result;
}

class Images : public ImageTest {
protected:
  template <class T> T info(ur_mem_handle_t image, ur_image_info_t query) {
    T value{};
    EXPECT_OK(urMemImageGetInfo(image, query, sizeof(value), &value, nullptr)) << query;
    return value;
  }
  template <class T> T deviceInfo(ur_device_info_t query) {
    T value{};
    EXPECT_OK(urDeviceGetInfo(device_, query, sizeof(value), &value, nullptr)) << query;
    return value;
  }
};

TEST_F(Images, ImageQueries) {
  const struct {
    ur_image_desc_t description;
    std::array<size_t, 6> expected; // row pitch, slice pitch, width, height, depth, layers
  } cases[] = {
      {imageDescription(UR_MEM_TYPE_IMAGE1D, 5, 0, 0, 0), {20, 0, 5, 0, 0, 0}},
      {imageDescription(UR_MEM_TYPE_IMAGE1D_ARRAY, 5, 0, 0, 3), {20, 20, 5, 0, 0, 3}},
      {imageDescription(UR_MEM_TYPE_IMAGE2D, 5, 4, 0, 0), {20, 0, 5, 4, 0, 0}},
      {imageDescription(UR_MEM_TYPE_IMAGE2D_ARRAY, 5, 4, 0, 3), {20, 80, 5, 4, 0, 3}},
      {imageDescription(UR_MEM_TYPE_IMAGE3D, 5, 4, 2, 0), {20, 80, 5, 4, 2, 0}},
  };
  constexpr ur_image_info_t kQueries[] = {UR_IMAGE_INFO_ROW_PITCH, UR_IMAGE_INFO_SLICE_PITCH,
                                          UR_IMAGE_INFO_WIDTH,     UR_IMAGE_INFO_HEIGHT,
                                          UR_IMAGE_INFO_DEPTH,     UR_IMAGE_INFO_ARRAY_SIZE};
  for (const auto &[description, expected] : cases) {
    ur_mem_handle_t made = image(kRgba8, description);
    for (size_t i = 0; i < expected.size(); ++i)
      EXPECT_EQ(info<size_t>(made, kQueries[i]), expected[i])
          << "type " << description.type << ", query " << kQueries[i];
    EXPECT_EQ(info<size_t>(made, UR_IMAGE_INFO_ELEMENT_SIZE), 4u);
    EXPECT_EQ(info<ur_image_format_t>(made, UR_IMAGE_INFO_FORMAT).channelOrder,
              UR_IMAGE_CHANNEL_ORDER_RGBA);
    size_t bytes = 0;
    ASSERT_OK(urMemGetInfo(made, UR_MEM_INFO_SIZE, sizeof(bytes), &bytes, nullptr));
    const auto atLeastOne = [](size_t extent) { return std::max<size_t>(extent, 1); };
    EXPECT_EQ(bytes, 20 * atLeastOne(description.height) * atLeastOne(description.depth) *
                         atLeastOne(description.arraySize));
  }
}

TEST_F(Images, ElementSizes) {
  const struct {
    ur_image_format_t format;
    size_t bytes;
  } cases[] = {
      {{UR_IMAGE_CHANNEL_ORDER_A, UR_IMAGE_CHANNEL_TYPE_SNORM_INT8}, 1},
      {{UR_IMAGE_CHANNEL_ORDER_RX, UR_IMAGE_CHANNEL_TYPE_HALF_FLOAT}, 2},
      {{UR_IMAGE_CHANNEL_ORDER_RG, UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT16}, 4},
      {{UR_IMAGE_CHANNEL_ORDER_RA, UR_IMAGE_CHANNEL_TYPE_FLOAT}, 8},
      {{UR_IMAGE_CHANNEL_ORDER_RGB, UR_IMAGE_CHANNEL_TYPE_UNORM_INT8}, 3},
      {{UR_IMAGE_CHANNEL_ORDER_RGB, UR_IMAGE_CHANNEL_TYPE_UNORM_SHORT_565}, 2},
      {{UR_IMAGE_CHANNEL_ORDER_RGBX, UR_IMAGE_CHANNEL_TYPE_UNORM_SHORT_555}, 2},
      {{UR_IMAGE_CHANNEL_ORDER_RGBX, UR_IMAGE_CHANNEL_TYPE_INT_101010}, 4},
      {{UR_IMAGE_CHANNEL_ORDER_ABGR, UR_IMAGE_CHANNEL_TYPE_SIGNED_INT32}, 16},
      {{UR_IMAGE_CHANNEL_ORDER_SRGBA, UR_IMAGE_CHANNEL_TYPE_UNORM_INT8}, 4},
      {{UR_IMAGE_CHANNEL_ORDER_LUMINANCE, UR_IMAGE_CHANNEL_TYPE_UNORM_INT16}, 2},
  };
  size_t made = 0;
  for (const auto &[format, bytes] : cases) {
    ur_mem_handle_t image = nullptr;
    const ur_result_t result = create(format, imageDescription(UR_MEM_TYPE_IMAGE1D, 1),
                                      UR_MEM_FLAG_READ_WRITE, nullptr, &image);
    if (result != UR_RESULT_SUCCESS) { // a device need not support all of them
      EXPECT_EQ(result, UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT) << lastError();
      continue;
    }
    ++made;
    EXPECT_EQ(info<size_t>(image, UR_IMAGE_INFO_ELEMENT_SIZE), bytes)
        << format.channelOrder << ", " << format.channelType;
  }
  EXPECT_GT(made, 0u);
}

TEST_F(Images, FormatsThatDoNotExist) {
  for (const ur_image_format_t format :
       {ur_image_format_t{UR_IMAGE_CHANNEL_ORDER_RGBA, UR_IMAGE_CHANNEL_TYPE_UNORM_SHORT_565},
        ur_image_format_t{UR_IMAGE_CHANNEL_ORDER_R, UR_IMAGE_CHANNEL_TYPE_INT_101010},
        ur_image_format_t{UR_IMAGE_CHANNEL_ORDER_SRGBA, UR_IMAGE_CHANNEL_TYPE_FLOAT},
        ur_image_format_t{static_cast<ur_image_channel_order_t>(99), UR_IMAGE_CHANNEL_TYPE_FLOAT},
        ur_image_format_t{UR_IMAGE_CHANNEL_ORDER_R, static_cast<ur_image_channel_type_t>(0x1000)}})
    EXPECT_EQ(create(format, imageDescription(UR_MEM_TYPE_IMAGE2D, 2, 2)),
              UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT);
}

TEST_F(Images, BadDescriptions) {
  const ur_image_desc_t good = imageDescription(UR_MEM_TYPE_IMAGE3D, 4, 4, 4);
  const auto expect = [&](ur_result_t code, auto change) {
    ur_image_desc_t description = good;
    change(description);
    EXPECT_EQ(create(kRgba8, description), code) << lastError();
  };
  const ur_result_t bad = UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  expect(bad, [](ur_image_desc_t &d) { d.stype = UR_STRUCTURE_TYPE_CONTEXT_PROPERTIES; });
  expect(bad, [](ur_image_desc_t &d) { d.type = UR_MEM_TYPE_IMAGE_CUBEMAP_EXP; });
  expect(bad, [](ur_image_desc_t &d) { d.numMipLevel = 1; });
  expect(bad, [](ur_image_desc_t &d) { d.numSamples = 1; });
  expect(bad, [](ur_image_desc_t &d) { d.rowPitch = 16; });
  expect(bad, [](ur_image_desc_t &d) { d.slicePitch = 64; });
  const ur_result_t size = UR_RESULT_ERROR_INVALID_IMAGE_SIZE;
  expect(size, [](ur_image_desc_t &d) { d.width = 0; });
  expect(size, [](ur_image_desc_t &d) { d.height = SIZE_MAX; });
  expect(size, [](ur_image_desc_t &d) { d.depth = 0; });
  expect(size, [](ur_image_desc_t &d) {
    d.type = UR_MEM_TYPE_IMAGE2D_ARRAY;
    d.arraySize = 0;
  });
  EXPECT_EQ(create(kRgba8, good, UR_MEM_FLAG_USE_HOST_POINTER), UR_RESULT_ERROR_INVALID_HOST_PTR);
  uint32_t pixel[64] = {};
  EXPECT_EQ(create(kRgba8, good, UR_MEM_FLAG_READ_WRITE, pixel), UR_RESULT_ERROR_INVALID_HOST_PTR);
  ur_image_desc_t narrow = good;
  narrow.rowPitch = 12;
  EXPECT_EQ(create(kRgba8, narrow, UR_MEM_FLAG_USE_HOST_POINTER, pixel), bad);
  narrow.rowPitch = SIZE_MAX - 3;
  EXPECT_EQ(create(kRgba8, narrow, UR_MEM_FLAG_USE_HOST_POINTER, pixel), bad);
}

TEST_F(Images, LimitsAreReported) {
  const auto width = deviceInfo<size_t>(UR_DEVICE_INFO_IMAGE2D_MAX_WIDTH);
  EXPECT_OK(create(kRgba8, imageDescription(UR_MEM_TYPE_IMAGE2D, width, 1)));
  EXPECT_EQ(create(kRgba8, imageDescription(UR_MEM_TYPE_IMAGE2D, width + 1, 1)),
            UR_RESULT_ERROR_INVALID_IMAGE_SIZE);
  const auto height = deviceInfo<size_t>(UR_DEVICE_INFO_IMAGE2D_MAX_HEIGHT);
  EXPECT_OK(create(kRgba8, imageDescription(UR_MEM_TYPE_IMAGE2D, 1, height)));
  EXPECT_EQ(create(kRgba8, imageDescription(UR_MEM_TYPE_IMAGE2D, 1, height + 1)),
            UR_RESULT_ERROR_INVALID_IMAGE_SIZE);
  const auto depth = deviceInfo<size_t>(UR_DEVICE_INFO_IMAGE3D_MAX_DEPTH);
  EXPECT_OK(create(kRgba8, imageDescription(UR_MEM_TYPE_IMAGE3D, 1, 1, depth)));
  EXPECT_EQ(create(kRgba8, imageDescription(UR_MEM_TYPE_IMAGE3D, 1, 1, depth + 1)),
            UR_RESULT_ERROR_INVALID_IMAGE_SIZE);
  const auto layers = deviceInfo<size_t>(UR_DEVICE_INFO_IMAGE_MAX_ARRAY_SIZE);
  EXPECT_OK(create(kRgba8, imageDescription(UR_MEM_TYPE_IMAGE1D_ARRAY, 1, 1, 1, layers)));
  EXPECT_EQ(create(kRgba8, imageDescription(UR_MEM_TYPE_IMAGE1D_ARRAY, 1, 1, 1, layers + 1)),
            UR_RESULT_ERROR_INVALID_IMAGE_SIZE);
  EXPECT_GT(deviceInfo<uint32_t>(UR_DEVICE_INFO_MAX_READ_IMAGE_ARGS), 0u);
  EXPECT_GT(deviceInfo<uint32_t>(UR_DEVICE_INFO_MAX_WRITE_IMAGE_ARGS), 0u);
  EXPECT_GT(deviceInfo<uint32_t>(UR_DEVICE_INFO_MAX_SAMPLERS), 0u);
}

TEST_F(Images, HostMemoryWithPitchesIsCopied) {
  // Rows have 2 pixels and a pitch of 3; slices have 2 rows and a pitch of 3.
  std::vector<uint32_t> host = numbers(3 * 3 * 2);
  ur_image_desc_t description = imageDescription(UR_MEM_TYPE_IMAGE3D, 2, 2, 2);
  description.rowPitch = 3 * sizeof(uint32_t);
  description.slicePitch = 9 * sizeof(uint32_t);
  ur_mem_handle_t copied =
      image(kR32, description, UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER, host.data());
  std::fill(host.begin(), host.end(), 0u);
  EXPECT_EQ(read<uint32_t>(copied, {2, 2, 2}, 1),
            (std::vector<uint32_t>{0, 1, 3, 4, 9, 10, 12, 13}));
  EXPECT_GE(info<size_t>(copied, UR_IMAGE_INFO_ROW_PITCH), 2 * sizeof(uint32_t));
}

TEST_F(Images, HostMemoryWithPitchesIsUsedInPlace) {
  std::vector<uint32_t> host = numbers(3 * 4);
  ur_image_desc_t description = imageDescription(UR_MEM_TYPE_IMAGE1D_ARRAY, 2, 1, 1, 3);
  description.rowPitch = 2 * sizeof(uint32_t);
  description.slicePitch = 4 * sizeof(uint32_t);
  ur_mem_handle_t used = image(kR32, description, UR_MEM_FLAG_USE_HOST_POINTER, host.data());
  EXPECT_EQ(read<uint32_t>(used, {2, 3, 1}, 1), (std::vector<uint32_t>{0, 1, 4, 5, 8, 9}));
  EXPECT_EQ(info<size_t>(used, UR_IMAGE_INFO_SLICE_PITCH), 4 * sizeof(uint32_t));
  if (!capabilities().usesImagesInPlace)
    GTEST_SKIP() << "The driver reads host memory only when an image is created from it.";
  host[5] = 50;
  EXPECT_EQ(read<uint32_t>(used, {1, 1, 1}, 1, {1, 1, 0}), std::vector<uint32_t>{50});
}

TEST_F(Images, RegionsAndPitches) {
  ur_mem_handle_t volume =
      image(kR32, imageDescription(UR_MEM_TYPE_IMAGE3D, 4, 3, 2), numbers(4 * 3 * 2));
  EXPECT_EQ(read<uint32_t>(volume, {2, 2, 2}, 1, {1, 1, 0}),
            (std::vector<uint32_t>{5, 6, 9, 10, 17, 18, 21, 22}));

  // Writes from rows of pitch 3 and slices of pitch 9, reads into rows of pitch 2 and slices of
  // pitch 5.
  std::vector<uint32_t> host(18);
  std::iota(host.begin(), host.end(), 100u);
  EXPECT_OK(urEnqueueMemImageWrite(queue_, volume, true, {2, 0, 0}, {2, 3, 2}, 12, 36, host.data(),
                                   0, nullptr, nullptr));
  EXPECT_EQ(read<uint32_t>(volume, {4, 1, 2}, 1, {0, 1, 0}),
            (std::vector<uint32_t>{4, 5, 103, 104, 16, 17, 112, 113}));
}

TEST_F(Images, SlicesAtAnyPitch) {
  if (!capabilities().anySlicePitch)
    GTEST_SKIP() << "The driver accepts only slice pitches that are multiples of the row pitch.";
  ur_mem_handle_t volume =
      image(kR32, imageDescription(UR_MEM_TYPE_IMAGE3D, 4, 3, 2), numbers(4 * 3 * 2));
  std::vector<uint32_t> gaps(8, 7u);
  EXPECT_OK(urEnqueueMemImageRead(queue_, volume, true, {0, 0, 0}, {1, 2, 2}, 8, 20, gaps.data(), 0,
                                  nullptr, nullptr));
  EXPECT_EQ(gaps, (std::vector<uint32_t>{0, 7, 4, 7, 7, 12, 7, 16}));
}

TEST_F(Images, TheSlicePitchSeparatesLayers) {
  ur_mem_handle_t layers =
      image(kR32, imageDescription(UR_MEM_TYPE_IMAGE1D_ARRAY, 2, 1, 1, 2), numbers(4));
  std::vector<uint32_t> host(5, 7u);
  EXPECT_OK(urEnqueueMemImageRead(queue_, layers, true, {0, 0, 0}, {2, 2, 1}, 8, 12, host.data(), 0,
                                  nullptr, nullptr));
  EXPECT_EQ(host, (std::vector<uint32_t>{0, 1, 7, 2, 3}));
}

TEST_F(Images, RegionsOutside) {
  ur_mem_handle_t flat = image(kR32, imageDescription(UR_MEM_TYPE_IMAGE2D, 4, 3));
  uint32_t host[64] = {};
  const auto readBack = [&](ur_rect_offset_t origin, ur_rect_region_t region, size_t row = 0,
                            size_t slice = 0) {
    return urEnqueueMemImageRead(queue_, flat, true, origin, region, row, slice, host, 0, nullptr,
                                 nullptr);
  };
  EXPECT_OK(readBack({3, 2, 0}, {1, 1, 1}));
  EXPECT_EQ(readBack({3, 2, 0}, {2, 1, 1}), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(readBack({0, 1, 0}, {1, 3, 1}), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(readBack({0, 0, 1}, {1, 1, 1}), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(readBack({0, 0, 0}, {1, 1, 2}), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(readBack({UINT64_MAX, 0, 0}, {2, 1, 1}), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(readBack({0, 0, 0}, {0, 1, 1}), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(readBack({0, 0, 0}, {4, 3, 1}, 12), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(readBack({0, 0, 0}, {4, 3, 1}, 16, 47), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(urEnqueueMemImageWrite(queue_, flat, true, {0, 0, 0}, {5, 1, 1}, 0, 0, host, 0, nullptr,
                                   nullptr),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(urEnqueueMemImageWrite(queue_, flat, true, {0, 0, 0}, {1, 1, 1}, 0, 0, nullptr, 0,
                                   nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
}

TEST_F(Images, CopyInsideOneImage) {
  ur_mem_handle_t image =
      ImageTest::image(kR32, imageDescription(UR_MEM_TYPE_IMAGE2D_ARRAY, 3, 2, 1, 2), numbers(12));
  EXPECT_OK(urEnqueueMemImageCopy(queue_, image, image, {0, 0, 0}, {0, 1, 0}, {3, 1, 1}, 0, nullptr,
                                  nullptr));
  EXPECT_EQ(read<uint32_t>(image, {3, 1, 1}, 1, {0, 1, 0}), (std::vector<uint32_t>{0, 1, 2}));
  if (!capabilities().copiesBetweenLayers)
    GTEST_SKIP() << "Within one image the driver copies from the destination layer.";
  EXPECT_OK(urEnqueueMemImageCopy(queue_, image, image, {1, 0, 0}, {0, 1, 1}, {2, 1, 1}, 0, nullptr,
                                  nullptr));
  EXPECT_EQ(read<uint32_t>(image, {2, 1, 1}, 1, {0, 1, 1}), (std::vector<uint32_t>{1, 2}));
}

TEST_F(Images, Copy) {
  ur_mem_handle_t from =
      image(kR32, imageDescription(UR_MEM_TYPE_IMAGE2D_ARRAY, 3, 2, 1, 2), numbers(12));
  ur_mem_handle_t to =
      image(kR32, imageDescription(UR_MEM_TYPE_IMAGE3D, 2, 2, 2), std::vector<uint32_t>(8, 99u));
  EXPECT_OK(urEnqueueMemImageCopy(queue_, from, to, {1, 1, 0}, {0, 0, 0}, {2, 1, 2}, 0, nullptr,
                                  nullptr));
  EXPECT_EQ(read<uint32_t>(to, {2, 2, 2}, 1),
            (std::vector<uint32_t>{4, 5, 99, 99, 10, 11, 99, 99}));
  EXPECT_EQ(urEnqueueMemImageCopy(queue_, from, from, {0, 0, 0}, {1, 0, 0}, {2, 1, 1}, 0, nullptr,
                                  nullptr),
            UR_RESULT_ERROR_OVERLAPPING_REGIONS);
  EXPECT_EQ(
      urEnqueueMemImageCopy(queue_, from, to, {0, 0, 0}, {1, 0, 0}, {2, 1, 1}, 0, nullptr, nullptr),
      UR_RESULT_ERROR_INVALID_SIZE);
  ur_mem_handle_t other = image(kRgba8, imageDescription(UR_MEM_TYPE_IMAGE3D, 2, 2, 2));
  EXPECT_EQ(urEnqueueMemImageCopy(queue_, from, other, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}, 0, nullptr,
                                  nullptr),
            UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

TEST_F(Images, AreNotBuffers) {
  ur_mem_handle_t flat = image(kR32, imageDescription(UR_MEM_TYPE_IMAGE2D, 4, 4));
  ur_mem_handle_t buffer = nullptr;
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer));
  uint32_t host[16] = {};
  EXPECT_EQ(urEnqueueMemBufferRead(queue_, flat, true, 0, 64, host, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_EQ(urEnqueueMemBufferFill(queue_, flat, host, 4, 0, 64, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_EQ(urEnqueueMemImageRead(queue_, buffer, true, {0, 0, 0}, {1, 1, 1}, 0, 0, host, 0,
                                  nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  size_t width = 0;
  EXPECT_EQ(urMemImageGetInfo(buffer, UR_IMAGE_INFO_WIDTH, sizeof(width), &width, nullptr),
            UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  const ur_buffer_region_t region{UR_STRUCTURE_TYPE_BUFFER_REGION, nullptr, 0, 16};
  ur_mem_handle_t part = nullptr;
  EXPECT_EQ(urMemBufferPartition(flat, UR_MEM_FLAG_READ_WRITE, UR_BUFFER_CREATE_TYPE_REGION,
                                 &region, &part),
            UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_OK(urMemRelease(buffer));
}

TEST_F(Images, CommandsRetainImages) {
  std::vector<uint32_t> host(16);
  {
    const ur_image_desc_t description = imageDescription(UR_MEM_TYPE_IMAGE2D, 4, 4);
    std::vector<uint32_t> pixels = numbers(16);
    ur_mem_handle_t flat = nullptr;
    ASSERT_OK(urMemImageCreate(context_, UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER, &kR32, &description,
                               pixels.data(), &flat));
    EXPECT_OK(urEnqueueMemImageRead(queue_, flat, false, {0, 0, 0}, {4, 4, 1}, 0, 0, host.data(), 0,
                                    nullptr, nullptr));
    EXPECT_OK(urMemRelease(flat));
  }
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_EQ(host, numbers(16));
}

TEST_F(Images, NativeHandles) {
  const ur_image_desc_t description = imageDescription(UR_MEM_TYPE_IMAGE2D, 4, 4);
  ur_mem_handle_t flat = image(kR32, description, numbers(16));
  ur_native_handle_t native = 0;
  ASSERT_OK(urMemGetNativeHandle(flat, device_, &native));
  ur_mem_handle_t same = nullptr;
  ASSERT_OK(
      urMemImageCreateWithNativeHandle(native, context_, &kR32, &description, nullptr, &same));
  EXPECT_EQ(read<uint32_t>(same, {4, 4, 1}, 1), numbers(16));
  EXPECT_OK(urMemRelease(same));

  ur_sampler_handle_t made =
      sampler(true, UR_SAMPLER_ADDRESSING_MODE_REPEAT, UR_SAMPLER_FILTER_MODE_LINEAR);
  ASSERT_OK(urSamplerGetNativeHandle(made, &native));
  ur_sampler_handle_t sameSampler = nullptr;
  ASSERT_OK(urSamplerCreateWithNativeHandle(native, context_, nullptr, &sameSampler));
  ur_sampler_addressing_mode_t mode{};
  EXPECT_OK(
      urSamplerGetInfo(sameSampler, UR_SAMPLER_INFO_ADDRESSING_MODE, sizeof(mode), &mode, nullptr));
  EXPECT_EQ(mode, UR_SAMPLER_ADDRESSING_MODE_REPEAT);
  EXPECT_OK(urSamplerRelease(sameSampler));
}

TEST_F(Images, SamplerQueries) {
  ur_sampler_handle_t made =
      sampler(true, UR_SAMPLER_ADDRESSING_MODE_CLAMP, UR_SAMPLER_FILTER_MODE_LINEAR);
  ur_bool_t normalized = false;
  ur_sampler_filter_mode_t filter{};
  ur_context_handle_t context = nullptr;
  uint32_t references = 0;
  EXPECT_OK(urSamplerRetain(made));
  EXPECT_OK(urSamplerGetInfo(made, UR_SAMPLER_INFO_NORMALIZED_COORDS, sizeof(normalized),
                             &normalized, nullptr));
  EXPECT_OK(urSamplerGetInfo(made, UR_SAMPLER_INFO_FILTER_MODE, sizeof(filter), &filter, nullptr));
  EXPECT_OK(urSamplerGetInfo(made, UR_SAMPLER_INFO_CONTEXT, sizeof(context), &context, nullptr));
  EXPECT_OK(urSamplerGetInfo(made, UR_SAMPLER_INFO_REFERENCE_COUNT, sizeof(references), &references,
                             nullptr));
  EXPECT_TRUE(normalized);
  EXPECT_EQ(filter, UR_SAMPLER_FILTER_MODE_LINEAR);
  EXPECT_EQ(context, context_);
  EXPECT_EQ(references, 2u);
  EXPECT_OK(urSamplerRelease(made));

  const ur_sampler_desc_t undefined{UR_STRUCTURE_TYPE_SAMPLER_DESC, nullptr, true,
                                    static_cast<ur_sampler_addressing_mode_t>(5),
                                    UR_SAMPLER_FILTER_MODE_LINEAR};
  ur_sampler_handle_t none = nullptr;
  EXPECT_EQ(urSamplerCreate(context_, &undefined, &none), UR_RESULT_ERROR_INVALID_ENUMERATION);
}

// A device refuses what its query does not promise.
TEST_F(Images, BindlessImagesMatchTheQuery) {
  if (deviceInfo<ur_bool_t>(UR_DEVICE_INFO_BINDLESS_IMAGES_SUPPORT_EXP))
    GTEST_SKIP() << "The device has bindless images.";
  const ur_image_desc_t description = imageDescription(UR_MEM_TYPE_IMAGE2D, 4, 4);
  ur_exp_image_mem_native_handle_t memory = 0;
  EXPECT_EQ(urBindlessImagesImageAllocateExp(context_, device_, &kR32, &description, &memory),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  ur_exp_image_native_handle_t handle = 0;
  EXPECT_EQ(urBindlessImagesUnsampledImageHandleDestroyExp(context_, device_, handle),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

} // namespace
} // namespace ursa::conformance
