// A word of pinned memory that a stream waits for until the host writes it.
#pragma once

#include "adapters/cuda/driver/native_context.h"

#include <memory>

namespace ursa::cuda {

/// Written once. Thread safe.
class HostWord {
public:
  /// Returns whether the driver's streams can wait for memory.
  static bool isSupported() { return cu().cuStreamWaitValue32 != nullptr; }
  static Result<std::shared_ptr<HostWord>> make(NativeContext &native);

  /// Lets a stream wait. The word must exist until then.
  Result<void> submitWait(CUstream stream);
  /// Lets the stream go on.
  void write();

private:
  HostWord(NativeContext &native, PinnedPointer block);
  std::atomic_ref<uint32_t> word() const;

  NativeContext &native_;
  const PinnedPointer block_;
};

} // namespace ursa::cuda
