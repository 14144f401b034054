// Virtual address ranges of a context of the host, and memory files that are mapped into them.
#pragma once

#include "adapters/common/address_space.h"

namespace ursa::host {

/// The granularity is the page size. Mappings can be split.
class AddressSpace final : public adapter::AddressSpace {
public:
  ~AddressSpace() override { releaseAll(); }

  Result<size_t> granularity() const override;

private:
  bool splitsMappings() const override { return true; }
  Result<uintptr_t> reserveAddresses(uintptr_t near, size_t size) override;
  Result<void> releaseAddresses(const Range &range) override;
  Result<void> mapMemory(const Range &range, ur_physical_mem_handle_t memory, size_t offset,
                         ur_virtual_mem_access_flags_t access) override;
  Result<void> unmapMemory(const Range &range) override;
  Result<void> changeAccess(const Range &range, ur_virtual_mem_access_flags_t access) override;
};

} // namespace ursa::host
