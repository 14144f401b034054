#include "adapters/cuda/queue/shared_event.h"

#include "adapters/common/handle_data.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/queue/event.h"
#include "support/last_error.h"

#include <map>
#include <mutex>

namespace ursa::cuda {
namespace {

struct Events {
  std::mutex mutex;
  uint64_t last = 0;
  std::map<uint64_t, std::weak_ptr<SharedEvent>> byNumber;
};

// Never freed: static destructors may release events.
Events &events() {
  static Events &all = *new Events;
  return all;
}

uint64_t nextNumber() {
  const std::lock_guard guard(events().mutex);
  return ++events().last;
}

struct EventLocation {
  static constexpr uint64_t kMagic = 0x3174766561647563; // "cudaevt1"
  static constexpr const char *kWhat = "an event";

  uint64_t number = 0; ///< in the process that exports it
  CUuuid device = {};
  CUipcEventHandle native = {};
};

Result<CUuuid> uuidOf(const ur_device_handle_t_ &device) {
  CUuuid id = {};
  URSA_CHECK(URSA_CU(cuDeviceGetUuid, &id, device.id));
  return id;
}

Result<NativeContext *> contextOn(const ur_context_handle_t_ &context, const CUuuid &device) {
  for (NativeContext *native : context.natives) {
    URSA_TRY(const CUuuid id, uuidOf(native->device));
    if (std::memcmp(&id, &device, sizeof(id)) == 0)
      return native;
  }
  return Error{UR_RESULT_ERROR_INVALID_VALUE,
               "The event is of a device that the context does not contain."};
}

ur_result_t getHandleData(ur_event_handle_t hEvent, void **ppIPCEventHandleData,
                          size_t *pIPCEventHandleDataSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hEvent);
    URSA_POINTER(ppIPCEventHandleData);
    URSA_POINTER(pIPCEventHandleDataSizeRet);
    const SharedEvent *const shared = hEvent->shared.get();
    if (!shared || hEvent->isImported)
      return Error{UR_RESULT_ERROR_INVALID_EVENT,
                   "The event was not created by urEventCreateExp with the flag "
                   "UR_EXP_EVENT_FLAG_IPC_EXP in this process."};
    EventLocation location;
    location.number = shared->number;
    URSA_TRY(location.device, uuidOf(shared->native.device));
    URSA_TRY(const Current current, shared->native.enter());
    URSA_CHECK(shared->native.check(cu().cuIpcGetEventHandle(&location.native, shared->event),
                                    "cuIpcGetEventHandle"));
    adapter::HandleData<EventLocation> data(location);
    *ppIPCEventHandleData = hEvent->context->exportedEvents.add(data.bytes(), nullptr);
    *pIPCEventHandleDataSizeRet = sizeof(data);
    return {};
  });
}

ur_result_t putHandleData(ur_context_handle_t hContext, void *pIPCEventHandleData) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pIPCEventHandleData);
    if (!hContext->exportedEvents.remove(pIPCEventHandleData))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "{} is not handle data that urIPCGetEventHandleExp returned for an event of "
                       "the context.",
                       pIPCEventHandleData);
    return {};
  });
}

// The driver does not open what the process has created itself.
Result<std::shared_ptr<SharedEvent>> openEvent(NativeContext &native,
                                               const adapter::HandleData<EventLocation> &data) {
  if (!data.isOfThisProcess())
    return SharedEvent::open(native, data.content.native);
  auto own = SharedEvent::find(data.content.number);
  if (!own || &own->native != &native)
    return Error{UR_RESULT_ERROR_INVALID_VALUE, "The event was released."};
  return own;
}

ur_result_t openHandleData(ur_context_handle_t hContext, const void *pIPCEventHandleData,
                           size_t ipcEventHandleDataSize, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pIPCEventHandleData);
    URSA_POINTER(phEvent);
    URSA_TRY(const auto data,
             adapter::HandleData<EventLocation>::read(
                 {static_cast<const std::byte *>(pIPCEventHandleData), ipcEventHandleDataSize}));
    URSA_TRY(NativeContext *const native, contextOn(*hContext, data.content.device));
    if (!cu().cuIpcOpenEventHandle)
      return noSharedEvents();
    URSA_TRY(auto shared, openEvent(*native, data));
    *phEvent = new ur_event_handle_t_(hContext, std::move(shared), /*imported=*/true);
    return {};
  });
}

} // namespace

SharedEvent::SharedEvent(NativeContext &itsContext, CUevent itsEvent)
    : native(itsContext), event(itsEvent), number(nextNumber()) {}

SharedEvent::~SharedEvent() {
  {
    const std::lock_guard guard(events().mutex);
    events().byNumber.erase(number);
  }
  native.retire([destroyed = event] { (void)cu().cuEventDestroy(destroyed); });
}

Result<std::shared_ptr<SharedEvent>> SharedEvent::create(NativeContext &native) {
  URSA_TRY(const Current current, native.enter());
  CUevent event = nullptr;
  URSA_CHECK(
      native.check(cu().cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING),
                   "cuEventCreate"));
  std::shared_ptr<SharedEvent> made(new SharedEvent(native, event));
  const std::lock_guard guard(events().mutex);
  events().byNumber[made->number] = made;
  return made;
}

Result<std::shared_ptr<SharedEvent>> SharedEvent::open(NativeContext &native,
                                                       const CUipcEventHandle &handle) {
  URSA_TRY(const Current current, native.enter());
  CUevent event = nullptr;
  URSA_CHECK(native.check(cu().cuIpcOpenEventHandle(&event, handle), "cuIpcOpenEventHandle"));
  return std::shared_ptr<SharedEvent>(new SharedEvent(native, event));
}

std::shared_ptr<SharedEvent> SharedEvent::find(uint64_t number) {
  const std::lock_guard guard(events().mutex);
  const auto found = events().byNumber.find(number);
  return found == events().byNumber.end() ? nullptr : found->second.lock();
}

Result<MarkerPointer> SharedEvent::signal(Stream &stream) const {
  URSA_CHECK(native.check(cu().cuEventRecord(event, stream.native), "cuEventRecord"));
  return marker();
}

// A marker that was reached stays so, and the event may be signalled again.
MarkerPointer SharedEvent::marker() const {
  struct Held {
    explicit Held(std::shared_ptr<const SharedEvent> itsEvent)
        : shared(std::move(itsEvent)),
          marker(shared->native, nullptr, 0, shared->event, /*timed=*/false, /*isOwned=*/false) {}

    const std::shared_ptr<const SharedEvent> shared;
    const Marker marker;
  };
  const auto held = std::make_shared<Held>(shared_from_this());
  return MarkerPointer(held, &held->marker);
}

Error noSharedEvents() {
  return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
               "The driver does not share events with other processes."};
}

void fillSharedEvents(ur_dditable_t &table) {
  table.IPCExp.pfnGetEventHandleExp = getHandleData;
  table.IPCExp.pfnPutEventHandleExp = putHandleData;
  table.IPCExp.pfnOpenEventHandleExp = openHandleData;
}

} // namespace ursa::cuda
