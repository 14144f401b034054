#include "adapters/cuda/image/sampler.h"

#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/tables.h"

ur_sampler_handle_t_::ur_sampler_handle_t_(ur_context_handle_t hContext,
                                           ursa::adapter::SamplerSettings itsSettings)
    : context(hContext), settings(itsSettings) {
  ursa::adapter::retain(context);
}

ur_sampler_handle_t_::~ur_sampler_handle_t_() { ursa::adapter::release(context); }

namespace ursa::cuda {

void fillSamplerTable(ur_dditable_t &table) {
  adapter::fillSamplerFunctions<ur_context_handle_t_, ur_sampler_handle_t_>(table);
}

} // namespace ursa::cuda
