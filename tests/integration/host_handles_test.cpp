// Calls every function with every kind of invalid handle, beside real objects of the host adapter:
// each call returns an error and leaves the objects unchanged.

#include "integration/layered_host.h"
#include "unit/layers/bad_handles.h"

#include <array>
#include <optional>

namespace ursa {
namespace {

using core::layers::HandleType;

class HostHandles : public testing::Test {
protected:
  HostHandles() {
    EXPECT_OK(urMemBufferCreate(host_.context, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer_));
    EXPECT_OK(urEnqueueEventsWait(host_.queue, 0, nullptr, &event_));
    ur_usm_pool_desc_t pool{UR_STRUCTURE_TYPE_USM_POOL_DESC, nullptr, 0};
    EXPECT_OK(urUSMPoolCreate(host_.context, &pool, &pool_));
    ur_exp_command_buffer_desc_t commands{};
    commands.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC;
    if (urCommandBufferCreateExp(host_.context, host_.device, &commands, &commands_) !=
        UR_RESULT_SUCCESS)
      commands_ = nullptr; // the context has no command buffer
    bad_.emplace(objects());
    contextReferences_ = contextReferences();
  }

  ~HostHandles() override {
    if (commands_) {
      EXPECT_OK(urCommandBufferReleaseExp(commands_));
    }
    EXPECT_OK(urUSMPoolRelease(pool_));
    EXPECT_OK(urEventRelease(event_));
    EXPECT_OK(urMemRelease(buffer_));
  }

  core::layers::Objects objects() {
    core::layers::Objects all = {
        {HandleType::Adapter, host_.adapter}, {HandleType::Platform, host_.platform},
        {HandleType::Device, host_.device},   {HandleType::Context, host_.context},
        {HandleType::Queue, host_.queue},     {HandleType::Program, host_.program()},
        {HandleType::Kernel, host_.kernel()}, {HandleType::Mem, buffer_},
        {HandleType::Event, event_},          {HandleType::UsmPool, pool_}};
    if (commands_)
      all[HandleType::CommandBuffer] = commands_;
    return all;
  }

  uint32_t contextReferences() {
    uint32_t references = 0;
    EXPECT_OK(urContextGetInfo(host_.context, UR_CONTEXT_INFO_REFERENCE_COUNT, sizeof(references),
                               &references, nullptr));
    return references;
  }

  /// Expects that the calls changed no object.
  void expectUnchanged() {
    EXPECT_EQ(contextReferences(), contextReferences_);
    uint32_t references = 0;
    EXPECT_OK(urMemGetInfo(buffer_, UR_MEM_INFO_REFERENCE_COUNT, sizeof(references), &references,
                           nullptr));
    EXPECT_EQ(references, 1u);
    EXPECT_OK(urKernelGetInfo(host_.kernel(), UR_KERNEL_INFO_REFERENCE_COUNT, sizeof(references),
                              &references, nullptr));
    EXPECT_EQ(references, 1u);
  }

  LayeredHost host_{"UR_LAYER_LIFETIME_VALIDATION"};
  ur_mem_handle_t buffer_ = nullptr;
  ur_event_handle_t event_ = nullptr;
  ur_usm_pool_handle_t pool_ = nullptr;
  ur_exp_command_buffer_handle_t commands_ = nullptr;
  std::optional<core::layers::BadHandles> bad_;
  uint32_t contextReferences_ = 0;
};

TEST_F(HostHandles, NullIsRefused) {
  EXPECT_GT(bad_->tryAll(nullptr), 300);
  expectUnchanged();
}

TEST_F(HostHandles, RandomMemoryIsRefused) {
  alignas(16) std::array<uint64_t, 64> memory;
  memory.fill(0x5555555555555555);
  EXPECT_GT(bad_->tryAll(memory.data()), 300);
  expectUnchanged();
}

TEST_F(HostHandles, ReleasedHandlesAreRefused) {
  const auto createQueue = [this] {
    ur_queue_handle_t queue = nullptr;
    EXPECT_OK(urQueueCreate(host_.context, host_.device, nullptr, &queue));
    return queue;
  };
  const ur_queue_handle_t queue = createQueue();
  EXPECT_OK(urQueueRelease(queue));
  EXPECT_GT(bad_->tryAll(queue), 300);
  expectUnchanged();
}

TEST_F(HostHandles, HandlesOfOtherTypesAreRefused) {
  for (const auto &[type, object] : objects())
    EXPECT_GT(bad_->tryAll(object, type), 100) << core::layers::handleTypeName(type);
  expectUnchanged();
}

} // namespace
} // namespace ursa
