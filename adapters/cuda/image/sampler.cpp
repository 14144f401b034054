#include "adapters/cuda/image/sampler.h"

#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/tables.h"

namespace ursa::cuda {

Sampler::Sampler(ur_context_handle_t hContext, adapter::SamplerSettings itsSettings)
    : context(hContext), settings(itsSettings) {
  adapter::retain(context);
}

Sampler::~Sampler() { adapter::release(context); }

void fillSamplerTable(ur_dditable_t &table) {
  adapter::fillSamplerFunctions<ur_context_handle_t_, ur_sampler_handle_t_>(table);
}

} // namespace ursa::cuda
