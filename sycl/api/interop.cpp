// Interoperation: get_native and make_* over urXGetNativeHandle and urXCreateWithNativeHandle.
#include "sycl/api/context_impl.h"
#include "sycl/api/error.h"
#include "sycl/api/kernel_bundle_impl.h"
#include "sycl/api/native_handles.h"
#include "sycl/api/platform_impl.h"
#include "sycl/api/queue_impl.h"
#include "sycl/api/runtime.h"
#include "sycl/api/texts.h"

#include <sycl/detail/cuda_interop.hpp>
#include <sycl/detail/opencl_interop.hpp>

#include <algorithm>

#include <dlfcn.h>

inline namespace ursa_sycl {
namespace sycl {
namespace opencl {
namespace {

class Category final : public std::error_category {
  const char *name() const noexcept override { return "opencl"; }
  std::string message(int value) const override { return "OpenCL error " + std::to_string(value); }
};

} // namespace

const std::error_category &error_category() noexcept {
  static const Category category;
  return category;
}

} // namespace opencl

namespace ext::oneapi::cuda {
namespace {

class Category final : public std::error_category {
  const char *name() const noexcept override { return "cuda"; }
  std::string message(int value) const override {
    const char *name = ask("cuGetErrorName", value);
    const char *text = ask("cuGetErrorString", value);
    return "CUDA error " + std::to_string(value) + (name ? std::string(", ") + name : "") +
           (text ? std::string(": ") + text : "");
  }
  /// Returns null without a driver that knows the code.
  static const char *ask(const char *function, int value) {
    void *const library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (!library)
      return nullptr;
    const char *text = nullptr;
    if (void *found = dlsym(library, function))
      reinterpret_cast<int (*)(int, const char **)>(found)(value, &text);
    dlclose(library); // the adapter uses it on
    return text;
  }
};

} // namespace

const std::error_category &error_category() noexcept {
  static const Category category;
  return category;
}

} // namespace ext::oneapi::cuda

namespace detail {

// The library is in the process, because the adapter uses it.
void retainNative(backend of, const char *retain, ur_native_handle_t object) {
  if (of != backend::opencl || !object)
    return;
  static void *const library = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (void *found = library ? dlsym(library, retain) : nullptr)
    reinterpret_cast<int (*)(void *)>(found)(reinterpret_cast<void *>(object));
}

void askOpenCl(const char *function, void *object, unsigned query, size_t size, void *answer) {
  void *const library = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_NOLOAD);
  void *const found = library ? dlsym(library, function) : nullptr;
  if (!found)
    fail(errc::runtime, std::string(function) + ": the process has no OpenCL.");
  using Ask = int(void *, unsigned, size_t, void *, size_t *);
  const int code = reinterpret_cast<Ask *>(found)(object, query, size, answer, nullptr);
  dlclose(library); // the program or the adapter uses it on
  if (code != 0)
    fail(errc::invalid,
         std::string(function) + " failed with OpenCL error " + std::to_string(code) + ".");
}

namespace {

template <class Get> NativeHandle get(backend of, const char *retainFunction, Get &&getHandle) {
  ur_native_handle_t native{};
  check(getHandle(&native), "Asking for a native handle");
  retainNative(of, retainFunction, native);
  return static_cast<NativeHandle>(native);
}

ur_adapter_handle_t adapterOf(backend of) {
  const ur_adapter_handle_t adapter = Runtime::get().adapter(of);
  if (!adapter)
    fail(errc::backend_mismatch,
         "There is no device of the backend " + std::string(name(of)) + ".");
  return adapter;
}

// The object of a handle; takes over the caller's reference. ONEAPI_DEVICE_SELECTOR may hide it.
std::shared_ptr<DeviceImpl> deviceOf(ur_device_handle_t handle) {
  if (const auto root = Runtime::get().find(handle)) {
    urDeviceRelease(handle);
    return root;
  }
  ur_device_handle_t parent = nullptr;
  const ur_result_t asked =
      urDeviceGetInfo(handle, UR_DEVICE_INFO_PARENT_DEVICE, sizeof(parent), &parent, nullptr);
  if (asked != UR_RESULT_SUCCESS || !parent) {
    urDeviceRelease(handle);
    fail(errc::invalid, "ONEAPI_DEVICE_SELECTOR hides the device of the native handle.");
  }
  urDeviceRetain(parent);
  return std::make_shared<DeviceImpl>(deviceOf(parent), handle);
}

std::vector<std::shared_ptr<DeviceImpl>> devicesOf(ur_context_handle_t context) {
  const char *what = "Asking a context for its devices";
  size_t size = 0;
  check(urContextGetInfo(context, UR_CONTEXT_INFO_DEVICES, 0, nullptr, &size), what);
  std::vector<ur_device_handle_t> handles(size / sizeof(ur_device_handle_t));
  check(urContextGetInfo(context, UR_CONTEXT_INFO_DEVICES, size, handles.data(), nullptr), what);
  std::vector<std::shared_ptr<DeviceImpl>> devices;
  for (ur_device_handle_t handle : handles) {
    urDeviceRetain(handle);
    devices.push_back(deviceOf(handle));
  }
  return devices;
}

property_list queueProperties(bool isInOrder, bool hasProfiling) {
  using namespace property::queue;
  if (isInOrder && hasProfiling)
    return {in_order(), enable_profiling()};
  if (isInOrder)
    return {in_order()};
  if (hasProfiling)
    return {enable_profiling()};
  return {};
}

} // namespace

NativeHandle nativeHandle(const platform &object, backend wanted) {
  requireBackend(object.get_backend(), wanted);
  return get(wanted, "", [&](ur_native_handle_t *native) {
    return urPlatformGetNativeHandle(implOf(object)->handle(), native);
  });
}

NativeHandle nativeHandle(const device &object, backend wanted) {
  requireBackend(object.get_backend(), wanted);
  return get(wanted, "clRetainDevice", [&](ur_native_handle_t *native) {
    return urDeviceGetNativeHandle(implOf(object)->handle(), native);
  });
}

NativeHandle nativeHandle(const context &object, backend wanted) {
  requireBackend(object.get_backend(), wanted);
  return get(wanted, "clRetainContext", [&](ur_native_handle_t *native) {
    return urContextGetNativeHandle(implOf(object)->handle(), native);
  });
}

NativeHandle nativeHandle(const queue &object, backend wanted) {
  requireBackend(object.get_backend(), wanted);
  implOf(object)->deferredEvents().forbid(); // the program may enqueue commands of its own
  return get(wanted, "clRetainCommandQueue", [&](ur_native_handle_t *native) {
    return urQueueGetNativeHandle(implOf(object)->handle(), nullptr, native);
  });
}

NativeHandle nativeHandle(const kernel &object, backend wanted) {
  requireBackend(object.get_backend(), wanted);
  const KernelImpl &impl = *implOf(object);
  const auto built = impl.builtFor(*impl.bundle()->devices().front());
  return get(wanted, "clRetainKernel", [&](ur_native_handle_t *native) {
    return urKernelGetNativeHandle(built->handle.get(), native);
  });
}

std::vector<NativeHandle> nativeHandles(const event &object, backend wanted) {
  requireBackend(object.get_backend(), wanted);
  const ur_event_handle_t handle = implOf(object)->handle();
  if (!handle)
    return {};
  ur_native_handle_t native{};
  const ur_result_t result = urEventGetNativeHandle(handle, &native);
  if (wanted == backend::cuda && result == UR_RESULT_ERROR_INVALID_OPERATION)
    return {}; // no command of the driver signals it
  check(result, "Asking for a native handle");
  retainNative(wanted, "clRetainEvent", native);
  return {static_cast<NativeHandle>(native)};
}

std::vector<NativeHandle> nativeHandles(const AnyKernelBundle &object, backend wanted) {
  requireBackend(object.get_backend(), wanted);
  std::vector<NativeHandle> all;
  const KernelBundleImpl &impl = *implOf(object);
  if (impl.state() != bundle_state::executable)
    return all; // not a program of the driver yet
  for (const auto &program : impl.programs())
    all.push_back(get(wanted, "clRetainProgram", [&](ur_native_handle_t *native) {
      return urProgramGetNativeHandle(program.get(), native);
    }));
  if (!all.empty())
    return all;
  std::vector<ur_program_handle_t> programs;
  for (const kernel_id &id : object.get_kernel_ids())
    for (const auto &device : impl.devices()) {
      if (!impl.partOf(*implOf(id), device.get()))
        continue;
      ur_program_handle_t program = nullptr;
      const auto built = impl.kernel(*device, *implOf(id));
      check(urKernelGetInfo(built->handle.get(), UR_KERNEL_INFO_PROGRAM, sizeof(program), &program,
                            nullptr),
            "Asking a kernel for its program");
      if (std::find(programs.begin(), programs.end(), program) != programs.end())
        continue;
      programs.push_back(program);
      all.push_back(get(wanted, "clRetainProgram", [&](ur_native_handle_t *native) {
        return urProgramGetNativeHandle(program, native);
      }));
    }
  return all;
}

platform makePlatform(NativeHandle native, backend of) {
  ur_platform_handle_t handle = nullptr;
  check(urPlatformCreateWithNativeHandle(native, adapterOf(of), nullptr, &handle),
        "Making a platform of a native handle", errc::invalid);
  const auto found = Runtime::get().find(handle);
  if (!found)
    fail(errc::invalid, "ONEAPI_DEVICE_SELECTOR hides the platform of the native handle.");
  return Access::make<platform>(found);
}

platform makePlatform(const std::vector<NativeHandle> &devices, backend of) {
  if (devices.empty())
    fail(errc::invalid, "A platform of the backend " + std::string(name(of)) +
                            " is made of its devices; none was given.");
  const platform first = makeDevice(devices.front(), of).get_platform();
  for (const NativeHandle each : devices)
    if (makeDevice(each, of).get_platform() != first)
      fail(errc::invalid, "Devices of several platforms are no platform.");
  return first;
}

device makeDevice(NativeHandle native, backend of) {
  ur_device_handle_t handle = nullptr;
  check(urDeviceCreateWithNativeHandle(native, adapterOf(of), nullptr, &handle),
        "Making a device of a native handle", errc::invalid);
  return Access::make<device>(deviceOf(handle));
}

context makeContext(NativeHandle native, backend of, async_handler handler) {
  ursa::client::ContextHandle handle;
  check(urContextCreateWithNativeHandle(native, adapterOf(of), 0, nullptr, nullptr, handle.out()),
        "Making a context of a native handle", errc::invalid);
  auto devices = devicesOf(handle.get());
  return Access::make<context>(
      std::make_shared<ContextImpl>(std::move(handle), std::move(devices), std::move(handler)));
}

queue makeQueue(NativeHandle native, backend of, const context &context, async_handler handler) {
  requireBackend(context.get_backend(), of);
  const auto &impl = implOf(context);
  ursa::client::QueueHandle handle;
  check(urQueueCreateWithNativeHandle(native, impl->handle(), nullptr, nullptr, handle.out()),
        "Making a queue of a native handle", errc::invalid);
  const char *what = "Asking a queue for its device and flags";
  ur_device_handle_t deviceHandle = nullptr;
  check(urQueueGetInfo(handle.get(), UR_QUEUE_INFO_DEVICE, sizeof(deviceHandle), &deviceHandle,
                       nullptr),
        what);
  ur_queue_flags_t flags{};
  check(urQueueGetInfo(handle.get(), UR_QUEUE_INFO_FLAGS, sizeof(flags), &flags, nullptr), what);
  std::shared_ptr<DeviceImpl> device;
  for (const auto &each : impl->devices())
    if (each->handle() == deviceHandle)
      device = each;
  if (!device) {
    urDeviceRetain(deviceHandle);
    device = deviceOf(deviceHandle);
  }
  return Access::make<queue>(std::make_shared<QueueImpl>(
      impl, std::move(device), std::move(handler),
      queueProperties(!(flags & UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE),
                      flags & UR_QUEUE_FLAG_PROFILING_ENABLE),
      std::move(handle)));
}

namespace {

/// The devices of a context that a program of the backend has code for.
std::vector<std::shared_ptr<DeviceImpl>> devicesOf(const ContextImpl &context,
                                                   ur_program_handle_t program) {
  const char *const what = "Asking a program for its devices";
  uint32_t count = 0;
  check(urProgramGetInfo(program, UR_PROGRAM_INFO_NUM_DEVICES, sizeof(count), &count, nullptr),
        what);
  std::vector<ur_device_handle_t> handles(count);
  check(urProgramGetInfo(program, UR_PROGRAM_INFO_DEVICES, count * sizeof(ur_device_handle_t),
                         handles.data(), nullptr),
        what);
  std::vector<std::shared_ptr<DeviceImpl>> devices;
  for (const auto &device : context.devices())
    if (std::find(handles.begin(), handles.end(), device->handle()) != handles.end())
      devices.push_back(device);
  return devices;
}

} // namespace

kernel makeKernel(NativeHandle native, backend of, const context &context) {
  requireBackend(context.get_backend(), of);
  const auto &impl = implOf(context);
  auto built = std::make_shared<BuiltKernel>();
  check(
      urKernelCreateWithNativeHandle(native, impl->handle(), nullptr, nullptr, built->handle.out()),
      "Making a kernel of a native handle", errc::invalid);
  const char *what = "Asking a kernel for its name and program";
  size_t size = 0;
  check(urKernelGetInfo(built->handle.get(), UR_KERNEL_INFO_FUNCTION_NAME, 0, nullptr, &size),
        what);
  std::string name(size, '\0');
  check(urKernelGetInfo(built->handle.get(), UR_KERNEL_INFO_FUNCTION_NAME, size, name.data(),
                        nullptr),
        what);
  name.resize(std::min(name.find('\0'), name.size()));
  built->name = std::move(name);
  ur_program_handle_t program = nullptr;
  check(urKernelGetInfo(built->handle.get(), UR_KERNEL_INFO_PROGRAM, sizeof(program), &program,
                        nullptr),
        what);
  check(urProgramRetain(program), what);
  ursa::client::ProgramHandle held(program);
  auto devices = devicesOf(*impl, program);
  auto bundle = std::make_shared<KernelBundleImpl>(impl, std::move(devices), std::move(held));
  return Access::make<kernel>(std::make_shared<KernelImpl>(std::move(bundle), std::move(built)));
}

namespace {

/// A program of the backend, which is built, and its devices.
struct BuiltProgram {
  ursa::client::ProgramHandle handle;
  std::vector<std::shared_ptr<DeviceImpl>> devices;
};

BuiltProgram builtProgram(NativeHandle native, const ContextImpl &context) {
  BuiltProgram program;
  check(urProgramCreateWithNativeHandle(native, context.handle(), nullptr, program.handle.out()),
        "Making a kernel bundle of a native handle", errc::invalid);
  program.devices = devicesOf(context, program.handle.get());
  for (const auto &device : program.devices) {
    ur_program_binary_type_t type = UR_PROGRAM_BINARY_TYPE_NONE;
    check(urProgramGetBuildInfo(program.handle.get(), device->handle(),
                                UR_PROGRAM_BUILD_INFO_BINARY_TYPE, sizeof(type), &type, nullptr),
          "Asking a program for its state");
    if (type != UR_PROGRAM_BINARY_TYPE_EXECUTABLE)
      fail(errc::invalid, "The program of the native handle is not built for device '" +
                              device->entry().name + "'.");
  }
  return program;
}

void requireExecutable(bundle_state state) {
  if (state != bundle_state::executable)
    fail(errc::invalid, "A program of the backend becomes a kernel bundle of state executable; "
                        "another state was asked for.");
}

} // namespace

std::shared_ptr<KernelBundleImpl> makeKernelBundle(NativeHandle native, backend of,
                                                   const context &context, bundle_state state) {
  requireBackend(context.get_backend(), of);
  requireExecutable(state);
  const auto &impl = implOf(context);
  BuiltProgram program = builtProgram(native, *impl);
  return std::make_shared<KernelBundleImpl>(impl, std::move(program.devices),
                                            std::move(program.handle));
}

std::shared_ptr<KernelBundleImpl> makeKernelBundle(const std::vector<NativeHandle> &natives,
                                                   backend of, const context &context,
                                                   const std::vector<device> &devices,
                                                   bundle_state state) {
  requireBackend(context.get_backend(), of);
  requireExecutable(state);
  const auto &impl = implOf(context);
  std::vector<std::shared_ptr<DeviceImpl>> wanted;
  wanted.reserve(devices.size());
  for (const device &each : devices)
    wanted.push_back(implOf(each));
  std::vector<ursa::client::ProgramHandle> programs;
  for (const NativeHandle native : natives) {
    BuiltProgram program = builtProgram(native, *impl);
    for (const auto &each : wanted)
      if (std::find(program.devices.begin(), program.devices.end(), each) == program.devices.end())
        fail(errc::invalid, "A program of the kernel bundle is not built for device '" +
                                each->entry().name + "'.");
    programs.push_back(std::move(program.handle));
  }
  return std::make_shared<KernelBundleImpl>(impl, std::move(wanted), std::move(programs));
}

event makeEvent(const std::vector<NativeHandle> &natives, backend of, const context &context) {
  requireBackend(context.get_backend(), of);
  if (natives.empty())
    return event();
  const auto &impl = implOf(context);
  std::vector<ursa::client::EventHandle> events(natives.size());
  std::vector<ur_event_handle_t> handles;
  for (size_t i = 0; i < natives.size(); ++i) {
    check(urEventCreateWithNativeHandle(natives[i], impl->handle(), nullptr, events[i].out()),
          "Making an event of a native handle", errc::invalid);
    handles.push_back(events[i].get());
  }
  // The queue is what other commands know the event's context by; it joins several events, too.
  const auto queue =
      std::make_shared<QueueImpl>(impl, impl->devices().front(), async_handler(), property_list());
  if (events.size() == 1)
    return Access::make<event>(std::make_shared<EventImpl>(queue, std::move(events.front())));
  ursa::client::EventHandle all;
  check(urEnqueueEventsWait(queue->handle(), static_cast<uint32_t>(handles.size()), handles.data(),
                            all.out()),
        "Joining events");
  return Access::make<event>(std::make_shared<EventImpl>(queue, std::move(all)));
}

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
