// What USM allocations are made of.
#pragma once

#include "adapters/vulkan/block.h"

namespace ursa::vulkan {

/// Memory for an allocation of a kind.
Result<std::shared_ptr<Block>> makeUsmBlock(ur_device_handle_t_ &device, ur_usm_type_t type,
                                            uint64_t size, uint64_t alignment);

/// Pointer that applications are given: the host's address where it is to see the memory, else the
/// device's.
void *usmAddress(const Block &block, ur_usm_type_t type);

} // namespace ursa::vulkan
