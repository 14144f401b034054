// A context: the host device and the USM allocations that were made in it.
#pragma once

#include "adapters/common/handle.h"

#include <map>
#include <mutex>
#include <optional>
#include <vector>

struct ur_context_handle_t_ : ursa::adapter::HandleBase {
  struct Allocation {
    void *base = nullptr;
    size_t size = 0;
    ur_usm_type_t type = UR_USM_TYPE_UNKNOWN;
  };

  /// Frees what the application did not, and runs the deleters, last set first.
  ~ur_context_handle_t_();

  void addAllocation(const Allocation &allocation);
  /// Forgets the allocation that begins there; false when there is none.
  bool removeAllocation(void *base);
  /// The allocation that holds the address, which need not be its beginning.
  std::optional<Allocation> findAllocation(const void *address) const;
  void addDeleter(ur_context_extended_deleter_t function, void *userData);

private:
  struct Deleter {
    ur_context_extended_deleter_t function;
    void *userData;
  };

  mutable std::mutex mutex_; ///< guards the two below
  std::map<const void *, Allocation> allocations_;
  std::vector<Deleter> deleters_;
};

namespace ursa::host {

void fillContextTable(ur_dditable_t &table);

} // namespace ursa::host
