// Copies of regions between bindless images and memory.
#include "cuda/images_fixture.h"

#include <array>
#include <functional>
#include <future>

namespace ursa {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

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
  const size_t slices = std::max({description.depth, description.arraySize, size_t{1}});
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
      ASSERT_OK(urEnqueueUSMMemcpy(queue_, true, to, from, size, 0, nullptr, nullptr));
    };
    move(source, second.values.data(), bytes(second));
    std::promise<void> started;
    std::promise<void> gate;
    auto opened = gate.get_future();
    if (isBusy) {
      ASSERT_OK(urEnqueueHostTaskExp(
          queue_, [](void *future) { static_cast<std::future<void> *>(future)->wait(); }, &opened,
          nullptr, 0, nullptr, nullptr));
    }
    const Grid zeros = gridOf(description);
    EXPECT_OK(
        copy({first.values.data(), description}, {pointer(image), description}, whole, kToImage))
        << lastError();
    EXPECT_OK(
        copy({zeros.values.data(), description}, {pointer(other), description}, whole, kToImage))
        << lastError();
    EXPECT_OK(copy({source, largerHost, hostOffset}, {pointer(image), description, offset}, region,
                   kToImage))
        << lastError();
    EXPECT_OK(copy({pointer(image), description, offset}, {pointer(other), description, offset},
                   region, kBetweenImages, UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_DEVICE))
        << lastError();
    for (const auto &[from, to] : {std::pair(image, target), std::pair(other, targetOther)}) {
      EXPECT_OK(copy({pointer(from), description}, {to, description}, whole, kToMemory,
                     UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST))
          << lastError();
    }
    gate.set_value();
    ASSERT_OK(urQueueFinish(queue_));
    Grid read = gridOf(description);
    move(read.values.data(), target, bytes(read));
    EXPECT_EQ(read.values, expected.values);
    move(read.values.data(), targetOther, bytes(read));
    EXPECT_EQ(read.values, expectedOther.values);
    EXPECT_OK(urBindlessImagesImageFreeExp(context_, device_, image));
  }
  void *host(size_t size) {
    host_.emplace_back(size);
    return host_.back().data();
  }
  void *usm(size_t size) {
    void *memory = nullptr;
    EXPECT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, size, &memory));
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

INSTANTIATE_TEST_SUITE_P(Images, CudaImageRegions,
                         ::testing::Range(size_t{0}, regionCases().size()));

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
  ASSERT_OK(copy({source.data(), inMemory}, {pointer(image), box}, {3, 2, 2}, kToImage))
      << lastError();
  std::vector<uint32_t> read(12);
  ASSERT_OK(copy({pointer(image), box}, {read.data(), box}, {3, 2, 2}, kToMemory,
                 UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST));
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_THAT(read, ElementsAre(1, 2, 3, 5, 6, 7, 12, 13, 14, 16, 17, 18));
  // The pitches of the description.
  auto pitched = box;
  pitched.rowPitch = 16;
  pitched.slicePitch = 32;
  std::vector<uint32_t> rows(16, 77);
  ASSERT_OK(copy({pointer(image), box}, {rows.data(), pitched}, {3, 2, 2}, kToMemory,
                 UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST));
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_THAT(rows, ElementsAre(1, 2, 3, 77, 5, 6, 7, 77, 12, 13, 14, 77, 16, 17, 18, 77));
}

TEST_F(CudaImages, CopiesBetweenPitchedUsm) {
  open();
  void *memory = nullptr;
  size_t pitch = 0;
  ASSERT_OK(urUSMPitchedAllocExp(context_, device_, nullptr, nullptr, 20, 4, 4, &memory, &pitch));
  EXPECT_EQ(pitch % deviceInfo<uint32_t>(UR_DEVICE_INFO_IMAGE_PITCH_ALIGN_EXP), 0u);
  const auto image = describe(UR_MEM_TYPE_IMAGE2D, 5, 4);
  auto pitched = image;
  pitched.rowPitch = pitch;
  const std::vector<uint32_t> source = numbers(20);
  // Images over USM count as images, too.
  ASSERT_OK(copy({source.data(), image}, {memory, pitched}, {5, 4, 1}, kToImage)) << lastError();
  std::vector<uint32_t> read(4);
  ASSERT_OK(copy({memory, pitched, {3, 1, 0}}, {read.data(), describe(UR_MEM_TYPE_IMAGE2D, 2, 2)},
                 {2, 2, 1}, kBetweenMemory, UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST, &event_))
      << lastError();
  ASSERT_OK(urEventWait(1, &event_));
  EXPECT_THAT(read, ElementsAre(9, 10, 14, 15));
  ur_command_t type{};
  EXPECT_OK(urEventGetInfo(event_, UR_EVENT_INFO_COMMAND_TYPE, sizeof(type), &type, nullptr));
  EXPECT_EQ(type, UR_COMMAND_MEM_IMAGE_COPY);
}

TEST_F(CudaImages, CopiesBetweenTypesAndFormats) {
  open();
  const auto line = describe(UR_MEM_TYPE_IMAGE1D, 4);
  const auto box = describe(UR_MEM_TYPE_IMAGE3D, 4, 3, 2);
  const uintptr_t lines = allocate(line);
  const uintptr_t boxes = allocate(box, kRgba8);
  const std::vector<uint32_t> source = numbers(24);
  ASSERT_OK(copy({source.data(), box}, {pointer(boxes), box, {}, kRgba8}, {4, 3, 2}, kToImage));
  ASSERT_OK(copy({pointer(boxes), box, {1, 2, 1}, kRgba8}, {pointer(lines), line}, {3, 1, 1},
                 kBetweenImages, UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_DEVICE))
      << lastError();
  std::vector<uint32_t> read(3);
  ASSERT_OK(copy({pointer(lines), line}, {read.data(), line}, {3, 0, 0}, kToMemory,
                 UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST));
  ASSERT_OK(urQueueFinish(queue_));
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
  for (const ur_rect_region_t region : {ur_rect_region_t{0, 3, 1},
                                        {4, 0, 1},
                                        {5, 3, 1},
                                        {4, 4, 1},
                                        {4, 3, 2},
                                        {huge, huge, huge},
                                        {huge, 1, 1}})
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
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 47, &usm));
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

// Remaining images are destroyed with the context; those that commands use, after the commands.
TEST_F(CudaImages, Lifetime) {
  open();
  const auto area = describe(UR_MEM_TYPE_IMAGE2D, 4, 4);
  const uintptr_t memory = allocate(area);
  const uintptr_t left = allocate(area);
  ASSERT_OK(makeSampled(left, area, sampler()));
  std::promise<void> gate;
  auto opened = gate.get_future();
  ASSERT_OK(urEnqueueHostTaskExp(
      queue_, [](void *future) { static_cast<std::future<void> *>(future)->wait(); }, &opened,
      nullptr, 0, nullptr, nullptr));
  const std::vector<uint32_t> source = numbers(16);
  std::vector<uint32_t> read(16);
  ASSERT_OK(copy({source.data(), area}, {pointer(memory), area}, {4, 4, 1}, kToImage));
  ASSERT_OK(copy({pointer(memory), area}, {read.data(), area}, {4, 4, 1}, kToMemory,
                 UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST));
  EXPECT_OK(urBindlessImagesImageFreeExp(context_, device_, memory));
  EXPECT_FALSE(driver_.called.contains("cuArrayDestroy"));
  gate.set_value();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(read, source);
  releaseAll();
  EXPECT_TRUE(images_.live.empty());
}

TEST_F(CudaImages, BetweenDevices) {
  driver_.devices = 2;
  ASSERT_EQ(devices(), 2u);
  std::array<ur_device_handle_t, 2> both{};
  ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_GPU, 2, both.data(), nullptr));
  ASSERT_OK(urContextCreate(2, both.data(), nullptr, &context_));
  device_ = both[0];
  ASSERT_OK(makeQueue(0));
  const auto area = describe(UR_MEM_TYPE_IMAGE2D, 4, 4);
  const uintptr_t first = allocate(area);
  device_ = both[1];
  const uintptr_t second = allocate(area);
  const std::vector<uint32_t> source = numbers(16);
  std::vector<uint32_t> read(16);
  ASSERT_OK(copy({source.data(), area}, {pointer(first), area}, {4, 4, 1}, kToImage));
  EXPECT_EQ(driver_.calls["cuMemcpy3DPeerAsync"], 0);
  ASSERT_OK(copy({pointer(first), area}, {pointer(second), area}, {4, 4, 1}, kBetweenImages,
                 UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_DEVICE))
      << lastError();
  ASSERT_OK(copy({pointer(second), area}, {read.data(), area}, {4, 4, 1}, kToMemory,
                 UR_EXP_IMAGE_COPY_FLAG_DEVICE_TO_HOST))
      << lastError();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(driver_.calls["cuMemcpy3DPeerAsync"], 2);
  EXPECT_EQ(read, source);
  EXPECT_EQ(makeSampled(first, area, sampler()), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("belongs to device 'Fake GPU 0'"));
  EXPECT_EQ(urBindlessImagesImageFreeExp(context_, device_, first), UR_RESULT_ERROR_INVALID_VALUE);
}

} // namespace
} // namespace ursa
