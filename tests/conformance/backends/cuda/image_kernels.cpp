// Kernels that sample bindless images and write to them, on a device: the fake driver runs no PTX.
#include "conformance/harness.h"

#include <cstring>
#include <numeric>
#include <string>

namespace ursa::conformance {
namespace {

using Pixel = std::array<float, 4>;

constexpr ur_image_format_t kFloats = {UR_IMAGE_CHANNEL_ORDER_RGBA, UR_IMAGE_CHANNEL_TYPE_FLOAT};

/// A kernel that reads one pixel and stores its four 32-bit numbers. Its arguments are the image,
/// the place for the numbers, and coordinates as floats in %f1 to %f3.
std::string reader(const std::string &name, const std::string &read) {
  return ".visible .entry " + name +
         "(.param .u64 image, .param .u64 out, .param .f32 x, .param .f32 y, .param .f32 z) {\n"
         "  .reg .u64 %rd<3>;\n"
         "  .reg .b32 %r<5>;\n"
         "  .reg .s32 %i<4>;\n"
         "  .reg .f32 %f<4>;\n"
         "  ld.param.u64 %rd1, [image];\n"
         "  ld.param.u64 %rd2, [out];\n"
         "  cvta.to.global.u64 %rd2, %rd2;\n"
         "  ld.param.f32 %f1, [x];\n"
         "  ld.param.f32 %f2, [y];\n"
         "  ld.param.f32 %f3, [z];\n"
         "  cvt.rzi.s32.f32 %i1, %f1;\n"
         "  cvt.rzi.s32.f32 %i2, %f2;\n"
         "  cvt.rzi.s32.f32 %i3, %f3;\n  " +
         read +
         "\n"
         "  st.global.v4.b32 [%rd2], {%r1, %r2, %r3, %r4};\n"
         "  ret;\n"
         "}\n";
}

std::string readers() {
  const std::string color = "{%r1, %r2, %r3, %r4}";
  return ".version 6.3\n.target sm_70\n.address_size 64\n" +
         reader("sample_1d", "tex.1d.v4.f32.f32 " + color + ", [%rd1, {%f1}];") +
         reader("fetch_1d", "tex.1d.v4.f32.s32 " + color + ", [%rd1, {%i1}];") +
         reader("sample_2d", "tex.2d.v4.f32.f32 " + color + ", [%rd1, {%f1, %f2}];") +
         reader("sample_2d_numbers", "tex.2d.v4.u32.f32 " + color + ", [%rd1, {%f1, %f2}];") +
         reader("sample_level", "tex.level.2d.v4.f32.f32 " + color + ", [%rd1, {%f1, %f2}], %f3;") +
         reader("sample_3d", "tex.3d.v4.f32.f32 " + color + ", [%rd1, {%f1, %f2, %f3, %f3}];") +
         reader("sample_layer", "tex.a2d.v4.f32.f32 " + color + ", [%rd1, {%i3, %f1, %f2, %f2}];") +
         reader("sample_cube", "tex.cube.v4.f32.f32 " + color + ", [%rd1, {%f1, %f2, %f3, %f3}];") +
         reader("gather", "tld4.r.2d.v4.f32.f32 " + color + ", [%rd1, {%f1, %f2}];");
}

/// Each work-item samples a pixel, and writes twice its color to the other image.
constexpr const char *kWriter = R"(
.version 6.3
.target sm_70
.address_size 64
.visible .entry twice(.param .u64 sampled, .param .u64 written) {
  .reg .u64 %rd<3>;
  .reg .b32 %r<12>;
  .reg .f32 %f<7>;
  ld.param.u64 %rd1, [sampled];
  ld.param.u64 %rd2, [written];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, %r2, %r3;
  mov.u32 %r1, %ctaid.y;
  mov.u32 %r2, %ntid.y;
  mov.u32 %r3, %tid.y;
  mad.lo.u32 %r5, %r1, %r2, %r3;
  cvt.rn.f32.u32 %f1, %r4;
  cvt.rn.f32.u32 %f2, %r5;
  add.f32 %f1, %f1, 0f3F000000;
  add.f32 %f2, %f2, 0f3F000000;
  tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [%rd1, {%f1, %f2}];
  add.f32 %f3, %f3, %f3;
  add.f32 %f4, %f4, %f4;
  add.f32 %f5, %f5, %f5;
  add.f32 %f6, %f6, %f6;
  mov.b32 %r6, %f3;
  mov.b32 %r7, %f4;
  mov.b32 %r8, %f5;
  mov.b32 %r9, %f6;
  shl.b32 %r10, %r4, 4;
  sust.b.2d.v4.b32.trap [%rd2, {%r10, %r5}], {%r6, %r7, %r8, %r9};
  ret;
}
)";

ur_image_desc_t describe(ur_mem_type_t type, size_t width, size_t height = 0, size_t depth = 0,
                         size_t layers = 0, uint32_t levels = 1) {
  return {
      UR_STRUCTURE_TYPE_IMAGE_DESC, nullptr, type, width, height, depth, layers, 0, 0, levels, 0};
}

class CudaImageKernels : public DeviceTest {
protected:
  void TearDown() override {
    EXPECT_OK(urQueueFinish(queue_));
    for (const auto image : images_)
      EXPECT_OK(urBindlessImagesSampledImageHandleDestroyExp(context_, device_, image));
    DeviceTest::TearDown(); // the context frees memory of images
  }

  ur_kernel_handle_t ptxKernel(const std::string &text, const std::string &name) {
    const auto *bytes = reinterpret_cast<const uint8_t *>(text.data());
    size_t size = text.size();
    ur_program_handle_t made = nullptr;
    EXPECT_OK(urProgramCreateWithBinary(context_, 1, &device_, &size, &bytes, nullptr, &made));
    EXPECT_OK(urProgramBuild(context_, made, nullptr)) << lastError();
    return kernel(releaseAtEnd(made), name);
  }
  uintptr_t allocate(const ur_image_desc_t &description,
                     const ur_image_format_t &format = kFloats) {
    uintptr_t memory = 0;
    EXPECT_OK(urBindlessImagesImageAllocateExp(context_, device_, &format, &description, &memory))
        << lastError();
    return memory;
  }
  template <class T>
  void write(uintptr_t image, const ur_image_desc_t &description, const std::vector<T> &pixels,
             const ur_image_format_t &format = kFloats) {
    ur_exp_image_copy_region_t whole{
        UR_STRUCTURE_TYPE_EXP_IMAGE_COPY_REGION,
        nullptr,
        {},
        {},
        {description.width, std::max<size_t>(description.height, 1),
         std::max({description.depth, description.arraySize, size_t{1}})}};
    auto packed = description;
    packed.rowPitch = 0;
    ASSERT_OK(urBindlessImagesImageCopyExp(
        queue_, pixels.data(), reinterpret_cast<void *>(image), &packed, &description, &format,
        &format, &whole, UR_EXP_IMAGE_COPY_FLAG_HOST_TO_DEVICE,
        UR_EXP_IMAGE_COPY_INPUT_TYPES_MEM_TO_IMAGE, 0, nullptr, nullptr))
        << lastError();
    ASSERT_OK(urQueueFinish(queue_));
  }
  uint64_t sampled(uintptr_t memory, const ur_image_desc_t &description, bool isNormalized,
                   ur_sampler_filter_mode_t filter, ur_sampler_addressing_mode_t addressing,
                   const ur_image_format_t &format = kFloats, const void *chain = nullptr) {
    const ur_sampler_desc_t sampler{UR_STRUCTURE_TYPE_SAMPLER_DESC, chain, isNormalized, addressing,
                                    filter};
    ur_exp_image_native_handle_t image = 0;
    EXPECT_OK(urBindlessImagesSampledImageCreateExp(context_, device_, memory, &format,
                                                    &description, &sampler, &image))
        << lastError();
    images_.push_back(image);
    return image;
  }
  /// Samples nearest pixels by their numbers; the border is 0.
  uint64_t nearest(uintptr_t memory, const ur_image_desc_t &description,
                   const ur_image_format_t &format = kFloats) {
    return sampled(memory, description, false, UR_SAMPLER_FILTER_MODE_NEAREST,
                   UR_SAMPLER_ADDRESSING_MODE_CLAMP, format);
  }
  template <class T = float>
  std::array<T, 4> read(const char *name, uint64_t image, float x, float y = 0, float z = 0) {
    auto out = shared<T>(4);
    run(ptxKernel(readers(), name),
        Arguments().value(image).pointer(out.data()).value(x).value(y).value(z), {1});
    return {out[0], out[1], out[2], out[3]};
  }
  static std::vector<Pixel> pixels(size_t count, float from = 1) {
    std::vector<Pixel> all(count);
    for (Pixel &pixel : all) {
      pixel = {from, from + 0.25f, from + 0.5f, from + 0.75f};
      ++from;
    }
    return all;
  }

  std::vector<ur_exp_image_native_handle_t> images_;
};

TEST_F(CudaImageKernels, SampleAndWrite) {
  const auto description = describe(UR_MEM_TYPE_IMAGE2D, 16, 8);
  const uintptr_t source = allocate(description);
  const uintptr_t target = allocate(description);
  std::vector<Pixel> expected = pixels(128);
  write(source, description, expected);
  const uint64_t read = nearest(source, description);
  ur_exp_image_native_handle_t written = 0;
  ASSERT_OK(urBindlessImagesUnsampledImageCreateExp(context_, device_, target, &kFloats,
                                                    &description, &written))
      << lastError();
  const uint64_t writtenHandle = written;
  const size_t local[2] = {8, 4};
  run(ptxKernel(kWriter, "twice"), Arguments().value(read).value(writtenHandle), {16, 8}, local, 2);
  std::vector<Pixel> result(128);
  ur_exp_image_copy_region_t whole{
      UR_STRUCTURE_TYPE_EXP_IMAGE_COPY_REGION, nullptr, {}, {}, {16, 8, 1}};
  ASSERT_OK(urBindlessImagesImageCopyExp(
      queue_, reinterpret_cast<void *>(target), result.data(), &description, &description, &kFloats,
      &kFloats, &whole, UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST,
      UR_EXP_IMAGE_COPY_INPUT_TYPES_IMAGE_TO_MEM, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  for (Pixel &pixel : expected)
    for (float &channel : pixel)
      channel *= 2;
  EXPECT_EQ(result, expected);
  EXPECT_OK(urBindlessImagesUnsampledImageHandleDestroyExp(context_, device_, written));
}

TEST_F(CudaImageKernels, SamplersFilterAndClamp) {
  const auto description = describe(UR_MEM_TYPE_IMAGE2D, 2, 1);
  const uintptr_t memory = allocate(description);
  write(memory, description, pixels(2));
  const Pixel first = {1, 1.25f, 1.5f, 1.75f};
  const Pixel second = {2, 2.25f, 2.5f, 2.75f};
  const uint64_t bordered = nearest(memory, description);
  EXPECT_EQ(read("sample_2d", bordered, 0.5f, 0.5f), first);
  EXPECT_EQ(read("sample_2d", bordered, 1.5f, 0.5f), second);
  EXPECT_EQ(read("sample_2d", bordered, 2.5f, 0.5f), Pixel{});
  const uint64_t edges = sampled(memory, description, false, UR_SAMPLER_FILTER_MODE_NEAREST,
                                 UR_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE);
  EXPECT_EQ(read("sample_2d", edges, 7.5f, 0.5f), second);
  const uint64_t repeated = sampled(memory, description, true, UR_SAMPLER_FILTER_MODE_LINEAR,
                                    UR_SAMPLER_ADDRESSING_MODE_REPEAT);
  EXPECT_EQ(read("sample_2d", repeated, 0.5f, 0.5f), (Pixel{1.5f, 1.75f, 2, 2.25f}));
  EXPECT_EQ(read("sample_2d", repeated, 3.25f, 0.5f), first);
  // A mode for each dimension.
  ur_exp_sampler_addr_modes_t modes{UR_STRUCTURE_TYPE_EXP_SAMPLER_ADDR_MODES,
                                    nullptr,
                                    {UR_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE,
                                     UR_SAMPLER_ADDRESSING_MODE_CLAMP,
                                     UR_SAMPLER_ADDRESSING_MODE_CLAMP}};
  const uint64_t mixed = sampled(memory, description, false, UR_SAMPLER_FILTER_MODE_NEAREST,
                                 UR_SAMPLER_ADDRESSING_MODE_CLAMP, kFloats, &modes);
  EXPECT_EQ(read("sample_2d", mixed, 7.5f, 0.5f), second);
  EXPECT_EQ(read("sample_2d", mixed, 0.5f, 7.5f), Pixel{});
}

TEST_F(CudaImageKernels, NormalizedAndIntegerFormats) {
  const auto description = describe(UR_MEM_TYPE_IMAGE2D, 1, 1);
  constexpr ur_image_format_t kUnorm = {UR_IMAGE_CHANNEL_ORDER_RGBA,
                                        UR_IMAGE_CHANNEL_TYPE_UNORM_INT8};
  constexpr ur_image_format_t kBytes = {UR_IMAGE_CHANNEL_ORDER_RGBA,
                                        UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8};
  const std::vector<std::array<uint8_t, 4>> pixel = {{0, 51, 102, 255}};
  const uintptr_t normalized = allocate(description, kUnorm);
  write(normalized, description, pixel, kUnorm);
  const Pixel color = read("sample_2d", nearest(normalized, description, kUnorm), 0.5f, 0.5f);
  EXPECT_FLOAT_EQ(color[1], 0.2f);
  EXPECT_FLOAT_EQ(color[3], 1.0f);
  const uintptr_t bytes = allocate(description, kBytes);
  write(bytes, description, pixel, kBytes);
  EXPECT_EQ(read<uint32_t>("sample_2d_numbers", nearest(bytes, description, kBytes), 0.5f, 0.5f),
            (std::array<uint32_t, 4>{0, 51, 102, 255}));
}

TEST_F(CudaImageKernels, OtherTypes) {
  const auto line = describe(UR_MEM_TYPE_IMAGE1D, 4);
  const uintptr_t lines = allocate(line);
  write(lines, line, pixels(4));
  EXPECT_EQ(read("sample_1d", nearest(lines, line), 2.5f)[0], 3);
  const auto box = describe(UR_MEM_TYPE_IMAGE3D, 4, 3, 2);
  const uintptr_t boxes = allocate(box);
  write(boxes, box, pixels(24));
  EXPECT_EQ(read("sample_3d", nearest(boxes, box), 1.5f, 2.5f, 1.5f)[0], 22);
  const auto layered = describe(UR_MEM_TYPE_IMAGE2D_ARRAY, 4, 3, 0, 2);
  const uintptr_t layers = allocate(layered);
  write(layers, layered, pixels(24));
  EXPECT_EQ(read("sample_layer", nearest(layers, layered), 1.5f, 2.5f, 1)[0], 22);
  const auto cube = describe(UR_MEM_TYPE_IMAGE_CUBEMAP_EXP, 1, 1, 0, 6);
  const uintptr_t cubes = allocate(cube);
  write(cubes, cube, pixels(6));
  const uint64_t faces = sampled(cubes, cube, true, UR_SAMPLER_FILTER_MODE_NEAREST,
                                 UR_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE);
  EXPECT_EQ(read("sample_cube", faces, 1, 0, 0)[0], 1);
  EXPECT_EQ(read("sample_cube", faces, 0, 0, -1)[0], 6);
  const auto area = describe(UR_MEM_TYPE_IMAGE_GATHER_EXP, 2, 2);
  const uintptr_t areas = allocate(area);
  write(areas, area, pixels(4));
  // The lower left, lower right, upper right and upper left pixel.
  EXPECT_EQ(read("gather", nearest(areas, area), 1, 1), (Pixel{3, 4, 2, 1}));
}

TEST_F(CudaImageKernels, MipLevels) {
  const auto description = describe(UR_MEM_TYPE_IMAGE2D, 4, 4, 0, 0, 3);
  const uintptr_t mipmap = allocate(description);
  for (uint32_t i = 0; i < 3; ++i) {
    uintptr_t level = 0;
    ASSERT_OK(urBindlessImagesMipmapGetLevelExp(context_, device_, mipmap, i, &level));
    const auto one = describe(UR_MEM_TYPE_IMAGE2D, 4u >> i, 4u >> i);
    write(level, one,
          std::vector<Pixel>(one.width * one.height, Pixel{10.0f * static_cast<float>(i + 1)}));
  }
  const ur_exp_sampler_mip_properties_t mips{UR_STRUCTURE_TYPE_EXP_SAMPLER_MIP_PROPERTIES,
                                             nullptr,
                                             0,
                                             2,
                                             0,
                                             UR_SAMPLER_FILTER_MODE_LINEAR};
  const uint64_t image = sampled(mipmap, description, true, UR_SAMPLER_FILTER_MODE_NEAREST,
                                 UR_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE, kFloats, &mips);
  EXPECT_EQ(read("sample_level", image, 0.5f, 0.5f, 0)[0], 10);
  EXPECT_EQ(read("sample_level", image, 0.5f, 0.5f, 1)[0], 20);
  EXPECT_EQ(read("sample_level", image, 0.5f, 0.5f, 1.5f)[0], 25);
  EXPECT_EQ(read("sample_level", image, 0.5f, 0.5f, 7)[0], 30);
}

TEST_F(CudaImageKernels, ImagesOverUsm) {
  void *memory = nullptr;
  auto description = describe(UR_MEM_TYPE_IMAGE2D, 3, 2);
  ASSERT_OK(urUSMPitchedAllocExp(context_, device_, nullptr, nullptr, 3 * sizeof(Pixel), 2,
                                 sizeof(Pixel), &memory, &description.rowPitch));
  const auto address = reinterpret_cast<uintptr_t>(memory);
  write(address, description, pixels(6));
  EXPECT_EQ(read("sample_2d", nearest(address, description), 1.5f, 1.5f)[0], 5);
  const auto line = describe(UR_MEM_TYPE_IMAGE1D, 3);
  EXPECT_EQ(read("fetch_1d", nearest(address, line), 2)[0], 3);
  EXPECT_OK(urUSMFree(context_, memory));
}

} // namespace
} // namespace ursa::conformance
