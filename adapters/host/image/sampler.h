// Samplers: how kernels read images. A kernel receives the sampler as OpenCL C's bit mask.
#pragma once

#include "adapters/common/sampler_functions.h"

struct ur_sampler_handle_t_ : ursa::adapter::HandleBase {
  ur_sampler_handle_t_(ur_context_handle_t hContext, ursa::adapter::SamplerSettings itsSettings);
  ~ur_sampler_handle_t_();

  const ur_context_handle_t context; ///< a reference is held
  const ursa::adapter::SamplerSettings settings;
};

namespace ursa::host {

void fillSamplerTable(ur_dditable_t &table);

} // namespace ursa::host
