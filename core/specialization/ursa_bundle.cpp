// The bundle and launch functions of ursa.h.
#include "core/image/ursa_images.h"
#include "core/layers/layers.h"
#include "core/loader/fork_guard.h"
#include "core/specialization/adapter_calls.h"
#include "core/specialization/bundle.h"
#include "core/specialization/intercepts.h"
#include "core/support/last_error.h"

#include "ursa.h"

#include <atomic>
#include <cstring>

using namespace ursa;

struct ursa_bundle_handle_t_ {
  std::unique_ptr<Bundle> bundle;
  std::atomic<uint32_t> references{1};
};

namespace {

Error nullPointer(const char *name) {
  return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER, "The parameter '{}' is null.", name);
}

Error nullHandle(const char *name) {
  return makeError(UR_RESULT_ERROR_INVALID_NULL_HANDLE, "The parameter '{}' is null.", name);
}

Result<void> checkHandle(ursa_bundle_handle_t bundle) {
  URSA_CHECK(checkNotForked("A bundle's function"));
  if (!bundle)
    return nullHandle("hBundle");
  return {};
}

Result<ur_exp_kernel_arg_properties_t> toUr(const ursa_kernel_arg_t &arg, uint32_t index) {
  ur_exp_kernel_arg_properties_t result = {};
  result.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
  result.type = arg.type;
  result.index = index;
  result.size = arg.size;
  switch (arg.type) {
  case UR_EXP_KERNEL_ARG_TYPE_VALUE:
    if (!arg.value)
      return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER, "The value of argument {} is null.",
                       index);
    result.value.value = arg.value;
    return result;
  case UR_EXP_KERNEL_ARG_TYPE_POINTER:
    result.size = sizeof(void *);
    result.value.pointer = arg.value;
    return result;
  case UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ:
    result.size = sizeof(ur_mem_handle_t);
    result.value.memObjTuple = {reinterpret_cast<ur_mem_handle_t>(const_cast<void *>(arg.value)),
                                UR_MEM_FLAG_READ_WRITE};
    return result;
  case UR_EXP_KERNEL_ARG_TYPE_LOCAL:
    return result;
  default:
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "Argument {} has type {}; VALUE, POINTER, MEM_OBJ or LOCAL was expected.",
                     index, static_cast<int>(arg.type));
  }
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
    std::vector<std::shared_ptr<const ImageSet>> images;
    if (hImages)
      images.push_back(hImages->images);
    else
      images = registeredImages();
    URSA_TRY(auto bundle, Bundle::create(hContext, devices, images, mode));
    *phBundle = new ursa_bundle_handle_t_{std::move(bundle)};
    return {};
  });
}

ur_result_t ursaBundleRetain(ursa_bundle_handle_t hBundle) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(hBundle));
    hBundle->references.fetch_add(1, std::memory_order_relaxed);
    return {};
  });
}

ur_result_t ursaBundleRelease(ursa_bundle_handle_t hBundle) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(hBundle));
    if (hBundle->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete hBundle;
    return {};
  });
}

ur_result_t ursaBundleGetMode(ursa_bundle_handle_t hBundle, ur_device_handle_t hDevice,
                              ursa_specialization_mode_t *pMode) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(hBundle));
    if (!hDevice)
      return nullHandle("hDevice");
    if (!pMode)
      return nullPointer("pMode");
    URSA_TRY(*pMode, hBundle->bundle->mode(hDevice));
    return {};
  });
}

ur_result_t ursaBundleSetSpecializationConstant(ursa_bundle_handle_t hBundle, const char *pId,
                                                size_t size, const void *pValue) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(hBundle));
    if (!pId || !pValue)
      return nullPointer(pId ? "pValue" : "pId");
    if (size == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "The value of specialization constant '{}' has 0 bytes.", pId);
    return hBundle->bundle->set(pId, {static_cast<const std::byte *>(pValue), size});
  });
}

ur_result_t ursaBundleGetSpecializationConstant(ursa_bundle_handle_t hBundle, const char *pId,
                                                size_t size, void *pValue, size_t *pSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(hBundle));
    if (!pId)
      return nullPointer("pId");
    URSA_TRY(const std::vector<std::byte> value, hBundle->bundle->get(pId));
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
    URSA_CHECK(checkHandle(hBundle));
    return hBundle->bundle->build(pOptions ? pOptions : "");
  });
}

ur_result_t ursaBundleGetKernel(ursa_bundle_handle_t hBundle, ur_device_handle_t hDevice,
                                const char *pName, ur_kernel_handle_t *phKernel) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(hBundle));
    if (!pName || !phKernel)
      return nullPointer(pName ? "phKernel" : "pName");
    URSA_TRY(*phKernel, hBundle->bundle->kernel(hDevice, pName));
    if (activeLayers() != 0)
      noteHandedOut(*phKernel);
    return {};
  });
}

ur_result_t ursaEnqueueKernelLaunch(ur_queue_handle_t hQueue, ur_kernel_handle_t hKernel,
                                    uint32_t workDim, const size_t *pGlobalWorkOffset,
                                    const size_t *pGlobalWorkSize, const size_t *pLocalWorkSize,
                                    uint32_t numArgs, const ursa_kernel_arg_t *pArgs,
                                    uint32_t numEventsInWaitList,
                                    const ur_event_handle_t *phEventWaitList,
                                    ur_event_handle_t *phEvent) {
  std::vector<ur_exp_kernel_arg_properties_t> args;
  const ur_result_t converted = atBoundary([&]() -> Result<void> {
    if (!hQueue || !hKernel)
      return nullHandle(hQueue ? "hKernel" : "hQueue");
    if (numArgs > 0 && !pArgs)
      return nullPointer("pArgs");
    args.reserve(numArgs);
    for (uint32_t index = 0; index < numArgs; ++index) {
      URSA_TRY(const ur_exp_kernel_arg_properties_t arg, toUr(pArgs[index], index));
      args.push_back(arg);
    }
    return {};
  });
  if (converted != UR_RESULT_SUCCESS)
    return converted;
  return dispatch<Function::urEnqueueKernelLaunchWithArgsExp>(
      hQueue, hKernel, workDim, pGlobalWorkOffset, pGlobalWorkSize, pLocalWorkSize, numArgs,
      args.data(), nullptr, numEventsInWaitList, phEventWaitList, phEvent);
}
