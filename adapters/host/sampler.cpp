#include "adapters/host/sampler.h"

#include "adapters/common/info.h"
#include "adapters/common/references.h"
#include "adapters/host/context.h"
#include "core/support/last_error.h"

ur_sampler_handle_t_::ur_sampler_handle_t_(ur_context_handle_t hContext,
                                           const ur_sampler_desc_t &desc)
    : context(hContext), isNormalized(desc.normalizedCoords), addressing(desc.addressingMode),
      filter(desc.filterMode) {
  ursa::adapter::retain(context);
}

ur_sampler_handle_t_::~ur_sampler_handle_t_() { ursa::adapter::release(context); }

namespace ursa::host {
namespace {

ur_result_t create(ur_context_handle_t hContext, const ur_sampler_desc_t *pDesc,
                   ur_sampler_handle_t *phSampler) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pDesc);
    URSA_POINTER(phSampler);
    if (pDesc->addressingMode > UR_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT ||
        pDesc->filterMode > UR_SAMPLER_FILTER_MODE_LINEAR)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "Addressing mode {} or filter mode {} is not defined.",
                       static_cast<unsigned>(pDesc->addressingMode),
                       static_cast<unsigned>(pDesc->filterMode));
    *phSampler = new ur_sampler_handle_t_(hContext, *pDesc);
    return {};
  });
}

ur_result_t getInfo(ur_sampler_handle_t hSampler, ur_sampler_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hSampler);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_SAMPLER_INFO_REFERENCE_COUNT:
      return writer.value(hSampler->references.load());
    case UR_SAMPLER_INFO_CONTEXT:
      return writer.value(hSampler->context);
    case UR_SAMPLER_INFO_NORMALIZED_COORDS:
      return writer.value<ur_bool_t>(hSampler->isNormalized);
    case UR_SAMPLER_INFO_ADDRESSING_MODE:
      return writer.value(hSampler->addressing);
    case UR_SAMPLER_INFO_FILTER_MODE:
      return writer.value(hSampler->filter);
    default:
      return adapter::InfoWriter::unknown("urSamplerGetInfo", propName);
    }
  });
}

} // namespace

void fillSamplerTable(ur_dditable_t &table) {
  table.Sampler.pfnCreate = create;
  table.Sampler.pfnRetain = adapter::retainHandle<ur_sampler_handle_t_>;
  table.Sampler.pfnRelease = adapter::releaseHandle<ur_sampler_handle_t_>;
  table.Sampler.pfnGetInfo = getInfo;
}

} // namespace ursa::host
