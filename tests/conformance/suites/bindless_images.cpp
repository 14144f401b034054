// Bindless images: their memory, the images over it, and copies.
#include "conformance/harness.h"

#include <numeric>

namespace ursa::conformance {
namespace {

constexpr ur_image_format_t kR32 = {UR_IMAGE_CHANNEL_ORDER_R, UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32};

ur_image_desc_t describe(ur_mem_type_t type, size_t width, size_t height = 0, size_t depth = 0,
                         size_t layers = 0, uint32_t levels = 1) {
  return {
      UR_STRUCTURE_TYPE_IMAGE_DESC, nullptr, type, width, height, depth, layers, 0, 0, levels, 0};
}

std::vector<uint32_t> numbers(size_t count, uint32_t from = 1) {
  std::vector<uint32_t> result(count);
  std::iota(result.begin(), result.end(), from);
  return result;
}

class BindlessImages : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!has(UR_DEVICE_INFO_BINDLESS_IMAGES_SUPPORT_EXP))
      GTEST_SKIP() << "The device has no bindless images.";
  }

  bool has(ur_device_info_t query) {
    ur_bool_t answer = false;
    EXPECT_OK(urDeviceGetInfo(device_, query, sizeof(answer), &answer, nullptr));
    return answer;
  }
  uintptr_t allocate(const ur_image_desc_t &description) {
    uintptr_t memory = 0;
    EXPECT_OK(urBindlessImagesImageAllocateExp(context_, device_, &kR32, &description, &memory));
    return memory;
  }
  void free(uintptr_t memory) {
    EXPECT_OK(urBindlessImagesImageFreeExp(context_, device_, memory));
  }

  /// @param from, to offsets
  ur_result_t write(const std::vector<uint32_t> &pixels, const ur_image_desc_t &ofPixels,
                    uintptr_t image, const ur_image_desc_t &description, ur_rect_region_t region,
                    ur_rect_offset_t to = {}, ur_rect_offset_t from = {}) {
    ur_exp_image_copy_region_t copied{UR_STRUCTURE_TYPE_EXP_IMAGE_COPY_REGION, nullptr, from, to,
                                      region};
    return urBindlessImagesImageCopyExp(
        queue_, pixels.data(), reinterpret_cast<void *>(image), &ofPixels, &description, &kR32,
        &kR32, &copied, UR_EXP_IMAGE_COPY_FLAG_HOST_TO_DEVICE,
        UR_EXP_IMAGE_COPY_INPUT_TYPES_MEM_TO_IMAGE, 0, nullptr, nullptr);
  }
  /// Reads a region and waits.
  std::vector<uint32_t> read(uintptr_t image, const ur_image_desc_t &description,
                             ur_rect_region_t region, ur_rect_offset_t from = {}) {
    std::vector<uint32_t> pixels(region.width * region.height * region.depth);
    ur_image_desc_t packed = description;
    packed.width = region.width;
    packed.height = description.height ? region.height : 0;
    ur_exp_image_copy_region_t copied{
        UR_STRUCTURE_TYPE_EXP_IMAGE_COPY_REGION, nullptr, from, {}, region};
    ur_event_handle_t event = nullptr;
    EXPECT_OK(urBindlessImagesImageCopyExp(
        queue_, reinterpret_cast<void *>(image), pixels.data(), &description, &packed, &kR32, &kR32,
        &copied, UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST, UR_EXP_IMAGE_COPY_INPUT_TYPES_IMAGE_TO_MEM,
        0, nullptr, &event))
        << lastError();
    EXPECT_OK(urEventWait(1, &event));
    EXPECT_OK(urEventRelease(event));
    return pixels;
  }
};

TEST_F(BindlessImages, CopiesOfRegions) {
  const struct {
    ur_image_desc_t description;
    ur_rect_region_t whole;
    ur_rect_region_t region;
    ur_rect_offset_t offset;
  } cases[] = {
      {describe(UR_MEM_TYPE_IMAGE1D, 9), {9, 1, 1}, {4, 1, 1}, {3, 0, 0}},
      {describe(UR_MEM_TYPE_IMAGE2D, 9, 7), {9, 7, 1}, {4, 3, 1}, {3, 2, 0}},
      {describe(UR_MEM_TYPE_IMAGE3D, 9, 7, 5), {9, 7, 5}, {4, 3, 2}, {3, 2, 1}},
      {describe(UR_MEM_TYPE_IMAGE1D_ARRAY, 9, 0, 0, 5), {9, 1, 5}, {4, 1, 2}, {3, 0, 1}},
      {describe(UR_MEM_TYPE_IMAGE2D_ARRAY, 9, 7, 0, 5), {9, 7, 5}, {4, 3, 2}, {3, 2, 1}},
  };
  for (const auto &[description, whole, region, offset] : cases) {
    if (description.arraySize && !has(UR_DEVICE_INFO_IMAGE_ARRAY_SUPPORT_EXP))
      continue;
    const uintptr_t image = allocate(description);
    std::vector<uint32_t> expected = numbers(whole.width * whole.height * whole.depth);
    ASSERT_OK(write(expected, description, image, description, whole)) << lastError();
    ASSERT_EQ(read(image, description, whole), expected) << "type " << description.type;
    // A region of the host's pixels replaces another one of the image.
    const std::vector<uint32_t> other = numbers(expected.size(), 1000);
    ASSERT_OK(write(other, description, image, description, region, offset,
                    {1, offset.y ? 1u : 0u, offset.z ? 2u : 0u}))
        << lastError();
    std::vector<uint32_t> expectedPart;
    for (size_t z = 0; z < region.depth; ++z)
      for (size_t y = 0; y < region.height; ++y)
        for (size_t x = 0; x < region.width; ++x) {
          const auto at = [&whole = whole](size_t toX, size_t toY, size_t toZ) {
            return (toZ * whole.height + toY) * whole.width + toX;
          };
          const uint32_t pixel = other[at(x + 1, y + (offset.y ? 1 : 0), z + (offset.z ? 2 : 0))];
          expected[at(x + offset.x, y + offset.y, z + offset.z)] = pixel;
          expectedPart.push_back(pixel);
        }
    EXPECT_EQ(read(image, description, whole), expected) << "type " << description.type;
    EXPECT_EQ(read(image, description, region, offset), expectedPart);
    EXPECT_EQ(write(other, description, image, description, whole, {1, 0, 0}),
              UR_RESULT_ERROR_INVALID_SIZE);
    free(image);
  }
}

TEST_F(BindlessImages, Queries) {
  const auto description = describe(UR_MEM_TYPE_IMAGE3D, 9, 7, 5);
  const uintptr_t image = allocate(description);
  const std::pair<ur_image_info_t, size_t> expected[] = {
      {UR_IMAGE_INFO_WIDTH, 9}, {UR_IMAGE_INFO_HEIGHT, 7}, {UR_IMAGE_INFO_DEPTH, 5}};
  for (const auto &[query, value] : expected) {
    size_t answer = 0;
    size_t size = 0;
    EXPECT_OK(urBindlessImagesImageGetInfoExp(context_, image, query, &answer, &size));
    EXPECT_EQ(answer, value) << query;
    EXPECT_EQ(size, sizeof(answer));
  }
  ur_image_format_t format{};
  EXPECT_OK(
      urBindlessImagesImageGetInfoExp(context_, image, UR_IMAGE_INFO_FORMAT, &format, nullptr));
  EXPECT_EQ(format.channelOrder, kR32.channelOrder);
  EXPECT_EQ(format.channelType, kR32.channelType);
  free(image);
  size_t most = 0;
  ASSERT_OK(
      urDeviceGetInfo(device_, UR_DEVICE_INFO_IMAGE2D_MAX_WIDTH, sizeof(most), &most, nullptr));
  const auto wide = describe(UR_MEM_TYPE_IMAGE2D, most + 1, 1);
  ur_bool_t isSupported = true;
  EXPECT_OK(urBindlessImagesGetImageMemoryHandleTypeSupportExp(
      context_, device_, &wide, &kR32, UR_EXP_IMAGE_MEM_TYPE_OPAQUE_HANDLE, &isSupported));
  EXPECT_FALSE(isSupported);
  uintptr_t none = 0;
  EXPECT_EQ(urBindlessImagesImageAllocateExp(context_, device_, &kR32, &wide, &none),
            UR_RESULT_ERROR_INVALID_IMAGE_SIZE);
  EXPECT_EQ(none, 0u);
}

TEST_F(BindlessImages, MipLevels) {
  if (!has(UR_DEVICE_INFO_MIPMAP_SUPPORT_EXP))
    GTEST_SKIP() << "The device has no mipmaps.";
  constexpr uint32_t kLevels = 4;
  const uintptr_t mipmap = allocate(describe(UR_MEM_TYPE_IMAGE2D, 8, 4, 0, 0, kLevels));
  for (const bool isRead : {false, true})
    for (uint32_t i = 0; i < kLevels; ++i) {
      uintptr_t level = 0;
      ASSERT_OK(urBindlessImagesMipmapGetLevelExp(context_, device_, mipmap, i, &level));
      const ur_rect_region_t size = {8u >> i, std::max(4u >> i, 1u), 1};
      const auto description = describe(UR_MEM_TYPE_IMAGE2D, size.width, size.height);
      const std::vector<uint32_t> pixels = numbers(size.width * size.height, 100 * i);
      if (isRead)
        EXPECT_EQ(read(level, description, size), pixels) << i;
      else
        ASSERT_OK(write(pixels, description, level, description, size)) << lastError();
      EXPECT_OK(urQueueFinish(queue_));
    }
  uintptr_t none = 0;
  EXPECT_EQ(urBindlessImagesMipmapGetLevelExp(context_, device_, mipmap, kLevels, &none),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_OK(urBindlessImagesMipmapFreeExp(context_, device_, mipmap));
}

TEST_F(BindlessImages, ImagesOverMemory) {
  const auto description = describe(UR_MEM_TYPE_IMAGE2D, 8, 4);
  const uintptr_t memory = allocate(description);
  const ur_sampler_desc_t sampler{UR_STRUCTURE_TYPE_SAMPLER_DESC, nullptr, false,
                                  UR_SAMPLER_ADDRESSING_MODE_CLAMP, UR_SAMPLER_FILTER_MODE_NEAREST};
  ur_exp_image_native_handle_t sampled = 0;
  ur_exp_image_native_handle_t unsampled = 0;
  ASSERT_OK(urBindlessImagesSampledImageCreateExp(context_, device_, memory, &kR32, &description,
                                                  &sampler, &sampled))
      << lastError();
  ASSERT_OK(urBindlessImagesUnsampledImageCreateExp(context_, device_, memory, &kR32, &description,
                                                    &unsampled))
      << lastError();
  EXPECT_OK(urBindlessImagesSampledImageHandleDestroyExp(context_, device_, sampled));
  EXPECT_OK(urBindlessImagesUnsampledImageHandleDestroyExp(context_, device_, unsampled));
  free(memory);
}

TEST_F(BindlessImages, ImagesOverPitchedUsm) {
  if (!has(UR_DEVICE_INFO_BINDLESS_IMAGES_2D_USM_SUPPORT_EXP))
    GTEST_SKIP() << "The device has no 2D images over USM.";
  void *memory = nullptr;
  auto description = describe(UR_MEM_TYPE_IMAGE2D, 9, 7);
  ASSERT_OK(urUSMPitchedAllocExp(context_, device_, nullptr, nullptr, 36, 7, 4, &memory,
                                 &description.rowPitch));
  const std::vector<uint32_t> pixels = numbers(63);
  const auto image = reinterpret_cast<uintptr_t>(memory);
  ASSERT_OK(write(pixels, describe(UR_MEM_TYPE_IMAGE2D, 9, 7), image, description, {9, 7, 1}))
      << lastError();
  std::vector<uint32_t> rows(63);
  ASSERT_OK(urEnqueueUSMMemcpy2D(queue_, true, rows.data(), 36, memory, description.rowPitch, 36, 7,
                                 0, nullptr, nullptr));
  EXPECT_EQ(rows, pixels);
  const ur_sampler_desc_t sampler{UR_STRUCTURE_TYPE_SAMPLER_DESC, nullptr, false,
                                  UR_SAMPLER_ADDRESSING_MODE_CLAMP, UR_SAMPLER_FILTER_MODE_NEAREST};
  ur_exp_image_native_handle_t sampled = 0;
  ASSERT_OK(urBindlessImagesSampledImageCreateExp(context_, device_, image, &kR32, &description,
                                                  &sampler, &sampled))
      << lastError();
  EXPECT_OK(urBindlessImagesSampledImageHandleDestroyExp(context_, device_, sampled));
  EXPECT_OK(urUSMFree(context_, memory));
}

TEST_F(BindlessImages, FreedWhileCommandsUseIt) {
  const auto description = describe(UR_MEM_TYPE_IMAGE2D, 8, 4);
  const uintptr_t image = allocate(description);
  const std::vector<uint32_t> pixels = numbers(32);
  std::vector<uint32_t> copied(32);
  Gate gate(context_, queue_);
  ASSERT_OK(write(pixels, description, image, description, {8, 4, 1}));
  ur_exp_image_copy_region_t whole{
      UR_STRUCTURE_TYPE_EXP_IMAGE_COPY_REGION, nullptr, {}, {}, {8, 4, 1}};
  ASSERT_OK(urBindlessImagesImageCopyExp(
      queue_, reinterpret_cast<void *>(image), copied.data(), &description, &description, &kR32,
      &kR32, &whole, UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST,
      UR_EXP_IMAGE_COPY_INPUT_TYPES_IMAGE_TO_MEM, 0, nullptr, nullptr));
  free(image);
  gate.open();
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_EQ(copied, pixels);
}

} // namespace
} // namespace ursa::conformance
