// Bindless images: their memory, the objects that kernels use, and queries.
#include "cuda/images_fixture.h"

#include <array>
#include <cmath>
#include <functional>

namespace ursa {
namespace {

using namespace cuda;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

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
  for (const ur_device_info_t query : {UR_DEVICE_INFO_BINDLESS_SAMPLE_1D_USM_SUPPORT_EXP,
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
    const auto free =
        description.numMipLevel > 1 ? urBindlessImagesMipmapFreeExp : urBindlessImagesImageFreeExp;
    EXPECT_OK(free(context_, device_, memory)) << lastError();
    EXPECT_EQ(free(context_, device_, memory), UR_RESULT_ERROR_INVALID_VALUE);
  }
}

TEST_F(CudaImages, Formats) {
  open();
  const auto line = describe(UR_MEM_TYPE_IMAGE1D, 5);
  for (int order = 0; order <= UR_IMAGE_CHANNEL_ORDER_SRGBA; ++order)
    for (int type = 0; type <= UR_IMAGE_CHANNEL_TYPE_FLOAT; ++type) {
      const bool hasOrder =
          order <= UR_IMAGE_CHANNEL_ORDER_RA ||
          (order >= UR_IMAGE_CHANNEL_ORDER_RGBA && order <= UR_IMAGE_CHANNEL_ORDER_ABGR);
      const bool hasType =
          type <= UR_IMAGE_CHANNEL_TYPE_UNORM_INT16 || type >= UR_IMAGE_CHANNEL_TYPE_SIGNED_INT8;
      const ur_image_format_t format = {static_cast<ur_image_channel_order_t>(order),
                                        static_cast<ur_image_channel_type_t>(type)};
      EXPECT_EQ(tryAllocate(line, format),
                hasOrder && hasType ? UR_RESULT_SUCCESS : UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT)
          << order << ", " << type;
    }
  EXPECT_EQ(tryAllocate(line, {static_cast<ur_image_channel_order_t>(15), kR32.channelType}),
            UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(tryAllocate(line, {kR32.channelOrder, UR_IMAGE_CHANNEL_TYPE_FORCE_UINT32}),
            UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_THAT(lastError(), HasSubstr("channel type 2147483647 is no image format"));
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
  EXPECT_EQ(
      urBindlessImagesImageGetInfoExp(context_, memory, UR_IMAGE_INFO_WIDTH, nullptr, nullptr),
      UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urBindlessImagesImageGetInfoExp(context_, 1, UR_IMAGE_INFO_WIDTH, &memory, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
  size_t size = 0;
  EXPECT_EQ(
      urBindlessImagesImageGetInfoExp(context_, memory, UR_IMAGE_INFO_ROW_PITCH, &size, nullptr),
      UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION);
  EXPECT_EQ(
      urBindlessImagesWaitExternalSemaphoreExp(queue_, nullptr, false, 0, 0, nullptr, nullptr),
      UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(urBindlessImagesReleaseExternalMemoryExp(context_, device_, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_HANDLE);
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
    ASSERT_OK(copy({written.back().data(), description}, {pointer(at), description},
                   {width, height, 1}, kToImage))
        << lastError();
  }
  for (uint32_t index = 0; index < 4; ++index) {
    const uintptr_t at = level(mipmap, index); // once more
    std::vector<uint32_t> read(written[index].size());
    const auto description = describe(UR_MEM_TYPE_IMAGE2D, 8u >> index, std::max(4u >> index, 1u));
    ASSERT_OK(copy({pointer(at), description}, {read.data(), description},
                   {description.width, description.height, 1}, kToMemory,
                   UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST));
    ASSERT_OK(urQueueFinish(queue_));
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
  ASSERT_OK(makeSampled(mipmap, mips, aSampler)) << lastError();
  EXPECT_EQ(made().resource.resType, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY);
  EXPECT_EQ(made().resource.res.mipmap.hMipmappedArray, reinterpret_cast<CUmipmappedArray>(mipmap));
  EXPECT_EQ(
      urBindlessImagesUnsampledImageCreateExp(context_, device_, mipmap, &kR32, &mips, &image_),
      UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_OK(
      urBindlessImagesUnsampledImageCreateExp(context_, device_, second, &kR32, &mips, &image_))
      << lastError();
  EXPECT_EQ(made().resource.res.array.hArray, reinterpret_cast<CUarray>(second));
  EXPECT_OK(urBindlessImagesMipmapFreeExp(context_, device_, mipmap));
  EXPECT_EQ(urBindlessImagesImageGetInfoExp(context_, second, UR_IMAGE_INFO_WIDTH, &none, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
}

TEST_F(CudaImages, SamplersReachTheDriver) {
  open();
  const auto box = describe(UR_MEM_TYPE_IMAGE3D, 4, 4, 4);
  const uintptr_t memory = allocate(box, kRgba8);
  ur_sampler_desc_t plain = sampler();
  ASSERT_OK(makeSampled(memory, box, plain, kRgba8)) << lastError();
  EXPECT_EQ(made().resource.resType, CU_RESOURCE_TYPE_ARRAY);
  EXPECT_EQ(made().resource.res.array.hArray, reinterpret_cast<CUarray>(memory));
  EXPECT_THAT(
      made().texture.addressMode,
      ElementsAre(CU_TR_ADDRESS_MODE_WRAP, CU_TR_ADDRESS_MODE_WRAP, CU_TR_ADDRESS_MODE_WRAP));
  EXPECT_EQ(made().texture.filterMode, CU_TR_FILTER_MODE_LINEAR);
  EXPECT_EQ(made().texture.flags, CU_TRSF_NORMALIZED_COORDINATES);

  plain.normalizedCoords = false;
  plain.filterMode = UR_SAMPLER_FILTER_MODE_NEAREST;
  plain.addressingMode = UR_SAMPLER_ADDRESSING_MODE_CLAMP;
  const uintptr_t integers = allocate(box);
  ASSERT_OK(makeSampled(integers, box, plain)) << lastError();
  EXPECT_EQ(made().texture.filterMode, CU_TR_FILTER_MODE_POINT);
  EXPECT_EQ(made().texture.addressMode[2], CU_TR_ADDRESS_MODE_BORDER);
  EXPECT_EQ(made().texture.flags, CU_TRSF_READ_AS_INTEGER);

  ur_exp_sampler_cubemap_properties_t cubes{UR_STRUCTURE_TYPE_EXP_SAMPLER_CUBEMAP_PROPERTIES,
                                            nullptr, UR_EXP_SAMPLER_CUBEMAP_FILTER_MODE_SEAMLESS};
  ur_exp_sampler_addr_modes_t modes{UR_STRUCTURE_TYPE_EXP_SAMPLER_ADDR_MODES,
                                    &cubes,
                                    {UR_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT,
                                     UR_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE,
                                     UR_SAMPLER_ADDRESSING_MODE_CLAMP}};
  ur_exp_sampler_mip_properties_t mips{UR_STRUCTURE_TYPE_EXP_SAMPLER_MIP_PROPERTIES,
                                       &modes,
                                       0.5f,
                                       2.5f,
                                       8.0f,
                                       UR_SAMPLER_FILTER_MODE_LINEAR};
  ASSERT_OK(makeSampled(memory, box, sampler(&mips), kRgba8)) << lastError();
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
  ASSERT_OK(makeSampled(allocate(line), line, sampler(&modes)));
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
  modes.addrModes[1] = UR_SAMPLER_ADDRESSING_MODE_FORCE_UINT32;
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
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 1024, &memory));
  const auto address = reinterpret_cast<uintptr_t>(memory);
  const auto aSampler = sampler();
  ASSERT_OK(makeSampled(address, describe(UR_MEM_TYPE_IMAGE1D, 64), aSampler, kRgba8))
      << lastError();
  EXPECT_EQ(made().resource.resType, CU_RESOURCE_TYPE_LINEAR);
  EXPECT_EQ(made().resource.res.linear.devPtr, address);
  EXPECT_EQ(made().resource.res.linear.sizeInBytes, 256u);
  EXPECT_EQ(made().resource.res.linear.numChannels, 4u);
  auto area = describe(UR_MEM_TYPE_IMAGE2D, 5, 8);
  area.rowPitch = 128;
  ASSERT_OK(makeSampled(address, area, aSampler, kRgba8)) << lastError();
  EXPECT_EQ(made().resource.resType, CU_RESOURCE_TYPE_PITCH2D);
  EXPECT_EQ(made().resource.res.pitch2D.width, 5u);
  EXPECT_EQ(made().resource.res.pitch2D.height, 8u);
  EXPECT_EQ(made().resource.res.pitch2D.pitchInBytes, 128u);
  ASSERT_OK(makeSampled(address, describe(UR_MEM_TYPE_IMAGE2D, 16, 2), aSampler, kRgba8));
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
  EXPECT_EQ(
      urBindlessImagesUnsampledImageCreateExp(context_, device_, address, &kRgba8, &area, &image_),
      UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(CudaImages, Handles) {
  open();
  const auto area = describe(UR_MEM_TYPE_IMAGE2D, 4, 4);
  const uintptr_t memory = allocate(area);
  const auto aSampler = sampler();
  ASSERT_OK(makeSampled(memory, area, aSampler));
  const auto sampled = image_;
  ASSERT_OK(
      urBindlessImagesUnsampledImageCreateExp(context_, device_, memory, &kR32, &area, &image_));
  EXPECT_FALSE(made().isTexture);
  EXPECT_EQ(urBindlessImagesSampledImageHandleDestroyExp(context_, device_, image_),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_OK(urBindlessImagesUnsampledImageHandleDestroyExp(context_, device_, image_));
  EXPECT_EQ(urBindlessImagesUnsampledImageHandleDestroyExp(context_, device_, image_),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_OK(urBindlessImagesSampledImageHandleDestroyExp(context_, device_, sampled));
  EXPECT_TRUE(images_.live.empty());
  EXPECT_EQ(makeSampled(memory, area, aSampler, kRgba8),
            UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  const auto gathered = describe(UR_MEM_TYPE_IMAGE_GATHER_EXP, 4, 4);
  const uintptr_t forGather = allocate(gathered);
  EXPECT_OK(makeSampled(forGather, gathered, aSampler));
  EXPECT_EQ(urBindlessImagesUnsampledImageCreateExp(context_, device_, forGather, &kR32, &gathered,
                                                    &image_),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

// The native handle of an image ends, and not the device, which is the last object passed.
TEST_F(CudaImages, ValidationKnowsWhatIsDestroyed) {
  const ScopedVariable layers("UR_ENABLE_LAYERS", "UR_LAYER_FULL_VALIDATION");
  open();
  const auto area = describe(UR_MEM_TYPE_IMAGE2D, 4, 4);
  const uintptr_t memory = allocate(area);
  for (int round = 0; round < 3; ++round) {
    ASSERT_OK(makeSampled(memory, area, sampler())) << lastError();
    ASSERT_OK(urBindlessImagesSampledImageHandleDestroyExp(context_, device_, image_))
        << lastError();
  }
}

TEST_F(CudaImages, Support) {
  open();
  const auto ask = [&](auto function, const ur_image_desc_t &description, bool isUsm,
                       ur_image_format_t format = kR32) {
    ur_bool_t isSupported = false;
    EXPECT_OK(
        function(context_, device_, &description, &format,
                 isUsm ? UR_EXP_IMAGE_MEM_TYPE_USM_POINTER : UR_EXP_IMAGE_MEM_TYPE_OPAQUE_HANDLE,
                 &isSupported))
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
    EXPECT_FALSE(
        ask(function, area, false, {UR_IMAGE_CHANNEL_ORDER_RGB, UR_IMAGE_CHANNEL_TYPE_FLOAT}));
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
  EXPECT_EQ(
      sampled(context_, device_, &odd, &kR32, UR_EXP_IMAGE_MEM_TYPE_OPAQUE_HANDLE, &isSupported),
      UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  for (int type = 0; type < 5; ++type) {
    EXPECT_OK(urBindlessImagesSupportsImportingHandleTypeExp(
        device_, static_cast<ur_exp_external_mem_type_t>(type), &isSupported));
    EXPECT_EQ(isSupported, type == UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD);
  }
  EXPECT_EQ(urBindlessImagesSupportsImportingHandleTypeExp(
                device_, static_cast<ur_exp_external_mem_type_t>(5), &isSupported),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
}

TEST_F(CudaImages, EveryCallMayFail) {
  open();
  const auto area = describe(UR_MEM_TYPE_IMAGE2D, 4, 4);
  const auto mips = describe(UR_MEM_TYPE_IMAGE2D, 4, 4, 0, 0, 2);
  const uintptr_t memory = allocate(area);
  const uintptr_t mipmap = allocate(mips);
  ur_exp_external_mem_handle_t external = nullptr;
  ASSERT_OK(importMemory(makeFile(4096), 4096, external));
  ur_exp_external_semaphore_handle_t semaphore = nullptr;
  ASSERT_OK(importSemaphore(makeFile(1), UR_EXP_EXTERNAL_SEMAPHORE_TYPE_TIMELINE_FD, semaphore));
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
    EXPECT_THAT(lastError(),
                HasSubstr(std::string(function) + " failed: CUDA_ERROR_NOT_SUPPORTED (801)"));
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
  EXPECT_OK(urBindlessImagesReleaseExternalMemoryExp(context_, device_, external));
  EXPECT_OK(urBindlessImagesReleaseExternalSemaphoreExp(context_, device_, semaphore));
}

} // namespace
} // namespace ursa
