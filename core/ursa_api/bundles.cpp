// The bundle functions of ursa.h.
#include "core/bundles/bundle.h"
#include "core/dispatch/intercepts.h"
#include "core/image/libraries.h"
#include "core/intercepts/state.h"
#include "core/tiers/program_tier.h"
#include "core/ursa_api/image_handles.h"
#include "support/handle_set.h"
#include "support/last_error.h"

#include <algorithm>
#include <cstring>

namespace ursa::core::ursa_api {
namespace {

using bundles::Bundle;

// Never destroyed: static destructors release bundles.
HandleSet<ursa_bundle_handle_t, Bundle> &bundleHandles() {
  static auto &handles = *new HandleSet<ursa_bundle_handle_t, Bundle>("bundle");
  return handles;
}

Error nullPointer(const char *name) {
  return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER, "The parameter '{}' is null.", name);
}

Error nullHandle(const char *name) {
  return makeError(UR_RESULT_ERROR_INVALID_NULL_HANDLE, "The parameter '{}' is null.", name);
}

} // namespace

ur_result_t ursaBundleCreate(ur_context_handle_t hContext, uint32_t numDevices,
                             const ur_device_handle_t *phDevices, ursa_images_handle_t hImages,
                             ursa_specialization_mode_t mode, ursa_bundle_handle_t *phBundle) {
  return atBoundary([&]() -> Result<void> {
    if (!hContext)
      return nullHandle("hContext");
    if (!phDevices || !phBundle)
      return nullPointer(phDevices ? "phBundle" : "phDevices");
    if (numDevices == 0)
      return Error{UR_RESULT_ERROR_INVALID_SIZE, "The parameter 'numDevices' is 0."};
    const std::span<const ur_device_handle_t> devices(phDevices, numDevices);
    for (ur_device_handle_t device : devices)
      if (!device)
        return nullHandle("phDevices");
    std::vector<std::shared_ptr<const format::ImageSet>> images;
    if (hImages) {
      URSA_TRY(auto given, imageHandles().find("hImages", hImages));
      images.push_back(std::move(given));
    } else {
      images = image::registeredImages();
    }
    URSA_TRY(auto bundle, Bundle::create(hContext, devices, images, mode));
    *phBundle = bundleHandles().add(std::move(bundle));
    return {};
  });
}

ur_result_t ursaBundleRetain(ursa_bundle_handle_t hBundle) {
  return atBoundary([&] { return bundleHandles().retain("hBundle", hBundle); });
}

ur_result_t ursaBundleRelease(ursa_bundle_handle_t hBundle) {
  return atBoundary([&] { return bundleHandles().release("hBundle", hBundle); });
}

ur_result_t ursaBundleGetMode(ursa_bundle_handle_t hBundle, ur_device_handle_t hDevice,
                              ursa_specialization_mode_t *pMode) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const std::shared_ptr<Bundle> bundle, bundleHandles().find("hBundle", hBundle));
    if (!hDevice)
      return nullHandle("hDevice");
    if (!pMode)
      return nullPointer("pMode");
    URSA_TRY(*pMode, bundle->mode(hDevice));
    return {};
  });
}

ur_result_t ursaBundleSetSpecializationConstant(ursa_bundle_handle_t hBundle, const char *pId,
                                                size_t size, const void *pValue) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const std::shared_ptr<Bundle> bundle, bundleHandles().find("hBundle", hBundle));
    if (!pId || !pValue)
      return nullPointer(pId ? "pValue" : "pId");
    if (size == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "The value of specialization constant '{}' has 0 bytes.", pId);
    return bundle->set(pId, {static_cast<const std::byte *>(pValue), size});
  });
}

ur_result_t ursaBundleGetSpecializationConstant(ursa_bundle_handle_t hBundle, const char *pId,
                                                size_t size, void *pValue, size_t *pSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const std::shared_ptr<Bundle> bundle, bundleHandles().find("hBundle", hBundle));
    if (!pId)
      return nullPointer("pId");
    URSA_TRY(const std::vector<std::byte> value, bundle->get(pId));
    if (pValue && size < value.size())
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "Specialization constant '{}' is {} bytes; there is room for {}.", pId,
                       value.size(), size);
    if (pValue)
      std::memcpy(pValue, value.data(), value.size());
    if (pSizeRet)
      *pSizeRet = value.size();
    return {};
  });
}

ur_result_t ursaBundleBuild(ursa_bundle_handle_t hBundle, const char *pOptions) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const std::shared_ptr<Bundle> bundle, bundleHandles().find("hBundle", hBundle));
    return bundle->build(pOptions ? pOptions : "");
  });
}

ur_result_t ursaBundleGetKernel(ursa_bundle_handle_t hBundle, ur_device_handle_t hDevice,
                                const char *pName, ur_kernel_handle_t *phKernel) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const std::shared_ptr<Bundle> bundle, bundleHandles().find("hBundle", hBundle));
    if (!pName || !phKernel)
      return nullPointer(pName ? "phKernel" : "pName");
    URSA_TRY(*phKernel, bundle->kernel(hDevice, pName));
    return {};
  });
}

ur_result_t ursaBundleGetKernelArgs(ursa_bundle_handle_t hBundle, ur_device_handle_t hDevice,
                                    const char *pName, uint32_t capacity,
                                    ursa_kernel_arg_info_t *pArgs, uint32_t *pCount) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const std::shared_ptr<Bundle> bundle, bundleHandles().find("hBundle", hBundle));
    if (!pName)
      return nullPointer("pName");
    URSA_TRY(const std::vector<ursa_kernel_arg_info_t> all, bundle->kernelArgs(hDevice, pName));
    if (pArgs)
      std::copy_n(all.begin(), std::min<size_t>(capacity, all.size()), pArgs);
    if (pCount)
      *pCount = static_cast<uint32_t>(all.size());
    return {};
  });
}

ur_result_t ursaBundleGetKernelRequirement(ursa_bundle_handle_t hBundle, ur_device_handle_t hDevice,
                                           const char *pName, ursa_kernel_requirement_t requirement,
                                           size_t size, void *pValue, size_t *pSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const std::shared_ptr<Bundle> bundle, bundleHandles().find("hBundle", hBundle));
    if (!pName)
      return nullPointer("pName");
    URSA_TRY(const std::vector<std::byte> value,
             bundle->kernelRequirement(hDevice, pName, requirement));
    if (pValue && size < value.size())
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "The requirement of kernel '{}' is {} bytes; there is room for {}.", pName,
                       value.size(), size);
    if (pValue && !value.empty())
      std::memcpy(pValue, value.data(), value.size());
    if (pSizeRet)
      *pSizeRet = value.size();
    return {};
  });
}

ur_result_t ursaBundleGetImageInfo(ursa_bundle_handle_t hBundle, ur_device_handle_t hDevice,
                                   uint32_t index, ursa_bundle_image_info_t *pInfo) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const std::shared_ptr<Bundle> bundle, bundleHandles().find("hBundle", hBundle));
    if (!pInfo)
      return nullPointer("pInfo");
    URSA_TRY(*pInfo, bundle->imageInfo(hDevice, index));
    return {};
  });
}

ur_result_t ursaBundleGetTierReport(ursa_bundle_handle_t hBundle, ur_device_handle_t hDevice,
                                    ursa_tier_report_t *pReport) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const std::shared_ptr<Bundle> bundle, bundleHandles().find("hBundle", hBundle));
    if (!hDevice)
      return nullHandle("hDevice");
    if (!pReport)
      return nullPointer("pReport");
    URSA_TRY(*pReport, bundle->tierReport(hDevice));
    return {};
  });
}

ur_result_t ursaBundleFinishBuilds(ursa_bundle_handle_t hBundle) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const std::shared_ptr<Bundle> bundle, bundleHandles().find("hBundle", hBundle));
    bundle->finishBuilds();
    return {};
  });
}

ur_result_t ursaKernelGetTierReport(ur_kernel_handle_t hKernel, ursa_tier_report_t *pReport) {
  return atBoundary([&]() -> Result<void> {
    if (!hKernel)
      return nullHandle("hKernel");
    if (!pReport)
      return nullPointer("pReport");
    ursa_tier_report_t report{};
    const intercepts::KernelState *state = intercepts::kernelStates().find(hKernel);
    if (state && state->tier) {
      state->tier->counters().addTo(report);
      report.lastLaunch = tiers::ProgramTier::lastTierOf(*state);
    }
    *pReport = report;
    return {};
  });
}

} // namespace ursa::core::ursa_api
