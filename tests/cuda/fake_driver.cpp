// The functions of the fake driver for itself, devices, contexts, streams and events.
#include "cuda/fake_driver.h"

#include "cuda/fake_calls.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string_view>

#include <dlfcn.h>

using namespace ursa::testing;

extern "C" [[gnu::visibility("default")]] FakeCuda *fakeCuda() {
  static FakeCuda &driver = [&]() -> FakeCuda & {
    auto &made = *new FakeCuda;
    if (const char *const devices = std::getenv("URSA_FAKE_DEVICES"))
      made.devices = std::atoi(devices);
    return made;
  }();
  return &driver;
}

namespace ursa::testing {

Objects &objects() {
  static Objects &objects = *new Objects;
  return objects;
}

std::vector<Context *> &currentContexts() {
  static auto &all = *new std::deque<std::vector<Context *>>; // of all threads, also ended ones
  static auto &mutex = *new std::mutex;
  thread_local auto *const contexts = [] {
    const std::lock_guard guard(mutex);
    return &all.emplace_back();
  }();
  return *contexts;
}

CUresult enter(const char *name, Needs needs) {
  FakeCuda &driver = *fakeCuda();
  {
    const std::lock_guard guard(driver.mutex);
    driver.called.insert(name);
    ++driver.calls[name];
  }
  if (isInHostFunction())
    return CUDA_ERROR_NOT_PERMITTED;
  if (needs == Needs::Context && (currentContexts().empty() || !currentContexts().back()))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (driver.failing == name)
    return driver.code;
  return needs == Needs::Context ? world().fault.load() : CUDA_SUCCESS;
}

FakeStream *streamOf(CUstream stream) {
  const std::lock_guard guard(objects().mutex);
  if (stream) {
    auto *const known = reinterpret_cast<FakeStream *>(stream);
    if (!objects().streams.contains(known)) {
      std::fputs("The fake driver got a stream that does not exist.\n", stderr);
      std::abort();
    }
    return known;
  }
  if (!objects().legacy)
    objects().legacy = std::make_unique<FakeStream>();
  return objects().legacy.get();
}

CUresult push(CUstream stream, std::function<void()> work, bool isKernel) {
  FakeStream &to = *streamOf(stream);
  if (!to.capture) {
    to.push(std::move(work));
    return CUDA_SUCCESS;
  }
  FakeCapture &capture = *to.capture;
  if (!capture.isValid)
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  capture.graph->nodes.push_back(
      std::make_unique<FakeNode>(FakeNode{std::move(work), isKernel, capture.last}));
  capture.last = {capture.graph->nodes.back().get()};
  return CUDA_SUCCESS;
}

CUresult refuseCapture(CUstream stream) {
  FakeStream &of = *streamOf(stream);
  if (!of.capture)
    return CUDA_SUCCESS;
  of.capture->isValid = false;
  return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

void *pointer(CUdeviceptr address) { return reinterpret_cast<void *>(address); }

} // namespace ursa::testing

namespace {

Context &contextOf(int device) {
  static auto &contexts = *new std::map<int, Context>;
  contexts[device].device = device;
  return contexts[device];
}

uint64_t now() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

int attributeOf(CUdevice_attribute query) {
  switch (query) {
  case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
  case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
  case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y:
    return 1024;
  case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z:
    return 64;
  case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
    return 0x7fffffff;
  case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
  case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z:
    return 65535;
  case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
    return 48 * 1024;
  case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
    return 96 * 1024;
  case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
    return 32;
  case CU_DEVICE_ATTRIBUTE_MAX_PITCH:
    return 0x7fffffff;
  case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
    return 4;
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
    return fakeCuda()->capability / 10;
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
    return fakeCuda()->capability % 10;
  case CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT:
    return 256;
  case CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT:
    return 32;
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH:
    return 131072;
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT:
    return 65000;
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT:
    return 65536;
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT:
    return 32768;
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH:
    return 16384;
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS:
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS:
    return 2048;
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH:
    return 1 << 28;
  case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH:
    return (1 << 21) - 32;
  case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
    return fakeCuda()->hasVirtualMemory;
  case CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY:
  case CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS:
  case CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH:
    return 1;
  case CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH:
    return fakeCuda()->capability >= 90;
  default:
    return 0;
  }
}

} // namespace

FAKE(cuInit, unsigned) {
  ENTER("cuInit", Nothing);
  return CUDA_SUCCESS;
}
FAKE(cuDriverGetVersion, int *version) {
  *version = fakeCuda()->version;
  return CUDA_SUCCESS;
}
FAKE(cuGetErrorName, CUresult, const char **name) {
  *name = nullptr;
  return CUDA_ERROR_INVALID_VALUE;
}
FAKE(cuDeviceGetCount, int *count) {
  ENTER("cuDeviceGetCount", Nothing);
  *count = fakeCuda()->devices;
  return *count == 0 ? CUDA_ERROR_NO_DEVICE : CUDA_SUCCESS;
}
FAKE(cuDeviceGet, CUdevice *device, int index) {
  ENTER("cuDeviceGet", Nothing);
  *device = index;
  return CUDA_SUCCESS;
}
FAKE(cuDeviceGetName, char *name, int size, CUdevice device) {
  ENTER("cuDeviceGetName", Nothing);
  std::snprintf(name, static_cast<size_t>(size), "Fake GPU %d", device);
  return CUDA_SUCCESS;
}
FAKE(cuDeviceGetUuid, CUuuid *id, CUdevice device) {
  ENTER("cuDeviceGetUuid", Nothing);
  *id = {{1, 2, 3, static_cast<unsigned char>(device)}};
  return CUDA_SUCCESS;
}
FAKE(cuDeviceTotalMem_v2, size_t *bytes, CUdevice) {
  ENTER("cuDeviceTotalMem", Nothing);
  *bytes = fakeCuda()->memoryBytes;
  return CUDA_SUCCESS;
}
FAKE(cuDeviceGetAttribute, int *value, CUdevice_attribute query, CUdevice) {
  ENTER("cuDeviceGetAttribute", Nothing);
  *value = attributeOf(query);
  return CUDA_SUCCESS;
}
FAKE(cuDeviceGetPCIBusId, char *text, int size, CUdevice device) {
  ENTER("cuDeviceGetPCIBusId", Nothing);
  std::snprintf(text, static_cast<size_t>(size), "0000:%02x:00.0", device);
  return CUDA_SUCCESS;
}
FAKE(cuDeviceCanAccessPeer, int *can, CUdevice from, CUdevice to) {
  ENTER("cuDeviceCanAccessPeer", Nothing);
  *can = from != to;
  return CUDA_SUCCESS;
}
FAKE(cuDeviceGetP2PAttribute, int *value, CUdevice_P2PAttribute query, CUdevice, CUdevice) {
  ENTER("cuDeviceGetP2PAttribute", Nothing);
  *value = query == CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED;
  return CUDA_SUCCESS;
}
FAKE(cuDevicePrimaryCtxRetain, CUcontext *context, CUdevice device) {
  ENTER("cuDevicePrimaryCtxRetain", Nothing);
  ++contextOf(device).references;
  ++fakeCuda()->objects;
  *context = reinterpret_cast<CUcontext>(&contextOf(device));
  return CUDA_SUCCESS;
}
FAKE(cuDevicePrimaryCtxRelease_v2, CUdevice device) {
  ENTER("cuDevicePrimaryCtxRelease", Nothing);
  --contextOf(device).references;
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuCtxGetCurrent, CUcontext *context) {
  ENTER("cuCtxGetCurrent", Nothing);
  *context =
      currentContexts().empty() ? nullptr : reinterpret_cast<CUcontext>(currentContexts().back());
  return CUDA_SUCCESS;
}
FAKE(cuCtxSetCurrent, CUcontext context) {
  ENTER("cuCtxSetCurrent", Nothing);
  currentContexts().resize(std::max<size_t>(currentContexts().size(), 1));
  currentContexts().back() = reinterpret_cast<Context *>(context);
  return CUDA_SUCCESS;
}
FAKE(cuCtxPushCurrent_v2, CUcontext context) {
  ENTER("cuCtxPushCurrent", Nothing);
  currentContexts().push_back(reinterpret_cast<Context *>(context));
  return CUDA_SUCCESS;
}
FAKE(cuCtxPopCurrent_v2, CUcontext *context) {
  ENTER("cuCtxPopCurrent", Nothing);
  *context = reinterpret_cast<CUcontext>(currentContexts().back());
  currentContexts().pop_back();
  return CUDA_SUCCESS;
}
FAKE(cuCtxGetDevice, CUdevice *device) {
  ENTER("cuCtxGetDevice", Context);
  *device = currentContexts().back()->device;
  return CUDA_SUCCESS;
}
FAKE(cuCtxGetStreamPriorityRange, int *lowest, int *highest) {
  ENTER("cuCtxGetStreamPriorityRange", Context);
  *lowest = 0;
  *highest = -5;
  return CUDA_SUCCESS;
}
FAKE(cuCtxEnablePeerAccess, CUcontext, unsigned) {
  ENTER("cuCtxEnablePeerAccess", Context);
  return CUDA_SUCCESS;
}
FAKE(cuCtxDisablePeerAccess, CUcontext) {
  ENTER("cuCtxDisablePeerAccess", Context);
  return CUDA_SUCCESS;
}

FAKE(cuStreamCreateWithPriority, CUstream *stream, unsigned, int) {
  ENTER("cuStreamCreateWithPriority", Context);
  constexpr size_t kMostAtOnce = 36; // seen with CUDA 13 on an H100
  const auto isMany = [] {
    const std::lock_guard guard(objects().mutex);
    return objects().streams.size() >= kMostAtOnce;
  };
  if (isMany())
    waitForValues();
  auto made = std::make_unique<FakeStream>();
  *stream = reinterpret_cast<CUstream>(made.get());
  const std::lock_guard guard(objects().mutex);
  FakeStream *const key = made.get();
  objects().streams[key] = std::move(made);
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuStreamDestroy_v2, CUstream stream) {
  ENTER("cuStreamDestroy", Context);
  FakeStream *const known = streamOf(stream);
  std::vector<std::unique_ptr<FakeStream>> ended;
  {
    const std::lock_guard guard(objects().mutex);
    auto &ending = objects().ending;
    ending.push_back(std::move(objects().streams.at(known)));
    objects().streams.erase(known);
    const auto busy =
        std::partition(ending.begin(), ending.end(), [](auto &each) { return each->isIdle(); });
    ended.assign(std::move_iterator(ending.begin()), std::move_iterator(busy));
    ending.erase(ending.begin(), busy);
  }
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuStreamQuery, CUstream stream) {
  ENTER("cuStreamQuery", Context);
  if (const CUresult code = refuseCapture(stream); code != CUDA_SUCCESS)
    return code;
  // A stream is idle too once a fault has ended its commands.
  return streamOf(stream)->isIdle() ? world().fault.load() : CUDA_ERROR_NOT_READY;
}
FAKE(cuStreamSynchronize, CUstream stream) {
  ENTER("cuStreamSynchronize", Context);
  if (const CUresult code = refuseCapture(stream); code != CUDA_SUCCESS)
    return code;
  streamOf(stream)->finish();
  return world().fault;
}
FAKE(cuStreamWaitEvent, CUstream stream, CUevent event, unsigned) {
  ENTER("cuStreamWaitEvent", Context);
  if (const CUresult code = refuseCapture(stream); code != CUDA_SUCCESS)
    return code;
  auto recording = recordingOf(event);
  if (!recording)
    return CUDA_SUCCESS;
  return push(stream, [recording] { world().wait([&] { return recording->isDone; }); });
}
FAKE(cuStreamWaitValue32_v2, CUstream stream, CUdeviceptr address, uint32_t value, unsigned) {
  ENTER("cuStreamWaitValue32", Context);
  if (const CUresult code = refuseCapture(stream); code != CUDA_SUCCESS)
    return code;
  return push(stream, [=] {
    const std::atomic_ref<uint32_t> word(*static_cast<uint32_t *>(pointer(address)));
    world().change([] { ++world().streamsAtValues; });
    while (static_cast<int32_t>(word.load() - value) < 0 && world().fault == CUDA_SUCCESS)
      std::this_thread::yield();
    world().change([] { --world().streamsAtValues; });
  });
}
FAKE(cuLaunchHostFunc, CUstream stream, CUhostFn function, void *userData) {
  ENTER("cuLaunchHostFunc", Context);
  return push(stream, [=] {
    isInHostFunction() = true;
    function(userData);
    isInHostFunction() = false;
  });
}

FAKE(cuEventCreate, CUevent *event, unsigned flags) {
  ENTER("cuEventCreate", Context);
  auto *const made = new FakeEvent;
  made->isTimed = !(flags & CU_EVENT_DISABLE_TIMING);
  made->isShared = flags & CU_EVENT_INTERPROCESS;
  *event = reinterpret_cast<CUevent>(made);
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuEventDestroy_v2, CUevent event) {
  ENTER("cuEventDestroy", Context);
  delete reinterpret_cast<FakeEvent *>(event);
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuEventRecord, CUevent event, CUstream stream) {
  ENTER("cuEventRecord", Context);
  if (const CUresult code = refuseCapture(stream); code != CUDA_SUCCESS)
    return code;
  auto recording = std::make_shared<Recording>();
  reinterpret_cast<FakeEvent *>(event)->recording = recording;
  return push(stream, [recording] {
    world().change([&] {
      recording->isDone = true;
      recording->time = now();
    });
  });
}
FAKE(cuEventQuery, CUevent event) {
  ENTER("cuEventQuery", Context);
  const auto recording = recordingOf(event);
  const std::lock_guard guard(world().mutex);
  return !recording || recording->isDone ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}
FAKE(cuEventSynchronize, CUevent event) {
  ENTER("cuEventSynchronize", Context);
  const auto recording = recordingOf(event);
  if (recording)
    world().wait([&] { return recording->isDone; });
  return world().fault;
}
FAKE(cuEventElapsedTime, float *milliseconds, CUevent from, CUevent to) {
  ENTER("cuEventElapsedTime", Context);
  const auto *first = reinterpret_cast<FakeEvent *>(from);
  const auto *second = reinterpret_cast<FakeEvent *>(to);
  if (!first->isTimed || !second->isTimed)
    return CUDA_ERROR_INVALID_HANDLE;
  const std::lock_guard guard(world().mutex);
  if (!first->recording->isDone || !second->recording->isDone)
    return CUDA_ERROR_NOT_READY;
  *milliseconds = static_cast<float>(
      static_cast<double>(static_cast<int64_t>(second->recording->time - first->recording->time)) /
      1e6);
  return CUDA_SUCCESS;
}

FAKE(cuGetProcAddress_v2, const char *name, void **found, int version, uint64_t, int *) {
  *found = nullptr;
  if (fakeCuda()->findsByName) {
#define FIND(function, symbol, since, needed, parameters)                                          \
  if (std::string_view(name) == #function && version >= (since))                                   \
    *found = dlsym(RTLD_DEFAULT, symbol);
    URSA_CU_FUNCTIONS(FIND)
#undef FIND
  }
  return *found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
