// What a program is stored as: its image, the values of its constants and what the driver's
// pipeline cache has of it, so that a later process builds the same from it without compiling. A
// bare image is a binary too.
//
//   "URSAVKP1", u64 bytes of the image, u64 bytes of the values, u64 bytes of the cache,
//   image, values (each u32 id, u32 size, value), cache; little-endian
#pragma once

#include "adapters/vulkan/executable.h"

namespace ursa::vulkan {

struct ProgramBinary {
  std::vector<std::byte> image;
  ConstantValues values;
  std::vector<std::byte> cacheData;
};

std::vector<std::byte> writeProgramBinary(const ProgramBinary &binary);

/// Errors: UR_RESULT_ERROR_INVALID_BINARY. Values and image are checked where they are used.
Result<ProgramBinary> readProgramBinary(std::span<const std::byte> bytes);

} // namespace ursa::vulkan
