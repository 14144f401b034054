// Samplers: how kernels read images. A kernel receives the sampler as OpenCL C's bit mask.
#pragma once

#include "adapters/common/sampler_functions.h"

namespace ursa::host {

struct Sampler : adapter::HandleBase {
  Sampler(ur_context_handle_t hContext, adapter::SamplerSettings itsSettings);
  ~Sampler();

  const ur_context_handle_t context; ///< a reference is held
  const adapter::SamplerSettings settings;
};

void fillSamplerTable(ur_dditable_t &table);

} // namespace ursa::host

struct ur_sampler_handle_t_ : ursa::host::Sampler {
  using Sampler::Sampler;
};
