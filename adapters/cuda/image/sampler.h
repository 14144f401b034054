// Samplers: how kernels read images. A kernel receives a sampler as OpenCL C's bit mask, which
// selects a texture of the image (mem_image.h).
#pragma once

#include "adapters/common/sampler_functions.h"

struct ur_sampler_handle_t_ : ursa::adapter::HandleBase {
  ur_sampler_handle_t_(ur_context_handle_t hContext, ursa::adapter::SamplerSettings itsSettings);
  ~ur_sampler_handle_t_();

  const ur_context_handle_t context; ///< retained
  const ursa::adapter::SamplerSettings settings;
};
