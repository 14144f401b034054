// Links host images to one, as urProgramLink does with compiled programs.
#pragma once

#include "adapters/host/jit/host_jit.h"

namespace ursa::jit {

struct LinkInput {
  std::span<const std::byte> image;
  ConstantValues constants; ///< folded before the images meet: each has its own ids
};

/// One image of several; it has no specialization constants any more.
/// Errors: UR_RESULT_ERROR_PROGRAM_LINK_FAILURE with a sentence, as when two images define the same
/// function.
Result<std::vector<std::byte>> linkImages(std::span<const LinkInput> inputs);

} // namespace ursa::jit
