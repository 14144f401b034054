// Links host images into one, for urProgramLink.
#pragma once

#include "adapters/host/jit/host_jit.h"

namespace ursa::host::jit {

struct LinkInput {
  std::span<const std::byte> image;
  format::host::ConstantValues
      constants; ///< folded before linking, because ids are local to an image
};

/// Links several images into one, which has no specialization constants.
/// Errors: UR_RESULT_ERROR_PROGRAM_LINK_FAILURE, for example if two images define the same
/// function.
Result<std::vector<std::byte>> linkImages(std::span<const LinkInput> inputs);

} // namespace ursa::host::jit
