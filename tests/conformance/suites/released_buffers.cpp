// Memory objects that the application releases while commands that use them are incomplete or only
// recorded last as long as these commands. The loader relies on it for the emulation buffers of
// kernels.
#include "conformance/command_buffers.h"

namespace ursa::conformance {
namespace {

constexpr size_t kCount = 1024;
constexpr float kScale = 2;

class ReleasedBuffers : public CommandBuffers {
protected:
  void SetUp() override {
    CommandBuffers::SetUp();
    add_ = kernel("arguments", "add");
    sum_ = createBuffer(0);
  }
  void TearDown() override {
    EXPECT_OK(urMemRelease(sum_));
    CommandBuffers::TearDown();
  }
  /// Creates a buffer from a copy of numbers that are all the same.
  ur_mem_handle_t createBuffer(float number) {
    const std::vector<float> numbers(kCount, number);
    const ur_buffer_properties_t properties{UR_STRUCTURE_TYPE_BUFFER_PROPERTIES, nullptr,
                                            const_cast<float *>(numbers.data())};
    ur_mem_handle_t buffer = nullptr;
    EXPECT_OK(urMemBufferCreate(context_,
                                UR_MEM_FLAG_READ_WRITE | UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER,
                                kCount * sizeof(float), &properties, &buffer))
        << lastError();
    return buffer;
  }
  /// Releases buffers, then creates and releases others, which would reuse their memory.
  void releaseAndReuse(std::initializer_list<ur_mem_handle_t> buffers) {
    for (ur_mem_handle_t buffer : buffers)
      ASSERT_OK(urMemRelease(buffer));
    std::vector<ur_mem_handle_t> others;
    for (int i = 0; i < 16; ++i)
      others.push_back(createBuffer(-1));
    for (ur_mem_handle_t other : others)
      ASSERT_OK(urMemRelease(other));
  }
  Arguments arguments(ur_mem_handle_t a, ur_mem_handle_t b) {
    return Arguments().buffer(sum_).buffer(a).buffer(b).value(kScale);
  }
  void expectSum(float expected) {
    std::vector<float> sum(kCount);
    ASSERT_OK(urEnqueueMemBufferRead(queue_, sum_, true, 0, kCount * sizeof(float), sum.data(), 0,
                                     nullptr, nullptr));
    EXPECT_EQ(sum, std::vector<float>(kCount, expected));
  }

  ur_kernel_handle_t add_ = nullptr;
  ur_mem_handle_t sum_ = nullptr;
};

TEST_F(ReleasedBuffers, LastAsLongAsALaunch) {
  ur_mem_handle_t a = createBuffer(3);
  ur_mem_handle_t b = createBuffer(4);
  Gate gate(context_, queue_);
  ASSERT_OK(launch(add_, arguments(a, b), {kCount, 1, 1})) << lastError();
  releaseAndReuse({a, b});
  gate.open();
  expectSum(3 + kScale * 4);
}

TEST_F(ReleasedBuffers, LastAsLongAsACopy) {
  ur_mem_handle_t from = createBuffer(5);
  Gate gate(context_, queue_);
  ASSERT_OK(urEnqueueMemBufferCopy(queue_, from, sum_, 0, 0, kCount * sizeof(float), 0, nullptr,
                                   nullptr));
  releaseAndReuse({from});
  gate.open();
  expectSum(5);
}

// Every launch has its own buffer, as when constants change between launches.
TEST_F(ReleasedBuffers, OfManyLaunches) {
  ur_mem_handle_t b = createBuffer(1);
  Gate gate(context_, queue_);
  for (int i = 1; i <= 20; ++i) {
    ur_mem_handle_t a = createBuffer(static_cast<float>(i));
    ASSERT_OK(launch(add_, arguments(a, b), {kCount, 1, 1})) << lastError();
    ASSERT_OK(urMemRelease(a));
  }
  releaseAndReuse({b});
  gate.open();
  expectSum(20 + kScale);
}

TEST_F(ReleasedBuffers, LastAsLongAsACommandBuffer) {
  ur_mem_handle_t a = createBuffer(6);
  ur_mem_handle_t b = createBuffer(7);
  ur_exp_command_buffer_handle_t recorded = createCommandBuffer({.inOrder = true});
  ASSERT_OK(append(recorded, add_, arguments(a, b), kCount)) << lastError();
  ASSERT_OK(urCommandBufferFinalizeExp(recorded));
  releaseAndReuse({a, b});
  for (int i = 0; i < 2; ++i) {
    enqueueAndWait(recorded);
    expectSum(6 + kScale * 7);
  }
}

TEST_F(ReleasedBuffers, LastAsLongAsAnExecutionOfAReleasedCommandBuffer) {
  ur_mem_handle_t a = createBuffer(8);
  ur_mem_handle_t b = createBuffer(9);
  const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC, nullptr,
                                                 false, true, false};
  ur_exp_command_buffer_handle_t recorded = nullptr;
  ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &recorded));
  ASSERT_OK(append(recorded, add_, arguments(a, b), kCount)) << lastError();
  ASSERT_OK(urCommandBufferFinalizeExp(recorded));
  Gate gate(context_, queue_);
  enqueue(recorded);
  ASSERT_OK(urCommandBufferReleaseExp(recorded));
  releaseAndReuse({a, b});
  gate.open();
  expectSum(8 + kScale * 9);
}

} // namespace
} // namespace ursa::conformance
