// Native handles are the driver's objects: CUdevice, CUcontext, CUstream, CUevent, CUmodule,
// CUfunction, the address of a buffer, and the CUarray of an image. An object of this adapter that
// is created from the native handle of another one shares what that one owns; otherwise the
// application keeps the driver's object alive. The platform has no driver object, and that
// of a sampler is OpenCL C's bit mask.
#include "adapters/common/native_handles.h"
#include "adapters/common/image_description.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/platform.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/graph/command_buffer.h"
#include "adapters/cuda/graph/graph.h"
#include "adapters/cuda/image/image_replicas.h"
#include "adapters/cuda/image/mem_image.h"
#include "adapters/cuda/image/sampler.h"
#include "adapters/cuda/program/kernel.h"
#include "adapters/cuda/program/program.h"
#include "adapters/cuda/queue/event.h"
#include "adapters/cuda/queue/queue.h"

#include <map>
#include <memory>
#include <mutex>

namespace ursa::cuda {
namespace {

/// Native handles that the application has got, with what owns their objects. Thread safe.
template <class Object> class Exported {
public:
  /// Never freed: static destructors may use it.
  static Exported &instance() {
    static Exported &exported = *new Exported;
    return exported;
  }

  void add(ur_native_handle_t native, const std::shared_ptr<Object> &owner) {
    const std::lock_guard guard(mutex_);
    std::erase_if(owners_, [](const auto &entry) { return entry.second.expired(); });
    owners_[native] = owner;
  }
  /// Returns null if there is none any more.
  std::shared_ptr<Object> find(ur_native_handle_t native) {
    const std::lock_guard guard(mutex_);
    const auto found = owners_.find(native);
    return found == owners_.end() ? nullptr : found->second.lock();
  }

private:
  std::mutex mutex_; ///< guards owners_
  std::map<ur_native_handle_t, std::weak_ptr<Object>> owners_;
};

/// Names of the functions that the application has got. Thread safe.
class FunctionNames {
public:
  static FunctionNames &instance() {
    static FunctionNames &names = *new FunctionNames;
    return names;
  }

  void add(ur_native_handle_t native, const std::string &name) {
    const std::lock_guard guard(mutex_);
    names_[native] = name;
  }
  /// Returns "" for a function that is not known.
  std::string find(ur_native_handle_t native) {
    const std::lock_guard guard(mutex_);
    const auto found = names_.find(native);
    return found == names_.end() ? "" : found->second;
  }

private:
  std::mutex mutex_; ///< guards names_
  std::map<ur_native_handle_t, std::string> names_;
};

template <class Native> ur_native_handle_t handleOf(Native native) {
  if constexpr (std::is_pointer_v<Native>)
    return reinterpret_cast<ur_native_handle_t>(native);
  else
    return static_cast<ur_native_handle_t>(native);
}

struct DriverObject {
  Result<ur_native_handle_t> operator()(ur_platform_handle_t_ &platform) const {
    return handleOf(&platform);
  }
  Result<ur_native_handle_t> operator()(ur_device_handle_t_ &device) const {
    return handleOf(device.id);
  }
  Result<ur_native_handle_t> operator()(ur_context_handle_t_ &context) const {
    return handleOf(context.first().native);
  }
  Result<ur_native_handle_t> operator()(ur_queue_handle_t_ &queue) const {
    if (CUstream recorded = queue.nativeCapture())
      return handleOf(recorded);
    if (queue.captureSlot.active())
      return Error{UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED,
                   "The queue is being captured into a graph: only its native commands have a "
                   "CUDA stream."};
    Stream &stream = queue.onlyStream();
    URSA_CHECK(stream.share());
    return handleOf(stream.native);
  }
  Result<ur_native_handle_t> operator()(ur_event_handle_t_ &event) const {
    URSA_CHECK(Recordings::checkWaitable(event));
    const MarkerPointer done = event.state().done;
    if (!done)
      return Error{UR_RESULT_ERROR_INVALID_OPERATION,
                   "The event has no native handle, because no command signals it."};
    URSA_TRY(CUevent native, done->event());
    Exported<const Marker>::instance().add(handleOf(native), done);
    return handleOf(native);
  }
  Result<ur_native_handle_t> operator()(ur_program_handle_t_ &program) const {
    const auto built = adapter::executableOf(program, "The native handle of the program");
    if (!built)
      return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE, built.error().message};
    const ModulePointer &module = (*built)->modules.begin()->second;
    Exported<const Module>::instance().add(handleOf(module->handle), module);
    return handleOf(module->handle);
  }
  Result<ur_native_handle_t> operator()(ur_kernel_handle_t_ &kernel) const {
    const CUfunction function = kernel.functions.begin()->second.handle;
    FunctionNames::instance().add(handleOf(function), kernel.name);
    return handleOf(function);
  }
  Result<ur_native_handle_t> operator()(ur_exp_command_buffer_handle_t_ &buffer) const {
    if (buffer.nativeGraphs.empty())
      return Error{UR_RESULT_ERROR_INVALID_OPERATION,
                   "A command buffer has a native handle only while "
                   "urCommandBufferAppendNativeCommandExp calls a function that adds to it."};
    if (!cu().cuGraphCreate || !NativeGraph::isSupported())
      return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE, "The CUDA driver has no graphs."};
    CUgraph &graph = buffer.nativeGraphs.back();
    if (!graph) {
      NativeContext &native = buffer.context->of(buffer.device);
      URSA_TRY(const Current current, native.enter());
      URSA_CHECK(native.check(cu().cuGraphCreate(&graph, 0), "cuGraphCreate"));
    }
    return handleOf(graph);
  }
  Result<ur_native_handle_t> operator()(ur_sampler_handle_t_ &sampler) const {
    return ur_native_handle_t{sampler.settings.bits()};
  }
  Result<ur_native_handle_t> operator()(ur_mem_handle_t_ &memory) const {
    if (memory.image) {
      if (ImageReplicas *const replicas = memory.image->replicas.get())
        replicas->noteOtherWriters();
      const ImageMemoryPointer &pixels = memory.image->pixels;
      Exported<const ImageMemory>::instance().add(pixels->handle(), pixels);
      return ur_native_handle_t{pixels->handle()};
    }
    const CUdeviceptr address = memory.location(0).address;
    Exported<const BufferMemory>::instance().add(handleOf(address), memory.memory);
    return handleOf(address);
  }
};

Error zeroHandle() {
  return Error{UR_RESULT_ERROR_INVALID_VALUE, "The native handle is 0, which is not valid."};
}

Result<ur_platform_handle_t> platformOfNative(ur_native_handle_t native,
                                              const ur_adapter_handle_t_ &,
                                              const ur_platform_native_properties_t *) {
  for (ur_platform_handle_t platform : platforms())
    if (handleOf(platform) == native)
      return platform;
  return Error{UR_RESULT_ERROR_INVALID_PLATFORM,
               "The native handle is not a platform of this adapter."};
}

Result<ur_device_handle_t> deviceOfNative(ur_native_handle_t native, const ur_adapter_handle_t_ &,
                                          const ur_device_native_properties_t *) {
  for (ur_platform_handle_t platform : platforms())
    for (const auto &device : platform->devices)
      if (handleOf(device->id) == native)
        return device.get();
  return makeError(UR_RESULT_ERROR_INVALID_DEVICE, "The native handle {} is not a CUDA device.",
                   native);
}

/// Returns the device of a driver's context.
Result<ur_device_handle_t> deviceOf(CUcontext context, const ur_adapter_handle_t_ &owner) {
  URSA_CHECK(URSA_CU(cuCtxPushCurrent, context));
  const Current current(/*isPushed=*/true);
  CUdevice id = 0;
  URSA_CHECK(URSA_CU(cuCtxGetDevice, &id));
  return deviceOfNative(handleOf(id), owner, nullptr);
}

Result<ur_context_handle_t> contextOfNative(ur_native_handle_t handle,
                                            const ur_adapter_handle_t_ &owner, uint32_t,
                                            const ur_device_handle_t *,
                                            const ur_context_native_properties_t *) {
  if (!handle)
    return zeroHandle();
  if (platforms().empty()) // the driver is not open
    return Error{UR_RESULT_ERROR_INVALID_CONTEXT, "There are no CUDA devices."};
  const auto context = reinterpret_cast<CUcontext>(handle);
  URSA_TRY(ur_device_handle_t const device, deviceOf(context, owner));
  URSA_TRY(NativeContext *const native, device->contextOf(context));
  return new ur_context_handle_t_({native});
}

Result<ur_queue_handle_t> queueOfNative(ur_native_handle_t native, ur_context_handle_t_ &context,
                                        ur_device_handle_t device,
                                        const ur_queue_native_properties_t *) {
  if (!native)
    return zeroHandle();
  if (device)
    URSA_CHECK(context.checkHas(device));
  NativeContext &itsNative = context.of(device);
  return new ur_queue_handle_t_(&context, itsNative, 0,
                                itsNative.adoptStream(reinterpret_cast<CUstream>(native)));
}

// Without a native event the new event is complete.
Result<ur_event_handle_t> eventOfNative(ur_native_handle_t native, ur_context_handle_t_ &context,
                                        const ur_event_native_properties_t *) {
  auto event = adapter::Ref<ur_event_handle_t_>::adopt(
      new ur_event_handle_t_(&context, UR_COMMAND_EVENTS_WAIT));
  if (!native)
    return event.detach();
  MarkerPointer marker = Exported<const Marker>::instance().find(native);
  if (!marker)
    marker = std::make_shared<const Marker>(context.first(), nullptr, 0,
                                            reinterpret_cast<CUevent>(native),
                                            /*isTimed=*/false, /*isOwned=*/false);
  event->set({nullptr, {}, std::move(marker), nullptr});
  return event.detach();
}

Result<ur_program_handle_t> programOfNative(ur_native_handle_t native,
                                            ur_context_handle_t_ &context,
                                            const ur_program_native_properties_t *) {
  if (!native)
    return zeroHandle();
  ModulePointer module = Exported<const Module>::instance().find(native);
  if (!module) {
    auto unknown = std::make_shared<Code>();
    unknown->form = CodeForm::Cubin;
    module = ModulePointer(new Module{context.first(), reinterpret_cast<CUmodule>(native),
                                      /*isOwned=*/false, std::move(unknown)});
  }
  const ur_device_handle_t device = &module->native.device;
  URSA_CHECK(context.checkHas(device));
  auto program = std::make_unique<ur_program_handle_t_>(
      &context, std::map<ur_device_handle_t, CodePointer>{{device, module->code}});
  auto built = std::make_shared<Build>();
  built->modules.emplace(device, std::move(module));
  program->built = std::move(built);
  program->status = UR_PROGRAM_BUILD_STATUS_SUCCESS;
  program->type = UR_PROGRAM_BINARY_TYPE_EXECUTABLE;
  return program.release();
}

Result<std::string> nameOfFunction(ur_native_handle_t native) {
  if (std::string known = FunctionNames::instance().find(native); !known.empty())
    return known;
  const char *name = nullptr;
  if (!cu().cuFuncGetName)
    return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                 "The driver does not report the name of a function, which a kernel needs."};
  URSA_CHECK(URSA_CU(cuFuncGetName, &name, reinterpret_cast<CUfunction>(native)));
  return std::string(name ? name : "");
}

Result<ur_kernel_handle_t> kernelOfNative(ur_native_handle_t native, ur_context_handle_t_ &context,
                                          ur_program_handle_t program,
                                          const ur_kernel_native_properties_t *) {
  if (!native)
    return zeroHandle();
  const auto function = reinterpret_cast<CUfunction>(native);
  URSA_TRY(const Current current, context.first().enter());
  adapter::Ref<ur_program_handle_t_> itsProgram(program);
  if (!program) {
    CUmodule module = nullptr;
    URSA_CHECK(URSA_CU(cuFuncGetModule, &module, function));
    URSA_TRY(ur_program_handle_t const made, programOfNative(handleOf(module), context, nullptr));
    itsProgram = adapter::Ref<ur_program_handle_t_>::adopt(made);
  }
  URSA_TRY(std::string name, nameOfFunction(native));
  return wrapFunction(*itsProgram, context.first(), function, std::move(name));
}

Result<ur_mem_handle_t> bufferOfNative(ur_native_handle_t native, ur_context_handle_t_ &context,
                                       const ur_mem_native_properties_t *) {
  if (!native)
    return zeroHandle();
  NativeContext &first = context.first();
  URSA_TRY(const Current current, first.enter());
  const auto address = static_cast<CUdeviceptr>(native);
  CUdeviceptr base = 0;
  size_t size = 0;
  URSA_CHECK(first.check(cu().cuMemGetAddressRange(&base, &size, address), "cuMemGetAddressRange"));
  auto memory = Exported<const BufferMemory>::instance().find(native);
  if (!memory)
    memory = std::shared_ptr<const BufferMemory>(
        new BufferMemory{first, base, size, BufferMemory::Kind::Foreign});
  const uint64_t offset = address - memory->address;
  const uint64_t bytes = memory->size - offset;
  return new ur_mem_handle_t_(&context, nullptr, std::move(memory), offset, bytes,
                              UR_MEM_FLAG_READ_WRITE);
}

// The description is used for arrays that the context does not know: they are read, written and
// sampled as it says, so that they need CUDA_ARRAY3D_SURFACE_LDST.
Result<ur_mem_handle_t> imageOfNative(ur_native_handle_t native, ur_context_handle_t_ &context,
                                      const ur_image_format_t *format,
                                      const ur_image_desc_t *description,
                                      const ur_mem_native_properties_t *) {
  URSA_CHECK(adapter::checkPointer(format, "of the image's format"));
  URSA_CHECK(adapter::checkPointer(description, "of the image's description"));
  if (!native)
    return zeroHandle();
  URSA_CHECK(adapter::checkImageDescription(*description, nullptr));
  URSA_TRY(const PixelFormat pixel, memPixelFormat(*format));
  URSA_TRY(const ImageShape shape, imageShape(*description));
  NativeContext &first = context.first();
  URSA_TRY(const Current current, first.enter());
  ImageMemoryPointer pixels = Exported<const ImageMemory>::instance().find(native);
  if (!pixels)
    pixels = ImageMemoryPointer(new ImageMemory{first, reinterpret_cast<CUarray>(native),
                                                /*mipmap=*/nullptr, shape, *format, pixel,
                                                /*whole=*/nullptr, /*isOwned=*/false});
  URSA_TRY(const ur_mem_handle_t image,
           makeMemImage(context, UR_MEM_FLAG_READ_WRITE, std::move(pixels)));
  if (ImageReplicas *const replicas = image->image->replicas.get())
    replicas->noteOtherWriters();
  return image;
}

Result<ur_sampler_handle_t> samplerOfNative(ur_native_handle_t native,
                                            ur_context_handle_t_ &context,
                                            const ur_sampler_native_properties_t *) {
  for (const bool isNormalized : {false, true})
    for (uint32_t mode = 0; mode <= UR_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT; ++mode)
      for (const auto filter : {UR_SAMPLER_FILTER_MODE_NEAREST, UR_SAMPLER_FILTER_MODE_LINEAR}) {
        const adapter::SamplerSettings settings{
            isNormalized, static_cast<ur_sampler_addressing_mode_t>(mode), filter};
        if (settings.bits() == native)
          return new ur_sampler_handle_t_(&context, settings);
      }
  return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                   "The native handle {:#x} is not the bit mask of a sampler.", native);
}

} // namespace

void fillNativeHandles(ur_dditable_t &table) {
  adapter::fillNativeHandleGetters<DriverObject>(table);
  adapter::fillNativeHandleGetter<DriverObject>(table.Sampler.pfnGetNativeHandle);
  adapter::fillNativeHandleGetter<DriverObject>(table.CommandBufferExp.pfnGetNativeHandleExp);
  adapter::fillCreateFromNative<platformOfNative>(table.Platform.pfnCreateWithNativeHandle);
  adapter::fillCreateFromNative<deviceOfNative>(table.Device.pfnCreateWithNativeHandle);
  adapter::fillCreateFromNative<contextOfNative>(table.Context.pfnCreateWithNativeHandle);
  adapter::fillCreateFromNative<queueOfNative>(table.Queue.pfnCreateWithNativeHandle);
  adapter::fillCreateFromNative<eventOfNative>(table.Event.pfnCreateWithNativeHandle);
  adapter::fillCreateFromNative<programOfNative>(table.Program.pfnCreateWithNativeHandle);
  adapter::fillCreateFromNative<kernelOfNative>(table.Kernel.pfnCreateWithNativeHandle);
  adapter::fillCreateFromNative<bufferOfNative>(table.Mem.pfnBufferCreateWithNativeHandle);
  adapter::fillCreateFromNative<imageOfNative>(table.Mem.pfnImageCreateWithNativeHandle);
  adapter::fillCreateFromNative<samplerOfNative>(table.Sampler.pfnCreateWithNativeHandle);
}

} // namespace ursa::cuda
