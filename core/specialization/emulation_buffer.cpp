#include "core/specialization/emulation_buffer.h"

#include "core/loader/loader.h"
#include "core/specialization/adapter_calls.h"

#include <algorithm>

namespace ursa {
namespace {

// Memory that waits for its last launches.
struct Retired {
  ur_mem_handle_t memory;
  std::vector<ur_event_handle_t> markers;
};

struct Graveyard {
  std::mutex mutex; ///< guards retired; a leaf in the lock order
  std::vector<Retired> retired;
};

// Never freed: buffers may be retired from static destructors.
Graveyard &graveyard() {
  static Graveyard &graveyard = []() -> Graveyard & {
    loader().atTearDown([] { EmulationBuffer::collect(true); });
    return *new Graveyard;
  }();
  return graveyard;
}

bool passed(ur_event_handle_t marker) {
  ur_event_status_t status = UR_EVENT_STATUS_COMPLETE;
  // An event that does not tell its status has failed: nothing runs behind it.
  return callAdapter<Function::urEventGetInfo>(marker, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS,
                                               sizeof(status), &status,
                                               nullptr) != UR_RESULT_SUCCESS ||
         status == UR_EVENT_STATUS_COMPLETE;
}

void release(const Retired &retired) {
  for (ur_event_handle_t marker : retired.markers)
    (void)callAdapter<Function::urEventRelease>(marker);
  (void)callAdapter<Function::urMemRelease>(retired.memory);
}

} // namespace

Result<std::shared_ptr<EmulationBuffer>> EmulationBuffer::create(ur_context_handle_t context,
                                                                 ValueBlob blob) {
  collect(false);
  ur_buffer_properties_t properties = {UR_STRUCTURE_TYPE_BUFFER_PROPERTIES, nullptr, blob.data()};
  ur_mem_handle_t memory = nullptr;
  const ur_mem_flags_t flags = UR_MEM_FLAG_READ_ONLY | UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER;
  URSA_CHECK(call<Function::urMemBufferCreate>(context, flags, blob.size(), &properties, &memory)
                 .context("While making the specialization buffer."));
  return std::shared_ptr<EmulationBuffer>(new EmulationBuffer(std::move(blob), memory));
}

EmulationBuffer::~EmulationBuffer() {
  Retired retired{memory_, {}};
  for (ur_queue_handle_t queue : queues_) {
    ur_event_handle_t marker = nullptr;
    if (callAdapter<Function::urEnqueueEventsWait>(queue, 0, nullptr, &marker) ==
            UR_RESULT_SUCCESS &&
        marker)
      retired.markers.push_back(marker);
    else
      (void)callAdapter<Function::urQueueFinish>(queue);
    (void)callAdapter<Function::urQueueRelease>(queue);
  }
  if (std::all_of(retired.markers.begin(), retired.markers.end(), passed)) {
    release(retired);
    return;
  }
  const std::lock_guard lock(graveyard().mutex);
  graveyard().retired.push_back(std::move(retired));
}

Result<void> EmulationBuffer::noteQueue(ur_queue_handle_t queue) {
  const std::lock_guard lock(mutex_);
  if (std::find(queues_.begin(), queues_.end(), queue) != queues_.end())
    return {};
  URSA_CHECK(call<Function::urQueueRetain>(queue));
  queues_.push_back(queue);
  return {};
}

void EmulationBuffer::collect(bool wait) {
  std::vector<Retired> done;
  {
    const std::lock_guard lock(graveyard().mutex);
    auto &all = graveyard().retired;
    const auto isDone = [wait](const Retired &retired) {
      return wait || std::all_of(retired.markers.begin(), retired.markers.end(), passed);
    };
    const auto firstDone =
        std::partition(all.begin(), all.end(), [&isDone](const Retired &r) { return !isDone(r); });
    std::move(firstDone, all.end(), std::back_inserter(done));
    all.erase(firstDone, all.end());
  }
  for (const Retired &retired : done) {
    if (wait && !retired.markers.empty())
      (void)callAdapter<Function::urEventWait>(static_cast<uint32_t>(retired.markers.size()),
                                               retired.markers.data());
    release(retired);
  }
}

} // namespace ursa
