// The device copy of an immutable value blob: the implicit last argument of emulated kernels.
//
// A launch sees the values that were in force when it was enqueued, also when others are set while
// it runs. So a copy is never written again. Its owner may end while commands use it: an adapter
// keeps a memory object alive until the commands that it was given to have completed.
#pragma once

#include "core/specialization/layout.h"
#include "core/support/result.h"

#include <memory>

namespace ursa {

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

} // namespace ursa
