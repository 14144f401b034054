// Ordinary images in contexts with two devices: kernels of the second one get replicas.
#include "cuda/mem_images_fixture.h"

namespace ursa {
namespace {

using ::testing::HasSubstr;

struct CudaMemImagesOfTwoDevices : CudaMemImages {
  ~CudaMemImagesOfTwoDevices() override {
    if (other_) {
      EXPECT_OK(urQueueRelease(other_));
    }
  }

  /// Makes queue_ on the first device and other_ on the second, and two images.
  void openBoth() {
    driver_.devices = 2;
    ASSERT_EQ(devices(), 2u);
    std::array<ur_device_handle_t, 2> both{};
    ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_GPU, 2, both.data(), nullptr));
    ASSERT_OK(urContextCreate(2, both.data(), nullptr, &context_));
    device_ = both[1];
    ASSERT_OK(makeQueue(0));
    other_ = std::exchange(queue_, nullptr);
    device_ = both[0];
    ASSERT_OK(makeQueue(0));
    makeSampler();
    const std::string text = kCopyPtx;
    const auto *const bytes = reinterpret_cast<const uint8_t *>(text.data());
    std::array<const uint8_t *, 2> codes = {bytes, bytes};
    std::array<size_t, 2> sizes = {text.size(), text.size()};
    ASSERT_OK(urProgramCreateWithBinary(context_, 2, both.data(), sizes.data(), codes.data(),
                                        nullptr, &program_));
    ASSERT_OK(makeKernel("copy_2d")) << lastError();
    from_ = make(kArea);
    to_ = make(kArea);
  }
  void write(ur_mem_handle_t image, const std::vector<float> &pixels) {
    EXPECT_OK(urEnqueueMemImageWrite(queue_, image, true, {}, {4, 3, 1}, 0, 0,
                                     const_cast<float *>(pixels.data()), 0, nullptr, nullptr))
        << lastError();
  }
  void copyOn(ur_queue_handle_t queue) {
    EXPECT_OK(launchCopy(queue, from_, to_)) << lastError();
    EXPECT_OK(urQueueFinish(queue));
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
  ASSERT_OK(urEnqueueMemImageCopy(queue_, from_, to_, {}, {}, {4, 3, 1}, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  copyOn(other_);
  EXPECT_EQ(peerCopies(), 2);

  // Whoever has the array may write to it at any time.
  ur_native_handle_t native = 0;
  ASSERT_OK(urMemGetNativeHandle(from_, device_, &native));
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
  EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(other_, kernel_, 2, nullptr, global, nullptr, 3,
                                             all.data(), nullptr, 0, nullptr, nullptr));
  EXPECT_OK(urQueueFinish(other_));
  EXPECT_EQ(peerCopies(), 2);
}

// A kernel that runs before a write was submitted after it.
TEST_F(CudaMemImagesOfTwoDevices, SeeWritesThatAreStillInFlight) {
  openBoth();
  std::vector<float> pixels = floats(kChannels);
  write(from_, std::vector<float>(kChannels));
  Gate gate;
  close(gate, queue_);
  ASSERT_OK(urEnqueueMemImageWrite(queue_, from_, false, {}, {4, 3, 1}, 0, 0, pixels.data(), 0,
                                   nullptr, nullptr));
  EXPECT_OK(launchCopy(other_, from_, to_)) << lastError();
  EXPECT_OK(urQueueFinish(other_));
  gate.open();
  EXPECT_OK(urQueueFinish(queue_));
  copyOn(other_);
  EXPECT_EQ(read(to_, {4, 3, 1}, 4), pixels);
}

// Each execution copies: what happens between them is not known when it is recorded.
TEST_F(CudaMemImagesOfTwoDevices, InCommandBuffers) {
  openBoth();
  ur_device_handle_t second = nullptr;
  ASSERT_OK(
      urQueueGetInfo(other_, UR_QUEUE_INFO_DEVICE, sizeof(ur_device_handle_t), &second, nullptr));
  for (const auto &[device, queue] : {std::pair(second, other_), std::pair(device_, queue_)}) {
    const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                   nullptr, false, true, false};
    ur_exp_command_buffer_handle_t buffer = nullptr;
    ASSERT_OK(urCommandBufferCreateExp(context_, device, &description, &buffer));
    const auto all = arguments(from_, to_);
    const size_t global[2] = {4, 3};
    for (int i = 0; i < 2; ++i)
      ASSERT_OK(urCommandBufferAppendKernelLaunchWithArgsExp(
          buffer, kernel_, 2, nullptr, global, nullptr, 3, all.data(), 0, nullptr, 0, nullptr, 0,
          nullptr, nullptr, nullptr, nullptr))
          << lastError();
    ASSERT_OK(urCommandBufferFinalizeExp(buffer));
    for (int i = 1; i < 4; ++i) {
      std::vector<float> pixels = floats(kChannels);
      pixels[0] = static_cast<float>(i);
      write(from_, pixels);
      ASSERT_OK(urEnqueueCommandBufferExp(queue, buffer, 0, nullptr, nullptr)) << lastError();
      ASSERT_OK(urQueueFinish(queue));
      EXPECT_EQ(images_.copied, queue == other_ ? 1 : 0);
      EXPECT_EQ(read(to_, {4, 3, 1}, 4), pixels);
    }
    EXPECT_OK(urCommandBufferReleaseExp(buffer));
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
    EXPECT_OK(urQueueFinish(other_));
  }
  copyOn(other_);
  EXPECT_EQ(read(to_, {4, 3, 1}, 4), pixels);
}

// Launches in any order of one queue wait for each other as far as they use one replica.
TEST_F(CudaMemImagesOfTwoDevices, InQueuesWithoutOrder) {
  openBoth();
  ur_queue_handle_t queue = nullptr;
  ur_device_handle_t second = nullptr;
  ASSERT_OK(
      urQueueGetInfo(other_, UR_QUEUE_INFO_DEVICE, sizeof(ur_device_handle_t), &second, nullptr));
  const ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr,
                                         UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE};
  ASSERT_OK(urQueueCreate(context_, second, &properties, &queue));
  std::vector<float> pixels = floats(kChannels);
  for (int i = 0; i < 50; ++i) {
    pixels[1] = static_cast<float>(i);
    write(from_, pixels);
    for (int k = 0; k < 4; ++k)
      EXPECT_OK(launchCopy(queue, from_, to_)) << lastError();
    EXPECT_OK(urQueueFinish(queue));
    EXPECT_EQ(read(to_, {4, 3, 1}, 4), pixels);
  }
  EXPECT_OK(urQueueRelease(queue));
}

// Updates of command buffers with graphs.
struct CudaMemImagesInGraphs : CudaMemImagesOfTwoDevices {
  ~CudaMemImagesInGraphs() override {
    if (recorded_) {
      EXPECT_OK(urCommandBufferReleaseExp(recorded_));
    }
    if (second_) {
      EXPECT_OK(urKernelRelease(second_));
    }
  }

  /// Records a launch of 4 items twice, of which the second can be updated.
  void record(ur_queue_handle_t queue, ur_kernel_handle_t kernel, ur_kernel_handle_t alternative,
              const std::vector<ur_exp_kernel_arg_properties_t> &arguments) {
    ur_device_handle_t device = nullptr;
    ASSERT_OK(urQueueGetInfo(queue, UR_QUEUE_INFO_DEVICE, sizeof(device), &device, nullptr));
    const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                   nullptr, true, true, false};
    ASSERT_OK(urCommandBufferCreateExp(context_, device, &description, &recorded_));
    for (int i = 0; i < 2; ++i)
      ASSERT_OK(urCommandBufferAppendKernelLaunchWithArgsExp(
          recorded_, kernel, 2, nullptr, kSizes, nullptr, static_cast<uint32_t>(arguments.size()),
          arguments.data(), alternative ? 1 : 0, alternative ? &alternative : nullptr, 0, nullptr,
          0, nullptr, nullptr, nullptr, &update_.hCommand))
          << lastError();
    ASSERT_OK(urCommandBufferFinalizeExp(recorded_));
    driver_.calls.clear();
    execute(queue);
    EXPECT_EQ(driver_.calls["cuGraphLaunch"], 1);
  }
  void execute(ur_queue_handle_t queue) {
    ASSERT_OK(urEnqueueCommandBufferExp(queue, recorded_, 0, nullptr, nullptr)) << lastError();
    ASSERT_OK(urQueueFinish(queue));
  }
  /// Replaces the images of the second launch.
  void update(ur_kernel_handle_t kernel) {
    const ur_exp_command_buffer_update_memobj_arg_desc_t images[2] = {
        {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_MEMOBJ_ARG_DESC, nullptr, 0, nullptr, from_},
        {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_MEMOBJ_ARG_DESC, nullptr, 1, nullptr, to_}};
    update_.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_KERNEL_LAUNCH_DESC;
    update_.hNewKernel = kernel;
    update_.numNewMemObjArgs = 2;
    update_.pNewMemObjArgList = images;
    ASSERT_OK(urCommandBufferUpdateKernelLaunchExp(recorded_, 1, &update_)) << lastError();
  }

  const size_t kSizes[2] = {4, 3};
  ur_exp_command_buffer_handle_t recorded_ = nullptr;
  ur_kernel_handle_t second_ = nullptr;
  ur_exp_command_buffer_update_kernel_launch_desc_t update_ = {};
};

TEST_F(CudaMemImagesInGraphs, TheyRunOnTheirDeviceOnly) {
  openBoth();
  record(queue_, kernel_, nullptr, arguments(from_, to_));
  update(nullptr);
  driver_.calls.clear();
  EXPECT_EQ(urEnqueueCommandBufferExp(other_, recorded_, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_DEVICE);
  EXPECT_EQ(lastError(), "The command buffer has commands of device 'Fake GPU 0'; the queue is of "
                         "device 'Fake GPU 1'.");
  execute(queue_);
  EXPECT_EQ(driver_.calls["cuGraphExecKernelNodeSetParams"], 1);
}

// The second device sees what a graph of the first one writes to an image that an update gave it.
TEST_F(CudaMemImagesInGraphs, UpdatesGiveThemImagesToWrite) {
  openBoth();
  ur_mem_handle_t const first = make(kArea);
  std::vector<float> pixels = floats(kChannels);
  write(from_, pixels);
  copyOn(other_); // now it has both images
  std::swap(to_, from_);
  copyOn(other_);
  std::swap(to_, from_);
  record(queue_, kernel_, nullptr, arguments(from_, first));
  update(nullptr);
  for (int i = 0; i < 2; ++i) {
    pixels[2] = static_cast<float>(i);
    write(from_, pixels);
    execute(queue_);
    EXPECT_EQ(read(to_, {4, 3, 1}, 4), pixels);
    EXPECT_OK(launchCopy(other_, to_, first));
    EXPECT_OK(urQueueFinish(other_));
    EXPECT_EQ(read(first, {4, 3, 1}, 4), pixels);
  }
  EXPECT_EQ(driver_.calls["cuGraphExecKernelNodeSetParams"], 1);
}

// A kernel with images of another device takes the place of one without images.
TEST_F(CudaMemImagesInGraphs, UpdatesGiveThemKernelsWithReplicas) {
  openBoth();
  ASSERT_OK(urKernelCreate(program_, "copy_images", &second_)) << lastError();
  ASSERT_OK(urKernelRelease(std::exchange(kernel_, nullptr)));
  ASSERT_OK(urKernelCreate(program_, "step", &kernel_));
  void *values = nullptr;
  ASSERT_OK(urUSMHostAlloc(context_, nullptr, nullptr, 4 * sizeof(int), &values));
  record(other_, kernel_, second_, {pointerArgument(0, values), valueArgument(1, 7)});
  update(second_);
  std::vector<float> pixels = floats(kChannels);
  for (int i = 0; i < 2; ++i) {
    pixels[2] = static_cast<float>(i);
    write(from_, pixels);
    execute(other_);
    EXPECT_EQ(read(to_, {4, 3, 1}, 4), pixels);
  }
  EXPECT_OK(urUSMFree(context_, values));
}

} // namespace
} // namespace ursa
