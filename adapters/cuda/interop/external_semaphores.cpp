// Semaphores of other APIs: commands that wait for them and signal them.
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/interop/external_objects.h"
#include "adapters/cuda/memory/transfer.h"
#include "adapters/cuda/queue/enqueue.h"
#include "adapters/cuda/queue/queue.h"
#include "support/last_error.h"

namespace ursa::cuda {

ExternalSemaphore::~ExternalSemaphore() {
  native.retire([semaphore = imported] { (void)cu().cuDestroyExternalSemaphore(semaphore); });
  adapter::release(context);
}

namespace {

using Semaphore = ur_exp_external_semaphore_handle_t_;

Result<CUexternalSemaphoreHandleType> handleType(ur_exp_external_semaphore_type_t type) {
  switch (type) {
  case UR_EXP_EXTERNAL_SEMAPHORE_TYPE_OPAQUE_FD:
    return CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD;
  case UR_EXP_EXTERNAL_SEMAPHORE_TYPE_TIMELINE_FD:
    return CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD;
  case UR_EXP_EXTERNAL_SEMAPHORE_TYPE_WIN32_NT:
  case UR_EXP_EXTERNAL_SEMAPHORE_TYPE_WIN32_NT_DX12_FENCE:
  case UR_EXP_EXTERNAL_SEMAPHORE_TYPE_TIMELINE_WIN32_NT:
  case UR_EXP_EXTERNAL_SEMAPHORE_TYPE_WIN32_NT_DX11_FENCE:
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
                     "Semaphores are imported from file descriptors, not from handles of type {}.",
                     static_cast<int>(type));
  default:
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "{} is no type of external semaphores.",
                     static_cast<int>(type));
  }
}

// The driver owns the file descriptor once the import has succeeded.
ur_result_t importSemaphore(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                            ur_exp_external_semaphore_type_t semHandleType,
                            ur_exp_external_semaphore_desc_t *pExternalSemaphoreDesc,
                            ur_exp_external_semaphore_handle_t *phExternalSemaphore) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkContextAndDevice(hContext, hDevice));
    URSA_POINTER(pExternalSemaphoreDesc);
    URSA_POINTER(phExternalSemaphore);
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC description = {};
    URSA_TRY(description.type, handleType(semHandleType));
    URSA_TRY(description.handle.fd, fileDescriptor(pExternalSemaphoreDesc->pNext));
    NativeContext &native = hContext->of(hDevice);
    URSA_TRY(const Current current, native.enter());
    CUexternalSemaphore imported = nullptr;
    URSA_CHECK(native.check(cu().cuImportExternalSemaphore(&imported, &description),
                            "cuImportExternalSemaphore"));
    *phExternalSemaphore = new Semaphore(
        *hContext, native, imported, semHandleType == UR_EXP_EXTERNAL_SEMAPHORE_TYPE_TIMELINE_FD);
    return {};
  });
}

ur_result_t releaseSemaphore(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                             ur_exp_external_semaphore_handle_t hExternalSemaphore) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkContextAndDevice(hContext, hDevice));
    URSA_HANDLE(hExternalSemaphore);
    if (hExternalSemaphore->context != hContext)
      return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                       "The external semaphore belongs to another context.");
    adapter::release(hExternalSemaphore);
    return {};
  });
}

Result<void> submitOperation(const Submission &at, const Semaphore &semaphore, bool isWait,
                             uint64_t value) {
  const CUstream stream = at.stream.native;
  if (isWait) {
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait = {};
    wait.params.fence.value = value;
    return at.native.check(
        cu().cuWaitExternalSemaphoresAsync(&semaphore.imported, &wait, 1, stream),
        "cuWaitExternalSemaphoresAsync");
  }
  CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal = {};
  signal.params.fence.value = value;
  return at.native.check(
      cu().cuSignalExternalSemaphoresAsync(&semaphore.imported, &signal, 1, stream),
      "cuSignalExternalSemaphoresAsync");
}

// Later commands of a queue follow a wait, and a signal follows the earlier ones.
template <bool IsWait>
ur_result_t enqueueSemaphore(ur_queue_handle_t hQueue,
                             ur_exp_external_semaphore_handle_t hSemaphore, bool hasValue,
                             uint64_t value, uint32_t numEventsInWaitList,
                             const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  EnqueueParameters parameters{hQueue,
                               IsWait ? UR_COMMAND_EXTERNAL_SEMAPHORE_WAIT_EXP
                                      : UR_COMMAND_EXTERNAL_SEMAPHORE_SIGNAL_EXP,
                               numEventsInWaitList, phEventWaitList, phEvent};
  parameters.waitsForAll = !IsWait;
  parameters.blocksQueue = IsWait;
  return adapter::enqueueWork<Commands>(parameters, [&](ur_context_handle_t context) -> WorkResult {
    URSA_HANDLE(hSemaphore);
    if (hSemaphore->context != context || &hSemaphore->native != &hQueue->native)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The external semaphore belongs to another context or device than the "
                       "queue.");
    if (hSemaphore->isTimeline != hasValue)
      return Error{UR_RESULT_ERROR_INVALID_VALUE,
                   hasValue ? "A value was given for a semaphore that is no timeline."
                            : "No value was given for a semaphore that is a timeline."};
    auto work = std::make_shared<Work>();
    work->keeps.push_back(std::make_shared<const adapter::Ref<Semaphore>>(hSemaphore));
    work->submit = [hSemaphore, used = hasValue ? value : 0](Submission &at) {
      return submitOperation(at, *hSemaphore, IsWait, used);
    };
    return WorkPointer(std::move(work));
  });
}

} // namespace

void fillExternalSemaphores(ur_dditable_t &table) {
  auto &functions = table.BindlessImagesExp;
  functions.pfnImportExternalSemaphoreExp = importSemaphore;
  functions.pfnReleaseExternalSemaphoreExp = releaseSemaphore;
  functions.pfnWaitExternalSemaphoreExp = enqueueSemaphore</*IsWait=*/true>;
  functions.pfnSignalExternalSemaphoreExp = enqueueSemaphore</*IsWait=*/false>;
}

} // namespace ursa::cuda
