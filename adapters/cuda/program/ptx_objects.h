// PTX with CUBINs that the compiler has made of it ahead of time (docs/formats/ptx.md): the driver
// need not compile where one is for the device.
#pragma once

#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ursa::cuda {

/// A CUBIN.
struct PtxObject {
  uint32_t computeCapability = 0; ///< 10 times major plus minor
  std::vector<std::byte> bytes;   ///< not checked
};

struct PtxAndObjects {
  std::span<const std::byte> ptx; ///< without a terminating zero
  std::vector<PtxObject> objects;
};

/// Splits the bytes of an image. Errors: UR_RESULT_ERROR_INVALID_BINARY for CUBINs that do not end
/// in it.
Result<PtxAndObjects> splitPtx(std::span<const std::byte> bytes);

/// Returns the CUBIN that a device runs best; null if it runs none. A device runs CUBINs for its
/// major compute capability up to its minor one.
const PtxObject *objectFor(const std::vector<PtxObject> &objects, uint32_t computeCapability);

} // namespace ursa::cuda
