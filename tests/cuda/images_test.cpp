// Bindless images: arrays, textures and surfaces, copies of regions, memory and semaphores of other
// APIs.
#include "cuda/fake_images.h"
#include "cuda/fixture.h"

#include <array>
#include <cmath>
#include <functional>
#include <future>
#include <numeric>

#include <sys/mman.h>
#include <unistd.h>

namespace ursa {
namespace {

using namespace cuda;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr ur_image_format_t kRgba8 = {UR_IMAGE_CHANNEL_ORDER_RGBA,
                                      UR_IMAGE_CHANNEL_TYPE_UNORM_INT8};
constexpr ur_image_format_t kR32 = {UR_IMAGE_CHANNEL_ORDER_R, UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32};
constexpr auto kToImage = UR_EXP_IMAGE_COPY_INPUT_TYPES_MEM_TO_IMAGE;
constexpr auto kToMemory = UR_EXP_IMAGE_COPY_INPUT_TYPES_IMAGE_TO_MEM;
constexpr auto kBetweenImages = UR_EXP_IMAGE_COPY_INPUT_TYPES_IMAGE_TO_IMAGE;
constexpr auto kBetweenMemory = UR_EXP_IMAGE_COPY_INPUT_TYPES_MEM_TO_MEM;

ur_image_desc_t describe(ur_mem_type_t type, size_t width, size_t height = 0, size_t depth = 0,
                         size_t layers = 0, uint32_t levels = 1) {
  return {UR_STRUCTURE_TYPE_IMAGE_DESC, nullptr, type, width, height, depth, layers, 0, 0, levels,
          0};
}

ur_sampler_desc_t sampler(const void *chain = nullptr) {
  return {UR_STRUCTURE_TYPE_SAMPLER_DESC, chain, true, UR_SAMPLER_ADDRESSING_MODE_REPEAT,
          UR_SAMPLER_FILTER_MODE_LINEAR};
}

std::vector<uint32_t> numbers(size_t count, uint32_t from = 1) {
  std::vector<uint32_t> result(count);
  std::iota(result.begin(), result.end(), from);
  return result;
}

struct CudaImages : CudaTest {
  uintptr_t allocate(const ur_image_desc_t &description, const ur_image_format_t &format = kR32) {
    uintptr_t memory = 0;
    EXPECT_EQ(urBindlessImagesImageAllocateExp(context_, device_, &format, &description, &memory),
              UR_RESULT_SUCCESS)
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
    EXPECT_EQ(urBindlessImagesMipmapGetLevelExp(context_, device_, memory, index, &found),
              UR_RESULT_SUCCESS)
        << lastError();
    return found;
  }
  template <class T> T info(uintptr_t memory, ur_image_info_t query) {
    T value{};
    size_t size = 0;
    EXPECT_EQ(urBindlessImagesImageGetInfoExp(context_, memory, query, &value, &size),
              UR_RESULT_SUCCESS)
        << lastError();
    EXPECT_EQ(size, sizeof(T));
    return value;
  }
  template <class T> T deviceInfo(ur_device_info_t query) {
    T value{};
    EXPECT_EQ(urDeviceGetInfo(device_, query, sizeof(value), &value, nullptr), UR_RESULT_SUCCESS)
        << query;
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
    return urBindlessImagesImageCopyExp(
        queue_, from.memory, const_cast<void *>(to.memory), &from.description, &to.description,
        &from.format, &to.format, &copied, flags, types, 0, nullptr, event);
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

TEST_F(CudaImages, WhatDevicesAnnounce) {
  open();
  for (const ur_device_info_t query :
       {UR_DEVICE_INFO_BINDLESS_IMAGES_SUPPORT_EXP,
        UR_DEVICE_INFO_BINDLESS_IMAGES_SHARED_USM_SUPPORT_EXP,
        UR_DEVICE_INFO_BINDLESS_IMAGES_1D_USM_SUPPORT_EXP,
        UR_DEVICE_INFO_BINDLESS_IMAGES_2D_USM_SUPPORT_EXP, UR_DEVICE_INFO_MIPMAP_SUPPORT_EXP,
        UR_DEVICE_INFO_MIPMAP_ANISOTROPY_SUPPORT_EXP, UR_DEVICE_INFO_CUBEMAP_SUPPORT_EXP,
        UR_DEVICE_INFO_CUBEMAP_SEAMLESS_FILTERING_SUPPORT_EXP,
        UR_DEVICE_INFO_IMAGE_ARRAY_SUPPORT_EXP, UR_DEVICE_INFO_BINDLESS_IMAGES_GATHER_SUPPORT_EXP,
        UR_DEVICE_INFO_EXTERNAL_MEMORY_IMPORT_SUPPORT_EXP,
        UR_DEVICE_INFO_EXTERNAL_SEMAPHORE_IMPORT_SUPPORT_EXP})
    EXPECT_TRUE(deviceInfo<ur_bool_t>(query)) << query;
  for (const ur_device_info_t query : {UR_DEVICE_INFO_IMAGE_SUPPORT,
                                       UR_DEVICE_INFO_BINDLESS_SAMPLE_1D_USM_SUPPORT_EXP,
                                       UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_1D_SUPPORT_EXP})
    EXPECT_FALSE(deviceInfo<ur_bool_t>(query)) << query;
  EXPECT_EQ(deviceInfo<uint32_t>(UR_DEVICE_INFO_MIPMAP_MAX_ANISOTROPY_EXP), 16u);
  EXPECT_EQ(deviceInfo<uint32_t>(UR_DEVICE_INFO_IMAGE_PITCH_ALIGN_EXP), 32u);
  EXPECT_EQ(deviceInfo<size_t>(UR_DEVICE_INFO_MAX_IMAGE_LINEAR_WIDTH_EXP), 131072u);
  EXPECT_EQ(deviceInfo<size_t>(UR_DEVICE_INFO_MAX_IMAGE_LINEAR_HEIGHT_EXP), 65000u);
  EXPECT_EQ(deviceInfo<size_t>(UR_DEVICE_INFO_MAX_IMAGE_LINEAR_PITCH_EXP), (1u << 21) - 32);
  // The smaller limit of textures and surfaces.
  EXPECT_EQ(deviceInfo<size_t>(UR_DEVICE_INFO_IMAGE2D_MAX_WIDTH), 131072u);
  EXPECT_EQ(deviceInfo<size_t>(UR_DEVICE_INFO_IMAGE2D_MAX_HEIGHT), 65000u);
  EXPECT_EQ(deviceInfo<size_t>(UR_DEVICE_INFO_IMAGE3D_MAX_WIDTH), 16384u);
  EXPECT_EQ(deviceInfo<size_t>(UR_DEVICE_INFO_IMAGE3D_MAX_HEIGHT), 16384u);
  EXPECT_EQ(deviceInfo<size_t>(UR_DEVICE_INFO_IMAGE3D_MAX_DEPTH), 16384u);
  EXPECT_EQ(deviceInfo<size_t>(UR_DEVICE_INFO_IMAGE_MAX_BUFFER_SIZE), 32768u);
  EXPECT_EQ(deviceInfo<size_t>(UR_DEVICE_INFO_IMAGE_MAX_ARRAY_SIZE), 2048u);
}

TEST_F(CudaImages, OldDriversHaveNoSeamlessCubemaps) {
  driver_.version = 11050;
  open();
  EXPECT_FALSE(deviceInfo<ur_bool_t>(UR_DEVICE_INFO_CUBEMAP_SEAMLESS_FILTERING_SUPPORT_EXP));
  const auto cube = describe(UR_MEM_TYPE_IMAGE_CUBEMAP_EXP, 4, 4, 0, 6);
  ur_exp_sampler_cubemap_properties_t seamless{UR_STRUCTURE_TYPE_EXP_SAMPLER_CUBEMAP_PROPERTIES,
                                               nullptr,
                                               UR_EXP_SAMPLER_CUBEMAP_FILTER_MODE_SEAMLESS};
  EXPECT_EQ(makeSampled(allocate(cube), cube, sampler(&seamless)),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), HasSubstr("from CUDA 11.6 on; the driver is for 11.5"));
}

TEST_F(CudaImages, ArraysOfEveryType) {
  open();
  const struct {
    ur_image_desc_t description;
    std::array<size_t, 3> extents; // the driver's: width, height, depth
    unsigned flags;
  } cases[] = {
      {describe(UR_MEM_TYPE_IMAGE1D, 5), {5, 0, 0}, CUDA_ARRAY3D_SURFACE_LDST},
      {describe(UR_MEM_TYPE_IMAGE2D, 5, 4, 9, 9), {5, 4, 0}, CUDA_ARRAY3D_SURFACE_LDST},
      {describe(UR_MEM_TYPE_IMAGE3D, 5, 4, 3), {5, 4, 3}, CUDA_ARRAY3D_SURFACE_LDST},
      {describe(UR_MEM_TYPE_IMAGE1D_ARRAY, 5, 0, 0, 7),
       {5, 0, 7},
       CUDA_ARRAY3D_SURFACE_LDST | CUDA_ARRAY3D_LAYERED},
      {describe(UR_MEM_TYPE_IMAGE2D_ARRAY, 5, 4, 0, 7),
       {5, 4, 7},
       CUDA_ARRAY3D_SURFACE_LDST | CUDA_ARRAY3D_LAYERED},
      {describe(UR_MEM_TYPE_IMAGE_CUBEMAP_EXP, 4, 4, 0, 6),
       {4, 4, 6},
       CUDA_ARRAY3D_SURFACE_LDST | CUDA_ARRAY3D_CUBEMAP},
      {describe(UR_MEM_TYPE_IMAGE_GATHER_EXP, 5, 4), {5, 4, 0}, CUDA_ARRAY3D_TEXTURE_GATHER},
      {describe(UR_MEM_TYPE_IMAGE2D, 8, 4, 0, 0, 3), {8, 4, 0}, CUDA_ARRAY3D_SURFACE_LDST},
  };
  for (const auto &[description, extents, flags] : cases) {
    const uintptr_t memory = allocate(description, kRgba8);
    const CUDA_ARRAY3D_DESCRIPTOR &given = images_.lastArray;
    EXPECT_THAT((std::array{given.Width, given.Height, given.Depth}),
                ElementsAre(extents[0], extents[1], extents[2]))
        << description.type;
    EXPECT_EQ(given.Flags, flags) << description.type;
    EXPECT_EQ(given.NumChannels, 4u);
    EXPECT_EQ(given.Format, CU_AD_FORMAT_UNSIGNED_INT8);
    EXPECT_EQ(info<size_t>(memory, UR_IMAGE_INFO_WIDTH), extents[0]);
    EXPECT_EQ(info<size_t>(memory, UR_IMAGE_INFO_HEIGHT), extents[1]);
    EXPECT_EQ(info<size_t>(memory, UR_IMAGE_INFO_DEPTH), extents[2]);
    EXPECT_EQ(info<size_t>(memory, UR_IMAGE_INFO_ELEMENT_SIZE), 4u);
    EXPECT_EQ(info<uint32_t>(memory, UR_IMAGE_INFO_NUM_MIP_LEVELS), description.numMipLevel);
    EXPECT_EQ(info<ur_image_format_t>(memory, UR_IMAGE_INFO_FORMAT).channelType,
              UR_IMAGE_CHANNEL_TYPE_UNORM_INT8);
    const auto free = description.numMipLevel > 1 ? urBindlessImagesMipmapFreeExp
                                                  : urBindlessImagesImageFreeExp;
    EXPECT_EQ(free(context_, device_, memory), UR_RESULT_SUCCESS) << lastError();
    EXPECT_EQ(free(context_, device_, memory), UR_RESULT_ERROR_INVALID_VALUE);
  }
}

TEST_F(CudaImages, Formats) {
  open();
  const auto line = describe(UR_MEM_TYPE_IMAGE1D, 5);
  for (int order = 0; order <= UR_IMAGE_CHANNEL_ORDER_SRGBA; ++order)
    for (int type = 0; type <= UR_IMAGE_CHANNEL_TYPE_FLOAT; ++type) {
      const bool hasOrder = order <= UR_IMAGE_CHANNEL_ORDER_RA ||
                            (order >= UR_IMAGE_CHANNEL_ORDER_RGBA &&
                             order <= UR_IMAGE_CHANNEL_ORDER_ABGR);
      const bool hasType = type <= UR_IMAGE_CHANNEL_TYPE_UNORM_INT16 ||
                           type >= UR_IMAGE_CHANNEL_TYPE_SIGNED_INT8;
      const ur_image_format_t format = {static_cast<ur_image_channel_order_t>(order),
                                        static_cast<ur_image_channel_type_t>(type)};
      EXPECT_EQ(tryAllocate(line, format), hasOrder && hasType
                                               ? UR_RESULT_SUCCESS
                                               : UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT)
          << order << ", " << type;
    }
  EXPECT_EQ(tryAllocate(line, {static_cast<ur_image_channel_order_t>(15), kR32.channelType}),
            UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(tryAllocate(line, {kR32.channelOrder, static_cast<ur_image_channel_type_t>(-1)}),
            UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_THAT(lastError(), HasSubstr("channel type 4294967295 is no image format"));
}

TEST_F(CudaImages, BadDescriptions) {
  open();
  const size_t huge = SIZE_MAX;
  const struct {
    ur_image_desc_t description;
    ur_result_t expected;
  } cases[] = {
      {describe(UR_MEM_TYPE_IMAGE1D, 0), UR_RESULT_ERROR_INVALID_IMAGE_SIZE},
      {describe(UR_MEM_TYPE_IMAGE1D, 32769), UR_RESULT_ERROR_INVALID_IMAGE_SIZE},
      {describe(UR_MEM_TYPE_IMAGE2D, 4, 0), UR_RESULT_ERROR_INVALID_IMAGE_SIZE},
      {describe(UR_MEM_TYPE_IMAGE2D, 4, 65001), UR_RESULT_ERROR_INVALID_IMAGE_SIZE},
      {describe(UR_MEM_TYPE_IMAGE2D, huge, huge), UR_RESULT_ERROR_INVALID_IMAGE_SIZE},
      {describe(UR_MEM_TYPE_IMAGE3D, 4, 4, 0), UR_RESULT_ERROR_INVALID_IMAGE_SIZE},
      {describe(UR_MEM_TYPE_IMAGE3D, 4, 4, 16385), UR_RESULT_ERROR_INVALID_IMAGE_SIZE},
      {describe(UR_MEM_TYPE_IMAGE1D_ARRAY, 4, 0, 0, 0), UR_RESULT_ERROR_INVALID_IMAGE_SIZE},
      {describe(UR_MEM_TYPE_IMAGE2D_ARRAY, 4, 4, 0, 2049), UR_RESULT_ERROR_INVALID_IMAGE_SIZE},
      {describe(UR_MEM_TYPE_IMAGE_CUBEMAP_EXP, 4, 5, 0, 6), UR_RESULT_ERROR_INVALID_IMAGE_SIZE},
      {describe(UR_MEM_TYPE_IMAGE_CUBEMAP_EXP, 4, 4, 0, 5), UR_RESULT_ERROR_INVALID_IMAGE_SIZE},
      {describe(UR_MEM_TYPE_IMAGE_CUBEMAP_EXP, 0, 0, 0, 6), UR_RESULT_ERROR_INVALID_IMAGE_SIZE},
      {describe(UR_MEM_TYPE_IMAGE_GATHER_EXP, 4, 4, 0, 0, 2), UR_RESULT_ERROR_UNSUPPORTED_FEATURE},
      {describe(UR_MEM_TYPE_IMAGE2D, 8, 4, 0, 0, 5), UR_RESULT_ERROR_INVALID_IMAGE_SIZE},
      {describe(UR_MEM_TYPE_IMAGE2D, 65536, 4, 0, 0, 2), UR_RESULT_ERROR_INVALID_IMAGE_SIZE},
      {describe(static_cast<ur_mem_type_t>(5), 4), UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR},
  };
  for (const auto &[description, expected] : cases)
    EXPECT_EQ(tryAllocate(description), expected)
        << description.type << ", " << description.width << " x " << description.height;
  auto other = describe(UR_MEM_TYPE_IMAGE2D, 4, 4);
  other.numSamples = 4;
  EXPECT_EQ(tryAllocate(other), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  other = describe(UR_MEM_TYPE_IMAGE2D, 4, 4);
  other.stype = UR_STRUCTURE_TYPE_SAMPLER_DESC;
  EXPECT_EQ(tryAllocate(other), UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(images_.lastArray.Width, 0u); // the driver was never asked
}

TEST_F(CudaImages, NullParameters) {
  open();
  const auto line = describe(UR_MEM_TYPE_IMAGE1D, 4);
  const auto aSampler = sampler();
  uintptr_t memory = 0;
  EXPECT_EQ(urBindlessImagesImageAllocateExp(context_, nullptr, &kR32, &line, &memory),
            UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(urBindlessImagesImageAllocateExp(context_, device_, nullptr, &line, &memory),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urBindlessImagesImageAllocateExp(context_, device_, &kR32, nullptr, &memory),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urBindlessImagesImageAllocateExp(context_, device_, &kR32, &line, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  memory = allocate(line);
  EXPECT_EQ(urBindlessImagesSampledImageCreateExp(context_, device_, memory, &kR32, &line, nullptr,
                                                  &image_),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urBindlessImagesSampledImageCreateExp(context_, device_, memory, &kR32, &line,
                                                  &aSampler, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urBindlessImagesUnsampledImageCreateExp(context_, device_, 0, &kR32, &line, &image_),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urBindlessImagesMipmapGetLevelExp(context_, device_, memory, 0, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urBindlessImagesImageGetInfoExp(context_, memory, UR_IMAGE_INFO_WIDTH, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urBindlessImagesImageGetInfoExp(context_, 1, UR_IMAGE_INFO_WIDTH, &memory, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
  size_t size = 0;
  EXPECT_EQ(urBindlessImagesImageGetInfoExp(context_, memory, UR_IMAGE_INFO_ROW_PITCH, &size,
                                            nullptr),
            UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION);
  EXPECT_EQ(urBindlessImagesWaitExternalSemaphoreExp(queue_, nullptr, false, 0, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(urBindlessImagesReleaseExternalMemoryExp(context_, device_, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_HANDLE);
}

/// A region of an image, between memory whose rows and slices are apart.
struct RegionCase {
  ur_image_desc_t description;
  ur_rect_offset_t offset;
  ur_rect_region_t region;
};

std::vector<RegionCase> regionCases() {
  return {
      {describe(UR_MEM_TYPE_IMAGE1D, 9), {2, 0, 0}, {5, 1, 1}},
      {describe(UR_MEM_TYPE_IMAGE1D, 9), {0, 0, 0}, {9, 0, 0}},
      {describe(UR_MEM_TYPE_IMAGE2D, 9, 7), {2, 3, 0}, {5, 2, 1}},
      {describe(UR_MEM_TYPE_IMAGE2D, 9, 7), {0, 0, 0}, {9, 7, 0}},
      {describe(UR_MEM_TYPE_IMAGE3D, 9, 7, 5), {2, 3, 1}, {5, 2, 3}},
      {describe(UR_MEM_TYPE_IMAGE3D, 9, 7, 5), {0, 0, 0}, {9, 7, 5}},
      {describe(UR_MEM_TYPE_IMAGE1D_ARRAY, 9, 0, 0, 4), {2, 0, 1}, {5, 0, 2}},
      {describe(UR_MEM_TYPE_IMAGE2D_ARRAY, 9, 7, 0, 4), {2, 3, 1}, {5, 2, 3}},
      {describe(UR_MEM_TYPE_IMAGE_CUBEMAP_EXP, 8, 8, 0, 6), {2, 3, 5}, {5, 2, 1}},
  };
}

/// Numbers in an image or in memory.
struct Grid {
  size_t width, height, depth;
  std::vector<uint32_t> values{};

  uint32_t &at(size_t x, size_t y, size_t z) { return values[(z * height + y) * width + x]; }
};

Grid gridOf(const ur_image_desc_t &description) {
  const size_t slices = std::max(
      {description.depth, description.arraySize, size_t{1}});
  Grid grid{description.width, std::max<size_t>(description.height, 1), slices};
  grid.values.assign(grid.width * grid.height * grid.depth, 0);
  return grid;
}

void copyGrid(Grid &to, const ur_rect_offset_t &toOffset, Grid &from,
              const ur_rect_offset_t &fromOffset, const ur_rect_region_t &region) {
  for (size_t z = 0; z < std::max<size_t>(region.depth, 1); ++z)
    for (size_t y = 0; y < std::max<size_t>(region.height, 1); ++y)
      for (size_t x = 0; x < region.width; ++x)
        to.at(toOffset.x + x, toOffset.y + y, toOffset.z + z) =
            from.at(fromOffset.x + x, fromOffset.y + y, fromOffset.z + z);
}

struct CudaImageRegions : CudaImages, ::testing::WithParamInterface<size_t> {
  // Writes the whole image, a region of it, copies a region to another image, and reads that.
  void run(bool isBusy, const std::function<void *(size_t)> &makeMemory) {
    const RegionCase tested = regionCases()[GetParam()];
    const auto &[description, offset, region] = tested;
    const bool is1D = description.height == 0;
    const bool is2D = description.depth == 0 && description.arraySize == 0;
    const ur_rect_region_t whole = {description.width, description.height,
                                    std::max(description.depth, description.arraySize)};
    auto hostDescription = description; // larger than the image
    hostDescription.width += 3;
    hostDescription.height += is1D ? 0 : 2;
    const ur_rect_offset_t hostOffset = {1, is1D ? 0u : 2u, is2D ? 0u : 1u};
    Grid first = gridOf(description);
    first.values = numbers(first.values.size());
    auto largerHost = hostDescription;
    (is2D ? largerHost.width : description.depth ? largerHost.depth : largerHost.arraySize) += 1;
    Grid second = gridOf(largerHost);
    second.values = numbers(second.values.size(), 100000);
    Grid expected = first;
    copyGrid(expected, offset, second, hostOffset, region);
    Grid expectedOther = gridOf(description);
    copyGrid(expectedOther, offset, expected, offset, region);

    const uintptr_t image = allocate(description);
    const uintptr_t other = allocate(description);
    const auto bytes = [](const Grid &grid) { return grid.values.size() * sizeof(uint32_t); };
    void *source = makeMemory(bytes(second));
    void *target = makeMemory(bytes(first));
    void *targetOther = makeMemory(bytes(first));
    const auto move = [&](void *to, const void *from, size_t size) {
      ASSERT_EQ(urEnqueueUSMMemcpy(queue_, true, to, from, size, 0, nullptr, nullptr),
                UR_RESULT_SUCCESS);
    };
    move(source, second.values.data(), bytes(second));
    std::promise<void> started;
    std::promise<void> gate;
    auto opened = gate.get_future();
    if (isBusy) {
      ASSERT_EQ(urEnqueueHostTaskExp(
                    queue_,
                    [](void *future) { static_cast<std::future<void> *>(future)->wait(); }, &opened,
                    nullptr, 0, nullptr, nullptr),
                UR_RESULT_SUCCESS);
    }
    const Grid zeros = gridOf(description);
    EXPECT_EQ(copy({first.values.data(), description}, {pointer(image), description}, whole,
                   kToImage),
              UR_RESULT_SUCCESS)
        << lastError();
    EXPECT_EQ(copy({zeros.values.data(), description}, {pointer(other), description}, whole,
                   kToImage),
              UR_RESULT_SUCCESS)
        << lastError();
    EXPECT_EQ(copy({source, largerHost, hostOffset}, {pointer(image), description, offset}, region,
                   kToImage),
              UR_RESULT_SUCCESS)
        << lastError();
    EXPECT_EQ(copy({pointer(image), description, offset}, {pointer(other), description, offset},
                   region, kBetweenImages, UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_DEVICE),
              UR_RESULT_SUCCESS)
        << lastError();
    for (const auto &[from, to] : {std::pair(image, target), std::pair(other, targetOther)}) {
      EXPECT_EQ(copy({pointer(from), description}, {to, description}, whole, kToMemory,
                     UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST),
                UR_RESULT_SUCCESS)
          << lastError();
    }
    gate.set_value();
    ASSERT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
    Grid read = gridOf(description);
    move(read.values.data(), target, bytes(read));
    EXPECT_EQ(read.values, expected.values);
    move(read.values.data(), targetOther, bytes(read));
    EXPECT_EQ(read.values, expectedOther.values);
    EXPECT_EQ(urBindlessImagesImageFreeExp(context_, device_, image), UR_RESULT_SUCCESS);
  }
  void *host(size_t size) {
    host_.emplace_back(size);
    return host_.back().data();
  }
  void *usm(size_t size) {
    void *memory = nullptr;
    EXPECT_EQ(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, size, &memory),
              UR_RESULT_SUCCESS);
    return memory;
  }

  std::vector<std::vector<std::byte>> host_;
};

TEST_P(CudaImageRegions, OfHostMemory) {
  open();
  run(/*isBusy=*/false, [&](size_t size) { return host(size); });
}

TEST_P(CudaImageRegions, OfHostMemoryWhileTheQueueIsBusy) {
  open();
  run(/*isBusy=*/true, [&](size_t size) { return host(size); });
}

TEST_P(CudaImageRegions, OfUsm) {
  open();
  run(/*isBusy=*/true, [&](size_t size) { return usm(size); });
}

INSTANTIATE_TEST_SUITE_P(Images, CudaImageRegions, ::testing::Range(size_t{0}, regionCases().size()));

TEST_F(CudaImages, MemoryHasItsOwnPitches) {
  open();
  const auto box = describe(UR_MEM_TYPE_IMAGE3D, 3, 2, 2);
  const uintptr_t image = allocate(box);
  // Rows of 4 numbers; slices of 11, which are no whole rows.
  const std::vector<uint32_t> source = numbers(22);
  const ur_exp_image_user_pitch_desc_t pitches{UR_STRUCTURE_TYPE_EXP_IMAGE_USER_PITCH_DESC, nullptr,
                                               16, 44};
  auto inMemory = box;
  inMemory.pNext = &pitches;
  ASSERT_EQ(copy({source.data(), inMemory}, {pointer(image), box}, {3, 2, 2}, kToImage),
            UR_RESULT_SUCCESS)
      << lastError();
  std::vector<uint32_t> read(12);
  ASSERT_EQ(copy({pointer(image), box}, {read.data(), box}, {3, 2, 2}, kToMemory,
                 UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  EXPECT_THAT(read, ElementsAre(1, 2, 3, 5, 6, 7, 12, 13, 14, 16, 17, 18));
  // The pitches of the description.
  auto pitched = box;
  pitched.rowPitch = 16;
  pitched.slicePitch = 32;
  std::vector<uint32_t> rows(16, 77);
  ASSERT_EQ(copy({pointer(image), box}, {rows.data(), pitched}, {3, 2, 2}, kToMemory,
                 UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  EXPECT_THAT(rows, ElementsAre(1, 2, 3, 77, 5, 6, 7, 77, 12, 13, 14, 77, 16, 17, 18, 77));
}

TEST_F(CudaImages, CopiesBetweenPitchedUsm) {
  open();
  void *memory = nullptr;
  size_t pitch = 0;
  ASSERT_EQ(
      urUSMPitchedAllocExp(context_, device_, nullptr, nullptr, 20, 4, 4, &memory, &pitch),
      UR_RESULT_SUCCESS);
  EXPECT_EQ(pitch % deviceInfo<uint32_t>(UR_DEVICE_INFO_IMAGE_PITCH_ALIGN_EXP), 0u);
  const auto image = describe(UR_MEM_TYPE_IMAGE2D, 5, 4);
  auto pitched = image;
  pitched.rowPitch = pitch;
  const std::vector<uint32_t> source = numbers(20);
  // Images over USM count as images, too.
  ASSERT_EQ(copy({source.data(), image}, {memory, pitched}, {5, 4, 1}, kToImage),
            UR_RESULT_SUCCESS)
      << lastError();
  std::vector<uint32_t> read(4);
  ASSERT_EQ(copy({memory, pitched, {3, 1, 0}}, {read.data(), describe(UR_MEM_TYPE_IMAGE2D, 2, 2)},
                 {2, 2, 1}, kBetweenMemory, UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST, &event_),
            UR_RESULT_SUCCESS)
      << lastError();
  ASSERT_EQ(urEventWait(1, &event_), UR_RESULT_SUCCESS);
  EXPECT_THAT(read, ElementsAre(9, 10, 14, 15));
  ur_command_t type{};
  EXPECT_EQ(urEventGetInfo(event_, UR_EVENT_INFO_COMMAND_TYPE, sizeof(type), &type, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(type, UR_COMMAND_MEM_IMAGE_COPY);
}

TEST_F(CudaImages, CopiesBetweenTypesAndFormats) {
  open();
  const auto line = describe(UR_MEM_TYPE_IMAGE1D, 4);
  const auto box = describe(UR_MEM_TYPE_IMAGE3D, 4, 3, 2);
  const uintptr_t lines = allocate(line);
  const uintptr_t boxes = allocate(box, kRgba8);
  const std::vector<uint32_t> source = numbers(24);
  ASSERT_EQ(copy({source.data(), box}, {pointer(boxes), box, {}, kRgba8}, {4, 3, 2}, kToImage),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(copy({pointer(boxes), box, {1, 2, 1}, kRgba8}, {pointer(lines), line}, {3, 1, 1},
                 kBetweenImages, UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_DEVICE),
            UR_RESULT_SUCCESS)
      << lastError();
  std::vector<uint32_t> read(3);
  ASSERT_EQ(copy({pointer(lines), line}, {read.data(), line}, {3, 0, 0}, kToMemory,
                 UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  EXPECT_THAT(read, ElementsAre(22, 23, 24));
}

TEST_F(CudaImages, BadCopies) {
  open();
  const auto area = describe(UR_MEM_TYPE_IMAGE2D, 4, 3);
  const auto mips = describe(UR_MEM_TYPE_IMAGE2D, 4, 4, 0, 0, 2);
  const uintptr_t image = allocate(area);
  const uintptr_t mipmap = allocate(mips);
  std::vector<uint32_t> host(64, 5);
  const Copied to = {pointer(image), area};
  const Copied from = {host.data(), area};
  const auto withOffset = [](Copied side, ur_rect_offset_t offset) {
    side.offset = offset;
    return side;
  };
  const auto withFormat = [](Copied side, ur_image_format_t format) {
    side.format = format;
    return side;
  };
  constexpr ur_image_format_t kR16 = {UR_IMAGE_CHANNEL_ORDER_R, UR_IMAGE_CHANNEL_TYPE_HALF_FLOAT};
  const uint64_t huge = UINT64_MAX;
  for (const ur_rect_region_t region : {ur_rect_region_t{0, 3, 1}, {4, 0, 1}, {5, 3, 1}, {4, 4, 1},
                                        {4, 3, 2}, {huge, huge, huge}, {huge, 1, 1}})
    EXPECT_EQ(copy(from, to, region, kToImage), UR_RESULT_ERROR_INVALID_SIZE)
        << region.width << " x " << region.height << " x " << region.depth;
  for (const ur_rect_offset_t offset :
       {ur_rect_offset_t{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {huge, 0, 0}, {0, huge, 0}, {0, 0, huge}})
    EXPECT_EQ(copy(from, withOffset(to, offset), {4, 3, 1}, kToImage), UR_RESULT_ERROR_INVALID_SIZE)
        << offset.x << ", " << offset.y << ", " << offset.z;
  EXPECT_THAT(lastError(), HasSubstr("A copy of 4 x 3 x 1 pixels"));
  EXPECT_EQ(copy(withOffset(from, {1, 0, 0}), to, {4, 3, 1}, kToImage),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_THAT(lastError(), HasSubstr("4 x 3 x 1 pixels of 4 bytes from (1, 0, 0) on do not fit the "
                                     "source, whose rows are 16 bytes apart"));
  EXPECT_EQ(copy(from, to, {4, 3, 1}, kToImage, 0), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(copy(from, to, {4, 3, 1}, kToImage, 3), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(copy(from, to, {4, 3, 1}, kToImage, 16), UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(copy(from, to, {4, 3, 1}, static_cast<ur_exp_image_copy_input_types_t>(4)),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(copy(from, to, {4, 3, 1}, kBetweenMemory), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(copy(from, to, {4, 3, 1}, kBetweenImages), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("is neither image memory of the context nor USM"));
  EXPECT_EQ(copy(from, {pointer(mipmap), mips}, {4, 3, 1}, kToImage),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(copy(withFormat(from, kR16), to, {4, 3, 1}, kToImage),
            UR_RESULT_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(copy(withFormat(from, kR16), withFormat(to, kR16), {4, 3, 1}, kToImage),
            UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(copy({nullptr, area}, to, {4, 3, 1}, kToImage), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  void *usm = nullptr;
  ASSERT_EQ(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 47, &usm), UR_RESULT_SUCCESS);
  EXPECT_EQ(copy({usm, area}, to, {4, 3, 1}, kToImage), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_THAT(lastError(), HasSubstr("ends 48 bytes after the beginning of the source, of which 47 "
                                     "are allocated"));
  auto slanted = area;
  slanted.rowPitch = huge;
  EXPECT_EQ(copy({host.data(), slanted}, to, {4, 3, 1}, kToImage), UR_RESULT_ERROR_INVALID_SIZE);
  slanted.rowPitch = 0;
  slanted.slicePitch = huge;
  EXPECT_EQ(copy({host.data(), slanted, {0, 0, 5}}, to, {4, 3, 1}, kToImage),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(driver_.calls["cuMemcpy3DAsync"], 0);
}

TEST_F(CudaImages, MipLevels) {
  open();
  const auto mips = describe(UR_MEM_TYPE_IMAGE2D, 8, 4, 0, 0, 4);
  const uintptr_t mipmap = allocate(mips);
  std::vector<std::vector<uint32_t>> written;
  for (uint32_t index = 0; index < 4; ++index) {
    const uintptr_t at = level(mipmap, index);
    const size_t width = 8u >> index;
    const size_t height = std::max(4u >> index, 1u);
    EXPECT_EQ(info<size_t>(at, UR_IMAGE_INFO_WIDTH), width);
    EXPECT_EQ(info<size_t>(at, UR_IMAGE_INFO_HEIGHT), height);
    EXPECT_EQ(info<uint32_t>(at, UR_IMAGE_INFO_NUM_MIP_LEVELS), 1u);
    written.push_back(numbers(width * height, 100 * index));
    const auto description = describe(UR_MEM_TYPE_IMAGE2D, width, height);
    ASSERT_EQ(copy({written.back().data(), description}, {pointer(at), description},
                   {width, height, 1}, kToImage),
              UR_RESULT_SUCCESS)
        << lastError();
  }
  for (uint32_t index = 0; index < 4; ++index) {
    const uintptr_t at = level(mipmap, index); // once more
    std::vector<uint32_t> read(written[index].size());
    const auto description =
        describe(UR_MEM_TYPE_IMAGE2D, 8u >> index, std::max(4u >> index, 1u));
    ASSERT_EQ(copy({pointer(at), description}, {read.data(), description},
                   {description.width, description.height, 1}, kToMemory,
                   UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST),
              UR_RESULT_SUCCESS);
    ASSERT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
    EXPECT_EQ(read, written[index]);
  }
  uintptr_t none = 7;
  EXPECT_EQ(urBindlessImagesMipmapGetLevelExp(context_, device_, mipmap, 4, &none),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(none, 7u);
  const uintptr_t second = level(mipmap, 1);
  EXPECT_EQ(urBindlessImagesImageFreeExp(context_, device_, second), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("is a level of a mipmap, which is freed as a whole"));
  EXPECT_EQ(urBindlessImagesImageFreeExp(context_, device_, mipmap), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("has 4 mip levels; urBindlessImagesMipmapFreeExp frees it"));
  // Images are made from the whole, to sample it, and from levels.
  const auto aSampler = sampler();
  ASSERT_EQ(makeSampled(mipmap, mips, aSampler), UR_RESULT_SUCCESS) << lastError();
  EXPECT_EQ(made().resource.resType, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY);
  EXPECT_EQ(made().resource.res.mipmap.hMipmappedArray, reinterpret_cast<CUmipmappedArray>(mipmap));
  EXPECT_EQ(urBindlessImagesUnsampledImageCreateExp(context_, device_, mipmap, &kR32, &mips, &image_),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urBindlessImagesUnsampledImageCreateExp(context_, device_, second, &kR32, &mips, &image_),
            UR_RESULT_SUCCESS)
      << lastError();
  EXPECT_EQ(made().resource.res.array.hArray, reinterpret_cast<CUarray>(second));
  EXPECT_EQ(urBindlessImagesMipmapFreeExp(context_, device_, mipmap), UR_RESULT_SUCCESS);
  EXPECT_EQ(urBindlessImagesImageGetInfoExp(context_, second, UR_IMAGE_INFO_WIDTH, &none, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
}

TEST_F(CudaImages, SamplersReachTheDriver) {
  open();
  const auto box = describe(UR_MEM_TYPE_IMAGE3D, 4, 4, 4);
  const uintptr_t memory = allocate(box, kRgba8);
  ur_sampler_desc_t plain = sampler();
  ASSERT_EQ(makeSampled(memory, box, plain, kRgba8), UR_RESULT_SUCCESS) << lastError();
  EXPECT_EQ(made().resource.resType, CU_RESOURCE_TYPE_ARRAY);
  EXPECT_EQ(made().resource.res.array.hArray, reinterpret_cast<CUarray>(memory));
  EXPECT_THAT(made().texture.addressMode,
              ElementsAre(CU_TR_ADDRESS_MODE_WRAP, CU_TR_ADDRESS_MODE_WRAP,
                          CU_TR_ADDRESS_MODE_WRAP));
  EXPECT_EQ(made().texture.filterMode, CU_TR_FILTER_MODE_LINEAR);
  EXPECT_EQ(made().texture.flags, CU_TRSF_NORMALIZED_COORDINATES);

  plain.normalizedCoords = false;
  plain.filterMode = UR_SAMPLER_FILTER_MODE_NEAREST;
  plain.addressingMode = UR_SAMPLER_ADDRESSING_MODE_CLAMP;
  const uintptr_t integers = allocate(box);
  ASSERT_EQ(makeSampled(integers, box, plain), UR_RESULT_SUCCESS) << lastError();
  EXPECT_EQ(made().texture.filterMode, CU_TR_FILTER_MODE_POINT);
  EXPECT_EQ(made().texture.addressMode[2], CU_TR_ADDRESS_MODE_BORDER);
  EXPECT_EQ(made().texture.flags, CU_TRSF_READ_AS_INTEGER);

  ur_exp_sampler_cubemap_properties_t cubes{UR_STRUCTURE_TYPE_EXP_SAMPLER_CUBEMAP_PROPERTIES,
                                            nullptr, UR_EXP_SAMPLER_CUBEMAP_FILTER_MODE_SEAMLESS};
  ur_exp_sampler_addr_modes_t modes{
      UR_STRUCTURE_TYPE_EXP_SAMPLER_ADDR_MODES,
      &cubes,
      {UR_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT, UR_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE,
       UR_SAMPLER_ADDRESSING_MODE_CLAMP}};
  ur_exp_sampler_mip_properties_t mips{UR_STRUCTURE_TYPE_EXP_SAMPLER_MIP_PROPERTIES, &modes, 0.5f,
                                       2.5f, 8.0f, UR_SAMPLER_FILTER_MODE_LINEAR};
  ASSERT_EQ(makeSampled(memory, box, sampler(&mips), kRgba8), UR_RESULT_SUCCESS) << lastError();
  const CUDA_TEXTURE_DESC texture = made().texture;
  EXPECT_THAT(texture.addressMode, ElementsAre(CU_TR_ADDRESS_MODE_MIRROR, CU_TR_ADDRESS_MODE_CLAMP,
                                               CU_TR_ADDRESS_MODE_BORDER));
  EXPECT_EQ(texture.flags, CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SEAMLESS_CUBEMAP);
  EXPECT_EQ(texture.minMipmapLevelClamp, 0.5f);
  EXPECT_EQ(texture.maxMipmapLevelClamp, 2.5f);
  EXPECT_EQ(texture.maxAnisotropy, 8u);
  EXPECT_EQ(texture.mipmapFilterMode, CU_TR_FILTER_MODE_LINEAR);
  // Modes of dimensions that the image does not have do not reach the driver.
  const auto line = describe(UR_MEM_TYPE_IMAGE1D, 4);
  ASSERT_EQ(makeSampled(allocate(line), line, sampler(&modes)), UR_RESULT_SUCCESS);
  EXPECT_THAT(made().texture.addressMode,
              ElementsAre(CU_TR_ADDRESS_MODE_MIRROR, CUaddress_mode(0), CUaddress_mode(0)));

  const auto fails = [&](const ur_sampler_desc_t &bad) {
    image_ = 7;
    const ur_result_t result = makeSampled(memory, box, bad, kRgba8);
    EXPECT_EQ(image_, 7u);
    return result;
  };
  ur_sampler_desc_t bad = sampler();
  bad.filterMode = static_cast<ur_sampler_filter_mode_t>(2);
  EXPECT_EQ(fails(bad), UR_RESULT_ERROR_INVALID_ENUMERATION);
  bad = sampler();
  bad.addressingMode = static_cast<ur_sampler_addressing_mode_t>(5);
  EXPECT_EQ(fails(bad), UR_RESULT_ERROR_INVALID_ENUMERATION);
  bad = sampler();
  bad.stype = UR_STRUCTURE_TYPE_IMAGE_DESC;
  EXPECT_EQ(fails(bad), UR_RESULT_ERROR_INVALID_VALUE);
  modes.addrModes[1] = static_cast<ur_sampler_addressing_mode_t>(-1);
  EXPECT_EQ(fails(sampler(&modes)), UR_RESULT_ERROR_INVALID_ENUMERATION);
  cubes.cubemapFilterMode = static_cast<ur_exp_sampler_cubemap_filter_mode_t>(9);
  EXPECT_EQ(fails(sampler(&cubes)), UR_RESULT_ERROR_INVALID_ENUMERATION);
  mips.pNext = nullptr;
  for (const float anisotropy : {-1.0f, 17.0f, NAN}) {
    mips.maxAnisotropy = anisotropy;
    EXPECT_EQ(fails(sampler(&mips)), UR_RESULT_ERROR_INVALID_VALUE) << anisotropy;
  }
  mips.maxAnisotropy = 0;
  mips.minMipmapLevelClamp = NAN;
  EXPECT_EQ(fails(sampler(&mips)), UR_RESULT_ERROR_INVALID_VALUE);
}

TEST_F(CudaImages, ImagesOverUsm) {
  open();
  void *memory = nullptr;
  ASSERT_EQ(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 1024, &memory),
            UR_RESULT_SUCCESS);
  const auto address = reinterpret_cast<uintptr_t>(memory);
  const auto aSampler = sampler();
  ASSERT_EQ(makeSampled(address, describe(UR_MEM_TYPE_IMAGE1D, 64), aSampler, kRgba8),
            UR_RESULT_SUCCESS)
      << lastError();
  EXPECT_EQ(made().resource.resType, CU_RESOURCE_TYPE_LINEAR);
  EXPECT_EQ(made().resource.res.linear.devPtr, address);
  EXPECT_EQ(made().resource.res.linear.sizeInBytes, 256u);
  EXPECT_EQ(made().resource.res.linear.numChannels, 4u);
  auto area = describe(UR_MEM_TYPE_IMAGE2D, 5, 8);
  area.rowPitch = 128;
  ASSERT_EQ(makeSampled(address, area, aSampler, kRgba8), UR_RESULT_SUCCESS) << lastError();
  EXPECT_EQ(made().resource.resType, CU_RESOURCE_TYPE_PITCH2D);
  EXPECT_EQ(made().resource.res.pitch2D.width, 5u);
  EXPECT_EQ(made().resource.res.pitch2D.height, 8u);
  EXPECT_EQ(made().resource.res.pitch2D.pitchInBytes, 128u);
  ASSERT_EQ(makeSampled(address, describe(UR_MEM_TYPE_IMAGE2D, 16, 2), aSampler, kRgba8),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(made().resource.res.pitch2D.pitchInBytes, 64u); // packed

  const auto fails = [&](uintptr_t at, const ur_image_desc_t &description) {
    return makeSampled(at, description, aSampler, kRgba8);
  };
  EXPECT_EQ(fails(address, describe(UR_MEM_TYPE_IMAGE1D, 257)), UR_RESULT_ERROR_INVALID_IMAGE_SIZE);
  EXPECT_THAT(lastError(), HasSubstr("The image has 1028 bytes, but 1024 bytes are allocated"));
  area.height = 9;
  EXPECT_EQ(fails(address, area), UR_RESULT_ERROR_INVALID_IMAGE_SIZE);
  area.height = 8;
  for (const size_t pitch : {size_t{16}, size_t{100}, size_t{1} << 22}) {
    area.rowPitch = pitch;
    EXPECT_EQ(fails(address, area), UR_RESULT_ERROR_INVALID_IMAGE_SIZE) << pitch;
  }
  EXPECT_EQ(fails(address + 4, describe(UR_MEM_TYPE_IMAGE1D, 4)), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(fails(address, describe(UR_MEM_TYPE_IMAGE3D, 2, 2, 2)), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(fails(address, describe(UR_MEM_TYPE_IMAGE2D, 8, 8, 0, 0, 2)),
            UR_RESULT_ERROR_INVALID_VALUE);
  int local = 0;
  EXPECT_EQ(fails(reinterpret_cast<uintptr_t>(&local), describe(UR_MEM_TYPE_IMAGE1D, 1)),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urBindlessImagesUnsampledImageCreateExp(context_, device_, address, &kRgba8, &area,
                                                    &image_),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(CudaImages, Handles) {
  open();
  const auto area = describe(UR_MEM_TYPE_IMAGE2D, 4, 4);
  const uintptr_t memory = allocate(area);
  const auto aSampler = sampler();
  ASSERT_EQ(makeSampled(memory, area, aSampler), UR_RESULT_SUCCESS);
  const auto sampled = image_;
  ASSERT_EQ(urBindlessImagesUnsampledImageCreateExp(context_, device_, memory, &kR32, &area, &image_),
            UR_RESULT_SUCCESS);
  EXPECT_FALSE(made().isTexture);
  EXPECT_EQ(urBindlessImagesSampledImageHandleDestroyExp(context_, device_, image_),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urBindlessImagesUnsampledImageHandleDestroyExp(context_, device_, image_),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urBindlessImagesUnsampledImageHandleDestroyExp(context_, device_, image_),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urBindlessImagesSampledImageHandleDestroyExp(context_, device_, sampled),
            UR_RESULT_SUCCESS);
  EXPECT_TRUE(images_.live.empty());
  EXPECT_EQ(makeSampled(memory, area, aSampler, kRgba8),
            UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  const auto gathered = describe(UR_MEM_TYPE_IMAGE_GATHER_EXP, 4, 4);
  const uintptr_t forGather = allocate(gathered);
  EXPECT_EQ(makeSampled(forGather, gathered, aSampler), UR_RESULT_SUCCESS);
  EXPECT_EQ(urBindlessImagesUnsampledImageCreateExp(context_, device_, forGather, &kR32, &gathered,
                                                    &image_),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

// What is left ends with the context; what commands use, after them.
TEST_F(CudaImages, Lifetime) {
  open();
  const auto area = describe(UR_MEM_TYPE_IMAGE2D, 4, 4);
  const uintptr_t memory = allocate(area);
  const uintptr_t left = allocate(area);
  ASSERT_EQ(makeSampled(left, area, sampler()), UR_RESULT_SUCCESS);
  std::promise<void> gate;
  auto opened = gate.get_future();
  ASSERT_EQ(
      urEnqueueHostTaskExp(
          queue_, [](void *future) { static_cast<std::future<void> *>(future)->wait(); }, &opened,
          nullptr, 0, nullptr, nullptr),
      UR_RESULT_SUCCESS);
  const std::vector<uint32_t> source = numbers(16);
  std::vector<uint32_t> read(16);
  ASSERT_EQ(copy({source.data(), area}, {pointer(memory), area}, {4, 4, 1}, kToImage),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(copy({pointer(memory), area}, {read.data(), area}, {4, 4, 1}, kToMemory,
                 UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urBindlessImagesImageFreeExp(context_, device_, memory), UR_RESULT_SUCCESS);
  EXPECT_FALSE(driver_.called.contains("cuArrayDestroy"));
  gate.set_value();
  ASSERT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  EXPECT_EQ(read, source);
  releaseAll();
  EXPECT_TRUE(images_.live.empty());
}

TEST_F(CudaImages, Support) {
  open();
  const auto ask = [&](auto function, const ur_image_desc_t &description, bool isUsm,
                       ur_image_format_t format = kR32) {
    ur_bool_t isSupported = false;
    EXPECT_EQ(function(context_, device_, &description, &format,
                       isUsm ? UR_EXP_IMAGE_MEM_TYPE_USM_POINTER
                             : UR_EXP_IMAGE_MEM_TYPE_OPAQUE_HANDLE,
                       &isSupported),
              UR_RESULT_SUCCESS)
        << lastError();
    return isSupported;
  };
  const auto memory = urBindlessImagesGetImageMemoryHandleTypeSupportExp;
  const auto sampled = urBindlessImagesGetImageSampledHandleSupportExp;
  const auto unsampled = urBindlessImagesGetImageUnsampledHandleSupportExp;
  const auto area = describe(UR_MEM_TYPE_IMAGE2D, 4, 4);
  const auto mips = describe(UR_MEM_TYPE_IMAGE2D, 4, 4, 0, 0, 2);
  for (const auto function : {memory, sampled, unsampled}) {
    EXPECT_TRUE(ask(function, area, false));
    EXPECT_EQ(ask(function, area, true), function != unsampled);
    EXPECT_EQ(ask(function, mips, false), function != unsampled);
    EXPECT_FALSE(ask(function, mips, true));
    EXPECT_FALSE(ask(function, describe(UR_MEM_TYPE_IMAGE3D, 4, 4, 4), true));
    EXPECT_TRUE(ask(function, describe(UR_MEM_TYPE_IMAGE3D, 4, 4, 4), false));
    EXPECT_FALSE(ask(function, describe(UR_MEM_TYPE_IMAGE2D, 4, 65001), false));
    EXPECT_FALSE(ask(function, area, false,
                     {UR_IMAGE_CHANNEL_ORDER_RGB, UR_IMAGE_CHANNEL_TYPE_FLOAT}));
    EXPECT_EQ(ask(function, describe(UR_MEM_TYPE_IMAGE_GATHER_EXP, 4, 4), false),
              function != unsampled);
  }
  EXPECT_TRUE(ask(sampled, describe(UR_MEM_TYPE_IMAGE1D, 1 << 20), true));
  EXPECT_FALSE(ask(sampled, describe(UR_MEM_TYPE_IMAGE1D, 1 << 20), false));
  auto wide = area;
  wide.rowPitch = size_t{1} << 22;
  EXPECT_FALSE(ask(sampled, wide, true));
  ur_bool_t isSupported = true;
  EXPECT_EQ(sampled(context_, device_, &area, &kR32, static_cast<ur_exp_image_mem_type_t>(2),
                    &isSupported),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  const auto odd = describe(static_cast<ur_mem_type_t>(99), 4);
  EXPECT_EQ(sampled(context_, device_, &odd, &kR32, UR_EXP_IMAGE_MEM_TYPE_OPAQUE_HANDLE,
                    &isSupported),
            UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  for (int type = 0; type < 5; ++type) {
    EXPECT_EQ(urBindlessImagesSupportsImportingHandleTypeExp(
                  device_, static_cast<ur_exp_external_mem_type_t>(type), &isSupported),
              UR_RESULT_SUCCESS);
    EXPECT_EQ(isSupported, type == UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD);
  }
  EXPECT_EQ(urBindlessImagesSupportsImportingHandleTypeExp(
                device_, static_cast<ur_exp_external_mem_type_t>(5), &isSupported),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
}

TEST_F(CudaImages, ExternalMemory) {
  open();
  const int file = makeFile(8192);
  auto *shared = static_cast<uint32_t *>(
      mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  std::iota(shared, shared + 2048, 0u);
  ur_exp_external_mem_handle_t memory = nullptr;
  ASSERT_EQ(importMemory(file, 8192, memory), UR_RESULT_SUCCESS) << lastError();
  // As an image.
  const auto area = describe(UR_MEM_TYPE_IMAGE2D, 8, 4);
  uintptr_t image = 0;
  ASSERT_EQ(
      urBindlessImagesMapExternalArrayExp(context_, device_, &kR32, &area, memory, &image),
      UR_RESULT_SUCCESS)
      << lastError();
  std::vector<uint32_t> read(2);
  const auto pair = describe(UR_MEM_TYPE_IMAGE2D, 1, 2);
  ASSERT_EQ(copy({pointer(image), area, {3, 1, 0}}, {read.data(), pair}, {1, 2, 1}, kToMemory,
                 UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  EXPECT_THAT(read, ElementsAre(11, 19));
  EXPECT_EQ(urBindlessImagesMipmapFreeExp(context_, device_, image), UR_RESULT_ERROR_INVALID_VALUE);
  // As a mipmap.
  const auto mips = describe(UR_MEM_TYPE_IMAGE2D, 8, 4, 0, 0, 2);
  uintptr_t mipmap = 0;
  ASSERT_EQ(
      urBindlessImagesMapExternalArrayExp(context_, device_, &kR32, &mips, memory, &mipmap),
      UR_RESULT_SUCCESS);
  EXPECT_EQ(info<size_t>(level(mipmap, 1), UR_IMAGE_INFO_WIDTH), 4u);
  EXPECT_EQ(urBindlessImagesMipmapFreeExp(context_, device_, mipmap), UR_RESULT_SUCCESS);
  // As memory.
  void *linear = nullptr;
  ASSERT_EQ(
      urBindlessImagesMapExternalLinearMemoryExp(context_, device_, 4096, 4096, memory, &linear),
      UR_RESULT_SUCCESS)
      << lastError();
  uint32_t value = 77;
  ASSERT_EQ(urEnqueueUSMMemcpy(queue_, true, static_cast<uint32_t *>(linear) + 3, &value, 4, 0,
                               nullptr, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(shared[1024 + 3], 77u);
  ur_usm_type_t type{};
  EXPECT_EQ(urUSMGetMemAllocInfo(context_, linear, UR_USM_ALLOC_INFO_TYPE, sizeof(type), &type,
                                 nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(type, UR_USM_TYPE_DEVICE);

  const auto mapLinear = [&](uint64_t offset, uint64_t size) {
    void *mapped = nullptr;
    return urBindlessImagesMapExternalLinearMemoryExp(context_, device_, offset, size, memory,
                                                      &mapped);
  };
  EXPECT_EQ(mapLinear(0, 0), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(mapLinear(4096, 4097), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(mapLinear(UINT64_MAX, 2), UR_RESULT_ERROR_INVALID_SIZE);
  const auto large = describe(UR_MEM_TYPE_IMAGE2D, 64, 64);
  EXPECT_EQ(urBindlessImagesMapExternalArrayExp(context_, device_, &kR32, &large, memory, &image),
            UR_RESULT_ERROR_INVALID_IMAGE_SIZE);
  EXPECT_EQ(urBindlessImagesFreeMappedLinearMemoryExp(context_, device_, &value),
            UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_EQ(urBindlessImagesFreeMappedLinearMemoryExp(context_, device_, linear),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urBindlessImagesImageFreeExp(context_, device_, image), UR_RESULT_SUCCESS);
  EXPECT_EQ(urBindlessImagesReleaseExternalMemoryExp(context_, device_, memory), UR_RESULT_SUCCESS);
  munmap(shared, 8192);
}

TEST_F(CudaImages, BadImports) {
  open();
  ur_exp_external_mem_handle_t memory = nullptr;
  ur_exp_external_semaphore_handle_t semaphore = nullptr;
  const int file = makeFile(64);
  EXPECT_EQ(importMemory(file, 0, memory), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(importMemory(-1, 64, memory), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(importMemory(file, 64, memory, UR_EXP_EXTERNAL_MEM_TYPE_WIN32_NT),
            UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION);
  EXPECT_EQ(importMemory(file, 64, memory, static_cast<ur_exp_external_mem_type_t>(9)),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(importMemory(file, 65, memory), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("cuImportExternalMemory failed"));
  ur_exp_external_mem_desc_t empty{UR_STRUCTURE_TYPE_EXP_EXTERNAL_MEM_DESC, nullptr};
  EXPECT_EQ(urBindlessImagesImportExternalMemoryExp(
                context_, device_, 64, UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD, &empty, &memory),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("contains no file descriptor"));
  EXPECT_EQ(importSemaphore(file, UR_EXP_EXTERNAL_SEMAPHORE_TYPE_WIN32_NT_DX12_FENCE, semaphore),
            UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION);
  EXPECT_EQ(importSemaphore(file, static_cast<ur_exp_external_semaphore_type_t>(6), semaphore),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(semaphore, nullptr);
  EXPECT_EQ(close(file), 0); // still the application's
}

TEST_F(CudaImages, ExternalSemaphores) {
  open(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const int file = makeFile(1);
  const int sameFile = dup(file);
  ur_exp_external_semaphore_handle_t ours = nullptr;
  ur_exp_external_semaphore_handle_t theirs = nullptr;
  ASSERT_EQ(importSemaphore(file, UR_EXP_EXTERNAL_SEMAPHORE_TYPE_TIMELINE_FD, ours),
            UR_RESULT_SUCCESS)
      << lastError();
  ASSERT_EQ(importSemaphore(sameFile, UR_EXP_EXTERNAL_SEMAPHORE_TYPE_TIMELINE_FD, theirs),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(urBindlessImagesWaitExternalSemaphoreExp(queue_, ours, true, 5, 0, nullptr, &event_),
            UR_RESULT_SUCCESS)
      << lastError();
  ur_command_t type{};
  EXPECT_EQ(urEventGetInfo(event_, UR_EVENT_INFO_COMMAND_TYPE, sizeof(type), &type, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(type, UR_COMMAND_EXTERNAL_SEMAPHORE_WAIT_EXP);
  // Later commands of the queue follow.
  ur_event_handle_t later = nullptr;
  ASSERT_EQ(urEnqueueEventsWait(queue_, 0, nullptr, &later), UR_RESULT_SUCCESS);
  const auto isComplete = [](ur_event_handle_t event) {
    ur_event_status_t status{};
    EXPECT_EQ(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                             nullptr),
              UR_RESULT_SUCCESS);
    return status == UR_EVENT_STATUS_COMPLETE;
  };
  EXPECT_FALSE(isComplete(event_));
  EXPECT_FALSE(isComplete(later));
  EXPECT_EQ(urBindlessImagesReleaseExternalSemaphoreExp(context_, device_, ours),
            UR_RESULT_SUCCESS); // the command keeps it
  ur_queue_handle_t other = nullptr;
  ASSERT_EQ(urQueueCreate(context_, device_, nullptr, &other), UR_RESULT_SUCCESS);
  ASSERT_EQ(urBindlessImagesSignalExternalSemaphoreExp(other, theirs, true, 4, 0, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(urQueueFinish(other), UR_RESULT_SUCCESS);
  EXPECT_FALSE(isComplete(event_));
  ASSERT_EQ(urBindlessImagesSignalExternalSemaphoreExp(other, theirs, true, 6, 0, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  EXPECT_TRUE(isComplete(event_));
  EXPECT_TRUE(isComplete(later));
  EXPECT_EQ(
      urBindlessImagesSignalExternalSemaphoreExp(other, theirs, false, 0, 0, nullptr, nullptr),
      UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("No value was given for a semaphore that is a timeline."));
  EXPECT_EQ(urBindlessImagesReleaseExternalSemaphoreExp(context_, device_, theirs),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urEventRelease(later), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueRelease(other), UR_RESULT_SUCCESS);
}

TEST_F(CudaImages, BinarySemaphores) {
  open();
  ur_exp_external_semaphore_handle_t semaphore = nullptr;
  ASSERT_EQ(importSemaphore(makeFile(1), UR_EXP_EXTERNAL_SEMAPHORE_TYPE_OPAQUE_FD, semaphore),
            UR_RESULT_SUCCESS)
      << lastError();
  ur_queue_handle_t other = nullptr;
  ASSERT_EQ(urQueueCreate(context_, device_, nullptr, &other), UR_RESULT_SUCCESS);
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(
        urBindlessImagesWaitExternalSemaphoreExp(queue_, semaphore, false, 0, 0, nullptr, nullptr),
        UR_RESULT_SUCCESS);
    ASSERT_EQ(
        urBindlessImagesSignalExternalSemaphoreExp(other, semaphore, false, 0, 0, nullptr, nullptr),
        UR_RESULT_SUCCESS);
    ASSERT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  }
  EXPECT_EQ(
      urBindlessImagesWaitExternalSemaphoreExp(queue_, semaphore, true, 1, 0, nullptr, nullptr),
      UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urBindlessImagesReleaseExternalSemaphoreExp(context_, device_, semaphore),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueRelease(other), UR_RESULT_SUCCESS);
}

TEST_F(CudaImages, BetweenDevices) {
  driver_.devices = 2;
  ASSERT_EQ(devices(), 2u);
  std::array<ur_device_handle_t, 2> both{};
  ASSERT_EQ(urDeviceGet(platform_, UR_DEVICE_TYPE_GPU, 2, both.data(), nullptr), UR_RESULT_SUCCESS);
  ASSERT_EQ(urContextCreate(2, both.data(), nullptr, &context_), UR_RESULT_SUCCESS);
  device_ = both[0];
  ASSERT_EQ(makeQueue(0), UR_RESULT_SUCCESS);
  const auto area = describe(UR_MEM_TYPE_IMAGE2D, 4, 4);
  const uintptr_t first = allocate(area);
  device_ = both[1];
  const uintptr_t second = allocate(area);
  const std::vector<uint32_t> source = numbers(16);
  std::vector<uint32_t> read(16);
  ASSERT_EQ(copy({source.data(), area}, {pointer(first), area}, {4, 4, 1}, kToImage),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(driver_.calls["cuMemcpy3DPeerAsync"], 0);
  ASSERT_EQ(copy({pointer(first), area}, {pointer(second), area}, {4, 4, 1}, kBetweenImages,
                 UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_DEVICE),
            UR_RESULT_SUCCESS)
      << lastError();
  ASSERT_EQ(copy({pointer(second), area}, {read.data(), area}, {4, 4, 1}, kToMemory,
                 UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST),
            UR_RESULT_SUCCESS)
      << lastError();
  ASSERT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  EXPECT_EQ(driver_.calls["cuMemcpy3DPeerAsync"], 2);
  EXPECT_EQ(read, source);
  EXPECT_EQ(makeSampled(first, area, sampler()), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("belongs to device 'Fake GPU 0'"));
  EXPECT_EQ(urBindlessImagesImageFreeExp(context_, device_, first), UR_RESULT_ERROR_INVALID_VALUE);
}

TEST_F(CudaImages, EveryCallMayFail) {
  open();
  const auto area = describe(UR_MEM_TYPE_IMAGE2D, 4, 4);
  const auto mips = describe(UR_MEM_TYPE_IMAGE2D, 4, 4, 0, 0, 2);
  const uintptr_t memory = allocate(area);
  const uintptr_t mipmap = allocate(mips);
  ur_exp_external_mem_handle_t external = nullptr;
  ASSERT_EQ(importMemory(makeFile(4096), 4096, external), UR_RESULT_SUCCESS);
  ur_exp_external_semaphore_handle_t semaphore = nullptr;
  ASSERT_EQ(importSemaphore(makeFile(1), UR_EXP_EXTERNAL_SEMAPHORE_TYPE_TIMELINE_FD, semaphore),
            UR_RESULT_SUCCESS);
  const int file = makeFile(4096);
  const int objects = driver_.objects;
  uintptr_t image = 7;
  void *linear = nullptr;
  ur_exp_external_mem_handle_t otherMemory = nullptr;
  ur_exp_external_semaphore_handle_t otherSemaphore = nullptr;
  const std::vector<uint32_t> source = numbers(16);
  const auto map = [&](const ur_image_desc_t &description) {
    return urBindlessImagesMapExternalArrayExp(context_, device_, &kR32, &description, external,
                                               &image);
  };
  using Call = std::function<ur_result_t()>;
  const std::vector<std::pair<const char *, Call>> calls = {
      {"cuArray3DCreate", [&] { return tryAllocate(area); }},
      {"cuMipmappedArrayCreate", [&] { return tryAllocate(mips); }},
      {"cuMipmappedArrayGetLevel",
       [&] { return urBindlessImagesMipmapGetLevelExp(context_, device_, mipmap, 1, &image); }},
      {"cuMipmappedArrayGetLevel", [&] { return map(area); }},
      {"cuExternalMemoryGetMappedMipmappedArray", [&] { return map(mips); }},
      {"cuExternalMemoryGetMappedBuffer",
       [&] {
         return urBindlessImagesMapExternalLinearMemoryExp(context_, device_, 0, 64, external,
                                                           &linear);
       }},
      {"cuTexObjectCreate", [&] { return makeSampled(memory, area, sampler()); }},
      {"cuSurfObjectCreate",
       [&] {
         return urBindlessImagesUnsampledImageCreateExp(context_, device_, memory, &kR32, &area,
                                                        &image_);
       }},
      {"cuImportExternalMemory", [&] { return importMemory(file, 4096, otherMemory); }},
      {"cuImportExternalSemaphore",
       [&] {
         return importSemaphore(file, UR_EXP_EXTERNAL_SEMAPHORE_TYPE_OPAQUE_FD, otherSemaphore);
       }},
      {"cuMemcpy3DAsync",
       [&] {
         return copy({source.data(), area}, {pointer(memory), area}, {4, 4, 1}, kToImage,
                     UR_EXP_IMAGE_COPY_FLAG_HOST_TO_DEVICE, &event_);
       }},
      {"cuWaitExternalSemaphoresAsync",
       [&] {
         return urBindlessImagesWaitExternalSemaphoreExp(queue_, semaphore, true, 0, 0, nullptr,
                                                         &event_);
       }},
      {"cuSignalExternalSemaphoresAsync",
       [&] {
         return urBindlessImagesSignalExternalSemaphoreExp(queue_, semaphore, true, 0, 0, nullptr,
                                                           &event_);
       }},
  };
  for (const auto &[function, call] : calls) {
    driver_.fail(function, CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(call(), UR_RESULT_ERROR_UNSUPPORTED_FEATURE) << function;
    driver_.fail("");
    EXPECT_THAT(lastError(), HasSubstr(std::string(function) +
                                       " failed: CUDA_ERROR_NOT_SUPPORTED (801)"));
    EXPECT_EQ(driver_.objects, objects) << function;
  }
  EXPECT_EQ(image, 7u);
  EXPECT_EQ(image_, 0u);
  EXPECT_EQ(linear, nullptr);
  EXPECT_EQ(event_, nullptr);
  EXPECT_EQ(close(file), 0);
  driver_.fail("cuArray3DCreate");
  EXPECT_EQ(tryAllocate(area), UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
  driver_.fail("");
  EXPECT_EQ(urBindlessImagesReleaseExternalMemoryExp(context_, device_, external),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urBindlessImagesReleaseExternalSemaphoreExp(context_, device_, semaphore),
            UR_RESULT_SUCCESS);
}

} // namespace
} // namespace ursa
