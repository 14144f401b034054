// An adapter without a device, for tests of the run time. Commands are kept until somebody waits
// for them; then they run in a random order that the wait lists and in-order queues allow, so that
// a missing wait shows as wrong bytes. Memory begins with garbage.
#pragma once

#include "sycl/runtime/ur_queue.h"

#include "mock/mock_loader.h"
#include "ur_ddi.h"

#include <array>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <vector>

namespace ursa::runtime {

class FakeDriver {
public:
  /// A command. The first word is that of every object of an adapter.
  struct Event {
    const ur_dditable_t *tables;
    std::vector<Event *> waits; ///< the wait list
    Event *before = nullptr;    ///< the last command of an in-order queue
    std::function<void()> run;
    bool isComplete = false;
    size_t number = 0;
    bool isBroken = false; ///< waiting for it fails
  };
  struct QueueObject {
    const ur_dditable_t *tables;
    bool inOrder = false;
    Event *last = nullptr;
  };
  struct Copy { ///< the bytes of a copy, as it was enqueued
    std::byte *to;
    const std::byte *from;
    size_t width, rows, pitch;
    const Event *event = nullptr;
  };
  struct Memory {
    std::unique_ptr<std::byte[]> bytes;
    size_t size;
    ur_context_handle_t context;
    ur_device_handle_t device;
    bool isFreed = false;
  };

  explicit FakeDriver(unsigned seed = 1) : random_(seed) {
    current_ = this;
    tables_.USM.pfnDeviceAlloc = [](ur_context_handle_t context, ur_device_handle_t device,
                                    const ur_usm_desc_t *, ur_usm_pool_handle_t, size_t size,
                                    void **memory) {
      return current_->allocate(context, device, size, memory);
    };
    tables_.USM.pfnFree = [](ur_context_handle_t, void *memory) { return current_->free(memory); };
    tables_.Enqueue.pfnUSMMemcpy = [](ur_queue_handle_t queue, bool, void *to, const void *from,
                                      size_t size, uint32_t count, const ur_event_handle_t *waits,
                                      ur_event_handle_t *out) {
      return current_->copy(queue, {bytesOf(to), bytesOf(from), size, 1, size, nullptr}, count,
                            waits, out);
    };
    tables_.Enqueue.pfnUSMMemcpy2D = [](ur_queue_handle_t queue, bool, void *to, size_t toPitch,
                                        const void *from, size_t fromPitch, size_t width,
                                        size_t rows, uint32_t count, const ur_event_handle_t *waits,
                                        ur_event_handle_t *out) {
      EXPECT_EQ(toPitch, fromPitch);
      EXPECT_LE(width, toPitch);
      return current_->copy(queue, {bytesOf(to), bytesOf(from), width, rows, toPitch, nullptr},
                            count, waits, out);
    };
    tables_.Enqueue.pfnEventsWait = [](ur_queue_handle_t queue, uint32_t count,
                                       const ur_event_handle_t *waits, ur_event_handle_t *out) {
      return current_->add(
          queue, [] {}, count, waits, out);
    };
    tables_.EnqueueExp.pfnHostTaskExp = [](ur_queue_handle_t queue,
                                           ur_exp_host_task_function_t task, void *data,
                                           const ur_exp_host_task_properties_t *, uint32_t count,
                                           const ur_event_handle_t *waits, ur_event_handle_t *out) {
      return current_->add(
          queue, [task, data] { task(data); }, count, waits, out);
    };
    tables_.Event.pfnRelease = [](ur_event_handle_t) { return UR_RESULT_SUCCESS; };
    tables_.Event.pfnGetInfo = [](ur_event_handle_t event, ur_event_info_t, size_t, void *value,
                                  size_t *) {
      *static_cast<ur_event_status_t *>(value) =
          of(event).isComplete ? UR_EVENT_STATUS_COMPLETE : UR_EVENT_STATUS_QUEUED;
      return UR_RESULT_SUCCESS;
    };
    tables_.Event.pfnWait = [](uint32_t count, const ur_event_handle_t *events) {
      bool isBroken = false;
      for (uint32_t i = 0; i < count; ++i) {
        current_->run(of(events[i]));
        isBroken = isBroken || of(events[i]).isBroken;
      }
      return isBroken ? UR_RESULT_ERROR_DEVICE_LOST : UR_RESULT_SUCCESS;
    };
    tables_.Queue.pfnCreate = [](ur_context_handle_t, ur_device_handle_t,
                                 const ur_queue_properties_t *properties, ur_queue_handle_t *out) {
      const bool inOrder = !(properties->flags & UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
      current_->queues_.push_back(QueueObject{&current_->tables_, inOrder, nullptr});
      *out = reinterpret_cast<ur_queue_handle_t>(&current_->queues_.back());
      return UR_RESULT_SUCCESS;
    };
    tables_.Queue.pfnRelease = [](ur_queue_handle_t) { return UR_RESULT_SUCCESS; };
  }
  FakeDriver(const FakeDriver &) = delete;
  FakeDriver &operator=(const FakeDriver &) = delete;
  ~FakeDriver() { current_ = nullptr; }

  /// A device of a context; contexts and devices are the same for the same numbers.
  Place place(size_t context, size_t device) {
    Place place;
    place.context = reinterpret_cast<ur_context_handle_t>(&contexts_.at(context));
    place.device = reinterpret_cast<ur_device_handle_t>(&devices_.at(device));
    place.deviceName = "device " + std::to_string(device);
    for (Object &each : contexts_)
      each.tables = &tables_;
    for (Object &each : devices_)
      each.tables = &tables_;
    return place;
  }

  /// Enqueues a function as a kernel.
  SharedCommand kernel(Queue &queue, std::span<const SharedCommand> waits,
                       std::function<void()> body, Event **event = nullptr) {
    return queue.submit("A kernel", waits,
                        [&](ur_queue_handle_t handle, uint32_t count, const ur_event_handle_t *list,
                            ur_event_handle_t *out) {
                          const ur_result_t result = add(handle, std::move(body), count, list, out);
                          if (event)
                            *event = &events_.back();
                          return result;
                        });
  }

  /// Runs a command and what it waits for, with other commands in between.
  void run(Event &awaited) {
    while (!awaited.isComplete)
      step(awaited);
  }

  std::deque<Event> &events() { return events_; }
  const std::vector<Copy> &copies() const { return copies_; }
  std::vector<Memory> &memory() { return memory_; }
  /// The next allocations fail.
  void failAllocations() { allocationsFail_ = true; }

private:
  struct Object {
    const ur_dditable_t *tables = nullptr;
  };

  static std::byte *bytesOf(void *memory) { return static_cast<std::byte *>(memory); }
  static const std::byte *bytesOf(const void *memory) {
    return static_cast<const std::byte *>(memory);
  }
  static Event &of(ur_event_handle_t event) { return *reinterpret_cast<Event *>(event); }

  /// Runs one command that is ready: one that @p awaited needs, found by a random walk.
  void step(Event &awaited) {
    Event *at = &awaited;
    for (;;) {
      std::vector<Event *> open;
      for (Event *each : at->waits)
        if (!each->isComplete)
          open.push_back(each);
      if (at->before && !at->before->isComplete)
        open.push_back(at->before);
      if (open.empty())
        break;
      at = open[random_() % open.size()];
    }
    at->run();
    at->run = nullptr;
    at->isComplete = true;
  }

  ur_result_t allocate(ur_context_handle_t context, ur_device_handle_t device, size_t size,
                       void **memory) {
    if (allocationsFail_)
      return UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
    memory_.push_back(Memory{std::make_unique<std::byte[]>(size), size, context, device, false});
    std::memset(memory_.back().bytes.get(), 0xAA, size);
    *memory = memory_.back().bytes.get();
    return UR_RESULT_SUCCESS;
  }

  ur_result_t free(void *memory) {
    for (Memory &each : memory_)
      if (each.bytes.get() == memory) {
        EXPECT_FALSE(each.isFreed);
        each.isFreed = true;
        return UR_RESULT_SUCCESS;
      }
    ADD_FAILURE() << "Memory is freed that was not allocated.";
    return UR_RESULT_ERROR_INVALID_VALUE;
  }

  ur_result_t copy(ur_queue_handle_t queue, const Copy &copy, uint32_t count,
                   const ur_event_handle_t *waits, ur_event_handle_t *out) {
    const ur_result_t result = add(
        queue,
        [copy] {
          for (size_t row = 0; row < copy.rows; ++row)
            std::memcpy(copy.to + row * copy.pitch, copy.from + row * copy.pitch, copy.width);
        },
        count, waits, out);
    copies_.push_back(copy);
    copies_.back().event = &events_.back();
    return result;
  }

  ur_result_t add(ur_queue_handle_t handle, std::function<void()> body, uint32_t count,
                  const ur_event_handle_t *waits, ur_event_handle_t *out) {
    Event &event =
        events_.emplace_back(Event{&tables_, {}, nullptr, std::move(body), false, events_.size()});
    for (uint32_t i = 0; i < count; ++i)
      event.waits.push_back(&of(waits[i]));
    auto &queue = *reinterpret_cast<QueueObject *>(handle);
    if (queue.inOrder && queue.last)
      event.before = queue.last;
    queue.last = &event;
    *out = reinterpret_cast<ur_event_handle_t>(&event);
    return UR_RESULT_SUCCESS;
  }

  static inline FakeDriver *current_ = nullptr;
  const MockLoader loader_;
  ur_dditable_t tables_{};
  std::mt19937 random_;
  std::array<Object, 4> contexts_, devices_;
  std::deque<QueueObject> queues_;
  std::deque<Event> events_;
  std::vector<Copy> copies_;
  std::vector<Memory> memory_;
  bool allocationsFail_ = false;
};

} // namespace ursa::runtime
