// Samplers: how kernels read images. A kernel receives the sampler as OpenCL C's bit mask.
#pragma once

#include "adapters/common/handle.h"

struct ur_sampler_handle_t_ : ursa::adapter::HandleBase {
  ur_sampler_handle_t_(ur_context_handle_t hContext, const ur_sampler_desc_t &desc);
  ~ur_sampler_handle_t_();

  const ur_context_handle_t context; ///< a reference is held
  const bool isNormalized;
  const ur_sampler_addressing_mode_t addressing;
  const ur_sampler_filter_mode_t filter;
};

namespace ursa::host {

void fillSamplerTable(ur_dditable_t &table);

} // namespace ursa::host
