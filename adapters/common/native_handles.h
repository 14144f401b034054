// The functions that return native handles, and those that create handles from the addresses of
// objects, for every kind of object.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "support/last_error.h"
#include "ur_api.h"

#include <tuple>
#include <type_traits>
#include <utility>

namespace ursa::adapter {

/// The native handle of an object that the driver does not know: the object's address.
struct OwnAddress {
  template <class Object> Result<ur_native_handle_t> operator()(Object &object) const {
    return reinterpret_cast<ur_native_handle_t>(&object);
  }
};

/// Implements the functions that return a native handle. The first parameter is the object, the
/// last one the output; the ones between are ignored.
/// @tparam NativeOf (object) -> Result<ur_native_handle_t>
template <class NativeOf, class Function> struct NativeHandleGetter;
template <class NativeOf, class Object, class... Others>
struct NativeHandleGetter<NativeOf, ur_result_t (*)(Object *, Others...)> {
  static ur_result_t call(Object *object, Others... others) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(checkHandle(object, "of the object"));
      ur_native_handle_t *output = std::get<sizeof...(Others) - 1>(std::tuple(others...));
      URSA_CHECK(checkPointer(output, "for the native handle"));
      URSA_TRY(*output, NativeOf()(*object));
      return {};
    });
  }
};

/// Implements the functions that create a handle from an object's address. The parameters are the
/// address, the context or adapter, ignored ones, and the output.
template <class Function> struct CreateFromAddress;
template <class Owner, class... Others>
struct CreateFromAddress<ur_result_t (*)(ur_native_handle_t, Owner *, Others...)> {
  static ur_result_t call(ur_native_handle_t native, Owner *owner, Others... others) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(checkHandle(owner, "of the context or adapter"));
      auto *made = std::get<sizeof...(Others) - 1>(std::tuple(others...));
      URSA_CHECK(checkPointer(made, "for the new handle"));
      if (!native)
        return Error{UR_RESULT_ERROR_INVALID_VALUE, "The native handle is 0, which is not valid."};
      auto *object = reinterpret_cast<std::remove_reference_t<decltype(*made)>>(native);
      retain(object);
      *made = object;
      return {};
    });
  }
};

/// Implements the functions that create a handle from a native handle of the driver. The parameters
/// are as in CreateFromAddress.
/// @tparam Make (native handle, context or adapter, ignored ones) -> Result of the new handle
template <auto Make, class Function> struct CreateFromNative;
template <auto Make, class Owner, class... Others>
struct CreateFromNative<Make, ur_result_t (*)(ur_native_handle_t, Owner *, Others...)> {
  static ur_result_t call(ur_native_handle_t native, Owner *owner, Others... others) {
    return create(native, owner, std::tuple(others...),
                  std::make_index_sequence<sizeof...(Others) - 1>());
  }

private:
  template <size_t... Index>
  static ur_result_t create(ur_native_handle_t native, Owner *owner,
                            const std::tuple<Others...> &others, std::index_sequence<Index...>) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(checkHandle(owner, "of the context or adapter"));
      auto *made = std::get<sizeof...(Index)>(others);
      URSA_CHECK(checkPointer(made, "for the new handle"));
      URSA_TRY(*made, Make(native, *owner, std::get<Index>(others)...));
      return {};
    });
  }
};

/// Implements pfnCreateWithNativeHandle of events whose native handle is their address; 0 stands
/// for a completed command.
/// @tparam MakeComplete (context) -> the new event
template <auto MakeComplete, class Context, class Properties, class Event>
ur_result_t createEventFromAddress(ur_native_handle_t native, Context *context,
                                   const Properties *properties, Event **made) {
  if (native)
    return CreateFromAddress<ur_result_t (*)(ur_native_handle_t, Context *, const Properties *,
                                             Event **)>::call(native, context, properties, made);
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(context, "of the context"));
    URSA_CHECK(checkPointer(made, "for the new handle"));
    *made = MakeComplete(*context);
    return {};
  });
}

/// Fills the entry of a function that returns a native handle.
template <class NativeOf, class Function> void fillNativeHandleGetter(Function &entry) {
  entry = NativeHandleGetter<NativeOf, Function>::call;
}
/// Returns the native handle of an object of a type that every adapter has.
template <class NativeOf>
concept NativeHandleOf = requires(const NativeOf &nativeOf,
                                  std::remove_pointer_t<ur_platform_handle_t> &platform,
                                  HandleTypes::Device &device, HandleTypes::Context &context,
                                  HandleTypes::Queue &queue, HandleTypes::Event &event,
                                  HandleTypes::Program &program, HandleTypes::Kernel &kernel,
                                  HandleTypes::Memory &memory) {
  { nativeOf(platform) } -> ResultOf<ur_native_handle_t>;
  { nativeOf(device) } -> ResultOf<ur_native_handle_t>;
  { nativeOf(context) } -> ResultOf<ur_native_handle_t>;
  { nativeOf(queue) } -> ResultOf<ur_native_handle_t>;
  { nativeOf(event) } -> ResultOf<ur_native_handle_t>;
  { nativeOf(program) } -> ResultOf<ur_native_handle_t>;
  { nativeOf(kernel) } -> ResultOf<ur_native_handle_t>;
  { nativeOf(memory) } -> ResultOf<ur_native_handle_t>;
};

/// Fills the entries that return native handles of the objects that every adapter has.
template <NativeHandleOf NativeOf> void fillNativeHandleGetters(ur_dditable_t &table) {
  fillNativeHandleGetter<NativeOf>(table.Platform.pfnGetNativeHandle);
  fillNativeHandleGetter<NativeOf>(table.Device.pfnGetNativeHandle);
  fillNativeHandleGetter<NativeOf>(table.Context.pfnGetNativeHandle);
  fillNativeHandleGetter<NativeOf>(table.Queue.pfnGetNativeHandle);
  fillNativeHandleGetter<NativeOf>(table.Event.pfnGetNativeHandle);
  fillNativeHandleGetter<NativeOf>(table.Program.pfnGetNativeHandle);
  fillNativeHandleGetter<NativeOf>(table.Kernel.pfnGetNativeHandle);
  fillNativeHandleGetter<NativeOf>(table.Mem.pfnGetNativeHandle);
}
/// Fills the entry of a function that creates a handle from the driver's native handle.
template <auto Make, class Function> void fillCreateFromNative(Function &entry) {
  entry = CreateFromNative<Make, Function>::call;
}
/// Fills the entry of a function that creates a handle from an object's address.
template <class Function> void fillCreateFromAddress(Function &entry) {
  entry = CreateFromAddress<Function>::call;
}

} // namespace ursa::adapter
