// The functions of samplers that adapters share.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "adapters/common/references.h"
#include "support/last_error.h"
#include "ur_api.h"

namespace ursa::adapter {

/// How a kernel reads an image.
struct SamplerSettings {
  bool isNormalized = false;
  ur_sampler_addressing_mode_t addressing = UR_SAMPLER_ADDRESSING_MODE_NONE;
  ur_sampler_filter_mode_t filter = UR_SAMPLER_FILTER_MODE_NEAREST;

  /// Returns OpenCL C's bit mask. The modes of UR have the same order.
  uint32_t bits() const {
    return (isNormalized ? 1U : 0U) | static_cast<uint32_t>(addressing) << 1 |
           (filter == UR_SAMPLER_FILTER_MODE_LINEAR ? 0x20U : 0x10U);
  }
};

/// Errors: UR_RESULT_ERROR_INVALID_ENUMERATION.
inline Result<SamplerSettings> samplerSettings(const ur_sampler_desc_t &description) {
  if (static_cast<uint32_t>(description.addressingMode) >
          UR_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT ||
      static_cast<uint32_t>(description.filterMode) > UR_SAMPLER_FILTER_MODE_LINEAR)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "Addressing mode {} or filter mode {} is not defined.",
                     static_cast<unsigned>(description.addressingMode),
                     static_cast<unsigned>(description.filterMode));
  return SamplerSettings{static_cast<bool>(description.normalizedCoords),
                         description.addressingMode, description.filterMode};
}

/// A sampler of an adapter: it is made of a context and its settings.
template <class Sampler, class Context>
concept SamplerOf = std::derived_from<Sampler, HandleBase> &&
    std::constructible_from<Sampler, Context *, const SamplerSettings &> &&
    requires(const Sampler &sampler) {
  { sampler.context } -> std::convertible_to<Context *>;
  { sampler.settings } -> std::convertible_to<SamplerSettings>;
};

/// Implements pfnCreate.
template <class Context, SamplerOf<Context> Sampler>
ur_result_t createSampler(Context *hContext, const ur_sampler_desc_t *pDesc, Sampler **phSampler) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pDesc);
    URSA_POINTER(phSampler);
    URSA_TRY(const SamplerSettings settings, samplerSettings(*pDesc));
    *phSampler = new Sampler(hContext, settings);
    return {};
  });
}

/// Implements pfnGetInfo.
template <class Sampler>
ur_result_t getSamplerInfo(Sampler *hSampler, ur_sampler_info_t propName, size_t propSize,
                           void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hSampler);
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_SAMPLER_INFO_REFERENCE_COUNT:
      return writer.value(hSampler->references.load());
    case UR_SAMPLER_INFO_CONTEXT:
      return writer.value(hSampler->context);
    case UR_SAMPLER_INFO_NORMALIZED_COORDS:
      return writer.template value<ur_bool_t>(hSampler->settings.isNormalized);
    case UR_SAMPLER_INFO_ADDRESSING_MODE:
      return writer.value(hSampler->settings.addressing);
    case UR_SAMPLER_INFO_FILTER_MODE:
      return writer.value(hSampler->settings.filter);
    default:
      return InfoWriter::unknown("urSamplerGetInfo", propName);
    }
  });
}

/// Fills the table's functions of samplers.
template <class Context, SamplerOf<Context> Sampler>
void fillSamplerFunctions(ur_dditable_t &table) {
  table.Sampler.pfnCreate = createSampler<Context, Sampler>;
  table.Sampler.pfnRetain = retainHandle<Sampler>;
  table.Sampler.pfnRelease = releaseHandle<Sampler>;
  table.Sampler.pfnGetInfo = getSamplerInfo<Sampler>;
}

} // namespace ursa::adapter
