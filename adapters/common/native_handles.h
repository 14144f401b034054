// The functions that tell native handles, and those that make objects of the addresses of objects,
// for every kind of object.
#pragma once

#include "adapters/common/handle.h"
#include "core/support/last_error.h"
#include "ur_api.h"

#include <tuple>
#include <type_traits>

namespace ursa::adapter {

/// The native handle of what a driver knows nothing of: the object's address.
struct OwnAddress {
  template <class Object> Result<ur_native_handle_t> operator()(Object &object) const {
    return reinterpret_cast<ur_native_handle_t>(&object);
  }
};

/// The functions that tell a native handle: the object first, where to last, and between them what
/// it does not depend on.
/// @tparam NativeOf (object) -> Result<ur_native_handle_t>
template <class NativeOf, class Function> struct Tell;
template <class NativeOf, class Object, class... Others>
struct Tell<NativeOf, ur_result_t (*)(Object *, Others...)> {
  static ur_result_t call(Object *object, Others... others) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(checkHandle(object, "whose native handle is asked for"));
      ur_native_handle_t *place = std::get<sizeof...(Others) - 1>(std::tuple(others...));
      URSA_CHECK(checkPointer(place, "for the native handle"));
      URSA_TRY(*place, NativeOf()(*object));
      return {};
    });
  }
};

/// The functions that make a handle of an object's address: that first, then the context or
/// adapter, the new handle last.
template <class Function> struct MakeOfAddress;
template <class Owner, class... Others>
struct MakeOfAddress<ur_result_t (*)(ur_native_handle_t, Owner *, Others...)> {
  static ur_result_t call(ur_native_handle_t native, Owner *owner, Others... others) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(checkHandle(owner, "of the context or adapter"));
      auto *made = std::get<sizeof...(Others) - 1>(std::tuple(others...));
      URSA_CHECK(checkPointer(made, "for the new handle"));
      if (!native)
        return Error{UR_RESULT_ERROR_INVALID_VALUE, "The native handle is 0, which none is."};
      auto *object = reinterpret_cast<std::remove_reference_t<decltype(*made)>>(native);
      retain(object);
      *made = object;
      return {};
    });
  }
};

/// Fills an entry of the table.
template <class NativeOf, class Function> void tell(Function &entry) {
  entry = Tell<NativeOf, Function>::call;
}
template <class Function> void makeOfAddress(Function &entry) {
  entry = MakeOfAddress<Function>::call;
}

} // namespace ursa::adapter
