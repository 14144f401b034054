// The fixture of the tests of bindless images.
#pragma once

#include "cuda/fake_images.h"
#include "cuda/fixture.h"

#include <numeric>

#include <sys/mman.h>
#include <unistd.h>

namespace ursa {

inline constexpr ur_image_format_t kRgba8 = {UR_IMAGE_CHANNEL_ORDER_RGBA,
                                             UR_IMAGE_CHANNEL_TYPE_UNORM_INT8};
inline constexpr ur_image_format_t kR32 = {UR_IMAGE_CHANNEL_ORDER_R,
                                           UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32};
inline constexpr auto kToImage = UR_EXP_IMAGE_COPY_INPUT_TYPES_MEM_TO_IMAGE;
inline constexpr auto kToMemory = UR_EXP_IMAGE_COPY_INPUT_TYPES_IMAGE_TO_MEM;
inline constexpr auto kBetweenImages = UR_EXP_IMAGE_COPY_INPUT_TYPES_IMAGE_TO_IMAGE;
inline constexpr auto kBetweenMemory = UR_EXP_IMAGE_COPY_INPUT_TYPES_MEM_TO_MEM;

inline ur_image_desc_t describe(ur_mem_type_t type, size_t width, size_t height = 0,
                                size_t depth = 0, size_t layers = 0, uint32_t levels = 1) {
  return {
      UR_STRUCTURE_TYPE_IMAGE_DESC, nullptr, type, width, height, depth, layers, 0, 0, levels, 0};
}

inline ur_sampler_desc_t sampler(const void *chain = nullptr) {
  return {UR_STRUCTURE_TYPE_SAMPLER_DESC, chain, true, UR_SAMPLER_ADDRESSING_MODE_REPEAT,
          UR_SAMPLER_FILTER_MODE_LINEAR};
}

inline std::vector<uint32_t> numbers(size_t count, uint32_t from = 1) {
  std::vector<uint32_t> result(count);
  std::iota(result.begin(), result.end(), from);
  return result;
}

struct CudaImages : CudaTest {
  uintptr_t allocate(const ur_image_desc_t &description, const ur_image_format_t &format = kR32) {
    uintptr_t memory = 0;
    EXPECT_OK(urBindlessImagesImageAllocateExp(context_, device_, &format, &description, &memory))
        << lastError();
    return memory;
  }
  ur_result_t tryAllocate(const ur_image_desc_t &description,
                          const ur_image_format_t &format = kR32) {
    uintptr_t memory = 7;
    const ur_result_t result =
        urBindlessImagesImageAllocateExp(context_, device_, &format, &description, &memory);
    EXPECT_EQ(memory == 7, result != UR_RESULT_SUCCESS);
    return result;
  }
  uintptr_t level(uintptr_t memory, uint32_t index) {
    uintptr_t found = 0;
    EXPECT_OK(urBindlessImagesMipmapGetLevelExp(context_, device_, memory, index, &found))
        << lastError();
    return found;
  }
  template <class T> T info(uintptr_t memory, ur_image_info_t query) {
    T value{};
    size_t size = 0;
    EXPECT_OK(urBindlessImagesImageGetInfoExp(context_, memory, query, &value, &size))
        << lastError();
    EXPECT_EQ(size, sizeof(T));
    return value;
  }
  template <class T> T deviceInfo(ur_device_info_t query) {
    T value{};
    EXPECT_OK(urDeviceGetInfo(device_, query, sizeof(value), &value, nullptr)) << query;
    return value;
  }

  struct Copied {
    const void *memory;
    ur_image_desc_t description;
    ur_rect_offset_t offset{};
    ur_image_format_t format = kR32;
  };
  ur_result_t copy(const Copied &from, const Copied &to, ur_rect_region_t region,
                   ur_exp_image_copy_input_types_t types,
                   ur_exp_image_copy_flags_t flags = UR_EXP_IMAGE_COPY_FLAG_HOST_TO_DEVICE,
                   ur_event_handle_t *event = nullptr) {
    ur_exp_image_copy_region_t copied{UR_STRUCTURE_TYPE_EXP_IMAGE_COPY_REGION, nullptr, from.offset,
                                      to.offset, region};
    return urBindlessImagesImageCopyExp(queue_, from.memory, const_cast<void *>(to.memory),
                                        &from.description, &to.description, &from.format,
                                        &to.format, &copied, flags, types, 0, nullptr, event);
  }
  static const void *pointer(uintptr_t memory) { return reinterpret_cast<const void *>(memory); }

  ur_result_t makeSampled(uintptr_t memory, const ur_image_desc_t &description,
                          const ur_sampler_desc_t &sampler,
                          const ur_image_format_t &format = kR32) {
    return urBindlessImagesSampledImageCreateExp(context_, device_, memory, &format, &description,
                                                 &sampler, &image_);
  }
  testing::FakeImageObject made() { return images_.live.at(image_); }

  static int makeFile(size_t size) {
    const int file = memfd_create("external", MFD_CLOEXEC);
    EXPECT_GE(file, 0);
    EXPECT_EQ(ftruncate(file, static_cast<off_t>(size)), 0);
    return file;
  }
  ur_result_t importMemory(int file, size_t size, ur_exp_external_mem_handle_t &memory,
                           ur_exp_external_mem_type_t type = UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD) {
    const ur_exp_file_descriptor_t descriptor{UR_STRUCTURE_TYPE_EXP_FILE_DESCRIPTOR, nullptr, file};
    ur_exp_external_mem_desc_t description{UR_STRUCTURE_TYPE_EXP_EXTERNAL_MEM_DESC, &descriptor};
    return urBindlessImagesImportExternalMemoryExp(context_, device_, size, type, &description,
                                                   &memory);
  }
  ur_result_t importSemaphore(int file, ur_exp_external_semaphore_type_t type,
                              ur_exp_external_semaphore_handle_t &semaphore) {
    const ur_exp_file_descriptor_t descriptor{UR_STRUCTURE_TYPE_EXP_FILE_DESCRIPTOR, nullptr, file};
    ur_exp_external_semaphore_desc_t description{UR_STRUCTURE_TYPE_EXP_EXTERNAL_SEMAPHORE_DESC,
                                                 &descriptor};
    return urBindlessImagesImportExternalSemaphoreExp(context_, device_, type, &description,
                                                      &semaphore);
  }

  testing::FakeImages &images_ = *fakeCudaImages();
  ur_exp_image_native_handle_t image_ = 0;
};

} // namespace ursa
