// The base of every object that an adapter returns as a handle. Its first word points to the
// adapter's function table, which the loader uses to dispatch; so no handle may have a virtual
// function. The ABI's types, such as ur_queue_handle_t_, are in the global namespace and have no
// members of their own: each derives from a class in the adapter's namespace.
#pragma once

#include "support/result.h"
#include "ur_ddi.h"

#include <atomic>
#include <type_traits>
#include <utility>

namespace ursa::adapter {

/// The function table of this adapter, defined by the adapter. Functions that the adapter does not
/// implement are null; the loader returns UR_RESULT_ERROR_UNSUPPORTED_FEATURE for them.
const ur_dditable_t &table();

/// Starts with one reference.
struct HandleBase {
  HandleBase() = default;
  HandleBase(const HandleBase &) = delete;
  HandleBase &operator=(const HandleBase &) = delete;

  const ur_dditable_t *const ddiTable = &table();
  std::atomic<uint32_t> references{1};
};

template <class Object> void retain(Object *object) {
  static_assert(std::is_base_of_v<HandleBase, Object> && !std::is_polymorphic_v<Object>);
  object->references.fetch_add(1, std::memory_order_relaxed);
}

/// Adds a reference unless the last one is already released and the object is about to end.
template <class Object> bool tryRetain(Object *object) {
  uint32_t count = object->references.load();
  while (count != 0)
    if (object->references.compare_exchange_weak(count, count + 1))
      return true;
  return false;
}

/// Releases one reference. The last release deletes the object, or calls its end(), which deletes
/// it later.
template <class Object> void release(Object *object) {
  static_assert(std::is_base_of_v<HandleBase, Object> && !std::is_polymorphic_v<Object>);
  if (object->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  if constexpr (requires { object->end(); })
    object->end();
  else
    delete object;
}

/// Owns one reference.
template <class Object> class Ref {
public:
  Ref() = default;
  /// Takes ownership of a reference that the caller holds.
  static Ref adopt(Object *object) {
    Ref ref;
    ref.object_ = object;
    return ref;
  }
  /// Adds a reference.
  explicit Ref(Object *object) : object_(object) {
    if (object_)
      retain(object_);
  }
  Ref(const Ref &other) : Ref(other.object_) {}
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_)
      release(object_);
  }

  Object *get() const { return object_; }
  Object *operator->() const { return object_; }
  Object &operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  /// Transfers the reference to the caller.
  Object *detach() { return std::exchange(object_, nullptr); }

private:
  Object *object_ = nullptr;
};

/// Checks that a device is one of a context's, or a part of one.
template <class Context>
Result<void> checkContextHas(const Context &context, ur_device_handle_t device) {
  return context.checkHas(device);
}

/// The objects of an adapter, for its traits.
struct HandleTypes {
  using Context = std::remove_pointer_t<ur_context_handle_t>;
  using Device = std::remove_pointer_t<ur_device_handle_t>;
  using Queue = std::remove_pointer_t<ur_queue_handle_t>;
  using Event = std::remove_pointer_t<ur_event_handle_t>;
  using Program = std::remove_pointer_t<ur_program_handle_t>;
  using Kernel = std::remove_pointer_t<ur_kernel_handle_t>;
  using Memory = std::remove_pointer_t<ur_mem_handle_t>;
  using Sampler = std::remove_pointer_t<ur_sampler_handle_t>;
  using Pool = std::remove_pointer_t<ur_usm_pool_handle_t>;
  using CommandBuffer = std::remove_pointer_t<ur_exp_command_buffer_handle_t>;
  using Graph = std::remove_pointer_t<ur_exp_graph_handle_t>;
  using ExecutableGraph = std::remove_pointer_t<ur_exp_executable_graph_handle_t>;

  template <class AnyContext>
  static Result<void> checkDeviceInContext(const AnyContext &context, ur_device_handle_t device) {
    return checkContextHas(context, device);
  }
};

template <class Object> Result<void> checkHandle(Object *handle, const char *name) {
  if (!handle)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_HANDLE, "The handle {} is null.", name);
  return {};
}

inline Result<void> checkPointer(const void *pointer, const char *name) {
  if (!pointer)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER, "The pointer {} is null.", name);
  return {};
}

} // namespace ursa::adapter

/// Return an error from the enclosing Result function if a parameter is null.
#define URSA_HANDLE(name) URSA_CHECK(::ursa::adapter::checkHandle(name, #name))
#define URSA_POINTER(name) URSA_CHECK(::ursa::adapter::checkPointer(name, #name))
