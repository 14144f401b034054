#include "adapters/vulkan/queue/hardware_queue.h"

#include "adapters/common/fit_times.h"
#include "adapters/vulkan/driver/device.h"

#include <algorithm>

namespace ursa::vulkan {
namespace {

constexpr uint64_t kUploadBytes = 16 << 10;

// The memory accesses of recorded commands. Wider barriers cost microseconds on some drivers.
constexpr VkPipelineStageFlags kOwnStages =
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
constexpr VkAccessFlags kOwnAccesses = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                                       VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;

Result<VkCommandBuffer> allocateCommands(ur_device_handle_t_ &device, VkCommandPool pool) {
  VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  info.commandPool = pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  URSA_CHECK(checkVk(device.vk.vkAllocateCommandBuffers(device.logical, &info, &commands),
                     "vkAllocateCommandBuffers"));
  return commands;
}

Result<VkCommandPool> makePool(ur_device_handle_t_ &device, uint32_t family) {
  VkCommandPoolCreateInfo info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  info.queueFamilyIndex = family;
  VkCommandPool pool = VK_NULL_HANDLE;
  URSA_CHECK(checkVk(device.vk.vkCreateCommandPool(device.logical, &info, nullptr, &pool),
                     "vkCreateCommandPool"));
  return pool;
}

Result<void> begin(ur_device_handle_t_ &device, VkCommandBuffer commands,
                   VkCommandBufferUsageFlags usage) {
  VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  info.flags = usage;
  return checkVk(device.vk.vkBeginCommandBuffer(commands, &info), "vkBeginCommandBuffer");
}

Result<void> end(ur_device_handle_t_ &device, VkCommandBuffer commands) {
  return checkVk(device.vk.vkEndCommandBuffer(commands), "vkEndCommandBuffer");
}

} // namespace

void Recorder::barrier() {
  VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = kOwnAccesses;
  device_.vk.vkCmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, kOwnStages, 0, 1,
                                  &barrier, 0, nullptr, 0, nullptr);
}

void Recorder::acquire() {
  VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
  barrier.dstAccessMask = kOwnAccesses;
  device_.vk.vkCmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, kOwnStages, 0, 1,
                                  &barrier, 0, nullptr, 0, nullptr);
}

void Recorder::publish() {
  VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT;
  device_.vk.vkCmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                  VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, nullptr, 0,
                                  nullptr);
}

Result<Recorder::Upload> Recorder::upload(uint64_t size) {
  constexpr uint64_t kAlignment = 16;
  const uint64_t at = (used_ + kAlignment - 1) / kAlignment * kAlignment;
  if (uploads_.empty() || at + size > uploads_.back()->size()) {
    URSA_TRY(auto suballocation, Suballocation::make(device_, std::max(size, kUploadBytes),
                                                     MemoryUse::Host, kAlignment));
    uploads_.push_back(std::move(suballocation));
    used_ = size;
    Suballocation &made = *uploads_.back();
    return Upload{&made, 0, made.host(), made.address()};
  }
  used_ = at + size;
  Suballocation &suballocation = *uploads_.back();
  return Upload{&suballocation, at, suballocation.host() + at, suballocation.address() + at};
}

Result<std::shared_ptr<Recording>> Recording::make(ur_device_handle_t_ &device,
                                                   const std::vector<RecordStep> &steps) {
  std::shared_ptr<Recording> recording(new Recording(device));
  URSA_TRY(recording->pool_, makePool(device, device.queues.front()->family()));
  URSA_TRY(recording->commands_, allocateCommands(device, recording->pool_));
  URSA_CHECK(begin(device, recording->commands_, VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT));
  Recorder recorder(device, recording->commands_, recording->uploads_);
  recorder.barrier();
  for (const RecordStep &step : steps)
    URSA_CHECK(step(recorder));
  recorder.publish();
  URSA_CHECK(end(device, recording->commands_));
  return recording;
}

Recording::~Recording() { device_.vk.vkDestroyCommandPool(device_.logical, pool_, nullptr); }

Result<std::unique_ptr<HardwareQueue>> HardwareQueue::make(ur_device_handle_t_ &device,
                                                           uint32_t family, uint32_t index,
                                                           uint32_t timestampBits) {
  std::unique_ptr<HardwareQueue> queue(new HardwareQueue(device));
  device.vk.vkGetDeviceQueue(device.logical, family, index, &queue->queue_);
  queue->family_ = family;
  queue->hasTimestamps_ = timestampBits != 0;
  URSA_TRY(queue->timeline_, Timeline::make(device));
  queue->signals_.emplace(*queue->timeline_, SignalsAtExit::Device);
  return queue;
}

HardwareQueue::~HardwareQueue() {
  for (Submissions *submissions : {&inFlight_, &idle_, &unread_})
    for (Submission &submission : *submissions)
      destroy(submission);
}

void HardwareQueue::destroy(Submission &submission) {
  device_.vk.vkDestroyCommandPool(device_.logical, submission.pool, nullptr);
  device_.vk.vkDestroyQueryPool(device_.logical, submission.times, nullptr);
}

Result<HardwareQueue::Submissions> HardwareQueue::acquireSubmission() {
  Submissions one;
  if (!idle_.empty()) {
    one.splice(one.end(), idle_, std::prev(idle_.end()));
    const VkResult code = device_.vk.vkResetCommandPool(device_.logical, one.front().pool, 0);
    if (code != VK_SUCCESS)
      destroy(one.front());
    URSA_CHECK(checkVk(code, "vkResetCommandPool"));
    return one;
  }
  Submission &submission = one.emplace_back();
  URSA_TRY(submission.pool, makePool(device_, family_));
  for (VkCommandBuffer *commands : {&submission.commands, &submission.tail}) {
    auto allocated = allocateCommands(device_, submission.pool);
    if (!allocated) {
      destroy(submission);
      return allocated.error();
    }
    *commands = *allocated;
  }
  return one;
}

Result<void> HardwareQueue::record(Submission &submission, const Job &job) {
  const VolkDeviceTable &vk = device_.vk;
  if (!job.profiles.empty() && hasTimestamps_ && !submission.times) {
    VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = 2;
    URSA_CHECK(checkVk(vk.vkCreateQueryPool(device_.logical, &info, nullptr, &submission.times),
                       "vkCreateQueryPool"));
  }
  const bool isTimed = !job.profiles.empty() && submission.times;
  if (job.recorded && !isTimed)
    return {};
  URSA_CHECK(begin(device_, submission.commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT));
  Recorder recorder(device_, submission.commands, submission.uploads);
  const auto waits = job.after->points();
  const bool isOrdered = std::any_of(waits.begin(), waits.end(), [&](const Point &point) {
    return point.timeline == timeline_.get() && !timeline_->isReached(point.value);
  });
  isOrdered ? recorder.barrier() : recorder.acquire();
  if (isTimed) {
    vk.vkCmdResetQueryPool(submission.commands, submission.times, 0, 2);
    vk.vkCmdWriteTimestamp(submission.commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
                           submission.times, 0);
  }
  for (const Step &step : job.steps)
    URSA_CHECK(std::get<RecordStep>(step)(recorder));
  recorder.publish();
  VkCommandBuffer last = submission.commands;
  if (isTimed && job.recorded) {
    URSA_CHECK(end(device_, submission.commands));
    last = submission.tail;
    URSA_CHECK(begin(device_, last, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT));
  }
  if (isTimed)
    vk.vkCmdWriteTimestamp(last, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, submission.times, 1);
  return end(device_, last);
}

Result<void> HardwareQueue::submitToDriver(Submission &submission, const Job &job) {
  InlineVector<VkSemaphore, 4> semaphores;
  InlineVector<uint64_t, 4> values;
  InlineVector<VkPipelineStageFlags, 4> stages;
  for (const Point &point : job.after->points())
    if (point.timeline != timeline_.get() && !point.timeline->isReached(point.value)) {
      semaphores.push_back(point.timeline->semaphore());
      values.push_back(point.value);
      stages.push_back(VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    }
  VkCommandBuffer buffers[3];
  uint32_t count = 0;
  const bool isTimed = !job.profiles.empty() && submission.times;
  if (!job.recorded || isTimed)
    buffers[count++] = submission.commands;
  if (job.recorded) {
    buffers[count++] = job.recorded->commands();
    if (isTimed)
      buffers[count++] = submission.tail;
  }
  VkSemaphore const signalled = timeline_->semaphore();
  VkTimelineSemaphoreSubmitInfo timelines{VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
  timelines.waitSemaphoreValueCount = static_cast<uint32_t>(values.size());
  timelines.pWaitSemaphoreValues = values.data();
  timelines.signalSemaphoreValueCount = 1;
  timelines.pSignalSemaphoreValues = &submission.value;
  VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
  info.pNext = &timelines;
  info.waitSemaphoreCount = static_cast<uint32_t>(semaphores.size());
  info.pWaitSemaphores = semaphores.data();
  info.pWaitDstStageMask = stages.data();
  info.commandBufferCount = count;
  info.pCommandBuffers = buffers;
  info.signalSemaphoreCount = 1;
  info.pSignalSemaphores = &signalled;
  const VkResult code = device_.vk.vkQueueSubmit(queue_, 1, &info, VK_NULL_HANDLE);
  if (code == VK_ERROR_DEVICE_LOST)
    device_.isLost = true;
  return checkVk(code, "vkQueueSubmit");
}

Result<Point> HardwareQueue::submit(const Job &job) {
  const std::lock_guard guard(mutex_);
  URSA_CHECK(device_.checkNotLost());
  URSA_TRY(Submissions acquired, acquireSubmission());
  Submission &submission = acquired.front();
  submission.value = timeline_->last.load() + 1;
  auto done = record(submission, job);
  if (done)
    done = submitToDriver(submission, job);
  if (!done) {
    submission.uploads.clear();
    idle_.splice(idle_.end(), acquired);
    return done.error();
  }
  submission.profiles = job.profiles;
  submission.keep = job.keep;
  submission.keep.recorded = job.recorded;
  const uint64_t value = submission.value;
  timeline_->last = value;
  inFlight_.splice(inFlight_.end(), acquired);
  return Point{timeline_.get(), value};
}

void HardwareQueue::readTimes(Submission &submission) {
  uint64_t begin = 0;
  uint64_t end = 0;
  if (submission.times) {
    constexpr int kAttempts = 3; // a driver may be out of memory temporarily
    uint64_t ticks[2] = {};
    VkResult code = VK_NOT_READY;
    for (int i = 0; i < kAttempts && code != VK_SUCCESS && !device_.isLost; ++i) {
      code =
          device_.vk.vkGetQueryPoolResults(device_.logical, submission.times, 0, 2, sizeof(ticks),
                                           ticks, sizeof(uint64_t), VK_QUERY_RESULT_64_BIT);
      if (code == VK_ERROR_DEVICE_LOST)
        device_.isLost = true;
    }
    if (code != VK_SUCCESS)
      return; // the times stay unknown
    begin = device_.clock.hostTime(ticks[0]);
    end = device_.clock.hostTime(ticks[1]);
  }
  // Limits the times: a command does not start before its submission, nor end after this check.
  const uint64_t now = adapter::profileClock();
  for (const auto &profile : submission.profiles) {
    if (!profile->enabled) { // the clock calibration needs raw device ticks
      profile->started = begin;
      profile->ended = end;
      continue;
    }
    const auto times = adapter::fitTimes(
        {begin, end}, std::max(profile->submitted.load(), profile->ended.load()), now);
    if (profile->started.load() == 0)
      profile->started = times.begin;
    profile->ended = times.end;
  }
}

HardwareQueue::Keep HardwareQueue::release(Submission &submission) {
  // One small upload is retained for reuse.
  if (submission.uploads.size() > 1 ||
      (!submission.uploads.empty() && submission.uploads.front()->size() > kUploadBytes))
    submission.uploads.clear();
  return std::exchange(submission.keep, {});
}

InlineVector<HardwareQueue::Keep, 8> HardwareQueue::reclaim(bool mustComplete) {
  InlineVector<Keep, 8> reclaimed;
  std::unique_lock reclaiming(reclaiming_, std::defer_lock);
  if (mustComplete)
    reclaiming.lock();
  else if (!reclaiming.try_lock())
    return reclaimed;
  {
    const std::lock_guard guard(mutex_);
    while (!inFlight_.empty() && timeline_->isReached(inFlight_.front().value)) {
      reclaimed.push_back(release(inFlight_.front()));
      unread_.splice(unread_.end(), inFlight_, inFlight_.begin());
    }
  }
  // Without the lock: a driver may wait for commands that wait for the host.
  const bool readsAll = mustComplete || !device_.toggles.has(format::Toggle::DeferTimestamps);
  Submissions read;
  for (auto next = unread_.begin(); next != unread_.end();) {
    const auto each = next++;
    const bool isWanted = std::any_of(each->profiles.begin(), each->profiles.end(),
                                      [](const auto &profile) { return profile.use_count() > 1; });
    if (isWanted && !readsAll)
      continue;
    if (isWanted)
      readTimes(*each);
    each->profiles.clear();
    read.splice(read.end(), unread_, each);
  }
  const std::lock_guard guard(mutex_);
  idle_.splice(idle_.end(), read);
  return reclaimed;
}

bool HardwareQueue::hasWork() {
  const std::lock_guard guard(mutex_);
  return !inFlight_.empty();
}

} // namespace ursa::vulkan
