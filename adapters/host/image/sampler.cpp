#include "adapters/host/image/sampler.h"

#include "adapters/host/driver/context.h"

ur_sampler_handle_t_::ur_sampler_handle_t_(ur_context_handle_t hContext,
                                           ursa::adapter::SamplerSettings itsSettings)
    : context(hContext), settings(itsSettings) {
  ursa::adapter::retain(context);
}

ur_sampler_handle_t_::~ur_sampler_handle_t_() { ursa::adapter::release(context); }

namespace ursa::host {

void fillSamplerTable(ur_dditable_t &table) {
  adapter::fillSamplerFunctions<ur_context_handle_t_, ur_sampler_handle_t_>(table);
}

} // namespace ursa::host
