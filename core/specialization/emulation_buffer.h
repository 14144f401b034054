// The device copy of an immutable value blob: the implicit last argument of emulated kernels.
//
// A launch uses the values that were set when it was enqueued, even if others are set while it
// runs, so a copy is never overwritten. Its owner may be destroyed while commands use it: an
// adapter keeps a memory object alive until the commands that use it have completed.
#pragma once

#include "core/specialization/layout.h"
#include "support/result.h"

#include <memory>

namespace ursa::core::specialization {

class EmulationBuffer {
public:
  /// Copies the blob into memory of the context.
  static Result<std::shared_ptr<const EmulationBuffer>> create(ur_context_handle_t context,
                                                               const ValueBlob &blob);
  ~EmulationBuffer();
  EmulationBuffer(const EmulationBuffer &) = delete;
  EmulationBuffer &operator=(const EmulationBuffer &) = delete;

  ur_mem_handle_t memory() const { return memory_; }

private:
  explicit EmulationBuffer(ur_mem_handle_t memory) : memory_(memory) {}

  const ur_mem_handle_t memory_;
};

} // namespace ursa::core::specialization
