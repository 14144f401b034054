// Ordinary images and samplers: what kernels get instead of an image, and failures of the driver.
#include "cuda/images_fixture.h"

#include "compiler/targets/nvptx/runtime/image_argument.h"

#include <functional>
#include <set>

namespace ursa {
namespace {

using ::testing::HasSubstr;

constexpr ur_image_format_t kFloats = {UR_IMAGE_CHANNEL_ORDER_RGBA, UR_IMAGE_CHANNEL_TYPE_FLOAT};
constexpr size_t kChannels = size_t{4} * 3 * 4; ///< of an image of 4 x 3 pixels

/// A kernel that the fake driver knows, with notes about its arguments.
constexpr const char *kCopyPtx = R"(
.version 7.0
.target sm_70
.visible .entry copy_2d(.param .u64 .ptr .global .align 1 a, .param .u64 .ptr .global .align 1 b, .param .u64 .ptr .align 1 s) { ret; }
// ursa-argument copy_2d 0 image2d_t read_only
// ursa-argument copy_2d 1 image2d_t
// ursa-argument copy_2d 2 sampler_t
)";

struct CudaMemImages : CudaImages {
  ~CudaMemImages() override {
    for (ur_mem_handle_t image : made_)
      EXPECT_EQ(urMemRelease(image), UR_RESULT_SUCCESS);
    if (sampler_) {
      EXPECT_EQ(urSamplerRelease(sampler_), UR_RESULT_SUCCESS);
    }
  }

  ur_mem_handle_t make(const ur_image_desc_t &description,
                       const ur_image_format_t &format = kFloats) {
    ur_mem_handle_t image = nullptr;
    EXPECT_EQ(tryMake(image, description, format), UR_RESULT_SUCCESS) << lastError();
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
    ASSERT_EQ(urSamplerCreate(context_, &description, &sampler_), UR_RESULT_SUCCESS);
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
    EXPECT_EQ(urEnqueueMemImageRead(queue_, image, true, {}, region, 0, 0, pixels.data(), 0,
                                    nullptr, nullptr),
              UR_RESULT_SUCCESS)
        << lastError();
    return pixels;
  }

  std::vector<ur_mem_handle_t> made_;
  ur_sampler_handle_t sampler_ = nullptr;
};

std::vector<float> floats(size_t count) {
  std::vector<float> all(count);
  std::iota(all.begin(), all.end(), 0.5f);
  return all;
}

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
  ASSERT_EQ(tryMake(from, description, kFloats, pixels.data()), UR_RESULT_SUCCESS) << lastError();
  ur_mem_handle_t to = make(description);
  ASSERT_EQ(copyKernel(), UR_RESULT_SUCCESS) << lastError();
  EXPECT_EQ(launchCopy(queue_, from, to), UR_RESULT_SUCCESS) << lastError();
  EXPECT_EQ(read(to, {4, 3, 1}, 4), pixels);
  EXPECT_EQ(launchCopy(queue_, from, make(describe(UR_MEM_TYPE_IMAGE1D, 4))),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(lastError(), "Argument 1 of kernel 'copy_2d' is an image2d_t; an image1d_t was given.");
  ASSERT_EQ(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer_),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(launchCopy(queue_, buffer_, to), UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(lastError(), "Argument 0 of kernel 'copy_2d' is an image2d_t; a buffer was given.");
}

// Kernels of the second device get replicas.
struct CudaMemImagesOfTwoDevices : CudaMemImages {
  ~CudaMemImagesOfTwoDevices() override {
    if (other_) {
      EXPECT_EQ(urQueueRelease(other_), UR_RESULT_SUCCESS);
    }
  }

  /// Makes queue_ on the first device and other_ on the second, and two images.
  void openBoth() {
    driver_.devices = 2;
    ASSERT_EQ(devices(), 2u);
    std::array<ur_device_handle_t, 2> both{};
    ASSERT_EQ(urDeviceGet(platform_, UR_DEVICE_TYPE_GPU, 2, both.data(), nullptr),
              UR_RESULT_SUCCESS);
    ASSERT_EQ(urContextCreate(2, both.data(), nullptr, &context_), UR_RESULT_SUCCESS);
    device_ = both[1];
    ASSERT_EQ(makeQueue(0), UR_RESULT_SUCCESS);
    other_ = std::exchange(queue_, nullptr);
    device_ = both[0];
    ASSERT_EQ(makeQueue(0), UR_RESULT_SUCCESS);
    makeSampler();
    const std::string text = kCopyPtx;
    const auto *const bytes = reinterpret_cast<const uint8_t *>(text.data());
    std::array<const uint8_t *, 2> codes = {bytes, bytes};
    std::array<size_t, 2> sizes = {text.size(), text.size()};
    ASSERT_EQ(urProgramCreateWithBinary(context_, 2, both.data(), sizes.data(), codes.data(),
                                        nullptr, &program_),
              UR_RESULT_SUCCESS);
    ASSERT_EQ(makeKernel("copy_2d"), UR_RESULT_SUCCESS) << lastError();
    from_ = make(kArea);
    to_ = make(kArea);
  }
  void write(ur_mem_handle_t image, const std::vector<float> &pixels) {
    EXPECT_EQ(urEnqueueMemImageWrite(queue_, image, true, {}, {4, 3, 1}, 0, 0,
                                     const_cast<float *>(pixels.data()), 0, nullptr, nullptr),
              UR_RESULT_SUCCESS)
        << lastError();
  }
  void copyOn(ur_queue_handle_t queue) {
    EXPECT_EQ(launchCopy(queue, from_, to_), UR_RESULT_SUCCESS) << lastError();
    EXPECT_EQ(urQueueFinish(queue), UR_RESULT_SUCCESS);
    EXPECT_EQ(images_.copied, queue == other_ ? 1 : 0);
  }
  int peerCopies() { return std::exchange(driver_.calls["cuMemcpy3DPeerAsync"], 0); }

  const ur_image_desc_t kArea = describe(UR_MEM_TYPE_IMAGE2D, 4, 3);
  ur_queue_handle_t other_ = nullptr;
  ur_mem_handle_t from_ = nullptr;
  ur_mem_handle_t to_ = nullptr;
};

TEST_F(CudaMemImagesOfTwoDevices, SeeWhatTheOtherOneWrote) {
  openBoth();
  std::vector<float> pixels = floats(kChannels);
  write(from_, pixels);
  copyOn(other_);
  EXPECT_EQ(peerCopies(), 3) << "both to the device, and the one that is written back";
  EXPECT_EQ(read(to_, {4, 3, 1}, 4), pixels);
  EXPECT_EQ(peerCopies(), 0);

  std::swap(from_, to_); // what a kernel wrote on the second device is read on the first
  pixels[5] = 77;
  write(from_, pixels);
  copyOn(queue_);
  EXPECT_EQ(peerCopies(), 0);
  std::swap(from_, to_);
  copyOn(other_);
  EXPECT_EQ(peerCopies(), 3) << "a command and a kernel of the first device wrote to them";
  EXPECT_EQ(read(to_, {4, 3, 1}, 4), pixels);
}

TEST_F(CudaMemImagesOfTwoDevices, AreCopiedOnlyWhenTheyChanged) {
  openBoth();
  const std::vector<float> pixels = floats(kChannels);
  write(from_, pixels);
  copyOn(other_);
  peerCopies();
  copyOn(other_);
  EXPECT_EQ(peerCopies(), 1) << "only the image that is written, back";
  ASSERT_EQ(urEnqueueMemImageCopy(queue_, from_, to_, {}, {}, {4, 3, 1}, 0, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  copyOn(other_);
  EXPECT_EQ(peerCopies(), 2);

  // Whoever has the array may write to it at any time.
  ur_native_handle_t native = 0;
  ASSERT_EQ(urMemGetNativeHandle(from_, device_, &native), UR_RESULT_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    copyOn(other_);
    EXPECT_EQ(peerCopies(), 2);
  }
}

// The argument's access, and the compiler's, tell that a kernel does not write.
TEST_F(CudaMemImagesOfTwoDevices, AreNotWrittenBackWhenTheyAreOnlyRead) {
  openBoth();
  auto all = arguments(from_, to_);
  all[1].value.memObjTuple.flags = UR_MEM_FLAG_READ_ONLY; // which is wrong
  const size_t global[2] = {4, 3};
  EXPECT_EQ(urEnqueueKernelLaunchWithArgsExp(other_, kernel_, 2, nullptr, global, nullptr, 3,
                                             all.data(), nullptr, 0, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueFinish(other_), UR_RESULT_SUCCESS);
  EXPECT_EQ(peerCopies(), 2);
}

// Each execution copies: what happens between them is not known when it is recorded.
TEST_F(CudaMemImagesOfTwoDevices, InCommandBuffers) {
  openBoth();
  ur_device_handle_t second = nullptr;
  ASSERT_EQ(
      urQueueGetInfo(other_, UR_QUEUE_INFO_DEVICE, sizeof(ur_device_handle_t), &second, nullptr),
      UR_RESULT_SUCCESS);
  for (const auto &[device, queue] : {std::pair(second, other_), std::pair(device_, queue_)}) {
    const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                   nullptr, false, true, false};
    ur_exp_command_buffer_handle_t buffer = nullptr;
    ASSERT_EQ(urCommandBufferCreateExp(context_, device, &description, &buffer), UR_RESULT_SUCCESS);
    const auto all = arguments(from_, to_);
    const size_t global[2] = {4, 3};
    for (int i = 0; i < 2; ++i)
      ASSERT_EQ(urCommandBufferAppendKernelLaunchWithArgsExp(
                    buffer, kernel_, 2, nullptr, global, nullptr, 3, all.data(), 0, nullptr, 0,
                    nullptr, 0, nullptr, nullptr, nullptr, nullptr),
                UR_RESULT_SUCCESS)
          << lastError();
    ASSERT_EQ(urCommandBufferFinalizeExp(buffer), UR_RESULT_SUCCESS);
    for (int i = 1; i < 4; ++i) {
      std::vector<float> pixels = floats(kChannels);
      pixels[0] = static_cast<float>(i);
      write(from_, pixels);
      ASSERT_EQ(urEnqueueCommandBufferExp(queue, buffer, 0, nullptr, nullptr), UR_RESULT_SUCCESS)
          << lastError();
      ASSERT_EQ(urQueueFinish(queue), UR_RESULT_SUCCESS);
      EXPECT_EQ(images_.copied, queue == other_ ? 1 : 0);
      EXPECT_EQ(read(to_, {4, 3, 1}, 4), pixels);
    }
    EXPECT_EQ(urCommandBufferReleaseExp(buffer), UR_RESULT_SUCCESS);
  }
  // A graph of the first device writes to the image, so that the replica is always old.
  peerCopies();
  copyOn(other_);
  copyOn(other_);
  EXPECT_EQ(peerCopies(), 5) << "the image that is read once, the other one both times and back";
}

TEST_F(CudaMemImagesOfTwoDevices, EachCallOfTheDriverFails) {
  openBoth();
  const std::vector<float> pixels = floats(kChannels);
  write(from_, pixels);
  for (const char *function : {"cuArray3DCreate", "cuTexObjectCreate", "cuSurfObjectCreate",
                               "cuMemcpy3DPeerAsync", "cuLaunchKernel"}) {
    driver_.fail(function, cuda::CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(launchCopy(other_, from_, to_), UR_RESULT_ERROR_UNSUPPORTED_FEATURE) << function;
    driver_.fail("");
    EXPECT_THAT(lastError(), HasSubstr(std::string(function) + " failed"));
    EXPECT_EQ(urQueueFinish(other_), UR_RESULT_SUCCESS);
  }
  copyOn(other_);
  EXPECT_EQ(read(to_, {4, 3, 1}, 4), pixels);
}

// Launches in any order of one queue wait for each other as far as they use one replica.
TEST_F(CudaMemImagesOfTwoDevices, InQueuesWithoutOrder) {
  openBoth();
  ur_queue_handle_t queue = nullptr;
  ur_device_handle_t second = nullptr;
  ASSERT_EQ(
      urQueueGetInfo(other_, UR_QUEUE_INFO_DEVICE, sizeof(ur_device_handle_t), &second, nullptr),
      UR_RESULT_SUCCESS);
  const ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr,
                                         UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE};
  ASSERT_EQ(urQueueCreate(context_, second, &properties, &queue), UR_RESULT_SUCCESS);
  std::vector<float> pixels = floats(kChannels);
  for (int i = 0; i < 50; ++i) {
    pixels[1] = static_cast<float>(i);
    write(from_, pixels);
    for (int k = 0; k < 4; ++k)
      EXPECT_EQ(launchCopy(queue, from_, to_), UR_RESULT_SUCCESS) << lastError();
    EXPECT_EQ(urQueueFinish(queue), UR_RESULT_SUCCESS);
    EXPECT_EQ(read(to_, {4, 3, 1}, 4), pixels);
  }
  EXPECT_EQ(urQueueRelease(queue), UR_RESULT_SUCCESS);
}

// Layers of a 1D array are rows for UR and slices for the driver.
TEST_F(CudaMemImages, LayersOfLinesAreCopiedToRows) {
  open();
  std::vector<float> pixels = floats(size_t{5} * 3);
  const ur_image_format_t format{UR_IMAGE_CHANNEL_ORDER_R, UR_IMAGE_CHANNEL_TYPE_FLOAT};
  ur_mem_handle_t lines = nullptr;
  ASSERT_EQ(tryMake(lines, describe(UR_MEM_TYPE_IMAGE1D_ARRAY, 5, 0, 0, 3), format, pixels.data()),
            UR_RESULT_SUCCESS)
      << lastError();
  ur_mem_handle_t area = make(describe(UR_MEM_TYPE_IMAGE2D, 5, 3), format);
  EXPECT_EQ(urEnqueueMemImageCopy(queue_, lines, area, {}, {}, {5, 3, 1}, 0, nullptr, nullptr),
            UR_RESULT_SUCCESS)
      << lastError();
  EXPECT_EQ(read(area, {5, 3, 1}, 1), pixels);
  EXPECT_EQ(urEnqueueMemImageCopy(queue_, area, lines, {0, 2, 0}, {0, 0, 0}, {5, 1, 1}, 0, nullptr,
                                  nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(read(lines, {5, 1, 1}, 1), std::vector<float>(pixels.begin() + 10, pixels.end()));
}

// Memory that the driver does not know is read and written when the stream reaches the command.
TEST_F(CudaMemImages, CommandsThatWaitUseTheMemoryThen) {
  open();
  ur_mem_handle_t image = make(describe(UR_MEM_TYPE_IMAGE2D, 4, 3));
  std::vector<float> from(kChannels);
  std::vector<float> to(from.size());
  std::atomic<bool> isOpen = false;
  ASSERT_EQ(urEnqueueHostTaskExp(
                queue_,
                [](void *gate) {
                  while (!*static_cast<std::atomic<bool> *>(gate))
                    std::this_thread::yield();
                },
                &isOpen, nullptr, 0, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urEnqueueMemImageWrite(queue_, image, false, {}, {4, 3, 1}, 0, 0, from.data(), 0,
                                   nullptr, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urEnqueueMemImageRead(queue_, image, false, {}, {4, 3, 1}, 0, 0, to.data(), 0, nullptr,
                                  nullptr),
            UR_RESULT_SUCCESS);
  std::iota(from.begin(), from.end(), 0.5f);
  isOpen = true;
  EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
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
  ASSERT_EQ(
      urMemImageCreateWithNativeHandle(array, context_, &kFloats, &description, nullptr, &image),
      UR_RESULT_SUCCESS)
      << lastError();
  ur_native_handle_t native = 0;
  EXPECT_EQ(urMemGetNativeHandle(image, device_, &native), UR_RESULT_SUCCESS);
  EXPECT_EQ(native, array);
  const int objects = driver_.objects;
  EXPECT_EQ(urMemRelease(image), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  EXPECT_LT(driver_.objects, objects);
  EXPECT_EQ(urBindlessImagesImageFreeExp(context_, device_, array), UR_RESULT_SUCCESS);

  makeSampler();
  ASSERT_EQ(urSamplerGetNativeHandle(sampler_, &native), UR_RESULT_SUCCESS);
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
  ASSERT_EQ(tryMake(image, description, kFloats, pixels.data()), UR_RESULT_SUCCESS);
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
  EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
  const int objects = driver_.objects;
  const size_t live = images_.live.size();
  for (const auto &[function, call] : calls) {
    driver_.fail(function, cuda::CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(call(), UR_RESULT_ERROR_UNSUPPORTED_FEATURE) << function;
    driver_.fail("");
    EXPECT_THAT(lastError(),
                HasSubstr(std::string(function) + " failed: CUDA_ERROR_NOT_SUPPORTED (801)"));
    EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
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
