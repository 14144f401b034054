// The fixture of the tests of ordinary images.
#pragma once

#include "cuda/gate.h"
#include "cuda/images_fixture.h"

namespace ursa {

inline constexpr ur_image_format_t kFloats = {UR_IMAGE_CHANNEL_ORDER_RGBA,
                                              UR_IMAGE_CHANNEL_TYPE_FLOAT};
inline constexpr size_t kChannels = size_t{4} * 3 * 4; ///< of an image of 4 x 3 pixels

/// A kernel that the fake driver knows, with notes about its arguments.
inline constexpr const char *kCopyPtx = R"(
.version 7.0
.target sm_70
.visible .entry copy_2d(.param .u64 .ptr .global .align 1 a, .param .u64 .ptr .global .align 1 b, .param .u64 .ptr .align 1 s) { ret; }
.visible .entry copy_images(.param .u64 .ptr .global .align 1 a, .param .u64 .ptr .global .align 1 b) { ret; }
.visible .entry step(.param .u64 value, .param .u32 expected) { ret; }
// ursa-argument copy_2d 0 image2d_t read_only
// ursa-argument copy_2d 1 image2d_t
// ursa-argument copy_2d 2 sampler_t
// ursa-argument copy_images 0 image2d_t read_only
// ursa-argument copy_images 1 image2d_t
)";

struct CudaMemImages : CudaImages {
  ~CudaMemImages() override {
    for (ur_mem_handle_t image : made_)
      EXPECT_OK(urMemRelease(image));
    if (sampler_) {
      EXPECT_OK(urSamplerRelease(sampler_));
    }
  }

  ur_mem_handle_t make(const ur_image_desc_t &description,
                       const ur_image_format_t &format = kFloats) {
    ur_mem_handle_t image = nullptr;
    EXPECT_OK(tryMake(image, description, format)) << lastError();
    return image;
  }
  ur_result_t tryMake(ur_mem_handle_t &image, ur_image_desc_t description,
                      const ur_image_format_t &format, void *host = nullptr) {
    description.numMipLevel = 0;
    const ur_result_t result =
        urMemImageCreate(context_, host ? UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER : 0, &format,
                         &description, host, &image);
    if (result == UR_RESULT_SUCCESS)
      made_.push_back(image);
    return result;
  }
  void makeSampler() {
    const ur_sampler_desc_t description{UR_STRUCTURE_TYPE_SAMPLER_DESC, nullptr, false,
                                        UR_SAMPLER_ADDRESSING_MODE_CLAMP,
                                        UR_SAMPLER_FILTER_MODE_NEAREST};
    ASSERT_OK(urSamplerCreate(context_, &description, &sampler_));
  }
  ur_result_t copyKernel() {
    if (const ur_result_t result = makeProgram(kCopyPtx); result != UR_RESULT_SUCCESS)
      return result;
    return makeKernel("copy_2d");
  }
  std::vector<ur_exp_kernel_arg_properties_t> arguments(ur_mem_handle_t from, ur_mem_handle_t to) {
    std::vector<ur_exp_kernel_arg_properties_t> all = {
        pointerArgument(0, nullptr), pointerArgument(1, nullptr), pointerArgument(2, nullptr)};
    all[0].type = all[1].type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    all[0].value.memObjTuple = {from, 0};
    all[1].value.memObjTuple = {to, 0};
    all[2].type = UR_EXP_KERNEL_ARG_TYPE_SAMPLER;
    all[2].value.sampler = sampler_;
    return all;
  }
  ur_result_t launchCopy(ur_queue_handle_t queue, ur_mem_handle_t from, ur_mem_handle_t to) {
    const auto all = arguments(from, to);
    const size_t global[2] = {4, 3};
    return urEnqueueKernelLaunchWithArgsExp(queue, kernel_, 2, nullptr, global, nullptr, 3,
                                            all.data(), nullptr, 0, nullptr, nullptr);
  }
  std::vector<float> read(ur_mem_handle_t image, ur_rect_region_t region, size_t channels) {
    std::vector<float> pixels(region.width * region.height * region.depth * channels);
    EXPECT_OK(urEnqueueMemImageRead(queue_, image, true, {}, region, 0, 0, pixels.data(), 0,
                                    nullptr, nullptr))
        << lastError();
    return pixels;
  }

  std::vector<ur_mem_handle_t> made_;
  ur_sampler_handle_t sampler_ = nullptr;
};

inline std::vector<float> floats(size_t count) {
  std::vector<float> all(count);
  std::iota(all.begin(), all.end(), 0.5f);
  return all;
}

} // namespace ursa
