// Contexts with two devices of a platform: programs for both, memory that both use, and events
// between their queues.
#include "conformance/images.h"

#include <numeric>

namespace ursa::conformance {
namespace {

constexpr ur_image_format_t kFloats = {UR_IMAGE_CHANNEL_ORDER_RGBA, UR_IMAGE_CHANNEL_TYPE_FLOAT};
constexpr size_t kItems = 4096;

class SeveralDevices : public ImageTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp(); // NOLINT(bugprone-parent-virtual-call): most tests need no images
    uint32_t count = 0;
    ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_ALL, 0, nullptr, &count));
    if (count < 2)
      GTEST_SKIP() << "The platform has one device.";
    ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_ALL, 2, both_.data(), nullptr));
    ASSERT_EQ(both_[0], device_);
    ASSERT_OK(urDeviceRelease(both_[0])); // the fixture has one
    ASSERT_OK(urQueueRelease(queue_));
    ASSERT_OK(urContextRelease(context_));
    ASSERT_OK(urContextCreate(2, both_.data(), nullptr, &context_)) << lastError();
    ASSERT_OK(urQueueCreate(context_, device_, nullptr, &queue_));
    ASSERT_OK(urQueueCreate(context_, both_[1], nullptr, &other_));
  }
  void TearDown() override {
    for (ur_event_handle_t event : events_)
      EXPECT_OK(urEventRelease(event));
    for (ur_mem_handle_t buffer : buffers_)
      EXPECT_OK(urMemRelease(buffer));
    if (other_) {
      EXPECT_OK(urQueueFinish(other_));
      EXPECT_OK(urQueueRelease(other_));
    }
    ImageTest::TearDown();
    if (both_[1]) {
      EXPECT_OK(urDeviceRelease(both_[1]));
    }
  }

  /// A kernel for each device.
  std::array<ur_kernel_handle_t, 2> kernelsOfBoth(const std::string &file,
                                                  const std::string &name) {
    std::array<ur_kernel_handle_t, 2> kernels{};
    const std::vector<uint8_t> bytes = ursa::conformance::image(file);
    const uint8_t *data = bytes.data();
    size_t size = bytes.size();
    for (size_t i = 0; i < 2; ++i) {
      ur_program_handle_t program = nullptr;
      EXPECT_OK(urProgramCreateWithBinary(context_, 1, &both_[i], &size, &data, nullptr, &program))
          << lastError();
      releaseAtEnd(program);
      EXPECT_OK(urProgramBuildExp(program, 1, &both_[i], 0, nullptr)) << lastError();
      kernels[i] = kernel(program, name);
    }
    return kernels;
  }
  ur_mem_handle_t bufferOf(std::vector<int> contents) {
    ur_mem_handle_t buffer = nullptr;
    const ur_buffer_properties_t properties{UR_STRUCTURE_TYPE_BUFFER_PROPERTIES, nullptr,
                                            contents.data()};
    EXPECT_OK(urMemBufferCreate(context_,
                                UR_MEM_FLAG_READ_WRITE | UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER,
                                contents.size() * sizeof(int), &properties, &buffer))
        << lastError();
    if (buffer)
      buffers_.push_back(buffer);
    return buffer;
  }
  ur_event_handle_t kept(ur_event_handle_t event) {
    if (event)
      events_.push_back(event);
    return event;
  }
  ur_queue_handle_t queueOf(size_t number) const { return number % 2 == 0 ? queue_ : other_; }

  std::array<ur_device_handle_t, 2> both_{};
  ur_queue_handle_t other_ = nullptr;

private:
  std::vector<ur_event_handle_t> events_;
  std::vector<ur_mem_handle_t> buffers_;
};

TEST_F(SeveralDevices, TheContextHasBoth) {
  uint32_t count = 0;
  ASSERT_OK(
      urContextGetInfo(context_, UR_CONTEXT_INFO_NUM_DEVICES, sizeof(count), &count, nullptr));
  EXPECT_EQ(count, 2u);
  std::array<ur_device_handle_t, 2> devices{};
  ASSERT_OK(urContextGetInfo(context_, UR_CONTEXT_INFO_DEVICES, sizeof(devices), devices.data(),
                             nullptr));
  EXPECT_EQ(devices, both_);
}

// Each launch waits for the one before, on the other device, without the host.
TEST_F(SeveralDevices, KernelsWriteOneBufferInTurn) {
  const auto step = kernelsOfBoth("ids", "step");
  ur_mem_handle_t buffer = bufferOf(std::vector<int>(kItems, 0));
  ur_event_handle_t last = nullptr;
  for (size_t i = 0; i < 20; ++i) {
    const std::vector<ur_event_handle_t> before(last ? 1 : 0, last);
    const auto value = static_cast<int>(i);
    last = kept(enqueueStep(queueOf(i), step[i % 2], Arguments().buffer(buffer).value(value),
                            kItems, before));
  }
  std::vector<int> read(kItems);
  ASSERT_OK(urEnqueueMemBufferRead(queue_, buffer, true, 0, kItems * sizeof(int), read.data(), 1,
                                   &last, nullptr));
  EXPECT_EQ(read, std::vector<int>(kItems, 20));
}

TEST_F(SeveralDevices, CommandsAndKernelsShareABuffer) {
  const auto step = kernelsOfBoth("ids", "step");
  ur_mem_handle_t buffer = bufferOf(std::vector<int>(kItems, 0));
  for (size_t i = 0; i < 4; ++i) {
    const auto value = static_cast<int>(10 * i);
    ASSERT_OK(urEnqueueMemBufferFill(queueOf(i), buffer, &value, sizeof(value), 0,
                                     kItems * sizeof(int), 0, nullptr, nullptr));
    ASSERT_OK(urQueueFinish(queueOf(i)));
    kept(enqueueStep(queueOf(i + 1), step[(i + 1) % 2], Arguments().buffer(buffer).value(value),
                     kItems));
    ASSERT_OK(urQueueFinish(queueOf(i + 1)));
    std::vector<int> read(kItems);
    ASSERT_OK(urEnqueueMemBufferRead(queueOf(i), buffer, true, 0, kItems * sizeof(int), read.data(),
                                     0, nullptr, nullptr));
    EXPECT_EQ(read, std::vector<int>(kItems, value + 1));
  }
}

TEST_F(SeveralDevices, MemoryOfEachIsCopiedToTheOther) {
  std::array<int *, 2> memory{};
  for (size_t i = 0; i < 2; ++i) {
    void *allocated = nullptr;
    const ur_result_t result =
        urUSMDeviceAlloc(context_, both_[i], nullptr, nullptr, kItems * sizeof(int), &allocated);
    if (result == UR_RESULT_ERROR_UNSUPPORTED_FEATURE)
      GTEST_SKIP() << "The device has no unified shared memory.";
    ASSERT_OK(result) << lastError();
    memory[i] = static_cast<int *>(allocated);
  }
  std::vector<int> numbers(kItems);
  std::iota(numbers.begin(), numbers.end(), 1);
  for (size_t from = 0; from < 2; ++from) {
    numbers[0] = static_cast<int>(from) - 5;
    std::vector<int> read(kItems);
    const size_t bytes = kItems * sizeof(int);
    const size_t to = 1 - from;
    ur_event_handle_t written = nullptr;
    ur_event_handle_t copied = nullptr;
    ASSERT_OK(urEnqueueUSMMemcpy(queueOf(from), false, memory[from], numbers.data(), bytes, 0,
                                 nullptr, &written));
    kept(written);
    ASSERT_OK(urEnqueueUSMMemcpy(queueOf(to), false, memory[to], memory[from], bytes, 1, &written,
                                 &copied))
        << lastError();
    kept(copied);
    ASSERT_OK(urEnqueueUSMMemcpy(queueOf(from), true, read.data(), memory[to], bytes, 1, &copied,
                                 nullptr));
    EXPECT_EQ(read, numbers);
  }
  for (int *allocated : memory)
    EXPECT_OK(urUSMFree(context_, allocated));
}

TEST_F(SeveralDevices, KernelsUseImagesInTurn) {
  ur_bool_t hasImages = false;
  ASSERT_OK(urDeviceGetInfo(both_[1], UR_DEVICE_INFO_IMAGE_SUPPORT, sizeof(hasImages), &hasImages,
                            nullptr));
  if (!hasImages)
    GTEST_SKIP() << "The second device has no images.";
  SKIP_WITHOUT_IMAGE_KERNELS();
  const auto copy = kernelsOfBoth("images", "copy_2d");
  constexpr size_t kWidth = 64;
  constexpr size_t kHeight = 32;
  const ur_image_desc_t description = imageDescription(UR_MEM_TYPE_IMAGE2D, kWidth, kHeight);
  std::vector<float> pixels(kWidth * kHeight * 4);
  std::iota(pixels.begin(), pixels.end(), 0.5f);
  std::array<ur_mem_handle_t, 2> images = {image(kFloats, description, pixels),
                                           image(kFloats, description)};
  ur_sampler_handle_t nearest =
      sampler(false, UR_SAMPLER_ADDRESSING_MODE_CLAMP, UR_SAMPLER_FILTER_MODE_NEAREST);
  for (size_t round = 0; round < 3; ++round) {
    pixels[7] = static_cast<float>(round);
    ASSERT_OK(urEnqueueMemImageWrite(queueOf(round), images[0], true, {}, {kWidth, kHeight, 1}, 0,
                                     0, pixels.data(), 0, nullptr, nullptr))
        << lastError();
    // There by one device, and back by the other.
    ur_event_handle_t last = nullptr;
    for (size_t i = 0; i < 4; ++i) {
      const size_t from = i % 2;
      Arguments arguments;
      arguments.buffer(images[from]).buffer(images[1 - from]).sampler(nearest);
      const size_t global[] = {kWidth, kHeight};
      ur_event_handle_t done = nullptr;
      ASSERT_OK(urEnqueueKernelLaunchWithArgsExp(
          queueOf(i + round), copy[(i + round) % 2], 2, nullptr, global, nullptr, arguments.count(),
          arguments.data(), nullptr, last ? 1 : 0, last ? &last : nullptr, &done))
          << lastError();
      last = kept(done);
    }
    ASSERT_OK(urEventWait(1, &last));
    EXPECT_EQ(read<float>(images[0], {kWidth, kHeight, 1}, 4), pixels) << round;
    EXPECT_EQ(read<float>(images[1], {kWidth, kHeight, 1}, 4), pixels) << round;
  }
}

} // namespace
} // namespace ursa::conformance
