// Program binaries: the image, the values of its constants and the driver's pipeline cache, from
// which a later process builds the program without compiling. A bare image is a binary too.
//
//   "URSAVKP2", u64 bytes of the image, u64 bytes of the values, u64 bytes of the cache,
//   u64 XXH3 of all but header and cache, u64 XXH3 of the cache,
//   image, values (each u32 id, u32 size, value), cache; little-endian
#pragma once

#include "adapters/vulkan/program/image.h"

namespace ursa::vulkan {

struct ProgramBinary {
  std::vector<std::byte> image;
  ConstantValues values;
  std::vector<std::byte> cacheData;
};

std::vector<std::byte> writeProgramBinary(const ProgramBinary &binary);

/// Errors: UR_RESULT_ERROR_INVALID_BINARY. Values and image are checked where they are used. A
/// damaged cache is ignored, because programs work without it.
Result<ProgramBinary> readProgramBinary(std::span<const std::byte> bytes);

} // namespace ursa::vulkan
