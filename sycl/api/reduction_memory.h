// Memory of a device for the partial results of reductions. A queue keeps it for the next one.
#pragma once

#include <ur_api.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

class QueueImpl;

/// Thread safe.
class ReductionMemory {
public:
  ReductionMemory() = default;
  ReductionMemory(const ReductionMemory &) = delete;
  ReductionMemory &operator=(const ReductionMemory &) = delete;
  /// Waits for the commands that use the memory.
  ~ReductionMemory();

  struct Block {
    void *pointer = nullptr;
    size_t bytes = 0;
    ur_context_handle_t context = nullptr;
    ur_event_handle_t last = nullptr; ///< owned, of the command that uses it; may be null
  };

  /// Returns a block that no command uses, or only earlier ones of an in-order queue. Throws.
  Block take(QueueImpl &queue, size_t bytes);
  /// The next command may use the block when its `last` is complete.
  void giveBack(const Block &block);

private:
  std::mutex mutex_; ///< guards the member below
  std::vector<Block> free_;
};

class TakenBlock;
/// A command uses the block until its event, which may be null, is complete.
void useBlock(TakenBlock &block, ur_event_handle_t event);

} // namespace sycl::detail
} // namespace ursa_sycl
