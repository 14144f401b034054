// Events: the driver's, with the UR command that they stand for.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/opencl/cl.h"

#include <array>

struct ur_event_handle_t_ : ursa::adapter::HandleBase {
  /// Takes over the driver's reference.
  /// @param hQueue null when the event came from a native handle
  ur_event_handle_t_(ur_context_handle_t hContext, ur_queue_handle_t hQueue, ur_command_t command,
                     cl_event event);
  ~ur_event_handle_t_();

  const ur_context_handle_t context; ///< a reference is held
  const ur_queue_handle_t queue;     ///< likewise, or null
  const ur_command_t type;
  const cl_event id;
};

namespace ursa::opencl {

/// The driver's events of a wait list; short ones need no memory of the heap.
class WaitList {
public:
  WaitList() = default;
  WaitList(const WaitList &) = delete;
  WaitList &operator=(const WaitList &) = delete;
  ~WaitList();

  /// @param context of the queue that is to wait. OpenCL takes events of that context only: others
  ///                are followed by user events of it
  /// Errors: UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST when count and list disagree or one is null.
  Result<void> take(uint32_t count, const ur_event_handle_t *events,
                    const ur_context_handle_t_ &context);

  cl_uint size() const { return size_; }
  /// Null when empty, as OpenCL wants it.
  const cl_event *data() const {
    return size_ == 0 ? nullptr : size_ <= kInline ? short_.data() : long_.data();
  }

private:
  static constexpr cl_uint kInline = 8;
  cl_uint size_ = 0;
  std::array<cl_event, kInline> short_{};
  std::vector<cl_event> long_;
  std::vector<cl_event> followers_; ///< a reference to each is held
};

} // namespace ursa::opencl
