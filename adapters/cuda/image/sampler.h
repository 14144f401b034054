// Samplers: how kernels read images. A kernel receives a sampler as OpenCL C's bit mask, which
// selects a texture of the image (mem_image.h).
#pragma once

#include "adapters/common/sampler_functions.h"

namespace ursa::cuda {

struct Sampler : adapter::HandleBase {
  Sampler(ur_context_handle_t hContext, adapter::SamplerSettings itsSettings);
  ~Sampler();

  const ur_context_handle_t context; ///< retained
  const adapter::SamplerSettings settings;
};

} // namespace ursa::cuda

struct ur_sampler_handle_t_ : ursa::cuda::Sampler {
  using Sampler::Sampler;
};
